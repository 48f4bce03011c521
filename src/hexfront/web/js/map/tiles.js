/** The ground kept in tiles: made a few at a time, drawn at any zoom, forgotten when long unseen. */
import { drawGround } from "./land/ground.js";

/** @typedef {import("./camera.js").Frame} Frame */
/** @typedef {import("./land/ground.js").Layers} Layers */
/** @typedef {import("./land/land.js").Land} Land */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Span of tiles */

const SIZE = 256;
/** Milliseconds a frame for new tiles, while the map moves, and while it waits for those of a new zoom. */
const BUDGET = 6;
const BUDGET_AT_REST = 30;
/** For tiles that show what was there before. */
const BUDGET_ANEW = 12;
const SPARE = 40;
/** The longer side of the picture of the whole board that shows where a tile is missing. */
const BASE_PIXELS = 1536;
const BASE_SCALE = 26;

/** Tiles of one zoom, in pixels of the screen a hex size. */
class Sheaf {
  /** @param {number} scale */
  constructor(scale) {
    this.scale = scale;
    /** The last used come last. @type {Map<number, HTMLCanvasElement>} */
    this.tiles = new Map();
    /** Those that show what was there before; they are shown until they are made anew. @type {Set<number>} */
    this.stale = new Set();
  }
}

/** @param {number} i @param {number} j */
const tileKey = (i, j) => (i + 32768) * 65536 + j + 32768;

export class Tiles {
  constructor() {
    /** @type {Land | null} */
    this.land = null;
    /** @type {Palette | null} */
    this.colours = null;
    /** @type {Layers} */
    this.layers = { grid: true, links: true, picture: null };
    this.ratio = 1;
    this.sheaf = new Sheaf(0);
    /** Tiles of the zoom that comes next, out of sight until all are there. */
    this.next = new Sheaf(0);
    /** @type {HTMLCanvasElement | null} */
    this.base = null;
    /** What of it shows what was there before. @type {import("./geometry.js").Box | null} */
    this.changed = null;
    /** Tiles that are no longer needed, to be drawn on again. @type {HTMLCanvasElement[]} */
    this.spare = [];
    /** What a frame that follows a change draws, it draws at once. */
    this.hasty = true;
    /** Whether the picture of the whole board was drawn in place of tiles. */
    this.stretched = false;
    this.asked = false;
  }

  /** @param {Land} land @param {Palette} colours @param {Layers} layers @param {number} ratio */
  set(land, colours, layers, ratio) {
    const same = this.land === land && this.colours === colours && this.ratio === ratio
      && this.layers.grid === layers.grid
      && this.layers.links === layers.links && this.layers.picture === layers.picture;
    if (same) return;
    const board = this.land !== land || this.colours !== colours || this.layers.picture !== layers.picture
      || this.layers.grid !== layers.grid;
    Object.assign(this, { land, colours, layers: { ...layers }, ratio });
    if (board) this.base = null;
    this.sheaf = new Sheaf(0);
    this.next = new Sheaf(0);
    this.hasty = true;
  }

  /** What lies in a box has changed: its tiles are to be made anew. @param {import("./geometry.js").Box} box */
  touch(box) {
    for (const { scale, tiles, stale } of [this.sheaf, this.next]) {
      const size = SIZE / (scale || 1);
      for (const key of tiles.keys()) {
        const [x, y] = [(Math.floor(key / 65536) - 32768) * size, ((key % 65536) - 32768) * size];
        if (x < box.x + box.wide && x + size > box.x && y < box.y + box.high && y + size > box.y) stale.add(key);
      }
    }
    if (this.base) this.changed = this.changed ? boxOver(this.changed, box) : box;
  }

  /** Make the picture of the whole board when the page has nothing else to do. */
  spareTime() {
    if ((this.base && !this.changed) || this.asked) return;
    this.asked = true;
    const make = () => {
      this.asked = false;
      this.whole();
    };
    if ("requestIdleCallback" in window) requestIdleCallback(make, { timeout: 3000 });
    else setTimeout(make, 500);
  }

  /** The whole board, small. @returns {HTMLCanvasElement} */
  whole() {
    const { land, colours } = this;
    if (this.base && this.changed) this.paintWhole(this.base, this.changed);
    this.changed = null;
    if (this.base || !land || !colours) return this.base ?? document.createElement("canvas");
    const { left, right, top, bottom } = land.geometry.bounds;
    const scale = this.wholeScale();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil((right - left) * scale);
    canvas.height = Math.ceil((bottom - top) * scale);
    this.paintWhole(canvas, { x: left, y: top, wide: right - left, high: bottom - top });
    this.base = canvas;
    return canvas;
  }

  wholeScale() {
    const { left, right, top, bottom } = /** @type {Land} */ (this.land).geometry.bounds;
    return Math.min(BASE_PIXELS / (right - left), BASE_PIXELS / (bottom - top), BASE_SCALE);
  }

  /** @param {HTMLCanvasElement} canvas @param {import("./geometry.js").Box} box the part to be drawn */
  paintWhole(canvas, box) {
    const { land, colours } = this;
    if (!land || !colours) return;
    const { left, top } = land.geometry.bounds;
    const scale = this.wholeScale();
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.save();
    ctx.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.wide, box.high);
    ctx.clip();
    ctx.clearRect(box.x, box.y, box.wide, box.high);
    drawGround(ctx, land, box, colours, scale, this.layers);
    ctx.restore();
  }

  /** Draw the ground in pixels of the screen. Tiles of another zoom are made out of sight and shown
   * when all are there, so that no sharp tile is ever beside a stretched one while one zooms.
   * @param {CanvasRenderingContext2D} ctx @param {Frame} frame in pixels of the page
   * @param {boolean} moving whether the zoom still changes
   * @param {Frame | null} goal where the frame is going, if it is known
   * @returns {boolean} whether tiles are still to be made */
  draw(ctx, frame, moving, goal = null) {
    const { land, ratio } = this;
    if (!land) return false;
    const inScreen = (/** @type {Frame} */ { scale, x, y }) => ({ scale: scale * ratio, x: x * ratio, y: y * ratio });
    const at = inScreen(frame);
    const rest = inScreen(goal ?? frame);
    let waiting = this.renew(this.span(ctx.canvas, at, this.sheaf.scale));
    // A zoom that has come to rest goes on with the tiles that were begun on its way.
    if (!moving || goal || !this.sheaf.scale || this.next.scale === at.scale) {
      waiting += this.prepare(ctx.canvas, at, rest, moving);
    }
    this.hasty = false;
    if (!waiting && this.next.scale === at.scale) this.turn();
    const { sheaf } = this;
    const span = this.span(ctx.canvas, at, sheaf.scale);
    const missing = this.missing(span, sheaf).length > 0;
    this.stretched = missing;
    if (missing) this.drawBase(ctx, at);
    if (!missing || sheaf.scale === at.scale) drawSheaf(ctx, sheaf, at);
    if (sheaf.scale !== at.scale || missing) return waiting > 0 || missing;
    this.forget(span);
    // Nothing is missing: one of those that a pan will need next.
    const { left, right, top, bottom } = span;
    const near = this.missing({ left: left - 1, right: right + 1, top: top - 1, bottom: bottom + 1 }, sheaf);
    return near.length > 0 && this.make(near, 0, sheaf) > 0;
  }

  /** Make some of the tiles that a frame needs, now and where it comes to rest.
   * @param {HTMLCanvasElement} canvas @param {Frame} at @param {Frame} rest @param {boolean} moving
   * @returns {number} how many are still to be made */
  prepare(canvas, at, rest, moving) {
    const same = rest.scale === this.sheaf.scale;
    if (!same && this.next.scale !== rest.scale) {
      this.release(this.next);
      this.next = new Sheaf(rest.scale);
    }
    const sheaf = same ? this.sheaf : this.next;
    const wanted = [at, rest].flatMap((frame) => (frame.scale === rest.scale
      ? this.missing(this.span(canvas, frame, rest.scale), sheaf) : []));
    return this.make(wanted, this.hasty ? Infinity : same || moving ? BUDGET : BUDGET_AT_REST, sheaf);
  }

  /** Make some of the tiles in sight anew that show what was there before; others are forgotten.
   * @param {Span} span @returns {number} how many are still to be made */
  renew({ left, right, top, bottom }) {
    const { sheaf } = this;
    for (const key of this.next.stale) this.next.tiles.delete(key);
    this.next.stale.clear();
    const start = performance.now();
    let waiting = 0;
    for (const key of sheaf.stale) {
      const [i, j] = [Math.floor(key / 65536) - 32768, (key % 65536) - 32768];
      if (i < left || i > right || j < top || j > bottom) {
        sheaf.tiles.delete(key);
        sheaf.stale.delete(key);
      } else if (performance.now() - start < BUDGET_ANEW) {
        sheaf.tiles.set(key, this.paint(i, j, sheaf.scale, sheaf.tiles.get(key)));
        sheaf.stale.delete(key);
      } else waiting += 1;
    }
    return waiting;
  }

  /** Show the tiles that were made out of sight. */
  turn() {
    this.release(this.sheaf);
    this.sheaf = this.next;
    this.next = new Sheaf(0);
  }

  /** The tiles on the screen that the board reaches.
   * @param {HTMLCanvasElement} canvas @param {Frame} at in pixels of the screen
   * @param {number} scale of the tiles @returns {Span} */
  span(canvas, at, scale) {
    const { left, right, top, bottom } = /** @type {Land} */ (this.land).geometry.bounds;
    const size = (SIZE * at.scale) / scale;
    return {
      left: Math.floor(Math.max(-at.x, left * at.scale) / size),
      right: Math.floor(Math.min(canvas.width - at.x, right * at.scale) / size),
      top: Math.floor(Math.max(-at.y, top * at.scale) / size),
      bottom: Math.floor(Math.min(canvas.height - at.y, bottom * at.scale) / size),
    };
  }

  /** @param {Span} span @param {Sheaf} sheaf @returns {[number, number][]} those of the middle first */
  missing({ left, right, top, bottom }, sheaf) {
    /** @type {[number, number][]} */
    const missing = [];
    for (let j = top; j <= bottom; j += 1) {
      for (let i = left; i <= right; i += 1) {
        if (!sheaf.tiles.has(tileKey(i, j))) missing.push([i, j]);
      }
    }
    const far = (/** @type {[number, number]} */ [i, j]) =>
      Math.hypot(i - (left + right) / 2, j - (top + bottom) / 2);
    return missing.sort((a, b) => far(a) - far(b));
  }

  /** Make one tile or more. @param {[number, number][]} wanted @param {number} budget in ms
   * @param {Sheaf} sheaf @returns {number} how many are still to be made */
  make(wanted, budget, sheaf) {
    const start = performance.now();
    let done = 0;
    while (done < wanted.length && (done === 0 || performance.now() - start < budget)) {
      const [i, j] = wanted[done];
      if (!sheaf.tiles.has(tileKey(i, j))) sheaf.tiles.set(tileKey(i, j), this.paint(i, j, sheaf.scale));
      done += 1;
    }
    return wanted.length - done;
  }

  /** @param {number} i @param {number} j @param {number} scale
   * @param {HTMLCanvasElement} [canvas] what is drawn on @returns {HTMLCanvasElement} */
  paint(i, j, scale, canvas = this.spare.pop() ?? document.createElement("canvas")) {
    if (canvas.width !== SIZE) canvas.width = canvas.height = SIZE;
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, SIZE, SIZE);
    ctx.setTransform(scale, 0, 0, scale, -i * SIZE, -j * SIZE);
    const box = { x: (i * SIZE) / scale, y: (j * SIZE) / scale, wide: SIZE / scale, high: SIZE / scale };
    if (this.land && this.colours) {
      drawGround(ctx, this.land, box, this.colours, scale / this.ratio, this.layers);
    }
    return canvas;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Frame} at in pixels of the screen */
  drawBase(ctx, at) {
    const { left, right, top, bottom } = /** @type {Land} */ (this.land).geometry.bounds;
    ctx.drawImage(this.whole(), left * at.scale + at.x, top * at.scale + at.y,
      (right - left) * at.scale, (bottom - top) * at.scale);
  }

  /** Forget the tiles that were not seen for the longest time. @param {Span} span */
  forget({ left, right, top, bottom }) {
    const { tiles } = this.sheaf;
    for (let j = top; j <= bottom; j += 1) {
      for (let i = left; i <= right; i += 1) {
        const tile = tiles.get(tileKey(i, j));
        if (!tile) continue;
        tiles.delete(tileKey(i, j));
        tiles.set(tileKey(i, j), tile);
      }
    }
    const most = Math.max(0, right - left + 3) * Math.max(0, bottom - top + 3) * 2 + SPARE;
    for (const [key, tile] of tiles) {
      if (tiles.size <= most) break;
      tiles.delete(key);
      this.sheaf.stale.delete(key);
      if (this.spare.length < SPARE) this.spare.push(tile);
    }
  }

  /** Keep some of the tiles of another zoom for later use. @param {Sheaf} sheaf */
  release(sheaf) {
    this.spare.push(...[...sheaf.tiles.values()].slice(0, Math.max(0, SPARE - this.spare.length)));
    sheaf.tiles.clear();
    sheaf.stale.clear();
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Sheaf} sheaf @param {Frame} at */
function drawSheaf(ctx, sheaf, at) {
  if (!sheaf.scale) return;
  const size = (SIZE * at.scale) / sheaf.scale;
  for (const [key, tile] of sheaf.tiles) {
    const i = Math.floor(key / 65536) - 32768;
    const j = (key % 65536) - 32768;
    const [x, y] = [Math.round(i * size + at.x), Math.round(j * size + at.y)];
    const [right, low] = [Math.round((i + 1) * size + at.x), Math.round((j + 1) * size + at.y)];
    if (right < 0 || low < 0 || x > ctx.canvas.width || y > ctx.canvas.height) continue;
    if (right - x === SIZE && low - y === SIZE) ctx.drawImage(tile, x, y);
    else ctx.drawImage(tile, x, y, right - x, low - y);
  }
}

/** The box around two. @param {import("./geometry.js").Box} a @param {import("./geometry.js").Box} b */
function boxOver(a, b) {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, wide: Math.max(a.x + a.wide, b.x + b.wide) - x, high: Math.max(a.y + a.high, b.y + b.high) - y };
}
