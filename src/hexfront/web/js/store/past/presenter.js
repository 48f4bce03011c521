/** Shows what the server tells, one thing after another: what has happened is played back, then the new view is there. */
import { nearest } from "../../map/opening.js";
import { give } from "../orders/orderkeys.js";
import { keepSeen } from "../seen.js";
import { setting } from "../storage.js";
import { worthShowing } from "./playback.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../../types").Update} Update */
/** @typedef {import("../../../types").View} View */

/** Milliseconds for which the end of a play-back may surprise a finger. */
const LATE_MS = 700;
/** Pixels of the page's width from which a small map lies beside what is done. */
const WIDE = 820;
/** Lines that a screen reader is told of one play-back. */
const LINES_SAID = 8;

export class Presenter {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** What is not shown yet. @type {Update[]} */
    this.updates = [];
    /** Whether the socket is new, and sends again what this page has shown before. */
    this.renewed = false;
    /** When a play-back ended last, in milliseconds. */
    this.ended = -Infinity;
    /** For so many milliseconds after a play-back Enter was meant to skip it. */
    this.lateMs = LATE_MS;
    /** The key of an order that was pressed during play-back, and waits for its end. */
    this.keyWaits = "";
    /** The last thing that was played back. @type {{news: LogEntry[], start: View, after: View} | null} */
    this.played = null;
  }

  /** Show waiting updates one after another; while one looks at the past they wait. */
  async drain() {
    const { session } = this;
    if (session.playing || session.replay.active || !session.map || !session.playback) return;
    session.playing = true;
    for (let update = this.next(); update; update = this.next()) {
      if (session.handover === null || update.seat === session.expected) await this.present(update);
    }
    session.playing = false;
    session.replay.presented();
    session.refresh();
    session.alerts.look();
    session.passScreen();
    session.changed();
    const key = this.keyWaits;
    this.keyWaits = "";
    if (key && session.acting) give(this.session, key);
    session.orderSender.runQueue();
  }

  /** The next that is not shown yet, with all that came after it before somebody here had to act: so it is known how
   * long all of it would take. @returns {Update | undefined} */
  next() {
    const { clock, script } = this.session;
    const singly = this.following || clock.running || script.running;
    let update = this.updates.shift();
    while (update && !singly && !update.view.must_act && !update.result) {
      const [then] = this.updates;
      if (!then || then.seat !== update.seat || then.kept !== undefined || then.before) break;
      this.updates.shift();
      const { kept, before } = update;
      update = { ...then, entries: [...update.entries, ...then.entries], ...(kept === undefined ? {} : { kept }),
        ...(before ? { before } : {}) };
    }
    return update;
  }

  /** Whether nothing is played back: time runs, a script is typed, or a watcher is behind. */
  get hurried() {
    const { session } = this;
    return session.clock.running || session.script.running || (this.following && this.updates.length > 0);
  }

  /** Whether a watcher looks on while time runs: he is shown the present, not all on the way to it. */
  get following() {
    const { session } = this;
    return !session.sides.length && session.clock.face !== undefined && session.clock.face !== null;
  }

  /** @param {Update} update */
  async present(update) {
    const { session } = this;
    session.hint.forget();
    if (update.kept !== undefined) session.takeBack(update.kept);
    const last = session.log[session.log.length - 1]?.number ?? -1;
    const fresh = update.entries.filter((logEntry) => logEntry.number > last);
    const start = update.before?.view ?? (this.renewed ? null : session.now);
    const from = update.before?.log_length ?? (start ? 0 : Infinity);
    const news = fresh.filter((logEntry) => logEntry.number >= from);
    const title = session.now?.title;
    // One who orders units step by step goes on with the same one.
    const stepwise = (session.board?.board.cycle && session.now?.must_act) ?? false;
    const goesOn = stepwise && update.view.must_act;
    const kept = goesOn ? session.selection.selected : "";
    if (!session.now) this.openMap(update);
    session.seat = update.seat;
    session.handover = session.expected = null;
    this.renewed = false;
    session.log = [...session.log, ...fresh.filter((logEntry) => logEntry.number < from)];
    const setUp = session.armySetup.isPart(session.nowOffers) && session.armySetup.isPart(update.offers);
    const goes = goesOn || (update.seat >= 0 && !start?.must_act);
    if (start && news.length && !setUp && !this.hurried && worthShowing(news, start, update.view)) {
      if (session.playback) session.playback.brisk = goesOn;
      await this.show(news, start, update.view, true, goes);
      session.selection.selected = kept;
    } else {
      session.log = [...session.log, ...news];
      // The end of an own turn is where the enemy's begins.
      if (start && news.length && (goes ? this.played : stepwise)) this.remember(news, start, update.view, goes);
    }
    session.now = update.view;
    session.nowOffers = update.offers.map((offer) => ({ ...offer, style: session.styleOf(offer.kind) }));
    session.nowBarred = update.barred ?? {};
    // What one was asked before the end needs no answer after it.
    if (update.result && !session.result) session.notices = session.notices.filter(({ action }) => !action);
    session.result = update.result;
    session.undo = update.undo;
    session.orderSender.presented();
    session.selection.presented();
    session.selection.orderAim.presented();
    session.armySetup.presented();
    session.clock.presented(update);
    session.guide.take(news);
    if (session.board?.seats.includes(update.seat)) keepSeen(session.tokens, update.seat, update.log_length);
    if (title !== update.view.title) {
      if (update.view.must_act) session.selection.turned();
      session.sayView();
    }
    session.refresh();
    session.changed();
  }

  /** Show the map as one begins with it: where that is a part of it, a small map shows all.
   * @param {Update} update */
  openMap({ view, seat }) {
    const { session } = this;
    if (!session.map || !session.board) return;
    session.map.begin(nearest(session.board.board, view.counters, seat));
    if (session.map.closer && !setting("minimap", "") && innerWidth > WIDE) session.switches.minimap = true;
  }

  /** Play logEntries back on the map.
   * @param {LogEntry[]} news @param {View} start @param {View} after @param {boolean} fresh
   * @param {boolean} [goes] whether it goes on with what was played last: then that is shown again too */
  async show(news, start, after, fresh, goes = false) {
    const { session } = this;
    if (!session.playback) return;
    if (fresh) this.remember(news, start, after, goes);
    else session.stage.until = news[0].number - 1;
    session.now = { ...start, title: "What happens now", prompt: "" };
    session.selection.forget();
    session.overlays.forget();
    session.refresh();
    session.say(news.slice(-LINES_SAID).map((logEntry) => logEntry.text).join(" "));
    session.changed();
    await session.playback.play(news, start, after, (logEntry) => {
      if (fresh) session.log = [...session.log, logEntry];
      session.stage.take(logEntry, fresh);
      session.changed();
    });
    session.stage.settle();
    // What follows at once from an own order surprises nobody.
    if (!session.playback.brisk) this.ended = performance.now();
  }

  /** Keep what can be shown again.
   * @param {LogEntry[]} news @param {View} start @param {View} after @param {boolean} goes as of `show` */
  remember(news, start, after, goes) {
    const before = goes ? this.played : null;
    this.played = { news: [...before?.news ?? [], ...news], start: before?.start ?? start, after };
  }

  /** Show the last thing that happened once more. */
  async playAgain() {
    const { played, session } = this;
    const { now } = session;
    if (!played || !now || session.playing || session.replay.active) return;
    session.playing = true;
    if (session.playback) session.playback.brisk = false;
    await this.show(played.news, played.start, played.after, false);
    session.now = now;
    session.playing = false;
    session.refresh();
    session.changed();
    this.drain();
  }

  /** Wait until what was ordered is shown. @returns {Promise<void>} */
  settled() {
    const { session } = this;
    return new Promise((done) => {
      const look = () => {
        if (session.orderSender.busy || session.playing) return;
        session.listeners.delete(look);
        done();
      };
      session.listeners.add(look);
      look();
    });
  }

  /** Whether a key that is pressed now was meant to skip what has just ended. */
  get late() {
    return performance.now() - this.ended < this.lateMs;
  }
}
