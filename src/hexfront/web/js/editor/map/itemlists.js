/** Lists of things of the map that are changed in forms: spaces of a ring, changes by cycle, words. */
import { html, useState } from "../../elements/dom.js";
import { RecordFields } from "../form.js";
import { pointer, valueAt } from "../patch.js";
import { entryName, resolved, setValue } from "../schema.js";

/** @typedef {import("../../../types").ItemList} ItemList */
/** @typedef {import("./mapedit.js").MapEdit} MapEdit */

/** @param {{edit: MapEdit}} props */
export function ItemLists({ edit }) {
  return (edit.form?.lists ?? []).map((list) => html`<${Items} key=${list.name} edit=${edit} list=${list} />`);
}

/** @param {{edit: MapEdit, list: ItemList}} props */
function Items({ edit, list }) {
  const role = /** @type {import("../../../types").MapLayers} */ (edit.form).role;
  const entries = /** @type {any[]} */ (valueAt(edit.draft.documents[role], list.at) ?? []);
  const [chosen, setChosen] = useState(-1);
  const [open, setOpen] = useState(list.key !== "");
  const pointed = list.key && edit.pointed ? entries.findIndex((entry) => entry?.[list.key] === edit.pointed) : -1;
  const at = pointed >= 0 ? pointed : Math.min(chosen, entries.length - 1);
  const choose = (/** @type {number} */ next) => {
    setChosen(next);
    if (!list.key) return;
    edit.pointed = String(entries[next]?.[list.key] ?? "");
    edit.showView();
    edit.changed();
  };
  const change = (/** @type {string} */ what, /** @type {any[]} */ patch, /** @type {number} */ next) => {
    void edit.draft.change(`${list.title}: ${what}`, { [role]: patch });
    edit.pointed = "";
    setChosen(next);
  };
  const name = at >= 0 ? entryName(entries[at], at) : "";
  return html`<details open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)} data-testid=${`list-${list.name}`}>
    <summary>${list.title}: ${entries.length}</summary>
    ${open && html`${list.about && html`<p class="muted">${list.about}</p>`}
      <label class="row">One of them <select data-testid=${`choose-${list.name}`} value=${at} onChange=${(/** @type {any} */ event) => choose(Number(event.target.value))}>
        <option value="-1">choose</option>${entries.map((entry, i) => html`<option key=${i} value=${i}>${i + 1}. ${entryName(entry, i)}</option>`)}</select></label>
      <div class="buttons">
        <button data-testid=${`add-${list.name}`} onClick=${() => {
          const value = fresh(list, entries, at);
          const patch = entries.length || valueAt(edit.draft.documents[role], list.at) !== undefined
            ? [{ op: "add", path: at >= 0 ? `${list.at}${pointer(at + 1)}` : `${list.at}/-`, value }]
            : setValue(edit.draft.documents[role], list.at, [value]);
          change("one more", patch, at >= 0 ? at + 1 : entries.length);
        }}>${at >= 0 ? "Add behind it" : "Add"}</button>
        <button disabled=${at < 0} data-testid=${`remove-${list.name}`} onClick=${() =>
          change(`without ${name}`, [{ op: "remove", path: list.at + pointer(at) }], -1)}>Remove</button>
        <button disabled=${at < 1} onClick=${() => change(`${name} before`,
          [{ op: "move", from: list.at + pointer(at), path: list.at + pointer(at - 1) }], at - 1)}>Before</button>
        <button disabled=${at < 0 || at >= entries.length - 1} onClick=${() => change(`${name} behind`,
          [{ op: "move", from: list.at + pointer(at), path: list.at + pointer(at + 1) }], at + 1)}>Behind</button>
      </div>
      ${at >= 0 && edit.schema && html`<${RecordFields} draft=${edit.draft} role=${role} root=${edit.schema}
        found=${resolved(edit.schema, schemaOf(edit.schema, list))} path=${list.at + pointer(at)} value=${entries[at]} />`}`}
  </details>`;
}

/** @param {Record<string, any>} root @param {ItemList} list */
const schemaOf = (root, list) => valueAt(root, list.schema) ?? {};

/** A new entry: what the system says of one, or a copy of another, with a name that no other has.
 * @param {ItemList} list @param {any[]} entries @param {number} at */
function fresh(list, entries, at) {
  const like = Object.keys(list.fresh).length ? list.fresh : entries[Math.max(at, 0)] ?? {};
  const value = structuredClone(like);
  if (typeof value.name === "string") {
    const names = new Set(entries.map((entry) => entry?.name));
    let number = 1;
    while (names.has(`${value.name}-${number}`)) number += 1;
    value.name = `${value.name}-${number}`;
  }
  return value;
}
