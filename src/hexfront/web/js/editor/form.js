/** Forms made of a JSON Schema: a field for each value, with its bounds and its words. */
import { html, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { pointer } from "./patch.js";
import { blank, entryName, inWords, kindOf, mayLack, namesOf, resolved, setValue } from "./schema.js";
import { SymbolField } from "./symbolfield.js";
import { Typed } from "./typed.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./schema.js").Schema} Schema */

/** Entries of a list that are shown at once. */
const SHOWN = 40;

/** What all parts of a form know: where they stand, and what they describe.
 * @typedef {{draft: Draft, role: string, root: Schema, schema: Schema, path: string, name: string,
 *   picks?: Picks}} Field */
/** How a field that holds a place is filled from the map.
 * @typedef {{isPlace: (path: string) => boolean, pick: (path: string) => void, picking: string,
 *   choices: (path: string) => string[]}} Picks `choices`: what a text may be, where that is known */

/** Change one value of a draft. @param {Field} field @param {any} value */
function set({ draft, role, path, name }, value) {
  const patch = setValue(draft.documents[role], path, value);
  if (!patch.length) return;
  const shown = value !== undefined && (typeof value !== "object" || value === null) ? `: ${String(value).slice(0, 40)}` : "";
  void draft.change(`${inWords(name)}${shown}`, { [role]: patch });
}

/** @param {Field & {value: any, required?: boolean}} props */
export function FormField(props) {
  const { root, schema, path, name, value, draft, role } = props;
  const found = resolved(root, schema, value);
  const kind = kindOf(found);
  const wrong = draft.problems.filter((each) => each.role === role && each.pointer === path);
  const id = `field-${role}${path.replaceAll(/[^\w]/g, "-")}`;
  const about = found.description?.replaceAll(/\s+/g, " ");
  if (found.const !== undefined) return null;
  if (kind === "list" || kind === "record" || kind === "table") {
    return html`<${Group} ...${props} found=${found} kind=${kind} about=${about} />`;
  }
  const sought = draft.sought?.role === role && draft.sought.pointer === path;
  return html`<div class=${`field ${kind} ${sought ? "sought" : ""}`}>
    <label for=${id}>${kind === "symbol" ? "Symbol" : inWords(name)}</label>
    <${Input} ...${props} id=${id} found=${found} kind=${kind} wrong=${wrong.length > 0} />
    ${about && html`<p class="muted" id=${`${id}-about`}>${about}${bounds(found)}</p>`}
    ${!about && bounds(found) && html`<p class="muted" id=${`${id}-about`}>${bounds(found).trim()}</p>`}
    ${wrong.map((each) => html`<p class="problem" key=${each.text}>${each.text}</p>`)}
  </div>`;
}

/** @param {Schema} found */
function bounds(found) {
  const low = found.minimum ?? found.exclusiveMinimum;
  const high = found.maximum ?? found.exclusiveMaximum;
  if (low === undefined && high === undefined) return "";
  return ` ${low ?? "…"} to ${high ?? "…"}`;
}

/** @param {Field & {value: any, id: string, found: Schema, kind: import("./schema.js").Kind, wrong: boolean}} props */
function Input(props) {
  const { found, kind, value, id, wrong, schema, picks, path } = props;
  const common = { id, "data-testid": id, "aria-describedby": `${id}-about`, "aria-invalid": wrong ? "true" : null };
  const lacks = mayLack(schema) || found.default !== undefined;
  if (kind === "choice") {
    return html`<select ...${common} value=${String(value ?? "")}
      onChange=${(/** @type {any} */ event) => set(props, event.target.value === "" ? undefined
        : found.enum.find((/** @type {any} */ one) => String(one) === event.target.value))}>
      ${(lacks || value === undefined) && html`<option value="">${found.default === undefined ? "none" : `as usual: ${found.default}`}</option>`}
      ${found.enum.map((/** @type {any} */ one) => html`<option key=${one} value=${String(one)}>${inWords(String(one))}</option>`)}
    </select>`;
  }
  if (kind === "switch") {
    return html`<input ...${common} type="checkbox" checked=${value ?? found.default ?? false}
      onChange=${(/** @type {any} */ event) => set(props, event.target.checked)} />`;
  }
  if (kind === "number") {
    const whole = found.type === "integer";
    return html`<${Typed} ...${common} type="number" step=${whole ? 1 : "any"} min=${found.minimum} max=${found.maximum}
      value=${value ?? ""} placeholder=${found.default ?? ""}
      onChange=${(/** @type {any} */ event) => {
        const { value: text } = event.target;
        const number = Number(text);
        if (text === "") set(props, lacks ? undefined : value);
        else if (Number.isFinite(number)) set(props, whole ? Math.round(number) : number);
      }} />`;
  }
  if (kind === "symbol") return html`<${SymbolField} id=${id} value=${value ?? ""} change=${(/** @type {string} */ code) => set(props, code)} />`;
  if (kind === "long") {
    return html`<${Typed} ...${common} rows=${3} value=${value ?? ""}
      onChange=${(/** @type {any} */ event) => set(props, event.target.value.replaceAll("\n", " ").trim())} />`;
  }
  if (kind === "other") return html`<code id=${id}>${JSON.stringify(value)?.slice(0, 200)}</code>`;
  const pickable = picks?.isPlace(path);
  /** @type {[string, string][]} */
  const choices = picks?.choices(path).map((one) => [one, one]) ?? [];
  if (!choices.length) choices.push(...namesOf(found, props.draft.documents));
  if (choices.length) {
    const held = value ?? "";
    if (mayLack(schema)) choices.unshift(["", "none"]);
    if (!choices.some(([one]) => one === held)) choices.unshift([held, held]);
    return html`<select ...${common} value=${held} onChange=${(/** @type {any} */ event) => set(props, event.target.value || undefined)}>
      ${choices.map(([one, title]) => html`<option key=${one} value=${one}>${title}</option>`)}</select>`;
  }
  return html`<span class="texts"><${Typed} ...${common} type=${kind === "colour" && value ? "color" : "text"} value=${value ?? ""}
      maxlength=${found.maxLength} placeholder=${found.default ?? ""}
      onChange=${(/** @type {any} */ event) => set(props, event.target.value === "" && lacks ? undefined : event.target.value)} />
    ${pickable && html`<button aria-pressed=${picks?.picking === path} onClick=${() => picks?.pick(path)}
      data-testid="pick">${picks?.picking === path ? "Click a place on the map" : "Pick on the map"}</button>`}</span>`;
}

/** Values that hold others: folded, since a scenario has hundreds.
 * @param {Field & {value: any, found: Schema, kind: string, about?: string}} props */
function Group(props) {
  const { draft, role, path, name, kind, about, value } = props;
  const sought = draft.sought?.role === role && (draft.sought.pointer === path || draft.sought.pointer.startsWith(`${path}/`));
  const wrong = draft.problems.filter((each) => each.role === role && (each.pointer === path || each.pointer.startsWith(`${path}/`)));
  const [open, setOpen] = useState(false);
  const shown = open || sought;
  const count = kind === "list" ? ` (${value?.length ?? 0})` : "";
  return html`<section class="group">
    <h3><button aria-expanded=${shown} data-testid=${`group${path.replaceAll("/", "-")}`}
      onClick=${() => {
        if (sought) draft.sought = null;
        setOpen(!shown);
      }}><${Icon} name=${shown ? "open" : "closed"} />${inWords(name)}${count}</button>
      ${wrong.length > 0 && html`<span class="problem">${wrong.length}</span>`}</h3>
    ${shown && html`<div class="inside">${about && html`<p class="muted">${about}</p>`}
      ${wrong.filter((each) => each.pointer === path).map((each) => html`<p class="problem" key=${each.text}>${each.text}</p>`)}
      ${kind === "record" ? html`<${RecordFields} ...${props} />` : kind === "list" ? html`<${ListFields} ...${props} />`
        : html`<${TableFields} ...${props} />`}</div>`}
  </section>`;
}

/** The fields of an object. @param {Field & {value: any, found: Schema, without?: string[]}} props */
export function RecordFields({ draft, role, root, found, path, value, without = [], picks }) {
  const keys = Object.keys(found.properties ?? {}).filter((key) => !without.includes(key));
  return keys.map((key) => html`<${FormField} key=${key} draft=${draft} role=${role} root=${root} picks=${picks}
    schema=${found.properties[key]} path=${path + pointer(key)} name=${key} value=${value?.[key]} />`);
}

/** The entries of a list. @param {Field & {value: any, found: Schema}} props */
function ListFields({ draft, role, root, found, path, name, value, picks }) {
  const [from, setFrom] = useState(0);
  const list = /** @type {any[]} */ (value ?? []);
  const items = found.items ?? {};
  const fixed = Boolean(found.prefixItems) || (found.minItems !== undefined && found.minItems === found.maxItems);
  const sought = draft.sought?.role === role && draft.sought.pointer.startsWith(`${path}/`)
    ? Number(draft.sought.pointer.slice(path.length + 1).split("/")[0]) : -1;
  const first = sought >= 0 ? Math.floor(sought / SHOWN) * SHOWN : from;
  const change = (/** @type {string} */ what, /** @type {import("./patch.js").Operation[]} */ patch) =>
    void draft.change(`${inWords(name)}: ${what}`, { [role]: patch });
  return html`${list.slice(first, first + SHOWN).map((entry, i) => {
    const at = first + i;
    return html`<div class="entry" key=${at}><${FormField} draft=${draft} role=${role} root=${root} picks=${picks}
      schema=${found.prefixItems?.[at] ?? items} path=${path + pointer(at)} name=${entryName(entry, at)} value=${entry} />
      ${!fixed && html`<button class="plain" aria-label=${`Remove ${entryName(entry, at)}`} title="Remove"
        onClick=${() => change(`without ${entryName(entry, at)}`, [{ op: "remove", path: path + pointer(at) }])}>×</button>`}</div>`;
  })}
  ${list.length > SHOWN && html`<p class="buttons"><button disabled=${first === 0} onClick=${() => setFrom(Math.max(0, first - SHOWN))}>Before</button>
    <span>${first + 1} to ${Math.min(list.length, first + SHOWN)} of ${list.length}</span>
    <button disabled=${first + SHOWN >= list.length} onClick=${() => setFrom(first + SHOWN)}>After</button></p>`}
  ${!fixed && html`<button data-testid=${`add${path.replaceAll("/", "-")}`}
    onClick=${() => change("one more", value === undefined || value === null ? setValue(draft.documents[role], path, [blank(root, items, draft.documents)])
      : [{ op: "add", path: `${path}/-`, value: list.length ? structuredClone(list[list.length - 1]) : blank(root, items, draft.documents) }])}>Add</button>`}`;
}

/** The entries of an object whose keys are names. @param {Field & {value: any, found: Schema}} props */
function TableFields({ draft, role, root, found, path, value, picks }) {
  const inner = typeof found.additionalProperties === "object" ? found.additionalProperties : {};
  const keys = Object.keys(value ?? {});
  return html`${keys.slice(0, 5 * SHOWN).map((key) => html`<${FormField} key=${key} draft=${draft} role=${role} root=${root} picks=${picks}
    schema=${inner} path=${path + pointer(key)} name=${key} value=${value[key]} />`)}
    ${keys.length > 5 * SHOWN && html`<p class="muted">And ${keys.length - 5 * SHOWN} more: see the text.</p>`}`;
}
