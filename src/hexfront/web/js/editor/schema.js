/** JSON Schemas as forms read them: what a value is, within which bounds, and how it begins. */
import { parts, pointer, valueAt } from "./patch.js";

/** @typedef {Record<string, any>} Schema */
/** @typedef {import("./patch.js").Operation} Operation */
/** What a field is edited as.
 * @typedef {"number" | "choice" | "switch" | "text" | "long" | "colour" | "symbol" | "list" | "record" | "table" | "other"} Kind */

/** A schema with its reference followed, and of several forms the one that a value has.
 * @param {Schema} root @param {Schema} schema @param {any} [value] @returns {Schema} */
export function resolved(root, schema, value) {
  let found = schema;
  const words = schema.description;
  for (let depth = 0; depth < 20; depth += 1) {
    if (found.$ref) found = valueAt(root, found.$ref.slice(1)) ?? {};
    else if (found.allOf?.length === 1) found = { ...found, ...found.allOf[0], allOf: undefined };
    else if (found.anyOf) {
      const forms = found.anyOf.filter((/** @type {Schema} */ form) => form.type !== "null");
      found = forms.find((/** @type {Schema} */ form) => fits(resolved(root, form), value)) ?? forms[0] ?? {};
    } else break;
  }
  return words && words !== found.description ? { ...found, description: words } : found;
}

/** Whether nothing may stand in its place. @param {Schema} schema */
export function mayLack(schema) {
  return Boolean(schema.anyOf?.some((/** @type {Schema} */ form) => form.type === "null"));
}

/** @param {Schema} schema @param {any} value */
function fits(schema, value) {
  if (value === undefined || value === null) return true;
  const type = Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;
  if (schema.const !== undefined) return schema.const === value;
  if (schema.enum) return schema.enum.includes(value);
  return schema.type === type || (schema.type === "number" && type === "integer");
}

/** @param {Schema} schema a resolved one @returns {Kind} */
export function kindOf(schema) {
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean": return "switch";
    case "integer": case "number": return "number";
    case "string":
      if (schema.pattern?.includes("[0-9]{20}")) return "symbol";
      if (schema.pattern === "^#[0-9a-f]{6}$") return "colour";
      return (schema.maxLength ?? 0) > 200 ? "long" : "text";
    case "array": return "list";
    case "object": return schema.properties ? "record" : "table";
    default: return "other";
  }
}

/** A key in words. @param {string} key */
export function inWords(key) {
  const words = key.replaceAll("_", " ").replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What an entry of a list is called. @param {any} entry @param {number} at */
export function entryName(entry, at) {
  if (entry && typeof entry === "object") {
    for (const key of ["title", "name", "id", "hex", "place", "number", "type"]) {
      if (typeof entry[key] === "string" || typeof entry[key] === "number") return String(entry[key]);
    }
  }
  return typeof entry === "string" || typeof entry === "number" ? String(entry) : `${at + 1}`;
}

/** Where a value of a document stands, as the forms call it: `Victory – Values – Penang – Place`.
 * @param {any} document @param {string} path @returns {string} */
export function placeInWords(document, path) {
  let value = document;
  return parts(path).map((key) => {
    const listed = Array.isArray(value);
    value = value?.[key];
    return listed ? entryName(value, Number(key)) : inWords(key);
  }).join(" – ");
}

/** What a text may be where it names an entry of a list of the scenario or of its part: names, with titles.
 * @param {Schema} schema a resolved one @param {Record<string, any>} documents by role @returns {[string, string][]} */
export function namesOf(schema, documents) {
  const whole = { ...documents.scenario, ...documents };
  const entries = (schema["x-names"] ?? []).flatMap((/** @type {string} */ at) => valueAt(whole, at) ?? []);
  const named = entries.filter((/** @type {any} */ entry) => typeof entry?.name === "string");
  return [...new Map(named.map((/** @type {any} */ { name, title }) => [name, String(title ?? name)]))];
}

/** A value that a new entry begins with. @param {Schema} root @param {Schema} schema
 * @param {Record<string, any>} documents by role, that it is for @returns {any} */
export function blank(root, schema, documents) {
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (mayLack(schema)) return null;
  const found = resolved(root, schema);
  if (found.const !== undefined) return found.const;
  if (found.enum) return found.enum[0];
  switch (found.type) {
    case "boolean": return false;
    case "integer": case "number": return Math.max(found.minimum ?? (found.exclusiveMinimum ?? -1) + 1, Math.min(0, found.maximum ?? 0));
    case "string": return namesOf(found, documents)[0]?.[0] ?? (kindOf(found) === "symbol" ? "10031000001211000000" : found.minLength || found.pattern ? "new" : "");
    case "array": return Array.from({ length: found.minItems ?? 0 }, (_, at) => blank(root, found.prefixItems?.[at] ?? found.items ?? {}, documents));
    case "object": return Object.fromEntries((found.required ?? []).map((/** @type {string} */ key) => [key, blank(root, found.properties?.[key] ?? {}, documents)]));
    default: return null;
  }
}

/** The form of a document by its role. @param {import("../../types").DraftForms} forms @param {string} role @returns {Schema} */
export function formOf(forms, role) {
  return role === "scenario" ? forms.schema_of_scenario : forms.parts[role];
}

/** The patch that sets a value, with what must stand around it; undefined takes it away.
 * @param {any} document @param {string} path @param {any} value @returns {Operation[]} */
export function setValue(document, path, value) {
  const old = valueAt(document, path);
  if (value === undefined) return old === undefined ? [] : [{ op: "remove", path }];
  if (old !== undefined) return [{ op: "replace", path, value }];
  const keys = parts(path);
  for (let length = 1; length < keys.length; length += 1) {
    const above = pointer(...keys.slice(0, length));
    if (valueAt(document, above) === undefined || valueAt(document, above) === null) {
      const inner = keys.slice(length).reduceRight((held, key) => ({ [key]: held }), value);
      return [{ op: valueAt(document, above) === null ? "replace" : "add", path: above, value: inner }];
    }
  }
  return [{ op: "add", path, value }];
}

/** The schema at a pointer of a document, and the document's own.
 * @param {Schema} root @param {Schema} schema @param {any} document @param {string} path @returns {Schema} */
export function schemaAt(root, schema, document, path) {
  let value = document;
  let found = resolved(root, schema, value);
  for (const key of parts(path)) {
    value = value?.[key];
    const inner = found.properties?.[key] ?? found.prefixItems?.[Number(key)] ?? found.items ?? found.additionalProperties ?? {};
    found = resolved(root, inner === true ? {} : inner, value);
  }
  return found;
}
