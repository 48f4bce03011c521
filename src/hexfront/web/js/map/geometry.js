/** Places in the plane: hexes of circumradius 1, areas with an outline each, or discs. */

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Place} Place */
/** @typedef {import("./scene").Point} Point */
/** @typedef {{x: number, y: number, wide: number, high: number}} Box */

const BUCKET = 2;
const MARGIN = 1.15;
/** Beside outlines. */
const EDGE = 0.4;
/** Beside a box beside the map, for its name. */
const BOX_MARGIN = 4;

/** @param {number} column @param {number} row */
const bucketKey = (column, row) => (column + 32768) * 65536 + row + 32768;

export class Geometry {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.hexes = board.kind === "hex";
    /** @type {Map<string, Place>} */
    this.places = new Map(board.places.map((place) => [place.id, place]));
    const turn = board.orientation === "pointy" ? Math.PI / 6 : 0;
    /** The corners of a hex around its centre. @type {Point[]} */
    this.corners = Array.from({ length: this.hexes ? 6 : 20 }, (_, i) => {
      const angle = turn + (i * 2 * Math.PI) / (this.hexes ? 6 : 20);
      return { x: Math.cos(angle), y: Math.sin(angle) };
    });
    /** Half the height of a place. */
    this.half = this.hexes && board.orientation !== "pointy" ? Math.sqrt(3) / 2 : 1;
    /** The corners of places that have an outline of their own, and what they reach over.
     * @type {Map<string, {corners: Point[], box: Box}>} */
    this.outlines = new Map(board.places.flatMap(({ id, outline }) =>
      (outline ? [[id, { corners: outline.map(([x, y]) => ({ x, y })), box: boxOf(outline) }]] : [])));
    /** How far places reach from their centres, at most. */
    this.reach = Math.max(1.2, ...board.places.flatMap(({ x, y, outline }) =>
      (outline ?? []).map(([px, py]) => Math.hypot(px - x, py - y))));
    this.bounds = boundsOf(board);
    /** @type {Map<number, Place[]>} */
    this.buckets = new Map();
    for (const place of board.places) {
      const key = bucketKey(Math.floor(place.x / BUCKET), Math.floor(place.y / BUCKET));
      const bucket = this.buckets.get(key);
      if (bucket) bucket.push(place);
      else this.buckets.set(key, [place]);
    }
  }

  /** The place at a point; hexes are the regions nearest to their centres.
   * @param {Point} point @returns {Place | null} */
  at(point) {
    return this.find(point.x, point.y);
  }

  /** As `at`; called for every tree, so it makes nothing new.
   * @param {number} x @param {number} y @returns {Place | null} */
  find(x, y) {
    for (const [id, { corners, box }] of this.outlines) {
      if (x < box.x || y < box.y || x > box.x + box.wide || y > box.y + box.high) continue;
      if (holds(corners, x, y)) return this.places.get(id) ?? null;
    }
    if (this.outlines.size) return null;
    let best = null;
    let least = this.hexes ? 1.0 : 0.9;
    // A place reaches no further than 1: of the buckets those within that are enough.
    const right = Math.floor((x + 1) / BUCKET);
    const low = Math.floor((y + 1) / BUCKET);
    for (let i = Math.floor((x - 1) / BUCKET); i <= right; i += 1) {
      for (let j = Math.floor((y - 1) / BUCKET); j <= low; j += 1) {
        const bucket = this.buckets.get(bucketKey(i, j));
        if (!bucket) continue;
        for (let k = 0; k < bucket.length; k += 1) {
          const place = bucket[k];
          const distance = (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y);
          if (distance < least) {
            best = place;
            least = distance;
          }
        }
      }
    }
    return best;
  }

  /** The places that reach into a rectangle. @param {Box} box @returns {Place[]} */
  within(box) {
    if (this.outlines.size) {
      return this.board.places.filter(({ x, y }) => x > box.x - this.reach && x < box.x + box.wide + this.reach
        && y > box.y - this.reach && y < box.y + box.high + this.reach);
    }
    const found = [];
    const [left, right] = [Math.floor((box.x - 1) / BUCKET), Math.floor((box.x + box.wide + 1) / BUCKET)];
    const [top, bottom] = [Math.floor((box.y - 1) / BUCKET), Math.floor((box.y + box.high + 1) / BUCKET)];
    for (let j = top; j <= bottom; j += 1) {
      for (let i = left; i <= right; i += 1) {
        for (const place of this.buckets.get(bucketKey(i, j)) ?? []) {
          if (place.x > box.x - 1.2 && place.x < box.x + box.wide + 1.2 && place.y > box.y - 1.2
            && place.y < box.y + box.high + 1.2) found.push(place);
        }
      }
    }
    return found;
  }

  /** The centre beyond a side of a hex, whether there is a place or not.
   * @param {Point} place @param {number} side 0 … 5 @returns {Point} */
  beyond(place, side) {
    const [a, b] = [this.corners[side], this.corners[(side + 1) % 6]];
    return { x: place.x + a.x + b.x, y: place.y + a.y + b.y };
  }

  /** The ends of the side between two places; null where they have none in common.
   * @param {string} from @param {string} to @returns {[Point, Point] | null} */
  side(from, to) {
    const [a, b] = [this.places.get(from), this.places.get(to)];
    if (!a || !b || !this.hexes) return null;
    for (let i = 0; i < 6; i += 1) {
      const there = this.beyond(a, i);
      if (Math.hypot(there.x - b.x, there.y - b.y) < 0.1) {
        const [p, q] = [this.corners[i], this.corners[(i + 1) % 6]];
        return [{ x: a.x + p.x, y: a.y + p.y }, { x: a.x + q.x, y: a.y + q.y }];
      }
    }
    return null;
  }

  /** Trace half of the sides of a hex, for a grid in which its neighbours trace the others and the
   * border those at the edge. @param {CanvasRenderingContext2D} ctx @param {Point} place */
  traceHalf(ctx, place) {
    if (!this.hexes) {
      this.trace(ctx, place);
      return;
    }
    for (let i = 0; i < 4; i += 1) {
      const x = place.x + this.corners[i].x;
      const y = place.y + this.corners[i].y;
      if (i === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    }
  }

  /** The corners of a place, or of one that would lie there. @param {Point | Place} place @returns {Point[]} */
  around(place) {
    const outline = "id" in place ? this.outlines.get(place.id) : undefined;
    return outline?.corners ?? this.corners.map((corner) => ({ x: place.x + corner.x, y: place.y + corner.y }));
  }

  /** Places that share a side with one that has an outline. @param {Place} place @returns {Place[]} */
  beside(place) {
    const own = new Set(this.around(place).map(({ x, y }) => `${x} ${y}`));
    return this.board.places.filter((other) => other !== place
      && this.around(other).filter(({ x, y }) => own.has(`${x} ${y}`)).length > 1);
  }

  /** Trace the outline of a place.
   * @param {CanvasRenderingContext2D | Path2D} path @param {Point | Place} place @param {number} [size] */
  trace(path, place, size = 1) {
    const outline = "id" in place ? this.outlines.get(place.id) : undefined;
    if (outline) {
      const { x, y, wide, high } = outline.box;
      traceLoop(path, outline.corners, size, { x: x + wide / 2, y: y + high / 2 });
      return;
    }
    this.corners.forEach((corner, i) => {
      const x = place.x + corner.x * size;
      const y = place.y + corner.y * size;
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
    path.closePath();
  }
}

/** @param {CanvasRenderingContext2D | Path2D} path @param {Point[]} loop @param {number} [size]
 * @param {Point} [centre] around which it is made smaller */
export function traceLoop(path, loop, size = 1, centre = { x: 0, y: 0 }) {
  loop.forEach((corner, i) => {
    const x = centre.x + (corner.x - centre.x) * size;
    const y = centre.y + (corner.y - centre.y) * size;
    if (i === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  });
  path.closePath();
}

/** What points reach over. @param {[number, number][]} points @returns {Box} */
export function boxOf(points) {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, wide: Math.max(...xs) - x, high: Math.max(...ys) - y };
}

/** Whether a point lies in a loop. @param {Point[]} loop @param {number} x @param {number} y */
export function holds(loop, x, y) {
  let inside = false;
  for (let i = 0, j = loop.length - 1; i < loop.length; j = i, i += 1) {
    const [a, b] = [loop[i], loop[j]];
    if ((a.y > y) !== (b.y > y) && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

/** @param {Board} board */
function boundsOf({ places, terrain }) {
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const outlines = places.flatMap(({ outline }) => outline ?? []);
  if (outlines.length) {
    const { x, y, wide, high } = boxOf(outlines);
    return { left: x - EDGE, right: x + wide + EDGE, top: y - EDGE, bottom: y + high + EDGE };
  }
  for (const { x, y, terrain: kind } of places) {
    const aside = terrain[kind]?.art === "box" ? BOX_MARGIN : MARGIN;
    bounds.left = Math.min(bounds.left, x - aside);
    bounds.right = Math.max(bounds.right, x + aside);
    bounds.top = Math.min(bounds.top, y - MARGIN);
    bounds.bottom = Math.max(bounds.bottom, y + MARGIN);
  }
  return places.length ? bounds : { left: -1, right: 1, top: -1, bottom: 1 };
}

/** A number in 0 … 1 that depends on two whole numbers and a seed alone, so that a wood looks the
 * same every day and across the edges of tiles.
 * @param {number} i @param {number} j @param {number} [seed] */
export function chance(i, j, seed = 0) {
  let state = Math.imul(i, 374761393) + Math.imul(j, 668265263) + Math.imul(seed, 1274126177);
  state = Math.imul(state ^ (state >>> 13), 1274126177);
  state = Math.imul(state ^ (state >>> 16), 2246822519);
  return ((state ^ (state >>> 15)) >>> 0) / 4294967296;
}

/** Soft noise in -1 … 1 over the plane. @param {number} x @param {number} y @param {number} [seed] */
export function noise(x, y, seed = 0) {
  const [i, j] = [Math.floor(x), Math.floor(y)];
  const [u, v] = [x - i, y - j];
  const [a, b] = [u * u * (3 - 2 * u), v * v * (3 - 2 * v)];
  const top = chance(i, j, seed) * (1 - a) + chance(i + 1, j, seed) * a;
  const low = chance(i, j + 1, seed) * (1 - a) + chance(i + 1, j + 1, seed) * a;
  return 2 * (top * (1 - b) + low * b) - 1;
}

/** Numbers in 0 … 1 that depend on a text alone. @param {string} text */
export function random(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}
