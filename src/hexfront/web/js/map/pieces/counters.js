/** Counters as cached bitmaps: a NATO symbol on a card of its side, or a piece. */
import { NARROW, sideColour } from "../palette.js";
import { drawNumber, drawPiece } from "./pieces.js";
import { CARDS, drawParts, paintParts } from "../shapes.js";
import { drawSymbol, onSymbols, symbolOf } from "./symbols.js";

/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../../types").BoardSide} BoardSide */
/** What a card is drawn for: `scale` pixels of the screen a hex size, `ratio` of them a pixel of the
 * page. @typedef {{sides: BoardSide[], scale: number, ratio: number}} Print */

/** The side of a counter and the margin for its shadow and badges, in hex sizes. */
export const COUNTER = 1.16;
/** Pixels a hex size above which counters show figures. */
export const FIGURES = 17;
/** The least height of figures, in pixels of the page. */
const FIGURE_PIXELS = 9;
/** Pixels a hex size from which counters show the name of the unit, and the least height of its letters. */
const NAMES = 34;
const NAME_PIXELS = 8.5;
/** How much narrower than they are letters can still be read. */
const NARROWEST = 0.72;
const MARGIN = 0.14;
const MOST_BYTES = 48e6;
/** Milliseconds a frame for new cards; those that come later are drawn from an older size. */
const BUDGET = 6;

/** The least recently drawn come first. @type {Map<string, HTMLCanvasElement>} */
const cards = new Map();
let bytes = 0;
let spent = 0;
let budget = BUDGET;
/** The card that a counter had last. @type {WeakMap<Counter, {key: string, card: HTMLCanvasElement}>} */
let last = new WeakMap();

onSymbols(() => {
  cards.clear();
  bytes = 0;
  last = new WeakMap();
});

/** Begin a frame: time for new cards is given anew. @param {number} [ms] */
export function beginCards(ms = BUDGET) {
  spent = 0;
  budget = ms;
}

/** Whether the time for cards was too short to draw all as they should be. */
export function cardsWaiting() {
  return spent > budget;
}

/** A number with its fraction as printed on counters, such as 3½. @param {number} value */
export function printed(value) {
  const whole = Math.floor(value);
  const part = CARDS.fractions[value - whole];
  return part ? `${whole || ""}${part}` : String(value);
}

/** The figures that stand below the symbol; steps are shown as dots.
 * @param {Counter} counter */
export function figures(counter) {
  const values = Object.entries(counter.values).flatMap(([name, value]) =>
    (typeof value === "number" && name !== "steps" ? printed(value) : []));
  return values.slice(0, 3).join("–");
}

/** Whose troops they are, in three letters, where a side has several nations.
 * @param {Counter} counter */
function nation({ values }) {
  return typeof values.nationality === "string" ? values.nationality.slice(0, 3).toUpperCase() : "";
}

/** A counter's card. @param {Counter} counter @param {Print} print @returns {HTMLCanvasElement} */
export function card(counter, print) {
  const pixels = Math.max(4, Math.round(print.scale));
  const before = last.get(counter);
  const key = before?.key.startsWith(`${pixels} ${print.ratio} `) ? before.key : keyOf(counter, print, pixels);
  if (before?.key === key) return before.card;
  let found = cards.get(key);
  if (!found) {
    if (before && spent > budget) return before.card;
    const start = performance.now();
    found = make(counter, print, pixels);
    spent += performance.now() - start;
    bytes += found.width * found.height * 4;
  }
  cards.delete(key);
  cards.set(key, found);
  for (const [old, canvas] of cards) {
    if (bytes < MOST_BYTES) break;
    cards.delete(old);
    bytes -= canvas.width * canvas.height * 4;
  }
  last.set(counter, { key, card: found });
  return found;
}

/** @param {Counter} counter @param {Print} print @param {number} pixels */
function keyOf(counter, print, pixels) {
  const { side, sidc, sign, known, name, badges, values } = counter;
  return `${pixels} ${print.ratio} ${JSON.stringify([side, sideColour(print.sides, side), sidc, sign, known, name,
    figures(counter), values.steps, values.nationality, badges])}`;
}

/** @param {Counter} counter @param {Print} print @param {number} pixels */
function make(counter, print, pixels) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = Math.ceil((COUNTER + 2 * MARGIN) * pixels);
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const middle = (MARGIN + COUNTER / 2) * pixels;
  ctx.setTransform(pixels, 0, 0, pixels, middle, middle);
  const colour = sideColour(print.sides, counter.side);
  const seen = pixels / print.ratio;
  if (counter.sign) {
    ctx.translate(-COUNTER / 2, -COUNTER / 2);
    makePiece(ctx, counter, colour);
    return canvas;
  }
  for (const [off, alpha] of [[0.06, 0.14], [0.045, 0.16], [0.03, 0.2]]) {
    ctx.fillStyle = `rgba(0, 0, 0, ${alpha})`;
    ctx.fill(outline(counter.side, off * 0.4, off * 1.3, COUNTER + off * 0.6));
  }
  const shape = outline(counter.side, 0, 0, COUNTER);
  ctx.save();
  ctx.clip(shape);
  ctx.fillStyle = colour;
  ctx.fill(shape);
  const light = ctx.createLinearGradient(0, -COUNTER / 2, 0, COUNTER / 2);
  for (const [at, shade] of CARDS.light) light.addColorStop(at, shade);
  ctx.fillStyle = light;
  ctx.fill(shape);
  paintParts(ctx, CARDS.patterns[counter.side % 4], plain);
  ctx.restore();
  for (const { stroke, width } of CARDS.edge) {
    ctx.lineWidth = width ?? 0;
    ctx.strokeStyle = stroke;
    ctx.stroke(shape);
  }
  ctx.translate(-COUNTER / 2, -COUNTER / 2);
  drawFace(ctx, counter, seen);
  drawBadges(ctx, counter, seen);
  return canvas;
}

/** The state of a piece whose turn it is. */
const TURN = "to move";

/** A piece with the shadow that it casts, and how many there are.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {string} colour */
function makePiece(ctx, { sign = "", values, badges }, colour) {
  const half = COUNTER / 2;
  ctx.fillStyle = "rgba(0, 0, 0, 0.28)";
  ctx.beginPath();
  ctx.ellipse(half + 0.03, half * 1.8, half * 0.78, half * 0.2, 0, 0, 2 * Math.PI);
  ctx.fill();
  if (badges.includes(TURN)) {
    const glow = ctx.createRadialGradient(half, half, half * 0.45, half, half, half * 1.2);
    glow.addColorStop(0, "rgba(255, 214, 64, 0.95)");
    glow.addColorStop(1, "rgba(255, 196, 40, 0)");
    ctx.fillStyle = glow;
    ctx.fillRect(-MARGIN, -MARGIN, COUNTER + 2 * MARGIN, COUNTER + 2 * MARGIN);
  }
  ctx.save();
  ctx.translate(half, half);
  ctx.scale(half, half);
  drawPiece(ctx, sign, colour, 0, 0, 1);
  if (Number(values.number ?? 1) > 1) drawNumber(ctx, values.number);
  ctx.restore();
}

/** Colours of cards, which are the same on light and dark pages. @param {string} colour */
const plain = (colour) => colour;

/** @type {Path2D[]} */
const OUTLINES = CARDS.outlines.map((data) => new Path2D(data));

/** The outline of a counter around a point: sides differ by their corners too.
 * @param {number} side @param {number} x @param {number} y @param {number} size */
function outline(side, x, y, size) {
  const path = new Path2D();
  const scale = size / COUNTER;
  path.addPath(OUTLINES[side % 4], new DOMMatrix([scale, 0, 0, scale, x, y]));
  return path;
}

/** What stands on a card, whose upper left corner is at 0, 0.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter
 * @param {number} seen pixels of the page a hex size */
function drawFace(ctx, counter, seen) {
  const centre = COUNTER / 2 + 0.065;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "#ffffff";
  if (!counter.known) {
    write(ctx, "?", centre, COUNTER / 2 + 0.04, `700 0.8px ${NARROW}`);
    return;
  }
  if (seen < 9) return;
  const value = seen > FIGURES ? figures(counter) : "";
  const high = Math.max(0.34, FIGURE_PIXELS / seen);
  if (value) write(ctx, value, centre, COUNTER + 0.005 - high / 2, `700 ${high}px ${NARROW}`);
  const named = Boolean(counter.name) && seen >= NAMES;
  const letters = Math.max(0.185, NAME_PIXELS / seen);
  if (named) drawName(ctx, counter.name, centre, letters);
  if (seen > 26) drawNation(ctx, nation(counter));
  drawSteps(ctx, counter);
  if (WANTING.some((badge) => counter.badges.includes(badge))) drawWant(ctx, counter.side, seen);
  const top = named ? 0.03 + letters : 0.09;
  const room = { wide: COUNTER - 0.26, high: COUNTER - top - (value ? high - 0.02 : 0.09) };
  const drawing = symbolOf(counter.sidc);
  if (drawing) drawSymbol(ctx, drawing, centre, top, room.wide, room.high);
}

/** The name of a unit at the upper edge: of a long one as many words as can be read.
 * @param {CanvasRenderingContext2D} ctx @param {string} name @param {number} x @param {number} size */
function drawName(ctx, name, x, size) {
  const font = `600 ${size}px ${NARROW}`;
  ctx.font = font;
  const words = name.split(" ");
  while (words.length > 1 && ctx.measureText(words.join(" ")).width * NARROWEST > COUNTER - 0.2) words.pop();
  write(ctx, words.join(" "), x, 0.03 + size / 2, font);
}

/** White with a dark edge, for any colour of a side.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y
 * @param {string} font */
function write(ctx, text, x, y, font) {
  ctx.font = font;
  ctx.lineJoin = "round";
  ctx.lineWidth = 0.05;
  ctx.strokeStyle = "rgba(0, 0, 0, 0.5)";
  ctx.strokeText(text, x, y, COUNTER - 0.2);
  ctx.fillText(text, x, y, COUNTER - 0.2);
}

/** Three letters up the left edge. @param {CanvasRenderingContext2D} ctx @param {string} text */
function drawNation(ctx, text) {
  if (!text) return;
  ctx.save();
  ctx.translate(0.07, COUNTER / 2);
  ctx.rotate(-Math.PI / 2);
  ctx.fillStyle = "rgba(0, 0, 0, 0.55)";
  ctx.fillRect(-0.3, -0.07, 0.6, 0.14);
  ctx.fillStyle = "#ffffff";
  ctx.font = `700 0.17px ${NARROW}`;
  ctx.letterSpacing = "0.03px";
  ctx.fillText(text, 0, 0.01, 0.56);
  ctx.restore();
}

/** Steps that are left, as dots at the right edge; one that is lost, as a ring.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter */
function drawSteps(ctx, counter) {
  const steps = Math.min(6, Number(counter.values.steps ?? 0));
  const lost = counter.badges.includes("reduced") ? 1 : 0;
  for (let i = 0; i < steps + lost; i += 1) {
    drawParts(ctx, i < steps ? CARDS.steps.left : CARDS.steps.lost, COUNTER - 0.075, COUNTER - 0.4 - i * 0.13, 1, plain);
  }
}

/** States that take away from what a unit can do, with a sign of their own. */
const WANTING = ["unsupplied"];

/** Out of supply: the card is hatched, with a warning at the upper left corner.
 * @param {CanvasRenderingContext2D} ctx @param {number} side @param {number} seen */
function drawWant(ctx, side, seen) {
  ctx.save();
  ctx.translate(COUNTER / 2, COUNTER / 2);
  ctx.clip(outline(side, 0, 0, COUNTER));
  paintParts(ctx, CARDS.unsupplied.hatch, plain);
  ctx.restore();
  ctx.save();
  ctx.translate(0.12, 0.12);
  paintParts(ctx, CARDS.unsupplied.sign, plain, seen);
  ctx.restore();
}

/** The parts of a badge. @param {string} text */
export function badgeParts(text) {
  if (text.startsWith("mov")) return CARDS.badges[0];
  if (text.startsWith("attack")) return CARDS.badges[1];
  return CARDS.badges[2 + ([...text].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 3)];
}

/** States as letters, each kind in a shape of its own, at the upper right corner.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {number} seen */
function drawBadges(ctx, counter, seen) {
  if (seen < 10) return;
  counter.badges.filter((badge) => !WANTING.includes(badge)).slice(0, 3).forEach((badge, i) => {
    drawBadge(ctx, seen < 20 ? "" : badge, badgeParts(badge), COUNTER - 0.06 - i * 0.3, 0.06, 1);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {string} badge its first letter is shown
 * @param {import("../shapes.js").Part[]} parts @param {number} x @param {number} y @param {number} size */
export function drawBadge(ctx, badge, parts, x, y, size) {
  drawParts(ctx, parts, x, y, size, plain);
  ctx.font = `700 ${0.2 * size}px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = "#ffffff";
  ctx.fillText(badge.slice(0, 1).toUpperCase(), x, y + 0.012 * size);
}

/** Draw a counter around a point, all in pixels of the screen; `size` those a hex size.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {Print} print
 * @param {number} x @param {number} y @param {number} size */
export function drawCounter(ctx, counter, print, x, y, size) {
  const picture = card(counter, print);
  const wide = (COUNTER + 2 * MARGIN) * size;
  const exact = Math.abs(picture.width - wide) < 2;
  if (exact) ctx.drawImage(picture, Math.round(x - picture.width / 2), Math.round(y - picture.height / 2));
  else ctx.drawImage(picture, x - wide / 2, y - wide / 2, wide, wide);
}

/** Draw the outline of the chosen counter.
 * @param {CanvasRenderingContext2D} ctx @param {Counter} counter @param {number} x @param {number} y
 * @param {number} size @param {import("../palette.js").Palette} colours */
export function drawChoice(ctx, counter, x, y, size, colours) {
  const side = (COUNTER + 0.1) * size;
  const shape = outline(counter.side, x, y, side);
  ctx.lineJoin = "round";
  for (const [width, colour] of /** @type {[number, string][]} */ ([
    [0.17 * size, colours.selectEdge], [0.1 * size, colours.select]])) {
    ctx.lineWidth = Math.max(2, width);
    ctx.strokeStyle = colour;
    ctx.stroke(shape);
  }
}
