/** Signs of the map: what there is at a place, and what a click there orders. */
import { colourOf, drawParts, drawShape, MARKS, ORDERS, SIGNS } from "../shapes.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../land/ground.js").Sheet} Sheet */
/** @typedef {import("../palette.js").Palette} Palette */

/** A sign of a kind of place. @param {CanvasRenderingContext2D} ctx @param {string} kind
 * @param {number} x @param {number} y @param {number} r @param {Palette} colours */
export function drawSign(ctx, kind, x, y, r, colours) {
  if (SIGNS[kind]) drawShape(ctx, SIGNS[kind].parts, x, y, r, colours);
}

/** Settlements, ports, forts, airfields. @param {Sheet} sheet */
export function drawSigns({ ctx, land, places, colours, pixels }) {
  for (const place of places) {
    const kinds = place.signs ?? [];
    const main = Object.keys(SIGNS).find((kind) => !SIGNS[kind].corner && kinds.includes(kind));
    const [spot] = land.anchor(place.id);
    if (main && spot && pixels >= SIGNS[main].least) {
      drawSign(ctx, main, spot.x, spot.y, Math.max(0.15, 3.2 / pixels), colours);
    }
    for (const [kind, { corner, least }] of Object.entries(SIGNS)) {
      if (!corner || !kinds.includes(kind) || pixels < least) continue;
      drawSign(ctx, kind, place.x + corner[0], place.y + corner[1], Math.max(0.2, 4.6 / pixels), colours);
    }
  }
}

/** Frames of places beside the map, in which counters wait. @param {Sheet} sheet */
export function drawBoxes({ ctx, land, box, colours }) {
  for (const { x, y } of land.boxes) {
    if (x < box.x - 3 || x > box.x + box.wide + 3 || y < box.y - 3 || y > box.y + box.high + 3) continue;
    drawShape(ctx, MARKS.box, x, y, 1, colours);
  }
}

/** A sign of an order, if its kind has one. @param {CanvasRenderingContext2D} ctx @param {string} kind
 * @param {number} x @param {number} y @param {string} edge its colour @param {Palette} colours
 * @param {number} r @returns {boolean} */
export function drawOrderSign(ctx, kind, x, y, edge, colours, r) {
  if (!ORDERS[kind]) return false;
  drawParts(ctx, ORDERS[kind], x, y, r, (name) => (name === "edge" ? edge : colourOf(colours, name)));
  return true;
}
