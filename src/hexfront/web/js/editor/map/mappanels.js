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

/** @param {{edit: MapEdit, tools: Tools}} props */
export function SymmetryPanel({ edit, tools }) {
  return html`<details><summary>Symmetry${edit.symmetry === "none" ? "" : `: ${SYMMETRIES[edit.symmetry]}`}</summary>
    <label class="row">Each stroke <select data-testid="symmetry" value=${edit.symmetry} onChange=${(/** @type {any} */ event) => {
      edit.symmetry = /** @type {Symmetry} */ (event.target.value);
      edit.centreAt = null;
      tools.giveUp();
    }}>${Object.entries(SYMMETRIES).map(([name, title]) => html`<option key=${name} value=${name}>${title}</option>`)}</select></label>
    <div class="buttons"><button disabled=${edit.symmetry === "none"} aria-pressed=${tools.name === "centre"} data-testid="centre" onClick=${() => {
      if (tools.name === "centre") tools.giveUp();
      else tools.choose("centre");
      edit.map?.canvas.focus({ preventScroll: true });
    }}>${tools.name === "centre" ? "Press on a hex" : "Put the centre on the map"}</button>
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
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary>Size: ${edit.grid.columns} × ${edit.grid.rows}</summary>${open && html`<${ResizeForm} edit=${edit} />`}</details>`;
}

/** All four sides: how large the map shall be, and how much of that is added or taken away at the left and the top.
 * @param {{edit: MapEdit}} props */
function ResizeForm({ edit }) {
  const { grid } = edit;
  const form = /** @type {import("../../../types").MapLayers} */ (edit.form);
  const size = /** @type {NonNullable<import("../../../types").MapLayers["size"]>} */ (form.size);
  /** As they are typed: a lone minus is a number on its way. */
  const [texts, setTexts] = useState({ columns: `${grid.columns}`, rows: `${grid.rows}`, left: "0", top: "0" });
  const wish = { columns: Number(texts.columns), rows: Number(texts.rows), left: Number(texts.left), top: Number(texts.top) };
  const { columns, rows, left, top } = wish;
  // Every second column, or row, stands half a hex further: only by two do all keep their neighbours.
  const steps = { left: form.pointy ? 1 : 2, top: form.pointy ? 2 : 1 };
  const field = (/** @type {keyof typeof wish} */ name, /** @type {string} */ title, /** @type {Record<string, number>} */ bounds) =>
    html`<label class="row">${title}<input type="number" data-testid=${`resize-${name}`} ...${bounds} value=${texts[name]}
      onInput=${(/** @type {any} */ event) => {
        const more = Number(event.target.value) - wish[name];
        setTexts({ ...texts, [name]: event.target.value,
          ...(name === "left" ? { columns: `${columns + more}` } : name === "top" ? { rows: `${rows + more}` } : {}) });
      }} /></label>`;
  const fits = (/** @type {number} */ value, /** @type {0 | 1} */ i) => Number.isInteger(value) && value >= size.least[i] && value <= size.most[i]
    && (value - size.least[i]) % size.step[i] === 0;
  const sound = fits(columns, 0) && fits(rows, 1) && Number.isInteger(left / steps.left) && Number.isInteger(top / steps.top);
  const same = columns === grid.columns && rows === grid.rows && !left && !top;
  const gone = grid.all.filter((hex) => {
    const [column, row] = grid.spot(hex);
    return column + left < 0 || column + left >= columns || row + top < 0 || row + top >= rows;
  }).length;
  const lost = sound && gone ? edit.resized(wish).lost : 0;
  return html`${field("columns", "Columns", { min: size.least[0], max: size.most[0], step: size.step[0] })}
    ${field("rows", "Rows", { min: size.least[1], max: size.most[1], step: size.step[1] })}
    ${field("left", "Of these new at the left", { step: steps.left })}${field("top", "Of these new at the top", { step: steps.top })}
    <p class="muted">All others come at the right and below; with a minus they are taken away. What names hexes is renamed with them.</p>
    ${!sound && html`<p class="problem" role="status">${size.least[0]} to ${size.most[0]} columns${size.step[0] > 1 ? ` in steps of ${size.step[0]}` : ""},
      ${" "}${size.least[1]} to ${size.most[1]} rows${size.step[1] > 1 ? ` in steps of ${size.step[1]}` : ""}; at the
      ${form.pointy ? " top" : " left"} by twos.</p>`}
    ${gone > 0 && html`<p role="status" data-testid="resize-lost">Hexes that will be gone: ${gone}${lost ? `; units and other things that name them: ${lost}` : ""}.</p>`}
    <button disabled=${!sound || same} data-testid="resize" onClick=${() => {
      edit.resize(wish);
      setTexts({ columns: `${columns}`, rows: `${rows}`, left: "0", top: "0" });
    }}>Resize</button>`;
}
