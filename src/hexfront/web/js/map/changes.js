/** The board as it counts for now, where what was drawn has become something else. */

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").BoardLink} BoardLink */

/** A board with the ground, routes and barriers that a view tells of; itself where nothing differs.
 * @param {Board} board @param {Record<string, string>} overrides by kinds of terrain and names of links;
 *   a link that becomes "" is gone
 * @returns {Board} */
export function boardNow(board, overrides) {
  if (!Object.keys(overrides).length) return board;
  const now = (/** @type {string} */ name) => overrides[name] ?? name;
  const links = new Map((board.links ?? []).map((link) => [link.name, { ...link, pairs: /** @type {[string, string][]} */ ([]) }]));
  for (const { name, pairs } of board.links ?? []) links.get(now(name))?.pairs.push(...pairs);
  const places = board.places.map((place) => ({ ...place, terrain: now(place.terrain) }));
  return { ...board, places, links: [...links.values()] };
}
