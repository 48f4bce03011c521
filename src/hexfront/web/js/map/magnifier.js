/** Draws a place of the map large, with its counters side by side. */
import { beginCards, drawCounter } from "./pieces/counters.js";
import { drawGround } from "./land/ground.js";
import { drawNames, placeNames } from "./land/names.js";
import { drawStack } from "./pieces/stacks.js";
import { palette } from "./palette.js";
import { theme } from "./theme.js";

/** @typedef {import("./map.js").MapView} MapView */
/** @typedef {import("../../types").Place} Place */

/** Pixels a hex size in the glass, at least, and against the map. */
const LEAST = 62;
const TIMES = 2;
/** Counters in a row. */
const ROW = 4;

export class Magnifier {
  constructor() {
    /** The ground that was drawn last, and what it was drawn from. @type {{key: string, ground: HTMLCanvasElement | null}} */
    this.kept = { key: "", ground: null };
  }

  /** @param {HTMLCanvasElement} canvas @param {MapView} map @param {Place} place @param {number} side in pixels of the page */
  draw(canvas, map, place, side) {
    const { land, scene, ratio } = map;
    const ctx = canvas.getContext("2d");
    if (!ctx || !land) return;
    const pixels = Math.round(side * ratio);
    if (canvas.width !== pixels) canvas.width = canvas.height = pixels;
    const scale = Math.max(LEAST, map.camera.scale * TIMES) * ratio;
    const colours = palette(theme());
    const [x0, y0] = [pixels / 2 - place.x * scale, pixels / 2 - place.y * scale];
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = colours.desk;
    ctx.fillRect(0, 0, pixels, pixels);
    ctx.drawImage(this.ground(map, place, pixels, scale), 0, 0);
    const print = { sides: land.geometry.board.sides, scale, ratio };
    beginCards(Infinity);
    const stacks = map.stacks();
    const here = stacks.get(place.id) ?? [];
    for (const [id, stack] of stacks) {
      const other = land.geometry.places.get(id);
      const at = (/** @type {import("./scene").Point} */ { x, y }) => ({ x: x * scale + x0, y: y * scale + y0 });
      if (other && other !== place) drawStack(ctx, land.geometry, other, stack, print, at, scale, [], colours);
    }
    if (scene.names) drawNames(ctx, placeNames(ctx, land.geometry, scale / ratio), { x: x0 / ratio, y: y0 / ratio, scale: scale / ratio }, ratio, colours);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    // All of the stack, one beside the other.
    const columns = Math.min(ROW, Math.max(1, here.length));
    const size = Math.min(scale, (pixels / columns) * 0.72);
    here.forEach((counter, i) => {
      const inRow = Math.min(columns, here.length - Math.floor(i / columns) * columns);
      const rows = Math.ceil(here.length / columns);
      const x = pixels / 2 + ((i % columns) - (inRow - 1) / 2) * size * 1.32;
      const y = pixels / 2 + (Math.floor(i / columns) - (rows - 1) / 2) * size * 1.32;
      drawCounter(ctx, counter, { ...print, scale: size }, x, y, size);
    });
  }

  /** The ground about a place. @param {MapView} map @param {Place} place @param {number} pixels @param {number} scale */
  ground(map, place, pixels, scale) {
    const { land, scene } = map;
    const key = [place.id, pixels, scale, theme(), scene.grid, scene.links].join();
    if (this.kept.key === key && this.kept.ground) return this.kept.ground;
    const ground = document.createElement("canvas");
    ground.width = ground.height = pixels;
    const ctx = ground.getContext("2d");
    const wide = pixels / scale;
    const box = { x: place.x - wide / 2, y: place.y - wide / 2, wide, high: wide };
    ctx?.setTransform(scale, 0, 0, scale, -box.x * scale, -box.y * scale);
    if (ctx && land) {
      drawGround(ctx, land, box, palette(theme()), scale, { grid: scene.grid, links: scene.links, picture: null });
    }
    this.kept = { key, ground };
    return ground;
  }
}
