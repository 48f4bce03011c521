/** Pieces that are no units of an army: drawn by their sign, in the colour of their side. */
import { NARROW } from "../palette.js";
import { drawParts, PIECES } from "../shapes.js";

const INK = "rgba(20, 16, 10, 0.85)";

/** A colour made lighter, or with a number below 0 darker. @param {string} colour @param {number} part */
export function shaded(colour, part) {
  const number = Number.parseInt(colour.slice(1), 16);
  const to = part > 0 ? 255 : 0;
  const mixed = [16, 8, 0].map((shift) => {
    const old = (number >> shift) & 255;
    return Math.round(old + (to - old) * Math.abs(part));
  });
  return `rgb(${mixed.join(", ")})`;
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function sheen(ctx, colour) {
  const light = ctx.createLinearGradient(-0.7, 0, 0.75, 0);
  light.addColorStop(0, shaded(colour, 0.42));
  light.addColorStop(0.45, colour);
  light.addColorStop(1, shaded(colour, -0.35));
  return light;
}

/** What a name of a colour stands for: that of the side, a lighter or darker one, or itself.
 * @param {CanvasRenderingContext2D} ctx @param {string} side @param {string} name */
function inkOf(ctx, side, name) {
  if (name === "ink") return INK;
  if (name === "sheen") return sheen(ctx, side);
  return name.startsWith("side") ? shaded(side, Number(name.slice("side".length))) : name;
}

/** Draw a sign around a point. @param {CanvasRenderingContext2D} ctx @param {string} sign
 * @param {string} colour @param {number} x @param {number} y @param {number} radius */
export function drawPiece(ctx, sign, colour, x, y, radius) {
  drawParts(ctx, PIECES[sign] ?? PIECES.other, x, y, radius, (name) => inkOf(ctx, colour, name));
  if (!PIECES[sign]) writeIn(ctx, sign.slice(0, 1).toUpperCase(), x, y + 0.05 * radius, radius);
}

/** How many there are, in a disc at the lower right of a square from -1 to 1.
 * @param {CanvasRenderingContext2D} ctx @param {number | string} number */
export function drawNumber(ctx, number) {
  drawParts(ctx, PIECES.number, 0, 0, 1, (name) => name);
  writeIn(ctx, String(number), 0.62, 0.61, 0.62);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y
 * @param {number} size */
function writeIn(ctx, text, x, y, size) {
  ctx.fillStyle = "#ffffff";
  ctx.font = `700 ${size}px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y);
}
