/** Counters as cached bitmaps: a NATO symbol on a card of its side. */
import { sideColour } from "./palette.js";

/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").BoardSide} BoardSide */

/** The side of a counter and the margin for its shadow, in hex sizes. */
export const COUNTER = 1.16;
const MARGIN = 0.12;
const LIMIT = 600;
const FONT = '"Arial Narrow", "Helvetica Neue", Arial, sans-serif';

/** @type {Map<string, HTMLCanvasElement>} */
const cards = new Map();
/** @type {Map<string, HTMLCanvasElement | null>} */
const symbols = new Map();

/** The figures that stand below the symbol. @param {Counter} counter */
export function figures(counter) {
  const values = Object.values(counter.values).filter((value) => typeof value === "number");
  return values.slice(0, 3).join("–");
}

/** The symbol of a code; null where the code has none.
 * @param {string} sidc @param {number} size @returns {HTMLCanvasElement | null} */
function symbol(sidc, size) {
  const key = `${sidc} ${size}`;
  if (!symbols.has(key)) {
    if (symbols.size > LIMIT) symbols.clear();
    let drawn = null;
    if (sidc && window.ms) {
      const made = new window.ms.Symbol(sidc, { size, strokeWidth: 5, infoFields: false });
      drawn = made.isValid() ? made.asCanvas() : null;
    }
    symbols.set(key, drawn);
  }
  return symbols.get(key) ?? null;
}

/** A counter's card for a scale in device pixels a hex size.
 * @param {Counter} counter @param {BoardSide[]} sides @param {number} scale
 * @returns {HTMLCanvasElement} */
export function card(counter, sides, scale) {
  const pixels = Math.max(8, Math.round(scale));
  const { side, sidc, known, name } = counter;
  const key = JSON.stringify([pixels, side, sidc, known, name, figures(counter)]);
  const cached = cards.get(key);
  if (cached) return cached;
  if (cards.size > LIMIT) cards.clear();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil((COUNTER + 2 * MARGIN) * pixels);
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.scale(pixels, pixels);
  ctx.translate(MARGIN, MARGIN);
  drawCard(ctx, counter, sideColour(sides, side), pixels);
  cards.set(key, canvas);
  return canvas;
}

/** @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {string} colour
 * @param {number} pixels */
function drawCard(ctx, counter, colour, pixels) {
  ctx.save();
  ctx.shadowColor = "rgba(0, 0, 0, 0.5)";
  ctx.shadowBlur = pixels * 0.09;
  ctx.shadowOffsetY = pixels * 0.045;
  ctx.fillStyle = colour;
  rounded(ctx, 0, 0, COUNTER, COUNTER, 0.13);
  ctx.fill();
  ctx.restore();
  rounded(ctx, 0, 0, COUNTER, COUNTER, 0.13);
  ctx.save();
  ctx.clip();
  const light = ctx.createLinearGradient(0, 0, 0, COUNTER);
  light.addColorStop(0, "rgba(255, 255, 255, 0.3)");
  light.addColorStop(0.5, "rgba(255, 255, 255, 0.08)");
  light.addColorStop(1, "rgba(0, 0, 0, 0.18)");
  ctx.fillStyle = light;
  ctx.fillRect(0, 0, COUNTER, COUNTER);
  drawPattern(ctx, counter.side);
  ctx.restore();
  ctx.lineWidth = 0.03;
  ctx.strokeStyle = "rgba(0, 0, 0, 0.55)";
  ctx.stroke();
  drawFace(ctx, counter, pixels);
}

/** A band at the left edge by which sides differ without colour.
 * @param {CanvasRenderingContext2D} ctx @param {number} side */
function drawPattern(ctx, side) {
  const wide = 0.13;
  ctx.fillStyle = "rgba(0, 0, 0, 0.35)";
  ctx.fillRect(0, 0, wide, COUNTER);
  ctx.fillStyle = ctx.strokeStyle = "rgba(255, 255, 255, 0.85)";
  ctx.lineWidth = 0.05;
  if (side % 4 === 1) ctx.fillRect(wide * 0.28, 0, wide * 0.44, COUNTER);
  for (let y = -0.1; y < COUNTER + 0.2 && side % 4 !== 1; y += 0.16) {
    ctx.beginPath();
    if (side % 4 === 0) {
      ctx.moveTo(0, y + wide);
      ctx.lineTo(wide, y);
      ctx.stroke();
    } else if (side % 4 === 2) {
      ctx.arc(wide / 2, y, 0.04, 0, 2 * Math.PI);
      ctx.fill();
    } else {
      ctx.moveTo(0, y);
      ctx.lineTo(wide, y);
      ctx.stroke();
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {number} pixels */
function drawFace(ctx, counter, pixels) {
  const centre = COUNTER / 2 + 0.065;
  const small = pixels < 26;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "#ffffff";
  ctx.shadowColor = "rgba(0, 0, 0, 0.6)";
  ctx.shadowBlur = pixels * 0.03;
  if (!counter.known) {
    ctx.font = `700 0.8px ${FONT}`;
    ctx.fillText("?", centre, COUNTER / 2 + 0.04);
    ctx.shadowBlur = 0;
    return;
  }
  const value = figures(counter);
  if (value && !small) {
    ctx.font = `700 0.3px ${FONT}`;
    ctx.fillText(value, centre, COUNTER - 0.155, COUNTER - 0.2);
  }
  const named = counter.name && !small;
  if (named) {
    ctx.font = `600 0.17px ${FONT}`;
    ctx.fillText(counter.name, centre, 0.115, COUNTER - 0.2);
  }
  ctx.shadowBlur = 0;
  const top = named ? 0.19 : 0.08;
  const room = { wide: COUNTER - 0.24, high: COUNTER - top - (value && !small ? 0.29 : 0.08) };
  const drawn = symbol(counter.sidc, Math.max(12, Math.round(pixels * 0.8)));
  if (drawn) {
    const fit = Math.min(room.wide / drawn.width, room.high / drawn.height);
    const wide = drawn.width * fit;
    const high = drawn.height * fit;
    ctx.drawImage(drawn, centre - wide / 2, top + (room.high - high) / 2, wide, high);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y
 * @param {number} wide @param {number} high @param {number} radius */
export function rounded(ctx, x, y, wide, high, radius) {
  ctx.beginPath();
  ctx.roundRect(x, y, wide, high, radius);
}

/** Draw a counter around a point, in hex sizes.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {BoardSide[]} sides
 * @param {number} x @param {number} y @param {number} scale device pixels a hex size
 * @param {number} [size] */
export function drawCounter(ctx, counter, sides, x, y, scale, size = 1) {
  const side = (COUNTER + 2 * MARGIN) * size;
  ctx.drawImage(card(counter, sides, scale), x - side / 2, y - side / 2, side, side);
  drawBadges(ctx, counter, x, y, size);
}

const BADGES = ["#1f7a4d", "#7a4b9a", "#a8641a", "#2b5f9e"];

/** @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {number} x
 * @param {number} y @param {number} size */
function drawBadges(ctx, counter, x, y, size) {
  counter.badges.slice(0, 3).forEach((badge, i) => {
    const bx = x + (COUNTER / 2 - 0.08 - i * 0.27) * size;
    const by = y - (COUNTER / 2 - 0.06) * size;
    ctx.fillStyle = BADGES[badge.length % BADGES.length];
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = 0.03;
    ctx.beginPath();
    ctx.arc(bx, by, 0.13 * size, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
    ctx.fillStyle = "#ffffff";
    ctx.font = `700 ${0.17 * size}px ${FONT}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(badge.slice(0, 1).toUpperCase(), bx, by + 0.01);
  });
}
