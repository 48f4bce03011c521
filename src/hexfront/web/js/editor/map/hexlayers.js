/** Layers of values of hexes: how they stand in a document, and the operations that change them. */
import { parts, pointer, valueAt } from "../patch.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").Coast} Coast */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("../patch.js").Operation} Operation */
/** What hexes have: a name of a value, a number, or words. @typedef {string | number} Value */
/** What hexes, or pairs, become; null for nothing. @typedef {Map<number, Value | null>} Changes */

/** @param {Layer} layer @param {any} document @param {Grid} grid @returns {Map<number, Value>} */
export function readHexes(layer, document, grid) {
  /** @type {Map<number, Value>} */
  const found = new Map();
  const { store } = layer;
  const held = valueAt(document, store.at);
  const put = (/** @type {any} */ label, /** @type {any} */ value) => {
    const hex = grid.parse(label);
    // A type may also be called by its number, from 1.
    const named = layer.values.length && typeof value === "number" ? layer.values[value - 1]?.name : value;
    if (hex >= 0 && named !== undefined && named !== null && !found.has(hex)) found.set(hex, named);
  };
  if (store.form === "members") {
    const [usual, member] = layer.values;
    for (const label of Array.isArray(held) ? held : []) put(label, member.name);
    if (layer.draws === "terrain") for (const hex of grid.all) if (!found.has(hex)) found.set(hex, usual.name);
  } else if (store.form === "records") {
    for (const entry of Array.isArray(held) ? held : []) put(entry?.[store.key], entry?.[store.field]);
  } else if (store.form === "entries") {
    for (const [label, entry] of Object.entries(held ?? {})) put(label, entry?.[store.field]);
  } else if (store.form === "values") {
    for (const [label, value] of Object.entries(held ?? {})) put(label, value);
  }
  return found;
}

/** @param {Layer} layer @param {any} document @param {Grid} grid @param {Changes} changes
 * @returns {Operation[]} */
export function writeHexes(layer, document, grid, changes) {
  const { store } = layer;
  if (store.form === "records") return writeRecords(store, document, grid, changes);
  if (store.form === "entries") return writeEntries(store, document, grid, changes);
  if (store.form === "values") return writeValues(store, document, grid, changes);
  if (store.form === "members") {
    const [usual] = layer.values;
    return writeMembers(store, document, grid, new Map([...changes].map(([hex, value]) =>
      [hex, value !== null && value !== usual.name])));
  }
  return [];
}

/** Operations after which there is something at a pointer. @param {any} document @param {string} at
 * @param {any} empty what is put there @returns {Operation[]} */
export function ensured(document, at, empty) {
  const keys = parts(at);
  let value = document;
  for (let i = 0; i < keys.length; i += 1) {
    const inner = value?.[keys[i]];
    if (inner === undefined || inner === null) {
      const path = pointer(...keys.slice(0, i + 1));
      return [{ op: "add", path, value: keys.slice(i + 1).reduceRight((made, key) => ({ [key]: made }), empty) }];
    }
    value = inner;
  }
  return [];
}

/** Where labels belong in a list that is in order; its end where it is not.
 * @param {Grid} grid @param {any[]} labels */
function orderIn(grid, labels) {
  const hexes = labels.map((label) => grid.parse(label));
  const sorted = hexes.every((hex, i) => i === 0 || hexes[i - 1] <= hex);
  return {
    /** Note a label, and say where it stands. @param {number} hex */
    insert(hex) {
      let [low, high] = [0, hexes.length];
      if (!sorted) low = high;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (hexes[middle] < hex) low = middle + 1;
        else high = middle;
      }
      hexes.splice(low, 0, hex);
      return low;
    },
  };
}

/** @param {import("../../../types").Records} store @param {any} document @param {Grid} grid @param {Changes} changes */
function writeRecords(store, document, grid, changes) {
  const operations = ensured(document, store.at, []);
  const list = valueAt(document, store.at) ?? [];
  /** @type {Map<number, number>} */
  const at = new Map();
  list.forEach((/** @type {any} */ entry, /** @type {number} */ i) => {
    const hex = grid.parse(entry?.[store.key]);
    if (hex >= 0 && !at.has(hex)) at.set(hex, i);
  });
  const removed = [];
  const added = [];
  for (const [hex, value] of changes) {
    const i = at.get(hex);
    if (i === undefined) {
      if (store.whole && value !== null) added.push(hex);
      continue;
    }
    const path = `${store.at}${pointer(i, store.field)}`;
    const has = list[i][store.field] !== undefined;
    if (value !== null) operations.push({ op: has ? "replace" : "add", path, value });
    else if (store.whole) removed.push(i);
    else if (has) operations.push({ op: "remove", path });
  }
  removed.sort((a, b) => b - a);
  for (const i of removed) operations.push({ op: "remove", path: `${store.at}/${i}` });
  if (!added.length) return operations;
  const gone = new Set(removed);
  const order = orderIn(grid, list.filter((/** @type {any} */ _, /** @type {number} */ i) => !gone.has(i))
    .map((/** @type {any} */ entry) => entry?.[store.key]));
  for (const hex of added.sort((a, b) => a - b)) {
    const label = grid.label(hex);
    const value = { ...store.fresh, [store.key]: store.number ? Number(label) : label, [store.field]: changes.get(hex) };
    operations.push({ op: "add", path: `${store.at}/${order.insert(hex)}`, value });
  }
  return operations;
}

/** @param {import("../../../types").Entries} store @param {any} document @param {Grid} grid @param {Changes} changes */
function writeEntries(store, document, grid, changes) {
  const operations = ensured(document, store.at, {});
  const held = valueAt(document, store.at) ?? {};
  for (const [hex, value] of changes) {
    const label = grid.label(hex);
    const path = `${store.at}${pointer(label)}`;
    const entry = held[label];
    if (!entry) {
      if (store.whole && value !== null) operations.push({ op: "add", path, value: { [store.field]: value } });
    } else if (value !== null) {
      operations.push({ op: store.field in entry ? "replace" : "add", path: `${path}${pointer(store.field)}`, value });
    } else if (store.whole) operations.push({ op: "remove", path });
    else if (store.field in entry) operations.push({ op: "remove", path: `${path}${pointer(store.field)}` });
  }
  return operations;
}

/** @param {import("../../../types").Values} store @param {any} document @param {Grid} grid @param {Changes} changes */
function writeValues(store, document, grid, changes) {
  const operations = ensured(document, store.at, {});
  const held = valueAt(document, store.at) ?? {};
  for (const [hex, value] of changes) {
    const label = grid.label(hex);
    const path = `${store.at}${pointer(label)}`;
    if (value !== null) operations.push({ op: label in held ? "replace" : "add", path, value });
    else if (label in held) operations.push({ op: "remove", path });
  }
  return operations;
}

/** @param {import("../../../types").Members} store @param {any} document @param {Grid} grid
 * @param {Map<number, boolean>} changes whether each is one from now on */
function writeMembers(store, document, grid, changes) {
  const operations = ensured(document, store.at, []);
  /** @type {any[]} */
  const list = valueAt(document, store.at) ?? [];
  const known = new Set(list.map((label) => grid.parse(label)));
  const kept = list.filter((label) => changes.get(grid.parse(label)) !== false);
  for (let i = list.length - 1; i >= 0; i -= 1) {
    if (changes.get(grid.parse(list[i])) === false) operations.push({ op: "remove", path: `${store.at}/${i}` });
  }
  const order = orderIn(grid, kept);
  const added = [...changes].filter(([hex, member]) => member && !known.has(hex)).map(([hex]) => hex);
  for (const hex of added.sort((a, b) => a - b)) {
    operations.push({ op: "add", path: `${store.at}/${order.insert(hex)}`, value: grid.label(hex) });
  }
  return operations;
}

/** What hexes say of the sea beside them, after terrain became what it is in the document.
 * @param {Coast} coast @param {any} document @param {Grid} grid @param {Iterable<number>} changed
 * @param {string} terrain the field that tells it @returns {Operation[]} */
export function writeCoast(coast, document, grid, changed, terrain) {
  const held = valueAt(document, coast.at) ?? {};
  const entry = (/** @type {number} */ hex) => (hex < 0 ? undefined : held[grid.label(hex)]);
  const wet = (/** @type {number} */ hex) => entry(hex)?.[terrain] === coast.water;
  const own = new Set(changed);
  const all = new Set([...own].flatMap((hex) => [hex, ...grid.neighbours(hex).filter((there) => there >= 0)]));
  /** @type {Operation[]} */
  const operations = [];
  for (const hex of all) {
    const here = entry(hex);
    if (!here) continue;
    const around = grid.neighbours(hex);
    const water = around.map(wet);
    const seasOf = (/** @type {number[]} */ hexes) => [...new Set(hexes.flatMap((there) => entry(there)?.[coast.seas] ?? []))];
    /** @type {Record<string, any>} */
    const wanted = {};
    if (wet(hex)) {
      if (!own.has(hex) || here[coast.seas]?.length) continue;
      const near = seasOf(around.filter((_, d) => water[d]));
      wanted[coast.seas] = near.length ? near.slice(0, 1) : [coast.usual];
      wanted[coast.field] = undefined;
      wanted[coast.extent] = 0;
    } else {
      // A neighbour's side that was no coast before stays none, unless its sea is new.
      const kept = new Set(here[coast.field] ?? []);
      const facing = coast.directions.filter((name, d) => water[d]
        && (own.has(hex) || own.has(around[d]) || kept.has(name)));
      const seas = seasOf(around.filter((_, d) => water[d])).concat(
        around.some((there, d) => water[d] && !entry(there)?.[coast.seas]) ? [coast.usual] : []);
      wanted[coast.field] = facing.length ? facing : undefined;
      wanted[coast.seas] = facing.length ? [...new Set(seas)] : undefined;
      if (own.has(hex) && here[coast.extent] === 0) wanted[coast.extent] = undefined;
    }
    for (const [field, value] of Object.entries(wanted)) {
      const path = `${coast.at}${pointer(grid.label(hex), field)}`;
      if (JSON.stringify(here[field]) === JSON.stringify(value)) continue;
      if (value === undefined) operations.push({ op: "remove", path });
      else operations.push({ op: field in here ? "replace" : "add", path, value });
    }
  }
  return operations;
}
