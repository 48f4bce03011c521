/** The clocks of the players, by the server's time: the page's own clock only carries them on. */

/** @typedef {import("../../types").Clocks} Clocks */
/** @typedef {import("../../types").SideTime} SideTime */
/** @typedef {import("./session.js").Session} Session */

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** Two figures of a number. @param {number} value */
const two = (value) => String(value).padStart(2, "0");

/** A time as on a clock; from an hour on with units. @param {number} seconds */
export function clockTime(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const [days, hours, minutes] = [Math.floor(whole / DAY), Math.floor(whole / HOUR), Math.floor(whole / MINUTE)];
  if (days >= 2) return `${days} d ${hours % 24} h`;
  if (hours >= 1) return `${hours} h ${two(minutes % 60)} min`;
  return `${minutes}:${two(whole % 60)}`;
}

/** A time in words. @param {number} seconds */
export function inWords(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  const parts = whole >= 2 * DAY ? [[Math.floor(whole / DAY), "day"], [Math.floor(whole / HOUR) % 24, "hour"]]
    : whole >= HOUR ? [[Math.floor(whole / HOUR), "hour"], [Math.floor(whole / MINUTE) % 60, "minute"]]
      : [[Math.floor(whole / MINUTE), "minute"], [whole % MINUTE, "second"]];
  const said = parts.filter(([count]) => count).map(([count, unit]) => `${count} ${unit}${count === 1 ? "" : "s"}`);
  return said.join(" ") || "no time";
}

export class Times {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** @type {Clocks | null} */
    this.clocks = null;
    this.heardAt = 0;
    /** The sides that have been warned of since their clock began to run. @type {Set<number>} */
    this.warned = new Set();
  }

  /** @param {Clocks} message */
  take(message) {
    const { session } = this;
    const before = this.clocks;
    this.clocks = message;
    this.heardAt = performance.now();
    session.connection.send({ type: "heard", number: message.number });
    const asks = message.wants_pause.filter((side) => !before?.wants_pause.includes(side) && !session.sides.includes(side));
    if (before && asks.length && !message.paused) {
      const action = session.sides.length ? { title: "Answer …", run: () => session.openDialog("time") } : undefined;
      session.notice(`${asks.map((side) => session.sideTitle(side)).join(" and ")} asks for a pause.`, "", action,
        () => Boolean(!this.clocks?.paused && this.clocks?.wants_pause.some((side) => asks.includes(side))));
    }
    session.dropAnswered();
    for (const { side, gifts } of message.sides) {
      if (!before || gifts <= (this.giftsBefore(before, side) ?? gifts)) continue;
      session.notice(`${session.sides.includes(side) ? "You are" : `${session.sideTitle(side)} is`} given ${inWords(message.gift)}.`);
    }
    if (before && message.paused !== before.paused) session.notice(message.paused ? "The game is paused." : "The game goes on.");
    for (const { side, due } of message.sides) if (due === null || !this.isLow(side)) this.warned.delete(side);
  }

  /** @param {Clocks} before @param {number} side */
  giftsBefore(before, side) {
    return before.sides.find((one) => one.side === side)?.gifts;
  }

  /** The time of the server now, in seconds since 1970. */
  get now() {
    return (this.clocks?.now ?? 0) + (performance.now() - this.heardAt) / 1000;
  }

  /** @param {number} side */
  of(side) {
    return this.clocks?.sides.find((one) => one.side === side);
  }

  /** The seconds that a side has left; below 0: so long ago its time was over. @param {number} side */
  left(side) {
    const clock = this.of(side);
    if (!clock) return Infinity;
    const { due, stops } = clock;
    if (due === null) return clock.remaining ?? 0;
    const { now } = this;
    const stands = stops.map(([began, ended]) => Math.max(0, Math.min(ended, due) - Math.max(began, now)));
    return due - now - stands.reduce((sum, one) => sum + one, 0);
  }

  /** Until when the clock of a side stands although it must act, in seconds since 1970; undefined where it does not.
   * @param {number} side */
  holiday(side) {
    const { now } = this;
    return this.of(side)?.stops.find(([began, ended]) => began <= now && now < ended)?.[1];
  }

  /** Whether a side that must act has little time left. @param {number} side */
  isLow(side) {
    const clock = this.of(side);
    return clock?.due != null && this.left(side) < (this.clocks?.low ?? 0);
  }

  /** Warn once of one's own time that runs out. */
  warn() {
    for (const side of this.session.sides) {
      if (this.warned.has(side) || !this.isLow(side) || this.session.result) continue;
      this.warned.add(side);
      const left = this.left(side);
      const words = left > 0 ? `only ${inWords(left)} left.` : "the time is over.";
      this.session.notice(this.session.sides.length > 1 ? `${this.session.sideTitle(side)}: ${words}` : words[0].toUpperCase() + words.slice(1));
    }
  }
}
