/** Where a stroke is repeated: over an axis, or around a centre. */

/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {"none" | "left-right" | "top-bottom" | "two" | "three" | "six"} Symmetry */

/** @type {Record<Symmetry, string>} */
export const SYMMETRIES = {
  none: "No symmetry", "left-right": "Mirror left and right", "top-bottom": "Mirror top and bottom",
  two: "Two (half turn)", three: "Three (120°)", six: "Six (60°)",
};
const TURNS = { two: [180], three: [120, 240], six: [60, 120, 180, 240, 300] };

/** A point turned around another. @param {Point} point @param {Point} centre @param {number} degrees @returns {Point} */
export function turned({ x, y }, centre, degrees) {
  const [sine, cosine] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  const [dx, dy] = [x - centre.x, y - centre.y];
  return { x: centre.x + dx * cosine - dy * sine, y: centre.y + dx * sine + dy * cosine };
}

/** The centre of symmetry of a whole map. @param {Grid} grid @param {Symmetry} symmetry @returns {Point} */
export function middle(grid, symmetry) {
  const [first, last] = [grid.centre(grid.all[0]), grid.centre(grid.all[grid.all.length - 1])];
  const between = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 };
  if (symmetry === "two" || symmetry === "none") return between;
  const column = Math.floor((grid.columns - 1) / 2);
  const row = Math.floor((grid.rows - 1) / 2);
  return grid.centre(grid.hex(column, row));
}

/** The hex, and those to which a symmetry takes it, on the map.
 * @param {Grid} grid @param {Symmetry} symmetry @param {Point} centre @param {number} hex @returns {number[]} the
 *   first is itself; -1 for one off the map */
export function copies(grid, symmetry, centre, hex) {
  const here = grid.centre(hex);
  const at = (/** @type {Point} */ point) => {
    const there = grid.at(point);
    const found = there < 0 ? null : grid.centre(there);
    // A mirror beside which hexes do not lie evenly has no partner for them.
    return found && Math.hypot(found.x - point.x, found.y - point.y) < 0.1 ? there : -1;
  };
  if (symmetry === "none") return [hex];
  if (symmetry === "left-right") return [hex, at({ x: 2 * centre.x - here.x, y: here.y })];
  if (symmetry === "top-bottom") return [hex, at({ x: here.x, y: 2 * centre.y - here.y })];
  return [hex, ...TURNS[symmetry].map((degrees) => at(turned(here, centre, degrees)))];
}
