/** Mouse, finger and wheel over the map. */

/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./map.js").MapView} MapView */

const DRAG_PIXELS = 5;
/** For how many milliseconds a map that is let go runs on. */
const GLIDE_MS = 110;
/** A finger that rests longer than this before it lets go throws nothing. */
const REST_MS = 60;
/** A finger that rests longer than this asks what may be done there. */
const LONG_MS = 550;

export class Pointer {
  /** @param {MapView} map */
  constructor(map) {
    this.map = map;
    /** @type {Map<number, Point>} */
    this.held = new Map();
    this.dragged = 0;
    /** Pixels a millisecond. */
    this.speed = { x: 0, y: 0, at: 0 };
    /** The counter that is carried, or could be if the pointer went on. */
    this.carried = "";
    /** Waits for a long press. */
    this.timer = 0;
    this.byTouch = false;
    /** Whether what is held draws a stroke. */
    this.drawing = false;
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
    canvas.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      // A finger's long press is waited for below, on every system alike.
      if (event.button === 2 && !this.byTouch) map.contextAt(this.at(event));
    });
  }

  /** @param {MouseEvent} event @returns {Point} */
  at(event) {
    const box = this.map.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const here = this.at(event);
    this.held.set(event.pointerId, here);
    this.byTouch = event.pointerType === "touch";
    clearTimeout(this.timer);
    this.letGo(null);
    if (this.drawing) this.map.events.onLift?.(null);
    this.drawing = this.held.size === 1 && Boolean(this.map.events.onPress?.(here, event));
    if (this.held.size === 1 && !this.drawing) {
      this.dragged = 0;
      if (event.button === 0) this.carried = this.map.grabAt(here);
      if (this.byTouch) this.timer = window.setTimeout(() => this.longPress(here), LONG_MS);
    }
    this.speed = { x: 0, y: 0, at: 0 };
    this.map.canvas.setPointerCapture(event.pointerId);
  }

  /** A finger has rested: its going up is no click any more. @param {Point} here */
  longPress(here) {
    if (this.held.size !== 1 || this.dragged >= DRAG_PIXELS) return;
    this.dragged = DRAG_PIXELS;
    this.carried = "";
    this.map.contextAt(here);
  }

  /** Put down what is carried. @param {Point | null} here null where it goes back */
  letGo(here) {
    if (this.carried) this.map.putDown(this.carried, here);
    this.carried = "";
  }

  /** @param {PointerEvent} event */
  move(event) {
    const here = this.at(event);
    const before = this.held.get(event.pointerId);
    if (!before) this.map.hoverAt(here);
    else if (this.drawing) this.map.events.onStroke?.(here, event);
    else this.drag(event.pointerId, before, here, event.timeStamp);
  }

  /** @param {number} id @param {Point} before @param {Point} here @param {number} now */
  drag(id, before, here, now) {
    const others = [...this.held].filter(([other]) => other !== id).map(([, point]) => point);
    this.dragged += Math.hypot(here.x - before.x, here.y - before.y);
    this.held.set(id, here);
    if (this.dragged >= DRAG_PIXELS) clearTimeout(this.timer);
    if (this.carried) {
      if (this.dragged >= DRAG_PIXELS) this.map.carry(this.carried, here);
    } else if (others.length === 1) {
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
    if (this.drawing) {
      this.drawing = false;
      this.held.delete(event.pointerId);
      this.map.events.onLift?.(click ? this.at(event) : null);
      return;
    }
    const carries = this.carried !== "" && this.dragged >= DRAG_PIXELS;
    clearTimeout(this.timer);
    if (carries) this.letGo(click ? this.at(event) : null);
    this.carried = "";
    this.held.delete(event.pointerId);
    this.map.canvas.style.cursor = "";
    if (click && alone && this.dragged < DRAG_PIXELS) {
      if (event.button === 0) this.map.clickAt(this.at(event), event.shiftKey || event.ctrlKey || event.metaKey);
    } else if (alone && !carries && event.timeStamp - this.speed.at < REST_MS) {
      const { x, y } = this.speed;
      if (Math.hypot(x, y) > 0.25) this.map.pan(x * GLIDE_MS, y * GLIDE_MS);
    }
  }
}
