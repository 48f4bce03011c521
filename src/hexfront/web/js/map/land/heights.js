/** Heights between the places, their contour lines and the light on their slopes. */
import { noise } from "../geometry.js";
import { vertexKey } from "./lines.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Geometry} Geometry */

/** The distance of samples, and how far the height of a place reaches. */
const CELL = 0.25;
const REACH = 2.2;
const SOFTNESS = 0.72;
/** How far the field is bent, so that hills do not look like hexes. */
const BEND = 0.3;
/** Samples from one point of the bending to the next. */
const WAVE = 2;
/** Contour lines from which on hills stand out fully. */
const LEVEL = 3.5;
/** Heights by art where the board gives none. */
const BY_ART = /** @type {Record<string, number>} */ ({ hill: 1, mountain: 2.2, rough: 0.25 });
const STEPS = [1, 2, 2.5, 5, 10];

/** A step of contour lines that gives about eight of them. @param {number} range */
function niceStep(range) {
  const rough = range / 9;
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * (STEPS.find((step) => step * power >= rough) ?? 10);
}

export class HeightField {
  /** @param {Geometry} geometry @param {(Point & {height: number})[]} posts
   * @param {number} interval between contour lines; 0 for what suits
   * @param {number} [from] the height of the lowest of them */
  constructor(geometry, posts, interval, from = -Infinity) {
    const { left, right, top, bottom } = geometry.bounds;
    this.x = left - 1;
    this.y = top - 1;
    this.wide = Math.ceil((right - left + 2) / CELL) + 1;
    this.high = Math.ceil((bottom - top + 2) / CELL) + 1;
    const heights = posts.map((post) => post.height);
    const least = heights.reduce((a, b) => Math.min(a, b), Infinity);
    const most = heights.reduce((a, b) => Math.max(a, b), -Infinity);
    this.least = least;
    this.most = most;
    this.from = from;
    this.interval = interval || niceStep(most - least);
    /** What light and tints are measured by: land that is nearly level shall look so. */
    this.range = Math.max(most - least, LEVEL * this.interval);
    /** The height of each post, by its place in the plane. */
    this.posts = new Map(posts.map((post) => [vertexKey(post), post.height]));
    const size = this.wide * this.high;
    this.sums = new Float32Array(size);
    this.weights = new Float32Array(size);
    this.spread(posts, true);
    /** Heights at the samples before the hills are bent out of shape. */
    this.raw = this.sums.map((sum, k) => (this.weights[k] > 0 ? sum / this.weights[k] : 0));
    this.bending = [this.waves(5, 6), this.waves(7, 8)];
    this.values = new Float32Array(size);
    this.bend(0, this.wide - 1, 0, this.high - 1);
  }

  /** Whether posts lie between the lowest and the highest. @param {(Point & {height: number})[]} posts */
  fits(posts) {
    return posts.every(({ height }) => height >= this.least && height <= this.most);
  }

  /** Other heights of some posts; what lies outside of lowest and highest is cut off.
   * @param {(Point & {height: number})[]} posts @returns {Point[]} those that have changed */
  change(posts) {
    const moved = posts.flatMap((post) => {
      const height = Math.max(this.least, Math.min(this.most, post.height));
      const before = this.posts.get(vertexKey(post));
      if (before === undefined || before === height) return [];
      this.posts.set(vertexKey(post), height);
      // What is spread is the difference alone.
      return [{ x: post.x, y: post.y, height: height - before + this.least }];
    });
    this.spread(moved, false);
    for (const post of moved) {
      const [left, right] = this.span(post.x - this.x, this.wide);
      const [top, bottom] = this.span(post.y - this.y, this.high);
      for (let j = top; j <= bottom; j += 1) {
        for (let k = j * this.wide + left; k <= j * this.wide + right; k += 1) {
          this.raw[k] = this.weights[k] > 0 ? this.sums[k] / this.weights[k] : 0;
        }
      }
      const far = Math.ceil((BEND * 1.4) / CELL) + 1;
      this.bend(Math.max(0, left - far), Math.min(this.wide - 1, right + far), Math.max(0, top - far),
        Math.min(this.high - 1, bottom + far));
    }
    return moved;
  }

  /** Every post spread over the samples around it.
   * @param {(Point & {height: number})[]} posts @param {boolean} fresh whether they were not there before */
  spread(posts, fresh) {
    const { sums, weights } = this;
    for (const post of posts) {
      const [left, right] = this.span(post.x - this.x, this.wide);
      const [top, bottom] = this.span(post.y - this.y, this.high);
      for (let j = top; j <= bottom; j += 1) {
        const dy = this.y + j * CELL - post.y;
        for (let i = left; i <= right; i += 1) {
          const dx = this.x + i * CELL - post.x;
          const weight = Math.exp(-(dx * dx + dy * dy) / (2 * SOFTNESS * SOFTNESS));
          sums[j * this.wide + i] += weight * (post.height - this.least);
          if (fresh) weights[j * this.wide + i] += weight;
        }
      }
    }
  }

  /** @param {number} middle @param {number} count @returns {[number, number]} */
  span(middle, count) {
    return [Math.max(0, Math.ceil((middle - REACH) / CELL)),
      Math.min(count - 1, Math.floor((middle + REACH) / CELL))];
  }

  /** The heights of some samples, with hills out of shape.
   * @param {number} left @param {number} right @param {number} top @param {number} bottom */
  bend(left, right, top, bottom) {
    const [u, v] = this.bending;
    for (let j = top; j <= bottom; j += 1) {
      for (let i = left; i <= right; i += 1) {
        const [x, y] = [i / WAVE, j / WAVE];
        this.values[j * this.wide + i] = this.read(this.raw, i + u(x, y), j + v(x, y));
      }
    }
  }

  /** Soft noise, worked out at every few samples and read between them.
   * @param {number} one @param {number} other seeds */
  waves(one, other) {
    const wide = Math.ceil(this.wide / WAVE) + 2;
    const high = Math.ceil(this.high / WAVE) + 2;
    const far = BEND / CELL;
    const waves = new Float32Array(wide * high);
    for (let j = 0; j < high; j += 1) {
      for (let i = 0; i < wide; i += 1) {
        const [x, y] = [this.x + i * WAVE * CELL, this.y + j * WAVE * CELL];
        waves[j * wide + i] = far * (noise(x * 0.9, y * 0.9, one) + 0.4 * noise(x * 2.3, y * 2.3, other));
      }
    }
    return (/** @type {number} */ x, /** @type {number} */ y) => {
      const [i, j] = [Math.floor(x), Math.floor(y)];
      const [a, b] = [x - i, y - j];
      const at = j * wide + i;
      return (waves[at] * (1 - a) + waves[at + 1] * a) * (1 - b)
        + (waves[at + wide] * (1 - a) + waves[at + wide + 1] * a) * b;
    };
  }

  /** @param {Float32Array} values @param {number} u @param {number} v in cells */
  read(values, u, v) {
    const i = Math.max(0, Math.min(this.wide - 2, Math.floor(u)));
    const j = Math.max(0, Math.min(this.high - 2, Math.floor(v)));
    const [a, b] = [Math.max(0, Math.min(1, u - i)), Math.max(0, Math.min(1, v - j))];
    const at = j * this.wide + i;
    return (values[at] * (1 - a) + values[at + 1] * a) * (1 - b)
      + (values[at + this.wide] * (1 - a) + values[at + this.wide + 1] * a) * b;
  }

  /** The height above the lowest place. @param {number} x @param {number} y */
  at(x, y) {
    return this.read(this.values, (x - this.x) / CELL, (y - this.y) / CELL);
  }

  /** The slope at a point, in ranges a unit of length. @param {number} x @param {number} y @returns {Point} */
  slope(x, y) {
    const by = CELL * 2 * this.range;
    return { x: (this.at(x + CELL, y) - this.at(x - CELL, y)) / by,
      y: (this.at(x, y + CELL) - this.at(x, y - CELL)) / by };
  }

  /** Trace the contour lines in a rectangle.
   * @param {Path2D} path @param {Box} box @param {number} parts of a sample's side
   * @param {(number: number) => boolean} which of the lines, by their number */
  contours(path, box, parts, which) {
    const cell = CELL / parts;
    const [i0, j0] = [Math.floor((box.x - this.x) / CELL), Math.floor((box.y - this.y) / CELL)];
    const columns = (Math.ceil(box.wide / CELL) + 2) * parts;
    const rows = (Math.ceil(box.high / CELL) + 2) * parts;
    const [x0, y0] = [this.x + i0 * CELL, this.y + j0 * CELL];
    const base = ((this.least % this.interval) + this.interval) % this.interval;
    const first = Math.round((this.least - base) / this.interval);
    // A line runs half a step below what it is the number of.
    const lowest = Math.ceil(this.from / this.interval + 0.5) - first;
    let upper = this.row(i0, j0, 0, parts, columns, base);
    for (let j = 1; j <= rows; j += 1) {
      const lower = this.row(i0, j0 + Math.floor(j / parts), (j % parts) / parts, parts, columns, base);
      for (let i = 0; i < columns; i += 1) {
        const [a, b, c, d] = [upper[i], upper[i + 1], lower[i + 1], lower[i]];
        const low = Math.floor(Math.min(a, b, c, d));
        const top = Math.floor(Math.max(a, b, c, d));
        for (let level = Math.max(low + 1, lowest); level <= top; level += 1) {
          if (which(first + level)) crossing(path, x0 + i * cell, y0 + (j - 1) * cell, cell, [a, b, c, d], level);
        }
      }
      upper = lower;
    }
  }

  /** A row of heights in intervals, by a surface that is smooth across samples.
   * @param {number} i0 @param {number} j @param {number} down part of a sample below row j
   * @param {number} parts @param {number} columns @param {number} base */
  row(i0, j, down, parts, columns, base) {
    const { wide, high, values } = this;
    const count = columns / parts + 4;
    const across = WEIGHTS[parts];
    const [k, l, m, n] = weightsOf(down);
    const lines = [-1, 0, 1, 2].map((off) => Math.max(0, Math.min(high - 1, j + off)) * wide);
    const mixed = new Float32Array(count);
    for (let i = 0; i < count; i += 1) {
      const at = Math.max(0, Math.min(wide - 1, i0 - 1 + i));
      mixed[i] = k * values[lines[0] + at] + l * values[lines[1] + at] + m * values[lines[2] + at]
        + n * values[lines[3] + at];
    }
    const row = new Float32Array(columns + 1);
    for (let i = 0; i <= columns; i += 1) {
      const weights = across[i % parts];
      const at = Math.floor(i / parts);
      const height = weights[0] * mixed[at] + weights[1] * mixed[at + 1] + weights[2] * mixed[at + 2]
        + weights[3] * mixed[at + 3];
      // Lines run half way between the steps: a plain at a step has an edge, and no line in itself.
      row[i] = (height + base) / this.interval + 0.5;
    }
    return row;
  }
}

/** Weights of four samples for a uniform cubic B-spline. @param {number} t */
function weightsOf(t) {
  return [(1 - t) ** 3 / 6, (3 * t ** 3 - 6 * t * t + 4) / 6,
    (-3 * t ** 3 + 3 * t * t + 3 * t + 1) / 6, t ** 3 / 6];
}

/** Those at each part of a sample's side, where it is cut into so many. */
const WEIGHTS = [1, 1, 2, 3, 4].map((parts) =>
  Array.from({ length: parts }, (_, i) => weightsOf(i / parts)));

/** Where a level crosses a square.
 * @param {Path2D} path @param {number} x @param {number} y @param {number} cell
 * @param {number[]} corners from the upper left, clockwise @param {number} level */
function crossing(path, x, y, cell, corners, level) {
  /** @type {[number, number][]} */
  const cuts = [];
  for (let side = 0; side < 4; side += 1) {
    const [a, b] = [corners[side], corners[(side + 1) % 4]];
    if ((a < level) === (b < level)) continue;
    const part = (level - a) / (b - a);
    cuts.push(/** @type {[number, number]} */ ([
      [x + part * cell, y], [x + cell, y + part * cell], [x + cell - part * cell, y + cell],
      [x, y + cell - part * cell]][side]));
  }
  for (let i = 0; i + 1 < cuts.length; i += 2) {
    path.moveTo(cuts[i][0], cuts[i][1]);
    path.lineTo(cuts[i + 1][0], cuts[i + 1][1]);
  }
}

/** Kinds of places that have no height that one would ask for. */
const LEVEL_ART = new Set(["sea", "water", "box"]);

/** The heights of the places on land, given or by the art of their terrain. @param {import("../../../types").Board} board
 * @returns {Map<string, number>} */
export function heightsOf({ places, terrain, heights }) {
  return new Map(places.filter((place) => !LEVEL_ART.has(terrain[place.terrain]?.art ?? "")).map((place) =>
    [place.id, heights ? heights[place.id] ?? 0 : BY_ART[terrain[place.terrain]?.art ?? ""] ?? 0]));
}

/** Whether there is a contour line on the map. @param {import("../../../types").Board} board */
export function isHilly(board) {
  const all = [...heightsOf(board).values()];
  const least = board.heights ? Number(board.contours) : 1;
  return board.kind === "hex" && all.length > 0 && least > 0 && Math.max(...all) - Math.min(...all) >= least;
}

/** Heights to be spread: of places, and of centres around the board.
 * @param {Geometry} geometry @param {Place[]} places @param {(point: Point) => Place} nearest
 * @param {Point[]} beyond */
export function postsOf({ board }, places, nearest, beyond) {
  const given = board.heights;
  const height = (/** @type {Place} */ place) => (given ? given[place.id] ?? 0
    : BY_ART[board.terrain[place.terrain]?.art] ?? 0);
  return [...places.map((place) => ({ x: place.x, y: place.y, height: height(place) })),
    ...beyond.map(({ x, y }) => ({ x, y, height: height(nearest({ x, y })) }))];
}

/** The height field of a board; null where all is level.
 * @param {Geometry} geometry @param {(point: Point) => Place} nearest
 * @param {Point[]} beyond centres around the board */
export function heightField(geometry, nearest, beyond) {
  const { board } = geometry;
  const posts = postsOf(geometry, board.places, nearest, beyond);
  if (!geometry.hexes || posts.every((post) => post.height === posts[0]?.height)) return null;
  return new HeightField(geometry, posts, board.contours ?? (board.heights ? 0 : 0.3),
    board.contours_from);
}
