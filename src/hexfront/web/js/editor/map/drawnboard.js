/** The board that an editor shows: what layers hold over what the server made of the last sound draft. */
import { valueAt } from "../patch.js";

/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").MapLayers} MapLayers */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {Map<string, Map<number, Value>>} Values by layer */

/** The layers that a part of the board shows. @param {MapLayers} form @param {Layer["draws"]} part */
export const layersOf = (form, part) => form.layers.filter((layer) => layer.draws === part);

/** @param {MapLayers} form @param {any} document @param {Grid} grid @param {Values} values
 * @param {Board | null} base @returns {Board} */
export function drawnBoard(form, document, grid, values, base) {
  const [terrain] = form.layers;
  const known = new Map((base?.places ?? []).map((place) => [place.id, place]));
  const onMap = new Set(grid.all.map((hex) => grid.label(hex)));
  const kinds = values.get(terrain.name);
  /** @type {Place[]} */
  const places = grid.all.flatMap((hex) => {
    const kind = kinds?.get(hex) ?? form.missing?.name;
    if (kind === undefined) return [];
    const id = grid.label(hex);
    return [{ ...known.get(id), ...grid.centre(hex), id, terrain: String(kind), name: nameOf(form, values, hex) }];
  });
  // Boxes beside the map stay; any other place that the map has not was on one of another size.
  const beside = (base?.places ?? []).filter((place) => !onMap.has(place.id) && base?.terrain[place.terrain]?.art === "box");
  /** @type {Board["terrain"]} */
  const looks = {};
  for (const { name, title, art, about } of [...terrain.values, ...(form.missing ? [form.missing] : [])]) {
    looks[name] = { title, art: art || "clear", facts: base?.terrain[name]?.facts ?? (about ? [about] : []) };
  }
  return {
    ...base, kind: "hex", orientation: form.pointy ? "pointy" : "flat", title: base?.title ?? "",
    sides: base?.sides ?? [], places: [...places, ...beside], terrain: { ...base?.terrain, ...looks },
    heights: heightsOf(form, grid, values, base), ...linesOf(form, document, base),
  };
}

/** @param {MapLayers} form @param {Values} values @param {number} hex */
export function nameOf(form, values, hex) {
  for (const layer of layersOf(form, "names")) {
    const name = values.get(layer.name)?.get(hex);
    if (name !== undefined) return String(name);
  }
  return null;
}

/** Heights that are given, over those that the rules make of the ground. @param {MapLayers} form
 * @param {Grid} grid @param {Values} values @param {Board | null} base */
export function heightsOf(form, grid, values, base) {
  const [layer] = layersOf(form, "heights");
  if (!layer) return base?.heights;
  const given = [...(values.get(layer.name) ?? [])].map(([hex, height]) => [grid.label(hex), Number(height)]);
  return given.length || base?.heights ? { ...base?.heights, ...Object.fromEntries(given) } : undefined;
}

/** Rivers, roads and links as they stand in the document. @param {MapLayers} form @param {any} document
 * @param {Board | null} base @returns {Pick<Board, "rivers" | "roads" | "links">} */
export function linesOf(form, document, base) {
  const list = (/** @type {Layer} */ layer) => {
    const held = valueAt(document, layer.store.at);
    return /** @type {any[]} */ (Array.isArray(held) ? held : []);
  };
  const once = (/** @type {Layer["draws"]} */ part) => [...new Set(layersOf(form, part).map(({ store }) => store.at))]
    .map((at) => /** @type {Layer} */ (layersOf(form, part).find(({ store }) => store.at === at)));
  const ruled = layersOf(form, "rivers").some((layer) => layer.ruled);
  const rivers = once("rivers").flatMap(list).map((river) => shown(river, (one) =>
    (one.width || !ruled ? one : { width: 0.2, ...one })));
  const roads = once("roads").flatMap((layer) => list(layer).map((road) => shown(road, (one) =>
    ({ ...one, kind: one.kind ?? layer.values[0].name }))));
  const links = layersOf(form, "links");
  return { rivers, roads, links: links.length ? linkBoards(links, list) : base?.links };
}

/** Of each line of a document what the board has of it, so that one that stays is not drawn anew.
 * @type {WeakMap<object, any>} */
const lines = new WeakMap();

/** @param {any} line @param {(line: any) => any} make */
function shown(line, make) {
  if (!lines.has(line)) lines.set(line, make(line));
  return lines.get(line);
}

/** @param {Layer[]} layers @param {(layer: Layer) => any[]} list @returns {Board["links"]} */
function linkBoards(layers, list) {
  return layers.flatMap((layer) => {
    const { store } = layer;
    if (store.form !== "links") return [];
    return layer.values.map((value, number) => ({
      kind: /** @type {"route" | "barrier"} */ (layer.on === "ways" ? "route" : "barrier"),
      name: `${layer.name} ${number + 1}`, title: value.title,
      look: layer.on === "ways" ? number : value.art,
      pairs: list(layer).filter((entry) => [value.name, number + 1].includes(entry?.[store.field]))
        .map((entry) => /** @type {[string, string]} */ (entry[store.key].map(String))),
    }));
  });
}
