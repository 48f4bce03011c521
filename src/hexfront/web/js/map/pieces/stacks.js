/** Counters that share a place: as a pile, and spread out above it. */
import { COUNTER, drawChoice, drawCounter } from "./counters.js";
import { NARROW } from "../palette.js";
import { cellsOf, hexOf } from "../land/rooms.js";

/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("./counters.js").Print} Print */
/** @typedef {import("../palette.js").Palette} Palette */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Reach */
/** Where the counters of a fan lie, in pixels of the page.
 * @typedef {{left: number, top: number, wide: number, high: number, size: number, place: Point,
 *   below: boolean, cells: {counter: Counter, x: number, y: number}[]}} Fan */

/** Counters of a pile that are seen at once. */
const LAYERS = 4;
/** Pixels a hex size from which the number of counters in a pile is shown. */
const LEAST_COUNTED = 13;
const LEAST_FAN = 40;
const MOST_FAN = 72;
const ROW = 6;

/** Counters by place, the one on top first. @param {Counter[]} counters
 * @param {string[]} raised laid on top, the last first @returns {Map<string, Counter[]>} */
export function stacksOf(counters, raised = []) {
  /** @type {Map<string, Counter[]>} */
  const stacks = new Map();
  for (const counter of counters) {
    if (!counter.place) continue;
    const stack = stacks.get(counter.place);
    if (stack) stack.push(counter);
    else stacks.set(counter.place, [counter]);
  }
  const rank = (/** @type {Counter} */ { id }) => (raised.includes(id) ? raised.indexOf(id) : raised.length);
  if (raised.length) for (const stack of stacks.values()) stack.sort((a, b) => rank(a) - rank(b));
  return stacks;
}

/** Draw the counters of a place: side by side where it has room for that, else as a pile.
 * @param {CanvasRenderingContext2D} ctx @param {import("../geometry.js").Geometry} geometry
 * @param {import("../../../types").Place} place @param {Counter[]} stack the one on top first @param {Print} print
 * @param {(point: Point) => Point} at in pixels of the screen @param {number} size of a hex there
 * @param {string[]} chosen @param {Palette} colours */
export function drawStack(ctx, geometry, place, stack, print, at, size, chosen, colours) {
  const cells = cellsOf(geometry, place, stack, print.scale / print.ratio);
  if (!cells) {
    drawPile(ctx, stack, print, at(place), size, chosen, colours);
    return;
  }
  for (const cell of cells) {
    const hex = hexOf(cell);
    const { x, y } = at(cell);
    drawCounter(ctx, cell.counter, { ...print, scale: print.scale * hex }, x, y, size * hex);
    if (chosen.includes(cell.counter.id)) drawChoice(ctx, cell.counter, x, y, size * hex, colours);
  }
}

/** How far each counter of a pile lies beside the next, in hex sizes. @param {number} shown */
const stepOf = (shown) => (shown > 2 ? 0.12 : 0.17);

/** The size of the disc with the number of counters, in pixels of the page. */
const DISC = 27;

/** What a pile covers, in hex sizes. @param {Point} place @param {number} count of counters
 * @param {number} scale pixels of the page a hex size @returns {Reach} */
export function pileReach({ x, y }, count, scale) {
  const shown = Math.max(1, Math.min(count, LAYERS));
  const half = COUNTER / 2 + ((shown - 1) / 2) * stepOf(shown);
  const disc = count > 1 && scale > LEAST_COUNTED ? 0.26 * Math.max(1, DISC / scale) : 0;
  const edge = COUNTER / 2 + disc;
  return { left: x - Math.max(half, edge), right: x + half, top: y - half, bottom: y + Math.max(half, edge) };
}

/** Draw a pile; all in pixels of the screen.
 * @param {CanvasRenderingContext2D} ctx @param {Counter[]} stack the one on top first @param {Print} print
 * @param {Point} at @param {number} size of a hex @param {string[]} chosen the last one lies on top
 * @param {Palette} colours */
function drawPile(ctx, stack, print, at, size, chosen, colours) {
  const depth = (/** @type {Counter} */ { id }) => chosen.indexOf(id);
  const order = [...stack].reverse().sort((a, b) => depth(a) - depth(b));
  const shown = order.slice(-LAYERS);
  const step = stepOf(shown.length) * size;
  shown.forEach((counter, i) => {
    const shift = (i - (shown.length - 1) / 2) * step;
    const [x, y] = [at.x + shift, at.y - shift];
    drawCounter(ctx, counter, print, x, y, size);
    if (chosen.includes(counter.id)) drawChoice(ctx, counter, x, y, size, colours);
  });
  if (stack.length > 1 && size / print.ratio > LEAST_COUNTED) {
    drawCount(ctx, stack.length, at.x - (COUNTER / 2 + 0.02) * size, at.y + (COUNTER / 2) * size, Math.max(size, DISC * print.ratio));
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} count @param {number} x @param {number} y
 * @param {number} size */
export function drawCount(ctx, count, x, y, size) {
  const radius = 0.22 * size;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = "#1d1d1b";
  ctx.fill();
  ctx.lineWidth = 0.04 * size;
  ctx.strokeStyle = "#ffffff";
  ctx.stroke();
  ctx.fillStyle = "#ffffff";
  ctx.font = `700 ${0.3 * size}px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(String(count), x, y + 0.015 * size);
}

/** Lay a stack out in rows above its place or below, aside where that hides less, within the screen.
 * @param {Counter[]} stack @param {Point} place in pixels of the page @param {number} scale
 * @param {{wide: number, high: number}} screen @param {Point[]} kept points that had better be seen
 * @returns {Fan} */
export function fanOut(stack, place, scale, screen, kept = []) {
  const size = Math.max(LEAST_FAN, Math.min(MOST_FAN, scale));
  const cell = size * (COUNTER + 0.16);
  const fits = Math.max(1, Math.floor((screen.wide - 24) / cell));
  const columns = Math.min(ROW, fits, stack.length <= ROW ? stack.length : Math.ceil(stack.length / 2));
  const rows = Math.ceil(stack.length / columns);
  const [wide, high] = [columns * cell + 12, rows * cell + 12];
  const gap = scale * 0.75 + 10;
  const above = { top: place.y - gap - high, below: false };
  const under = { top: Math.min(screen.high - high - 8, place.y + gap), below: true };
  const tops = [...(above.top >= 8 ? [above] : []), ...(place.y + gap + high <= screen.high - 8 ? [under] : [])];
  const middle = Math.max(8, Math.min(screen.wide - wide - 8, place.x - wide / 2));
  const sides = [place.x - scale * 0.6 - wide, place.x + scale * 0.6].filter((x) => x >= 8 && x + wide <= screen.wide - 8);
  const spots = [middle, ...sides].flatMap((left) => (tops.length ? tops : [under]).map((spot) => ({ ...spot, left })));
  const hidden = (/** @type {{left: number, top: number}} */ spot) => kept.filter(({ x, y }) =>
    x > spot.left && x < spot.left + wide && y > spot.top && y < spot.top + high).length;
  const { left, top, below } = spots.reduce((best, spot) => (hidden(spot) < hidden(best) ? spot : best));
  const cells = stack.map((counter, i) => ({ counter, x: left + 6 + ((i % columns) + 0.5) * cell,
    y: top + 6 + (Math.floor(i / columns) + 0.5) * cell }));
  return { left, top, wide, high, size, place, below, cells };
}

/** The counter of a fan at a point; null beside it, "" between counters.
 * @param {Fan} fan @param {Point} point @returns {string | null} */
export function fanAt(fan, point) {
  const { left, top, wide, high } = fan;
  if (point.x < left || point.x > left + wide || point.y < top || point.y > top + high) return null;
  const half = (fan.size * (COUNTER + 0.1)) / 2;
  return fan.cells.find(({ x, y }) => Math.abs(point.x - x) < half && Math.abs(point.y - y) < half)
    ?.counter.id ?? "";
}

/** Draw a fan; the context is in pixels of the screen.
 * @param {CanvasRenderingContext2D} ctx @param {Fan} fan @param {Print} print
 * @param {{chosen: string[], pointed: string}} state @param {Palette} colours */
export function drawFan(ctx, fan, print, state, colours) {
  const { ratio } = print;
  ctx.save();
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { left, top, wide, high, place, below } = fan;
  const foot = Math.max(left + 14, Math.min(left + wide - 14, place.x));
  const edge = below ? top : top + high;
  const tip = below ? Math.max(edge - 12, place.y) : Math.min(edge + 12, place.y);
  const shape = new Path2D();
  shape.roundRect(left, top, wide, high, 10);
  shape.moveTo(foot - 9, edge);
  shape.lineTo(foot, tip);
  shape.lineTo(foot + 9, edge);
  ctx.strokeStyle = colours.trayEdge;
  ctx.lineWidth = 3;
  ctx.lineJoin = "round";
  ctx.stroke(shape);
  ctx.fillStyle = colours.tray;
  ctx.fill(shape);
  ctx.restore();
  const fine = { ...print, scale: fan.size * ratio };
  for (const { counter, x, y } of fan.cells) {
    if (counter.id === state.pointed) {
      ctx.fillStyle = colours.glow;
      ctx.globalAlpha = 0.45;
      const half = (fan.size * (COUNTER + 0.14) * ratio) / 2;
      ctx.beginPath();
      ctx.roundRect(x * ratio - half, y * ratio - half, 2 * half, 2 * half, 8 * ratio);
      ctx.fill();
      ctx.globalAlpha = 1;
    }
    drawCounter(ctx, counter, fine, x * ratio, y * ratio, fan.size * ratio);
    if (state.chosen.includes(counter.id)) {
      drawChoice(ctx, counter, x * ratio, y * ratio, fan.size * ratio, colours);
    }
  }
}
