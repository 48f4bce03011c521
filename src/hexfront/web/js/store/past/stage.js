/** The dice of the moment, on the board where it has room for them, else beside it. */
import { contestsOf, diceLeft, diceOf, isOfDice, patternOf, rollOf } from "./contests.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./contests.js").Contest} Contest */
/** @typedef {import("../../../types").LogEntry} LogEntry */


export class Stage {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The last entry that was shown in a play-back of what is already in the log; else all are. */
    this.until = Infinity;
    /** The contest that was opened from the log, by its first entry. */
    this.opened = -1;
    /** The round that is looked at; -1 for the last. */
    this.round = -1;
    /** The log that the contests were found in. @type {{log: LogEntry[], until: number, contests: Contest[]}} */
    this.found = { log: [], until: 0, contests: [] };
  }

  /** The number of the first entry that is not told yet at the moment that is shown. */
  get untold() {
    const { replay } = this.session;
    return this.until === Infinity && replay.active ? replay.at : this.until + 1;
  }

  /** What has been told at the moment that is shown. @returns {LogEntry[]} */
  get lines() {
    const { log } = this.session;
    const { untold } = this;
    return untold === Infinity ? log : log.filter(({ number }) => number < untold);
  }

  get contests() {
    const { log } = this.session;
    if (this.found.log !== log) this.found = { log, until: 0, contests: contestsOf(log) };
    return this.found.contests;
  }

  /** The contest in which an entry stands. @param {LogEntry} entry */
  contestOf({ number }) {
    return this.contests.find(({ first, last }) => number >= first && number <= last);
  }

  /** A contest, or else the last throw. @returns {{contest?: Contest, thrown?: LogEntry} | null} */
  get scene() {
    const opened = this.contests.find(({ first }) => first === this.opened);
    if (opened) return { contest: opened };
    const { lines } = this;
    const last = lines.findLast((entry) => isOfDice(entry) || diceOf(entry));
    if (!last) return null;
    if (!isOfDice(last)) return { thrown: last };
    const contests = lines === this.session.log ? this.contests : contestsOf(lines);
    return { contest: contests[contests.length - 1] };
  }

  /** An entry is being shown. @param {LogEntry} entry @param {boolean} fresh whether it is new in the log */
  take(entry, fresh) {
    this.until = fresh ? Infinity : entry.number;
    this.opened = this.round = -1;
  }

  /** Nothing is played back any more. */
  settle() {
    this.until = Infinity;
  }

  /** Look at a contest of the log again. @param {Contest} contest @param {LogEntry} [entry] in it */
  open(contest, entry) {
    this.opened = contest.first;
    this.round = contest.rounds.findIndex(({ rolls, end }) => entry && [...rolls, end].includes(entry));
    this.session.changed();
  }

  close() {
    this.opened = this.round = -1;
    this.session.changed();
  }

  forget() {
    this.until = Infinity;
    this.opened = this.round = -1;
  }

  /** @param {number} round */
  turn(round) {
    this.round = round;
    this.session.changed();
  }
}
