/** Numbers of places, at their upper edge: higher where a pile of counters would lie on them.
 *
 * They are no part of the ground, which does not know where counters are. */
import { SANS } from "../palette.js";
import { pileReach } from "../pieces/stacks.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("./land.js").Land} Land */
/** @typedef {import("../palette.js").Palette} Palette */

/** Pixels a hex size from which there are numbers. */
const LEAST = 30;
/** From the upper edge of a hex to the middle of its number. */
const EDGE = 0.15;
/** Half the height of figures, in their size. */
const HALF = 0.36;

/** Write the numbers of some hexes; the context is scaled to hex sizes.
 * @param {CanvasRenderingContext2D} ctx @param {Land} land @param {Iterable<Place>} places
 * @param {number} scale pixels of the page a hex size
 * @param {Map<string, unknown[]>} stacks counters by their place @param {Palette} colours */
export function drawNumbers(ctx, land, places, scale, stacks, colours) {
  const { geometry } = land;
  if (scale < LEAST || !geometry.hexes) return;
  const size = Math.min(Math.max(0.19, 9 / scale), 15 / scale);
  ctx.font = `${size}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.fillStyle = colours.number;
  ctx.strokeStyle = colours.numberHalo;
  ctx.lineWidth = 0.06;
  for (const place of places) {
    if (land.isBox(place)) continue;
    const stack = stacks.get(place.id);
    const clear = stack ? pileReach(place, stack.length, scale).top - size * HALF - 0.02 : Infinity;
    const y = Math.min(place.y - geometry.half + EDGE, clear);
    ctx.strokeText(place.id, place.x, y);
    ctx.fillText(place.id, place.x, y);
  }
}
