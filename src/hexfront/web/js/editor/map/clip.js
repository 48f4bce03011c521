/** Parts of a map to be put elsewhere: turned, mirrored, as often as one likes. */
import { pairKey, pairOf } from "./grid.js";
import { turned } from "./symmetry.js";

/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("./drawnboard.js").Values} Values */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {import("./layers.js").Stroke} Stroke */
/** Hexes by where they lie from the anchor, with what each layer has there, and pairs of them.
 * @typedef {{cells: {at: Point, values: [string, Value][]}[],
 *   pairs: {layer: string, ends: [Point, Point], value: Value}[], turn: number, flipped: boolean}} Clip */

const ORIGIN = { x: 0, y: 0 };

/** What some hexes hold. @param {import("../../../types").MapLayers} form @param {Grid} grid @param {Values} values
 * @param {Iterable<number>} hexes @param {number} anchor @returns {Clip} */
export function clipOf(form, grid, values, hexes, anchor) {
  const from = grid.centre(anchor);
  const off = (/** @type {number} */ hex) => ({ x: grid.centre(hex).x - from.x, y: grid.centre(hex).y - from.y });
  const all = new Set(hexes);
  const cells = [...all].map((hex) => ({ at: off(hex), values: form.layers.flatMap((layer) => {
    const value = layer.on === "hexes" ? values.get(layer.name)?.get(hex) : undefined;
    return value === undefined ? [] : [/** @type {[string, Value]} */ ([layer.name, value])];
  }) }));
  const pairs = form.layers.filter((layer) => layer.on !== "hexes").flatMap((layer) =>
    [...(values.get(layer.name) ?? [])].flatMap(([key, value]) => {
      const [a, b] = pairOf(key);
      return all.has(a) && all.has(b)
        ? [{ layer: layer.name, ends: /** @type {[Point, Point]} */ ([off(a), off(b)]), value }] : [];
    }));
  return { cells, pairs, turn: 0, flipped: false };
}

/** The hex nearest to the middle of some. @param {Grid} grid @param {Iterable<number>} hexes */
export function anchorOf(grid, hexes) {
  const all = [...hexes];
  const centres = all.map((hex) => grid.centre(hex));
  const middle = { x: centres.reduce((sum, { x }) => sum + x, 0) / all.length,
    y: centres.reduce((sum, { y }) => sum + y, 0) / all.length };
  const far = centres.map(({ x, y }) => Math.hypot(x - middle.x, y - middle.y));
  return all[far.indexOf(Math.min(...far))] ?? -1;
}

/** The stroke that puts a part with its anchor on a hex, and the hexes that it covers.
 * @param {import("../../../types").MapLayers} form @param {Grid} grid @param {Values} values @param {Clip} clip
 * @param {number} anchor @returns {{stroke: Stroke, hexes: number[]}} */
export function placed(form, grid, values, clip, anchor) {
  const to = grid.centre(anchor);
  const at = (/** @type {Point} */ point) => {
    const { x, y } = turned({ x: clip.flipped ? -point.x : point.x, y: point.y }, ORIGIN, clip.turn * 60);
    return grid.at({ x: to.x + x, y: to.y + y });
  };
  /** @type {Stroke} */
  const stroke = new Map(form.layers.map((layer) => [layer.name, new Map()]));
  const hexes = [];
  for (const cell of clip.cells) {
    const hex = at(cell.at);
    if (hex < 0) continue;
    hexes.push(hex);
    const held = new Map(cell.values);
    for (const layer of form.layers) {
      if (layer.on === "hexes") stroke.get(layer.name)?.set(hex, held.get(layer.name) ?? null);
    }
  }
  clear(form, values, stroke, new Set(hexes));
  for (const { layer, ends, value } of clip.pairs) {
    const [a, b] = ends.map(at);
    if (a >= 0 && b >= 0) stroke.get(layer)?.set(pairKey(a, b), value);
  }
  return { stroke, hexes };
}

/** Take away the pairs between some hexes. @param {import("../../../types").MapLayers} form @param {Values} values
 * @param {Stroke} stroke @param {Set<number>} hexes */
function clear(form, values, stroke, hexes) {
  for (const layer of form.layers) {
    if (layer.on === "hexes") continue;
    for (const key of values.get(layer.name)?.keys() ?? []) {
      if (pairOf(key).every((hex) => hexes.has(hex))) stroke.get(layer.name)?.set(key, null);
    }
  }
}

/** The stroke that leaves the first terrain and nothing else in some hexes.
 * @param {import("../../../types").MapLayers} form @param {Values} values @param {Iterable<number>} hexes @returns {Stroke} */
export function emptied(form, values, hexes) {
  const all = new Set(hexes);
  const [terrain] = form.layers;
  /** @type {Stroke} */
  const stroke = new Map(form.layers.map((layer) => [layer.name, new Map()]));
  for (const hex of all) {
    for (const layer of form.layers) {
      if (layer.on === "hexes") stroke.get(layer.name)?.set(hex, layer === terrain ? layer.values[0]?.name ?? null : null);
    }
  }
  clear(form, values, stroke, all);
  return stroke;
}

/** One stroke and then another. @param {Stroke} first @param {Stroke} then @returns {Stroke} */
export function together(first, then) {
  const names = new Set([...first.keys(), ...then.keys()]);
  return new Map([...names].map((name) => [name, new Map([...(first.get(name) ?? []), ...(then.get(name) ?? [])])]));
}
