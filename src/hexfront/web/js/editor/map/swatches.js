/** The colour of a value of a layer: as the map draws it, as far as one colour can tell. */
import { palette } from "../../map/palette.js";

/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").LayerValue} LayerValue */

/** Ground as one sees it from afar: the palette's colours lie beneath trees, houses and rocks. */
const ART_COLOURS = /** @type {Record<string, string>} */ ({
  woods: "#6f9a58", jungle: "#4c7d46", plantation: "#86a85c", town: "#b9a08a", water: "#8db9d3", sea: "#8db9d3", hill: "#c9b27c",
  mountain: "#9b8a72", rough: "#b9a36f", swamp: "#8fae95", desert: "#e3cf94", beach: "#ecdca8", closed: "#9a958a",
});
const DRAWN_AS = /** @type {Record<string, string>} */ ({ dotted: "clear", contoured: "rough" });

/** @param {"light" | "dark"} theme @param {Layer} layer @param {LayerValue} value */
export function swatch(theme, layer, value) {
  if (value.colour) return value.colour;
  const colours = /** @type {Record<string, any>} */ (palette(theme));
  if (layer.draws === "rivers" || value.art === "water") return colours.river;
  if (layer.draws !== "terrain") return typeof colours[value.name] === "string" ? colours[value.name] : colours.roadEdge;
  return ART_COLOURS[DRAWN_AS[value.art] ?? value.art] ?? colours.clear;
}
