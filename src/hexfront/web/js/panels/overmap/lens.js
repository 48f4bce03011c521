/** A glass over the map: the place under the pointer or the cursor of the keys, large, with all that stands there. */
import { html, useLayoutEffect, useRef } from "../../elements/dom.js";
import { Magnifier } from "../../map/magnifier.js";

/** @typedef {import("../../store/session.js").Session} Session */

const SIDE = 260;
const EDGE = 10;

/** @param {{session: Session}} props */
export function Lens({ session }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const magnifier = useRef(new Magnifier());
  const { map, selection, switches } = session;
  const id = selection.hover || session.counter(selection.selected)?.place || "";
  const place = map?.geometry?.places.get(id);
  const shown = switches.lens && map && place;
  useLayoutEffect(() => {
    if (shown && canvas.current) magnifier.current.draw(canvas.current, map, place, SIDE);
  });
  if (!shown) return null;
  // In the corner that is further from what it shows.
  const at = map.point(id) ?? { x: 0, y: 0 };
  const side = at.x > map.wide / 2 ? { left: `${EDGE + 50}px` } : { right: `${EDGE}px` };
  return html`<canvas class="lens" ref=${canvas} data-testid="lens" aria-hidden="true"
    style=${{ width: `${SIDE}px`, height: `${SIDE}px`, top: "56px", ...side }}></canvas>`;
}
