/** The position in words, and answers to questions about it: for those who hear the game and do not
 * see it. All of it comes from what the seat is shown. */
import { describeCounter, describePlace } from "../descriptions.js";
import { placeTitle } from "../titles.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Place} Place */
/** A heading with lines below it. @typedef {{title: string, lines: string[]}} Part */

/** Directions by their letters, as angles from the east, clockwise. */
const DIRECTIONS = /** @type {Record<string, number>} */ ({ e: 0, se: 45, s: 90, sw: 135, w: 180, nw: 225, n: 270, ne: 315 });
const NAMES = /** @type {Record<string, string>} */ ({ e: "east", se: "south-east", s: "south", sw: "south-west", w: "west", nw: "north-west",
  n: "north", ne: "north-east" });
/** How far from a direction a neighbour may lie, in degrees: those of hexes are 60 apart. */
const WIDEST = 31;
const STEPS = 5;

/** Questions, each with an example. */
export const QUESTIONS = [
  ["position", "all of the following, part by part"],
  ["units", "whose counters stand where; `units` with a side or a word: those alone"],
  ["at PLACE", "what a place is, and what stands there"],
  ["around PLACE", "what stands beside it, by direction"],
  ["from PLACE DIRECTION", "place after place that way, such as `from 0304 ne`"],
  ["orders", "what can be ordered now, as it is typed"],
  ["log", "what has happened last"],
];

/** Lines that are said of the log and of orders. */
const MOST = 30;

/** The answer to a question, or null where the words are none. @param {Session} session
 * @param {string} text @returns {Part[] | null} */
export function answerTo(session, text) {
  const [word = "", ...rest] = text.trim().split(/\s+/);
  const place = findPlace(session, rest.join(" ")) ?? findPlace(session, rest.slice(0, -1).join(" "));
  switch (word.toLowerCase()) {
    case "?": case "help": return [{ title: "Questions", lines: QUESTIONS.map(([form, about]) => `${form}: ${about}`) }];
    case "position": return position(session);
    case "units": {
      const found = units(session, rest.join(" "));
      return found.length ? found : [{ title: "Units", lines: ["There are none of these."] }];
    }
    case "orders": return [orders(session)];
    case "log": return [log(session)];
    case "at": return [atPlace(session, rest.join(" "))];
    case "around": return [place ? around(session, place) : unknown(rest.join(" "))];
    case "from": return [place ? line(session, place, rest[rest.length - 1] ?? "") : unknown(rest.join(" "))];
    default: return null;
  }
}

/** @param {string} name @returns {Part} */
const unknown = (name) => ({ title: name ? `There is no place ${name}` : "Which place?", lines: ["Say its number or its name."] });

/** A place by its number or its name. @param {Session} session @param {string} text */
function findPlace(session, text) {
  const words = text.trim().toLowerCase();
  return session.board?.board.places.find(({ id, name }) => id.toLowerCase() === words || name?.toLowerCase() === words);
}

/** @param {Session} session @returns {Part[]} */
export function position(session) {
  const { view } = session;
  if (!view) return [];
  const { step } = session.guide;
  const guide = step ? [{ title: step.title ?? "Your first game", lines: [step.text] }] : [];
  const gauges = view.gauges.map(({ chart, caption, value, unit }) => `${chart}, ${caption}: ${value} ${unit}`.trim());
  const plans = view.marks.filter(({ subject }) => subject).map(({ caption }) => caption);
  return [...guide, { title: view.title, lines: view.prompt ? [view.prompt] : [] },
    ...(gauges.length ? [{ title: "Standing", lines: gauges }] : []),
    ...units(session, ""), ...held(session),
    ...(plans.length ? [{ title: "Planned", lines: plans }] : []), orders(session), log(session)];
}

/** Counters by side, each with its place. @param {Session} session @param {string} about @returns {Part[]} */
function units(session, about) {
  const { view, board } = session;
  const sought = about.toLowerCase();
  const places = new Map(board?.board.places.map((place) => [place.id, place]));
  return (board?.board.sides ?? []).map((_, side) => {
    const lines = (view?.counters ?? []).filter((counter) => counter.side === side).map((counter) => {
      const place = places.get(counter.place);
      return `${place ? placeTitle(place) : counter.awaited ? "yet to come" : "off the map"}: ${describeCounter(session, counter)}`;
    });
    const title = session.sideTitle(side);
    const all = title.toLowerCase().startsWith(sought);
    return { title: `Units of ${title}`, lines: all ? lines : lines.filter((text) => text.toLowerCase().includes(sought)) };
  }).filter(({ lines }) => lines.length > 0);
}

/** Places with names that somebody holds. @param {Session} session @returns {Part[]} */
function held(session) {
  const { board, view } = session;
  const places = board?.board.places ?? [];
  const named = places.flatMap((place, i) => {
    const owner = view?.owners?.[i] ?? -1;
    return place.name && owner >= 0 ? [`${placeTitle(place)}: ${session.sideTitle(owner)}`] : [];
  });
  return named.length ? [{ title: "Places that are held", lines: named }] : [];
}

/** @param {Session} session @returns {Part} */
function orders(session) {
  const { offers } = session;
  const lines = offers.map(({ typed, caption }) => `${typed}: ${caption}`);
  if (!lines.length) return { title: "Orders", lines: ["Nothing can be ordered now."] };
  const more = lines.length > MOST ? [`and ${lines.length - MOST} more; type the beginning of one to hear how it goes on`] : [];
  return { title: `Orders, ${lines.length}`, lines: [...lines.slice(0, MOST), ...more] };
}

/** @param {Session} session @returns {Part} */
function log(session) {
  const lines = session.log.slice(-MOST).map(({ text }) => text).reverse();
  return { title: "What has happened, the last first", lines: lines.length ? lines : ["Nothing yet."] };
}

/** @param {Session} session @param {string} name @returns {Part} */
function atPlace(session, name) {
  const place = findPlace(session, name);
  return place ? { title: placeTitle(place), lines: [describePlace(session, place)] } : unknown(name);
}

/** Places that touch one. @param {Session} session @param {Place} place @returns {Place[]} */
function neighbours(session, place) {
  const { geometry } = session.map ?? {};
  if (geometry?.outlines.size) return geometry.beside(place);
  const others = (session.board?.board.places ?? []).filter((other) => other !== place);
  const far = (/** @type {Place} */ { x, y }) => Math.hypot(x - place.x, y - place.y);
  const least = Math.min(...others.map(far));
  return others.filter((other) => far(other) < least * 1.2);
}

/** The letters of the direction in which one place lies from another. @param {Place} from @param {Place} to */
function directionOf(from, to) {
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return Object.keys(DIRECTIONS).reduce((best, key) => (turn(DIRECTIONS[key], angle) < turn(DIRECTIONS[best], angle) ? key : best));
}

/** Degrees between two angles. @param {number} a @param {number} b */
const turn = (a, b) => Math.abs(((a - b + 540) % 360) - 180);

/** @param {Session} session @param {Place} place @returns {Part} */
function around(session, place) {
  return { title: `Around ${placeTitle(place)}`, lines: neighbours(session, place).map((other) =>
    `${NAMES[directionOf(place, other)]}: ${describePlace(session, other)}`) };
}

/** What stands along a direction. @param {Session} session @param {Place} from @param {string} letters
 * @returns {Part} */
function line(session, from, letters) {
  const key = Object.keys(DIRECTIONS).find((one) => one === letters.toLowerCase() || NAMES[one] === letters.toLowerCase());
  if (!key) return { title: `There is no direction ${letters}`, lines: [`Say one of ${Object.keys(DIRECTIONS).join(", ")}.`] };
  /** @type {string[]} */
  const lines = [];
  // Straight on, though hexes turn half a place aside with every second step.
  const ahead = { x: Math.cos((DIRECTIONS[key] * Math.PI) / 180), y: Math.sin((DIRECTIONS[key] * Math.PI) / 180) };
  const aside = (/** @type {Place} */ to) => Math.abs((to.x - from.x) * ahead.y - (to.y - from.y) * ahead.x);
  let here = from;
  while (lines.length < STEPS) {
    const angle = (/** @type {Place} */ to) => (Math.atan2(to.y - here.y, to.x - here.x) * 180) / Math.PI;
    const [next] = neighbours(session, here).filter((to) => turn(angle(to), DIRECTIONS[key]) <= WIDEST)
      .sort((a, b) => aside(a) - aside(b));
    if (!next) break;
    lines.push(describePlace(session, next));
    here = next;
  }
  const title = `From ${placeTitle(from)} to the ${NAMES[key]}`;
  return { title, lines: lines.length ? lines : ["The map ends here."] };
}
