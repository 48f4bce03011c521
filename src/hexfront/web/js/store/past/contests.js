/** Fights that are decided by pools of dice, round by round, as entries have them. */

/** @typedef {import("../../../types").LogEntry} LogEntry */
/** Who rolls with how many dice: `pool` tells why. @typedef {{role: string, subject: string, polygon: number,
 *   dice: number, pool: LogEntry}} Party */
/** @typedef {{rolls: LogEntry[], end: LogEntry | null}} Round */
/** @typedef {{cause: LogEntry | null, parties: Party[], rounds: Round[], outcome: LogEntry | null, first: number,
 *   last: number}} Contest by the numbers of its entries */
/** What was thrown at once. @typedef {{polygon: number, shows: number, dice: number[], pattern: string,
 *   multiplier: number, value: number, role: string}} Roll */

/** The faces of dice; null of what are none. @param {unknown} dice @returns {number[] | null} */
export function facesOf(dice) {
  return Array.isArray(dice) && dice.length > 0 && dice.every((face) => typeof face === "number") ? dice : null;
}

/** The faces of dice that an entry carries. @param {LogEntry} entry */
export function diceOf({ details }) {
  return facesOf(details.dice);
}

/** @param {LogEntry} entry */
const isPool = ({ kind, details }) => kind === "pool" && typeof details.dice === "number"
  && typeof details.polygon === "number" && typeof details.side === "string";
/** @param {LogEntry} entry */
const isRoll = (entry) => diceOf(entry) !== null && typeof entry.details.polygon === "number"
  && typeof entry.details.shows === "number";
/** @param {LogEntry} entry */
const isEnd = ({ kind, details }) => kind === "round" && typeof details.winner === "string";

/** Whether an entry is shown by dice, so that it needs no words on the map. @param {LogEntry} entry */
export function isOfDice(entry) {
  return isPool(entry) || isRoll(entry) || isEnd(entry);
}

/** @param {LogEntry} entry @returns {Roll} */
export function rollOf({ details }) {
  return /** @type {any} */ ({ ...details, role: details.side });
}

/** Which dice make the pattern: those that show the same as another, or a single one as the polygon.
 * @param {Roll} roll @returns {{polygon: boolean, dice: boolean[]}} */
export function patternOf({ dice, shows, multiplier }) {
  if (multiplier < 2) return { polygon: false, dice: dice.map(() => false) };
  if (dice.length === 1) return { polygon: true, dice: [dice[0] === shows] };
  return { polygon: false, dice: dice.map((face) => dice.filter((other) => other === face).length > 1) };
}

/** All contests of a log, the last one perhaps still under way. @param {LogEntry[]} log @returns {Contest[]} */
export function contestsOf(log) {
  /** @type {Contest[]} */
  const contests = [];
  /** @type {Contest | null} */
  let open = null;
  /** @type {LogEntry | null} */
  let cause = null;
  for (const entry of log) {
    if (isPool(entry)) {
      if (!open || open.rounds.length) {
        open = { cause, parties: [], rounds: [], outcome: null, first: cause?.number ?? entry.number, last: entry.number };
        contests.push(open);
      }
      const { side, polygon, dice } = /** @type {any} */ (entry.details);
      const subject = open.cause?.subjects[open.parties.length] ?? "";
      open.parties.push({ role: side, polygon, dice, subject, pool: entry });
    } else if (open && isRoll(entry)) {
      const last = open.rounds[open.rounds.length - 1];
      if (!last || last.end) open.rounds.push({ rolls: [entry], end: null });
      else last.rolls.push(entry);
    } else if (open && isEnd(entry)) {
      const last = open.rounds[open.rounds.length - 1];
      if (last) last.end = entry;
    } else {
      if (open?.rounds.some(({ end }) => end)) {
        open.outcome = entry;
        open.last = entry.number;
        open = cause = null;
      }
      if (entry.kind === "declare") cause = entry;
    }
    if (open) open.last = entry.number;
  }
  return contests;
}

/** How many dice a party has after a number of rounds. @param {Contest} contest @param {Party} party
 * @param {number} rounds */
export function diceLeft(contest, party, rounds) {
  const end = contest.rounds.slice(0, rounds).reverse().find((round) => round.end)?.end;
  const left = end?.details[party.role];
  return typeof left === "number" ? left : party.dice;
}
