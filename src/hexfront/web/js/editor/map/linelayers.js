/** Layers of sides and ways: rivers, roads, links; how they stand in a document, and how they change.
 *
 * Each is a set of pairs of neighbours with a value. */
import { pairKey, pairOf } from "./grid.js";
import { ensured } from "./hexlayers.js";
import { valueAt } from "../patch.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").Lines} Lines */
/** @typedef {import("../../../types").Links} Links */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("../patch.js").Operation} Operation */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {import("./hexlayers.js").Changes} Changes */
/** A pair with the two ends by which it meets others. @typedef {{key: number, ends: [number, number]}} Stretch */

/** @param {Layer} layer @param {any} document @param {Grid} grid @returns {Map<number, Value>} */
export function readPairs(layer, document, grid) {
  /** @type {Map<number, Value>} */
  const found = new Map();
  const { store } = layer;
  const held = valueAt(document, store.at);
  const list = Array.isArray(held) ? held : [];
  const put = (/** @type {any} */ pair, /** @type {Value} */ value) => {
    const [a, b] = [grid.parse(pair?.[0]), grid.parse(pair?.[1])];
    if (a >= 0 && b >= 0) found.set(pairKey(a, b), value);
  };
  if (store.form === "pairs") for (const pair of list) put(pair, layer.values[0].name);
  else if (store.form === "links") {
    for (const entry of list) {
      const value = entry?.[store.field];
      const named = typeof value === "number" ? layer.values[value - 1]?.name : value;
      if (named) put(entry[store.key], named);
    }
  } else if (store.form === "lines") {
    for (const line of list) for (const key of keysOf(store, line, grid)) found.set(key, kindOf(layer, store, line));
  }
  return found;
}

/** @param {Layer} layer @param {Lines} store @param {any} line */
const kindOf = (layer, store, line) => (store.kind && line[store.kind]) || layer.values[0].name;

/** The pairs of a line, in order. @param {Lines} store @param {any} line @param {Grid} grid */
function keysOf(store, line, grid) {
  const held = Array.isArray(line?.[store.field]) ? line[store.field] : [];
  const pairs = store.field === "sides" ? held
    : held.slice(1).map((/** @type {any} */ label, /** @type {number} */ i) => [held[i], label]);
  return pairs.flatMap((/** @type {any} */ pair) => {
    const [a, b] = [grid.parse(pair?.[0]), grid.parse(pair?.[1])];
    return a >= 0 && b >= 0 ? [pairKey(a, b)] : [];
  });
}

/** @param {Layer} layer @param {any} document @param {Grid} grid @param {Changes} changes
 * @returns {Operation[]} */
export function writePairs(layer, document, grid, changes) {
  const { store } = layer;
  if (store.form === "lines") return new LineWriter(layer, store, document, grid).write(changes);
  const operations = ensured(document, store.at, []);
  /** @type {any[]} */
  const list = valueAt(document, store.at) ?? [];
  const number = store.form === "links" && store.number;
  const labels = (/** @type {number} */ key) => pairOf(key).map((hex) => (number ? Number(grid.label(hex)) : grid.label(hex)));
  const key = (/** @type {any} */ pair) => pairKey(grid.parse(pair?.[0]), grid.parse(pair?.[1]));
  const known = new Set();
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const here = key(store.form === "links" ? list[i]?.[store.key] : list[i]);
    if (!changes.has(here)) continue;
    known.add(here);
    const value = changes.get(here);
    if (store.form === "links") operations.push(...linkChange(store, list[i], i, value ?? null));
    else if (value === null) operations.push({ op: "remove", path: `${store.at}/${i}` });
  }
  for (const [here, value] of changes) {
    if (value === null || known.has(here)) continue;
    const fresh = store.form === "links" ? { [store.key]: labels(here), [store.field]: value } : labels(here);
    operations.push({ op: "add", path: `${store.at}/-`, value: fresh });
  }
  return operations;
}

/** @param {Links} store @param {any} entry @param {number} i @param {Value | null} value @returns {Operation[]} */
function linkChange(store, entry, i, value) {
  const path = `${store.at}/${i}/${store.field}`;
  const has = entry[store.field] !== undefined;
  if (value !== null) return [{ op: has ? "replace" : "add", path, value }];
  if (!store.fields.some((field) => field !== store.field && entry[field])) return [{ op: "remove", path: `${store.at}/${i}` }];
  return has ? [{ op: "remove", path }] : [];
}

/** Changes of lines: those that lose a part are cut, those that gain one grow on or begin. */
class LineWriter {
  /** @param {Layer} layer @param {Lines} store @param {any} document @param {Grid} grid */
  constructor(layer, store, document, grid) {
    this.layer = layer;
    this.store = store;
    this.document = document;
    this.grid = grid;
    const held = valueAt(document, store.at);
    /** Each line, and its parts; `old` is its place in the list, -1 for a new one.
     * @type {{line: any, old: number, kind: Value, keys: number[], changed: boolean}[]} */
    this.lines = (Array.isArray(held) ? held : []).map((line, old) =>
      ({ line, old, kind: kindOf(layer, store, line), keys: keysOf(store, line, grid), changed: false }));
  }

  /** @param {Changes} changes @returns {Operation[]} */
  write(changes) {
    this.cut(changes);
    this.grow(changes);
    const { store } = this;
    const operations = ensured(this.document, store.at, []);
    const gone = [];
    for (const { line, old, kind, keys, changed } of this.lines) {
      if (!changed) continue;
      if (old < 0) {
        const named = store.kind && kind !== this.layer.values[0].name ? { [store.kind]: kind } : {};
        operations.push({ op: "add", path: `${store.at}/-`, value: { ...line, ...named, [store.field]: this.written(keys) } });
      } else if (keys.length) {
        const op = store.field in line ? "replace" : "add";
        operations.push({ op, path: `${store.at}/${old}/${store.field}`, value: this.written(keys) });
      } else if (line[store.field === "sides" ? "path" : "sides"]?.length) {
        operations.push({ op: "remove", path: `${store.at}/${old}/${store.field}` });
      } else gone.push(old);
    }
    for (const old of gone.sort((a, b) => b - a)) operations.push({ op: "remove", path: `${store.at}/${old}` });
    return operations;
  }

  /** Take out of lines what is theirs no longer. @param {Changes} changes */
  cut(changes) {
    for (const entry of [...this.lines]) {
      const left = entry.keys.filter((key) => !changes.has(key) || changes.get(key) === entry.kind);
      if (left.length === entry.keys.length) continue;
      entry.changed = true;
      const whole = this.store.field === "sides" && !this.store.chained;
      const runs = whole ? [left] : this.trails(left);
      entry.keys = runs[0] ?? [];
      const { [this.store.field]: _, sides, path, ...rest } = entry.line;
      for (const keys of runs.slice(1)) this.lines.push({ ...entry, line: rest, old: -1, keys });
    }
  }

  /** @param {Changes} changes */
  grow(changes) {
    const there = new Set(this.lines.flatMap(({ kind, keys }) => keys.map((key) => `${kind} ${key}`)));
    const kinds = new Set([...changes.values()].filter((value) => value !== null));
    for (const kind of kinds) {
      const fresh = [...changes].filter(([key, value]) => value === kind && !there.has(`${kind} ${key}`)).map(([key]) => key);
      for (const keys of this.trails(fresh)) this.join(/** @type {Value} */ (kind), keys);
    }
  }

  /** Add a chain to the line that it goes on from, or begin another.
   * @param {Value} kind @param {number[]} keys */
  join(kind, keys) {
    const [first, last] = this.ends(keys);
    for (const entry of this.lines) {
      if (entry.kind !== kind || !entry.keys.length) continue;
      const [start, end] = this.ends(entry.keys);
      if (start === end) continue;
      entry.changed ||= [first, last].some((node) => node === start || node === end);
      if (end === first) entry.keys = [...entry.keys, ...keys];
      else if (end === last) entry.keys = [...entry.keys, ...keys.reverse()];
      else if (start === last) entry.keys = [...keys, ...entry.keys];
      else if (start === first) entry.keys = [...keys.reverse(), ...entry.keys];
      else continue;
      return;
    }
    this.lines.push({ line: {}, old: -1, kind, keys, changed: true });
  }

  /** The two ends by which a pair meets others: its hexes, or the corners of its side.
   * @param {number} key @returns {[number, number]} */
  nodes(key) {
    const [a, b] = pairOf(key);
    if (this.store.field === "path") return [a, b];
    const corner = (/** @type {import("../../map/scene").Point} */ { x, y }) => Math.round(x * 8 + 1000) * 1e5 + Math.round(y * 8 + 1000);
    const [p, q] = this.grid.side(a, b);
    return [corner(p), corner(q)];
  }

  /** Where a chain begins and ends. @param {number[]} keys @returns {[number, number]} */
  ends(keys) {
    if (keys.length === 1) return this.nodes(keys[0]);
    const outer = (/** @type {number} */ key, /** @type {number} */ next) => {
      const beside = this.nodes(next);
      return this.nodes(key).find((node) => !beside.includes(node)) ?? this.nodes(key)[0];
    };
    return [outer(keys[0], keys[1]), outer(keys[keys.length - 1], keys[keys.length - 2])];
  }

  /** Pairs in chains, each meeting the one before; a chain ends where others meet it.
   * @param {number[]} keys @returns {number[][]} */
  trails(keys) {
    /** @type {Map<number, Stretch[]>} */
    const meetings = new Map();
    const all = keys.map((key) => ({ key, ends: this.nodes(key) }));
    for (const stretch of all) for (const node of stretch.ends) meetings.set(node, [...(meetings.get(node) ?? []), stretch]);
    const left = new Set(all);
    const walk = (/** @type {Stretch} */ first, /** @type {number} */ from) => {
      const trail = [];
      /** @type {Stretch | undefined} */
      let stretch = first;
      let node = from;
      while (stretch) {
        left.delete(stretch);
        trail.push(stretch.key);
        node = stretch.ends[0] === node ? stretch.ends[1] : stretch.ends[0];
        const meeting = meetings.get(node) ?? [];
        stretch = meeting.length === 2 ? meeting.find((other) => left.has(other)) : undefined;
      }
      return trail;
    };
    const trails = [];
    for (const stretch of all) {
      const end = stretch.ends.find((node) => meetings.get(node)?.length !== 2);
      if (left.has(stretch) && end !== undefined) trails.push(walk(stretch, end));
    }
    for (const stretch of left) trails.push(walk(stretch, stretch.ends[0]));
    return trails;
  }

  /** As it stands in the document. @param {number[]} keys */
  written(keys) {
    const label = (/** @type {number} */ hex) => this.grid.label(hex);
    if (this.store.field === "sides") return keys.map((key) => pairOf(key).map(label));
    const [start] = this.ends(keys);
    const path = [start];
    for (const key of keys) {
      const here = path[path.length - 1];
      const [a, b] = pairOf(key);
      path.push(here === a ? b : a);
    }
    return path.map(label);
  }
}
