/** Looking at the past of a match: any moment that the viewer has been told of, step by step. */
import { matters } from "./pace.js";
import { goesOn } from "./playback.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../../types").View} View */

const MOST_KEPT = 400;
const BREATH_MS = 250;

export class Replay {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether the past is shown, and not the present. */
    this.active = false;
    /** How many entries the viewer had been told at the moment shown. */
    this.at = 0;
    this.view = /** @type {View | null} */ (null);
    this.running = false;
    /** @type {Map<number, View>} */
    this.kept = new Map();
    this.wanted = -1;
    /** The part of the match that was shown before another seat was asked for. */
    this.part = /** @type {number | null} */ (null);
    /** Counts the times that one went elsewhere, which ends a run of the replay. */
    this.run = 0;
    /** The moment and the seat that the page was opened at, until they are shown.
     * @type {{at: number, seat: number | null} | null} */
    this.sought = null;
    /** Whether moments are being asked for. @type {Promise<void> | null} */
    this.loading = null;
    /** Counts the matches and seats looked at, so that late answers are dropped. */
    this.era = 0;
  }

  /** How many entries there are. */
  get last() {
    const { log } = this.session;
    return log.length ? log[log.length - 1].number + 1 : 0;
  }

  /** The moments between things that happened; a walk of several steps is one thing. */
  stops() {
    const { log } = this.session;
    const ends = log.filter((entry, i) => !goesOn(entry, log[i + 1]));
    return [0, ...ends.map((entry) => entry.number + 1)];
  }

  /** The moments at which something decides, and the end. */
  majorStops() {
    const { log } = this.session;
    const ends = log.filter((entry, i) => matters(entry) && !goesOn(entry, log[i + 1]));
    return [...new Set([...ends.map((entry) => entry.number + 1), this.last])];
  }

  /** The moments at which turns begin, with their titles. @returns {{at: number, title: string}[]} */
  turns() {
    return this.session.log.filter(({ heading }) => heading).map(({ number, text }) =>
      ({ at: number + 1, title: text.replace(/\.$/, "") }));
  }

  /** The moments at which battles begin. */
  battles() {
    return this.session.log.filter(({ battle }) => battle?.begins).map(({ number }) => number + 1);
  }

  /** Go to the next of some moments, or with -1 to the one before. @param {number[]} stops @param {1 | -1} step */
  jump(stops, step) {
    const at = this.active ? this.at : this.last;
    const found = step > 0 ? stops.find((stop) => stop > at) : stops.findLast((stop) => stop < at);
    if (found !== undefined) void this.go(found);
  }

  /** The last thing that had happened at the moment shown. @returns {LogEntry | undefined} */
  get entry() {
    return this.active ? this.session.log.find((entry) => entry.number === this.at - 1) : undefined;
  }

  /** Show a moment; while it is being asked for, the last one wished for wins.
   * @param {number} at */
  async go(at) {
    if (this.session.playing && !this.running) return;
    this.stop();
    this.session.thoughts.forget();
    this.run += 1;
    const first = !this.active;
    this.active = true;
    this.wanted = Math.max(0, Math.min(this.last, at));
    if (first) {
      this.at = this.last;
      this.session.selection.forget();
      this.session.overlays.forget();
      this.session.stage.forget();
    } else if (this.loading) return this.loading;
    const loading = (this.loading = this.load());
    await loading;
    if (this.loading === loading) this.loading = null;
  }

  /** Ask for moments until the one wished for last is shown. */
  async load() {
    const era = this.era;
    while (this.active && era === this.era && this.wanted >= 0) {
      const wanted = this.wanted;
      const view = await this.moment(wanted);
      if (!view || !this.active || era !== this.era) break;
      this.present(wanted, view);
      if (this.wanted === wanted) this.wanted = -1;
    }
  }

  /** @param {number} at @param {View} view */
  present(at, view) {
    this.at = at;
    this.view = view;
    const { session } = this;
    session.refresh();
    session.markAddress();
    if (this.entry) session.find(this.entry);
    session.say(this.entry?.text ?? "The beginning.");
  }

  /** @param {number} at @returns {Promise<View | null>} */
  async moment(at) {
    const kept = this.kept.get(at);
    if (kept) return kept;
    const { session, era } = this;
    if (session.seat === null) return null;
    const answer = await session.connection.ask({ type: "moment", seat: session.seat, log_length: at });
    if (answer.type !== "moment" || era !== this.era) return null;
    if (this.kept.size > MOST_KEPT) this.kept.clear();
    this.kept.set(at, answer.view);
    return answer.view;
  }

  next() {
    this.go(this.stops().find((stop) => stop > (this.active ? this.at : this.last)) ?? this.last);
  }

  previous() {
    const at = this.active ? this.at : this.last;
    this.go(this.stops().filter((stop) => stop < at).pop() ?? 0);
  }

  /** Play from the moment shown to the end, or from the beginning if it is the end. */
  async play() {
    const { session } = this;
    if (this.running || session.playing || !session.playback) return;
    if (!this.active || this.at >= this.last) await this.go(0);
    this.running = true;
    const run = (this.run += 1);
    session.playback.stay();
    while (run === this.run && this.running && this.at < this.last) {
      const stops = session.playback.pace.show === "major" ? this.majorStops() : this.stops();
      const [from, to] = [this.at, stops.find((stop) => stop > this.at) ?? this.last];
      const before = await this.moment(from);
      const after = await this.moment(to);
      if (run !== this.run) return;
      if (!before || !after || !this.running) break;
      session.playing = true;
      session.playback.brisk = false;
      session.changed();
      await session.playback.play(session.log.slice(from, to), before, after, (entry) => {
        session.stage.take(entry, false);
        session.changed();
      });
      session.stage.settle();
      session.playing = false;
      if (run !== this.run) {
        // Somebody went elsewhere meanwhile; what came from the server has waited.
        session.playback.home = null;
        session.refresh();
        session.presenter.drain();
        session.changed();
        return;
      }
      this.present(to, after);
      const { playback } = session;
      const stop = playback.pace.stopsAfter(session.log[to - 1], session.log[to]);
      if (stop) break;
      if (!playback.skipped) await new Promise((done) => setTimeout(done, BREATH_MS / playback.pace.factor));
    }
    if (run === this.run) this.running = false;
    session.playback.goHome();
    session.changed();
  }

  stop() {
    if (!this.running) return;
    this.running = false;
    this.session.playback?.skip();
    this.session.changed();
  }

  /** Back to the present, and to what has happened meanwhile. */
  leave() {
    this.stop();
    this.run += 1;
    this.active = false;
    this.view = null;
    this.wanted = -1;
    const { session } = this;
    session.markAddress();
    session.sayView();
    session.refresh();
    session.presenter.drain();
    session.changed();
  }

  /** Forget the views, which are one viewer's. */
  forget() {
    this.stop();
    this.active = false;
    this.view = null;
    this.wanted = -1;
    this.era += 1;
    this.run += 1;
    this.loading = null;
    this.kept.clear();
  }

  /** Remember the place for when the view of another seat is there. */
  keepPlace() {
    this.part = this.active ? this.at / Math.max(1, this.last) : null;
  }

  /** The present is there: go where one was before, if one was. */
  presented() {
    const { sought, session } = this;
    if (sought && session.now !== null) {
      // Another seat can be looked from after the end alone.
      const elsewhere = session.result && sought.seat !== null && sought.seat !== session.seat;
      this.sought = elsewhere ? { at: sought.at, seat: null } : null;
      if (elsewhere) session.lookFrom(/** @type {number} */ (sought.seat));
      else void this.go(sought.at);
      return;
    }
    if (this.part === null || this.session.now === null) return;
    const part = this.part;
    this.part = null;
    this.go(Math.round(part * this.last));
  }
}
