/** The whole board on a small canvas: ground, counters as dots, what the map shows. */
import { sideColour } from "./palette.js";
import { cellsOf } from "./land/rooms.js";

/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./map.js").MapView} MapView */
/** @typedef {import("./palette.js").Palette} Palette */

export class Minimap {
  /** @param {HTMLCanvasElement} canvas @param {MapView} map */
  constructor(canvas, map) {
    this.canvas = canvas;
    this.map = map;
    this.ended = new AbortController();
    /** The ground at the size of the canvas, and what it was made of. */
    this.ground = document.createElement("canvas");
    this.source = /** @type {HTMLCanvasElement | null} */ (null);
    const how = { signal: this.ended.signal };
    canvas.style.touchAction = "none";
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.look(event, true);
    }, how);
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons & 1) this.look(event, false);
    }, how);
    this.observer = new ResizeObserver(() => map.draw());
    this.observer.observe(canvas);
  }

  end() {
    this.ended.abort();
    this.observer.disconnect();
  }

  /** How the board lies on the canvas, in pixels of the page. */
  frame() {
    const { left, right, top, bottom } = this.map.camera.bounds;
    const { clientWidth, clientHeight } = this.canvas;
    const scale = Math.min(clientWidth / (right - left), clientHeight / (bottom - top));
    return { scale, x: (clientWidth - (left + right) * scale) / 2, y: (clientHeight - (top + bottom) * scale) / 2 };
  }

  /** Look at the place under the pointer. @param {PointerEvent} event @param {boolean} eased */
  look(event, eased) {
    const box = this.canvas.getBoundingClientRect();
    const { x, y, scale } = this.frame();
    this.map.centre({ x: (event.clientX - box.left - x) / scale, y: (event.clientY - box.top - y) / scale }, eased);
  }

  /** @param {HTMLCanvasElement} whole the ground of the board @param {Counter[]} counters
   * @param {Palette} colours @param {number} ratio */
  draw(whole, counters, colours, ratio) {
    const { canvas, map } = this;
    const { geometry } = map;
    if (!geometry || !canvas.clientWidth) return;
    const [wide, high] = [Math.round(canvas.clientWidth * ratio), Math.round(canvas.clientHeight * ratio)];
    if (canvas.width !== wide || canvas.height !== high || this.source !== whole) {
      [canvas.width, canvas.height] = [wide, high];
      this.source = whole;
      this.layGround(whole, ratio);
    }
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colours.desk;
    ctx.fillRect(0, 0, wide, high);
    ctx.drawImage(this.ground, 0, 0);
    const { x, y, scale } = this.frame();
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    /** @type {Map<Counter, Point>} */
    const pieces = new Map(geometry.outlines.size ? [...map.stacks()].flatMap(([id, stack]) => {
      const at = geometry.places.get(id);
      return ((at && cellsOf(geometry, at, stack)) ?? []).map((cell) => /** @type {[Counter, Point]} */ ([cell.counter, cell]));
    }) : []);
    const dot = Math.max(2.6, Math.min(5, scale * 0.9));
    for (const counter of counters) {
      const place = pieces.get(counter) ?? geometry.places.get(counter.place);
      if (!place) continue;
      ctx.fillStyle = "#ffffff";
      spot(ctx, counter.side, place.x * scale + x, place.y * scale + y, dot + 1.6);
      ctx.fillStyle = sideColour(geometry.board.sides, counter.side);
      spot(ctx, counter.side, place.x * scale + x, place.y * scale + y, dot);
    }
    const { camera } = map;
    const part = scale / camera.scale;
    ctx.beginPath();
    ctx.rect(x - camera.x * part, y - camera.y * part, map.wide * part, map.high * part);
    ctx.strokeStyle = colours.casing;
    ctx.lineWidth = 4;
    ctx.stroke();
    ctx.strokeStyle = colours.frame;
    ctx.lineWidth = 2;
    ctx.stroke();
  }

  /** @param {HTMLCanvasElement} whole @param {number} ratio */
  layGround(whole, ratio) {
    const { left, right, top, bottom } = this.map.camera.bounds;
    const { x, y, scale } = this.frame();
    this.ground.width = this.canvas.width;
    this.ground.height = this.canvas.height;
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.ground.getContext("2d"));
    ctx.imageSmoothingQuality = "high";
    ctx.drawImage(whole, (left * scale + x) * ratio, (top * scale + y) * ratio,
      (right - left) * scale * ratio, (bottom - top) * scale * ratio);
  }
}

/** Sides differ by their shape too.
 * @param {CanvasRenderingContext2D} ctx @param {number} side @param {number} x @param {number} y
 * @param {number} size */
function spot(ctx, side, x, y, size) {
  ctx.beginPath();
  if (side % 2) ctx.rect(x - size / 2, y - size / 2, size, size);
  else ctx.arc(x, y, size * 0.56, 0, 2 * Math.PI);
  ctx.fill();
}
