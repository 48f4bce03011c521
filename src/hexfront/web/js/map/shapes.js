/** Shapes and lines from the tables that pictures read too, on a canvas. */
import cards from "../../drawings/cards.json" with { type: "json" };
import ground from "../../drawings/ground.json" with { type: "json" };
import table from "../../drawings/shapes.json" with { type: "json" };

/** @typedef {import("./palette.js").Palette} Palette */
/** A path, or a text around a point; names of the colours that fill and stroke it, `roofs.4` for one
 * of several; lines are round unless their `cap` is "butt". `move` is the point that it stands around,
 * and its scale; `from` the pixels a hex size from which it is drawn.
 * @typedef {{path?: string, text?: string, x?: number, y?: number, size?: number, fill?: string,
 *   stroke?: string, width?: number, dash?: number[], cap?: string, move?: number[], from?: number}} Part */
/** A stroke of a line: its width in hex sizes, or a share of the line's own, and `more`; both are at
 * least so many pixels as `least` and `moreLeast` say. It is drawn from as many pixels a hex size as
 * `from` says, and not where it would be thinner than `thinnest` pixels; it is broken from `dashFrom`.
 * @typedef {{stroke: string, width?: number, share?: number, least?: number, more?: number,
 *   moreLeast?: number, from?: number, thinnest?: number, dash?: number[], dashFrom?: number,
 *   cap?: string}} Stroke */
/** An area that merges with its neighbours: how it is filled, also seen from far above, and edged;
 * how far its edge strays.
 * @typedef {{art: string, fill?: string, far?: string, edge?: string, stray?: number}} Mass */
/** How the ground of an art is covered.
 * @typedef {{art: string, sprite: string, step: number, size: number, stray: number, share: number}} Scatter */
/** From how many pixels a hex size it is drawn; where it stands, if it is no settlement.
 * @typedef {{least: number, corner?: number[], parts: Part[]}} Sign */

/** By kind, the greatest settlement first. @type {Record<string, Sign>} */
export const SIGNS = table.signs;

/** What stands in a town; a house in a square of side 1, which is stretched.
 * @type {Record<"plaza" | "church" | "house" | "shadedHalf", Part[]>} */
export const TOWN = table.town;

/** Signs of what happens at a place. @type {Record<"contaminated" | "engagement" | "box", Part[]>} */
export const MARKS = table.marks;

/** Signs of what a click orders, in a circle of radius 1; their own colour is `edge`.
 * @type {Record<string, Part[]>} */
export const ORDERS = table.orders;

/** The cards of counters around their middle: outlines and patterns by which sides differ, light from
 * above, badges, steps, and what says that a unit is out of supply.
 * @type {{outlines: string[], light: [number, string][], edge: Stroke[], patterns: Part[][],
 *   badges: Part[][], steps: Record<"left" | "lost", Part[]>,
 *   unsupplied: Record<"hatch" | "sign", Part[]>, fractions: Record<string, string>}} */
export const CARDS = /** @type {any} */ (cards);

/** Areas, the lowest first. @type {Mass[]} */
export const MASSES = ground.masses;

/** @type {Scatter[]} */
export const SCATTERS = ground.scatters;

/** Variants of each small drawing, in a square from -1 to 1. @type {Record<string, Part[][]>} */
export const SPRITES = ground.sprites;

/** The font of words in symbols. */
const LETTERS = 'Arial, "Liberation Sans", sans-serif';

const { routes, ...single } = ground.lines;

/** Strokes of lines by their kind, the lowest first. @type {Record<keyof typeof single, Stroke[]>} */
export const LINES = single;

/** Strokes of routes by their look, the best first. @type {Stroke[][]} */
export const ROUTES = routes;

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
export function colourOf(colours, name) {
  const [, key, index, alpha] = /** @type {RegExpMatchArray} */ (name.match(/^(\w+)(?:\.(\d+))?(?: ([\d.]+))?$/));
  const value = colours[/** @type {keyof Palette} */ (key)];
  if (alpha) return `rgba(${value}, ${alpha})`;
  return String(Array.isArray(value) ? value[Number(index)] : value);
}

/** Draws a shape around a point. @param {CanvasRenderingContext2D} ctx @param {Part[]} parts
 * @param {number} x @param {number} y @param {number} size @param {Palette} colours */
export function drawShape(ctx, parts, x, y, size, colours) {
  drawParts(ctx, parts, x, y, size, (name) => colourOf(colours, name));
}

/** Strokes lines of one kind: the lowest stroke of all before the next, so that they join.
 * @param {CanvasRenderingContext2D} ctx @param {Stroke[]} strokes
 * @param {Iterable<{path: Path2D, own?: number}>} lines with the width of their own, in hex sizes
 * @param {number} pixels of the page a hex size @param {Palette} colours */
export function strokeLines(ctx, strokes, lines, pixels, colours) {
  const all = [...lines];
  ctx.lineJoin = "round";
  for (const stroke of strokes) {
    if (pixels < (stroke.from ?? 0)) continue;
    ctx.strokeStyle = colourOf(colours, stroke.stroke);
    ctx.lineCap = stroke.cap === "butt" ? "butt" : "round";
    ctx.setLineDash(pixels >= (stroke.dashFrom ?? 0) ? stroke.dash ?? [] : []);
    for (const { path, own = 0 } of all) {
      const width = stroke.width ?? (stroke.share ?? 0) * own;
      if (width * pixels < (stroke.thinnest ?? 0)) continue;
      ctx.lineWidth = Math.max(width, (stroke.least ?? 0) / pixels)
        + Math.max(stroke.more ?? 0, (stroke.moreLeast ?? 0) / pixels);
      ctx.stroke(path);
    }
  }
  ctx.setLineDash([]);
}

/** Draws the parts of a shape, the lowest first. @param {CanvasRenderingContext2D} ctx @param {Part[]} parts
 * @param {number} x @param {number} y @param {number} size
 * @param {(name: string) => string | CanvasGradient} ink what a name of a colour stands for */
export function drawParts(ctx, parts, x, y, size, ink) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  paintParts(ctx, parts, ink);
  ctx.restore();
}

/** Draws the parts of a shape where the context stands. @param {CanvasRenderingContext2D} ctx
 * @param {Part[]} parts @param {(name: string) => string | CanvasGradient} ink
 * @param {number} [pixels] of the page a hex size */
export function paintParts(ctx, parts, ink, pixels = Infinity) {
  for (const part of parts) {
    const { path = "", fill, stroke, width = 1, move, from = 0 } = part;
    if (pixels < from) continue;
    if (move) {
      ctx.save();
      ctx.translate(move[0], move[1]);
      ctx.scale(move[2], move[2]);
    }
    if (fill) ctx.fillStyle = ink(fill);
    if (part.text) paintText(ctx, part);
    else if (fill) ctx.fill(pathOf(path));
    if (stroke) {
      ctx.lineCap = part.cap === "butt" ? "butt" : "round";
      ctx.lineJoin = part.cap === "butt" ? "miter" : "round";
      ctx.setLineDash(part.dash ?? []);
      ctx.strokeStyle = ink(stroke);
      ctx.lineWidth = width;
      ctx.stroke(pathOf(path));
    }
    if (move) ctx.restore();
  }
  ctx.setLineDash([]);
}

/** Bold letters, filled. @param {CanvasRenderingContext2D} ctx @param {Part} part */
function paintText(ctx, { text = "", x = 0, y = 0, size = 1 }) {
  ctx.font = `700 ${size}px ${LETTERS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.fillText(text, x, y);
}
