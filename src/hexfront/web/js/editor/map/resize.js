/** Another size of a map: what stays on it keeps its place, and all else is taken away. */
import { gridOf } from "./grid.js";
import { writeCoast } from "./hexlayers.js";
import { patchOf } from "./layers.js";
import { applied, valueAt } from "../patch.js";
import { relabelled } from "./relabel.js";

/** @typedef {import("../../../types").MapLayers} MapLayers */
/** @typedef {import("../patch.js").Operation} Operation */

/** How large a map becomes: columns and rows in all, and how many of them come at the left and at the top;
 * negative where some are taken away there. @typedef {{columns: number, rows: number, left: number, top: number}} Wish */

/** The change to another size, as patches by role, with how many units and other things lose their place by it.
 * Everything that the schemas say names a hex is called by its new name.
 * @param {MapLayers} form @param {import("../../../types").DraftForms} forms @param {Record<string, any>} documents
 * @param {Wish} wish @returns {{patches: Record<string, Operation[]>, lost: number}} */
export function resized(form, forms, documents, wish) {
  const document = documents[form.role];
  const drawn = resizedMap(form, document, wish);
  const before = gridOf(form, document);
  const grid = gridOf(form, drawn.document);
  const { left, top } = wish;
  const [x, y] = form.pointy ? [Math.sqrt(3) * left, 1.5 * top] : [1.5 * left, Math.sqrt(3) * top];
  const mend = { x, y, lost: 0, hex: renaming(before, grid, wish), held: new Set(form.layers.map(({ store }) => store.at)) };
  /** @type {Record<string, Operation[]>} */
  const patches = {};
  for (const [role, own] of Object.entries(documents)) {
    const map = role === form.role;
    const more = relabelled(forms, role, map ? drawn.document : own, { ...mend, held: map ? mend.held : new Set() });
    mend.lost += more.lost;
    const patch = [...(map ? drawn.patch : []), ...more.patch];
    if (patch.length) patches[role] = patch;
  }
  return { patches, lost: mend.lost };
}

/** New names of hexes: null for one that is gone, and the same for what is none.
 * @param {import("./grid.js").Grid} before @param {import("./grid.js").Grid} grid @param {Wish} wish */
export function renaming(before, grid, { left, top }) {
  /** @type {Map<string, string | null>} */
  const names = new Map(before.all.map((hex) => {
    const [column, row] = before.spot(hex);
    const there = grid.hex(column + left, row + top);
    return [before.label(hex), there < 0 ? null : grid.label(there)];
  }));
  return (/** @type {any} */ label) => {
    const name = names.get(String(label));
    return name === undefined ? label : name === null || typeof label !== "number" ? name : Number(name);
  };
}

/** The map alone; hexes that are new have the first terrain. @param {MapLayers} form @param {any} document
 * @param {Wish} wish @returns {{patch: Operation[], document: any}} */
function resizedMap(form, document, wish) {
  const { columns, rows, left, top } = wish;
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
  const name = renaming(before, grid, wish);
  const renamed = (/** @type {any} */ label) => (before.parse(label) < 0 ? null : name(label));
  for (const { at, value } of rewritten(form, after, renamed)) {
    const operation = { op: "replace", path: at, value };
    patch.push(operation);
    after = applied(after, [operation]);
  }
  const [terrain] = form.layers;
  if (form.coast && terrain.store.form === "entries") {
    const edge = grid.all.filter((hex) => grid.neighbours(hex).includes(-1));
    const coasts = writeCoast(form.coast, after, grid, edge, terrain.store.field);
    patch.push(...coasts);
    after = applied(after, coasts);
  }
  if (form.missing || terrain.store.form === "members") return { patch, document: after };
  const fresh = grid.all.filter((hex) => !before.has(grid.spot(hex)[0] - left, grid.spot(hex)[1] - top));
  const stroke = new Map([[terrain.name, new Map(fresh.map((hex) => [hex, terrain.values[0].name]))]]);
  const filled = patchOf(form, after, grid, stroke);
  return { patch: [...patch, ...filled.patch], document: filled.document };
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
