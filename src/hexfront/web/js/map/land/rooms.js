/** What goes where in a place with an outline of its own: its name, and the counters side by side. */
import { holds } from "../geometry.js";
import { COUNTER } from "../pieces/counters.js";

/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** A place seen from its band inwards: `out` is the direction of the band, and distances are from the
 * middle, against it.
 * @typedef {{middle: Point, out: Point, top: number, foot: number, split: number, wide: number,
 *   band: Point, free: (x: number, y: number) => boolean}} Room */
/** Where a counter stands. @typedef {{counter: Counter, x: number, y: number, size: number}} Cell */

/** The part that names have; counters have the rest. */
const NAME_PART = 0.51;
/** Around counters. */
const MARGIN = 0.09;
const LARGEST = 1.2;
/** On a small screen, where they would else be smaller than the least size. */
const LARGEST_SMALL = 1.65;
/** The least size of a counter, in pixels of the page. */
const LEAST_PIXELS = 22;
const STEP = 0.05;

/** @type {WeakMap<Geometry, Map<string, Room>>} */
const rooms = new WeakMap();

/** @param {[number, number][] | Point[]} points @returns {Point} */
function meanOf(points) {
  const list = points.map((point) => (Array.isArray(point) ? { x: point[0], y: point[1] } : point));
  return { x: list.reduce((sum, { x }) => sum + x, 0) / list.length, y: list.reduce((sum, { y }) => sum + y, 0) / list.length };
}

/** The room of a place; null where it has no outline. @param {Geometry} geometry @param {Place} place
 * @returns {Room | null} */
export function roomOf(geometry, place) {
  const outline = geometry.outlines.get(place.id);
  if (!outline) return null;
  const kept = rooms.get(geometry) ?? new Map();
  rooms.set(geometry, kept);
  const known = kept.get(place.id);
  if (known) return known;
  const { corners } = outline;
  const all = meanOf(corners);
  const band = place.band ? meanOf(place.band) : { x: all.x, y: outline.box.y };
  const far = Math.hypot(band.x - all.x, band.y - all.y) || 1;
  const out = { x: (band.x - all.x) / far, y: (band.y - all.y) / far };
  const strip = (place.band ?? []).map(([x, y]) => ({ x, y }));
  const free = (/** @type {number} */ x, /** @type {number} */ y) => holds(corners, x, y)
    && !(strip.length && holds(strip, x, y));
  // How far one comes from a point in it along the direction of the band, and across.
  const reach = (/** @type {Point} */ from, /** @type {Point} */ way) => {
    let far_ = 0;
    while (free(from.x + way.x * (far_ + STEP), from.y + way.y * (far_ + STEP))) far_ += STEP;
    return far_;
  };
  const top = -reach(all, out);
  const foot = reach(all, { x: -out.x, y: -out.y });
  const split = top + (foot - top) * NAME_PART;
  const low = { x: all.x - out.x * (foot - 0.15), y: all.y - out.y * (foot - 0.15) };
  const across = { x: -out.y, y: out.x };
  const wide = reach(low, across) + reach(low, { x: -across.x, y: -across.y });
  const room = { middle: all, out, top, foot, split, wide, band, free };
  kept.set(place.id, room);
  return room;
}

/** A point so far from the middle of a room, against the band, and aside.
 * @param {Room} room @param {number} down @param {number} [aside] @returns {Point} */
export function inRoom({ middle, out }, down, aside = 0) {
  return { x: middle.x - out.x * down - out.y * aside, y: middle.y - out.y * down + out.x * aside };
}

/** Counters side by side, in as many rows as make them largest; null where there is no room for that.
 * Where they would be too small, they lie over each other, the first on top.
 * @param {Geometry} geometry @param {Place} place @param {Counter[]} stack
 * @param {number} [scale] pixels of the page a hex size, for the least size @returns {Cell[] | null} */
export function cellsOf(geometry, place, stack, scale = Infinity) {
  const room = roomOf(geometry, place);
  if (!room) return null;
  const [wide, high] = [room.wide - 2 * MARGIN, room.foot - room.split - 2 * MARGIN];
  let best = { size: 0, columns: 1 };
  for (let columns = 1; columns <= stack.length; columns += 1) {
    const size = Math.min(wide / columns, high / Math.ceil(stack.length / columns), LARGEST);
    if (size > best.size) best = { size, columns };
  }
  const { size, columns } = best;
  if (!size) return null;
  const rows = Math.ceil(stack.length / columns);
  const shown = Math.max(size * 0.98, Math.min(LEAST_PIXELS / scale, LARGEST_SMALL));
  const step = (/** @type {number} */ room_, /** @type {number} */ count) =>
    Math.max(size, Math.min(shown, count > 1 ? (room_ + 2 * MARGIN - shown) / (count - 1) : shown));
  const [along, apart] = [step(wide, columns), step(high, rows)];
  // On the left of the ring a row runs the other way round: what comes first stands left, or above.
  const turned = room.out.y > 0.38 || (Math.abs(room.out.y) <= 0.38 && room.out.x < 0) ? -1 : 1;
  return stack.map((counter, i) => {
    const row = Math.floor(i / columns);
    const inRow = Math.min(columns, stack.length - row * columns);
    const aside = ((i % columns) - (inRow - 1) / 2) * along * turned;
    const down = (room.split + room.foot) / 2 + (row - (rows - 1) / 2) * apart;
    return { counter, ...inRoom(room, down, aside), size: shown };
  });
}

/** The size of a hex for which a counter is as large as a cell. @param {Cell} cell */
export function hexOf({ size }) {
  return size / COUNTER;
}
