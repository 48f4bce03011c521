/** Drawing on the map of a draft: what its layers hold, what is chosen, and strokes on their way. */
import { get } from "../../transport/requests.js";
import { drawnBoard, heightsOf, layersOf, linesOf, nameOf } from "./drawnboard.js";
import { gridOf, pairKey, pairOf } from "./grid.js";
import { patchOf, readLayer, trimmed } from "./layers.js";
import { valueAt } from "../patch.js";
import { resized } from "./resize.js";
import { copies, middle } from "./symmetry.js";
import { dropUnderlay, keepUnderlay, keptUnderlay, underlayOf } from "./underlay.js";

/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").Layer} Layer */
/** @typedef {import("../../../types").MapLayers} MapLayers */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../../map/map.js").MapView} MapView */
/** @typedef {import("../../map/scene").Point} Point */
/** @typedef {import("../draft.js").Draft} Draft */
/** @typedef {import("./grid.js").Grid} Grid */
/** @typedef {import("./hexlayers.js").Value} Value */
/** @typedef {import("./layers.js").Stroke} Stroke */
/** @typedef {import("./symmetry.js").Symmetry} Symmetry */
/** @typedef {"set" | "raise" | "lower" | "smooth"} HeightMode */

export class MapEdit {
  /** @param {Draft} draft @param {import("../../../types").DraftForms} forms */
  constructor(draft, forms) {
    this.draft = draft;
    this.forms = forms;
    /** @type {MapLayers | null} */
    this.form = null;
    /** The published schema of the document. @type {Record<string, any> | null} */
    this.schema = null;
    this.document = /** @type {any} */ (null);
    /** @type {Grid} */
    this.grid = /** @type {any} */ (null);
    /** What layers hold in the document. @type {Map<string, Map<number, Value>>} */
    this.values = new Map();
    /** What is drawn and not yet in the draft. @type {Stroke} */
    this.stroke = new Map();
    /** Hexes that are not on the map. @type {number[]} */
    this.holes = [];
    /** @type {Board | null} */
    this.board = null;
    /** The server's board that ours is drawn over. @type {Board | null} */
    this.base = null;
    /** @type {MapView | null} */
    this.map = null;
    this.layerName = "";
    /** What each layer is painted with; null erases. @type {Map<string, Value | null>} */
    this.chosen = new Map();
    /** Hexes around the one under the pointer that a brush reaches. */
    this.size = 0;
    this.heightMode = /** @type {HeightMode} */ ("set");
    this.heightStep = 10;
    this.symmetry = /** @type {Symmetry} */ ("none");
    /** Where a person has put the centre of symmetry. @type {Point | null} */
    this.centreAt = null;
    /** @type {Set<number>} */
    this.selection = new Set();
    /** The hex of the keyboard's cursor, or under the pointer; -1 for none. */
    this.cursor = -1;
    /** The hex that is being named; -1 for none. */
    this.naming = -1;
    /** The place of the board that was clicked last, for lists. */
    this.pointed = "";
    /** A place that another part of the page has asked for. */
    this.sought = "";
    /** A picture to trace. @type {import("./underlay.js").Underlay | null} */
    this.underlay = null;
    /** Where the page has it. */
    this.href = "";
    /** What has been said for people who hear the page. */
    this.said = "";
    /** And what of that others see, until they go on. */
    this.hint = "";
    this.committing = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** Be told of every change. @param {() => void} listener @returns {() => void} ends that */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
    this.map?.draw();
  }

  /** Read what the map holds, and draw it. Errors: `Refused`. */
  async load() {
    const { layers, json_schema: schema } = await get("/api/drafts/{draft}/map", this.draft.key);
    this.form = layers;
    this.schema = schema;
    if (layers && !layers.layers.some(({ name }) => name === this.layerName)) this.layerName = layers.layers[0]?.name ?? "";
    this.read();
    const kept = await keptUnderlay(this.draft.key.draft).catch(() => undefined);
    if (kept && !this.underlay) this.showUnderlay(kept);
  }

  /** Read all anew from the document. */
  read() {
    if (!this.form) return;
    this.document = this.draft.documents[this.form.role];
    this.base = this.draft.board;
    if (this.form.size) {
      this.grid = gridOf(this.form, this.document);
      this.values = new Map(this.form.layers.map((layer) => [layer.name, readLayer(layer, this.document, this.grid)]));
      this.stroke = new Map();
      this.selection = new Set([...this.selection].filter((hex) => this.grid.all.includes(hex)));
      if (this.cursor >= this.grid.columns * this.grid.rows) this.cursor = -1;
      this.board = this.drawn();
    } else this.board = this.base;
    this.show();
    this.changed();
  }

  /** @returns {Board} */
  drawn() {
    const form = /** @type {MapLayers} */ (this.form);
    const kinds = this.values.get(form.layers[0].name);
    this.holes = form.missing ? [] : this.grid.all.filter((hex) => !kinds?.has(hex));
    return { ...drawnBoard(form, this.document, this.grid, this.values, this.base), image: this.image() };
  }

  /** @param {MapView} map */
  attach(map) {
    this.map = map;
    this.show();
  }

  /** Show the board as a whole. */
  show() {
    if (!this.map || !this.board) return;
    if (this.map.touched && this.map.geometry) {
      this.map.changeBoard(this.board);
      this.map.camera.bounds = /** @type {import("../../map/geometry.js").Geometry} */ (this.map.geometry).bounds;
      this.map.painter.named.scale = 0;
    } else this.map.setBoard(this.board);
    this.showView();
  }

  /** @param {import("./underlay.js").Underlay | null} underlay */
  showUnderlay(underlay) {
    if (this.underlay?.blob !== underlay?.blob) {
      if (this.href) URL.revokeObjectURL(this.href);
      this.href = underlay ? URL.createObjectURL(underlay.blob) : "";
    }
    this.underlay = underlay;
    this.map?.setImage(this.image());
    this.changed();
  }

  /** The picture under the board: one to trace, or the map's own. @returns {Board["image"]} */
  image() {
    if (!this.underlay) return this.base?.image ?? null;
    const { x, y, width, high, opacity } = this.underlay;
    return { href: this.href, x, y, width, height: width * high, opacity };
  }

  /** @param {import("./underlay.js").Underlay | null} underlay */
  async setUnderlay(underlay) {
    this.showUnderlay(underlay);
    await (underlay ? keepUnderlay(this.draft.key.draft, underlay) : dropUnderlay(this.draft.key.draft));
  }

  /** Lay a picture beneath the map, as wide as it is. Errors: `Error` for one that cannot be read. @param {File} file */
  async openUnderlay(file) {
    await this.setUnderlay(await underlayOf(file, this.map?.camera.bounds ?? { left: 0, right: 10, top: 0 }));
  }

  /** Point at a place: by a click where no tool is, or from another part of the page. @param {string} id */
  pointAt(id) {
    this.pointed = id;
    if (this.form?.size) {
      this.cursor = this.grid.parse(id);
      if (this.layer?.draws === "names") this.naming = this.cursor;
    }
    this.showView();
    this.changed();
  }

  /** @param {Layer} layer @param {number} hex @param {string} name empty for none */
  setName(layer, hex, name) {
    this.commit(name ? `${this.grid.label(hex)}: ${name}` : `${this.grid.label(hex)}: no name`,
      new Map([[layer.name, new Map([[hex, name || null]])]]));
  }

  /** What another size would change, with how many things would lose their place. @param {import("./resize.js").Wish} wish */
  resized(wish) {
    return resized(/** @type {MapLayers} */ (this.form), this.forms, this.draft.documents, wish);
  }

  /** @param {import("./resize.js").Wish} wish */
  resize(wish) {
    this.selection.clear();
    this.centreAt = null;
    void this.draft.change(`${wish.columns} columns, ${wish.rows} rows`, this.resized(wish).patches);
  }

  /** Show counters, and mark what is pointed at and where something is wrong. */
  showView() {
    const { map } = this;
    if (!map) return;
    const view = this.draft.view ?? /** @type {any} */ ({ title: "", counters: [], marks: [], tracks: [] });
    const marked = [this.sought, this.form?.size ? "" : this.pointed, ...this.draft.problems.map(({ place }) => place ?? "")];
    const lit = [...new Set(marked)].filter((place) => map.geometry?.places.has(place));
    if (map.scene.view !== view || map.scene.lit.join() !== lit.join()) map.show({ view, lit });
  }

  /** Take what has come from elsewhere: undo, forms, other pages, the server's board. */
  sync() {
    if (!this.form || this.committing) return;
    const { board } = this.draft;
    const now = this.draft.documents[this.form.role];
    if (now !== this.document) {
      const resized = this.form.size && [this.form.size.columns, this.form.size.rows].some((at) =>
        valueAt(now, at) !== valueAt(this.document, at));
      const listed = this.form.lists.some(({ at }) => valueAt(now, at) !== valueAt(this.document, at));
      if (!this.form.size || resized) this.read();
      else this.update(now);
      if (listed || resized) void this.draft.last.then(() => this.load());
    }
    // The first one is shown in any case; later ones only while they tell how the draft would be played.
    if (board && board !== this.base && (this.draft.sound || !this.base)) this.takeBase(board);
    this.showView();
  }

  /** Show another document of the same size. @param {any} document */
  update(document) {
    const form = /** @type {MapLayers} */ (this.form);
    this.document = document;
    this.stroke = new Map();
    const before = this.values;
    this.values = new Map(form.layers.map((layer) => [layer.name, readLayer(layer, document, this.grid)]));
    for (const layer of form.layers) {
      if (layer.on !== "hexes") continue;
      const [old, now] = [before.get(layer.name), this.values.get(layer.name)];
      const keys = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
      this.redraw(layer, [...keys].filter((hex) => old?.get(hex) !== now?.get(hex)), true);
    }
    this.redrawLines();
    this.changed();
  }

  /** Take over what the rules say of the ground, such as natural heights. @param {Board} board */
  takeBase(board) {
    const before = this.base;
    this.base = board;
    if (!this.form) return;
    if (!this.form.size || !this.board || JSON.stringify(before?.borders) !== JSON.stringify(board.borders) || !before) {
      this.read();
      return;
    }
    const heights = heightsOf(this.form, this.grid, this.values, board);
    const old = this.board.heights;
    this.board.heights = heights;
    const places = this.board.places.filter(({ id }) => heights?.[id] !== old?.[id]);
    if (places.length) this.map?.touch({ places });
  }

  // What is there

  /** The layer that is drawn on. @returns {Layer | undefined} */
  get layer() {
    return this.form?.layers.find(({ name }) => name === this.layerName);
  }

  /** What it is painted with; null erases. @returns {Value | null} */
  get value() {
    const { layer } = this;
    if (!layer) return null;
    const chosen = this.chosen.get(layer.name);
    if (chosen !== undefined) return chosen;
    if (layer.draws === "heights") return 100;
    return (layer.draws === "terrain" ? layer.values[1] ?? layer.values[0] : layer.values[layer.store.form === "members" ? 1 : 0])?.name ?? "";
  }

  /** @param {string} layer @param {number} key @returns {Value | null} with the stroke that is under way */
  at(layer, key) {
    const stroke = this.stroke.get(layer);
    return (stroke?.has(key) ? stroke.get(key) : this.values.get(layer)?.get(key)) ?? null;
  }

  /** The centre of symmetry. @returns {Point} */
  get centre() {
    return this.centreAt ?? middle(this.grid, this.symmetry);
  }

  /** Hexes with those to which the symmetry takes them. @param {Iterable<number>} hexes */
  mirrored(hexes) {
    return new Set([...hexes].flatMap((hex) => copies(this.grid, this.symmetry, this.centre, hex)).filter((hex) => hex >= 0));
  }

  /** Pairs with those to which the symmetry takes them. @param {Iterable<number>} keys */
  mirroredPairs(keys) {
    return new Set([...keys].flatMap((key) => {
      const [a, b] = pairOf(key).map((hex) => copies(this.grid, this.symmetry, this.centre, hex));
      return a.flatMap((hex, i) => (hex >= 0 && b[i] >= 0 ? [pairKey(hex, b[i])] : []));
    }));
  }

  /** A hex in words, by all its layers. @param {number} hex */
  words(hex) {
    if (!this.form || hex < 0) return "";
    const parts = [];
    for (const layer of this.form.layers) {
      const title = (/** @type {Value} */ value) => layer.values.find(({ name }) => name === value)?.title ?? String(value);
      if (layer.on === "hexes") {
        const value = this.at(layer.name, hex);
        if (value === null) {
          if (layer.draws === "terrain") parts.push(this.form.missing?.title ?? "not on the map");
        } else if (layer.draws === "heights") parts.push(`height ${value}`);
        else if (layer.draws !== "tint" || value !== layer.values[0]?.name || layer.store.form !== "members") parts.push(title(value));
        continue;
      }
      /** @type {Map<Value, string[]>} */
      const leads = new Map();
      for (const there of this.grid.neighbours(hex)) {
        const value = there < 0 ? null : this.at(layer.name, pairKey(hex, there));
        if (value !== null) leads.set(value, [...(leads.get(value) ?? []), this.grid.label(there)]);
      }
      for (const [value, there] of leads) parts.push(`${title(value)} ${layer.on === "sides" ? "towards" : "to"} ${there.join(", ")}`);
    }
    const bridges = this.bridges(hex);
    if (bridges.length) parts.push(`bridge to ${bridges.join(", ")}`);
    return parts.join("; ");
  }

  /** Where a way leads over water from a hex: the word for it is bridge. @param {number} hex @returns {string[]} */
  bridges(hex) {
    const form = /** @type {MapLayers} */ (this.form);
    const water = layersOf(form, "rivers").filter(({ on }) => on === "sides");
    const ways = layersOf(form, "roads");
    return this.grid.neighbours(hex).filter((there) => there >= 0
      && water.some(({ name }) => this.at(name, pairKey(hex, there)) !== null)
      && ways.some(({ name }) => this.at(name, pairKey(hex, there)) !== null)).map((there) => this.grid.label(there));
  }

  /** @param {string} words @param {boolean} [plain] whether the page shows that anyway */
  say(words, plain = false) {
    this.said = words;
    this.hint = plain ? "" : words;
    this.changed();
  }

  // Strokes

  /** Add to the stroke that is under way, and show it at once.
   * @param {Layer} layer @param {Iterable<[number, Value | null]>} changes */
  draw(layer, changes) {
    const held = this.stroke.get(layer.name) ?? new Map();
    this.stroke.set(layer.name, held);
    const keys = [];
    for (const [key, value] of changes) {
      if (this.at(layer.name, key) === value && held.has(key)) continue;
      held.set(key, value);
      keys.push(key);
    }
    if (layer.on === "hexes") this.redraw(layer, keys, false);
    this.changed();
  }

  /** Give up the stroke that is under way. */
  cancel() {
    const drawn = this.stroke;
    this.stroke = new Map();
    for (const layer of this.form?.layers ?? []) {
      const keys = [...(drawn.get(layer.name)?.keys() ?? [])];
      if (layer.on === "hexes") this.redraw(layer, keys, true);
    }
    this.changed();
  }

  /** Make the stroke that is under way, or another, a change of the draft.
   * @param {string} title @param {Stroke} [stroke] */
  commit(title, stroke = this.stroke) {
    const form = this.form;
    if (!form) return;
    const wanted = this.withNames(trimmed(form, this.values, this.grid, stroke));
    const drawn = new Map([...stroke, ...this.stroke]);
    this.stroke = new Map();
    const { patch } = patchOf(form, this.document, this.grid, wanted);
    if (patch.length) {
      this.committing = true;
      const size = Math.max(...[...wanted.values()].map((changes) => changes.size));
      void this.draft.change(`${title}${size > 1 ? ` (${size})` : ""}`.slice(0, 120), { [form.role]: patch });
      this.committing = false;
      this.document = this.draft.documents[form.role];
    }
    for (const layer of form.layers) {
      const changes = wanted.get(layer.name);
      if (layer.on !== "hexes") {
        if (changes) this.values.set(layer.name, readLayer(layer, this.document, this.grid));
        continue;
      }
      const values = /** @type {Map<number, Value>} */ (this.values.get(layer.name));
      for (const [hex, value] of changes ?? []) {
        if (value === null) values.delete(hex);
        else values.set(hex, value);
      }
      this.redraw(layer, [...new Set([...(changes?.keys() ?? []), ...(drawn.get(layer.name)?.keys() ?? [])])], true);
    }
    if (form.layers.some(({ name, on }) => on !== "hexes" && wanted.has(name))) this.redrawLines();
    this.changed();
  }

  /** A stroke with what terrain asks of names: some kinds have one, and then no other has.
   * @param {Stroke} stroke @returns {Stroke} */
  withNames(stroke) {
    const form = /** @type {MapLayers} */ (this.form);
    const [terrain] = form.layers;
    const changes = stroke.get(terrain.name);
    const [names] = layersOf(form, "names");
    if (!changes || !names || !terrain.values.some(({ named }) => named)) return stroke;
    const held = new Map(stroke.get(names.name));
    for (const [hex, value] of changes) {
      const kind = terrain.values.find(({ name }) => name === value);
      const now = held.has(hex) ? held.get(hex) : this.values.get(names.name)?.get(hex);
      if (kind?.named && !now) held.set(hex, `${kind.title} ${this.grid.label(hex)}`);
      if (!kind?.named && now) held.set(hex, null);
    }
    return new Map([...stroke, [names.name, held]]);
  }

  // The board

  /** Draw some hexes of a layer as they are now. @param {Layer} layer @param {number[]} hexes
   * @param {boolean} lasting */
  redraw(layer, hexes, lasting) {
    const { board, map } = this;
    const form = /** @type {MapLayers} */ (this.form);
    if (!board || !map || !hexes.length || layer.draws === "tint") return;
    if (layer.draws === "terrain" && form.missing === null && hexes.some((hex) =>
      (this.at(layer.name, hex) === null) === Boolean(map.geometry?.places.has(this.grid.label(hex))))) {
      // Hexes come or go: the whole board is another, but not while the stroke is under way.
      if (lasting) {
        this.board = this.drawn();
        this.show();
      }
      return;
    }
    /** @type {Place[]} */
    const places = [];
    for (const hex of hexes) {
      const place = map.geometry?.places.get(this.grid.label(hex));
      if (!place) continue;
      places.push(place);
      const value = this.at(layer.name, hex);
      if (layer.draws === "terrain") place.terrain = String(value ?? form.missing?.name);
      else if (layer.draws === "names") place.name = value === null ? nameOf(form, this.values, hex) : String(value);
      else if (layer.draws === "heights") {
        board.heights ??= {};
        const natural = this.base?.heights?.[place.id] ?? 0;
        board.heights[place.id] = value === null ? natural : Number(value);
      }
    }
    if (layer.draws === "names") map.touch({ names: true });
    else map.touch({ places, lasting });
  }

  /** Draw rivers, roads and links as they stand in the document. */
  redrawLines() {
    if (!this.board || !this.form) return;
    const before = this.board.links;
    Object.assign(this.board, linesOf(this.form, this.document, this.base));
    this.map?.touch({ lines: true, links: before });
  }
}
