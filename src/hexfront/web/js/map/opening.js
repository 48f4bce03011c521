/** What a map opens with. */

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Counter} Counter */

/** Own counters, the nearest to another side's first; of a watcher all.
 * @param {Board} board @param {Counter[]} counters @param {number} seat @returns {Counter[]} */
export function nearest(board, counters, seat) {
  const places = new Map(board.places.map((place) => [place.id, place]));
  const away = (/** @type {Counter} */ one) => {
    const here = places.get(one.place);
    if (!here) return Infinity;
    return Math.min(...counters.filter(({ side }) => side !== one.side).map(({ place }) => {
      const there = places.get(place);
      return there ? Math.hypot(there.x - here.x, there.y - here.y) : Infinity;
    }));
  };
  return counters.filter(({ side }) => seat < 0 || side === seat).map((counter) => ({ counter, far: away(counter) }))
    .sort((a, b) => a.far - b.far).map(({ counter }) => counter);
}
