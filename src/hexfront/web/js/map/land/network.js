/** What joins and parts neighbouring places: routes from centre to centre, barriers along sides; and
 * places that no unit can enter, and water far below the map. */
import { courses, meets, smoothLine, straightLine } from "./lines.js";
import { LINES, ROUTES, strokeLines } from "../shapes.js";

/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").BoardLink} BoardLink */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("./ground.js").Sheet} Sheet */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {{from: Point, to: Point, look: number}} Route */
/** @typedef {{look: string, lines: Line[]}} Barrier */
/** @typedef {{routes: Map<string, Route[]>, barriers: Barrier[], water: Path2D | null, streams: Line[]}} Network */

/** Pixels a hex size from which routes are seen. */
const FAINT = 20;
const CLOSED = "closed";
const HATCH = 0.22;

/** @param {Geometry} geometry @returns {Network} */
export function networkOf(geometry) {
  const { board, places } = geometry;
  /** @type {Map<string, Route[]>} */
  const routes = new Map();
  /** @type {Barrier[]} */
  const barriers = [];
  for (const link of board.links ?? []) {
    if (link.kind === "barrier") {
      const sides = link.pairs.flatMap(([a, b]) => {
        const side = geometry.side(a, b);
        return side ? [side] : [];
      });
      barriers.push({ look: String(link.look), lines: courses(sides).map(straightLine) });
      continue;
    }
    for (const pair of link.pairs) {
      const [from, to] = pair.map((id) => places.get(id));
      if (!from || !to) continue;
      const route = { from, to, look: Number(link.look) || 0 };
      for (const id of pair) routes.set(id, [...(routes.get(id) ?? []), route]);
    }
  }
  const streams = (board.beneath ?? []).flatMap(({ line = [] }) =>
    (line.length > 1 ? [smoothLine(line.map(([x, y]) => ({ x, y })))] : []));
  return { routes, barriers, water: waterOf(board), streams };
}

/** @param {Board} board */
function waterOf(board) {
  const rings = (board.beneath ?? []).flatMap(({ area = [] }) => area);
  if (!rings.length) return null;
  const path = new Path2D();
  for (const ring of rings) {
    ring.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
    path.closePath();
  }
  return path;
}

/** Water on the ground, faintly. @param {Sheet} sheet */
export function drawBeneath({ ctx, land, box, colours, pixels }) {
  const { water, streams } = land.network;
  if (water) {
    ctx.fillStyle = colours.beneath;
    ctx.fill(water, "evenodd");
    strokeLines(ctx, LINES.beneath, [{ path: water }], pixels, colours);
  }
  const seen = streams.filter((line) => meets(line, box, 0.2));
  strokeLines(ctx, LINES.stream, seen, pixels, colours);
}

/** Places that no unit can enter: grey and hatched. @param {Sheet} sheet */
export function drawClosed({ ctx, land, places, arts, box, colours }) {
  if (!arts.has(CLOSED)) return;
  const shape = new Path2D();
  for (const place of places) if (land.art(place) === CLOSED) land.geometry.trace(shape, place, 1.01);
  ctx.save();
  ctx.clip(shape);
  ctx.fillStyle = colours.closed;
  ctx.fillRect(box.x, box.y, box.wide, box.high);
  ctx.restore();
}

/** The hatch of closed places, over the water. @param {Sheet} sheet */
export function drawHatch({ ctx, land, places, arts, box, colours, pixels }) {
  if (!arts.has(CLOSED)) return;
  const shape = new Path2D();
  for (const place of places) if (land.art(place) === CLOSED) land.geometry.trace(shape, place, 1.01);
  ctx.save();
  ctx.clip(shape);
  const step = HATCH * Math.max(1, 22 / pixels);
  const path = new Path2D();
  const first = Math.floor((box.x - box.high) / step) - 1;
  // Lines that go on from tile to tile: each is where x + y is a multiple of the step.
  const least = Math.floor((box.x + box.y) / step);
  const most = Math.ceil((box.x + box.wide + box.y + box.high) / step);
  for (let k = Math.min(first, least); k <= most; k += 1) {
    path.moveTo(k * step - box.y, box.y);
    path.lineTo(k * step - box.y - box.high, box.y + box.high);
  }
  strokeLines(ctx, LINES.hatch, [{ path }], pixels, colours);
  ctx.restore();
}

/** The strokes of a route's look. @param {number} look */
export function strokesOfRoute(look) {
  return ROUTES[Math.min(look, ROUTES.length - 1)];
}

/** @param {Sheet} sheet */
export function drawRoutes({ ctx, land, places, colours, pixels, layers }) {
  const { routes } = land.network;
  if (!layers.links || !routes.size || pixels < FAINT) return;
  const seen = new Set(places.flatMap((place) => routes.get(place.id) ?? []));
  for (let look = ROUTES.length - 1; look >= 0; look -= 1) {
    const alike = [...seen].filter((route) => Math.min(route.look, ROUTES.length - 1) === look);
    if (!alike.length) continue;
    const path = new Path2D();
    for (const { from, to } of alike) {
      path.moveTo(from.x, from.y);
      path.lineTo(to.x, to.y);
    }
    strokeLines(ctx, ROUTES[look], [{ path }], pixels, colours);
  }
}

/** The strokes of a barrier's look. @param {string} look */
export function strokesOfBarrier(look) {
  return look === "water" ? LINES.canal : LINES.wall;
}

/** @param {Pick<Sheet, "ctx" | "land" | "box" | "colours" | "pixels">} sheet */
export function drawBarriers({ ctx, land, box, colours, pixels }) {
  for (const { look, lines } of land.network.barriers) {
    const seen = lines.filter((line) => meets(line, box, 0.4));
    strokeLines(ctx, strokesOfBarrier(look), seen, pixels, colours);
  }
}

/** What leads from a place, in words: each kind of route or barrier with the places beyond.
 * @param {Board} board @param {string} id @returns {{title: string, kind: string, to: string[]}[]} */
export function linksAt(board, id) {
  return (board.links ?? []).flatMap(({ title, kind, pairs }) => {
    const to = pairs.flatMap(([a, b]) => (a === id ? [b] : b === id ? [a] : []));
    return to.length ? [{ title, kind, to }] : [];
  });
}
