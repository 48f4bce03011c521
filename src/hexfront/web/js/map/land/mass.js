/** The hexes of one art as areas, which may change hex by hex: only loops that a change touches are
 * drawn anew. */
import { softLoop, vertexKey } from "./lines.js";

/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("./lines.js").Line} Line */
/** A side of an area, along which the area lies to the right.
 * @typedef {{from: Point, to: Point, loop: Loop | null}} Side */
/** @typedef {{line: Line | null}} Loop */

export class Mass {
  /** @param {Geometry} geometry of hexes @param {number} stray how far its edges stray */
  constructor(geometry, stray) {
    this.geometry = geometry;
    this.stray = stray;
    /** By where they begin: at a corner at most one side begins, as three hexes meet there.
     * @type {Map<number, Side>} */
    this.sides = new Map();
    /** @type {Set<Loop>} */
    this.loops = new Set();
    /** Sides that are in no loop yet. @type {Set<Side>} */
    this.open = new Set();
    /** Loops that have lost a side. @type {Set<Loop>} */
    this.broken = new Set();
  }

  /** Add a hex, or take it away. @param {Point} centre @param {boolean} on */
  set(centre, on) {
    const corners = this.geometry.around(centre);
    /** @type {Side[]} */
    const fresh = [];
    for (let i = 0; i < 6; i += 1) {
      const [a, b] = [corners[i], corners[(i + 1) % 6]];
      const [from, to] = on ? [a, b] : [b, a];
      // The side of the hex beyond it, if that is one of these, falls away; otherwise this one is new.
      const twin = this.sides.get(vertexKey(to));
      if (twin && vertexKey(twin.to) === vertexKey(from)) this.remove(twin);
      else fresh.push({ from, to, loop: null });
    }
    // Only now, as until here a side that falls away may begin at the same corner.
    for (const side of fresh) {
      this.sides.set(vertexKey(side.from), side);
      this.open.add(side);
    }
  }

  /** @param {Side} side */
  remove(side) {
    this.sides.delete(vertexKey(side.from));
    this.open.delete(side);
    if (side.loop) this.broken.add(side.loop);
  }

  /** The areas as they are now. @returns {Line[]} */
  lines() {
    for (const loop of this.broken) this.loops.delete(loop);
    const open = [...this.open];
    if (this.broken.size) open.push(...[...this.sides.values()].filter(({ loop }) => loop && this.broken.has(loop)));
    for (const side of open) side.loop = null;
    for (const first of open) {
      if (first.loop) continue;
      /** @type {Loop} */
      const loop = { line: null };
      const points = [];
      for (let side = /** @type {Side | undefined} */ (first); side && !side.loop; side = this.sides.get(vertexKey(side.to))) {
        side.loop = loop;
        points.push(side.from);
      }
      loop.line = softLoop(points, this.stray);
      this.loops.add(loop);
    }
    this.open.clear();
    this.broken.clear();
    return [...this.loops].flatMap(({ line }) => line ?? []);
  }
}
