/** What places and counters are called. */

/** Whether the label of a place is but its name in other letters. @param {import("../../types").Place} place */
export function isName({ id, name }) {
  return name?.toLowerCase().replace(/\W+/g, "-") === id;
}

/** A place by its label and its name. @param {import("../../types").Place} place */
export function placeTitle(place) {
  return place.name ? (isName(place) ? place.name : `${place.id} ${place.name}`) : place.id;
}

/** What a counter is called; of one that is not known, what is known of it.
 * @param {import("../../types").Counter} counter */
export function nameOf({ known, name }) {
  return known || (name && name !== "?") ? name : "Unknown unit";
}
