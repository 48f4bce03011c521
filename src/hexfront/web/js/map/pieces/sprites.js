/** Small pictures that the ground repeats: crowns of trees, stones, tufts. */
import { colourOf, paintParts, SPRITES } from "../shapes.js";

/** @typedef {import("../palette.js").Palette} Palette */

const LIMIT = 400;

/** @type {Map<string, HTMLCanvasElement>} */
const made = new Map();

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
export function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}

/** A picture of a drawing, so many pixels wide.
 * @param {string} name @param {number} part in 0 … 1: which of its variants
 * @param {number} pixels @param {Palette} colours */
export function sprite(name, part, pixels, colours) {
  const variants = SPRITES[name];
  const variant = Math.floor(part * variants.length);
  const size = Math.max(3, Math.round(pixels));
  const key = `${name} ${variant} ${size} ${colours.clear}`;
  const known = made.get(key);
  if (known) return known;
  if (made.size > LIMIT) made.clear();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(size / 2, 0, 0, size / 2, size / 2, size / 2);
  paintParts(ctx, variants[variant], (colour) => colourOf(colours, colour));
  made.set(key, canvas);
  return canvas;
}
