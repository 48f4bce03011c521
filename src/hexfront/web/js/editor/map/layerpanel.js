/** Layers of the map, told apart by whether rules read them, and what one paints with. */
import { html, useEffect } from "../../elements/dom.js";
import { Typed } from "../typed.js";
import { swatch } from "./swatches.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("./mapedit.js").HeightMode} HeightMode */
/** @typedef {import("./mapedit.js").MapEdit} MapEdit */

const MODES = /** @type {Record<HeightMode, string>} */ ({ set: "Set to", raise: "Raise by", lower: "Lower by", smooth: "Smooth" });

/** @param {{edit: MapEdit}} props */
export function LayerPanel({ edit }) {
  const layers = edit.form?.layers ?? [];
  const { layer } = edit;
  const group = (/** @type {string} */ title, /** @type {(layer: Layer) => boolean} */ belongs) => {
    const own = layers.filter(belongs);
    return own.length > 0 && html`<div class="layers"><h2>${title}</h2>${own.map((one) => html`<button key=${one.name} aria-pressed=${one === layer}
      data-testid=${`layer-${one.name}`} title=${one.about} onClick=${() => {
        edit.layerName = one.name;
        edit.changed();
      }}>${one.title}</button>`)}</div>`;
  };
  return html`<section aria-label="Layers">
    ${group("Read by the rules", ({ ruled, zone }) => ruled && !zone)}
    ${group("Set-up and arrival", ({ zone }) => zone)}
    ${group("Only for the eye", ({ ruled, zone }) => !ruled && !zone)}
    ${layer && html`<p class="muted" data-testid="layer-about">${layer.about}</p>
      ${layer.draws === "names" ? html`<${NameField} edit=${edit} layer=${layer} />` : html`<${Palette} edit=${edit} layer=${layer} />`}
      ${layer.draws === "heights" && html`<${HeightModes} edit=${edit} layer=${layer} />`}
      ${layer.on === "hexes" && layer.draws !== "names" && html`<label class="row">Brush size
        <input type="range" min="0" max="20" value=${edit.size} data-testid="size" onInput=${(/** @type {any} */ event) => {
          edit.size = Number(event.target.value);
          edit.changed();
        }} /><output>${edit.size ? `${1 + 3 * edit.size * (edit.size + 1)} hexes` : "1 hex"}</output></label>`}`}
  </section>`;
}

/** @param {{edit: MapEdit, layer: Layer}} props */
function Palette({ edit, layer }) {
  const choose = (/** @type {string | number | null} */ value) => {
    edit.chosen.set(layer.name, value);
    edit.changed();
  };
  const values = layer.draws === "heights" ? [] : layer.values;
  return html`<div class="palette" role="group" aria-label=${`Paint ${layer.title} with`}>
    ${values.map((value, at) => html`<button key=${value.name} aria-pressed=${edit.value === value.name} title=${value.about}
      data-testid=${`value-${value.name || "none"}`} onClick=${() => choose(value.name)}><i class="swatch" style=${{ background: swatch(edit.map?.theme ?? "light", layer, value) }}></i>
      ${value.title}${at < 9 && html`<kbd>${at + 1}</kbd>`}</button>`)}
    ${(layer.store.form !== "members") && html`<button aria-pressed=${edit.value === null} data-testid="value-erase"
      onClick=${() => choose(null)}>${layer.draws === "terrain" ? edit.form?.missing?.title ?? "Not on the map" : "Erase"}<kbd>0</kbd></button>`}
  </div>`;
}

/** @param {{edit: MapEdit, layer: Layer}} props */
function HeightModes({ edit, layer }) {
  return html`<div class="row">
    <label class="visually-hidden" for="height-mode">What the brush does</label>
    <select id="height-mode" data-testid="height-mode" value=${edit.heightMode} onChange=${(/** @type {any} */ event) => {
      edit.heightMode = event.target.value;
      if (edit.value === null) edit.chosen.delete(layer.name);
      edit.changed();
    }}>${Object.entries(MODES).map(([mode, title]) => html`<option key=${mode} value=${mode}>${title}</option>`)}</select>
    ${edit.heightMode !== "smooth" && html`<label class="visually-hidden" for="height">Height</label>
      <${Typed} id="height" type="number" step="any" data-testid="height" value=${edit.heightMode === "set" ? edit.value ?? 0 : edit.heightStep}
        onChange=${(/** @type {any} */ event) => {
          const number = Number(event.target.value);
          if (!Number.isFinite(number)) return;
          if (edit.heightMode === "set") edit.chosen.set(layer.name, number);
          else edit.heightStep = number;
          edit.changed();
        }} />`}
  </div>`;
}

/** The name of the place at the cursor, which the last click has chosen. @param {{edit: MapEdit, layer: Layer}} props */
function NameField({ edit, layer }) {
  const hex = edit.naming;
  useEffect(() => {
    const field = document.getElementById("place-name");
    if (hex >= 0 && field instanceof HTMLInputElement) field.select();
  }, [hex]);
  if (hex < 0) return html`<p>Click a hex to name it.</p>`;
  return html`<label class="row">Name of ${edit.grid.label(hex)}
    <${Typed} type="text" maxlength="80" id="place-name" data-testid="name" key=${hex} value=${edit.at(layer.name, hex) ?? ""}
      onChange=${(/** @type {any} */ event) => edit.setName(layer, hex, event.target.value.trim())} /></label>`;
}
