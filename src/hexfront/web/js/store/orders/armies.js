/** Armies that this browser keeps: lists of types and places, saved, checked, mirrored, exported. */
import { keepSetting, setting } from "../storage.js";

/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {{type: string, hex: string}} Posted */
/** An army as it is kept; a file holds the same without the name, which is the file's.
 * @typedef {{format: string, system: string, board: string, side: string, units: Posted[], name: string}} Army */
/** @typedef {{entry: string, found: string, expected: string}} Fault */

export const FORMAT = "hexfront-army/1";
export const MOST_LETTERS = 60;
const MOST_KEPT = 100;
const MOST_FAULTS = 8;
const MOST_BYTES = 128 * 1024;
const SHOWN = 40;

/** @param {string} system @returns {Army[]} */
export function keptArmies(system) {
  try {
    const kept = JSON.parse(setting(`armies.${system}`, "[]"));
    return Array.isArray(kept) ? kept.filter((army) => typeof army?.name === "string"
      && Array.isArray(army.units)) : [];
  } catch {
    return [];
  }
}

/** Keep an army; one of the same name goes. @param {Army} army */
export function keepArmy(army) {
  const others = keptArmies(army.system).filter((other) => other.name !== army.name);
  const all = [...others, army].sort((a, b) => a.name.localeCompare(b.name));
  keepSetting(`armies.${army.system}`, JSON.stringify(all.slice(0, MOST_KEPT)));
}

/** @param {string} system @param {string} name */
export function forgetArmy(system, name) {
  const others = keptArmies(system).filter((other) => other.name !== name);
  keepSetting(`armies.${system}`, JSON.stringify(others));
}

/** An army as text for a file. @param {Army} army */
export function writeArmy(army) {
  const units = army.units.map((unit) => `    ${JSON.stringify(unit)}`).join(",\n");
  const { format, system, board, side } = army;
  const head = Object.entries({ format, system, board, side }).map(([key, value]) =>
    `  ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`).join("");
  return `{\n${head}  "units": [\n${units}\n  ]\n}\n`;
}

/** What was found, short and in quotes. @param {unknown} value */
function shown(value) {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}

/** An army in a text, or what is wrong with it.
 * @param {string} text @param {string} name @param {string} system @param {Board} board
 * @returns {{army: Army | null, faults: Fault[]}} */
export function readArmy(text, name, system, board) {
  if (text.length > MOST_BYTES) {
    return wrong("the file", `${text.length} letters`, `at most ${MOST_BYTES}`);
  }
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return wrong("the file", String(error instanceof Error ? error.message : error), "a JSON file of an army");
  }
  if (document === null || typeof document !== "object" || Array.isArray(document)) {
    return wrong("the file", shown(document), "an object with format, system, board, side and units");
  }
  const faults = [...headFaults(document, system, board),
    ...(Array.isArray(document.units) ? unitFaults(document, board)
      : [{ entry: "units", found: shown(document.units), expected: "a list of units" }])];
  if (faults.length) return { army: null, faults: faults.slice(0, MOST_FAULTS) };
  const { format, side, units } = document;
  return { army: { format, system, board: String(document.board ?? ""), side, name: nameFrom(name),
    units: units.map((/** @type {Posted} */ { type, hex }) => ({ type, hex })) }, faults: [] };
}

/** A name from that of a file. @param {string} text */
export function nameFrom(text) {
  return text.trim().replace(/\.json$/i, "").slice(0, MOST_LETTERS) || "army";
}

/** @param {string} entry @param {string} found @param {string} expected */
function wrong(entry, found, expected) {
  return { army: null, faults: [{ entry, found, expected }] };
}

/** @param {Record<string, unknown>} document @param {string} system @param {Board} board
 * @returns {Fault[]} */
function headFaults(document, system, board) {
  const sides = board.sides.map(({ name }) => name);
  const { format, side } = document;
  const faults = [];
  if (format !== FORMAT) faults.push({ entry: "format", found: shown(format), expected: `"${FORMAT}"` });
  if (document.system !== system) {
    faults.push({ entry: "system", found: shown(document.system), expected: `"${system}"` });
  }
  if (typeof side !== "string" || !sides.includes(side)) {
    faults.push({ entry: "side", found: shown(side), expected: `one of: ${sides.join(", ")}` });
  }
  return faults;
}

/** @param {Record<string, any>} document @param {Board} board @returns {Fault[]} */
function unitFaults(document, board) {
  const size = board.army_setup?.size ?? 0;
  const types = Object.keys(board.army_setup?.types ?? {});
  const places = new Map(board.places.map((place) => [place.id, place]));
  const home = board.sides.findIndex(({ name }) => name === document.side);
  const [first, last] = [board.places[0]?.id, board.places[board.places.length - 1]?.id];
  /** @type {Fault[]} */
  const faults = [];
  const { units } = document;
  if (units.length !== size) {
    faults.push({ entry: "units", found: `${units.length} units`, expected: `${size}` });
  }
  /** @type {Map<string, number>} */
  const taken = new Map();
  units.forEach((/** @type {any} */ unit, /** @type {number} */ i) => {
    const entry = `unit ${i + 1}`;
    if (unit === null || typeof unit !== "object") {
      faults.push({ entry, found: shown(unit), expected: "an object with type and hex" });
      return;
    }
    const { type, hex: id } = unit;
    const place = places.get(id);
    const other = taken.get(id);
    if (!types.includes(type)) {
      faults.push({ entry: `${entry}, type`, found: shown(type), expected: `one of: ${types.join(", ")}` });
    }
    const where = `${entry}, hex`;
    if (!place) {
      faults.push({ entry: where, found: shown(id), expected: `a place of this map, ${first} to ${last}` });
    } else if (other !== undefined) {
      faults.push({ entry: where, found: `${shown(id)}, where unit ${other} stands`,
        expected: "a place of its own" });
    } else if (home >= 0 && place.side !== undefined && place.side !== home) {
      faults.push({ entry: where, found: shown(id), expected: `a place at home in the ${document.side}` });
    }
    if (place && other === undefined) taken.set(id, i + 1);
  });
  return faults;
}

/** The place as far from the right edge of the board as some place from the left; null where the
 * board has none. @param {Board} board @returns {(id: string) => string | null} */
export function mirror(board) {
  let [left, right] = [Infinity, -Infinity];
  /** @type {Map<string, string>} */
  const found = new Map();
  const key = (/** @type {number} */ x, /** @type {number} */ y) => `${Math.round(x * 50)} ${Math.round(y * 50)}`;
  for (const { id, x, y } of board.places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    found.set(key(x, y), id);
  }
  const places = new Map(board.places.map((place) => [place.id, place]));
  return (id) => {
    const place = places.get(id);
    return (place && found.get(key(left + right - place.x, place.y))) ?? null;
  };
}

/** An army for a side: as it was saved, or mirrored from left to right for the other side.
 * @param {Army} army @param {number} side @param {Board} board
 * @returns {{units: Posted[], faults: Fault[]}} */
export function forSide(army, side, board) {
  if (army.side === board.sides[side]?.name) return { units: army.units, faults: [] };
  const mirrored = mirror(board);
  /** @type {Fault[]} */
  const faults = [];
  const units = army.units.map(({ type, hex }, i) => {
    const other = mirrored(hex);
    if (other === null) {
      faults.push({ entry: `unit ${i + 1}, hex`, found: hex,
        expected: "a place with a mirror image on this map" });
    }
    return { type, hex: other ?? hex };
  });
  return { units, faults };
}

/** Faults as lines. @param {Fault[]} faults */
export function faultLines(faults) {
  return faults.map(({ entry, found, expected }) => `${entry}: found ${found}, expected ${expected}`);
}
