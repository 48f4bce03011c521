/** Shapes from the table that pictures read too, on a canvas. */
import table from "../../drawings/shapes.json" with { type: "json" };

/** @typedef {import("./palette.js").Palette} Palette */
/** A path; names of the colours that fill and stroke it, `roofs.4` for one of several.
 * @typedef {{path: string, fill?: string, stroke?: string, width?: number}} Part */
/** From how many pixels a hex size it is drawn; where it stands, if it is no settlement.
 * @typedef {{least: number, corner?: number[], parts: Part[]}} Sign */

/** By kind, the greatest settlement first. @type {Record<string, Sign>} */
export const SIGNS = table.signs;

/** What stands in a town. @type {{plaza: Part[], church: Part[]}} */
export const TOWN = table.town;

/** Pieces by their sign, in a square from -1 to 1. @type {Record<string, Part[]>} */
export const PIECES = table.pieces;

/** @type {Map<string, Path2D>} */
const paths = new Map();

/** @param {string} data */
function pathOf(data) {
  const path = paths.get(data) ?? new Path2D(data);
  paths.set(data, path);
  return path;
}

/** @param {Palette} colours @param {string} name */
function colourOf(colours, name) {
  const [key, index] = name.split(".");
  const value = colours[/** @type {keyof Palette} */ (key)];
  return String(Array.isArray(value) ? value[Number(index)] : value);
}

/** Draws a shape around a point. @param {CanvasRenderingContext2D} ctx @param {Part[]} parts
 * @param {number} x @param {number} y @param {number} size @param {Palette} colours */
export function drawShape(ctx, parts, x, y, size, colours) {
  drawParts(ctx, parts, x, y, size, (name) => colourOf(colours, name));
}

/** Draws the parts of a shape, the lowest first. @param {CanvasRenderingContext2D} ctx @param {Part[]} parts
 * @param {number} x @param {number} y @param {number} size
 * @param {(name: string) => string | CanvasGradient} ink what a name of a colour stands for */
export function drawParts(ctx, parts, x, y, size, ink) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  ctx.lineCap = ctx.lineJoin = "round";
  for (const { path, fill, stroke, width } of parts) {
    if (fill) {
      ctx.fillStyle = ink(fill);
      ctx.fill(pathOf(path));
    }
    if (stroke) {
      ctx.strokeStyle = ink(stroke);
      ctx.lineWidth = width ?? 1;
      ctx.stroke(pathOf(path));
    }
  }
  ctx.restore();
}
