/** What lies on the map, in words: for those who hear it, and for keys. */
import { estimateOf, estimateText } from "./estimates.js";
import { nameOf, placeTitle } from "./titles.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").Place} Place */

/** Whether a counter's name tells its side already. @param {Session} session @param {Counter} counter */
export function tellsSide(session, counter) {
  return nameOf(counter).startsWith(session.sideTitle(counter.side));
}

/** @param {Session} session @param {Counter} counter */
function titleOf(session, counter) {
  return tellsSide(session, counter) ? nameOf(counter) : `${session.sideTitle(counter.side)} ${nameOf(counter)}`;
}

/** A counter in words. @param {Session} session @param {Counter} counter */
export function describeCounter(session, counter) {
  const values = Object.entries(counter.values).map(([name, value]) => `${name} ${value}`);
  return [titleOf(session, counter), ...values, ...counter.badges].join(", ");
}

/** What is marked at a place and is nobody's plan. @param {Session} session @param {string} place */
export function marksAt(session, place) {
  return (session.view?.marks ?? []).filter((mark) => !mark.subject && mark.places.includes(place));
}

/** A place with all that stands there and can be done there, in words.
 * @param {Session} session @param {Place} place */
export function describePlace(session, place) {
  const terrain = session.ground?.terrain[place.terrain];
  const parts = [placeTitle(place)];
  const owner = place.outline ? session.view?.owners?.[session.selection.orderAim.number(place.id)] ?? -1 : -1;
  if (owner >= 0) parts.push(`held by ${session.sideTitle(owner)}`);
  if (terrain) parts.push([terrain.title, ...terrain.facts, ...place.facts ?? []].join(", "));
  parts.push(...session.countersAt(place.id).map((counter) => describeCounter(session, counter)));
  for (const mark of marksAt(session, place.id)) {
    parts.push(`${mark.caption}: ${session.board?.board.legend?.[mark.caption] ?? mark.kind}`);
  }
  for (const offer of session.selection.offersAt(place.id)) {
    const odds = estimateOf(offer.odds);
    const more = offer.cost === null ? "" : `, cost ${offer.cost}`;
    parts.push(`${offer.caption}${more}${odds ? `, ${estimateText(odds)}` : ""}`);
  }
  const figure = session.overlays.scene()?.places[place.id];
  if (figure !== undefined) parts.push(`${session.overlays.scene()?.caption}: ${figure}`);
  return `${parts.join(". ")}.`;
}
