/** What a table's page shows first. */
import { setting } from "./storage.js";

/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").View} View */
/** @typedef {import("./session.js").Session} Session */

/** Pixels of the page's width from which a small map lies beside what is done. */
const WIDE = 820;

/** Own counters, the nearest to another side's first; of a watcher all.
 * @param {Session} session @param {View} view @param {number} seat @returns {Counter[]} */
function nearest(session, { counters }, seat) {
  const places = new Map(session.board?.board.places.map((place) => [place.id, place]));
  const own = (/** @type {Counter} */ { side }) => seat < 0 || side === seat;
  const far = (/** @type {Counter} */ one) => {
    const here = places.get(one.place);
    if (!here) return Infinity;
    return Math.min(...counters.filter(({ side }) => side !== one.side).map(({ place }) => {
      const there = places.get(place);
      return there ? Math.hypot(there.x - here.x, there.y - here.y) : Infinity;
    }));
  };
  return counters.filter(own).map((counter) => ({ counter, away: far(counter) }))
    .sort((a, b) => a.away - b.away).map(({ counter }) => counter);
}

/** Show the map as one begins with it: where that is a part of it, a small map shows all.
 * @param {Session} session @param {View} view @param {number} seat */
export function openMap(session, view, seat) {
  const { map } = session;
  if (!map) return;
  map.begin(nearest(session, view, seat));
  if (map.closer && !setting("minimap", "") && innerWidth > WIDE) {
    session.switches = { ...session.switches, minimap: true };
  }
}
