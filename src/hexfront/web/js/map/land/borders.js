/** Whose land it is, and the lines that part it: homes tinted, borders along sides, open places dotted. */
import { courses, loopsAround, meets, straightLine, straightLoop } from "./lines.js";
import { sideColour } from "../palette.js";
import { LINES, strokeLines } from "../shapes.js";
import { disc } from "../pieces/sprites.js";

/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("./ground.js").Sheet} Sheet */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {{kind: string, lines: Line[]}} Border */
/** @typedef {{side: number, lines: Line[]}} Home */

/** Pixels a hex size from which a place has its dot. */
const DOTS = 9;

/** The land of each side. @param {Geometry} geometry @returns {Home[]} */
export function homesOf(geometry) {
  /** @type {Map<number, Point[]>} */
  const lands = new Map();
  for (const place of geometry.board.places) {
    if (typeof place.side !== "number") continue;
    const land = lands.get(place.side);
    if (land) land.push(place);
    else lands.set(place.side, [place]);
  }
  return [...lands].map(([side, places]) =>
    ({ side, lines: loopsAround(geometry, places).map(straightLoop) }));
}

/** The lines along sides of places. @param {Geometry} geometry @returns {Border[]} */
export function bordersOf(geometry) {
  return (geometry.board.borders ?? []).map(({ kind = "border", sides }) => {
    const edges = sides.flatMap(([a, b]) => {
      const side = geometry.side(a, b);
      return side ? [side] : [];
    });
    return { kind, lines: courses(edges).map(straightLine) };
  });
}

/** @param {Sheet} sheet */
export function drawHomes({ ctx, land, box, colours }) {
  for (const { side, lines } of land.homes) {
    ctx.fillStyle = sideColour(land.geometry.board.sides, side);
    ctx.globalAlpha = colours.homeMost;
    for (const line of lines) {
      if (meets(line, box, 0)) ctx.fill(line.path);
    }
    ctx.globalAlpha = 1;
  }
}

/** A dot in the middle of each place of open ground. @param {Sheet} sheet */
export function drawDots({ ctx, land, places, arts, colours, pixels }) {
  if (!arts.has("dotted") || pixels < DOTS) return;
  const size = Math.max(0.07, 1.4 / pixels);
  for (const [paint, radius] of /** @type {[string, number][]} */ ([
    [colours.dotEdge, size * 1.6], [colours.dot, size]])) {
    ctx.fillStyle = paint;
    for (const place of places) {
      if (land.art(place) === "dotted") disc(ctx, place.x, place.y, radius);
    }
  }
}

/** Borders strong, with a glow; other lines thin and broken. @param {Sheet} sheet */
export function drawBorders({ ctx, land, box, colours, pixels }) {
  for (const { kind, lines } of land.borders) {
    const seen = lines.filter((line) => meets(line, box, 0.4));
    strokeLines(ctx, kind === "border" ? LINES.border : LINES.part, seen, pixels, colours);
  }
}
