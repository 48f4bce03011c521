/** The map on a canvas: camera, pointer, and drawing in layers. It knows no rule. */
import { onTheme, theme } from "./theme.js";
import { Camera } from "./camera.js";
import { beginCards, cardsWaiting, drawCounter, FIGURES } from "./pieces/counters.js";
import { onSymbols } from "./pieces/symbols.js";
import { Geometry } from "./geometry.js";
import { drawHazards } from "./land/hazard.js";
import { drawEngagements, drawOwners } from "./pieces/holdings.js";
import { Land } from "./land/land.js";
import { Minimap } from "./minimap.js";
import { drawNames, placeNames } from "./land/names.js";
import {
  drawArea, drawArrow, drawFlash, drawMarks, drawRegion, drawRing, drawSight, drawTargets,
  drawTargetSigns, coloursOf, pointsOf,
} from "./overlay.js";
import { palette } from "./palette.js";
import { takePicture } from "./picture.js";
import { drawBarriers } from "./land/network.js";
import { Pointer } from "./pointer.js";
import { cellsOf, hexOf } from "./land/rooms.js";
import { drawFan, drawStack, fanAt, fanOut, stacksOf } from "./pieces/stacks.js";
import { drawReadings, drawReadingSigns } from "./reading.js";
import { Tiles } from "./tiles.js";

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./camera.js").Frame} Frame */
/** @typedef {import("./geometry.js").Box} Box */
/** @typedef {import("./palette.js").Palette} Palette */

/** Milliseconds without a change of scale after which the ground is drawn anew. */
const SETTLE_MS = 110;
/** How large a counter is shown that moves over places with outlines. */
const MOVING = 0.95;
/** Pixels a hex size with which counters are easy to read. */
const LEGIBLE = 40;

/** No counters. @type {Map<string, Counter[]>} */
const NONE = new Map();

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
    /** The scale at which counters and names are set, and since when there is no other. */
    this.settled = { scale: 0, last: 0, since: 0 };
    /** @type {{scale: number, stacks: Map<string, Counter[]>, names: import("./land/names.js").Name[]}} */
    this.named = { scale: 0, stacks: NONE, names: [] };
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
    this.named.scale = 0;
    this.picture = null;
    if (board.image) {
      const picture = new Image();
      picture.onload = () => {
        this.picture = picture;
        this.draw();
      };
      picture.src = board.image.href;
    }
    this.touched = false;
    this.open();
  }

  /** The same places with other ground, routes or barriers. @param {Board} board */
  changeBoard(board) {
    if (this.geometry?.board === board) return;
    this.geometry = new Geometry(board);
    this.land = new Land(this.geometry);
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
    this.settled.scale = 0;
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
      ? cellsOf(this.geometry, place, stack, this.settled.scale || scale) ?? [] : [];
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
    this.paint(performance.now());
  }

  // Drawing

  /** Draw at the next frame. */
  draw() {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => {
      this.asked = false;
      this.paint(now);
    });
  }

  /** What is seen, in hex sizes. @returns {Box} */
  seen() {
    const { x, y, scale } = this.camera;
    return { x: -x / scale, y: -y / scale, wide: this.wide / scale, high: this.high / scale };
  }

  /** Whether the scale changes; while it does, what was drawn for another is stretched.
   * @param {number} now */
  zooming(now) {
    const { settled, camera } = this;
    if (settled.last !== camera.scale) [settled.last, settled.since] = [camera.scale, now];
    const zooming = settled.scale > 0 && settled.scale !== camera.scale
      && (camera.goal !== null || now - settled.since < SETTLE_MS);
    if (!zooming) settled.scale = camera.scale;
    return zooming;
  }

  /** @param {number} now in ms */
  paint(now) {
    const { ctx, geometry, land, camera, ratio, scene } = this;
    const colours = palette(this.theme);
    const moved = camera.step(now);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colours.desk;
    ctx.fillRect(0, 0, this.canvas.width, this.canvas.height);
    // What a map opens with depends on its counters.
    if (!geometry || !land || !this.wide || !this.opened) return;
    const zooming = this.zooming(now);
    this.tiles.set(land, colours, { grid: scene.grid, numbers: scene.numbers, links: scene.links, picture: this.picture }, ratio);
    const first = this.tiles.hasty && !this.tiles.base;
    const unfinished = this.tiles.draw(ctx, camera, zooming, camera.goal);
    this.toWorld();
    this.paintUnder(geometry, colours);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    beginCards();
    const occupied = scene.hideCounters ? new Set() : this.paintCounters(colours);
    this.paintOver(geometry, colours, /** @type {Set<string>} */ (occupied));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const fan = this.fan();
    if (fan) {
      drawFan(ctx, fan, this.print(), { chosen: [scene.selected, ...scene.group], pointed: this.pointed }, colours);
    }
    // The small map of a new board waits for the next frame, so that the large one is seen before.
    if (!first) this.minimap?.draw(this.tiles.whole(), scene.hideCounters ? [] : scene.view?.counters ?? [], colours, ratio);
    if (!first && !unfinished) this.tiles.spareTime();
    if (moved) this.events.onCamera();
    if (camera.goal || zooming || unfinished || first || cardsWaiting()) this.draw();
  }

  /** Draw in hex sizes from now on. */
  toWorld() {
    const { camera, ratio } = this;
    const scale = camera.scale * ratio;
    this.ctx.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
  }

  /** What lies under the counters. @param {Geometry} geometry @param {Palette} colours */
  paintUnder(geometry, colours) {
    const { ctx, scene } = this;
    if (drawOwners(ctx, geometry, scene.view?.owners, colours, this.land) && this.land) {
      drawBarriers({ ctx, land: this.land, box: this.seen(), colours, pixels: this.camera.scale });
    }
    drawHazards(ctx, geometry, scene.view?.marks ?? [], colours, this.camera.scale, scene.numbers);
    drawReadings(ctx, geometry, scene, this.seen(), colours);
    if (scene.aim) drawRegion(ctx, geometry, scene.aim, colours);
    drawTargets(ctx, geometry, scene.targets, colours);
    for (const id of scene.lit) drawRing(ctx, geometry, id, colours.glow, 0.09, 0.93);
    drawMarks(ctx, geometry, scene, colours, false);
    if (scene.names) drawNames(ctx, this.names(geometry), this.camera, this.ratio, colours);
  }

  /** Names of places where they are set now. @param {Geometry} geometry */
  names(geometry) {
    const stacks = this.scene.hideCounters ? NONE : this.stacks();
    const { scale } = this.settled;
    if (this.named.scale !== scale || this.named.stacks !== stacks) {
      this.named = { scale, stacks, names: placeNames(this.ctx, geometry, scale, stacks) };
    }
    return this.named.names;
  }

  /** What lies over the counters.
   * @param {Geometry} geometry @param {Palette} colours @param {Set<string>} occupied */
  paintOver(geometry, colours, occupied) {
    const { ctx, scene } = this;
    this.toWorld();
    drawArea(ctx, geometry, scene.area, colours);
    drawMarks(ctx, geometry, scene, colours, true);
    for (const places of scene.arrows) {
      drawArrow(ctx, pointsOf(geometry, places), colours.fight, colours, { width: 0.2, gap: 0.5 });
    }
    drawEngagements(ctx, geometry, scene.view?.marks ?? [], colours);
    drawTargetSigns(ctx, geometry, scene.targets, occupied, colours, this.camera.scale);
    if (scene.reading) {
      drawReadingSigns(ctx, geometry, scene.reading, scene, occupied, colours, this.camera.scale);
    }
    if (scene.hover) drawRing(ctx, geometry, scene.hover, colours.hover, 0.05);
    if (scene.aim && (!scene.aim.places || scene.aim.places.has(scene.hover))) {
      drawSight(ctx, geometry, scene.hover, colours);
    }
    if (scene.path.length > 1) {
      drawArrow(ctx, pointsOf(geometry, scene.path), coloursOf(scene.pathLook, colours).line, colours,
        { width: 0.12, dashed: true, gap: scene.pathLook === "fight" ? 0.5 : 0.1 });
    }
    drawFlash(ctx, geometry, this.flash);
  }

  /** How counters are to be printed. */
  print() {
    return { sides: this.geometry?.board.sides ?? [], scale: this.settled.scale * this.ratio, ratio: this.ratio };
  }

  /** @param {Palette} colours @returns {Set<string>} the places with counters */
  paintCounters(colours) {
    const { ctx, scene, geometry, camera, ratio, moving } = this;
    const print = this.print();
    const size = camera.scale * ratio;
    const edge = size * Math.max(1.5, geometry?.reach ?? 0);
    const at = (/** @type {Point} */ point) => ({ x: (point.x * camera.scale + camera.x) * ratio,
      y: (point.y * camera.scale + camera.y) * ratio });
    const inSight = (/** @type {Point} */ point) => point.x > -edge && point.y > -edge
      && point.x < this.canvas.width + edge && point.y < this.canvas.height + edge;
    this.paintGhosts(at);
    const stacks = this.stacks();
    for (const [id, all] of stacks) {
      const place = geometry?.places.get(id);
      if (!geometry || !place || !inSight(at(place))) continue;
      const stack = moving.size ? all.filter((counter) => !moving.has(counter.id)) : all;
      drawStack(ctx, geometry, place, stack, print, at, size, scene.dim ? [] : [...scene.group, scene.selected], colours);
    }
    for (const [id, way] of moving) {
      const counter = scene.view?.counters.find((other) => other.id === id);
      if (!counter) continue;
      ctx.globalAlpha = way.alpha;
      // A piece keeps about the size that it has beside others.
      const hex = geometry?.outlines.size ? MOVING : 1;
      drawCounter(ctx, counter, { ...print, scale: print.scale * hex }, at(way).x, at(way).y, size * hex);
      ctx.globalAlpha = 1;
    }
    return new Set(stacks.keys());
  }

  /** Counters where their plan takes them. @param {(point: Point) => Point} at */
  paintGhosts(at) {
    const { ctx, scene, geometry } = this;
    ctx.globalAlpha = 0.5;
    for (const mark of scene.view?.marks ?? []) {
      const counter = scene.view?.counters.find((other) => other.id === mark.subject);
      const place = geometry?.places.get(mark.places[mark.places.length - 1]);
      if (mark.kind !== "move" || !counter || !place) continue;
      const { x, y } = at(place);
      drawCounter(ctx, counter, this.print(), x, y, this.camera.scale * this.ratio * 0.86);
    }
    ctx.globalAlpha = 1;
  }
}
