/** The state of a table's page: what the server has told, and from whose seat it is shown. */
import { Aftermath } from "./aftermath.js";
import { Alerts } from "./alerts.js";
import { Chat } from "./chat.js";
import { Times } from "./times.js";
import { TimeSeries } from "./timeseries.js";
import { Selection } from "./orders/selection.js";
import { Hint } from "./hint.js";
import { Clock } from "./clock.js";
import { Connection } from "../transport/connection.js";
import { words } from "../transport/requests.js";
import { Fairness } from "./fairness.js";
import { Foresight } from "./orders/foresight.js";
import { GuideTour } from "./guide.js";
import { boardNow } from "../map/changes.js";
import { emptyScene, MapView } from "../map/map.js";
import { ArmySetup } from "./orders/armysetup.js";
import { OrderSender } from "./orders/ordersender.js";
import { Page } from "./page.js";
import { Playback } from "./past/playback.js";
import { Presenter } from "./past/presenter.js";
import { Replay } from "./past/replay.js";
import { Script } from "./orders/scripts.js";
import { Stage } from "./past/stage.js";
import { UMPIRE } from "./seats.js";
import { LogView } from "./past/logview.js";
import { seen } from "./seen.js";
import { keepMatch, keptMatches, momentAddress } from "./storage.js";
import { Overlays } from "./overlays.js";
import { Thoughts } from "./thoughts.js";

/** @typedef {import("../../types").BoardMessage} BoardMessage */
/** @typedef {import("../map/scene").Card} Card */
/** @typedef {import("../../types").Clause} Clause */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../map/scene").StyledOffer} Offer */
/** @typedef {import("../../types").OrderStyle} OrderStyle */
/** @typedef {import("../../types").Result} Result */
/** @typedef {import("../../types").LogEntry} LogEntry */
/** @typedef {import("../../types").Undoable} Undoable */
/** @typedef {import("../../types").Update} Update */
/** @typedef {import("../../types").View} View */

/** Of kinds of offers that the system says nothing about. @type {OrderStyle} */
const PLAIN = { kind: "", look: "other", sign: "", main: false, seldom: false, takes_back: false };


export class Session extends Page {
  /** @param {string[]} tokens */
  constructor(tokens) {
    super();
    this.tokens = tokens;
    /** @type {BoardMessage | null} */
    this.board = null;
    /** The seat that is looked from; null while the screen changes hands. @type {number | null} */
    this.seat = null;
    /** The board that was worked out last from what has changed on it.
     * @type {{board: import("../../types").Board, key: string, now: import("../../types").Board} | null} */
    this.counted = null;
    /** The seat to hand the screen to. @type {number | null} */
    this.handover = null;
    /** The seat asked for; while the screen changes hands no other is shown. @type {number | null} */
    this.expected = null;
    this.waiting = /** @type {number[]} */ ([]);
    /** Whether the server runs the rules as plain Python while it compiles them. */
    this.compiling = false;
    /** The view of the present; `view` is what is shown. */
    this.now = /** @type {View | null} */ (null);
    this.nowOffers = /** @type {Offer[]} */ ([]);
    /** Why units can be given no order, by the id of their counter. @type {Record<string, import("../../types").Barrier[]>} */
    this.nowBarred = {};
    this.undo = /** @type {Undoable | null} */ (null);
    this.result = /** @type {Result | null} */ (null);
    /** What persons have said about the end of the match.
     * @type {import("../../types").Ends} */
    this.ends = { type: "ends", draw: [], abandon: [], withdrawn: [] };
    /** What the seat has prepared for its next turn. @type {import("../../types").PreparedMessage | null} */
    this.prepared = null;
    /** Whether the match is rated; null where that was never the question.
     * @type {import("../../types").MatchTerms | null} */
    this.terms = null;
    this.log = /** @type {LogEntry[]} */ ([]);
    this.card = /** @type {Card | null} */ (null);
    this.playing = false;
    /** @type {MapView | null} */
    this.map = null;
    /** @type {Playback | null} */
    this.playback = null;
    this.selection = new Selection(this);
    this.orderSender = new OrderSender(this);
    this.overlays = new Overlays(this);
    this.foresight = new Foresight(this);
    this.clock = new Clock(this);
    this.times = new Times(this);
    this.script = new Script(this);
    this.timeSeries = new TimeSeries(this);
    this.armySetup = new ArmySetup(this);
    this.replay = new Replay(this);
    this.logView = new LogView(this);
    this.hint = new Hint(this);
    this.thoughts = new Thoughts(this);
    this.alerts = new Alerts(this);
    this.chat = new Chat(this);
    this.aftermath = new Aftermath(this, location.search);
    this.guide = new GuideTour(this);
    this.fairness = new Fairness(this);
    this.stage = new Stage(this);
    this.presenter = new Presenter(this);
    this.connection = new Connection(tokens, {
      onMessage: (message) => this.take(message),
      onState: () => this.changed(),
      onJoined: () => {
        if (this.sides.length > 1 && this.seat !== null) this.sit(this.seat);
      },
      told: () => (tokens.length === 1 ? seen(tokens, null) : undefined),
    });
  }

  /** @param {HTMLCanvasElement} canvas */
  attach(canvas) {
    this.map = new MapView(canvas, {
      onPlace: (id, _, more) => {
        this.overlays.pointed(id);
        if (more && this.selection.stackChoice.able(id).length) this.selection.stackChoice.whole(id);
        else this.selection.click(id);
      },
      onHover: (id, point, counter, inFan) => this.selection.point(id, point, counter, inFan),
      onCounter: (id, _, more) => this.selection.pick(id, more),
      onCamera: () => {
        this.selection.follow();
        this.moved();
      },
      onContext: (id) => this.selection.context(id),
      onGrab: (id) => (this.armySetup.active ? this.armySetup.removable(id)?.counter.id ?? "" : ""),
      onDrop: (counter, id) => void this.armySetup.move(counter, id),
    });
    this.playback = new Playback(this.map, (card) => {
      this.card = card;
      this.changed();
    });
    this.map.show(this.mapSwitches);
    this.layMap();
    this.presenter.drain();
  }

  /** Give the map its board, if the game is played on one. */
  layMap() {
    if (this.board?.board.places.length) this.map?.setBoard(this.board.board);
  }

  /** The board as it counts at the moment that is shown. @returns {import("../../types").Board | undefined} */
  get ground() {
    const board = this.board?.board;
    if (!board) return undefined;
    const overrides = this.view?.terrain_overrides ?? {};
    const key = JSON.stringify(overrides);
    if (this.counted?.board !== board || this.counted.key !== key) {
      this.counted = { board, key, now: boardNow(board, overrides) };
    }
    return this.counted.now;
  }

  get open() {
    return this.connection.state === "open";
  }

  /** What is shown: the present, a moment of the past, or what a machine would make of the present. */
  get view() {
    return this.replay.view ?? this.thoughts.view ?? this.hint.view ?? this.now;
  }

  /** What may be ordered; nothing while one looks at the past. */
  get offers() {
    return this.replay.active || this.playing || this.hint.shown ? [] : this.nowOffers;
  }

  /** How offers of a kind are shown. @param {string} kind @returns {OrderStyle} */
  styleOf(kind) {
    return this.board?.order_styles.find((style) => style.kind === kind) ?? PLAIN;
  }

  /** Why a unit can be given no order now; empty where it can. @param {string} unit */
  barred(unit) {
    return this.replay.active || this.playing ? [] : this.nowBarred[unit] ?? [];
  }

  /** Whether places have outlines: then they have edges anyway, names for numbers, and no stacks. */
  get paper() {
    return this.board?.board.places.some(({ outline }) => outline) ?? false;
  }

  /** The sides that are played at this screen. */
  get sides() {
    return (this.board?.seats ?? []).filter((seat) => seat >= 0);
  }

  /** The tabs beside the map; two only where there are numbers to open, and figures to follow.
   * @returns {import("./page.js").TabName[]} */
  get tabs() {
    const numbers = this.overlays.all.some((overlay) => overlay.of_place);
    return ["orders", "units", "rules", "replay", ...(this.result ? /** @type {["review"]} */ (["review"]) : []),
      ...(numbers && !this.result ? /** @type {["numbers"]} */ (["numbers"]) : []),
      ...(this.now?.gauges?.length ? /** @type {["charts"]} */ (["charts"]) : []),
      ...(this.chat.possible ? /** @type {["chat"]} */ (["chat"]) : [])];
  }

  /** Whether it is for the one who sits here to give orders. */
  get acting() {
    return !this.playing && !this.replay.active && !this.hint.shown && !this.result && (this.now?.must_act ?? false);
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

  /** @param {string} id @returns {Counter | undefined} */
  counter(id) {
    return this.view?.counters.find((counter) => counter.id === id);
  }

  /** @param {string} place */
  countersAt(place) {
    return (this.view?.counters ?? []).filter((counter) => counter.place === place);
  }

  // What the server says

  /** @param {import("../../types").Message} message */
  take(message) {
    if (message.type === "board") this.takeBoard(message);
    else if (message.type === "update" && this.clock.joint) this.clock.take(message);
    else if (message.type === "update") {
      this.presenter.updates.push(message);
      if (this.presenter.following && this.playing && !this.replay.active) this.playback?.skip();
      this.presenter.drain();
    } else if (message.type === "turn") {
      this.waiting = message.waiting;
      this.passScreen();
    } else if (message.type === "shares") void this.fairness.take(message.shares);
    else if (message.type === "seated") this.takeSeated(message.side, message.person);
    else if (message.type === "ends") this.takeEnds(message);
    else if (message.type === "clocks") this.times.take(message);
    else if (message.type === "prepared") this.takePrepared(message);
    else if (message.type === "ran") this.clock.ended(message);
    else if (message.type === "compiling") this.compiling = message.compiling;
    else if (message.type === "again") this.alerts.again(message);
    else if (message.type === "chat") this.chat.take(message);
    else if (message.type === "terms") this.terms = message;
    else if (message.type === "deletion") this.alerts.deletion(message.sides);
    else if (message.type === "announcement") this.notice(message.text, "Message of the operator");
    else if (message.type === "error") this.notice(words(message));
    else if (message.type === "refused") this.orderSender.refused(message);
    this.changed();
  }

  /** @param {BoardMessage} message */
  takeBoard(message) {
    const first = this.board === null;
    this.board = message;
    // A new socket starts from nothing; what it sends now replaces what was known.
    this.log = [];
    this.chat.begin();
    this.presenter.updates = [];
    this.presenter.renewed = true;
    this.replay.forget();
    this.fairness.begin(message);
    if (!first) return;
    const kept = keptMatches().find((entry) => entry.match === message.match);
    keepMatch({ ...kept, match: message.match, title: message.title, tokens: this.tokens });
    this.layMap();
    this.guide.begin();
  }

  /** Somebody has sat down on a seat that waited. @param {number} side @param {string} person */
  takeSeated(side, person) {
    if (!this.board) return;
    const sides = this.board.sides.map((seat, i) => (i === side ? { ...seat, person } : seat));
    this.board = { ...this.board, sides };
    if (!this.sides.includes(side)) {
      this.notice(`${person || "Somebody"} has sat down to play ${this.sideTitle(side)}.`);
    }
  }

  /** Somebody offers a draw, would leave the match, plays no more, or declines.
   * @param {import("../../types").Ends} message */
  takeEnds(message) {
    const before = this.ends;
    this.ends = message;
    const mine = (/** @type {number} */ side) => this.sides.includes(side);
    /** @type {(now: number[], then: number[]) => number[]} */
    const news = (now, then) => now.filter((side) => !then.includes(side) && !mine(side));
    const draw = news(message.draw, before.draw);
    const leave = news(message.abandon, before.abandon);
    const action = this.sides.length ? { title: "Answer …", run: () => this.openDialog("end") } : undefined;
    const who = (/** @type {number[]} */ sides) => sides.map((side) => this.sideTitle(side)).join(" and ");
    // Where all agree the match is over, which the result says.
    const plays = this.board?.sides.flatMap((side, i) => (side.kind === "person" && !message.withdrawn.some((one) => one.side === i) ? [i] : [])) ?? [];
    const agreed = [message.draw, message.abandon].some((sides) => plays.every((side) => sides.includes(side)));
    this.dropAnswered();
    if (agreed || this.result) return;
    const stands = (/** @type {number[]} */ asked, /** @type {"draw" | "abandon"} */ way) => () =>
      !this.result && this.ends[way].some((side) => asked.includes(side));
    if (draw.length) this.notice(`${who(draw)} offers a draw.`, "", action, stands(draw, "draw"));
    if (leave.length) this.notice(`${who(leave)} would leave the match without a result.`, "", action, stands(leave, "abandon"));
    for (const { side, agent } of message.withdrawn.slice(before.withdrawn.length)) {
      this.notice(`${this.sideTitle(side)} plays no more; a machine (${agent}) plays on.`);
    }
  }

  /** What the seat has prepared for its next turn, and what became of it.
   * @param {import("../../types").PreparedMessage} message */
  takePrepared(message) {
    if (message.said && message.said !== this.prepared?.said) this.notice(message.said);
    this.prepared = message;
  }

  /** Forget logEntries that were taken back. @param {number} kept */
  takeBack(kept) {
    this.log = this.log.filter((logEntry) => logEntry.number < kept);
    this.timeSeries.forget();
    this.replay.forget();
  }

  // Seats

  /** At a shared screen: ask for the next player when the present one has nothing to do. */
  passScreen() {
    if (this.sides.length < 2 || this.playing || this.presenter.updates.length || this.result || this.clock.joint) return;
    if (this.seat === UMPIRE || this.replay.active) return;
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
    this.now = null;
    this.nowOffers = [];
    this.nowBarred = {};
    this.undo = null;
    this.prepared = null;
    this.log = [];
    this.card = null;
    this.presenter.keyWaits = "";
    this.forgetWords();
    this.presenter.played = null;
    this.selection.forget();
    this.orderSender.forget();
    this.overlays.forget();
    this.overlays.forgetWays();
    this.clock.stop();
    this.timeSeries.forget();
    this.armySetup.forget();
    this.replay.forget();
    this.hint.forget();
    this.thoughts.forget();
    this.logView.forget();
    this.stage.forget();
    if (this.map) {
      this.map.moving.clear();
      this.map.show({ ...emptyScene(), ...this.mapSwitches });
    }
  }

  /** The next player has taken the screen. */
  takeScreen() {
    if (this.handover === null) return;
    if (this.clock.joint) {
      this.clock.stop();
      return;
    }
    this.expected = this.handover;
    this.sit(this.handover);
  }

  /** After the end: look as the umpire, or from a seat. @param {number} seat */
  lookFrom(seat) {
    if (seat === this.seat) return;
    this.replay.keepPlace();
    this.forgetView();
    this.presenter.renewed = true;
    this.seat = seat;
    this.connection.sit(seat);
    this.changed();
  }

  /** @param {number} seat */
  sit(seat) {
    this.connection.sit(seat, seen(this.tokens, seat));
  }

  // What the page shows

  /** Hand the map what it shall show. */
  refresh() {
    if (!this.map) return;
    if (this.ground?.places.length) this.map.changeBoard(this.ground);
    if (this.playing) this.map.show({ selected: "", targets: new Map(), path: [], hover: "" });
    else this.map.show({ view: this.view, lit: this.guide.places(), ...this.selection.scene() });
    this.map.show({ reading: this.overlays.scene(), below: this.overlays.stack().slice(1), ...this.mapSwitches });
  }

  /** The switches that the map itself knows. */
  get mapSwitches() {
    const { minimap: _, key: __, words: ___, lens: ____, ...others } = this.switches;
    return others;
  }

  /** Have the address of the page say which moment it shows. */
  markAddress() {
    const { replay } = this;
    history.replaceState(null, "", `${location.pathname}${location.search}${momentAddress(this.tokens, replay.active ? replay.at : null, this.seat)}`);
  }

  /** The address at which others watch what is shown; with the key of this page's seat only where it is all there is. */
  watcherAddress() {
    const kept = keptMatches().find((entry) => entry.match === this.board?.match);
    const tokens = kept?.spectator ? [kept.spectator] : this.tokens;
    const at = this.replay.active ? this.replay.at : this.replay.last;
    return `${location.origin}/play${momentAddress(tokens, at, this.seat)}`;
  }

  /** Turn a switch of the map. @param {import("./page.js").Switch} name */
  toggle(name) {
    this.setSwitch(name, !this.switches[name]);
    this.map?.show(this.mapSwitches);
    this.changed();
  }

  /** @param {string} what */
  did(what) {
    this.guide.meet(what);
  }

  /** Show where a logEntry happened. @param {LogEntry} logEntry */
  find(logEntry) {
    if (!logEntry.places.length || this.playing) return;
    this.map?.reveal(logEntry.places[logEntry.places.length - 1]);
    this.map?.show({ lit: logEntry.places });
  }

  sayView() {
    if (this.now) this.say(`${this.now.title}. ${this.now.prompt}`);
  }

  togglePause() {
    if (this.playback) this.playback.paused = !this.playback.paused;
    this.changed();
  }
}
