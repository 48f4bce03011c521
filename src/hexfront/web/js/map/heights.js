/** Heights between the places, their contour lines and the light on their slopes. */
import { noise } from "./geometry.js";

/** @typedef {import("../../types").Place} Place */
/** @typedef {import("../../types").Point} Point */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./geometry.js").Geometry} Geometry */

/** The distance of samples, and how far the height of a place reaches. */
const CELL = 0.2;
const REACH = 2.2;
const SOFTNESS = 0.72;
/** How far the field is bent, so that hills do not look like hexes. */
const BEND = 0.3;
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
   * @param {number} interval between contour lines; 0 for what suits */
  constructor(geometry, posts, interval) {
    const { left, right, top, bottom } = geometry.bounds;
    this.x = left - 1;
    this.y = top - 1;
    this.wide = Math.ceil((right - left + 2) / CELL) + 1;
    this.high = Math.ceil((bottom - top + 2) / CELL) + 1;
    const heights = posts.map((post) => post.height);
    const least = heights.reduce((a, b) => Math.min(a, b), Infinity);
    const most = heights.reduce((a, b) => Math.max(a, b), -Infinity);
    this.least = least;
    this.range = most - least;
    this.interval = interval || niceStep(this.range);
    this.values = this.bent(this.spread(posts));
  }

  /** Every post spread over the samples around it.
   * @param {(Point & {height: number})[]} posts */
  spread(posts) {
    const sums = new Float32Array(this.wide * this.high);
    const weights = new Float32Array(this.wide * this.high);
    for (const post of posts) {
      const [left, right] = this.span(post.x - this.x, this.wide);
      const [top, bottom] = this.span(post.y - this.y, this.high);
      for (let j = top; j <= bottom; j += 1) {
        const dy = this.y + j * CELL - post.y;
        for (let i = left; i <= right; i += 1) {
          const dx = this.x + i * CELL - post.x;
          const weight = Math.exp(-(dx * dx + dy * dy) / (2 * SOFTNESS * SOFTNESS));
          sums[j * this.wide + i] += weight * (post.height - this.least);
          weights[j * this.wide + i] += weight;
        }
      }
    }
    return sums.map((sum, k) => (weights[k] > 0 ? sum / weights[k] : 0));
  }

  /** @param {number} middle @param {number} count @returns {[number, number]} */
  span(middle, count) {
    return [Math.max(0, Math.ceil((middle - REACH) / CELL)),
      Math.min(count - 1, Math.floor((middle + REACH) / CELL))];
  }

  /** @param {Float32Array} values */
  bent(values) {
    const bent = new Float32Array(values.length);
    for (let j = 0; j < this.high; j += 1) {
      for (let i = 0; i < this.wide; i += 1) {
        const [x, y] = [this.x + i * CELL, this.y + j * CELL];
        const u = i + (BEND / CELL) * (noise(x * 0.9, y * 0.9, 5) + 0.4 * noise(x * 2.3, y * 2.3, 6));
        const v = j + (BEND / CELL) * (noise(x * 0.9, y * 0.9, 7) + 0.4 * noise(x * 2.3, y * 2.3, 8));
        bent[j * this.wide + i] = this.read(values, u, v);
      }
    }
    return bent;
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
   * @param {CanvasRenderingContext2D} ctx @param {Box} box @param {number} finest distance of samples
   * @param {(number: number) => boolean} which of the lines, by their number */
  contours(ctx, box, finest, which) {
    const cell = Math.min(CELL, Math.max(CELL / 3, finest));
    const columns = Math.ceil(box.wide / cell) + 2;
    const rows = Math.ceil(box.high / cell) + 2;
    const [x0, y0] = [Math.floor(box.x / cell) * cell, Math.floor(box.y / cell) * cell];
    const base = ((this.least % this.interval) + this.interval) % this.interval;
    const first = Math.round((this.least - base) / this.interval);
    let upper = this.row(x0, y0, cell, columns, base);
    for (let j = 1; j <= rows; j += 1) {
      const lower = this.row(x0, y0 + j * cell, cell, columns, base);
      for (let i = 0; i < columns; i += 1) {
        const corners = [upper[i], upper[i + 1], lower[i + 1], lower[i]];
        const low = Math.floor(Math.min(...corners));
        const top = Math.floor(Math.max(...corners));
        for (let level = low + 1; level <= top; level += 1) {
          if (!which(first + level)) continue;
          crossing(ctx, x0 + i * cell, y0 + (j - 1) * cell, cell, corners, level);
        }
      }
      upper = lower;
    }
  }

  /** A row of heights in intervals.
   * @param {number} x @param {number} y @param {number} cell @param {number} columns @param {number} base */
  row(x, y, cell, columns, base) {
    const row = new Float32Array(columns + 1);
    for (let i = 0; i <= columns; i += 1) {
      // Lines run half way between the steps: a plain at a step has an edge, and no line in itself.
      row[i] = (this.smooth(x + i * cell, y) + base) / this.interval + 0.5;
    }
    return row;
  }

  /** The height by a surface that is smooth across samples. @param {number} x @param {number} y */
  smooth(x, y) {
    const [u, v] = [(x - this.x) / CELL, (y - this.y) / CELL];
    const i = Math.max(1, Math.min(this.wide - 3, Math.floor(u)));
    const j = Math.max(1, Math.min(this.high - 3, Math.floor(v)));
    const [a, b] = [weightsOf(u - i), weightsOf(v - j)];
    let sum = 0;
    for (let n = 0; n < 4; n += 1) {
      const at = (j + n - 1) * this.wide + i - 1;
      const { values } = this;
      sum += b[n] * (a[0] * values[at] + a[1] * values[at + 1] + a[2] * values[at + 2]
        + a[3] * values[at + 3]);
    }
    return sum;
  }
}

/** Weights of four samples for a uniform cubic B-spline. @param {number} t */
function weightsOf(t) {
  const s = Math.max(0, Math.min(1, t));
  return [(1 - s) ** 3 / 6, (3 * s ** 3 - 6 * s * s + 4) / 6,
    (-3 * s ** 3 + 3 * s * s + 3 * s + 1) / 6, s ** 3 / 6];
}

/** Where a level crosses a square.
 * @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} cell
 * @param {number[]} corners from the upper left, clockwise @param {number} level */
function crossing(ctx, x, y, cell, corners, level) {
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
    ctx.moveTo(cuts[i][0], cuts[i][1]);
    ctx.lineTo(cuts[i + 1][0], cuts[i + 1][1]);
  }
}

/** The height field of a board; null where all is level.
 * @param {Geometry} geometry @param {(point: Point) => Place} nearest
 * @param {Point[]} beyond centres around the board */
export function heightField(geometry, nearest, beyond) {
  const { board } = geometry;
  const given = board.heights;
  const height = (/** @type {Place} */ place) => (given ? given[place.id] ?? 0
    : BY_ART[board.terrain[place.terrain]?.art] ?? 0);
  const posts = [...board.places.map((place) => ({ x: place.x, y: place.y, height: height(place) })),
    ...beyond.map(({ x, y }) => ({ x, y, height: height(nearest({ x, y })) }))];
  if (!geometry.hexes || posts.every((post) => post.height === posts[0]?.height)) return null;
  return new HeightField(geometry, posts, board.contours ?? (given ? 0 : 0.3));
}
