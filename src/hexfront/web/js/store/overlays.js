/** The overlays that a viewer may ask for: reach of any counter, threatened places, zones, heights. */
import { HEIGHTS, heightOverlay, heightReading } from "./heights.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").OverlayReading} OverlayReading */
/** @typedef {import("../../types").Overlay} Overlay */
/** @typedef {import("../map/scene").ShownReading} ShownReading */
/** An overlay that is asked for, of a counter or a place where it is of one; what the server
 * answered, and what is shown until it has; and the view that it was asked for.
 * @typedef {{ overlay: string, subject: string, reading: ShownReading | null,
 *   before: ShownReading | null, view: object | null }} Layer */

/** Overlays that lie over one another at most. */
const MOST_LAYERS = 4;

export class Overlays {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** What is asked for, the top one first. @type {Layer[]} */
    this.layers = [];
    /** The place that was clicked last, of which one may ask. */
    this.place = "";
    /** @type {{board: import("../../types").Board | null, overlay: Overlay | null}} */
    this.level = { board: null, overlay: null };
    /** Ways of each chosen counter to places that no offer leads to. @type {OverlayReading[]} */
    this.ways = [];
    this.waysAsked = 0;
  }

  /** The overlay that lies on top. */
  get overlay() {
    return this.layers[0]?.overlay ?? "";
  }

  /** The reading on top. */
  get shown() {
    return this.readings[0] ?? null;
  }

  /** The readings of all layers, the top one first. @returns {ShownReading[]} */
  get readings() {
    return this.layers.flatMap(({ reading, before }) => reading ?? before ?? []);
  }

  /** @returns {Overlay[]} */
  get all() {
    return this.session.board?.overlays ?? [];
  }

  /** The layer of heights, which the board has itself; null where its ground is level. */
  get heights() {
    const board = this.session.board?.board ?? null;
    if (this.level.board !== board) this.level = { board, overlay: board && heightOverlay(board) };
    return this.level.overlay;
  }

  /** @param {string} name */
  find(name) {
    return (this.heights?.name === name && this.heights) || this.all.find((overlay) => overlay.name === name);
  }

  /** Show an overlay of a counter, chosen or not. @param {Overlay} overlay @param {string} subject */
  ask(overlay, subject) {
    this.session.selection.menu = null;
    if (!this.session.replay.active && !this.session.playing) {
      this.want(overlay.name, subject);
      this.open(overlay);
    }
    this.session.changed();
  }

  /** A place was clicked: what was asked of another is asked of it. @param {string} place */
  pointed(place) {
    if (!place) return;
    this.place = place;
    if (this.find(this.overlay)?.of_place && !this.session.replay.active) this.want(this.overlay, place);
  }

  /** An overlay is asked for: numbers that open have a tab of their own. @param {Overlay} overlay */
  open(overlay) {
    this.session.guide.meet(`overlay:${overlay.name}`);
    if (this.session.tabs.includes("numbers")) {
      if (!overlay.suggests_orders || this.session.tab === "numbers") this.session.openTab("numbers");
    }
  }

  /** Whether an overlay lies over the map. @param {string} name */
  shows(name) {
    return this.layers.some(({ overlay }) => overlay === name);
  }

  /** Put an overlay away; what lay below comes up. @param {string} name */
  drop(name) {
    this.layers = this.layers.filter(({ overlay }) => overlay !== name);
    this.session.refresh();
    this.session.changed();
  }

  /** Lay an overlay over those that are there, except over one that shows nothing.
   * @param {string} overlay @param {string} subject */
  lay(overlay, subject) {
    const [top] = this.layers;
    const gone = top && (top.overlay === overlay || isEmpty(top)) ? top : undefined;
    this.put(overlay, subject, gone, this.layers.filter((layer) => !isEmpty(layer)));
  }

  /** Put a layer on top of others. What the one shows that goes for it stays until the answer is there.
   * @param {string} overlay @param {string} subject @param {Layer | undefined} gone @param {Layer[]} others */
  put(overlay, subject, gone, others) {
    if (this.session.seat === null) return;
    const layer = { overlay, subject, reading: null, before: gone?.reading ?? gone?.before ?? null, view: null };
    const below = others.filter((other) => other !== gone && other.overlay !== overlay);
    this.layers = [layer, ...below].slice(0, MOST_LAYERS);
    void this.read(layer);
  }

  /** Show an overlay besides those that are shown, or put it away. @param {Overlay} overlay */
  toggle(overlay) {
    if (this.session.replay.active || this.session.playing) return;
    const { selected, hover, byKeys } = this.session.selection;
    // The cursor of the keys is as good as a click.
    const subject = overlay.of_counter ? selected : overlay.of_place ? (byKeys && hover) || this.place || hover : "";
    const same = this.overlay === overlay.name && this.layers[0].subject === subject;
    if (same || (this.overlay !== overlay.name && this.shows(overlay.name))) {
      this.drop(overlay.name);
    } else if (overlay.of_counter && !selected) {
      this.session.notice(`Choose a unit first, your own or another's, for: ${overlay.title}.`);
    } else if (overlay.of_place && !subject) {
      this.session.notice(`Click a place on the map first, for: ${overlay.title}.`);
    } else {
      this.lay(overlay.name, subject);
      this.open(overlay);
    }
    this.session.refresh();
    this.session.changed();
  }

  /** The chosen counter has changed: what is asked of counters follows it; of a counter that has
   * no orders, its reach is what one wants to know. */
  follow() {
    const { selected } = this.session.selection;
    void this.look();
    const counter = this.session.counter(selected);
    if (counter?.place) this.place = counter.place;
    const of = this.all.find((overlay) => overlay.of_counter);
    if (!of || this.session.replay.active) return;
    const current = this.find(this.overlay);
    if (current && !current.of_counter) return;
    if (current && counter?.place && this.session.tab === "numbers") {
      this.want(current.name, selected);
      return;
    }
    const able = this.session.offers.some((offer) => offer.subject === selected
      && (offer.place || offer.aim || offer.key || offer.kind === "remove"));
    if (counter?.place && !able) this.want(of.name, selected);
    else if (current) this.drop(current.name);
  }

  /** Show an overlay in place of the top one. @param {string} overlay @param {string} subject */
  want(overlay, subject) {
    const [top, ...below] = this.layers;
    this.put(overlay, subject, top, below);
  }

  /** Ask the server for what a layer shows. @param {Layer} layer */
  async read(layer) {
    const { session } = this;
    const { seat } = session;
    const { overlay, subject } = layer;
    if (seat === null) return;
    const view = (layer.view = session.now);
    if (overlay === HEIGHTS && session.board) {
      layer.reading = { ...heightReading(session.board.board), look: HEIGHTS };
      session.say("Heights.");
      return;
    }
    const answer = await session.connection.ask({ type: "overlay", seat, name: overlay, subject });
    if (!this.layers.includes(layer) || layer.view !== view) return;
    const isTop = layer === this.layers[0];
    const isFirst = !layer.reading;
    if (answer.type === "overlay") {
      layer.reading = { ...answer.reading, look: this.find(overlay)?.look ?? "other" };
      const { figures, places, caption } = answer.reading;
      const count = Object.keys(places).length;
      if (isTop) session.say(`${caption}: ${figures.length ? `${figures.length} figures` : `${count} places`}.`);
    } else if (isTop && answer.type === "error" && this.find(overlay)?.of_order) session.notice(answer.text);
    if (answer.type !== "overlay" || (isFirst && !isTop && isEmpty(layer))) {
      this.drop(overlay);
      return;
    }
    session.refresh();
    session.changed();
  }

  /** Ask for the ways of all chosen counters, if each can be sent somewhere. */
  async look() {
    const { session } = this;
    const { chosen } = session.selection.stackChoice;
    const overlay = this.all.find((entry) => entry.suggests_orders);
    const asked = (this.waysAsked += 1);
    this.ways = [];
    const { seat } = session;
    if (!overlay || seat === null || !chosen.every((id) => session.nowOffers.some(({ subject }) => subject === id))) return;
    const found = [];
    for (const subject of chosen) {
      const answer = await session.connection.ask({ type: "overlay", seat, name: overlay.name, subject });
      if (asked !== this.waysAsked || answer.type !== "overlay") return;
      found.push(answer.reading);
    }
    this.ways = found;
    session.changed();
  }

  /** What one calls an order that is suggested. */
  get suggested() {
    return this.all.find((overlay) => overlay.suggests_orders)?.suggests_orders ?? "";
  }

  /** Whether a click on a place further away proposes an order to go there. */
  get leads() {
    const { chosen } = this.session.selection.stackChoice;
    return this.session.acting && this.ways.length > 0 && this.ways.length === chosen.length
      && this.ways.every(({ subject, lines }, i) => subject === chosen[i] && Object.keys(lines).length > 0);
  }

  /** What to type to send all chosen counters to a place, a line for each task force; none where one
   * of them cannot be sent there. @param {string} place @returns {string[]} */
  lines(place) {
    const lines = this.leads ? this.ways.map((way) => way.lines[place] ?? "") : [];
    return lines.every(Boolean) ? [...new Set(lines)] : [];
  }

  /** A way that is proposed, in words. @param {string} place */
  goal(place) {
    const { ways, session } = this;
    const legs = (ways[0]?.paths[place] ?? []).slice(1);
    const by = legs.length > 1 ? ` by ${legs.slice(0, -1).join(", ")}` : "";
    const unit = session.board?.board.clock?.unit;
    const time = Number(Math.max(0, ...ways.map(({ places }) => places[place] ?? 0)).toPrecision(3));
    return `${ways.length > 1 ? `All ${ways.length}: ` : ""}${capital(this.suggested)} to ${place}${by}: ${time} ${unit ? `${unit}s` : ""} if nobody fights`;
  }

  /** A new view has come: ask again. */
  presented() {
    if (this.session.selection.selected) void this.look();
    for (const layer of this.layers) {
      if (layer.overlay === HEIGHTS || layer.view === this.session.now) continue;
      if (this.find(layer.overlay)?.of_counter && !this.session.counter(layer.subject)?.place) this.drop(layer.overlay);
      else void this.read(layer);
    }
  }

  forget() {
    this.layers = [];
  }

  /** Somebody else looks. */
  forgetWays() {
    this.ways = [];
    this.waysAsked += 1;
  }

  /** What lies on top of all that the map draws. */
  scene() {
    return this.session.playing || this.session.replay.active ? null : this.shown;
  }

  /** All that the map draws, the top one first. @returns {ShownReading[]} */
  stack() {
    return this.scene() ? this.readings : [];
  }

  /** The way to a place, where the reading has one. @param {string} place @returns {string[]} */
  path(place) {
    const shown = this.scene()?.paths[place];
    return shown ?? (this.lines(place).length ? this.ways[0].paths[place] ?? [] : []);
  }
}

/** Whether a layer has its answer, and that has no place on the map. @param {Layer} layer */
function isEmpty({ reading }) {
  return reading !== null && Object.keys(reading.places).length === 0;
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
