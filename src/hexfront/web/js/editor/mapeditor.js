/** The map of a draft: tools at its side, layers and what they are painted with, what lies where. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { MapView } from "../map/map.js";
import { showMap } from "./boardview.js";
import { KEYS, onMapKey } from "./map/mapkeys.js";
import { ItemLists } from "./map/itemlists.js";
import { LayerPanel } from "./map/layerpanel.js";
import { MapEdit } from "./map/mapedit.js";
import { ResizePanel, SelectionPanel, SymmetryPanel, UnderlayPanel } from "./map/mappanels.js";
import { TOOLS, Tools } from "./map/tools.js";
import { paintTools } from "./map/toolpaint.js";
import { ToolIcon } from "./map/toolicons.js";

/** @typedef {import("../map/scene").Point} Point */
/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("./map/tools.js").ToolName} ToolName */

/** @type {MapEdit | null} */
let shown = null;

/** The map that is drawn on the page, for tests. */
export function shownMapEdit() {
  return shown;
}

/** @param {{draft: Draft, forms: import("../../types").DraftForms}} props */
export function MapEditor({ draft, forms }) {
  const kept = useRef(/** @type {{edit: MapEdit, tools: Tools} | null} */ (null));
  if (!kept.current) {
    const made = new MapEdit(draft, forms);
    kept.current = { edit: made, tools: new Tools(made) };
  }
  const { edit, tools } = kept.current;
  shown = edit;
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [, redraw] = useState(0);
  useEffect(() => {
    let asked = false;
    const ends = [draft.subscribe(() => edit.sync()), edit.subscribe(() => {
      if (asked) return;
      asked = true;
      queueMicrotask(() => {
        asked = false;
        redraw((count) => count + 1);
      });
    })];
    if (canvas.current) edit.attach(makeMap(canvas.current, edit, tools));
    edit.load().catch((error) => edit.say(error instanceof Error ? error.message : String(error)));
    return () => ends.forEach((end) => end());
  }, []);
  useSought(draft, edit);
  const drawn = Boolean(edit.form?.size);
  return html`<div class="mapedit">
    ${drawn && html`<${ToolBar} edit=${edit} tools=${tools} />`}
    <div class="sheet"><canvas ref=${canvas} data-testid="map" tabindex="0" role="application"
        aria-label="The map. Arrow keys move the cursor, Space uses the tool, digits choose what to paint."
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => onMapKey(edit, tools, event)}></canvas>
      ${drawn && html`<p class="status"><span data-testid="status">${statusOf(edit)}</span><span class="hint" data-testid="hint" aria-hidden="true">${edit.hint}</span></p>`}
      ${!draft.sound && html`<p class="stale">Not playable yet: see the problems.</p>`}</div>
    <div class="mappanels">
      ${drawn && html`<${LayerPanel} edit=${edit} />
        <${SelectionPanel} edit=${edit} tools=${tools} />
        <${SymmetryPanel} edit=${edit} tools=${tools} />
        <${UnderlayPanel} edit=${edit} />
        <${ResizePanel} edit=${edit} />`}
      ${edit.form && html`<${ItemLists} edit=${edit} />`}
      ${edit.form && !drawn && !edit.form.lists.length && html`<p>This scenario's map is not drawn here: it stands in cards.</p>`}
      ${drawn && html`<details><summary>Keys</summary><dl class="keys">${KEYS.map(([key, what]) =>
        html`<dt key=${key}>${key}</dt><dd>${what}</dd>`)}</dl></details>`}
    </div>
    <div class="visually-hidden" aria-live="polite" data-testid="said">${edit.said}</div>
  </div>`;
}

/** @param {HTMLCanvasElement} canvas @param {MapEdit} edit @param {Tools} tools @returns {MapView} */
function makeMap(canvas, edit, tools) {
  /** @param {Point} point in pixels of the canvas @returns {Point} in sides of a hex */
  const inSheet = ({ x, y }) => ({ x: (x - map.camera.x) / map.camera.scale, y: (y - map.camera.y) / map.camera.scale });
  const ready = () => edit.form?.size && edit.layer;
  /** @type {MapView} */
  const map = new MapView(canvas, {
    onPlace: (id) => edit.pointAt(id),
    onHover: (_, point) => {
      if (!ready() || (point.x === 0 && point.y === 0)) return;
      const hex = edit.grid.at(inSheet(point));
      if (hex < 0 || hex === edit.cursor) return;
      edit.cursor = hex;
      edit.changed();
    },
    onCamera: () => {},
    onPress: (point, event) => Boolean(ready()) && event.button === 0 && tools.press(inSheet(point), event),
    onStroke: (point) => tools.stroke(inSheet(point)),
    onLift: (point) => tools.lift(point && inSheet(point)),
    onPaint: (ctx, pixels) => paintTools(ctx, pixels, edit, tools),
  });
  showMap(map);
  return map;
}

/** Show a place that another part of the page asks for. @param {Draft} draft @param {MapEdit} edit */
function useSought(draft, edit) {
  const place = draft.sought?.place ?? "";
  useEffect(() => {
    if (!place || !edit.map) return;
    edit.sought = place;
    edit.pointAt(place);
    edit.map.reveal(place);
  }, [place, draft.sought]);
}

/** The hex of the cursor: number, what is there, where it lies. @param {MapEdit} edit */
function statusOf(edit) {
  const { cursor, grid } = edit;
  if (cursor < 0) return "Point at a hex";
  const [column, row] = grid.spot(cursor);
  return `${grid.label(cursor)} · ${edit.words(cursor)} · column ${column + 1}, row ${row + 1}`;
}

/** All tools but the one for the centre of symmetry, which stands beside that.
 * @param {{edit: MapEdit, tools: Tools}} props */
function ToolBar({ edit, tools }) {
  const names = /** @type {ToolName[]} */ (Object.keys(TOOLS)).filter((name) => name !== "centre");
  return html`<div class="toolbar" role="toolbar" aria-label="Tools">${names.map((name) => {
    const { title, key, about } = TOOLS[name];
    return html`<button key=${name} aria-pressed=${tools.name === name} title=${`${title} (${key.toUpperCase()}): ${about}`}
      aria-label=${title} data-testid=${`tool-${name}`} onClick=${() => {
        tools.choose(name);
        edit.map?.canvas.focus({ preventScroll: true });
      }}><${ToolIcon} name=${name} /></button>`;
  })}</div>`;
}
