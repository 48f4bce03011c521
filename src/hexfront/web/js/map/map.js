/** The map on a canvas: camera, pointer, and drawing in layers. It knows no rule. */
import { onTheme, theme } from "../theme.js";
import { COUNTER, drawCounter } from "./counters.js";
import { Geometry } from "./geometry.js";
import {
  drawArrow, drawMarks, drawRing, drawTargets, drawTargetSigns, look, pointsOf,
} from "./overlay.js";
import { palette } from "./palette.js";
import { drawGround, drawNames } from "./terrain.js";

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").Point} Point */
/** @typedef {import("../../types").Scene} Scene */

const MOST_PIXELS = 150;
const LEAST_PIXELS = 5;
const DRAG_PIXELS = 5;

/** @returns {Scene} */
export function emptyScene() {
  return {
    view: null, selected: "", hover: "", targets: new Map(), path: [], pathKind: "move", lit: [],
    arrows: [], hideCounters: false, grid: true, numbers: true, names: true, survey: null, fan: "",
  };
}

export class MapView {
  /** @param {HTMLCanvasElement} canvas
   * @param {import("../../types").MapEvents} events */
  constructor(canvas, events) {
    this.canvas = canvas;
    this.events = events;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    this.ground = document.createElement("canvas");
    this.groundKey = "";
    this.groundAt = { x: 0, y: 0, scale: 1, wide: 0, high: 0 };
    this.camera = { x: 0, y: 0, scale: 40 };
    this.scene = emptyScene();
    /** Where counters are shown during play-back, in place of where the view has them.
     * @type {Map<string, {x: number, y: number, alpha: number}>} */
    this.moving = new Map();
    /** @type {{place: string, strength: number} | null} */
    this.flash = null;
    /** @type {HTMLCanvasElement | null} */
    this.minimap = null;
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    this.wide = this.high = 0;
    this.ratio = 1;
    /** Pixels at the upper edge that the banner covers. */
    this.inset = 0;
    this.touched = false;
    this.asked = false;
    this.groundTimer = 0;
    /** @type {Map<number, Point>} */
    this.pointers = new Map();
    this.dragged = 0;
    new ResizeObserver(() => this.resize()).observe(canvas);
    onTheme(() => this.draw(true));
    this.listen();
  }

  /** @param {Board} board */
  setBoard(board) {
    this.geometry = new Geometry(board);
    this.picture = null;
    if (board.image) {
      const picture = new Image();
      picture.onload = () => {
        this.picture = picture;
        this.draw(true);
      };
      picture.src = board.image.href;
    }
    this.fit();
  }

  /** @param {Partial<Scene>} change */
  show(change) {
    Object.assign(this.scene, change);
    this.draw();
  }

  /** Show the whole map. */
  fit() {
    if (!this.geometry || !this.wide) return;
    const { left, right, top, bottom } = this.geometry.bounds;
    const room = this.high - this.inset;
    const scale = Math.min(this.wide / (right - left), room / (bottom - top), MOST_PIXELS);
    this.camera.scale = scale;
    this.camera.x = (this.wide - (left + right) * scale) / 2;
    this.camera.y = this.inset + (room - (top + bottom) * scale) / 2;
    this.touched = false;
    this.draw();
    this.events.onCamera();
  }

  /** @param {number} factor @param {Point} [around] in pixels of the canvas */
  zoom(factor, around = { x: this.wide / 2, y: this.high / 2 }) {
    const { camera } = this;
    const scale = Math.min(MOST_PIXELS, Math.max(LEAST_PIXELS, camera.scale * factor));
    camera.x = around.x - ((around.x - camera.x) * scale) / camera.scale;
    camera.y = around.y - ((around.y - camera.y) * scale) / camera.scale;
    camera.scale = scale;
    this.touched = true;
    this.draw();
    this.events.onCamera();
  }

  /** Move the map, as a drag by so many pixels does. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    this.camera.x += dx;
    this.camera.y += dy;
    this.touched = true;
    this.draw();
    this.events.onCamera();
  }

  /** Show the whole board on a second canvas too, where a click or a drag moves the view; null ends
   * it. @param {HTMLCanvasElement | null} canvas */
  setMinimap(canvas) {
    this.minimap = canvas;
  }

  /** The whole map with its counters as a PNG, the title at its foot. @returns {Promise<Blob>} */
  async savePicture() {
    const picture = await new Promise((done) => this.canvas.toBlob(done, "image/png"));
    if (!picture) throw new Error("the browser gives no picture of the map");
    return picture;
  }

  /** Bring a place into sight if it is not; where the whole map is shown it is.
   * @param {string} id */
  reveal(id) {
    const point = this.point(id);
    const edge = Math.min(60, this.wide / 6);
    if (!point || !this.touched || (point.x > edge && point.x < this.wide - edge && point.y > edge
      && point.y < this.high - edge)) return;
    this.camera.x += this.wide / 2 - point.x;
    this.camera.y += this.high / 2 - point.y;
    this.touched = true;
    this.draw();
    this.events.onCamera();
  }

  /** The centre of a place in pixels of the canvas. @param {string} id @returns {Point | null} */
  point(id) {
    const place = this.geometry?.places.get(id);
    if (!place) return null;
    const { x, y, scale } = this.camera;
    return { x: place.x * scale + x, y: place.y * scale + y };
  }

  /** @param {Point} pixel */
  placeAt(pixel) {
    const { x, y, scale } = this.camera;
    return this.geometry?.at({ x: (pixel.x - x) / scale, y: (pixel.y - y) / scale })?.id ?? "";
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.ratio = window.devicePixelRatio || 1;
    this.wide = clientWidth;
    this.high = clientHeight;
    this.canvas.width = Math.round(clientWidth * this.ratio);
    this.canvas.height = Math.round(clientHeight * this.ratio);
    this.inset = this.wide > 500 ? 44 : 0;
    if (this.touched) this.draw();
    else this.fit();
  }

  listen() {
    const { canvas } = this;
    const at = (/** @type {PointerEvent | WheelEvent} */ event) => {
      const box = canvas.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    canvas.addEventListener("pointerdown", (event) => {
      this.pointers.set(event.pointerId, at(event));
      if (this.pointers.size === 1) this.dragged = 0;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const here = at(event);
      const before = this.pointers.get(event.pointerId);
      if (before) this.drag(event.pointerId, before, here);
      else this.events.onHover(this.placeAt(here), here, "");
    });
    const release = (/** @type {PointerEvent} */ event, /** @type {boolean} */ click) => {
      const here = at(event);
      const alone = this.pointers.size === 1 && this.pointers.has(event.pointerId);
      this.pointers.delete(event.pointerId);
      canvas.style.cursor = "";
      if (click && alone && this.dragged < DRAG_PIXELS && event.button === 0) {
        this.events.onPlace(this.placeAt(here), here);
      }
    };
    canvas.addEventListener("pointerup", (event) => release(event, true));
    canvas.addEventListener("pointercancel", (event) => release(event, false));
    canvas.addEventListener("pointerleave", () => this.events.onHover("", { x: 0, y: 0 }, ""));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 33 : 1;
      this.zoom(Math.exp((-event.deltaY * lines) / 500), at(event));
    }, { passive: false });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {number} id @param {Point} before @param {Point} here */
  drag(id, before, here) {
    const others = [...this.pointers].filter(([other]) => other !== id).map(([, point]) => point);
    this.dragged += Math.hypot(here.x - before.x, here.y - before.y);
    if (others.length === 1) {
      const [other] = others;
      const factor = Math.hypot(here.x - other.x, here.y - other.y)
        / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      this.dragged = DRAG_PIXELS;
      this.zoom(factor, { x: (here.x + other.x) / 2, y: (here.y + other.y) / 2 });
    } else if (others.length === 0 && this.dragged >= DRAG_PIXELS) {
      this.canvas.style.cursor = "grabbing";
      this.camera.x += here.x - before.x;
      this.camera.y += here.y - before.y;
      this.touched = true;
      this.draw();
      this.events.onCamera();
      this.events.onHover("", here, "");
    }
    this.pointers.set(id, here);
  }

  /** Draw at the next frame. @param {boolean} [fresh] the ground too */
  draw(fresh = false) {
    if (fresh) this.groundKey = "";
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint();
    });
  }

  /** The places within a rectangle in hex sizes.
   * @param {{x: number, y: number, wide: number, high: number}} box */
  within(box) {
    return (this.geometry?.board.places ?? []).filter((place) => place.x > box.x - 1.2
      && place.x < box.x + box.wide + 1.2 && place.y > box.y - 1.2
      && place.y < box.y + box.high + 1.2);
  }

  /** Keep the ground as a picture somewhat larger than the screen; while zooming, stretch it. */
  layGround() {
    const { camera, groundAt, geometry } = this;
    if (!geometry) return;
    const box = { x: -camera.x / camera.scale, y: -camera.y / camera.scale,
      wide: this.wide / camera.scale, high: this.high / camera.scale };
    const covered = box.x >= groundAt.x && box.y >= groundAt.y
      && box.x + box.wide <= groundAt.x + groundAt.wide
      && box.y + box.high <= groundAt.y + groundAt.high;
    const key = `${theme()} ${this.ratio} ${this.wide} ${this.high} ${this.picture?.src.length}`;
    const stretched = Math.abs(groundAt.scale / camera.scale - 1) > 0.01;
    if (key === this.groundKey && covered && stretched) {
      clearTimeout(this.groundTimer);
      this.groundTimer = window.setTimeout(() => this.draw(true), 120);
    }
    if (key === this.groundKey && covered) return;
    const margin = 0.35;
    const at = { scale: camera.scale, x: box.x - box.wide * margin, y: box.y - box.high * margin,
      wide: box.wide * (1 + 2 * margin), high: box.high * (1 + 2 * margin) };
    const pixels = camera.scale * this.ratio;
    this.ground.width = Math.ceil(at.wide * pixels);
    this.ground.height = Math.ceil(at.high * pixels);
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.ground.getContext("2d"));
    ctx.setTransform(pixels, 0, 0, pixels, -at.x * pixels, -at.y * pixels);
    drawGround(ctx, geometry, this.within(at), palette(theme()), pixels / this.ratio,
      this.picture, true);
    this.groundAt = at;
    this.groundKey = key;
  }

  paint() {
    const { ctx, geometry, camera, ratio, scene } = this;
    const colours = palette(theme());
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colours.desk;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!geometry || !this.wide) return;
    this.layGround();
    const scale = camera.scale * ratio;
    ctx.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
    const { x, y, wide, high } = this.groundAt;
    ctx.drawImage(this.ground, x, y, wide, high);
    const seen = this.within({ x: -camera.x / camera.scale, y: -camera.y / camera.scale,
      wide: this.wide / camera.scale, high: this.high / camera.scale });
    drawTargets(ctx, geometry, scene.targets, colours);
    for (const id of scene.lit) drawRing(ctx, geometry, id, colours.lit, 0.09, 0.93);
    drawMarks(ctx, geometry, scene, colours, false);
    const occupied = scene.hideCounters ? new Set() : this.paintCounters(scale);
    drawNames(ctx, geometry, seen, colours, camera.scale);
    drawMarks(ctx, geometry, scene, colours, true);
    for (const places of scene.arrows) {
      drawArrow(ctx, pointsOf(geometry, places), colours.fight, colours, { width: 0.2, gap: 0.5 });
    }
    drawTargetSigns(ctx, geometry, scene.targets, /** @type {Set<string>} */ (occupied), colours,
      camera.scale);
    if (scene.hover) drawRing(ctx, geometry, scene.hover, colours.hover, 0.05);
    if (scene.path.length > 1) {
      drawArrow(ctx, pointsOf(geometry, scene.path), look(scene.pathKind, colours).line, colours,
        { width: 0.12, dashed: true, gap: scene.pathKind === "attack" ? 0.5 : 0.1 });
    }
    this.paintFlash();
  }

  /** @param {number} scale @returns {Set<string>} the places with counters */
  paintCounters(scale) {
    const { ctx, scene, geometry } = this;
    const sides = geometry?.board.sides ?? [];
    /** @type {Map<string, Counter[]>} */
    const stacks = new Map();
    const late = [];
    this.paintGhosts(scale);
    for (const counter of scene.view?.counters ?? []) {
      if (this.moving.has(counter.id)) late.push(counter);
      else if (counter.place) {
        stacks.set(counter.place, [...(stacks.get(counter.place) ?? []), counter]);
      }
    }
    for (const [id, stack] of stacks) {
      const place = geometry?.places.get(id);
      if (!place) continue;
      const step = Math.min(0.16, 0.4 / stack.length);
      const raised = [...stack].sort((a, b) =>
        Number(a.id === scene.selected) - Number(b.id === scene.selected));
      raised.forEach((counter, i) => {
        const shift = (i - (stack.length - 1) / 2) * step;
        const [cx, cy] = [place.x + shift, place.y - shift];
        drawCounter(ctx, counter, sides, cx, cy, scale);
        if (counter.id === scene.selected) this.paintChoice(cx, cy);
      });
    }
    for (const counter of late) {
      const at = this.moving.get(counter.id);
      if (!at) continue;
      ctx.globalAlpha = at.alpha;
      drawCounter(ctx, counter, sides, at.x, at.y, scale);
      ctx.globalAlpha = 1;
    }
    return new Set(stacks.keys());
  }

  /** Counters where their plan takes them. @param {number} scale */
  paintGhosts(scale) {
    const { ctx, scene, geometry } = this;
    ctx.globalAlpha = 0.5;
    for (const mark of scene.view?.marks ?? []) {
      const counter = scene.view?.counters.find((other) => other.id === mark.subject);
      const place = geometry?.places.get(mark.places[mark.places.length - 1]);
      if (mark.kind === "move" && counter && place && geometry) {
        drawCounter(ctx, { ...counter, badges: [] }, geometry.board.sides, place.x, place.y, scale,
          0.86);
      }
    }
    ctx.globalAlpha = 1;
  }

  /** @param {number} x @param {number} y */
  paintChoice(x, y) {
    const { ctx } = this;
    const half = COUNTER / 2 + 0.05;
    ctx.beginPath();
    ctx.roundRect(x - half, y - half, 2 * half, 2 * half, 0.17);
    ctx.lineWidth = 0.14;
    ctx.strokeStyle = "rgba(0, 0, 0, 0.6)";
    ctx.stroke();
    ctx.lineWidth = 0.09;
    ctx.strokeStyle = palette(theme()).select;
    ctx.stroke();
  }

  paintFlash() {
    const place = this.flash && this.geometry?.places.get(this.flash.place);
    if (!place || !this.flash) return;
    const { ctx } = this;
    const { strength } = this.flash;
    const glow = ctx.createRadialGradient(place.x, place.y, 0.1, place.x, place.y, 1.5);
    glow.addColorStop(0, `rgba(255, 240, 170, ${0.95 * strength})`);
    glow.addColorStop(0.4, `rgba(255, 140, 30, ${0.7 * strength})`);
    glow.addColorStop(1, "rgba(255, 60, 0, 0)");
    ctx.fillStyle = glow;
    ctx.beginPath();
    ctx.arc(place.x, place.y, 1.5, 0, 2 * Math.PI);
    ctx.fill();
  }
}
