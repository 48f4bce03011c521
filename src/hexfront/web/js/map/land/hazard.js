/** Contaminated places: a warning pattern, a trefoil, and a word. */
import { SANS } from "../palette.js";
import { drawShape, MARKS } from "../shapes.js";

/** @typedef {import("../../../types").Mark} Mark */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../palette.js").Palette} Palette */

export const CONTAMINATED = "contaminated";
const STRIPE = 0.2;
/** Pixels a hex size from which stripes, and words, can be told. */
const FINE = 10;
const WORDS = 16;

/** Draw the marks of contaminated places, under the counters; these leave room for the word.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Mark[]} marks
 * @param {Palette} colours @param {number} scale pixels of the page a hex size */
export function drawHazards(ctx, geometry, marks, colours, scale) {
  for (const { kind, places, caption } of marks) {
    if (kind !== CONTAMINATED) continue;
    for (const id of places) {
      const place = geometry.places.get(id);
      if (!place) continue;
      ctx.save();
      ctx.translate(place.x, place.y);
      drawHatch(ctx, geometry, colours, scale);
      drawShape(ctx, MARKS.contaminated, 0, 0, 1, colours);
      if (scale > WORDS) {
        write(ctx, caption, geometry.half - 0.15, `800 ${Math.max(0.27, Math.min(0.36, 9 / scale))}px`, colours);
      }
      ctx.restore();
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Palette} colours
 * @param {number} scale */
function drawHatch(ctx, geometry, colours, scale) {
  ctx.save();
  ctx.beginPath();
  geometry.trace(ctx, { x: 0, y: 0 }, 0.985);
  ctx.fillStyle = colours.hazard;
  ctx.fill();
  ctx.clip();
  if (scale > FINE) {
    ctx.strokeStyle = colours.hazardStripe;
    ctx.lineWidth = STRIPE * 0.5;
    ctx.beginPath();
    // The number of the place stays free of them.
    const top = 0.32 - geometry.half;
    for (let x = -2; x <= 2; x += STRIPE) {
      ctx.moveTo(x - 1, 1);
      ctx.lineTo(x - top, top);
    }
    ctx.stroke();
  }
  ctx.beginPath();
  geometry.trace(ctx, { x: 0, y: 0 }, 0.985);
  ctx.lineWidth = 0.16;
  ctx.strokeStyle = colours.hazardEdge;
  ctx.stroke();
  ctx.restore();
}

/** At the foot of a place, and at its head, where a counter does not hide it.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} y @param {string} font
 * @param {Palette} colours */
function write(ctx, text, y, font, colours) {
  ctx.font = `${font} ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.09;
  ctx.strokeStyle = colours.hazardHalo;
  ctx.fillStyle = colours.hazardInk;
  ctx.strokeText(text, 0, y);
  ctx.fillText(text, 0, y);
}
