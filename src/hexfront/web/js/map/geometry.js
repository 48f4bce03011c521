/** Places in the plane: hexes of circumradius 1, or plain areas drawn as discs. */

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Place} Place */
/** @typedef {import("../../types").Point} Point */

const BUCKET = 2;

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
    const xs = board.places.map((place) => place.x);
    const ys = board.places.map((place) => place.y);
    this.bounds = {
      left: Math.min(...xs) - 1.15, right: Math.max(...xs) + 1.15,
      top: Math.min(...ys) - 1.15, bottom: Math.max(...ys) + 1.15,
    };
    /** @type {Map<string, Place[]>} */
    this.buckets = new Map();
    for (const place of board.places) {
      const key = `${Math.floor(place.x / BUCKET)},${Math.floor(place.y / BUCKET)}`;
      this.buckets.set(key, [...(this.buckets.get(key) ?? []), place]);
    }
  }

  /** The place at a point; hexes are the regions nearest to their centres.
   * @param {Point} point @returns {Place | null} */
  at(point) {
    const column = Math.floor(point.x / BUCKET);
    const row = Math.floor(point.y / BUCKET);
    let best = null;
    let least = this.hexes ? 1.0 : 0.95;
    for (let i = column - 1; i <= column + 1; i += 1) {
      for (let j = row - 1; j <= row + 1; j += 1) {
        for (const place of this.buckets.get(`${i},${j}`) ?? []) {
          const distance = Math.hypot(place.x - point.x, place.y - point.y);
          if (distance < least) [best, least] = [place, distance];
        }
      }
    }
    return best;
  }

  /** Trace the outline of a place.
   * @param {CanvasRenderingContext2D} ctx @param {Point} place @param {number} [size] */
  trace(ctx, place, size = 1) {
    this.corners.forEach((corner, i) => {
      const x = place.x + corner.x * size;
      const y = place.y + corner.y * size;
      if (i === 0) ctx.moveTo(x, y);
      else ctx.lineTo(x, y);
    });
    ctx.closePath();
  }
}

/** Numbers in 0 … 1 that depend on a text alone, so that a wood looks the same every day.
 * @param {string} text */
export function random(text) {
  let state = 2166136261;
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), state | 1);
    state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
    return ((state ^ (state >>> 14)) >>> 0) / 4294967296;
  };
}
