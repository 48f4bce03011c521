/** The tools of the map editor: what a press, a stroke and its end do. */
import { anchorOf, clipOf, emptied, placed, together } from "./clip.js";
import { holds } from "../../map/geometry.js";
import { pairKey, pairOf } from "./grid.js";
import { cornerAt, sidesBetween } from "./sidepath.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("./clip.js").Clip} Clip */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {import("./mapedit.js").MapEdit} MapEdit */
/** @typedef {"brush" | "line" | "fill" | "replace" | "pick" | "select" | "lasso" | "wand" | "move" | "stamp" | "look" | "centre"} ToolName */

/** Each tool with its key, and what it does. @type {Record<ToolName, {title: string, key: string, about: string}>} */
export const TOOLS = {
  look: { title: "Look", key: "h", about: "Drag moves the map, a click moves the cursor" },
  brush: { title: "Brush", key: "b", about: "Paints hexes; along sides, or from hex to hex, what lies there" },
  line: { title: "Line", key: "l", about: "A straight line, with its length" },
  fill: { title: "Fill", key: "f", about: "All that is alike and joined" },
  replace: { title: "Replace", key: "g", about: "All of a kind, wherever it is" },
  pick: { title: "Eyedropper", key: "i", about: "Takes what is there to paint with" },
  select: { title: "Rectangle", key: "s", about: "Selects hexes in a rectangle; Shift adds" },
  lasso: { title: "Lasso", key: "o", about: "Selects hexes in a loop; Shift adds" },
  wand: { title: "Wand", key: "w", about: "Selects what is alike and joined; Shift adds, Alt takes all of a kind" },
  move: { title: "Move", key: "m", about: "Drags the selection elsewhere" },
  stamp: { title: "Stamp", key: "p", about: "Puts down what was copied; R turns it, F flips it" },
  centre: { title: "Centre", key: "c", about: "Press on a hex" },
};

export class Tools {
  /** @param {MapEdit} edit */
  constructor(edit) {
    this.edit = edit;
    this.name = /** @type {ToolName} */ ("brush");
    /** The tool that comes back when the centre is put. */
    this.before = this.name;
    /** What was copied. @type {Clip | null} */
    this.clip = null;
    /** What is being moved. @type {Clip | null} */
    this.carried = null;
    /** Where a stroke began, and where it is now. */
    this.start = this.here = -1;
    /** Points of a rectangle or a lasso. @type {Point[]} */
    this.trail = [];
    /** What a line or a move would do. @type {{hexes: number[], pairs: number[]}} */
    this.wish = { hexes: [], pairs: [] };
    this.adding = this.alike = false;
    /** The corners of the side with which a stroke along sides began, and the corner that it has come to.
     * @type {Point[]} */
    this.first = [];
    /** @type {Point | null} */
    this.tip = null;
    /** The side that keys are aimed at, as a direction. */
    this.facing = 0;
  }

  /** @param {ToolName} name */
  choose(name) {
    this.cancel();
    if (name === "centre" && this.edit.symmetry === "none") {
      this.edit.say("Choose a symmetry first: it has a centre");
      return;
    }
    if (this.name !== "centre") this.before = this.name;
    this.name = name;
    this.edit.say(`${TOOLS[name].title}: ${TOOLS[name].about}`);
  }

  get layer() {
    return this.edit.layer;
  }

  /** Begin a stroke. @param {Point} point @param {{shiftKey: boolean, altKey: boolean}} keys
   * @returns {boolean} whether there is one */
  press(point, { shiftKey, altKey }) {
    const { edit, layer } = this;
    if (this.name === "look" || !layer) return false;
    const hex = edit.grid.at(point);
    [this.start, this.here, this.adding, this.alike] = [hex, hex, shiftKey, altKey];
    this.trail = [point];
    this.wish = { hexes: [], pairs: [] };
    edit.hint = "";
    if (hex < 0 && this.name !== "select" && this.name !== "lasso") return false;
    edit.cursor = hex;
    if (this.name === "brush") this.brush(hex, point);
    else if (this.name === "pick") this.pick(hex, point);
    else if (this.name === "centre") edit.centreAt = edit.grid.centre(hex);
    else if (this.name === "move" && !edit.selection.has(hex)) edit.say("Select hexes first, and drag one of them");
    else if (this.name === "move" && edit.form) this.carried = clipOf(edit.form, edit.grid, edit.values, edit.selection, hex);
    edit.changed();
    return true;
  }

  /** @param {Point} point */
  stroke(point) {
    const { edit } = this;
    const hex = edit.grid.at(point);
    if (this.name === "brush" && hex >= 0) this.brush(hex, point);
    if (this.name === "pick" && hex >= 0) this.pick(hex, point);
    if (this.name === "centre" && hex >= 0) edit.centreAt = edit.grid.centre(hex);
    if (hex >= 0) edit.cursor = this.here = hex;
    if (this.name === "lasso") this.trail.push(point);
    else this.trail[1] = point;
    if (this.name === "line") this.wish = this.lineTo(this.here, point);
    edit.changed();
  }

  /** @param {Point | null} point null where the stroke is given up */
  lift(point) {
    const { edit } = this;
    if (!point) {
      this.cancel();
      return;
    }
    const { name } = this;
    if (name === "brush") {
      this.endSide(point);
      edit.commit(this.title());
    }
    else if (name === "line") this.drawLine(this.lineTo(this.here, point));
    else if (name === "fill" || name === "replace") this.fill(this.here, name === "fill");
    else if (name === "select" || name === "lasso") this.select(this.enclosed());
    else if (name === "wand") this.select(this.alikeTo(this.here, !this.alike));
    else if (name === "move" && this.carried && this.here !== this.start) this.relay(this.carried, this.here, "Moved");
    else if (name === "stamp") this.stamp(this.here);
    else if (name === "centre") {
      this.name = this.before;
      edit.say(`The centre is at ${edit.grid.label(this.here)}`);
    }
    this.end();
  }

  cancel() {
    this.edit.cancel();
    this.end();
  }

  /** Give up what was begun, also that the centre is put elsewhere. */
  giveUp() {
    if (this.name === "centre") this.choose(this.before);
    else this.cancel();
  }

  end() {
    this.start = -1;
    this.carried = null;
    this.trail = [];
    this.wish = { hexes: [], pairs: [] };
    this.edit.changed();
  }

  /** What a stroke does, in words for the history. */
  title() {
    const { edit, layer } = this;
    if (!layer) return "";
    if (edit.value === null) return `${layer.title}: erased`;
    if (layer.draws === "heights") return `${layer.title}: ${edit.heightMode}`;
    return `${layer.title}: ${layer.values.find(({ name }) => name === edit.value)?.title ?? edit.value}`;
  }

  // Painting

  /** @param {number} hex @param {Point} point */
  brush(hex, point) {
    const { edit, layer } = this;
    if (!layer) return;
    if (layer.on === "sides") this.brushSide(layer, point);
    else if (layer.on === "ways") {
      const way = edit.grid.line(this.here, hex);
      this.pairs(layer, way.slice(1).map((there, i) => pairKey(way[i], there)));
      // A single click takes away all ways of a hex.
      if (edit.value === null) this.pairs(layer, edit.grid.neighbours(hex).filter((there) => there >= 0).map((there) => pairKey(hex, there)));
    } else if (layer.draws === "names") edit.naming = hex;
    else {
      const hexes = edit.grid.line(this.here, hex).flatMap((there) => edit.grid.disc(there, edit.size));
      this.hexes(layer, new Set(hexes));
    }
    this.here = hex;
  }

  /** The side that is pressed on, and then along sides from corner to corner, so that a river has no
   * gaps; what is erased is each side under the pointer. @param {Layer} layer @param {Point} point */
  brushSide(layer, point) {
    const { grid } = this.edit;
    const side = grid.sideAt(point);
    if (!side) return;
    if (this.edit.value === null || !this.edit.stroke.get(layer.name)?.size) {
      this.pairs(layer, [pairKey(...side)]);
      this.first = grid.side(...side);
      this.tip = null;
      return;
    }
    const next = cornerAt(grid, point);
    if (!next) return;
    const off = (/** @type {Point} */ { x, y }) => Math.hypot(x - point.x, y - point.y);
    const tip = this.tip ?? [...this.first].sort((a, b) => off(a) - off(b))[0];
    const way = sidesBetween(grid, tip, next.point);
    if (!way.length) return;
    this.tip = next.point;
    this.pairs(layer, way);
  }

  /** A stroke along sides ends with the side under the pointer, if that goes on from its tip. @param {Point} point */
  endSide(point) {
    const { layer, tip } = this;
    const side = this.edit.grid.sideAt(point);
    if (layer?.on !== "sides" || !tip || !side) return;
    const meets = this.edit.grid.side(...side).some(({ x, y }) => Math.hypot(x - tip.x, y - tip.y) < 0.1);
    if (meets) this.pairs(layer, [pairKey(...side)]);
  }

  /** @param {Layer} layer @param {Iterable<number>} hexes */
  hexes(layer, hexes) {
    const { edit } = this;
    const done = edit.stroke.get(layer.name);
    const all = [...edit.mirrored(hexes)].filter((hex) => !done?.has(hex) && this.allowed(layer, hex));
    if (!all.length && !done?.size) this.sayBarred(layer, hexes);
    if (layer.draws === "heights") edit.draw(layer, all.map((hex) => [hex, this.height(layer, hex)]));
    else edit.draw(layer, all.map((hex) => [hex, edit.value]));
  }

  /** Whether a hex is on the map, and the layer may be drawn on there. @param {Layer} layer @param {number} hex */
  allowed(layer, hex) {
    const [terrain] = this.edit.form?.layers ?? [];
    if (layer.barred.includes(this.edit.grid.label(hex))) return false;
    if (layer === terrain) return true;
    const kind = this.edit.at(terrain.name, hex);
    return kind !== null && (!layer.within.length || this.edit.value === null || layer.within.includes(String(kind)));
  }

  /** Why nothing was painted. @param {Layer} layer @param {Iterable<number>} hexes */
  sayBarred(layer, hexes) {
    const { edit } = this;
    const all = [...hexes];
    const [terrain] = edit.form?.layers ?? [];
    const hex = all.find((one) => layer.barred.includes(edit.grid.label(one)));
    if (hex !== undefined) edit.say(`${edit.grid.label(hex)}: ${layer.barred_for}`);
    else if (all.some((one) => edit.at(terrain.name, one) === null)) edit.say("Not on the map: paint its terrain first");
    else if (all.length && layer.within.length) {
      const kinds = layer.within.map((name) => terrain.values.find((one) => one.name === name)?.title ?? name);
      edit.say(`${layer.title} only in ${kinds.join(", ")}`);
    }
  }

  /** @param {Layer} layer @param {number} hex @returns {Value | null} */
  height(layer, hex) {
    const { edit } = this;
    if (edit.value === null) return null;
    const now = (/** @type {number} */ there) => Number(edit.values.get(layer.name)?.get(there)
      ?? edit.base?.heights?.[edit.grid.label(there)] ?? 0);
    if (edit.heightMode === "raise") return now(hex) + edit.heightStep;
    if (edit.heightMode === "lower") return now(hex) - edit.heightStep;
    if (edit.heightMode === "set") return Number(edit.value);
    const around = [hex, ...edit.grid.neighbours(hex).filter((there) => there >= 0)].map(now);
    return Math.round(around.reduce((sum, height) => sum + height, 0) / around.length);
  }

  /** @param {Layer} layer @param {number[]} keys */
  pairs(layer, keys) {
    const { edit } = this;
    const all = [...edit.mirroredPairs(keys)].filter((key) => pairOf(key).every((hex) => this.allowed(layer, hex)));
    if (!all.length && !edit.stroke.get(layer.name)?.size) this.sayBarred(layer, keys.flatMap(pairOf));
    edit.draw(layer, all.map((key) => [key, edit.value]));
  }

  /** What a line to a hex would draw. @param {number} hex @param {Point} point */
  lineTo(hex, point) {
    const { edit, layer } = this;
    const way = this.start < 0 || hex < 0 ? [] : edit.grid.line(this.start, hex);
    if (layer?.on === "ways") return { hexes: way, pairs: way.slice(1).map((there, i) => pairKey(way[i], there)) };
    if (layer?.on === "sides") return { hexes: [], pairs: sidesBetween(edit.grid, this.trail[0], point) };
    return { hexes: way, pairs: [] };
  }

  /** @param {{hexes: number[], pairs: number[]}} line */
  drawLine({ hexes, pairs }) {
    const { edit, layer } = this;
    if (!layer) return;
    if (layer.draws === "names") {
      edit.say(`${layer.title} are typed one by one, with the brush`);
      return;
    }
    if (layer.on === "hexes") this.hexes(layer, new Set(hexes.flatMap((hex) => edit.grid.disc(hex, edit.size))));
    else this.pairs(layer, pairs);
    edit.commit(this.title());
  }

  /** Hexes with the same value as one in the layer: those joined to it, or all.
   * @param {number} hex @param {boolean} joined */
  alikeTo(hex, joined) {
    const { edit } = this;
    const layer = this.layer?.on === "hexes" ? this.layer : edit.form?.layers[0];
    if (hex < 0 || !layer) return [];
    const value = edit.at(layer.name, hex);
    const alike = (/** @type {number} */ there) => edit.at(layer.name, there) === value;
    return joined ? edit.grid.flood(hex, alike) : edit.grid.all.filter(alike);
  }

  /** The layer that is drawn on, where an area of it can be painted at once; else it is said what can. */
  areaLayer() {
    const { edit, layer } = this;
    if (layer?.on === "hexes" && layer.draws !== "names") return layer;
    if (layer) edit.say(`${layer.title} are not filled: choose another layer, such as ${edit.form?.layers[0].title}`);
    return null;
  }

  /** @param {number} hex @param {boolean} joined */
  fill(hex, joined) {
    const { edit } = this;
    const layer = this.areaLayer();
    if (!layer) return;
    const { selection } = edit;
    const inside = this.alikeTo(hex, joined).filter((there) => !selection.size || selection.has(there));
    this.hexes(layer, inside);
    edit.commit(`${this.title()}, ${joined ? "filled" : "replaced"}`);
  }

  /** @param {number} hex @param {Point} point */
  pick(hex, point) {
    const { edit, layer } = this;
    if (!layer) return;
    let value = layer.on === "hexes" ? edit.at(layer.name, hex) : null;
    if (layer.on !== "hexes") {
      const side = edit.grid.sideAt(point);
      value = side && edit.at(layer.name, pairKey(...side));
    }
    edit.chosen.set(layer.name, value);
    edit.say(`To paint with: ${layer.values.find(({ name }) => name === value)?.title ?? value ?? "erase"}`);
  }

  // Selections

  /** The hexes whose centres lie in the rectangle or the lasso. */
  enclosed() {
    const { edit, trail } = this;
    const [first] = trail;
    const last = trail[trail.length - 1];
    if (this.name === "select") {
      const inside = (/** @type {number} */ hex) => {
        const { x, y } = edit.grid.centre(hex);
        return x > Math.min(first.x, last.x) - 0.5 && x < Math.max(first.x, last.x) + 0.5
          && y > Math.min(first.y, last.y) - 0.5 && y < Math.max(first.y, last.y) + 0.5;
      };
      return edit.grid.all.filter(inside);
    }
    return edit.grid.all.filter((hex) => holds(trail, edit.grid.centre(hex).x, edit.grid.centre(hex).y));
  }

  /** @param {number[]} hexes */
  select(hexes) {
    const { edit } = this;
    edit.selection = new Set(this.adding ? [...edit.selection, ...hexes] : hexes);
    edit.say(`${edit.selection.size} hexes selected`);
  }

  copy() {
    const { edit } = this;
    if (!edit.selection.size || !edit.form) return;
    this.clip = clipOf(edit.form, edit.grid, edit.values, edit.selection, anchorOf(edit.grid, edit.selection));
    edit.say(`${edit.selection.size} hexes copied`);
  }

  cut() {
    this.copy();
    this.clear("Cut");
  }

  /** @param {string} [title] */
  clear(title = "Cleared") {
    const { edit } = this;
    if (!edit.selection.size || !edit.form) return;
    edit.commit(title, emptied(edit.form, edit.values, edit.selection));
  }

  /** Put down what was copied. @param {number} hex */
  stamp(hex) {
    const { edit, clip } = this;
    if (!clip || !edit.form || hex < 0) {
      edit.say("Nothing was copied yet");
      return;
    }
    const { stroke, hexes } = placed(edit.form, edit.grid, edit.values, clip, hex);
    edit.selection = new Set(hexes);
    edit.commit("Pasted", stroke);
  }

  /** Turn the selection by 60°, or mirror it. @param {"turn" | "flip"} how */
  turnSelection(how) {
    const { edit } = this;
    if (!edit.form || !edit.selection.size) return;
    const anchor = anchorOf(edit.grid, edit.selection);
    const clip = clipOf(edit.form, edit.grid, edit.values, edit.selection, anchor);
    if (how === "turn") clip.turn = 1;
    else clip.flipped = true;
    this.relay(clip, anchor, how === "turn" ? "Turned" : "Mirrored");
  }

  /** What is put down, and where: the clip that the tool holds now. @returns {Clip | null} */
  get held() {
    return this.name === "stamp" ? this.clip : this.carried;
  }

  /** Take the selection elsewhere: what it leaves is cleared. @param {Clip} clip of the selection @param {number} to @param {string} title */
  relay(clip, to, title) {
    const { edit } = this;
    const form = /** @type {import("../../../types").MapLayers} */ (edit.form);
    const { stroke, hexes } = placed(form, edit.grid, edit.values, clip, to);
    const gone = emptied(form, edit.values, edit.selection);
    edit.selection = new Set(hexes);
    edit.commit(title, together(gone, stroke));
  }

  /** Paint the selection with what is chosen. */
  fillSelection() {
    const { edit } = this;
    if (!edit.selection.size) {
      edit.say("Select hexes first, with the rectangle, the lasso or the wand");
      return;
    }
    const layer = this.areaLayer();
    if (!layer) return;
    this.hexes(layer, edit.selection);
    edit.commit(this.title());
  }

  // Keys

  /** Use the tool at the cursor: a line, a way, a selection begins with the first press and ends with
   * the next. */
  act() {
    const { edit, layer } = this;
    if (edit.cursor < 0 || !layer) return;
    const point = edit.grid.centre(edit.cursor);
    if (this.name === "brush" && layer.on === "sides") {
      const there = edit.grid.neighbours(edit.cursor)[this.facing];
      if (there >= 0) {
        const key = pairKey(edit.cursor, there);
        this.pairs(layer, [key]);
        if (edit.at(layer.name, key) === edit.values.get(layer.name)?.get(key)) edit.draw(layer, [[key, null]]);
        edit.commit(this.title());
      }
      return;
    }
    const long = ["line", "select", "move"].includes(this.name) || (this.name === "brush" && layer.on === "ways");
    if (this.start < 0) {
      if (this.press(point, { shiftKey: this.adding, altKey: false }) && !long) this.lift(point);
      else if (this.start >= 0) edit.say("Begun: move the cursor, and press Space again");
      return;
    }
    this.stroke(point);
    this.lift(point);
  }
}
