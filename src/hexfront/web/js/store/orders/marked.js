/** What is left to do: units without orders, attacks that may be declared, and marked places one after another. */
import { estimateOf } from "../estimates.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../map/scene").StyledOffer} Offer */


/** The units that could be given orders and have none, by id. @param {Session} session @returns {string[]} */
export function leftToDo(session) {
  const able = session.selection.orderable();
  const told = session.offers.flatMap(({ leaves }) => leaves ?? []);
  return able.filter((id) => told.includes(id));
}

/** Attacks that concern no counter, each with its chance, the best first. @param {Session} session @returns {Offer[]} */
export function attacksOf(session) {
  const chance = (/** @type {Offer} */ { odds }) => estimateOf(odds)?.chance ?? 0;
  return session.offers.filter(({ subject, place, aim, style, odds }) => !subject && place && !aim
    && style.look === "fight" && !style.takes_back && estimateOf(odds)).sort((a, b) => chance(b) - chance(a));
}

/** The marked places in the order of keys: first where one fights, the best chance first, then from the near
 * to the far, and around. @param {Session} session @returns {string[]} */
export function markedPlaces(session) {
  const { selection, map } = session;
  const places = map?.geometry?.places;
  const own = session.counter(selection.selected)?.place ?? "";
  const from = places?.get(own);
  const rank = (/** @type {[string, Offer[]]} */ [id, offers]) => {
    const place = places?.get(id);
    const fight = offers.find(({ style }) => style.look === "fight");
    const chance = fight ? estimateOf(fight.odds)?.chance ?? 0 : 0;
    const [dx, dy] = [(place?.x ?? 0) - (from?.x ?? 0), (place?.y ?? 0) - (from?.y ?? 0)];
    return from ? [fight ? 0 : 1, -chance, Math.round(Math.hypot(dx, dy)), Math.atan2(dx, -dy)]
      : [fight ? 0 : 1, -chance, place?.y ?? 0, place?.x ?? 0];
  };
  return [...selection.targets()].filter(([id]) => id !== own)
    .map((target) => ({ id: target[0], by: rank(target) }))
    .sort((a, b) => a.by.map((value, i) => value - b.by[i]).find((step) => step) ?? 0).map(({ id }) => id);
}

/** Point at the next marked place. @param {Session} session @param {number} step 1, or -1 for the one before */
export function nextMarked(session, step) {
  const { selection, map } = session;
  if (session.playing) return;
  const list = markedPlaces(session);
  if (!list.length) session.say("No place is marked.");
  const at = list.indexOf(selection.hover);
  const place = map?.geometry?.places.get(list[at < 0 ? (step > 0 ? 0 : list.length - 1) : (at + step + list.length) % list.length]);
  if (!place) return;
  const attack = attacksOf(session).find((offer) => offer.place === place.id);
  if (attack) selection.weighed = attack.typed;
  selection.goTo(place);
}
