/** What a view says of places: whose they are, and where two sides fight. */
import { drawShape, MARKS } from "../shapes.js";
import { traceLoop } from "../geometry.js";
import { loopsAround } from "../land/lines.js";
import { sideColour } from "../palette.js";

/** @typedef {import("../../../types").Mark} Mark */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../palette.js").Palette} Palette */

export const ENGAGEMENT = "engagement";
/** How wide the coloured edge of a side's land is, in hex sizes. */
const EDGE = 0.16;
/** The radius of the sign of an engagement. */
const SIGN = 0.27;

/** The land of each side: it changes seldom, and a view is drawn often.
 * @type {WeakMap<number[], {side: number, inside: Path2D, edge: Path2D}[]>} */
const known = new WeakMap();

/** @param {Geometry} geometry @param {number[]} owners @param {boolean} fronts whether only an edge to other
 * owners is meant, and not that to the sea */
function landsOf(geometry, owners, fronts) {
  const before = known.get(owners);
  if (before) return before;
  /** @type {Map<number, Point[]>} */
  const lands = new Map();
  geometry.board.places.forEach((place, i) => {
    const side = owners[i] ?? -1;
    if (side < 0) return;
    const land = lands.get(side);
    if (land) land.push(place);
    else lands.set(side, [place]);
  });
  const found = [...lands].map(([side, places]) => {
    const [inside, edge] = [new Path2D(), new Path2D()];
    for (const place of places) {
      geometry.trace(inside, place);
      // What is printed there in a colour stays as it is.
      const { band } = /** @type {Place} */ (place);
      if (band) traceLoop(inside, band.map(([x, y]) => ({ x, y })));
    }
    if (fronts) {
      traceFronts(geometry, owners, places, edge);
      traceShores(geometry, owners, places, inside);
    }
    for (const loop of fronts ? [] : loopsAround(geometry, places)) traceLoop(edge, loop);
    return { side, inside, edge };
  });
  known.set(owners, found);
  return found;
}

/** The sides of places behind which is somebody else's. @param {Geometry} geometry @param {number[]} owners
 * @param {Point[]} places of one owner @param {Path2D} edge */
function traceFronts(geometry, owners, places, edge) {
  const numbers = new Map(geometry.board.places.map(({ id }, i) => [id, i]));
  const ownerAt = (/** @type {Point} */ point) => owners[numbers.get(geometry.at(point)?.id ?? "") ?? -1] ?? -1;
  for (const place of places) {
    for (let side = 0; side < 6; side += 1) {
      const other = ownerAt(geometry.beyond(place, side));
      if (other < 0 || other === ownerAt(place)) continue;
      const [a, b] = [geometry.corners[side], geometry.corners[(side + 1) % 6]];
      edge.moveTo(place.x + a.x, place.y + a.y);
      edge.lineTo(place.x + b.x, place.y + b.y);
    }
  }
}

/** Places of nobody beside those of an owner: what land they have is his, by the drawn coast.
 * @param {Geometry} geometry @param {number[]} owners @param {Point[]} places of one owner
 * @param {Path2D} inside */
function traceShores(geometry, owners, places, inside) {
  const numbers = new Map(geometry.board.places.map(({ id }, i) => [id, i]));
  const traced = new Set();
  for (const place of places) {
    for (let side = 0; side < 6; side += 1) {
      const there = geometry.at(geometry.beyond(place, side));
      if (!there || traced.has(there) || (owners[numbers.get(there.id) ?? -1] ?? -1) >= 0) continue;
      if (geometry.board.terrain[there.terrain]?.art !== "sea") continue;
      traced.add(there);
      geometry.trace(inside, there);
    }
  }
}

/** The land within a drawn coast. @param {import("../land/land.js").Land} land @returns {Path2D} */
function dryLand(land) {
  const shape = new Path2D();
  // The first is the sea around it all; those in the land are cut out by even and odd.
  land.coast.forEach(({ kind, line }, i) => (kind === "land" || i) && shape.addPath(line.path));
  return shape;
}

/** A tint over each side's land, and its colour along the inner edge, which hides what runs there.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {number[] | undefined} owners @param {Palette} colours
 * @param {import("../land/land.js").Land | null} [land] with its coast, which ends it @returns {boolean} whether anything was drawn */
export function drawOwners(ctx, geometry, owners, colours, land = null) {
  if (!owners?.length) return false;
  const coast = geometry.hexes && land && land.coast.length > 0 ? dryLand(land) : null;
  for (const { side, inside, edge } of landsOf(geometry, owners, coast !== null)) {
    ctx.save();
    if (coast) ctx.clip(coast, "evenodd");
    const rule = geometry.outlines.size ? "evenodd" : "nonzero";
    ctx.clip(inside, rule);
    ctx.fillStyle = ctx.strokeStyle = sideColour(geometry.board.sides, side);
    ctx.globalAlpha = geometry.outlines.size ? colours.paperLand : colours.land;
    ctx.fill(inside, rule);
    ctx.globalAlpha = colours.landEdge;
    ctx.lineWidth = 2 * EDGE;
    ctx.lineJoin = "round";
    ctx.stroke(edge);
    ctx.restore();
  }
  return true;
}

/** Crossed swords where sides are engaged.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Mark[]} marks
 * @param {Palette} colours */
export function drawEngagements(ctx, geometry, marks, colours) {
  for (const { kind, places } of marks) {
    if (kind !== ENGAGEMENT) continue;
    for (const id of places) {
      const place = geometry.places.get(id);
      if (place) drawSwords(ctx, place.x, place.y - geometry.half + SIGN + 0.02, SIGN, colours);
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius
 * @param {Palette} colours */
export function drawSwords(ctx, x, y, radius, colours) {
  drawShape(ctx, MARKS.engagement, x, y, radius, colours);
}
