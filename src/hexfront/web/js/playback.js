/** Shows what has happened, telling by telling: counters walk, battles flash, words appear. */
import { diceOf, isOfDice } from "./contests.js";

/** @typedef {import("../types").LogEntry} LogEntry */
/** @typedef {import("../types").View} View */
/** @typedef {import("../types").Counter} Counter */
/** @typedef {import("../types").Card} Card */
/** @typedef {import("./map/map.js").MapView} MapView */

const STEP_MS = 300;
const BATTLE_MS = 1700;
const WORDS_MS = 650;
/** Dice tumble, and then lie. */
const TUMBLE_MS = 650;
const LIE_MS = 550;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
/** A walk along many places takes no longer. */
const LONGEST_WALK_MS = 1700;
/** So many tellings of one kind in a row are shown at once. */
const MANY = 3;

export const SPEEDS = ["0.5", "1", "2", "4", "instant"];

/** The roll of a die among the details of a telling, by whatever name.
 * @param {LogEntry} telling @returns {number | null} */
export function dieOf(telling) {
  for (const key of ["die", "roll"]) {
    const value = telling.details[key];
    if (typeof value === "number") return value;
  }
  return null;
}

/** Whether tellings are worth showing: something moved, was lost or found, or a die fell. What one
 * writes into a plan changes nothing on the map.
 * @param {LogEntry[]} tellings @param {View} before @param {View} after */
export function worthShowing(tellings, before, after) {
  const look = (/** @type {View} */ view) =>
    view.counters.map((counter) => `${counter.id} ${counter.place} ${counter.known}`).join();
  return tellings.some((telling) => dieOf(telling) !== null || diceOf(telling)) || look(before) !== look(after);
}

/** Whether a telling goes on with the walk of the one before.
 * @param {LogEntry} telling @param {LogEntry | undefined} next */
export function goesOn(telling, next) {
  return next !== undefined && next.kind === telling.kind && telling.subjects.length === 1
    && next.subjects.join() === telling.subjects.join() && next.places.length > 1
    && next.places[0] === telling.places[telling.places.length - 1];
}

/** How many tellings from one on are of its kind and are shown at once; else 1.
 * @param {LogEntry[]} tellings @param {number} from */
function alike(tellings, from) {
  let end = from;
  const { kind } = tellings[from];
  while (end < tellings.length && tellings[end].kind === kind && tellings[end].places.length <= 1
    && dieOf(tellings[end]) === null) end += 1;
  return end - from >= MANY ? end - from : 1;
}

/** What `joined` found, by the log, which is made anew whenever something is added.
 * @type {WeakMap<LogEntry[], LogEntry[]>} */
const JOINED = new WeakMap();

/** Tellings with the steps of one walk as one. @param {LogEntry[]} tellings @returns {LogEntry[]} */
export function joined(tellings) {
  const known = JOINED.get(tellings);
  if (known) return known;
  /** @type {LogEntry[]} */
  const lines = [];
  for (const telling of tellings) {
    const last = lines[lines.length - 1];
    if (last && goesOn(last, telling)) {
      const text = `${last.text.replace(/\.$/, "")} → ${telling.places.slice(1).join(" → ")}`;
      lines[lines.length - 1] = { ...last, text, places: [...last.places, ...telling.places.slice(1)] };
    } else lines.push(telling);
  }
  JOINED.set(tellings, lines);
  return lines;
}

export class Playback {
  /** @param {MapView} map @param {(card: Card | null) => void} onCard shows words at a place */
  constructor(map, onCard) {
    this.map = map;
    this.onCard = onCard;
    this.speed = "1";
    this.skipped = false;
    this.paused = false;
    /** Whether what is shown follows from an order just given, so that a walk says all. */
    this.brisk = false;
    /** Whether to pause after the telling that is shown. */
    this.stepping = false;
    /** Where the play-back has taken the map. @type {import("./map/camera.js").Frame | null} */
    this.led = null;
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

  /** @param {LogEntry[]} tellings @param {View} before @param {View} after
   * @param {(telling: LogEntry) => void} onTelling */
  async play(tellings, before, after, onTelling) {
    this.skipped = this.speed === "instant";
    this.paused = this.stepping = false;
    const home = { ...this.map.camera.rest };
    this.led = null;
    const counters = new Map(before.counters.map((counter) => [counter.id, counter]));
    let owners = before.owners ?? [];
    const show = () => this.map.show({
      view: { ...after, marks: [], owners, counters: [...counters.values()] },
    });
    show();
    for (let i = 0; i < tellings.length; i += 1) {
      const telling = tellings[i];
      const many = alike(tellings, i);
      for (const one of tellings.slice(i, i + many)) onTelling(one);
      if (!this.skipped && many > 1) await this.playMany(tellings.slice(i, i + many));
      else if (!this.skipped) await this.playOne(telling, tellings[i + 1], counters);
      i += many - 1;
      for (const one of tellings.slice(i + 1 - many, i + 1)) {
        for (const id of one.subjects) settle(counters, id, one, tellings.slice(i + 1), after);
        owners = this.passed(owners, one, tellings.slice(i + 1), after);
      }
      this.map.moving.clear();
      show();
      if (this.stepping && !goesOn(tellings[i], tellings[i + 1])) {
        this.paused = true;
        this.stepping = false;
      }
    }
    this.onCard(null);
    this.map.flash = null;
    this.map.show({ lit: [], arrows: [], view: after });
    // Back to where the player looked, unless he has gone elsewhere meanwhile.
    if (this.led && isThere(this.led, this.map.camera.rest)) this.map.move(home);
  }

  /** Bring a place into sight. @param {string} place */
  lead(place) {
    const before = { ...this.map.camera.rest };
    this.map.reveal(place);
    const { x, y, scale } = this.map.camera.rest;
    if (!isThere(before, { x, y, scale })) this.led = { x, y, scale };
  }

  /** Whose places are after a telling: those that it is the last to speak of are as the view has them.
   * @param {number[]} owners @param {LogEntry} telling @param {LogEntry[]} later @param {View} after */
  passed(owners, telling, later, after) {
    const places = this.map.geometry?.board.places ?? [];
    const spoken = new Set(telling.places.filter((id) => !later.some((other) => other.places.includes(id))));
    const changed = places.some(({ id }, i) => spoken.has(id) && owners[i] !== after.owners?.[i]);
    return changed ? owners.map((owner, i) => (spoken.has(places[i].id) ? after.owners?.[i] ?? owner : owner)) : owners;
  }

  /** Show many tellings of one kind at once. @param {LogEntry[]} tellings */
  async playMany(tellings) {
    const [first] = tellings;
    const places = tellings.flatMap((telling) => telling.places);
    this.map.show({ lit: places, arrows: [] });
    this.onCard({ place: places[0] ?? "", text: `${first.text} And ${tellings.length - 1} more like this.`, die: null,
      result: "", kind: first.kind });
    await this.pause(2 * WORDS_MS);
  }

  /** @param {LogEntry} telling @param {LogEntry | undefined} next
   * @param {Map<string, Counter>} counters */
  async playOne(telling, next, counters) {
    const { places, subjects } = telling;
    const place = places[places.length - 1] ?? "";
    if (place) this.lead(place);
    const die = dieOf(telling);
    const walks = subjects.length === 1 && places.length > 1 && die === null
      && counters.has(subjects[0]);
    this.map.show({ lit: places });
    if (isOfDice(telling) || diceOf(telling)) {
      // The dice themselves are shown beside the counters.
      this.onCard(null);
      await this.pause(diceOf(telling) && !STILL.matches ? TUMBLE_MS : LIE_MS);
      if (!walks) {
        await this.pause(LIE_MS);
        return;
      }
    }
    // A die that falls next is a battle's: show who fights whom until something else happens.
    if (die === null) {
      const battle = next !== undefined && dieOf(next) !== null && place !== "";
      const from = battle ? subjects.map((id) => counters.get(id)?.place ?? "") : [];
      const arrows = from.filter((id) => id && id !== place).map((id) => [id, place]);
      this.map.show({ arrows });
    }
    if (walks) {
      this.onCard(null);
      await this.walk(subjects[0], places);
      if (!this.brisk && !goesOn(telling, next)) await this.pause(WORDS_MS * 0.4);
      return;
    }
    const result = typeof telling.details.result === "string" ? telling.details.result : "";
    this.onCard({ place, text: telling.text, die, result, kind: telling.kind });
    if (die === null) {
      await this.pause(WORDS_MS + (place ? 9 : 3) * telling.text.length);
      return;
    }
    await this.over(BATTLE_MS * 0.45, (part) => {
      this.map.flash = { place, strength: Math.abs(Math.sin(part * Math.PI * 2)) * (1 - part / 2) };
      this.map.draw();
    });
    this.map.flash = null;
    await this.pause(BATTLE_MS * 0.55 + 8 * telling.text.length);
  }

  /** @param {string} id @param {string[]} places */
  async walk(id, places) {
    const points = places.flatMap((place) => this.map.geometry?.places.get(place) ?? []);
    if (points.length < 2) return;
    const ms = Math.min(LONGEST_WALK_MS, STEP_MS * (points.length - 1));
    await this.over(ms * (this.brisk ? 0.5 : 1), (part) => {
      const along = part * (points.length - 1);
      const leg = Math.min(points.length - 2, Math.floor(along));
      const inner = along - leg;
      const smooth = inner * inner * (3 - 2 * inner);
      const [from, to] = [points[leg], points[leg + 1]];
      this.map.moving.set(id, {
        x: from.x + (to.x - from.x) * smooth, y: from.y + (to.y - from.y) * smooth, alpha: 1,
      });
      this.map.draw();
    });
  }

  /** Call a function with 0 … 1 for a time. @param {number} ms
   * @param {(part: number) => void} each */
  async over(ms, each) {
    const whole = ms / Number(this.speed === "instant" ? 1 : this.speed);
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
 * @param {import("./map/camera.js").Frame} frame @param {import("./map/camera.js").Frame} rest */
function isThere(frame, rest) {
  return Math.hypot(frame.x - rest.x, frame.y - rest.y) < 1 && frame.scale === rest.scale;
}

/** Put a counter where a telling leaves it; after the last telling of it, as the view has it.
 * @param {Map<string, Counter>} counters @param {string} id @param {LogEntry} telling
 * @param {LogEntry[]} later @param {View} after */
function settle(counters, id, telling, later, after) {
  const final = after.counters.find((counter) => counter.id === id);
  if (!later.some((other) => other.subjects.includes(id))) {
    if (final) counters.set(id, final);
    else counters.delete(id);
    return;
  }
  const counter = counters.get(id) ?? final;
  const place = telling.places[telling.places.length - 1];
  const moved = telling.subjects.length === 1 && telling.places.length > 1 && place;
  if (counter) counters.set(id, moved ? { ...counter, place } : counter);
}
