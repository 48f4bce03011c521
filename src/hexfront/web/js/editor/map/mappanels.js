/** What one does with a selection, symmetry, the picture beneath, the size of the map. */
import { html, useState } from "../../elements/dom.js";
import { SYMMETRIES } from "./symmetry.js";

/** @typedef {import("./mapedit.js").MapEdit} MapEdit */
/** @typedef {import("./symmetry.js").Symmetry} Symmetry */
/** @typedef {import("./tools.js").Tools} Tools */

/** @param {{edit: MapEdit, tools: Tools}} props */
export function SelectionPanel({ edit, tools }) {
  const none = edit.selection.size === 0;
  const button = (/** @type {string} */ title, /** @type {string} */ name, /** @type {() => void} */ act, off = none) =>
    html`<button disabled=${off} data-testid=${`selection-${name}`} onClick=${() => {
      act();
      edit.map?.canvas.focus({ preventScroll: true });
    }}>${title}</button>`;
  return html`<details><summary>Selection${none ? "" : `: ${edit.selection.size}`}</summary><div class="buttons">
    ${button("Paint", "fill", () => tools.fillSelection())}
    ${button("Clear", "clear", () => tools.clear())}
    ${button("Copy", "copy", () => tools.copy())}
    ${button("Cut", "cut", () => tools.cut())}
    ${button("Paste", "paste", () => tools.choose("stamp"), !tools.clip)}
    ${button("Turn 60°", "turn", () => tools.turnSelection("turn"))}
    ${button("Mirror", "flip", () => tools.turnSelection("flip"))}
    ${button("Select all", "all", () => {
      edit.selection = new Set(edit.grid.all);
      edit.changed();
    }, false)}
    ${button("Select none", "none", () => {
      edit.selection = new Set();
      edit.changed();
    })}
  </div></details>`;
}

/** @param {{edit: MapEdit}} props */
export function SymmetryPanel({ edit }) {
  return html`<details><summary>Symmetry${edit.symmetry === "none" ? "" : `: ${SYMMETRIES[edit.symmetry]}`}</summary>
    <label class="row">Each stroke <select data-testid="symmetry" value=${edit.symmetry} onChange=${(/** @type {any} */ event) => {
      edit.symmetry = /** @type {Symmetry} */ (event.target.value);
      edit.centreAt = null;
      edit.changed();
    }}>${Object.entries(SYMMETRIES).map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select></label>
    <div class="buttons"><button disabled=${edit.cursor < 0} onClick=${() => {
      edit.centreAt = edit.grid.centre(edit.cursor);
      edit.changed();
    }}>Centre at the cursor</button>
    <button disabled=${!edit.centreAt} onClick=${() => {
      edit.centreAt = null;
      edit.changed();
    }}>Centre of the map</button></div></details>`;
}

/** @param {{edit: MapEdit}} props */
export function UnderlayPanel({ edit }) {
  const [trouble, setTrouble] = useState("");
  const { underlay } = edit;
  const number = (/** @type {string} */ title, /** @type {"x" | "y" | "width" | "opacity"} */ name, /** @type {Record<string, number>} */ bounds) =>
    html`<label class="row">${title}<input type=${name === "opacity" ? "range" : "number"} data-testid=${`underlay-${name}`} ...${bounds}
      value=${underlay?.[name]} onInput=${(/** @type {any} */ event) => {
        const value = Number(event.target.value);
        if (underlay && Number.isFinite(value) && event.target.value !== "") void edit.setUnderlay({ ...underlay, [name]: value });
      }} /></label>`;
  return html`<details><summary>Picture to trace</summary>
    <p class="muted">It lies beneath the map in this browser alone: it goes into no draft and no pack.</p>
    <label class="row">Picture <input type="file" accept="image/png,image/jpeg,image/webp" data-testid="underlay-file"
      onChange=${(/** @type {any} */ event) => {
        const [file] = event.target.files;
        if (file) edit.openUnderlay(file).then(() => setTrouble(""), (error) => setTrouble(error.message));
      }} /></label>
    ${trouble && html`<p class="problem" role="alert">${trouble}</p>`}
    ${underlay && html`${number("Width", "width", { min: 1, max: 1000, step: 0.5 })}
      ${number("Left edge", "x", { step: 0.25 })}${number("Upper edge", "y", { step: 0.25 })}
      ${number("Opacity", "opacity", { min: 0, max: 1, step: 0.05 })}
      <button onClick=${() => edit.setUnderlay(null)}>Take it away</button>`}
  </details>`;
}

/** @param {{edit: MapEdit}} props */
export function ResizePanel({ edit }) {
  const { grid } = edit;
  const size = /** @type {NonNullable<import("../../../types").MapLayers["size"]>} */ (edit.form?.size);
  const [wish, setWish] = useState(/** @type {{columns?: number, rows?: number}} */ ({}));
  const field = (/** @type {"columns" | "rows"} */ name, /** @type {0 | 1} */ i) => html`<label class="row">${name === "columns" ? "Columns" : "Rows"}
    <input type="number" data-testid=${`resize-${name}`} min=${size.least[i]} max=${size.most[i]} step=${size.step[i]}
      value=${wish[name] ?? grid[name]} onInput=${(/** @type {any} */ event) => setWish({ ...wish, [name]: Number(event.target.value) })} /></label>`;
  const columns = wish.columns ?? grid.columns;
  const rows = wish.rows ?? grid.rows;
  const sound = [columns, rows].every((value, i) => Number.isInteger(value) && value >= size.least[i] && value <= size.most[i]
    && (value - size.least[i]) % size.step[i] === 0);
  const lost = grid.all.filter((hex) => grid.spot(hex)[0] >= columns || grid.spot(hex)[1] >= rows).length;
  return html`<details><summary>Size: ${grid.columns} × ${grid.rows}</summary>${field("columns", 0)}${field("rows", 1)}
    ${lost > 0 && html`<p>${lost} hexes at the right and the lower edge will be gone.</p>`}
    <button disabled=${!sound || (columns === grid.columns && rows === grid.rows)} data-testid="resize" onClick=${() => {
      edit.resize(columns, rows);
      setWish({});
    }}>Resize</button></details>`;
}
