/** The map painted on its canvas, layer by layer, from what it shows and where its camera stands. */
import { beginCards, cardsWaiting, drawCounter } from "./pieces/counters.js";
import { drawHazards } from "./land/hazard.js";
import { drawEngagements, drawOwners } from "./pieces/holdings.js";
import { drawNames, placeNames } from "./land/names.js";
import { drawNumbers } from "./land/numbers.js";
import {
  drawArea, drawArrow, drawFlash, drawMarks, drawRegion, drawRing, drawSight, drawTargets,
  drawTargetSigns, coloursOf, pointsOf,
} from "./overlay.js";
import { palette } from "./palette.js";
import { drawBarriers } from "./land/network.js";
import { drawFan, drawStack } from "./pieces/stacks.js";
import { drawReadings, drawReadingSigns } from "./reading.js";

/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("./map.js").MapView} MapView */
/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */

/** Milliseconds without a change of scale after which the ground is drawn anew. */
const SETTLE_MS = 110;
/** How large a counter is shown that moves over places with outlines. */
const MOVING = 0.95;
/** No counters. @type {Map<string, Counter[]>} */
const NONE = new Map();

export class Painter {
  /** @param {MapView} map */
  constructor(map) {
    this.map = map;
    /** The scale at which counters and names are set, and since when there is no other. */
    this.settled = { scale: 0, last: 0, since: 0 };
    /** @type {{scale: number, stacks: Map<string, Counter[]>, names: import("./land/names.js").Name[]}} */
    this.named = { scale: 0, stacks: NONE, names: [] };
  }

  /** Whether the scale changes; while it does, what was drawn for another is stretched.
   * @param {number} now */
  zooming(now) {
    const { camera } = this.map;
    const { settled } = this;
    if (settled.last !== camera.scale) [settled.last, settled.since] = [camera.scale, now];
    const zooming = settled.scale > 0 && settled.scale !== camera.scale
      && (camera.goal !== null || now - settled.since < SETTLE_MS);
    if (!zooming) settled.scale = camera.scale;
    return zooming;
  }

  /** @param {number} now in ms */
  paint(now) {
    const { map } = this;
    const { ctx, geometry, land, camera, ratio, scene } = map;
    const colours = palette(map.theme);
    const moved = camera.step(now);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colours.desk;
    ctx.fillRect(0, 0, map.canvas.width, map.canvas.height);
    // What a map opens with depends on its counters.
    if (!geometry || !land || !map.wide || !map.opened) return;
    const zooming = this.zooming(now);
    map.tiles.set(land, colours, { grid: scene.grid, links: scene.links, picture: map.picture }, ratio);
    const first = map.tiles.hasty && !map.tiles.base;
    const unfinished = map.tiles.draw(ctx, camera, zooming, camera.goal);
    this.toWorld();
    this.paintUnder(geometry, colours);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    beginCards();
    const occupied = scene.hideCounters ? new Set() : this.paintCounters(colours);
    this.paintOver(geometry, colours, /** @type {Set<string>} */ (occupied));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const fan = map.fan();
    if (fan) {
      drawFan(ctx, fan, this.print(), { chosen: [scene.selected, ...scene.group], pointed: map.pointed }, colours);
    }
    if (map.events.onPaint) {
      this.toWorld();
      map.events.onPaint(ctx, camera.scale);
      ctx.setTransform(1, 0, 0, 1, 0, 0);
    }
    // The small map of a new board waits for the next frame, so that the large one is seen before.
    if (!first) map.minimap?.draw(map.tiles.whole(), scene.hideCounters ? [] : scene.view?.counters ?? [], colours, ratio);
    if (!first && !unfinished) map.tiles.spareTime();
    if (moved) map.events.onCamera();
    if (camera.goal || zooming || unfinished || first || cardsWaiting()) map.draw();
  }

  /** Draw in hex sizes from now on. */
  toWorld() {
    const { camera, ratio } = this.map;
    const scale = camera.scale * ratio;
    this.map.ctx.setTransform(scale, 0, 0, scale, camera.x * ratio, camera.y * ratio);
  }

  /** What lies under the counters. @param {Geometry} geometry @param {Palette} colours */
  paintUnder(geometry, colours) {
    const { ctx, scene } = this.map;
    if (drawOwners(ctx, geometry, scene.view?.owners, colours, this.map.land) && this.map.land) {
      drawBarriers({ ctx, land: this.map.land, box: this.map.seen(), colours, pixels: this.map.camera.scale });
    }
    drawHazards(ctx, geometry, scene.view?.marks ?? [], colours, this.map.camera.scale);
    if (scene.numbers && this.map.land) {
      const stacks = scene.hideCounters ? NONE : this.map.stacks();
      drawNumbers(ctx, this.map.land, geometry.within(this.map.seen()), this.settled.scale, stacks, colours);
    }
    drawReadings(ctx, geometry, scene, this.map.seen(), colours);
    if (scene.aim) drawRegion(ctx, geometry, scene.aim, colours);
    drawTargets(ctx, geometry, scene.targets, colours);
    for (const id of scene.lit) drawRing(ctx, geometry, id, colours.glow, 0.09, 0.93);
    drawMarks(ctx, geometry, scene, colours, false);
    if (scene.names) drawNames(ctx, this.names(geometry), this.map.camera, this.map.ratio, colours);
  }

  /** Names of places where they are set now. @param {Geometry} geometry */
  names(geometry) {
    const stacks = this.map.scene.hideCounters ? NONE : this.map.stacks();
    const { scale } = this.settled;
    if (this.named.scale !== scale || this.named.stacks !== stacks) {
      this.named = { scale, stacks, names: placeNames(this.map.ctx, geometry, scale, stacks) };
    }
    return this.named.names;
  }

  /** What lies over the counters.
   * @param {Geometry} geometry @param {Palette} colours @param {Set<string>} occupied */
  paintOver(geometry, colours, occupied) {
    const { ctx, scene } = this.map;
    this.toWorld();
    drawArea(ctx, geometry, scene.area, colours);
    drawMarks(ctx, geometry, scene, colours, true);
    for (const places of scene.arrows) {
      drawArrow(ctx, pointsOf(geometry, places), colours.fight, colours, { width: 0.2, gap: 0.5 });
    }
    drawEngagements(ctx, geometry, scene.view?.marks ?? [], colours);
    drawTargetSigns(ctx, geometry, scene.targets, occupied, colours, this.map.camera.scale);
    if (scene.reading) {
      drawReadingSigns(ctx, geometry, scene.reading, scene, occupied, colours, this.map.camera.scale);
    }
    if (scene.hover) drawRing(ctx, geometry, scene.hover, colours.hover, 0.05);
    if (scene.aim && (!scene.aim.places || scene.aim.places.has(scene.hover))) {
      drawSight(ctx, geometry, scene.hover, colours);
    }
    if (scene.path.length > 1) {
      drawArrow(ctx, pointsOf(geometry, scene.path), coloursOf(scene.pathLook, colours).line, colours,
        { width: 0.12, dashed: true, gap: scene.pathLook === "fight" ? 0.5 : 0.1 });
    }
    drawFlash(ctx, geometry, this.map.flash);
  }

  /** How counters are to be printed. */
  print() {
    return { sides: this.map.geometry?.board.sides ?? [], scale: this.settled.scale * this.map.ratio, ratio: this.map.ratio };
  }

  /** @param {Palette} colours @returns {Set<string>} the places with counters */
  paintCounters(colours) {
    const { ctx, scene, geometry, camera, ratio, moving } = this.map;
    const print = this.print();
    const size = camera.scale * ratio;
    const edge = size * Math.max(1.5, geometry?.reach ?? 0);
    const at = (/** @type {Point} */ point) => ({ x: (point.x * camera.scale + camera.x) * ratio,
      y: (point.y * camera.scale + camera.y) * ratio });
    const inSight = (/** @type {Point} */ point) => point.x > -edge && point.y > -edge
      && point.x < this.map.canvas.width + edge && point.y < this.map.canvas.height + edge;
    this.paintGhosts(at);
    const stacks = this.map.stacks();
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
    const { ctx, scene, geometry } = this.map;
    ctx.globalAlpha = 0.5;
    for (const mark of scene.view?.marks ?? []) {
      const counter = scene.view?.counters.find((other) => other.id === mark.subject);
      const place = geometry?.places.get(mark.places[mark.places.length - 1]);
      if (mark.kind !== "move" || !counter || !place) continue;
      const { x, y } = at(place);
      drawCounter(ctx, counter, this.print(), x, y, this.map.camera.scale * this.map.ratio * 0.86);
    }
    ctx.globalAlpha = 1;
  }
}
