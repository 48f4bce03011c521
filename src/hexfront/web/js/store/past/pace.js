/** How a play-back goes on: how fast, how much of it, where it stops, and whether the map follows. */
import { keepSetting, setting } from "../storage.js";

/** @typedef {import("../../../types").LogEntry} LogEntry */

export const SPEEDS = ["0.5", "1", "2", "4", "8", "instant"];
/** All that happens; what matters one by one and the rest at once, where all would take long; what matters. */
export const SHOWS = ["all", "auto", "major"];
/** A play-back that would take longer shows what matters, and all between at once, unless one wants all. */
const LONG_MS = 9000;

export class Pace {
  constructor() {
    const speed = setting("speed", "1");
    this.speed = SPEEDS.includes(speed) ? speed : "1";
    const show = setting("show", "auto");
    this.show = SHOWS.includes(show) ? show : "auto";
    this.follow = setting("follow", "on") === "on";
    /** The topics of entries after which a play-back pauses. */
    this.stops = new Set(setting("stops", "").split("\n").filter(Boolean));
  }

  /** @param {string} speed */
  setSpeed(speed) {
    this.speed = speed;
    keepSetting("speed", speed);
  }

  /** @param {string} show */
  setShow(show) {
    this.show = show;
    keepSetting("show", show);
  }

  /** @param {boolean} follow */
  setFollow(follow) {
    this.follow = follow;
    keepSetting("follow", follow ? "on" : "off");
  }

  /** @param {string} topic @param {boolean} stop */
  setStop(topic, stop) {
    if (stop) this.stops.add(topic);
    else this.stops.delete(topic);
    keepSetting("stops", [...this.stops].join("\n"));
  }

  /** How many times as fast as usual. */
  get factor() {
    return this.speed === "instant" ? 1 : Number(this.speed);
  }

  /** Whether of some entries only what matters is shown. @param {number} ms for all */
  brief(ms) {
    if (this.show === "major") return true;
    return this.show === "auto" && ms / this.factor > LONG_MS;
  }

  /** Whether to pause after an entry. @param {LogEntry} entry @param {LogEntry | undefined} next */
  stopsAfter({ topic, battle }, next) {
    if (!topic || !this.stops.has(topic)) return false;
    // A battle is seen to its end first.
    return !(battle && next?.battle && !next.battle.begins);
  }
}

/** Whether an entry decides something. @param {LogEntry} entry */
export function matters({ weight, battle, heading, stops }) {
  return (weight ?? 0) > 0 || Boolean(battle) || Boolean(heading) || stops;
}
