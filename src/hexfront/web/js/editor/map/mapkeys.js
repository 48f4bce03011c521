/** Keys of the map editor, while the map has the focus. */
import { TOOLS } from "./tools.js";

/** @typedef {import("./mapedit.js").MapEdit} MapEdit */
/** @typedef {import("./tools.js").ToolName} ToolName */
/** @typedef {import("./tools.js").Tools} Tools */

/** What each key does that is no tool's, for the list on the page. */
export const KEYS = [
  ["Arrows", "move the cursor"], ["Space", "use the tool at the cursor"], ["1 to 9", "choose what to paint"], ["0", "erase"],
  ["[ ]", "smaller and larger brush"], [", .", "turn to another side of the hex"], ["Page Up, Page Down", "another layer"],
  ["Enter", "paint the selection"], ["Delete", "clear it"], ["Ctrl+A, C, X, V", "select all, copy, cut, paste"],
  ["R", "turn by 60° what is selected or copied"], ["F with the stamp", "flip it"], ["C", "put the centre of symmetry"], ["Escape", "give up, select nothing"],
];

/** @param {MapEdit} edit @param {Tools} tools @param {KeyboardEvent} event */
export function onMapKey(edit, tools, event) {
  if (!edit.form?.size || !act(edit, tools, event)) return;
  event.preventDefault();
  event.stopPropagation();
}

/** @param {MapEdit} edit @param {Tools} tools @param {KeyboardEvent} event @returns {boolean} whether it was one of ours */
function act(edit, tools, event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return withControl(edit, tools, key);
  if (event.altKey) return false;
  if (key.startsWith("Arrow")) return moveCursor(edit, tools, key, event.shiftKey);
  if (key >= "0" && key <= "9") return choose(edit, Number(key));
  const stamping = tools.name === "stamp" && tools.clip;
  if (stamping && key === "r") tools.clip = { ...stamping, turn: (stamping.turn + 1) % 6 };
  else if (stamping && key === "f") tools.clip = { ...stamping, flipped: !stamping.flipped };
  else if (key === "r") tools.turnSelection("turn");
  else if (key === " ") tools.act();
  else if (key === "[" || key === "]") edit.size = Math.max(0, Math.min(20, edit.size + (key === "]" ? 1 : -1)));
  else if (key === "," || key === ".") {
    tools.facing = (tools.facing + (key === "." ? 1 : 5)) % 6;
    sayFacing(edit, tools);
  } else if (key === "PageDown" || key === "PageUp") nextLayer(edit, key === "PageDown" ? 1 : -1);
  else if (key === "Enter") tools.fillSelection();
  else if (key === "Delete" || key === "Backspace") tools.clear();
  else if (key === "Escape") {
    edit.selection = new Set();
    tools.giveUp();
  } else {
    const name = /** @type {ToolName | undefined} */ (Object.keys(TOOLS).find((one) => TOOLS[/** @type {ToolName} */ (one)].key === key));
    if (!name) return false;
    tools.choose(name);
  }
  edit.changed();
  return true;
}

/** @param {MapEdit} edit @param {Tools} tools @param {string} key */
function withControl(edit, tools, key) {
  if (key === "c") tools.copy();
  else if (key === "x") tools.cut();
  else if (key === "v" && tools.clip) tools.choose("stamp");
  else if (key === "a") {
    edit.selection = new Set(edit.grid.all);
    edit.say(`${edit.selection.size} hexes selected`);
  } else return false;
  return true;
}

/** @param {MapEdit} edit @param {Tools} tools @param {string} key @param {boolean} adding */
function moveCursor(edit, tools, key, adding) {
  const { grid } = edit;
  const [column, row] = edit.cursor < 0 ? [0, 0] : grid.spot(edit.cursor);
  const [dx, dy] = /** @type {Record<string, [number, number]>} */ ({
    ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] })[key];
  const there = edit.cursor < 0 ? grid.all[0] : grid.hex(column + dx, row + dy);
  const hex = there >= 0 ? there : dx ? grid.hex(column + dx, row - 1) : -1;
  if (hex < 0) {
    edit.say("The edge of the map");
    return true;
  }
  edit.cursor = hex;
  tools.adding = adding;
  if (tools.start >= 0) tools.stroke(grid.centre(hex));
  if (edit.map) edit.map.reveal(grid.label(hex));
  edit.say(`${grid.label(hex)}: ${edit.words(hex)}`, true);
  return true;
}

/** @param {MapEdit} edit @param {Tools} tools */
function sayFacing(edit, tools) {
  const there = edit.cursor < 0 ? -1 : edit.grid.neighbours(edit.cursor)[tools.facing];
  edit.say(there < 0 ? "The edge of the map" : `The side towards ${edit.grid.label(there)}`);
}

/** @param {MapEdit} edit @param {number} number */
function choose(edit, number) {
  const { layer } = edit;
  const value = layer?.values[number - 1];
  if (!layer || (number && !value)) return false;
  edit.chosen.set(layer.name, value ? value.name : null);
  edit.say(`To paint with: ${value ? value.title : "erase"}`);
  return true;
}

/** @param {MapEdit} edit @param {number} step */
function nextLayer(edit, step) {
  const names = edit.form?.layers.map(({ name }) => name) ?? [];
  edit.layerName = names[(names.indexOf(edit.layerName) + step + names.length) % names.length];
  edit.say(`Layer: ${edit.layer?.title ?? ""}`);
}
