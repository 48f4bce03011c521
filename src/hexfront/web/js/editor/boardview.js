/** The board of a draft as players will see it, with its counters. */
import { html, useEffect, useRef } from "../elements/dom.js";
import { MapView } from "../map/map.js";

/** @typedef {import("./draft.js").Draft} Draft */

/** @type {MapView | null} */
let shown = null;

/** The map on the page. */
export function shownMap() {
  return shown;
}

/** @param {{draft: Draft, lit?: string[], selected?: string,
 *   onPlace?: (id: string) => void, onGrab?: (place: string) => string,
 *   onDrop?: (counter: string, place: string) => void, bare?: boolean, figures?: Record<string, number>}} props
 * `bare`: without counters; `figures` are shown at their places. */
export function BoardView({ draft, lit = [], selected = "", onPlace, onGrab, onDrop, bare = false, figures }) {
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
    shown = map.current;
  }, []);
  useEffect(() => {
    if (!map.current || !board) return;
    if (map.current.geometry?.board.places.length === board.places.length) map.current.changeBoard(board);
    else map.current.setBoard(board);
    /** @type {import("../map/scene").ShownReading | null} */
    const reading = figures ? { overlay: "", subject: "", caption: "", clause: "", places: figures, paths: {}, figures: [], lines: {}, look: "fight" } : null;
    map.current.show({ view, lit, selected, hideCounters: bare, reading });
  });
  return html`<div class="board">
    <canvas ref=${canvas} data-testid="board" tabindex="0" role="application"
      aria-label="The map with its counters"></canvas>
    ${!draft.sound && html`<p class="stale" role="status">${board ? "The map is shown as it was before the problems."
      : "The map is shown when the problems are gone."}</p>`}
  </div>`;
}
