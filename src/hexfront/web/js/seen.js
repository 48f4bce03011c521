/** How many tellings of a match this browser has shown, so that the rest can be played back. */
import { keepSetting, keptMatches, setting } from "./storage.js";

const LIMIT = 60;

/** @returns {Record<string, number>} by match and seat */
function all() {
  try {
    const kept = JSON.parse(setting("seen", "{}"));
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string[]} tokens */
const matchOf = (tokens) =>
  keptMatches().find((entry) => entry.tokens.some((token) => tokens.includes(token)))?.match;

/** @param {string[]} tokens @param {number} seat @returns {number | undefined} */
export function seen(tokens, seat) {
  const told = all()[`${matchOf(tokens)} ${seat}`];
  return typeof told === "number" ? told : undefined;
}

/** @param {string} match @param {number} seat @param {number} told */
export function keepSeen(match, seat, told) {
  const { [`${match} ${seat}`]: _, ...others } = all();
  const entries = Object.entries(others).slice(-LIMIT);
  keepSetting("seen", JSON.stringify({ ...Object.fromEntries(entries), [`${match} ${seat}`]: told }));
}
