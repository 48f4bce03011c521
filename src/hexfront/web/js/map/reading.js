/** The reading of an overlay on the map: tinted and hatched places, an edge around them, figures. */
import { loopsAround } from "./land/lines.js";
import { drawArrow, coloursOf, pointsOf } from "./overlay.js";
import { SANS } from "./palette.js";
import { roomOf } from "./land/rooms.js";

/** @typedef {import("./scene").ShownReading} ShownReading */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */

/** Told apart without colour: that of a move has no hatching, of a fight it falls to the left. */
const LEAN = { move: 0, fight: 1, other: -1 };
const HATCH = 0.24;
/** From the lowest to the highest ground, which are the less to be seen through. */
export const TINTS = ["rgb(253 246 220 / 0%)", "rgb(250 214 130 / 60%)", "rgb(219 160 75 / 70%)", "rgb(173 100 40 / 76%)", "rgb(105 50 15 / 80%)"];
/** The colours of readings below another; seen on any ground, and told apart without red and green. */
export const LAYERS = ["#5b2a86", "#5b2a86", "#00708a", "#8a5a00"];
/** Readings below another have hatchings of their own: how many hex sizes they lean to the side for each downwards. */
const LEANS = [0, 0.35, -0.35, 2.6];

/** @type {WeakMap<ShownReading, {inside: Path2D, edge: Path2D}>} */
const shapes = new WeakMap();

/** @param {Geometry} geometry @param {ShownReading} reading */
function shapeOf(geometry, reading) {
  const known = shapes.get(reading);
  if (known) return known;
  const places = pointsOf(geometry, Object.keys(reading.places));
  const inside = new Path2D();
  for (const place of places) geometry.trace(inside, place);
  const edge = new Path2D();
  for (const loop of loopsAround(geometry, places)) {
    loop.forEach(({ x, y }, i) => (i ? edge.lineTo(x, y) : edge.moveTo(x, y)));
    edge.closePath();
  }
  shapes.set(reading, { inside, edge });
  return { inside, edge };
}

/** The hatching and the edge of a reading that lies below another.
 * @param {CanvasRenderingContext2D} ctx @param {{inside: Path2D, edge: Path2D}} shape @param {Box} box
 * @param {Palette} colours @param {number} depth from 1 on */
function drawBelow(ctx, shape, box, colours, depth) {
  const colour = LAYERS[depth % LAYERS.length];
  drawHatching(ctx, shape.inside, box, { lean: LEANS[depth % LEANS.length], colour, alpha: 0.7, width: 0.035 });
  drawEdge(ctx, shape.edge, colours.casing, colour);
}

/** Parallel lines inside a shape.
 * @param {CanvasRenderingContext2D} ctx @param {Path2D} inside @param {Box} box what is seen
 * @param {{lean: number, colour: string, alpha: number, width: number}} look */
function drawHatching(ctx, inside, box, { lean, colour, alpha, width }) {
  ctx.save();
  ctx.clip(inside);
  ctx.beginPath();
  const side = Math.abs(lean) * box.high;
  for (let x = Math.floor((box.x - side) / HATCH) * HATCH; x < box.x + box.wide + side; x += HATCH * Math.max(1, Math.abs(lean))) {
    // From a line that the screen does not move, so that the hatching stays on the ground.
    const at = x + lean * (box.y % HATCH);
    ctx.moveTo(at, box.y);
    ctx.lineTo(at - lean * box.high, box.y + box.high);
  }
  ctx.strokeStyle = colour;
  ctx.globalAlpha = alpha;
  ctx.lineWidth = width;
  ctx.stroke();
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} edge @param {string} casing @param {string} colour
 * @param {number[]} [dash] */
function drawEdge(ctx, edge, casing, colour, dash = []) {
  ctx.lineJoin = "round";
  ctx.strokeStyle = casing;
  ctx.lineWidth = 0.15;
  ctx.stroke(edge);
  ctx.strokeStyle = colour;
  ctx.lineWidth = 0.085;
  ctx.setLineDash(dash);
  ctx.stroke(edge);
  ctx.setLineDash([]);
}

/** @param {Box} box @param {{x: number, y: number}} place @param {number} reach */
function isIn(box, place, reach) {
  return place.x >= box.x - reach && place.x <= box.x + box.wide + reach && place.y >= box.y - reach
    && place.y <= box.y + box.high + reach;
}

/** Which of the tints a height has; the darker the higher, so that it needs no eye for colours.
 * @param {ShownReading} reading @returns {(height: number) => number} */
export function heightSteps(reading) {
  const all = Object.values(reading.places);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return (height) => Math.min(TINTS.length - 1, Math.floor(((height - least) / (most - least || 1)) * TINTS.length));
}

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {ShownReading} reading @param {Box} box */
function drawHeights(ctx, geometry, reading, box) {
  const stepOf = heightSteps(reading);
  for (const [id, value] of Object.entries(reading.places)) {
    const place = geometry.places.get(id);
    if (!place || !isIn(box, place, geometry.reach)) continue;
    ctx.fillStyle = TINTS[stepOf(value)];
    ctx.beginPath();
    geometry.trace(ctx, place);
    ctx.fill();
  }
}

/** All readings of a scene under the counters, heights below the others.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {import("./scene").Scene} scene
 * @param {Box} box what is seen @param {Palette} colours */
export function drawReadings(ctx, geometry, { reading, below }, box, colours) {
  const all = [...below.map((one, i) => ({ one, depth: i + 1 })), ...(reading ? [{ one: reading, depth: 0 }] : [])];
  for (const { one } of all) if (one.look === "heights") drawHeights(ctx, geometry, one, box);
  for (const { one, depth } of all) if (one.look !== "heights") drawReading(ctx, geometry, one, box, colours, depth);
}

/** Tints, hatching and edge, under the counters.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {ShownReading} reading
 * @param {Box} box what is seen @param {Palette} colours @param {number} [depth] how many lie above it */
function drawReading(ctx, geometry, reading, box, colours, depth = 0) {
  if (depth) {
    drawBelow(ctx, shapeOf(geometry, reading), box, colours, depth);
    return;
  }
  const { fill, edge } = coloursOf(reading.look, colours);
  const lean = reading.look === "heights" ? 0 : LEAN[reading.look];
  const shape = shapeOf(geometry, reading);
  const most = Math.max(1, ...Object.values(reading.places));
  ctx.fillStyle = fill;
  for (const [id, value] of Object.entries(reading.places)) {
    const place = geometry.places.get(id);
    if (!place || !isIn(box, place, geometry.reach)) continue;
    ctx.globalAlpha = lean ? 0.45 + (0.55 * value) / most : 1;
    ctx.beginPath();
    geometry.trace(ctx, place);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
  if (lean) drawHatching(ctx, shape.inside, box, { lean, colour: edge, alpha: 0.55, width: 0.028 });
  drawEdge(ctx, shape.edge, colours.casing, edge, lean === 0 ? [] : lean > 0 ? [0.32, 0.14] : [0.1, 0.14]);
}

/** Figures, and the way to the hovered place, over the counters.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {ShownReading} reading
 * @param {{hover: string, path: string[]}} scene @param {Set<string>} occupied
 * @param {Palette} colours @param {number} scale */
export function drawReadingSigns(ctx, geometry, reading, scene, occupied, colours, scale) {
  const { edge, line } = coloursOf(reading.look, colours);
  const ways = Object.values(reading.paths);
  // Of the board as a whole every way is a fact of its own; of a counter, the one that there is.
  const all = ways.length === 1 || !reading.subject;
  for (const way of all ? ways : []) {
    if (way.length > 1) drawArrow(ctx, pointsOf(geometry, way), line, colours, { width: 0.08, dashed: true, gap: 0.1 });
  }
  const way = scene.path.length ? [] : reading.paths[scene.hover] ?? [];
  drawArrow(ctx, pointsOf(geometry, way), line, colours, { width: 0.12, dashed: true, gap: 0.1 });
  if (scale < 17 || (reading.look === "heights" && !geometry.board.heights)) return;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const [id, value] of Object.entries(reading.places)) {
    const place = geometry.places.get(id);
    if (!place) continue;
    const aside = occupied.has(id);
    const text = String(Math.round(value * 10) / 10);
    const room = roomOf(geometry, place);
    const size = room ? 0.46 : aside ? 0.28 : 0.4;
    ctx.font = `700 ${size}px ${SANS}`;
    const [x, y] = room ? [room.band.x, room.band.y] : aside ? [place.x + 0.66, place.y + 0.34] : [place.x, place.y + 0.02];
    ctx.strokeStyle = colours.casing;
    ctx.lineWidth = size * 0.3;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = edge;
    ctx.fillText(text, x, y);
  }
}
