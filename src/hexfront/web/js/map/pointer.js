/** Mouse, finger and wheel over the map. */

/** @typedef {import("../../types").Point} Point */
/** @typedef {import("./map.js").MapView} MapView */

const DRAG_PIXELS = 5;
/** For how many milliseconds a map that is let go runs on. */
const GLIDE_MS = 110;
/** A finger that rests longer than this before it lets go throws nothing. */
const REST_MS = 60;

export class Pointer {
  /** @param {MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {Map<number, Point>} */
    this.held = new Map();
    this.dragged = 0;
    /** Pixels a millisecond. */
    this.speed = { x: 0, y: 0, at: 0 };
    const { canvas } = map;
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    canvas.addEventListener("pointerup", (event) => this.release(event, true));
    canvas.addEventListener("pointercancel", (event) => this.release(event, false));
    canvas.addEventListener("pointerleave", () => map.hoverAt(null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 33 : 1;
      map.zoom(Math.exp((-event.deltaY * lines) / 500), this.at(event));
    }, { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {MouseEvent} event @returns {Point} */
  at(event) {
    const box = this.map.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.held.set(event.pointerId, this.at(event));
    if (this.held.size === 1) this.dragged = 0;
    this.speed = { x: 0, y: 0, at: 0 };
    this.map.canvas.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const here = this.at(event);
    const before = this.held.get(event.pointerId);
    if (!before) this.map.hoverAt(here);
    else this.drag(event.pointerId, before, here, event.timeStamp);
  }

  /** @param {number} id @param {Point} before @param {Point} here @param {number} now */
  drag(id, before, here, now) {
    const others = [...this.held].filter(([other]) => other !== id).map(([, point]) => point);
    this.dragged += Math.hypot(here.x - before.x, here.y - before.y);
    this.held.set(id, here);
    if (others.length === 1) {
      const [other] = others;
      const factor = Math.hypot(here.x - other.x, here.y - other.y)
        / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.dragged = DRAG_PIXELS;
      this.map.shift((here.x - before.x) / 2, (here.y - before.y) / 2, factor,
        { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 });
    } else if (others.length === 0 && this.dragged >= DRAG_PIXELS) {
      this.map.canvas.style.cursor = "grabbing";
      const passed = Math.max(1, now - this.speed.at);
      const share = this.speed.at ? Math.min(1, passed / 40) : 1;
      this.speed = { at: now,
        x: this.speed.x + ((here.x - before.x) / passed - this.speed.x) * share * Number(this.speed.at > 0),
        y: this.speed.y + ((here.y - before.y) / passed - this.speed.y) * share * Number(this.speed.at > 0) };
      this.map.shift(here.x - before.x, here.y - before.y);
      this.map.hoverAt(null);
    }
  }

  /** @param {PointerEvent} event @param {boolean} click */
  release(event, click) {
    const alone = this.held.size === 1 && this.held.has(event.pointerId);
    this.held.delete(event.pointerId);
    this.map.canvas.style.cursor = "";
    if (click && alone && this.dragged < DRAG_PIXELS) {
      if (event.button === 0) this.map.clickAt(this.at(event));
    } else if (alone && event.timeStamp - this.speed.at < REST_MS) {
      const { x, y } = this.speed;
      if (Math.hypot(x, y) > 0.25) this.map.pan(x * GLIDE_MS, y * GLIDE_MS);
    }
  }
}
