/** Keys that give orders: those that offers name, and all others, which choose the next unit. */

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../map/scene").StyledOffer} Offer */
/** @typedef {import("./keys.js").Binding} Binding */

/** What part of a name of a place a key may be. */
const OF_A_PLACE = /^[a-z0-9@]$/i;

/** The offers that a key gives now: of the chosen unit, or else those that concern none.
 * @param {Session} session @param {string} key @returns {Offer[]} */
export function keyed(session, key) {
  const offers = session.offers.filter((offer) => offer.key === key);
  const mine = offers.filter((offer) => offer.subject && offer.subject === session.selection.selected);
  return mine.length ? mine : offers.filter((offer) => !offer.subject);
}

/** Take a key that gives an order or chooses a unit.
 * @param {Session} session @param {string} name @param {KeyboardEvent} event
 * @param {string[]} bound keys with a meaning of their own @returns {boolean} whether it was one */
export function orderKey(session, name, event, bound) {
  if (session.dialog || session.handover !== null || session.replay.active || event.ctrlKey || event.metaKey) {
    return false;
  }
  if (name === "Tab") return tab(session, event);
  const taken = digit(session, name) || letters(session, name, bound) || early(session, name);
  if (taken) event.preventDefault();
  return taken || towards(session, name);
}

/** Keep what is typed before the field for it is there. @param {Session} session @param {string} name */
function early(session, name) {
  const { orderAim, menu } = session.selection;
  if (!orderAim.active || menu || !OF_A_PLACE.test(name) || document.getElementById("aim-place")) return false;
  orderAim.early += name;
  return true;
}

/** Tab goes through the units while one is chosen and the map has the focus; Escape gives it back to
 * the page. @param {Session} session @param {KeyboardEvent} event */
function tab(session, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  const onMap = target === document.body || target === session.map?.canvas;
  if (!session.board?.board.cycle || !onMap || !session.selection.selected || session.playing) return false;
  event.preventDefault();
  session.selection.selectNext(event.shiftKey ? -1 : 1);
  return true;
}

/** A digit: a line of a menu, a type of unit, or an order. @param {Session} session @param {string} name */
function digit(session, name) {
  const { selection, armySetup } = session;
  if (armySetup.active && ["Delete", "Backspace"].includes(name)) {
    const here = armySetup.removable(selection.hover)?.counter.id ?? "";
    armySetup.remove(selection.selected || here);
    return true;
  }
  if (!/^\d$/.test(name)) return false;
  if (selection.menu) {
    const items = document.querySelectorAll("[role=menu] button[data-testid^=menu-]");
    /** @type {HTMLElement | undefined} */ (items[Number(name) - 1])?.click();
    return true;
  }
  if (armySetup.active && name !== "0") {
    armySetup.chooseNumber(Number(name));
    return true;
  }
  // While a place is typed digits belong to it, if places have any.
  if (selection.orderAim.active && hasDigits(session)) return false;
  if (selection.orderAim.active && selection.selected) {
    selection.orderAim.pick(name);
    return true;
  }
  if (session.playing && session.board?.board.cycle) {
    session.playback?.skip();
    session.presenter.keyWaits = name;
    return true;
  }
  return give(session, name);
}

/** Give the order of a key. @param {Session} session @param {string} key */
export function give(session, key) {
  const { selection, orderSender } = session;
  const offers = keyed(session, key);
  if (!offers.length) {
    if (!session.board?.board.cycle) return false;
    const unit = session.counter(selection.selected);
    session.say(unit ? `Key ${key}: ${unit.name} has no such order now.` : `Key ${key}: choose a unit first.`);
    return true;
  }
  if (offers[0].subject) selection.use(offers);
  else if (offers.length === 1) orderSender.finish(offers[0]);
  else selection.open(selection.hover, offers);
  return true;
}

/** Any other letter chooses the next unit.
 * @param {Session} session @param {string} name @param {string[]} bound */
function letters(session, name, bound) {
  const { selection } = session;
  if (!session.board?.board.cycle || session.playing || selection.orderAim.active) return false;
  if (!/^\p{L}$/u.test(name) || bound.includes(name)) return false;
  selection.selectNext();
  return true;
}

/** While a unit's order is aimed, letters begin the name of a place. The key is typed there.
 * @param {Session} session @param {string} name */
function towards(session, name) {
  const { orderAim } = session.selection;
  if (!orderAim.active || session.selection.menu || !OF_A_PLACE.test(name)) return false;
  const field = document.getElementById("aim-place");
  field?.focus();
  return field !== null;
}

/** Whether names of places have digits. @param {Session} session */
function hasDigits(session) {
  return /\d/.test(session.board?.board.places[0]?.id ?? "");
}

/** The keys of orders for the list of keys. @param {Session} session @returns {Binding[]} */
export function orderBindings(session) {
  const line = (/** @type {string} */ shown, /** @type {string} */ text) => ({ group: "Orders", keys: [],
    shown, text, run: () => {} });
  const lines = [];
  if (session.board?.board.cycle) {
    lines.push(line("1 … 9, 0", "the order that the chosen unit has on this key; the buttons show which"),
      line("other", "any letter without a meaning here, Space, and Tab on the map: the next unit"));
  }
  if (session.armySetup.plan) {
    lines.push(line("1 … 9", "while an army is set up: the type of unit to place"),
      line("Del", "while an army is set up: take the chosen unit away"));
  }
  return lines;
}
