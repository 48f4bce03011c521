/** Where the map lies on the canvas, and how it moves there: eased, and never out of sight. */

/** @typedef {import("./scene").Point} Point */
/** @typedef {{x: number, y: number, scale: number}} Frame where (0, 0) lies and what 1 measures, in
 * pixels of the page */

const MOST_PIXELS = 150;
const LEAST_PIXELS = 6;
/** Milliseconds in which all but a third of a movement is done. */
const EASE_MS = 70;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** @param {number} value @param {number} least @param {number} most */
const clamp = (value, least, most) => Math.max(least, Math.min(most, value));

export class Camera {
  constructor() {
    this.x = 0;
    this.y = 0;
    this.scale = 40;
    /** Where it is going. @type {Frame | null} */
    this.goal = null;
    this.last = 0;
    this.wide = 0;
    this.high = 0;
    this.bounds = { left: 0, right: 1, top: 0, bottom: 1 };
    /** Pixels at the upper and the left edge that something else covers. */
    this.inset = 0;
  }

  /** Where it will come to rest. @returns {Frame} */
  get rest() {
    return this.goal ?? { x: this.x, y: this.y, scale: this.scale };
  }

  /** The frame that shows all. @returns {Frame} */
  whole() {
    const { left, right, top, bottom } = this.bounds;
    const room = this.high - this.inset;
    const scale = Math.min(this.wide / (right - left), room / (bottom - top), MOST_PIXELS);
    return { scale, x: (this.wide - (left + right) * scale) / 2,
      y: this.inset + (room - (top + bottom) * scale) / 2 };
  }

  /** A frame moved so that the middle of the screen shows some of the map.
   * @param {Frame} frame @returns {Frame} */
  limited({ x, y, scale }) {
    const { left, right, top, bottom } = this.bounds;
    return { scale, x: clamp(x, this.wide / 2 - right * scale, this.wide / 2 - left * scale),
      y: clamp(y, this.high / 2 - bottom * scale, this.high / 2 - top * scale) };
  }

  /** The frame with a point as near to the middle as leaves nothing of the screen empty that the map
   * can fill. @param {Point} point @param {number} scale @returns {Frame} */
  around(point, scale) {
    const { left, right, top, bottom } = this.bounds;
    const along = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ to,
      /** @type {number} */ start, /** @type {number} */ end) => {
      const [least, most] = [end - to * scale, start - from * scale];
      return least > most ? (least + most) / 2 : clamp((start + end) / 2 - at * scale, least, most);
    };
    return { scale, x: along(point.x, left, right, this.inset, this.wide),
      y: along(point.y, top, bottom, this.inset, this.high) };
  }

  /** A frame zoomed around a point, which stays where it is.
   * @param {Frame} frame @param {number} factor @param {Point} around @returns {Frame} */
  zoomed(frame, factor, around) {
    const least = Math.min(LEAST_PIXELS, this.whole().scale * 0.8);
    const scale = clamp(frame.scale * factor, least, MOST_PIXELS);
    const ratio = scale / frame.scale;
    return this.limited({ scale, x: around.x - (around.x - frame.x) * ratio,
      y: around.y - (around.y - frame.y) * ratio });
  }

  /** Go somewhere, at once or eased. @param {Frame} frame @param {boolean} [eased] */
  go(frame, eased = true) {
    const goal = this.limited(frame);
    if (eased && !STILL.matches) {
      if (!this.goal) this.last = 0;
      this.goal = goal;
      return;
    }
    this.goal = null;
    Object.assign(this, goal);
  }

  /** Take a step towards the goal. @param {number} now in ms @returns {boolean} whether it moved */
  step(now) {
    const { goal } = this;
    if (!goal) return false;
    const passed = this.last ? Math.min(100, now - this.last) : 16;
    this.last = now;
    const part = 1 - Math.exp(-passed / EASE_MS);
    const away = Math.abs(Math.log(goal.scale / this.scale)) * 200
      + Math.hypot(goal.x - this.x, goal.y - this.y);
    if (away < 0.7) this.go(goal, false);
    else Object.assign(this, between(this, goal, part));
    return true;
  }
}

/** A frame on the way: between two scales it turns around the point that both show in one spot.
 * @param {Frame} from @param {Frame} to @param {number} part @returns {Frame} */
function between(from, to, part) {
  const scale = from.scale * (to.scale / from.scale) ** part;
  if (Math.abs(Math.log(to.scale / from.scale)) < 0.02) {
    return { scale, x: from.x + (to.x - from.x) * part,
      y: from.y + (to.y - from.y) * part };
  }
  const fixed = (/** @type {number} */ a, /** @type {number} */ b) =>
    (a * to.scale - b * from.scale) / (to.scale - from.scale);
  const [px, py] = [fixed(from.x, to.x), fixed(from.y, to.y)];
  return { scale, x: px - (px - from.x) * (scale / from.scale),
    y: py - (py - from.y) * (scale / from.scale) };
}
