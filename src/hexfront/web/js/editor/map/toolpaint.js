/** What the editor draws over the map: brush, lines on their way, selection, axes, layers of its own. */
import { placed } from "./clip.js";
import { pairOf } from "./grid.js";
import { swatch } from "./swatches.js";
import { turned } from "./symmetry.js";

/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("./mapedit.js").MapEdit} MapEdit */
/** @typedef {import("./tools.js").Tools} Tools */

const DARK = "rgb(30 20 5 / 75%)";
const LIGHT = "#ffe08a";
const SELECTED = "#4dc3ff";

/** @param {CanvasRenderingContext2D} ctx @param {number} pixels a hex size @param {MapEdit} edit @param {Tools} tools */
export function paintTools(ctx, pixels, edit, tools) {
  const { form, grid } = edit;
  if (!form?.size || !form.layers.length) return;
  const pen = new Pen(ctx, pixels, edit);
  ctx.lineJoin = ctx.lineCap = "round";
  pen.holes();
  pen.tints();
  pen.pending();
  if (edit.symmetry !== "none") pen.axes();
  pen.outline(edit.selection, SELECTED, 2.5);
  const { held } = tools;
  if (held && edit.cursor >= 0) pen.ghost(placed(form, grid, edit.values, held, edit.cursor));
  for (const key of edit.mirroredPairs(tools.wish.pairs)) pen.pair(key, edit.layer?.on === "sides");
  if (tools.wish.hexes.length && !tools.wish.pairs.length) pen.outline(edit.mirrored(tools.wish.hexes), LIGHT, 2);
  const length = Math.max(tools.wish.pairs.length, tools.wish.hexes.length - 1);
  if (length > 0 && edit.cursor >= 0) pen.words(grid.centre(edit.cursor), String(length));
  if (tools.trail.length > 1 && (tools.name === "select" || tools.name === "lasso")) pen.loop(tools.name === "select", tools.trail);
  pen.cursor(tools);
}

class Pen {
  /** @param {CanvasRenderingContext2D} ctx @param {number} pixels @param {MapEdit} edit */
  constructor(ctx, pixels, edit) {
    this.ctx = ctx;
    this.pixels = pixels;
    this.edit = edit;
    this.grid = edit.grid;
  }

  /** A line over a dark one, so that it is seen on any ground. @param {string} colour @param {number} wide in pixels */
  stroke(colour, wide) {
    const { ctx, pixels } = this;
    ctx.strokeStyle = DARK;
    ctx.lineWidth = (wide + 2) / pixels;
    ctx.stroke();
    ctx.strokeStyle = colour;
    ctx.lineWidth = wide / pixels;
    ctx.stroke();
  }

  /** The sides of some hexes behind which there is none of them.
   * @param {Set<number>} hexes @param {string} colour @param {number} wide */
  outline(hexes, colour, wide) {
    if (!hexes.size) return;
    this.ctx.beginPath();
    for (const hex of hexes) {
      const centre = this.grid.centre(hex);
      const around = this.grid.neighbours(hex);
      for (let side = 0; side < 6; side += 1) {
        if (around[side] >= 0 && hexes.has(around[side])) continue;
        const [a, b] = this.side(centre, side);
        this.ctx.moveTo(a.x, a.y);
        this.ctx.lineTo(b.x, b.y);
      }
    }
    this.stroke(colour, wide);
  }

  /** What would be put down: the ground in its colours, with what runs through it.
   * @param {{stroke: import("./layers.js").Stroke, hexes: number[]}} placed */
  ghost({ stroke, hexes }) {
    const { edit, ctx, grid } = this;
    const [terrain, ...others] = edit.form?.layers ?? [];
    ctx.globalAlpha = 0.6;
    for (const [hex, value] of stroke.get(terrain.name) ?? []) {
      const kind = terrain.values.find(({ name }) => name === value);
      if (!kind) continue;
      const centre = grid.centre(hex);
      ctx.beginPath();
      for (let side = 0; side < 6; side += 1) ctx.lineTo(...xy(this.side(centre, side)[0]));
      ctx.fillStyle = swatch(edit.map?.theme ?? "light", terrain, kind);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
    for (const layer of others) {
      if (layer.on === "hexes") continue;
      for (const [key, value] of stroke.get(layer.name) ?? []) if (value !== null) this.pair(key, layer.on === "sides", false);
    }
    this.outline(new Set(hexes), LIGHT, 2.5);
  }

  /** The corners of a side by its direction. @param {Point} centre @param {number} side @returns {[Point, Point]} */
  side({ x, y }, side) {
    const first = (this.grid.pointy ? -150 : -120) + side * 60;
    const at = (/** @type {number} */ degrees) => ({ x: x + Math.cos((degrees * Math.PI) / 180), y: y + Math.sin((degrees * Math.PI) / 180) });
    return [at(first), at(first + 60)];
  }

  /** Hexes that are not on the map, so that one may paint them. */
  holes() {
    const { edit, ctx, grid } = this;
    if (!edit.holes.length || this.pixels < 4) return;
    const seen = edit.map?.seen();
    ctx.beginPath();
    for (const hex of edit.holes) {
      const centre = grid.centre(hex);
      if (seen && (centre.x < seen.x - 1 || centre.x > seen.x + seen.wide + 1
        || centre.y < seen.y - 1 || centre.y > seen.y + seen.high + 1)) continue;
      for (let side = 0; side < 6; side += 1) {
        const [a, b] = this.side(centre, side);
        if (side === 0) ctx.moveTo(a.x, a.y);
        ctx.lineTo(b.x, b.y);
      }
    }
    ctx.strokeStyle = "rgb(140 130 110 / 55%)";
    ctx.lineWidth = 1 / this.pixels;
    ctx.stroke();
  }

  /** Layers that no part of the board shows: the one that is drawn on strong, others faint. */
  tints() {
    const { edit, ctx, grid } = this;
    for (const layer of edit.form?.layers ?? []) {
      if (layer.draws !== "tint") continue;
      const strong = layer === edit.layer;
      const values = new Map([...(edit.values.get(layer.name) ?? []), ...(edit.stroke.get(layer.name) ?? [])]);
      for (const [key, value] of values) {
        const colour = layer.values.find(({ name }) => name === value)?.colour;
        if (!colour) continue;
        ctx.globalAlpha = strong ? 0.5 : 0.2;
        if (layer.on === "hexes") {
          const centre = grid.centre(key);
          ctx.beginPath();
          for (let side = 0; side < 6; side += 1) ctx.lineTo(...xy(this.side(centre, side)[0]));
          ctx.fillStyle = colour;
          ctx.fill();
        } else {
          ctx.globalAlpha = strong ? 1 : 0.6;
          this.trace(key, layer.on === "sides");
          ctx.setLineDash([0.25, 0.15]);
          this.stroke(colour, 3);
          ctx.setLineDash([]);
        }
      }
    }
    ctx.globalAlpha = 1;
  }

  /** Sides and ways of the stroke that is under way; hexes show it on the map. */
  pending() {
    for (const layer of this.edit.form?.layers ?? []) {
      if (layer.on === "hexes") continue;
      for (const key of this.edit.stroke.get(layer.name)?.keys() ?? []) this.pair(key, layer.on === "sides");
    }
  }

  /** @param {number} key @param {boolean} along whether its side, and not from centre to centre */
  trace(key, along) {
    const [a, b] = pairOf(key);
    const [from, to] = along ? this.grid.side(a, b) : [this.grid.centre(a), this.grid.centre(b)];
    this.ctx.beginPath();
    this.ctx.moveTo(from.x, from.y);
    this.ctx.lineTo(to.x, to.y);
  }

  /** @param {number} key @param {boolean} along @param {boolean} [erased] */
  pair(key, along, erased = this.edit.value === null) {
    this.trace(key, along);
    this.stroke(erased ? "#ff7466" : LIGHT, 5);
  }

  axes() {
    const { edit, ctx } = this;
    const { x, y } = edit.centre;
    const far = 1000;
    ctx.beginPath();
    if (edit.symmetry === "left-right") {
      ctx.moveTo(x, -far);
      ctx.lineTo(x, far);
    } else if (edit.symmetry === "top-bottom") {
      ctx.moveTo(-far, y);
      ctx.lineTo(far, y);
    } else {
      const count = { two: 2, three: 3, six: 6, none: 0 }[edit.symmetry];
      for (let i = 0; i < count; i += 1) {
        const end = turned({ x, y: y - far }, { x, y }, (360 / count) * i + (count === 2 ? 90 : 0));
        ctx.moveTo(x, y);
        ctx.lineTo(end.x, end.y);
      }
    }
    ctx.setLineDash([12 / this.pixels, 8 / this.pixels]);
    this.stroke("#ff5fd2", 2);
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.arc(x, y, 6 / this.pixels, 0, 2 * Math.PI);
    this.stroke("#ff5fd2", 3);
  }

  /** @param {boolean} square @param {Point[]} trail */
  loop(square, trail) {
    const { ctx } = this;
    ctx.beginPath();
    const last = trail[trail.length - 1];
    if (square) ctx.rect(trail[0].x, trail[0].y, last.x - trail[0].x, last.y - trail[0].y);
    else for (const { x, y } of [...trail, trail[0]]) ctx.lineTo(x, y);
    ctx.setLineDash([6 / this.pixels, 5 / this.pixels]);
    this.stroke(SELECTED, 2);
    ctx.setLineDash([]);
  }

  /** The hex of the cursor, what a brush would reach, and the side that keys aim at. @param {Tools} tools */
  cursor(tools) {
    const { edit, grid } = this;
    if (edit.cursor < 0) return;
    const { layer } = edit;
    if (layer && tools.name === "brush" && layer.on === "hexes" && layer.draws !== "names" && (edit.size || edit.symmetry !== "none")) {
      this.outline(edit.mirrored(grid.disc(edit.cursor, edit.size)), LIGHT, 2);
    }
    this.outline(new Set([edit.cursor]), "#ffffff", 2);
    if (layer?.on !== "sides" || tools.start >= 0) return;
    const [a, b] = this.side(grid.centre(edit.cursor), tools.facing);
    this.ctx.beginPath();
    this.ctx.moveTo(a.x, a.y);
    this.ctx.lineTo(b.x, b.y);
    this.stroke(LIGHT, 4);
  }

  /** @param {Point} at @param {string} text */
  words({ x, y }, text) {
    const { ctx, pixels } = this;
    ctx.font = `700 ${16 / pixels}px system-ui, sans-serif`;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    ctx.lineWidth = 5 / pixels;
    ctx.strokeStyle = DARK;
    ctx.fillStyle = "#ffffff";
    ctx.strokeText(text, x + 18 / pixels, y - 18 / pixels);
    ctx.fillText(text, x + 18 / pixels, y - 18 / pixels);
  }
}

/** @param {Point} point @returns {[number, number]} */
const xy = ({ x, y }) => [x, y];
