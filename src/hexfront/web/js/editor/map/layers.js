/** All layers of a map: read from a document, and a stroke over some of them as one patch. */
import { readHexes, writeCoast, writeHexes } from "./hexlayers.js";
import { readPairs, writePairs } from "./linelayers.js";
import { applied } from "../patch.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").MapLayers} MapLayers */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./hexlayers.js").Changes} Changes */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {import("../patch.js").Operation} Operation */
/** What becomes of layers, by name. @typedef {Map<string, Changes>} Stroke */

/** @param {Layer} layer @param {any} document @param {Grid} grid @returns {Map<number, Value>} */
export function readLayer(layer, document, grid) {
  return (layer.on === "hexes" ? readHexes : readPairs)(layer, document, grid);
}

/** The operations that make a stroke, and the document after them. Nothing else changes in it.
 * @param {MapLayers} form @param {any} document @param {Grid} grid @param {Stroke} stroke
 * @returns {{patch: Operation[], document: any}} */
export function patchOf(form, document, grid, stroke) {
  /** @type {Operation[]} */
  const patch = [];
  const take = (/** @type {Operation[]} */ operations) => {
    if (!operations.length) return;
    document = applied(document, operations);
    patch.push(...operations);
  };
  for (const layer of form.layers) {
    const changes = stroke.get(layer.name);
    if (!changes?.size) continue;
    take((layer.on === "hexes" ? writeHexes : writePairs)(layer, document, grid, changes));
    const { store } = layer;
    if (layer.draws === "terrain" && form.coast && store.form === "entries") {
      take(writeCoast(form.coast, document, grid, changes.keys(), store.field));
    }
  }
  return { patch, document };
}

/** What a stroke makes of what layers have now, without what stays as it is or is barred.
 * @param {MapLayers} form @param {Map<string, Map<number, Value>>} now @param {Grid} grid @param {Stroke} stroke
 * @returns {Stroke} */
export function trimmed(form, now, grid, stroke) {
  /** @type {Stroke} */
  const kept = new Map();
  for (const layer of form.layers) {
    const barred = new Set(layer.barred.map((label) => grid.parse(label)));
    const values = now.get(layer.name);
    const changes = [...(stroke.get(layer.name) ?? [])].filter(([key, value]) =>
      !barred.has(key) && (values?.get(key) ?? null) !== value);
    if (changes.length) kept.set(layer.name, new Map(changes));
  }
  return kept;
}
