/** Another size of a map: what stays on it keeps its place, and all else is taken away. */
import { gridOf } from "./grid.js";
import { patchOf } from "./layers.js";
import { applied, valueAt } from "../patch.js";

/** @typedef {import("../../../types").MapLayers} MapLayers */
/** @typedef {import("../patch.js").Operation} Operation */

/** The patch for a map of so many columns and rows; hexes that are new have the first terrain.
 * @param {MapLayers} form @param {any} document @param {number} columns @param {number} rows @returns {Operation[]} */
export function resized(form, document, columns, rows) {
  const size = /** @type {NonNullable<MapLayers["size"]>} */ (form.size);
  const before = gridOf(form, document);
  const count = Math.ceil(columns / 2) * rows + Math.floor(columns / 2) * (rows - 1);
  /** @type {Operation[]} */
  const patch = [
    { op: "replace", path: size.columns, value: size.count ? count : columns },
    { op: "replace", path: size.rows, value: rows },
  ];
  let after = applied(document, patch);
  const grid = gridOf(form, after);
  const renamed = (/** @type {any} */ label) => {
    const hex = before.parse(label);
    const there = hex < 0 ? -1 : grid.hex(...before.spot(hex));
    return there < 0 ? null : typeof label === "number" ? Number(grid.label(there)) : grid.label(there);
  };
  for (const { at, value } of rewritten(form, after, renamed)) {
    const operation = { op: "replace", path: at, value };
    patch.push(operation);
    after = applied(after, [operation]);
  }
  const [terrain] = form.layers;
  if (form.missing || terrain.store.form === "members") return patch;
  const fresh = grid.all.filter((hex) => !before.has(...grid.spot(hex)));
  const stroke = new Map([[terrain.name, new Map(fresh.map((hex) => [hex, terrain.values[0].name]))]]);
  return [...patch, ...patchOf(form, after, grid, stroke).patch];
}

/** Each part of the document that names hexes, with their new names.
 * @param {MapLayers} form @param {any} document @param {(label: any) => any} renamed null for one that is gone */
function rewritten(form, document, renamed) {
  /** @type {Map<string, any>} */
  const parts = new Map();
  for (const { store } of form.layers) {
    const held = parts.get(store.at) ?? valueAt(document, store.at);
    if (held === undefined || held === null) continue;
    const list = Array.isArray(held) ? held : [];
    if (store.form === "members") parts.set(store.at, list.map(renamed).filter((label) => label !== null));
    else if (store.form === "records" && !parts.has(store.at)) {
      parts.set(store.at, list.map((entry) => ({ ...entry, [store.key]: renamed(entry[store.key]) }))
        .filter((entry) => entry[store.key] !== null));
    } else if ((store.form === "entries" || store.form === "values") && !parts.has(store.at)) {
      parts.set(store.at, Object.fromEntries(Object.entries(held).map(([label, value]) => [renamed(label), value])
        .filter(([label]) => label !== null)));
    } else if (store.form === "pairs") parts.set(store.at, list.map((pair) => pair.map(renamed)).filter(whole));
    else if (store.form === "links" && !parts.has(store.at)) {
      parts.set(store.at, list.map((entry) => ({ ...entry, [store.key]: entry[store.key].map(renamed) }))
        .filter((entry) => whole(entry[store.key])));
    } else if (store.form === "lines") {
      parts.set(store.at, list.flatMap((line) => cut(store, line, renamed)));
    }
  }
  return [...parts].map(([at, value]) => ({ at, value }))
    .filter(({ at, value }) => JSON.stringify(value) !== JSON.stringify(valueAt(document, at)));
}

/** @param {any[]} labels */
const whole = (labels) => labels.every((label) => label !== null);

/** A line where its hexes are left: in as many parts as that leaves.
 * @param {import("../../../types").Lines} store @param {any} line @param {(label: any) => any} renamed */
function cut(store, line, renamed) {
  const held = line[store.field];
  if (!held?.length) return [line];
  const parts = /** @type {any[][]} */ ([[]]);
  for (const one of held) {
    const now = store.field === "sides" ? one.map(renamed) : renamed(one);
    if (store.field === "sides" ? whole(now) : now !== null) parts[parts.length - 1].push(now);
    else parts.push([]);
  }
  const least = store.field === "sides" ? 1 : 2;
  return parts.filter((part) => part.length >= least).map((part) => ({ ...line, [store.field]: part }));
}
