/** What the log shows: which entries, grouped by turn and by battle. */
import { battlesOf } from "./battles.js";
import { joined } from "./playback.js";
import { keepSetting, setting } from "../storage.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../../types").DigestRow} DigestRow */
/** @typedef {import("./battles.js").Battle} Battle */
/** A line of the log: an entry, all that a turn tells of a battle, or the heading of a turn.
 * @typedef {{number: number, last: number, entry: LogEntry, battle?: Battle, digest?: ReportGroup[], hidden?: number}} Item */
/** @typedef {{title: string, rows: {caption: string, value: string, side: number}[]}} ReportGroup */

/** Entries that say as much as people usually want, all, and those that decide something. */
export const USUAL = "usual";
export const ALL = "all";
export const MAJOR = "major";

export class LogView {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whose doing: "" for everybody's, else the number of a side, or "others". */
    this.whose = "";
    /** `USUAL`, `ALL`, `MAJOR`, or a topic of the system. */
    this.what = setting("log", USUAL);
    /** What was opened or closed, by the number of its first entry. @type {Map<number, boolean>} */
    this.folds = new Map();
    this.spoken = { log: /** @type {LogEntry[] | null} */ (null), topics: /** @type {string[]} */ ([]) };
    this.made = { log: /** @type {LogEntry[] | null} */ (null), whose: "", what: "", items: /** @type {Item[]} */ ([]) };
  }

  /** The topics of what has been told so far. */
  get topics() {
    const { log } = this.session;
    if (this.spoken.log !== log) this.spoken = { log, topics: [...new Set(log.flatMap(({ topic }) => topic ?? []))] };
    return this.spoken.topics;
  }

  /** @param {string} whose */
  setWhose(whose) {
    this.whose = whose;
    this.session.changed();
  }

  /** @param {string} what */
  setWhat(what) {
    this.what = what;
    if ([USUAL, ALL, MAJOR].includes(what)) keepSetting("log", what);
    this.session.changed();
  }

  /** Whether an entry is shown. @param {LogEntry} entry */
  shows({ side, topic, weight, heading }) {
    if (heading) return true;
    const { whose, what } = this;
    if (whose === "others" ? side === undefined || side === this.session.seat : whose && side !== Number(whose)) return false;
    if (what === ALL) return true;
    if (what === MAJOR) return (weight ?? 0) > 0;
    if (what !== USUAL && this.topics.includes(what)) return topic === what;
    return (weight ?? 0) >= 0;
  }

  /** The lines, in order. @returns {Item[]} */
  items() {
    const { made, whose, what } = this;
    const { log } = this.session;
    if (made.log !== log || made.whose !== whose || made.what !== what) {
      this.made = { log, whose, what, items: this.makeItems(log) };
    }
    return this.made.items;
  }

  /** @param {LogEntry[]} log @returns {Item[]} */
  makeItems(log) {
    const { of } = battlesOf(log);
    /** @type {Item[]} */
    const items = [];
    /** The battles of this turn. @type {Map<Battle, Item>} */
    let fought = new Map();
    /** @type {DigestRow[]} */
    let before = [];
    for (const entry of joined(log.filter((one) => this.shows(one)))) {
      const battle = of.get(entry.number);
      const known = battle && fought.get(battle);
      if (entry.heading) {
        fought = new Map();
        // A turn in which nothing was told needs no heading.
        if (items[items.length - 1]?.entry.heading) items.pop();
        items.push({ number: entry.number, last: entry.number, entry, digest: reportOf(entry.digest ?? [], before) });
        before = entry.digest ?? before;
      } else if (known) known.last = entry.number;
      else {
        const item = { number: entry.number, last: entry.number, entry, battle };
        if (battle) fought.set(battle, item);
        items.push(item);
      }
    }
    return items;
  }

  /** Whether a card or a report is open: the newest is, until one closes it. @param {Item} item */
  isOpen(item) {
    const { untold } = this.session.stage;
    const newest = this.items().findLast(({ battle, digest, number }) => number < untold && (battle || digest?.length));
    return this.folds.get(item.number) ?? item === newest;
  }

  /** @param {Item} item */
  fold(item) {
    this.folds.set(item.number, !this.isOpen(item));
    this.session.changed();
  }

  forget() {
    this.folds.clear();
    this.whose = "";
  }
}

/** What has changed since the report before, and how things stand, by group.
 * @param {DigestRow[]} rows @param {DigestRow[]} before @returns {ReportGroup[]} */
export function reportOf(rows, before) {
  /** @type {Map<string, ReportGroup>} */
  const groups = new Map();
  for (const { group, caption, value, side, running } of rows) {
    const old = before.find((row) => row.group === group && row.caption === caption && row.side === side)?.value;
    const change = typeof value === "number" ? value - (typeof old === "number" ? old : before.length ? 0 : running ? value : 0) : 0;
    const shown = running ? changeText(change) : String(value);
    if (!shown) continue;
    const found = groups.get(group) ?? { title: group, rows: [] };
    found.rows.push({ caption, value: shown, side: side ?? -1 });
    groups.set(group, found);
  }
  return [...groups.values()];
}

/** @param {number} change */
function changeText(change) {
  const rounded = Math.round(change * 10) / 10;
  return rounded ? `${rounded > 0 ? "+" : "−"}${Math.abs(rounded)}` : "";
}
