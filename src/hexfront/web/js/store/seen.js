/** How many entries of a seat this browser has shown, so that the rest can be played back. */
import { keepSetting, setting } from "./storage.js";

const LIMIT = 60;

/** @returns {Record<string, number>} */
function all() {
  try {
    const kept = JSON.parse(setting("seen", "{}"));
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** One token is one seat; of a shared screen the seat must be said.
 * @param {string[]} tokens @param {number | null} seat */
const key = (tokens, seat) => (tokens.length === 1 ? tokens[0] : `${tokens.join(".")} ${seat}`);

/** @param {string[]} tokens @param {number | null} seat @returns {number | undefined} */
export function seen(tokens, seat) {
  const told = all()[key(tokens, seat)];
  return typeof told === "number" ? told : undefined;
}

/** @param {string[]} tokens @param {number} seat @param {number} told */
export function keepSeen(tokens, seat, told) {
  const name = key(tokens, seat);
  const others = Object.entries(all()).filter(([other]) => other !== name).slice(-LIMIT);
  keepSetting("seen", JSON.stringify({ ...Object.fromEntries(others), [name]: told }));
}
