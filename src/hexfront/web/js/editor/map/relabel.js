/** New names of hexes throughout a document, wherever its schema says that one is named. */
import { pointer } from "../patch.js";
import { formOf, resolved } from "../schema.js";

/** @typedef {import("../patch.js").Operation} Operation */
/** @typedef {import("../schema.js").Schema} Schema */
/** What becomes of names and of lengths; `held`: pointers to what is not to be touched; `lost`: entries that are
 * taken away, since their hex is gone.
 * @typedef {{hex: (label: any) => any, x: number, y: number, held: Set<string>, lost: number}} Mend */

/** Operations at most for a list, before it is rather written anew. */
const MANY = 100;
/** In place of what named a hex that is gone. */
const GONE = Symbol("gone");

/** @param {import("../../../types").DraftForms} forms @param {string} role @param {any} document @param {Mend} mend
 * @returns {{patch: Operation[], lost: number}} */
export function relabelled(forms, role, document, mend) {
  const own = { ...mend, lost: 0 };
  const after = moved(forms.schema_of_scenario, formOf(forms, role), document, "", own, false);
  return { patch: difference(document, after, ""), lost: own.lost };
}

/** A value with new names; the same where nothing is otherwise. What names a hex that is gone goes too where it is
 * free to: with its entry of a list, or by itself where it may lack. All else stays, and has a problem.
 * @param {Schema} root @param {Schema} schema @param {any} value @param {string} path @param {Mend} mend
 * @param {boolean} free @returns {any} */
function moved(root, schema, value, path, mend, free) {
  if (value === null || value === undefined || mend.held.has(path)) return value;
  const found = resolved(root, schema, value);
  const mark = schema["x-map"] ?? found["x-map"];
  if (mark === "hex") return mend.hex(value) ?? (free ? GONE : value);
  if (mark === "x" || mark === "y") return typeof value === "number" ? value + (mark === "x" ? mend.x : mend.y) : value;
  if (mark === "point") return mend.x || mend.y ? [value[0] + mend.x, value[1] + mend.y] : value;
  if (Array.isArray(value)) return movedList(root, found, value, path, mend, free);
  return typeof value === "object" ? movedObject(root, found, value, path, mend, free) : value;
}

/** @param {Schema} root @param {Schema} found @param {any[]} value @param {string} path @param {Mend} mend @param {boolean} free */
function movedList(root, found, value, path, mend, free) {
  const list = value.map((one, at) => moved(root, found.prefixItems?.[at] ?? found.items ?? {}, one, path + pointer(at), mend,
    free || !found.prefixItems));
  if (list.every((one, at) => one === value[at])) return value;
  // Of a pair nothing may lack; of a list what is gone is left out.
  if (found.prefixItems) return list.includes(GONE) ? GONE : list;
  const kept = list.filter((one) => one !== GONE);
  mend.lost += list.length - kept.length;
  return kept;
}

/** @param {Schema} root @param {Schema} found @param {Record<string, any>} value @param {string} path @param {Mend} mend
 * @param {boolean} free */
function movedObject(root, found, value, path, mend, free) {
  const named = found.propertyNames?.["x-map"] === "hex";
  /** @type {Record<string, any>} */
  const after = {};
  let same = true;
  for (const [key, one] of Object.entries(value)) {
    const schema = found.properties?.[key] ?? Object.values(found.patternProperties ?? {})[0] ?? found.additionalProperties;
    const inner = moved(root, typeof schema === "object" ? schema : {}, one, path + pointer(key), mend,
      free || (typeof one !== "object" && !found.required?.includes(key)));
    const name = named ? mend.hex(key) ?? GONE : key;
    same &&= inner === one && name === key;
    if (inner === GONE && (typeof one === "object" || found.required?.includes(key))) return GONE;
    if (inner === GONE || name === GONE) mend.lost += 1;
    else after[name] = inner;
  }
  return same ? value : after;
}

/** @param {any} before @param {any} after @param {string} path @returns {Operation[]} */
function difference(before, after, path) {
  if (before === after) return [];
  if (before && after && typeof before === "object" && Array.isArray(before) === Array.isArray(after)) {
    const [old, keys] = [Object.keys(before), Object.keys(after)];
    if (keys.every((key) => Object.hasOwn(before, key)) && (!Array.isArray(before) || old.length === keys.length)) {
      const patch = old.flatMap((key) => Object.hasOwn(after, key) ? difference(before[key], after[key], path + pointer(key))
        : [{ op: "remove", path: path + pointer(key) }]);
      if (patch.length <= MANY || !path) return patch;
    }
  }
  return [{ op: "replace", path, value: after }];
}
