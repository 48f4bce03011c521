/** NATO symbols as the server draws them, each asked for once. */
import { paintParts } from "../shapes.js";

/** A symbol: its parts, and the room that it takes: left, top, width, height.
 * @typedef {{box: [number, number, number, number], parts: import("../shapes.js").Part[]}} Drawing */

/** Codes in one request, and the characters of one. */
const MOST = 50;
const LONGEST = 30;
/** Milliseconds until one asks again where there was no answer. */
const PATIENCE = 5000;

/** Null while one waits for the server. @type {Map<string, Drawing | null>} */
const drawings = new Map();
/** @type {Set<string>} */
const wanted = new Set();
/** @type {Set<() => void>} */
const listeners = new Set();

/** Be told when symbols have come. @param {() => void} listener @returns {() => void} ends that */
export function onSymbols(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The symbol of a code; null until the server has drawn it. @param {string} text */
export function symbolOf(text) {
  const sidc = text.slice(0, LONGEST);
  const known = drawings.get(sidc);
  if (known === undefined && sidc) {
    drawings.set(sidc, null);
    if (!wanted.size) queueMicrotask(ask);
    wanted.add(sidc);
  }
  return known ?? null;
}

async function ask() {
  const codes = [...wanted];
  wanted.clear();
  const parts = Array.from({ length: Math.ceil(codes.length / MOST) }, (_, i) => codes.slice(i * MOST, (i + 1) * MOST));
  await Promise.all(parts.map(askFor));
  for (const listener of listeners) listener();
}

/** @param {string[]} codes */
async function askFor(codes) {
  try {
    const query = new URLSearchParams(codes.map((code) => ["code", code]));
    const answer = await fetch(`/api/pictures/symbols?${query}`);
    if (!answer.ok) throw new Error(answer.statusText);
    const found = await answer.json();
    for (const code of codes) drawings.set(code, found.symbols[code] ?? null);
  } catch {
    setTimeout(() => codes.forEach((code) => drawings.delete(code)), PATIENCE);
  }
}

/** Draw a symbol into a rectangle, as large as fits. @param {CanvasRenderingContext2D} ctx
 * @param {Drawing} drawing @param {number} x its middle @param {number} y its upper end
 * @param {number} wide @param {number} high */
export function drawSymbol(ctx, { box: [left, top, width, height], parts }, x, y, wide, high) {
  const fit = Math.min(wide / width, high / height);
  ctx.save();
  ctx.translate(x, y + high / 2);
  ctx.scale(fit, fit);
  ctx.translate(-left - width / 2, -top - height / 2);
  paintParts(ctx, parts, (colour) => colour);
  ctx.restore();
}
