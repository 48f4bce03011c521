/** Shows what has happened, entry by entry: counters walk, battles flash, words appear. */
import { diceOf, isOfDice } from "./contests.js";
import { matters, Pace } from "./pace.js";
import { Sounds } from "./sounds.js";

/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../../types").View} View */
/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../map/scene").Card} Card */
/** @typedef {import("../../map/map.js").MapView} MapView */

const STEP_MS = 300;
const BATTLE_MS = 1700;
const WORDS_MS = 650;
/** Dice tumble, and then lie. */
const TUMBLE_MS = 650;
const LIE_MS = 550;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** A walk along many places takes no longer. */
const LONGEST_WALK_MS = 1700;
/** All that walks between two things that matter, where only these are shown one by one. */
const TOGETHER_MS = 1200;
/** So many entries of one kind in a row are shown at once. */
const MANY = 3;

/** The roll of a die among the details of an entry, by whatever name.
 * @param {LogEntry} entry @returns {number | null} */
export function dieOf(entry) {
  for (const key of ["die", "roll"]) {
    const value = entry.details[key];
    if (typeof value === "number") return value;
  }
  return null;
}

/** Whether entries are worth showing: something moved, was lost or found, a die fell, or a battle came out. What one
 * writes into a plan changes nothing on the map.
 * @param {LogEntry[]} entries @param {View} before @param {View} after */
export function worthShowing(entries, before, after) {
  const look = (/** @type {View} */ view) =>
    view.counters.map((counter) => `${counter.id} ${counter.place} ${counter.known}`).join();
  return entries.some((entry) => dieOf(entry) !== null || diceOf(entry) || entry.battle?.result) || look(before) !== look(after);
}

/** Whether an entry goes on with the walk of the one before.
 * @param {LogEntry} entry @param {LogEntry | undefined} next */
export function goesOn(entry, next) {
  return next !== undefined && next.kind === entry.kind && entry.subjects.length === 1
    && next.subjects.join() === entry.subjects.join() && next.places.length > 1
    && next.places[0] === entry.places[entry.places.length - 1];
}

/** How many entries from one on are of its kind and are shown at once; else 1.
 * @param {LogEntry[]} entries @param {number} from */
function alike(entries, from) {
  let end = from;
  const { kind } = entries[from];
  while (end < entries.length && entries[end].kind === kind && entries[end].places.length <= 1
    && dieOf(entries[end]) === null) end += 1;
  return end - from >= MANY ? end - from : 1;
}

/** How many entries from one on decide nothing. @param {LogEntry[]} entries @param {number} from */
function minorFrom(entries, from) {
  const end = entries.findIndex((entry, i) => i > from && matters(entry));
  return (end < 0 ? entries.length : end) - from;
}

/** What `joined` found, by the log, which is made anew whenever something is added.
 * @type {WeakMap<LogEntry[], LogEntry[]>} */
const JOINED = new WeakMap();

/** Log entries with the steps of one walk as one. @param {LogEntry[]} entries @returns {LogEntry[]} */
export function joined(entries) {
  const known = JOINED.get(entries);
  if (known) return known;
  /** @type {LogEntry[]} */
  const lines = [];
  for (const entry of entries) {
    const last = lines[lines.length - 1];
    if (last && goesOn(last, entry)) {
      const text = `${[last.text.replace(/\.$/, ""), ...entry.places.slice(1)].join(", ")}`;
      lines[lines.length - 1] = { ...last, text, places: [...last.places, ...entry.places.slice(1)] };
    } else lines.push(entry);
  }
  JOINED.set(entries, lines);
  return lines;
}

/** Milliseconds for which an entry is shown, about. @param {LogEntry} entry */
function lengthOf(entry) {
  if (dieOf(entry) !== null) return BATTLE_MS + 8 * entry.text.length;
  if (diceOf(entry) || isOfDice(entry)) return TUMBLE_MS + LIE_MS;
  const { subjects, places } = entry;
  if (subjects.length === 1 && places.length > 1) return Math.min(LONGEST_WALK_MS, STEP_MS * (places.length - 1));
  return WORDS_MS + (places.length ? 9 : 3) * entry.text.length;
}

export class Playback {
  /** @param {MapView} map @param {(card: Card | null) => void} onCard shows words at a place */
  constructor(map, onCard) {
    this.map = map;
    this.onCard = onCard;
    this.pace = new Pace();
    this.sounds = new Sounds();
    this.skipped = false;
    this.paused = false;
    /** Whether what is shown follows from an order just given, so that a walk says all. */
    this.brisk = false;
    /** Whether to pause after the entry that is shown. */
    this.stepping = false;
    /** Where the play-back has taken the map. @type {import("../../map/camera.js").Frame | null} */
    this.led = null;
    /** Where the player looked before a row of play-backs, which ends with `goHome`.
     * @type {import("../../map/camera.js").Frame | null} */
    this.home = null;
  }

  skip() {
    this.skipped = true;
    this.paused = this.stepping = false;
  }

  /** Show the next thing and pause. */
  step() {
    this.stepping = true;
    this.paused = false;
  }

  /** @param {LogEntry[]} entries @param {View} before @param {View} after
   * @param {(entry: LogEntry) => void} onLogEntry */
  async play(entries, before, after, onLogEntry) {
    this.skipped = this.pace.speed === "instant";
    this.paused = this.stepping = false;
    const alone = this.home === null;
    this.stay();
    const brief = !this.brisk && this.pace.brief(entries.reduce((sum, entry) => sum + lengthOf(entry), 0));
    const counters = new Map(before.counters.map((counter) => [counter.id, counter]));
    let owners = before.owners ?? [];
    const show = () => this.map.show({
      view: { ...after, marks: [], owners, counters: [...counters.values()] },
    });
    show();
    for (let i = 0; i < entries.length; i += 1) {
      const entry = entries[i];
      const minor = brief && !matters(entry);
      const many = minor ? minorFrom(entries, i) : alike(entries, i);
      for (const one of entries.slice(i, i + many)) onLogEntry(one);
      const shown = !this.skipped && !(minor && this.pace.show === "major");
      if (shown) this.sound(entry);
      if (shown && minor) await this.playTogether(entries.slice(i, i + many), counters);
      else if (shown && many > 1) await this.playMany(entries.slice(i, i + many));
      else if (shown) await this.playOne(entry, entries[i + 1], counters);
      i += many - 1;
      for (const one of entries.slice(i + 1 - many, i + 1)) {
        for (const id of one.subjects) settle(counters, id, one, entries.slice(i + 1), after);
        owners = this.passed(owners, one, entries.slice(i + 1), after);
      }
      this.map.moving.clear();
      show();
      const next = entries[i + 1];
      if (shown && next && !this.stepping && this.pace.stopsAfter(entries[i], next)) {
        this.paused = true;
        await this.pause(1);
      }
      // Who asked for one thing more sees the next, which stays.
      if (this.stepping && shown && !goesOn(entries[i], next)) {
        this.paused = true;
        this.stepping = false;
      }
    }
    this.onCard(null);
    this.map.flash = null;
    this.map.show({ lit: [], arrows: [], view: after });
    if (alone) this.goHome();
  }

  /** Remember where the player looks, for `goHome`. */
  stay() {
    if (this.home) return;
    this.home = { ...this.map.camera.rest };
    this.led = null;
  }

  /** Back to where the player looked, unless he has gone elsewhere meanwhile. */
  goHome() {
    if (this.home && this.led && isThere(this.led, this.map.camera.rest)) this.map.move(this.home);
    this.home = this.led = null;
  }

  /** @param {LogEntry} entry */
  sound(entry) {
    const { heading, battle, places, subjects } = entry;
    if (diceOf(entry) || dieOf(entry) !== null) this.sounds.play("dice");
    else if (heading) this.sounds.play("turn");
    else if (battle?.begins || battle?.result) this.sounds.play("fire");
    else if (subjects.length === 1 && places.length > 1) this.sounds.play("move");
  }

  /** Bring a place into sight. @param {string} place */
  lead(place) {
    if (!this.pace.follow) return;
    const before = { ...this.map.camera.rest };
    this.map.reveal(place);
    const { x, y, scale } = this.map.camera.rest;
    if (!isThere(before, { x, y, scale })) this.led = { x, y, scale };
  }

  /** Whose places are after an entry: those that it is the last to speak of are as the view has them.
   * @param {number[]} owners @param {LogEntry} entry @param {LogEntry[]} later @param {View} after */
  passed(owners, entry, later, after) {
    const places = this.map.geometry?.board.places ?? [];
    const spoken = new Set(entry.places.filter((id) => !later.some((other) => other.places.includes(id))));
    const changed = places.some(({ id }, i) => spoken.has(id) && owners[i] !== after.owners?.[i]);
    return changed ? owners.map((owner, i) => (spoken.has(places[i].id) ? after.owners?.[i] ?? owner : owner)) : owners;
  }

  /** Show many entries of one kind at once. @param {LogEntry[]} entries */
  async playMany(entries) {
    const [first] = entries;
    const places = entries.flatMap((entry) => entry.places);
    this.map.show({ lit: places, arrows: [] });
    this.onCard({ place: places[0] ?? "", text: `${first.text} And ${entries.length - 1} more like this.`, die: null,
      result: "", kind: first.kind });
    await this.pause(2 * WORDS_MS);
  }

  /** Show many walks at once, and nothing of what did not move. @param {LogEntry[]} entries @param {Map<string, Counter>} counters */
  async playTogether(entries, counters) {
    /** @type {Map<string, string[]>} */
    const ways = new Map();
    for (const { subjects: [id], subjects, places } of entries) {
      if (subjects.length !== 1 || places.length < 2 || !counters.has(id)) continue;
      ways.set(id, [...(ways.get(id) ?? []), ...places]);
    }
    if (!ways.size) return;
    const ends = [...ways.values()].flatMap((places) => places.slice(-1));
    this.map.show({ lit: ends, arrows: [] });
    this.onCard({ place: "", text: `${ways.size} ${ways.size === 1 ? "unit moves" : "units move"}.`, die: null, result: "", kind: entries[0].kind });
    await this.over(TOGETHER_MS, (part) => {
      for (const [id, places] of ways) this.put(id, places, part);
      this.map.draw();
    });
    await this.pause(WORDS_MS);
  }

  /** Put a counter on its way. @param {string} id @param {string[]} places @param {number} part of the way that it has gone */
  put(id, places, part) {
    const points = places.flatMap((place) => this.map.geometry?.places.get(place) ?? []);
    if (points.length < 2) return;
    const along = part * (points.length - 1);
    const leg = Math.min(points.length - 2, Math.floor(along));
    const inner = along - leg;
    const smooth = inner * inner * (3 - 2 * inner);
    const [from, to] = [points[leg], points[leg + 1]];
    this.map.moving.set(id, { x: from.x + (to.x - from.x) * smooth, y: from.y + (to.y - from.y) * smooth, alpha: 1 });
  }

  /** @param {LogEntry} entry @param {LogEntry | undefined} next
   * @param {Map<string, Counter>} counters */
  async playOne(entry, next, counters) {
    const { places, subjects } = entry;
    const place = places[places.length - 1] ?? "";
    if (place) this.lead(place);
    const die = dieOf(entry);
    const walks = subjects.length === 1 && places.length > 1 && die === null
      && counters.has(subjects[0]);
    this.map.show({ lit: places });
    if (isOfDice(entry) || diceOf(entry)) {
      // The dice themselves are shown beside the counters.
      this.onCard(null);
      await this.pause(diceOf(entry) && !STILL.matches ? TUMBLE_MS : LIE_MS);
      if (!walks) {
        await this.pause(LIE_MS);
        return;
      }
    }
    // A die that falls next is a battle's: show who fights whom until something else happens.
    if (die === null) {
      const battle = place !== "" && (entry.battle?.begins || (next !== undefined && dieOf(next) !== null));
      const from = battle ? subjects.map((id) => counters.get(id)?.place ?? "") : [];
      const arrows = from.filter((id) => id && id !== place).map((id) => [id, place]);
      this.map.show({ arrows });
    }
    if (walks) {
      this.onCard(null);
      await this.walk(subjects[0], places);
      if (!this.brisk && !goesOn(entry, next)) await this.pause(WORDS_MS * 0.4);
      return;
    }
    const result = typeof entry.details.result === "string" ? entry.details.result : entry.battle?.result ?? "";
    this.onCard({ place, text: entry.text, die, result, kind: entry.kind });
    // A battle whose die its reader may not see flashes when its result is told.
    if (die === null && !(entry.battle?.result && place)) {
      await this.pause(WORDS_MS + (place ? 9 : 3) * entry.text.length);
      return;
    }
    await this.over(BATTLE_MS * 0.45, (part) => {
      this.map.flash = { place, strength: Math.abs(Math.sin(part * Math.PI * 2)) * (1 - part / 2) };
      this.map.draw();
    });
    this.map.flash = null;
    await this.pause(BATTLE_MS * 0.55 + 8 * entry.text.length);
  }

  /** @param {string} id @param {string[]} places */
  async walk(id, places) {
    const ms = Math.min(LONGEST_WALK_MS, STEP_MS * (places.length - 1));
    await this.over(ms * (this.brisk ? 0.5 : 1), (part) => {
      this.put(id, places, part);
      this.map.draw();
    });
  }

  /** Call a function with 0 … 1 for a time. @param {number} ms
   * @param {(part: number) => void} each */
  async over(ms, each) {
    const whole = ms / this.pace.factor;
    let passed = 0;
    let last = performance.now();
    while (passed < whole && !this.skipped) {
      each(passed / whole);
      await new Promise((next) => requestAnimationFrame(next));
      const now = performance.now();
      if (!this.paused) passed += Math.min(100, now - last);
      last = now;
    }
    if (!this.skipped) each(1);
  }

  /** @param {number} ms */
  async pause(ms) {
    await this.over(ms, () => {});
  }
}

/** Whether a frame is where the map rests.
 * @param {import("../../map/camera.js").Frame} frame @param {import("../../map/camera.js").Frame} rest */
function isThere(frame, rest) {
  return Math.hypot(frame.x - rest.x, frame.y - rest.y) < 1 && frame.scale === rest.scale;
}

/** Put a counter where an entry leaves it; after the last entry of it, as the view has it.
 * @param {Map<string, Counter>} counters @param {string} id @param {LogEntry} entry
 * @param {LogEntry[]} later @param {View} after */
function settle(counters, id, entry, later, after) {
  const final = after.counters.find((counter) => counter.id === id);
  if (!later.some((other) => other.subjects.includes(id))) {
    if (final) counters.set(id, final);
    else counters.delete(id);
    return;
  }
  const counter = counters.get(id) ?? final;
  const place = entry.places[entry.places.length - 1];
  const moved = entry.subjects.length === 1 && entry.places.length > 1 && place;
  if (counter) counters.set(id, moved ? { ...counter, place } : counter);
}
