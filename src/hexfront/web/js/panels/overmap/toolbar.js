/** The tools of the map, and the legend of what lies over it. */
import { html, useEffect, useRef, useState } from "../../elements/dom.js";
import { Icon } from "../../elements/icons.js";
import { savePicture, shownKey } from "../../store/orders/keys.js";
import { figure, WhyLink } from "../../elements/parts.js";
import { LAYERS, TINTS } from "../../map/reading.js";
import { keepSetting, setting } from "../../store/storage.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** Pixels of the page's width up to which the map has little room. */
const SMALL = 820;
/** Pictures of the buttons, on a field of 20 by 20. */
const SIGNS = {
  plus: "M10 4v12M4 10h12", minus: "M4 10h12",
  fit: "M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4",
  grid: "M7 3h6l4 7-4 7H7l-4-7z", numbers: "M7 4 5 16M14 4l-2 12M4 8h13M3 12h13",
  names: "M5 16 10 4l5 12M7 12h6",
  counters: "M4 4h12v12H4zM4 4l12 12M16 4 4 16", minimap: "M3 4h14v12H3zM10 10h7v6h-7z",
  key: "M4 5h3v3H4zM4 12h3v3H4zM10 6.5h7M10 13.5h7", links: "M3 15 8 9l5 3 4-8M8 9 5 4",
  heights: "M2 16 8 5l4 7 2-3 4 7zM6 9l2 1 2-1", lens: "M9 4a5 5 0 1 0 .01 0M12.5 12.5 17 17", picture: "M3 6h3l2-2h4l2 2h3v10H3zM10 8a3 3 0 1 0 .01 0", tools: "M3 6h14M3 10h14M3 14h14",
};

/** @param {{sign: keyof typeof SIGNS}} props */
function Sign({ sign }) {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${SIGNS[sign]} /></svg>`;
}

/** @param {{session: Session}} props */
export function Toolbar({ session }) {
  const [open, setOpen] = useState(setting("tools", innerWidth > SMALL ? "open" : "closed") === "open");
  const { map, overlays } = session;
  /** @param {keyof typeof SIGNS} sign @param {string} title @param {string} key
   * @param {() => void} run @param {boolean} [pressed] */
  const tool = (sign, title, key, run, pressed) => html`<button title=${`${title} (${key})`}
    aria-label=${title} aria-pressed=${pressed} aria-keyshortcuts=${key} onClick=${run}
    data-testid=${`tool-${sign}`}><${Sign} sign=${sign} /></button>`;
  const on = session.switches;
  const { paper } = session;
  return html`<div class="tools" role="toolbar" aria-label="Map" aria-orientation="vertical">
    ${tool("plus", "Zoom in", "+", () => map?.zoom(1.3))}
    ${tool("minus", "Zoom out", "-", () => map?.zoom(0.77))}
    ${tool("fit", "Show the whole map", "F", () => map?.fit())}
    ${open && html`${!paper && tool("grid", "Grid", "G", () => session.toggle("grid"), on.grid)}
      ${!paper && tool("numbers", "Numbers of the places", "N", () => session.toggle("numbers"), on.numbers)}
      ${tool("names", "Names of the places", "B", () => session.toggle("names"), on.names)}
      ${session.board?.board.links?.length && tool("links", "Routes", "W", () => session.toggle("links"), on.links)}
      ${tool("key", "Key of the map", "K", () => session.toggle("key"), on.key)}
      ${tool("counters", "Hide the counters", "H", () => session.toggle("hideCounters"), on.hideCounters)}
      ${tool("minimap", "Small map", "M", () => session.toggle("minimap"), on.minimap)}
      ${tool("lens", "Magnify what is under the pointer", "Q", () => session.toggle("lens"), on.lens)}
      ${overlays.heights && tool("heights", "Heights", "Shift+H", () => overlays.toggle(/** @type {any} */ (overlays.heights)), overlays.shows("heights"))}
      ${tool("picture", "Save the map as a picture", "P", () => savePicture(session))}
      ${overlays.all.filter((overlay) => !overlay.of_order).map((overlay) => html`<button key=${overlay.name} class="overlay"
        title=${`${overlay.title}${overlay.of_counter ? " of the chosen unit" : overlay.of_place ? " at the chosen place" : ""}: ${overlay.description}${overlay.key
          ? ` (${shownKey(overlay)})` : ""}`}
        aria-label=${overlay.title} aria-pressed=${overlays.shows(overlay.name)}
        data-testid=${`overlay-${overlay.name}`} onClick=${() => {
          overlays.toggle(overlay);
          // On a small screen the tools lie over much of the map.
          if (innerWidth <= SMALL) setOpen(false);
        }}>
        ${/[A-Z]/.test(overlay.key) ? overlay.title.slice(0, 2) : (overlay.key || overlay.title.slice(0, 1)).toUpperCase()}</button>`)}`}
    <button title=${open ? "Fewer tools" : "More tools"} aria-label=${open ? "Fewer tools" : "More tools"}
      aria-expanded=${open} data-testid="tools" onClick=${() => {
        keepSetting("tools", open ? "closed" : "open");
        setOpen(!open);
        session.changed();
      }}>${open ? html`<${Icon} name="back" />` : html`<${Sign} sign="tools" />`}</button>
  </div>`;
}

/** The whole map in a corner; a click or a drag moves the view. @param {{session: Session}} props */
export function Minimap({ session }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const shown = session.switches.minimap;
  useEffect(() => session.map?.setMinimap(shown ? canvas.current : null), [shown, session.map]);
  return shown && html`<canvas class="minimap" ref=${canvas} data-testid="minimap" aria-hidden="true"></canvas>`;
}

/** What lies over the map and what its figures mean, each to be put away. @param {{session: Session}} props */
export function Legend({ session }) {
  // Numbers without places are read in a tab of their own.
  const readings = session.overlays.stack().filter(({ figures, places }) => !figures.length || Object.keys(places).length);
  if (!readings.length) return null;
  return html`<div class="legend" role="status" data-testid="legend">${readings.map((reading, i) => {
    const overlay = session.overlays.find(reading.overlay);
    const values = Object.values(reading.places);
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const ranks = reading.look === "heights" && !session.board?.board.heights;
    return html`<div key=${`${reading.overlay} ${reading.subject}`}><div>${reading.look === "heights"
      ? html`<span class="swatch" style=${{ background: `linear-gradient(90deg, ${TINTS.join()})` }} aria-hidden="true"></span> `
      : reading !== session.overlays.scene()
      && html`<span class="swatch layer" style=${{ "--layer": LAYERS[i % LAYERS.length] }} aria-hidden="true"></span> `}<b>${reading.caption}</b>
        ${" "}<${WhyLink} session=${session} clause=${reading.clause} />
        <button class="plain" aria-label="Put away" title="Put away (Esc)"
          onClick=${() => session.overlays.drop(reading.overlay)}>×</button></div>
      ${i === 0 && html`<div class="muted">${overlay?.description}${values.length > 0 && !ranks
        && `: ${least === most ? figure(least) : `${figure(least)} to ${figure(most)}`}`}</div>`}</div>`;
  })}</div>`;
}
