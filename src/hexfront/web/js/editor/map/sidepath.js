/** The shortest chain of sides of hexes between two corners. */
import { pairKey } from "./grid.js";

/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("./grid.js").Grid} Grid */

/** @param {Point} point */
const corner = ({ x, y }) => Math.round(x * 8 + 1000) * 1e5 + Math.round(y * 8 + 1000);
/** @param {Point} a @param {Point} b */
const far = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/** The sides around a hex that part it from another, with their corners. @param {Grid} grid @param {number} hex */
function sidesOf(grid, hex) {
  return grid.neighbours(hex).flatMap((there) => (there < 0 ? []
    : [{ key: pairKey(hex, there), there, ends: grid.side(hex, there) }]));
}

/** The corner of a hex nearest to a point; null off the map. @param {Grid} grid @param {Point} point */
export function cornerAt(grid, point) {
  const hex = grid.at(point);
  const [nearest] = hex < 0 ? [] : sidesOf(grid, hex).flatMap(({ ends }) => ends).sort((a, b) => far(a, point) - far(b, point));
  return nearest ? { hex, point: nearest } : null;
}

/** @param {Grid} grid @param {Point} from @param {Point} to @returns {number[]} pairs of hexes, in order */
export function sidesBetween(grid, from, to) {
  const [start, goal] = [cornerAt(grid, from), cornerAt(grid, to)];
  if (!start || !goal) return [];
  // Walk from corner to corner, always to the one nearest to the goal.
  const chain = [];
  const seen = new Set([corner(start.point)]);
  let { hex, point } = start;
  while (corner(point) !== corner(goal.point)) {
    const here = point;
    const around = [hex, ...grid.neighbours(hex).filter((there) => there >= 0)];
    const steps = around.flatMap((there) => sidesOf(grid, there)).flatMap((side) => {
      const [a, b] = side.ends;
      if (corner(a) === corner(here)) return [{ ...side, next: b }];
      return corner(b) === corner(here) ? [{ ...side, next: a }] : [];
    }).filter(({ next }) => !seen.has(corner(next)));
    const [best] = steps.sort((a, b) => far(a.next, goal.point) - far(b.next, goal.point));
    if (!best || far(best.next, goal.point) > far(here, goal.point) + 0.6) return chain;
    chain.push(best.key);
    seen.add(corner(best.next));
    [hex, point] = [best.there, best.next];
  }
  return chain;
}
