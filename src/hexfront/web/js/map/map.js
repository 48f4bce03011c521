/** The map on a canvas: camera, pointer, and drawing in layers. It knows no rule. */
import { onTheme, theme } from "./theme.js";
import { Camera } from "./camera.js";
import { FIGURES } from "./pieces/counters.js";
import { onSymbols } from "./pieces/symbols.js";
import { Geometry } from "./geometry.js";
import { Land } from "./land/land.js";
import { Minimap } from "./minimap.js";
import { Painter } from "./painter.js";
import { takePicture } from "./picture.js";
import { Pointer } from "./pointer.js";
import { cellsOf, hexOf } from "./land/rooms.js";
import { fanAt, fanOut, stacksOf } from "./pieces/stacks.js";
import { Tiles } from "./tiles.js";

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").Place} Place */
/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./camera.js").Frame} Frame */
/** @typedef {import("./geometry.js").Box} Box */

/** Pixels a hex size with which counters are easy to read. */
const LEGIBLE = 40;

/** @returns {Scene} */
export function emptyScene() {
  return {
    view: null, selected: "", group: [], raised: [], hover: "", targets: new Map(), path: [], pathLook: "move", lit: [],
    arrows: [], hideCounters: false, grid: true, numbers: true, names: true, links: true, reading: null, below: [], fan: "",
    aim: null, area: [], dim: false,
  };
}

export class MapView {
  /** @param {HTMLCanvasElement} canvas
   * @param {import("./scene").MapEvents} events */
  constructor(canvas, events) {
    this.canvas = canvas;
    this.events = events;
    this.ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
    this.camera = new Camera();
    this.tiles = new Tiles();
    this.painter = new Painter(this);
    this.scene = emptyScene();
    /** Where counters are shown during play-back, in place of where the view has them.
     * @type {Map<string, {x: number, y: number, alpha: number}>} */
    this.moving = new Map();
    /** @type {{place: string, strength: number} | null} */
    this.flash = null;
    /** @type {Minimap | null} */
    this.minimap = null;
    /** @type {Geometry | null} */
    this.geometry = null;
    /** @type {Land | null} */
    this.land = null;
    /** @type {HTMLImageElement | null} */
    this.picture = null;
    /** The counters that the map opens with. @type {Counter[]} */
    this.first = [];
    this.wide = this.high = 0;
    this.ratio = 1;
    this.touched = false;
    /** Whether there has been a view. */
    this.opened = false;
    this.asked = false;
    /** The counter of the fan under the pointer. */
    this.pointed = "";
    /** @type {{counters: Counter[], raised: string[], stacks: Map<string, Counter[]>}} */
    this.piled = { counters: [], raised: [], stacks: new Map() };
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.theme = theme();
    onTheme(() => {
      this.theme = theme();
      this.draw();
    });
    onSymbols(() => this.draw());
    this.pointer = new Pointer(this);
  }

  /** @param {Board} board */
  setBoard(board) {
    this.changeBoard(board);
    if (!this.geometry) return;
    this.camera.bounds = this.geometry.bounds;
    this.painter.named.scale = 0;
    this.readPicture();
    this.touched = false;
    this.open();
  }

  /** Read the picture under the board. */
  readPicture() {
    const href = this.geometry?.board.image?.href;
    this.picture = null;
    if (!href) return;
    const picture = new Image();
    picture.onload = () => {
      this.picture = picture;
      this.draw();
    };
    picture.src = href;
  }

  /** Another picture under the board, or the same elsewhere. @param {Board["image"]} image */
  setImage(image) {
    if (!this.geometry) return;
    const before = this.geometry.board.image?.href;
    this.geometry.board.image = image;
    if (before !== image?.href) this.readPicture();
    this.tiles.land = null;
    this.draw();
  }

  /** The same places with other ground, routes or barriers. @param {Board} board */
  changeBoard(board) {
    if (this.geometry?.board === board) return;
    this.geometry = new Geometry(board);
    this.land = new Land(this.geometry);
  }

  /** Draw anew what follows from changes of the board that were made in it.
   * @param {{places?: Place[], lasting?: boolean, names?: boolean, links?: Board["links"], lines?: boolean}} change
   *   `places`: whose terrain or height is another; `lasting`: whether they stay so; `links`: those that
   *   there were before */
  touch({ places = [], lasting = true, names = false, links, lines = false }) {
    if (!this.land) return;
    const boxes = [places.length ? this.land.change(places, lasting) : null,
      lines ? this.land.changeLines(links) : null];
    for (const box of boxes) if (box) this.tiles.touch(box);
    if (names) this.painter.named.scale = 0;
    if (this.minimap) this.minimap.source = null;
    this.draw();
  }

  /** Show the whole board on a second canvas too, where a click or a drag moves the view; null ends
   * it. @param {HTMLCanvasElement | null} canvas */
  setMinimap(canvas) {
    if (this.minimap?.canvas === canvas) return;
    this.minimap?.end();
    this.minimap = canvas && new Minimap(canvas, this);
    this.draw();
  }

  /** @param {Partial<Scene>} change */
  show(change) {
    Object.assign(this.scene, change);
    this.opened ||= this.scene.view !== null;
    this.draw();
  }

  /** Show the whole map. @param {boolean} [eased] */
  fit(eased = true) {
    if (!this.geometry || !this.wide) return;
    this.first = [];
    this.move(this.camera.whole(), eased);
    this.touched = false;
  }

  /** Whether less than the whole map is shown. */
  get closer() {
    return this.camera.rest.scale > this.camera.whole().scale;
  }

  /** Show what one begins with: the whole map, or where its counters are too small to be read, the
   * part with the first of some counters. @param {Counter[]} counters */
  begin(counters) {
    this.first = counters;
    this.open();
  }

  /** The view that a map opens with, until somebody moves it. */
  open() {
    const place = this.first.flatMap((counter) => this.geometry?.places.get(counter.place) ?? [])
      .find((one) => !this.land?.boxes.includes(one));
    if (this.touched || !this.geometry || !this.wide) return;
    const whole = this.camera.whole();
    if (!place || this.geometry.outlines.size || whole.scale > FIGURES) this.camera.go(whole, false);
    else this.camera.go(this.camera.around(place, LEGIBLE), false);
    this.painter.settled.scale = 0;
    this.tiles.hasty = true;
    this.draw();
    this.events.onCamera();
  }

  /** @param {number} factor @param {Point} [around] in pixels of the canvas: stays where it is */
  zoom(factor, around = { x: this.wide / 2, y: this.high / 2 }) {
    this.move(this.camera.zoomed(this.camera.rest, factor, around));
  }

  /** Move the map, eased, as a drag by so many pixels does. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const { x, y, scale } = this.camera.rest;
    this.move({ x: x + dx, y: y + dy, scale });
  }

  /** Move and zoom at once, as fingers do.
   * @param {number} dx @param {number} dy @param {number} [factor] @param {Point} [around] */
  shift(dx, dy, factor = 1, around = { x: 0, y: 0 }) {
    const { x, y, scale } = this.camera;
    const frame = { x: x + dx, y: y + dy, scale };
    this.move(factor === 1 ? frame : this.camera.zoomed(frame, factor, around), false);
  }

  /** Show a point in the middle, or as near to it as fills the screen.
   * @param {Point} point in hex sizes @param {boolean} [eased] @param {number} [scale] */
  centre(point, eased = true, scale = this.camera.rest.scale) {
    this.move(this.camera.around(point, scale), eased);
  }

  /** Bring a place into sight if it is not; where the whole map is shown it is.
   * @param {string} id @param {boolean} [legible] whether its counters are to be read: a whole map on
   * which they show no figures is zoomed, unless to a box beside it, far from where its units go */
  reveal(id, legible = false) {
    const place = this.geometry?.places.get(id);
    if (!place) return;
    const { x, y, scale } = this.camera.rest;
    if (!this.touched && !this.closer) {
      const small = scale <= FIGURES && !this.land?.boxes.includes(place);
      if (legible && small) this.centre(place, true, LEGIBLE);
      return;
    }
    const edge = Math.min(60, this.wide / 6);
    const [px, py] = [place.x * scale + x, place.y * scale + y];
    if (px > edge && px < this.wide - edge && py > edge && py < this.high - edge) return;
    this.centre(place);
  }

  /** @param {Frame} frame @param {boolean} [eased] */
  move(frame, eased = true) {
    this.camera.go(frame, eased);
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

  /** The centre of a counter in pixels of the canvas, in the fan if it is there.
   * @param {string} id @returns {Point | null} */
  counterPoint(id) {
    const cell = this.fan()?.cells.find(({ counter }) => counter.id === id);
    if (cell) return { x: cell.x, y: cell.y };
    const beside = this.cells(this.scene.view?.counters.find((counter) => counter.id === id)?.place ?? "")
      .find(({ counter }) => counter.id === id);
    if (beside) return { x: beside.x, y: beside.y };
    return this.point(this.scene.view?.counters.find((counter) => counter.id === id)?.place ?? "");
  }

  /** The counters of a place that stand side by side, in pixels of the canvas. @param {string} id */
  cells(id) {
    const place = this.geometry?.places.get(id);
    const stack = this.stacks().get(id);
    const { x, y, scale } = this.camera;
    const cells = this.geometry && place && stack && !this.scene.hideCounters
      ? cellsOf(this.geometry, place, stack, this.painter.settled.scale || scale) ?? [] : [];
    return cells.map((cell) => ({ counter: cell.counter, x: cell.x * scale + x, y: cell.y * scale + y,
      half: (hexOf(cell) * scale * 1.16) / 2 }));
  }

  /** The counter that stands at a point beside others, or "". @param {Point} here */
  pieceAt(here) {
    if (!this.geometry?.outlines.size) return "";
    return this.cells(this.placeAt(here)).find(({ x, y, half }) =>
      Math.abs(here.x - x) < half && Math.abs(here.y - y) < half)?.counter.id ?? "";
  }

  /** @param {Point} pixel */
  placeAt(pixel) {
    const { x, y, scale } = this.camera;
    return this.geometry?.at({ x: (pixel.x - x) / scale, y: (pixel.y - y) / scale })?.id ?? "";
  }

  /** The whole map with its counters as a PNG, the title at its foot. Errors where the browser makes
   * none. @returns {Promise<Blob>} */
  async savePicture() {
    if (!this.land) throw new Error("there is no map to save yet");
    return takePicture(this.land, this.scene, this.theme, this.picture);
  }

  // What the pointer does

  /** @param {Point | null} here null where it has left */
  hoverAt(here) {
    const fan = here && this.fan();
    const inside = here && fan ? fanAt(fan, here) : null;
    const pointed = inside ?? (here ? this.pieceAt(here) : "");
    if (pointed !== this.pointed) {
      this.pointed = pointed;
      this.canvas.style.cursor = pointed ? "pointer" : "";
      this.draw();
    }
    if (!here) this.events.onHover("", { x: 0, y: 0 }, "", false);
    else this.events.onHover(inside === null ? this.placeAt(here) : this.scene.fan, here, pointed, inside !== null);
  }

  /** @param {Point} here @param {boolean} more whether besides what is chosen */
  clickAt(here, more) {
    const fan = this.fan();
    const fanned = fan && fanAt(fan, here);
    const place = this.placeAt(here);
    const inside = fanned ?? (this.scene.targets.has(place) ? null : this.pieceAt(here) || null);
    if (inside) this.events.onCounter?.(inside, here, more);
    else if (inside !== "") this.events.onPlace(place, here, more);
  }

  /** What may be done at a point, asked for by the right button or a long press.
   * @param {Point} here */
  contextAt(here) {
    const id = this.placeAt(here);
    if (id) this.events.onContext?.(id, here);
  }

  /** The counter at a point that may be carried elsewhere, or "". @param {Point} here */
  grabAt(here) {
    const id = this.placeAt(here);
    return (id && this.events.onGrab?.(id)) || "";
  }

  /** Show a counter under the pointer that carries it. @param {string} counter @param {Point} here */
  carry(counter, here) {
    const { x, y, scale } = this.camera;
    this.moving.set(counter, { x: (here.x - x) / scale, y: (here.y - y) / scale, alpha: 0.85 });
    this.hoverAt(here);
    this.draw();
  }

  /** Put a carried counter down; nowhere where it goes back.
   * @param {string} counter @param {Point | null} here */
  putDown(counter, here) {
    this.moving.delete(counter);
    if (here) this.events.onDrop?.(counter, this.placeAt(here));
    this.draw();
  }

  /** The stack that is spread out. */
  fan() {
    const { fan, hideCounters } = this.scene;
    const stack = fan && !hideCounters && !this.geometry?.outlines.has(fan) ? this.stacks().get(fan) : undefined;
    const place = stack && this.point(fan);
    if (!place) return null;
    const kept = [...this.scene.targets.keys()].flatMap((id) => (id === fan ? [] : this.point(id) ?? []));
    return fanOut(stack, place, this.camera.scale, { wide: this.wide, high: this.high }, kept);
  }

  stacks() {
    const counters = this.scene.view?.counters ?? [];
    const { raised } = this.scene;
    if (this.piled.counters !== counters || this.piled.raised !== raised) {
      this.piled = { counters, raised, stacks: stacksOf(counters, raised) };
    }
    return this.piled.stacks;
  }

  resize() {
    const { clientWidth, clientHeight } = this.canvas;
    if (!clientWidth || !clientHeight) return;
    this.ratio = window.devicePixelRatio || 1;
    this.wide = this.camera.wide = clientWidth;
    this.high = this.camera.high = clientHeight;
    this.canvas.width = Math.round(clientWidth * this.ratio);
    this.canvas.height = Math.round(clientHeight * this.ratio);
    this.camera.inset = this.wide > 500 ? 44 : 0;
    if (!this.touched) this.open();
    else this.move(this.camera.rest, false);
    this.painter.paint(performance.now());
  }

  // Drawing

  /** Draw at the next frame. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      this.painter.paint(now);
    });
  }

  /** What is seen, in hex sizes. @returns {Box} */
  seen() {
    const { x, y, scale } = this.camera;
    return { x: -x / scale, y: -y / scale, wide: this.wide / scale, high: this.high / scale };
  }
}
