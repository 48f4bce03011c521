/** The colours of the map, by theme, and of the sides; the table is also read for pictures. */
import table from "../../drawings/palette.json" with { type: "json" };

/** @typedef {import("../../types").BoardSide} BoardSide */

/** Sides are told apart by people who see few colours; each also has a shape and a pattern of its own. */
const { light: LIGHT, dark: DARK, sides: SIDES } = table;

/** @param {"light" | "dark"} theme */
export function palette(theme) {
  return theme === "dark" ? DARK : LIGHT;
}

/** @typedef {typeof LIGHT} Palette */

/** @param {BoardSide[]} sides @param {number} side */
export function sideColour(sides, side) {
  return sides[side]?.colour || SIDES[side % SIDES.length] || "#6b6f76";
}

export const SANS = 'system-ui, "Segoe UI", Roboto, sans-serif';
export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif';
export const NARROW = '"Arial Narrow", "Helvetica Neue", Arial, sans-serif';
