/** The overlays that a viewer may ask for: reach of any counter, threatened places, zones, heights. */
import { HEIGHTS, heightOverlay, heightReading } from "./heights.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").OverlayReading} OverlayReading */
/** @typedef {import("../../types").Overlay} Overlay */
/** @typedef {import("../map/scene").ShownReading} ShownReading */

/** Overlays that may lie below another. */
const MOST_BELOW = 3;

export class Overlays {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The reading over the map. @type {ShownReading | null} */
    this.shown = null;
    /** Other readings that lie below it, the last first. @type {ShownReading[]} */
    this.below = [];
    /** What is wanted: an overlay and, for some, a counter. */
    this.overlay = "";
    this.subject = "";
    /** The place that was clicked last, of which one may ask. */
    this.place = "";
    /** The view that it was asked for. */
    this.asked = /** @type {object | null} */ (null);
    this.number = 0;
    /** @type {{board: import("../../types").Board | null, overlay: Overlay | null}} */
    this.level = { board: null, overlay: null };
    /** Ways of each chosen counter to places that no offer leads to. @type {OverlayReading[]} */
    this.ways = [];
    this.waysAsked = 0;
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
    return this.overlay === name || this.below.some(({ overlay }) => overlay === name);
  }

  /** Put an overlay away; what lay below comes up. @param {string} name */
  drop(name) {
    const [top = null, ...others] = this.below.filter(({ overlay }) => overlay !== name);
    if (this.overlay !== name) this.below = this.below.filter(({ overlay }) => overlay !== name);
    else {
      this.number += 1;
      [this.shown, this.below] = [top, others];
      [this.overlay, this.subject] = [top?.overlay ?? "", top?.subject ?? ""];
    }
    this.session.refresh();
    this.session.changed();
  }

  /** Keep what is shown below what comes next. @param {string} next the name of an overlay */
  keep(next) {
    const { shown } = this;
    const others = this.below.filter(({ overlay }) => overlay !== next);
    this.below = shown && shown.overlay !== next && Object.keys(shown.places).length
      ? [shown, ...others].slice(0, MOST_BELOW) : others;
  }

  /** Show an overlay besides those that are shown, or put it away. @param {Overlay} overlay */
  toggle(overlay) {
    if (this.session.replay.active || this.session.playing) return;
    const { selected, hover, byKeys } = this.session.selection;
    // The cursor of the keys is as good as a click.
    const subject = overlay.of_counter ? selected : overlay.of_place ? (byKeys && hover) || this.place || hover : "";
    const same = this.overlay === overlay.name && this.subject === subject;
    if (same || (this.overlay !== overlay.name && this.shows(overlay.name))) {
      this.drop(overlay.name);
    } else if (overlay.of_counter && !selected) {
      this.session.notice(`Choose a unit first, your own or another's, for: ${overlay.title}.`);
    } else if (overlay.of_place && !subject) {
      this.session.notice(`Click a place on the map first, for: ${overlay.title}.`);
    } else {
      this.keep(overlay.name);
      this.want(overlay.name, subject);
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

  /** @param {string} overlay @param {string} subject */
  async want(overlay, subject) {
    const { session } = this;
    const { seat } = session;
    if (seat === null) return;
    [this.overlay, this.subject] = [overlay, subject];
    this.asked = session.now;
    const number = (this.number += 1);
    if (overlay === HEIGHTS && session.board) {
      this.shown = { ...heightReading(session.board.board), look: HEIGHTS };
      session.say("Heights.");
      return;
    }
    const answer = await session.connection.ask({ type: "overlay", seat, name: overlay, subject });
    if (number !== this.number) return;
    if (answer.type === "overlay") {
      this.shown = { ...answer.reading, look: this.find(overlay)?.look ?? "other" };
      const { places, figures } = answer.reading;
      const count = Object.keys(places).length;
      session.say(`${answer.reading.caption}: ${figures.length ? `${figures.length} figures` : `${count} places`}.`);
    } else {
      this.forget();
      if (answer.type === "error" && this.find(overlay)?.of_order) session.notice(answer.text);
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
    if (!this.overlay || this.asked === this.session.now) return;
    void this.renew();
    if (this.overlay === HEIGHTS) return;
    const overlay = this.find(this.overlay);
    if (overlay?.of_counter && !this.session.counter(this.subject)?.place) this.drop(this.overlay);
    else this.want(this.overlay, this.subject);
  }

  /** Ask again for what lies below. */
  async renew() {
    const { session } = this;
    const { seat } = session;
    for (const { overlay, subject } of seat === null ? [] : this.below) {
      if (overlay === HEIGHTS) continue;
      const answer = await session.connection.ask({ type: "overlay", seat: /** @type {number} */ (seat), name: overlay, subject });
      if (seat !== session.seat) return;
      const fresh = answer.type === "overlay" ? { ...answer.reading, look: this.find(overlay)?.look ?? "other" } : null;
      this.below = this.below.flatMap((one) => (one.overlay !== overlay || one.subject !== subject ? [one] : fresh ?? []));
    }
    session.refresh();
  }

  forget() {
    this.shown = null;
    this.below = [];
    this.overlay = this.subject = "";
    this.number += 1;
  }

  /** Somebody else looks. */
  forgetWays() {
    this.ways = [];
    this.waysAsked += 1;
  }

  /** What the map draws. */
  scene() {
    return this.session.playing || this.session.replay.active ? null : this.shown;
  }

  /** All that the map draws, the top one first. @returns {ShownReading[]} */
  stack() {
    const top = this.scene();
    return this.session.playing || this.session.replay.active ? [] : [...(top ? [top] : []), ...this.below];
  }

  /** The way to a place, where the reading has one. @param {string} place @returns {string[]} */
  path(place) {
    const shown = this.scene()?.paths[place];
    return shown ?? (this.lines(place).length ? this.ways[0].paths[place] ?? [] : []);
  }
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
