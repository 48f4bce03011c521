/** The state of a table's page, and what a player can do to it. Components only show it. */
import { Connection } from "./connection.js";
import { emptyScene, MapView } from "./map/map.js";
import { setLegend } from "./panels.js";
import { Playback, SPEEDS, worthShowing } from "./playback.js";
import { keepMatch, keepSetting, setting } from "./storage.js";

/** @typedef {import("../types").BoardMessage} BoardMessage */
/** @typedef {import("../types").Card} Card */
/** @typedef {import("../types").Clause} Clause */
/** @typedef {import("../types").Counter} Counter */
/** @typedef {import("../types").Offer} Offer */
/** @typedef {import("../types").Point} Point */
/** @typedef {import("../types").Result} Result */
/** @typedef {import("../types").Telling} Telling */
/** @typedef {import("../types").Update} Update */
/** @typedef {import("../types").View} View */

export const UMPIRE = -3;
const PRIMARY = ["done", "submit", "end", "pass"];

export class Session {
  /** @param {string[]} tokens */
  constructor(tokens) {
    this.tokens = tokens;
    /** @type {BoardMessage | null} */
    this.board = null;
    this.open = false;
    /** The seat that is looked from; null while the screen changes hands. @type {number | null} */
    this.seat = null;
    /** The seat to hand the screen to. @type {number | null} */
    this.handover = null;
    /** The seat asked for; while the screen changes hands no other is shown. @type {number | null} */
    this.expected = null;
    /** Whether the socket is new, and sends again what this page has shown before. */
    this.renewed = false;
    this.waiting = /** @type {number[]} */ ([]);
    this.view = /** @type {View | null} */ (null);
    this.offers = /** @type {Offer[]} */ ([]);
    this.result = /** @type {Result | null} */ (null);
    this.log = /** @type {Telling[]} */ ([]);
    this.selected = "";
    this.hover = "";
    this.pointer = /** @type {Point} */ ({ x: 0, y: 0 });
    this.menu = /** @type {{place: string, offers: Offer[], counters: Counter[]} | null} */ (null);
    this.card = /** @type {Card | null} */ (null);
    this.playing = false;
    this.busy = false;
    /** The key of the last orders. */
    this.asked = "";
    this.dialog = /** @type {"" | "help" | "rules" | "why"} */ ("");
    this.why = /** @type {{clause: string, telling: Telling | null} | null} */ (null);
    this.notices = /** @type {{number: number, text: string, clause: string}[]} */ ([]);
    this.noticeNumber = 0;
    /** @type {Update[]} */
    this.updates = [];
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {MapView | null} */
    this.map = null;
    /** @type {Playback | null} */
    this.playback = null;
    this.connection = new Connection(tokens, {
      onMessage: (message) => this.take(message),
      onState: (open) => {
        this.open = open;
        this.changed();
      },
      onOpen: () => {
        if (this.sides.length > 1 && this.seat !== null) this.connection.sit(this.seat);
      },
    });
  }

  /** @param {HTMLCanvasElement} canvas */
  attach(canvas) {
    this.map = new MapView(canvas, {
      onPlace: (id) => this.click(id),
      onHover: (id, point) => this.point(id, point),
      onCamera: () => this.changed(),
    });
    this.playback = new Playback(this.map, {
      onTelling: (telling) => {
        this.log = [...this.log, telling];
        this.changed();
      },
      onCard: (card) => {
        this.card = card;
        this.changed();
      },
    });
    this.playback.speed = SPEEDS.includes(setting("speed", "1")) ? setting("speed", "1") : "1";
    if (this.board) this.map.setBoard(this.board.board);
    this.drain();
  }

  /** The sides that are played at this screen. */
  get sides() {
    return (this.board?.seats ?? []).filter((seat) => seat >= 0);
  }

  /** @param {number} side */
  sideTitle(side) {
    if (side === UMPIRE) return "Umpire";
    if (side < 0) return "Spectator";
    return this.board?.board.sides[side]?.title || this.board?.sides[side]?.name || `Side ${side + 1}`;
  }

  /** @param {string} id @returns {Clause | null} */
  clause(id) {
    return this.board?.rulebook.clauses.find((clause) => clause.id === id) ?? null;
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** @param {import("./connection.js").Message} message */
  take(message) {
    if (message.type === "board") this.takeBoard(/** @type {any} */ (message));
    else if (message.type === "update") {
      this.updates.push(/** @type {any} */ (message));
      this.drain();
    } else if (message.type === "turn") {
      this.waiting = message.waiting;
      this.passScreen();
    } else if (message.type === "refused") {
      this.busy = false;
      const more = message.found ? ` (found ${message.found}, expected ${message.expected})` : "";
      const reason = message.reason.charAt(0).toUpperCase() + message.reason.slice(1);
      this.notice(reason.replace(/\.?$/, ".") + more, message.clause);
    } else if (message.type === "done") {
      // The update that follows ends the wait; a resend may have none.
      setTimeout(() => {
        if (this.asked === message.key) this.busy = false;
        this.changed();
      }, 1000);
    } else if (message.type === "error") {
      this.busy = false;
      this.notice(message.text, "");
    }
    this.changed();
  }

  /** @param {BoardMessage} message */
  takeBoard(message) {
    const first = this.board === null;
    this.board = message;
    setLegend(message.board.legend);
    // A new socket starts from nothing; what it sends now replaces what was known.
    this.log = [];
    this.updates = [];
    this.renewed = true;
    if (!first) return;
    document.title = `${message.title} – Hexfront`;
    keepMatch({ match: message.match, title: message.title, tokens: this.tokens });
    this.map?.setBoard(message.board);
  }

  /** Show waiting updates one after another. */
  async drain() {
    if (this.playing || !this.map || !this.playback) return;
    this.playing = true;
    for (let update = this.updates.shift(); update; update = this.updates.shift()) {
      if (this.handover === null || update.seat === this.expected) await this.present(update);
    }
    this.playing = false;
    this.refresh();
    this.passScreen();
    this.changed();
  }

  /** @param {Update} update */
  async present(update) {
    const known = new Set(this.log.map((telling) => telling.number));
    const fresh = update.tellings.filter((telling) => !known.has(telling.number));
    const start = update.before?.view ?? (this.renewed ? null : this.view);
    const from = update.before?.told ?? (start ? 0 : Infinity);
    const old = fresh.filter((telling) => telling.number < from);
    const news = fresh.filter((telling) => telling.number >= from);
    this.seat = update.seat;
    this.handover = this.expected = null;
    this.renewed = false;
    this.log = [...this.log, ...old];
    if (start && this.playback && worthShowing(news, start, update.view)) {
      this.offers = [];
      this.view = { ...start, title: "What happens now", prompt: "" };
      this.selected = "";
      this.menu = null;
      this.refresh();
      this.changed();
      await this.playback.play(news, start, update.view);
    } else this.log = [...this.log, ...news];
    this.view = update.view;
    this.offers = update.offers;
    this.result = update.result;
    this.busy = false;
    const only = new Set(this.offers.filter((offer) => offer.place).map((offer) => offer.subject));
    if (only.size === 1) this.selected = [...only][0];
    this.refresh();
    this.changed();
  }

  /** At a shared screen: ask for the next player when the present one has nothing to do. */
  passScreen() {
    if (this.sides.length < 2 || this.playing || this.updates.length || this.result) return;
    if (this.seat === UMPIRE) return;
    if (this.seat !== null && this.waiting.includes(this.seat)) return;
    if (this.handover !== null && this.waiting.includes(this.handover)) return;
    const after = this.waiting.find((side) => side > (this.seat ?? -1)) ?? this.waiting[0];
    if (after === undefined) return;
    this.handover = after;
    this.forgetView();
    this.changed();
  }

  /** Forget everything that the seat knew before somebody else looks. */
  forgetView() {
    this.seat = null;
    this.view = null;
    this.offers = [];
    this.log = [];
    this.card = null;
    this.menu = null;
    this.why = null;
    this.dialog = "";
    this.notices = [];
    this.selected = "";
    this.hover = "";
    if (this.map) {
      this.map.moving.clear();
      this.map.show(emptyScene());
    }
  }

  /** The next player has taken the screen. */
  takeScreen() {
    if (this.handover === null) return;
    this.expected = this.handover;
    this.connection.sit(this.handover);
  }

  /** After the end: look as the umpire, or from a seat. @param {number} seat */
  lookFrom(seat) {
    this.forgetView();
    this.seat = seat;
    this.connection.sit(seat);
    this.changed();
  }

  /** @param {string} text @param {string} clause */
  notice(text, clause) {
    const number = (this.noticeNumber += 1);
    this.notices = [...this.notices.slice(-2), { number, text, clause }];
    setTimeout(() => this.dropNotice(number), 9000);
    this.changed();
  }

  /** @param {number} number */
  dropNotice(number) {
    this.notices = this.notices.filter((notice) => notice.number !== number);
    this.changed();
  }

  // What may be ordered

  /** @param {string} id @returns {Counter | undefined} */
  counter(id) {
    return this.view?.counters.find((counter) => counter.id === id);
  }

  /** @param {string} place */
  countersAt(place) {
    return (this.view?.counters ?? []).filter((counter) => counter.place === place);
  }

  /** Offers by place: those of the chosen counter, and those that concern none. */
  targets() {
    /** @type {Map<string, Offer[]>} */
    const targets = new Map();
    for (const offer of this.offers) {
      const mine = offer.subject === "" || offer.subject === this.selected;
      if (offer.place && mine) {
        targets.set(offer.place, [...(targets.get(offer.place) ?? []), offer]);
      }
    }
    return targets;
  }

  /** Buttons of the chosen counter. */
  unitButtons() {
    return this.offers.filter((offer) => !offer.place && offer.subject === this.selected
      && offer.subject !== "");
  }

  /** The button for Enter; none while nothing must be done, when it could only undo. */
  primary() {
    return this.view?.must_act ? this.mainButtons()[0] : undefined;
  }

  /** Buttons that concern no counter, the main one first. */
  mainButtons() {
    const rank = (/** @type {Offer} */ offer) => {
      const place = PRIMARY.indexOf(offer.kind);
      return place < 0 ? PRIMARY.length : place;
    };
    return this.offers.filter((offer) => !offer.place && !offer.subject)
      .sort((a, b) => rank(a) - rank(b));
  }

  /** Counters that can be ordered to some place, those without a plan first. */
  orderable() {
    const subjects = new Set(this.offers.filter((offer) => offer.subject && offer.place)
      .map((offer) => offer.subject));
    const planned = new Set((this.view?.marks ?? []).map((mark) => mark.subject));
    return [...subjects].sort((a, b) => Number(planned.has(a)) - Number(planned.has(b)));
  }

  /** @param {Offer} offer */
  give(offer) {
    if (this.seat === null || this.playing || this.busy) return;
    this.busy = true;
    this.menu = null;
    this.asked = this.connection.give(this.seat, offer.orders);
    this.changed();
  }

  // Pointer and keys

  /** @param {string} place */
  click(place) {
    if (this.playing || !this.view) return;
    const offers = this.targets().get(place) ?? [];
    const able = new Set(this.offers.map((offer) => offer.subject));
    // A friend's place may be a target too: then ask what the click means.
    const counters = this.countersAt(place).filter((counter) =>
      able.has(counter.id) && counter.id !== this.selected);
    if (this.menu) this.menu = null;
    else if (offers.length === 1 && !counters.length) {
      this.give(offers[0]);
      return;
    } else if (offers.length) this.menu = { place, offers, counters };
    else this.choose(place);
    this.refresh();
    this.changed();
  }

  /** Choose a counter at a place; again, the next of the stack. @param {string} place */
  choose(place) {
    const here = this.countersAt(place);
    const able = new Set(this.offers.map((offer) => offer.subject));
    const mine = here.filter((counter) => able.has(counter.id));
    const list = mine.length ? mine : here;
    const at = list.findIndex((counter) => counter.id === this.selected);
    this.selected = list.length === 1 && at === 0 ? "" : (list[(at + 1) % list.length]?.id ?? "");
  }

  /** @param {string} id */
  select(id) {
    this.selected = id;
    this.menu = null;
    const place = this.counter(id)?.place;
    if (place) this.map?.reveal(place);
    this.refresh();
    this.changed();
  }

  selectNext() {
    const list = this.orderable();
    if (list.length) this.select(list[(list.indexOf(this.selected) + 1) % list.length]);
  }

  /** @param {string} place @param {Point} pointer */
  point(place, pointer) {
    const moved = place !== this.hover;
    this.hover = place;
    this.pointer = pointer;
    if (moved) this.refresh();
    this.changed();
  }

  /** Hand the map what it shall show. */
  refresh() {
    if (!this.map || this.playing) {
      this.map?.show({ selected: "", targets: new Map(), path: [], hover: "" });
      return;
    }
    const targets = this.targets();
    const offer = targets.get(this.hover)?.[0];
    this.map.show({
      view: this.view, selected: this.selected, targets, hover: this.hover, lit: [],
      path: offer ? (offer.path.length ? offer.path : this.straight(offer)) : [],
      pathKind: offer?.kind ?? "move",
    });
  }

  /** @param {Offer} offer */
  straight(offer) {
    const from = this.counter(offer.subject)?.place;
    return from ? [from, offer.place] : [];
  }

  /** Show where a telling happened. @param {Telling} telling */
  find(telling) {
    if (!telling.places.length || this.playing) return;
    this.map?.reveal(telling.places[telling.places.length - 1]);
    this.map?.show({ lit: telling.places });
  }

  /** @param {string} clause @param {Telling | null} [telling] */
  ask(clause, telling = null) {
    this.why = { clause, telling };
    this.dialog = "why";
    this.changed();
  }

  /** @param {"" | "help" | "rules" | "why"} dialog */
  openDialog(dialog) {
    this.dialog = dialog;
    this.changed();
  }

  /** @param {string} speed */
  setSpeed(speed) {
    if (!this.playback) return;
    this.playback.speed = speed;
    if (speed === "instant") this.playback.skip();
    keepSetting("speed", speed);
    this.changed();
  }

  togglePause() {
    if (this.playback) this.playback.paused = !this.playback.paused;
    this.changed();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName)) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onButton = target.tagName === "BUTTON" || target.tagName === "A";
    if (event.key === "Escape") this.escape();
    else if (event.key === "?") this.openDialog(this.dialog === "help" ? "" : "help");
    else if (this.dialog) return;
    else if (event.key === " " && !onButton) {
      if (this.playing) this.togglePause();
      else this.selectNext();
    } else if (event.key === "Enter" && !onButton) this.enter();
    else if (event.key === "f") this.map?.fit();
    else if (event.key === "+" || event.key === "=") this.map?.zoom(1.25);
    else if (event.key === "-") this.map?.zoom(0.8);
    else if (event.key === "h") {
      this.map?.show({ hideCounters: !this.map.scene.hideCounters });
    } else return;
    event.preventDefault();
  }

  enter() {
    if (this.playing) this.playback?.skip();
    else if (this.handover !== null) this.takeScreen();
    else {
      const offer = this.primary();
      if (offer) this.give(offer);
    }
  }

  escape() {
    if (this.dialog) this.dialog = "";
    else if (this.menu) this.menu = null;
    else if (this.playing) this.playback?.skip();
    else this.selected = "";
    this.refresh();
    this.changed();
  }
}
