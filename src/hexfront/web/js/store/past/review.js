/** After the end: how lucky each side was, what it lost, and where its chances changed most. */
import { battlesOf, luckOf } from "./battles.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../timeseries.js").Line} Line */
/** @typedef {import("../../../types").ThoughtPoint} ThoughtPoint */
/** @typedef {{side: number, throws: number, luck: number, best: number, worst: number, line: Line}} SideLuck
 *   sums of luck; `best` and `worst` by the numbers of battles in `battles` */
/** @typedef {{side: number, type: string, count: number, names: string[]}} Loss */
/** A turn of a side, and by how much its chances changed until its next one.
 * @typedef {{point: ThoughtPoint, next: ThoughtPoint, number: number, change: number}} Swing */

/** What a symbol stands for, by the digits of its entity (APP-6, land units). @type {[string, string][]} */
const ENTITIES = [
  ["1205", "armour"], ["121102", "mechanised infantry"], ["1211", "infantry"], ["1213", "reconnaissance"], ["1206", "army aviation"],
  ["1208", "aviation"], ["1302", "air defence"], ["1301", "air defence"], ["1303", "artillery"], ["1307", "missiles"], ["1407", "engineers"],
  ["1401", "CBRN"], ["16", "supply"], ["11", "command"], ["12", "manoeuvre"], ["13", "fires"],
];

/** The luck of each side, and how it added up. @param {Session} session @returns {SideLuck[]} */
export function luckOfSides(session) {
  const { battles } = battlesOf(session.log);
  return (session.board?.board.sides ?? []).map((_, side) => {
    /** @type {SideLuck} */
    const found = { side, throws: 0, luck: 0, best: -1, worst: -1, line: { caption: session.sideTitle(side), side, points: [[0, 0]] } };
    let [most, least] = [0, 0];
    battles.forEach((battle, number) => {
      const luck = luckOf(battle);
      if (luck === null || !battle.sides.includes(side)) return;
      const mine = side === battle.sides[0] ? luck : -luck;
      found.throws += 1;
      found.luck += mine;
      if (mine > most) [most, found.best] = [mine, number];
      if (mine < least) [least, found.worst] = [mine, number];
      found.line.points.push([number + 1, Math.round(found.luck * 100) / 100]);
    });
    return found;
  });
}

/** What has left the board and is not awaited, by side and type. @param {Session} session @returns {Loss[]} */
export function lossesOf(session) {
  /** @type {Map<string, Loss>} */
  const found = new Map();
  for (const { side, place, awaited, sidc, name } of session.now?.counters ?? []) {
    if (place || awaited || !sidc) continue;
    const type = typeOf(sidc);
    const key = `${side} ${type}`;
    const loss = found.get(key) ?? { side, type, count: 0, names: [] };
    loss.count += 1;
    loss.names.push(name);
    found.set(key, loss);
  }
  return [...found.values()].sort((a, b) => a.side - b.side || b.count - a.count);
}

/** What the last report tells that adds up from turn to turn, such as losses of each kind, by group and caption.
 * @param {Session} session @returns {{title: string, rows: {caption: string, values: Map<number, number>}[]}[]} */
export function totalsOf(session) {
  const digest = session.log.findLast((entry) => entry.digest?.length)?.digest ?? [];
  /** @type {Map<string, Map<string, Map<number, number>>>} */
  const groups = new Map();
  for (const { group, caption, value, side, running } of digest) {
    if (!running || typeof value !== "number" || side === undefined) continue;
    const rows = groups.get(group) ?? new Map();
    groups.set(group, rows);
    // Some captions begin with the side, which has a column of its own.
    const short = caption.replace(`${session.sideTitle(side)}: `, "");
    rows.set(short, (rows.get(short) ?? new Map()).set(side, value));
  }
  return [...groups].map(([title, rows]) => ({ title, rows: [...rows].map(([caption, values]) => ({ caption, values })) }));
}

/** @param {string} sidc */
function typeOf(sidc) {
  const entity = sidc.slice(10, 16);
  return ENTITIES.find(([digits]) => entity.startsWith(digits))?.[1] ?? "other units";
}

/** By how much each side's chances changed from one of its turns to the next, the largest first.
 * @param {ThoughtPoint[]} points @returns {Swing[]} */
export function swingsOf(points) {
  /** @type {Swing[]} */
  const swings = [];
  points.forEach((point, number) => {
    const next = points.slice(number + 1).find(({ side }) => side === point.side);
    if (point.estimate === null || !next || next.estimate === null) return;
    swings.push({ point, next, number, change: next.estimate - point.estimate });
  });
  return swings.sort((a, b) => Math.abs(b.change) - Math.abs(a.change));
}
