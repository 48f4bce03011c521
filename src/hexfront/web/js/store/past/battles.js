/** The battles that a log tells of: what its entries say of each makes its card. */

/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../../types").BattleTerm} BattleTerm */
/** @typedef {import("../../../types").Chance} Chance */
/** @typedef {{number: number, place: string, attackers: string[], defenders: string[], sides: number[],
 *   terms: BattleTerm[], chances: Chance[], came: number, result: string, over: boolean, entries: LogEntry[]}} Battle
 *   by the number of its first entry */

/** @type {WeakMap<LogEntry[], {battles: Battle[], of: Map<number, Battle>}>} */
const KNOWN = new WeakMap();

/** The battles of a log in the order in which they began, and the battle of each entry.
 * @param {LogEntry[]} log */
export function battlesOf(log) {
  const known = KNOWN.get(log);
  if (known) return known;
  /** @type {Battle[]} */
  const battles = [];
  /** @type {Map<number, Battle>} */
  const of = new Map();
  /** @type {Map<string, Battle>} */
  const last = new Map();
  for (const entry of log) {
    const part = entry.battle;
    if (!part) continue;
    const key = part.key ?? "";
    if (part.begins) {
      const battle = blank(entry.number);
      battles.push(battle);
      last.set(key, battle);
      last.set("", battle);
    }
    const battle = last.get(key);
    if (!battle) continue;
    add(battle, entry, part);
    of.set(entry.number, battle);
  }
  const found = { battles, of };
  KNOWN.set(log, found);
  return found;
}

/** What is known of a battle before an entry of the log. @param {Battle} battle @param {number} untold the number of that entry
 * @returns {Battle} */
export function until(battle, untold) {
  if (battle.entries[battle.entries.length - 1].number < untold) return battle;
  const cut = blank(battle.number);
  for (const entry of battle.entries) {
    if (entry.number < untold || entry.battle?.begins) add(cut, entry, entry.battle ?? {});
  }
  return cut;
}

/** @param {number} number @returns {Battle} */
function blank(number) {
  return { number, place: "", attackers: [], defenders: [], sides: [-1, -1], terms: [], chances: [], came: -1, result: "", over: false,
    entries: [] };
}

/** Take in what an entry says. @param {Battle} battle @param {LogEntry} entry
 * @param {import("../../../types").BattlePart} part */
function add(battle, entry, part) {
  battle.entries.push(entry);
  battle.place = part.place ?? battle.place;
  battle.attackers.push(...(part.attackers ?? []).filter((name) => !battle.attackers.includes(name)));
  battle.defenders.push(...(part.defenders ?? []).filter((name) => !battle.defenders.includes(name)));
  battle.sides = part.sides ?? battle.sides;
  for (const term of part.terms ?? []) {
    const at = battle.terms.findIndex(({ caption }) => caption === term.caption);
    if (at < 0) battle.terms.push(term);
    else battle.terms[at] = term;
  }
  battle.chances = part.chances ?? battle.chances;
  battle.came = part.came ?? battle.came;
  battle.result = part.result ?? battle.result;
  battle.over = part.ends ?? battle.over;
}

/** How lucky the attackers were: the share of what would have been worse less that of what would have been better.
 * -1 … 1, on average 0; null without a throw. @param {Battle} battle @returns {number | null} */
export function luckOf({ chances, came }) {
  const it = chances[came];
  if (!it) return null;
  return chances.reduce((sum, { value, chance }) => sum + chance * Math.sign(it.value - value), 0);
}

/** Who attacks, and who defends, in words; sides where no units are named.
 * @param {Battle} battle @param {(side: number) => string} sideTitle @param {number} [most] names that are told of a side */
export function opponentsOf({ attackers, defenders, sides }, sideTitle, most = Infinity) {
  const list = (/** @type {string[]} */ names) => (names.length <= most ? names.join(", ")
    : `${names.slice(0, most).join(", ")} and ${names.length - most} more`);
  const named = (/** @type {string[]} */ names, /** @type {number} */ side) => (names.length ? list(names)
    : side >= 0 ? sideTitle(side) : "unknown");
  return [named(attackers, sides[0]), named(defenders, sides[1])];
}

/** A battle in a line. @param {Battle} battle @param {(side: number) => string} sideTitle
 * @param {number} [most] names that are told of a side */
export function battleText(battle, sideTitle, most) {
  const [attackers, defenders] = opponentsOf(battle, sideTitle, most);
  const where = battle.place && !defenders.includes(battle.place) ? ` in ${battle.place}` : "";
  return `${attackers} against ${defenders}${where}${battle.result ? `: ${battle.result}` : ""}`;
}
