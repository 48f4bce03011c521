/** The board of a draft as players will see it, with its counters. */
import { html, useEffect, useRef } from "../elements/dom.js";
import { MapView } from "../map/map.js";

/** @typedef {import("./draft.js").Draft} Draft */

/** What one sees of a game that cannot begin. @type {import("../../types").View} */
const NOTHING = { viewer: -1, time: 0, kind: 0, must_act: false, title: "", prompt: "", counters: [], marks: [], tracks: [],
  gauges: [], owners: [], terrain_overrides: {} };

/** @type {MapView | null} */
let shown = null;

/** The map on the page. */
export function shownMap() {
  return shown;
}

/** @param {MapView} map */
export function showMap(map) {
  shown = map;
}

/** @param {{draft: Draft, lit?: string[], selected?: string,
 *   onPlace?: (id: string) => void, onGrab?: (place: string) => string,
 *   onDrop?: (counter: string, place: string) => void, bare?: boolean, figures?: Record<string, number>,
 *   units?: import("../../types").Counter[], reading?: import("../../types").OverlayReading | null}} props
 * `bare`: without counters; `figures` are shown at their places; `units`: counters in place of those
 * of the view, which a draft with problems has no newer ones of. */
export function BoardView({ draft, lit = [], selected = "", onPlace, onGrab, onDrop, bare = false, figures, units, reading: shownReading = null }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const map = useRef(/** @type {MapView | null} */ (null));
  const told = useRef({ onPlace, onGrab, onDrop });
  told.current = { onPlace, onGrab, onDrop };
  const { board, view } = draft;
  useEffect(() => {
    if (!canvas.current) return;
    map.current = new MapView(canvas.current, {
      onPlace: (id) => told.current.onPlace?.(id),
      onHover: () => {},
      onCamera: () => {},
      onGrab: (id) => told.current.onGrab?.(id) ?? "",
      onDrop: (counter, id) => told.current.onDrop?.(counter, id),
    });
    showMap(map.current);
  }, []);
  useEffect(() => {
    if (!map.current || !board) return;
    if (map.current.geometry?.board.places.length === board.places.length) map.current.changeBoard(board);
    else map.current.setBoard(board);
    /** @type {import("../map/scene").ShownReading | null} */
    const reading = figures ? { overlay: "", subject: "", caption: "", clause: "", places: figures, paths: {}, figures: [], lines: {}, look: "fight" }
      : shownReading && { ...shownReading, look: "move" };
    // Where something is wrong is marked too: a hex, or where the unit stands.
    const wrong = draft.problems.flatMap(({ place }) => place && map.current?.geometry?.places.has(place) ? [place] : []);
    const counters = units && !draft.sound ? units : view?.counters ?? [];
    map.current.show({ view: { ...NOTHING, ...view, counters }, lit: [...new Set([...lit, ...wrong])], selected, hideCounters: bare, reading });
  });
  return html`<div class="board">
    <canvas ref=${canvas} data-testid="board" tabindex="0" role="application"
      aria-label="The map with its counters"></canvas>
    ${!draft.sound && html`<p class="stale" role="status">${board ? "It cannot be played yet: see the problems."
      : "The map is shown when its problems are gone."}</p>`}
  </div>`;
}
