/** Lines over the ground: loops around areas, rivers along sides, roads through places. */
import { chance } from "../geometry.js";

/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Geometry} Geometry */

/** A line or a loop, ready to draw. @typedef {{path: Path2D, box: Box, points: Point[]}} Line */

/** Vertices that lie closer than this are one. */
const GRAIN = 48;

/** @param {Point} point */
export function vertexKey({ x, y }) {
  return (Math.round(x * GRAIN + 0.137) + 4194304) * 8388608 + Math.round(y * GRAIN + 0.137) + 4194304;
}

/** @param {Point[]} points @param {Path2D} path @returns {Line} */
function line(points, path) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { path, points, box: { x: left, y: top, wide: right - left, high: bottom - top } };
}

/** Whether a line may be seen in a rectangle. @param {Line} some @param {Box} view @param {number} reach */
export function meets({ box }, view, reach) {
  return box.x < view.x + view.wide + reach && box.x + box.wide > view.x - reach
    && box.y < view.y + view.high + reach && box.y + box.high > view.y - reach;
}

/** The loops of corners around some places: sides that two of them share fall away.
 * @param {Geometry} geometry @param {Iterable<Point>} centres @returns {Point[][]} */
export function loopsAround(geometry, centres) {
  /** @type {Map<number, {from: Point, to: Point}[]>} */
  const sides = new Map();
  for (const centre of centres) {
    const corners = geometry.around(centre);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length];
      const end = vertexKey(to);
      const back = sides.get(end);
      const start = vertexKey(from);
      const twin = back?.findIndex((side) => vertexKey(side.to) === start) ?? -1;
      if (back && twin >= 0) back.splice(twin, 1);
      else if (sides.has(start)) sides.get(start)?.push({ from, to });
      else sides.set(start, [{ from, to }]);
    });
  }
  return chained(sides);
}

/** @param {Map<number, {from: Point, to: Point}[]>} sides by where they begin @returns {Point[][]} */
function chained(sides) {
  const loops = [];
  for (const list of sides.values()) {
    while (list.length) {
      const loop = [];
      let side = list.pop();
      while (side) {
        loop.push(side.from);
        side = sides.get(vertexKey(side.to))?.pop();
      }
      loops.push(loop);
    }
  }
  return loops;
}

/** A loop with straight sides. @param {Point[]} loop @returns {Line} */
export function straightLoop(loop) {
  const path = new Path2D();
  loop.forEach((point, i) => (i ? path.lineTo(point.x, point.y) : path.moveTo(point.x, point.y)));
  path.closePath();
  return line(loop, path);
}

/** An open line with straight pieces. @param {Point[]} points @returns {Line} */
export function straightLine(points) {
  const path = new Path2D();
  points.forEach((point, i) => (i ? path.lineTo(point.x, point.y) : path.moveTo(point.x, point.y)));
  return line(points, path);
}

/** A corner moved at random, everywhere by the same. @param {Point} point @param {number} far */
export function strayed(point, far) {
  const [i, j] = [Math.round(point.x * GRAIN), Math.round(point.y * GRAIN)];
  return { x: point.x + (chance(i, j, 1) - 0.5) * 2 * far, y: point.y + (chance(i, j, 2) - 0.5) * 2 * far };
}

/** A loop as a hand would draw it: corners rounded, sides bent.
 * @param {Point[]} loop @param {number} far how far it strays @returns {Line} */
export function softLoop(loop, far) {
  /** @type {Point[]} */
  const points = [];
  loop.forEach((point, i) => {
    const next = loop[(i + 1) % loop.length];
    points.push(strayed(point, far * 0.7));
    for (const part of [0.33, 0.67]) {
      points.push(strayed({ x: point.x + (next.x - point.x) * part,
        y: point.y + (next.y - point.y) * part }, far));
    }
  });
  return smoothLoop(points);
}

/** @param {Point[]} points @returns {Line} */
export function smoothLoop(points) {
  const path = new Path2D();
  const last = points[points.length - 1];
  path.moveTo((last.x + points[0].x) / 2, (last.y + points[0].y) / 2);
  points.forEach((point, i) => {
    const next = points[(i + 1) % points.length];
    path.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
  });
  path.closePath();
  return line(points, path);
}

/** A smooth open line through points. @param {Point[]} points @returns {Line} */
export function smoothLine(points) {
  const dense = [points[0]];
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i], points[i + 1]];
    const [before, after] = [points[i - 1] ?? a, points[i + 2] ?? b];
    for (let k = 1; k <= 6; k += 1) dense.push(spline(before, a, b, after, k / 6));
  }
  const path = new Path2D();
  path.moveTo(dense[0].x, dense[0].y);
  for (let i = 1; i + 1 < dense.length; i += 1) {
    const [here, next] = [dense[i], dense[i + 1]];
    path.quadraticCurveTo(here.x, here.y, (here.x + next.x) / 2, (here.y + next.y) / 2);
  }
  path.lineTo(dense[dense.length - 1].x, dense[dense.length - 1].y);
  return line(dense, path);
}

/** Between b and c, by Catmull and Rom.
 * @param {Point} a @param {Point} b @param {Point} c @param {Point} d @param {number} t */
function spline(a, b, c, d, t) {
  const one = (/** @type {number} */ p, /** @type {number} */ q, /** @type {number} */ r,
    /** @type {number} */ s) => 0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t
    + (3 * q - p - 3 * r + s) * t * t * t);
  return { x: one(a.x, b.x, c.x, d.x), y: one(a.y, b.y, c.y, d.y) };
}

/** Lines through corners from sides of hexes: each runs until it ends or forks.
 * @param {[Point, Point][]} sides @returns {Point[][]} */
export function courses(sides) {
  /** @type {Map<number, {point: Point, ends: [Point, Point][]}>} */
  const meetings = new Map();
  for (const side of sides) {
    for (const point of side) {
      const key = vertexKey(point);
      const meeting = meetings.get(key);
      if (meeting) meeting.ends.push(side);
      else meetings.set(key, { point, ends: [side] });
    }
  }
  const left = new Set(sides);
  const lines = [];
  const walk = (/** @type {Point} */ start, /** @type {[Point, Point]} */ first) => {
    const points = [start];
    /** @type {[Point, Point] | undefined} */
    let side = first;
    while (side) {
      left.delete(side);
      const here = vertexKey(points[points.length - 1]);
      const next = vertexKey(side[0]) === here ? side[1] : side[0];
      points.push(next);
      const meeting = meetings.get(vertexKey(next));
      side = meeting?.ends.length === 2 ? meeting.ends.find((other) => left.has(other)) : undefined;
    }
    return points;
  };
  for (const { point, ends } of meetings.values()) {
    if (ends.length === 2) continue;
    for (const side of ends) if (left.has(side)) lines.push(walk(point, side));
  }
  for (const side of left) lines.push(walk(side[0], side));
  return lines;
}

/** Two corners of what a line reaches over. @param {Line} line @returns {Point[]} */
export function cornersOf({ box }) {
  return [{ x: box.x, y: box.y }, { x: box.x + box.wide, y: box.y + box.high }];
}

/** A box around some points. @param {Point[]} points @param {number} margin @returns {Box} */
export function boxAround(points, margin) {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return { x: left - margin, y: top - margin, wide: right - left + 2 * margin, high: bottom - top + 2 * margin };
}
