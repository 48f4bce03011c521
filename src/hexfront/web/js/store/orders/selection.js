/** What is chosen and pointed at on the map, by mouse, finger or keys. */
import { OrderAim, titled } from "./orderaim.js";
import { describeCounter, describePlace } from "../descriptions.js";
import { leftToDo, nextMarked } from "./marked.js";
import { StackChoice } from "./stackchoice.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../map/scene").StyledOffer} Offer */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../../map/scene").Point} Point */

/** Places with centres no further apart than this are neighbours. */
const NEAR = 1.8;
/** What orders of some kinds are called. @type {Record<string, string>} */
const NOUNS = { enter: "entry", land: "landing", sail: "port to sail to", rail: "move by rail" };
/** How far from the direction of an arrow key the next place may lie. */
const WIDEST_TURN = 0.45 * Math.PI;

export class Selection {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.selected = "";
    this.hover = "";
    this.pointer = /** @type {Point} */ ({ x: 0, y: 0 });
    /** Whether the hovered place was reached by keys. */
    this.byKeys = false;
    /** Whether the last pointer was a finger, which cannot hover. */
    this.byTouch = false;
    /** The line that keys move along, so that a walk to the right stays in its row. */
    this.lane = { across: true, at: 0 };
    /** The place whose stack is spread out, and the counter of it under the pointer. */
    this.fan = "";
    this.fanned = "";
    /** Orders for one place, counters to choose there, counters to ask about. */
    this.menu = /** @type {{place: string, offers: Offer[], counters: Counter[], asked: Counter[], lines?: string[]} | null} */ (
      null);
    this.orderAim = new OrderAim(session);
    this.stackChoice = new StackChoice(session);
    /** The place that was clicked last, where orders concern places and no counter. */
    this.spot = "";
    /** The offer that is looked at before it is given, as it would be typed. */
    this.weighed = "";
    /** Where something was just bought, and the menu stays open for more. */
    this.again = "";
    /** Places with a line around them, until something else is chosen. */
    this.area = /** @type {string[]} */ ([]);
  }

  /** Offers by place: those of the chosen counter, and those that concern none. While something is
   * aimed, what is aimed. */
  targets() {
    /** @type {Map<string, Offer[]>} */
    const targets = new Map();
    for (const offer of this.orderAim.active ? this.orderAim.offers() : this.plain()) {
      if (offer.place) targets.set(offer.place, [...(targets.get(offer.place) ?? []), offer]);
    }
    return targets;
  }

  /** Offers that a click gives: without what a counter does where it stands, which has a button, and
   * without what it must be aimed for. A click there chooses another. Of several counters chosen, what
   * all of them can do; of any counter, what a click on it means. */
  plain() {
    const { chosen } = this.stackChoice;
    const all = this.session.offers;
    if (chosen.length > 1) {
      return [...all.filter((offer) => offer.subject === "" || this.isDirect(offer)),
        ...this.stackChoice.together(all, chosen).filter((offer) => !this.isDirect(offer))];
    }
    const own = all.filter((offer) => offer.subject === "" || offer.subject === this.selected || this.isDirect(offer));
    const aimed = new Set(own.flatMap((offer) => (offer.aim && offer.key) || []));
    return own.filter((offer) => !(offer.key && (this.isHere(offer) || aimed.has(offer.key))));
  }

  /** What can be ordered at a place. @param {string} place @returns {Offer[]} */
  offersAt(place) {
    return this.orderAim.active ? this.orderAim.at(place) : this.targets().get(place) ?? [];
  }

  /** What can be ordered at a place, also what is aimed or has a button. @param {string} place
   * @returns {Offer[]} */
  everyAt(place) {
    const own = this.session.offers.filter((offer) => offer.subject === "" || offer.subject === this.selected);
    const made = own.filter((offer) => offer.place === place && place !== "");
    const known = new Set(made.map((offer) => offer.orders.join()));
    return [...made, ...own.filter((offer) => this.orderAim.reaches(offer, place))
      .map((offer) => this.orderAim.aimed(offer, place)).filter((offer) => !known.has(offer.orders.join()))];
  }

  /** Buttons of the chosen counter: what needs no other place, and what one key gives at several,
   * one button for all of a kind. @returns {{title: string, offers: Offer[]}[]} */
  unitButtons() {
    const mine = this.session.offers.filter((offer) => offer.subject === this.selected && offer.subject
      && offer.kind !== "remove");
    /** @type {Map<string, Offer[]>} */
    const groups = new Map();
    for (const offer of mine) {
      const shared = offer.key && mine.filter((other) => other.key === offer.key).length > 1;
      if (offer.place && !shared && !this.isHere(offer)) continue;
      const name = this.isHere(offer) ? offer.orders.join() : `${offer.kind} ${offer.word ?? ""}`;
      groups.set(name, [...(groups.get(name) ?? []), offer]);
    }
    return [...groups.values()].map((offers) => {
      const [first] = offers;
      // With a key the kind says enough beside it; the whole is told by the title.
      const title = first.key ? titled(first) : first.caption;
      return { title: this.isHere(first) ? title : `${title} …`, offers };
    });
  }

  /** Whether an offer needs no place but where its counter stands. @param {Offer} offer */
  isHere(offer) {
    const own = this.session.counter(offer.subject)?.place;
    return !offer.aim && (!offer.place || (offer.place === own && Boolean(offer.key)) || this.isDirect(offer));
  }

  /** Whether a click on a counter gives an offer, chosen or not: it points at the counter itself.
   * @param {Offer} offer */
  isDirect(offer) {
    return Boolean(offer.subject && offer.place) && !offer.aim && !offer.key && !offer.path.length
      && this.session.counter(offer.subject)?.place === offer.place;
  }

  /** Counters of which something else can be ordered than what a click gives. */
  movable() {
    return new Set(this.session.offers.filter((offer) => !this.isDirect(offer)).map(({ subject }) => subject));
  }

  /** Give what a key or a button stands for, or ask which of several, or where.
   * @param {Offer[]} offers */
  use(offers) {
    const [first] = offers;
    const single = offers.length === 1 && !first.aim;
    if (single && (this.isHere(first) || this.isNear(first))) this.session.orderSender.give(first);
    else if (offers.every((offer) => this.isHere(offer))) {
      this.open(this.session.counter(first.subject)?.place ?? "", offers);
    } else this.orderAim.start(offers);
  }

  /** Whether an offer is at a neighbour of its counter. @param {Offer} offer */
  isNear(offer) {
    const { geometry } = this.session.map ?? {};
    const [from, to] = [this.session.counter(offer.subject)?.place ?? "", offer.place].map((id) =>
      geometry?.places.get(id));
    return !from || !to || Math.hypot(to.x - from.x, to.y - from.y) < NEAR;
  }

  /** Ask which of several orders. @param {string} place @param {Offer[]} offers */
  open(place, offers) {
    this.menu = { place, offers, counters: [], asked: [] };
    this.byKeys = true;
    this.hover = place;
    this.session.refresh();
    this.session.changed();
  }

  /** Everything that can be done or asked at a place. @param {string} place */
  context(place) {
    const { session } = this;
    if (!session.view || session.playing) return;
    const here = session.countersAt(place);
    const lines = session.overlays.lines(place);
    const asked = session.overlays.all.some((overlay) => overlay.of_counter) ? here : [];
    const counters = here.filter((counter) => counter.id !== this.selected);
    const offers = this.orderAim.active ? this.offersAt(place) : this.everyAt(place);
    this.menu = offers.length || counters.length || asked.length || lines.length
      ? { place, offers, counters, asked, lines } : null;
    if (!this.menu) session.say("Nothing can be done here.");
    session.changed();
  }

  /** Counters that can be ordered to some place, those without a plan first; where keys go through
   * the units, in the order in which one has them. */
  orderable() {
    const { session } = this;
    const subjects = new Set(session.offers.filter((offer) => offer.subject
      && (offer.place || offer.aim || offer.key)).map((offer) => offer.subject));
    if (session.board?.board.cycle) {
      return (session.view?.counters ?? []).map(({ id }) => id).filter((id) => subjects.has(id));
    }
    const planned = new Set((session.view?.marks ?? []).map((mark) => mark.subject));
    return [...subjects].sort((a, b) => Number(planned.has(a)) - Number(planned.has(b)));
  }

  /** @param {string} place */
  click(place) {
    const { session } = this;
    if (session.orderSender.later(() => this.click(place))) return;
    if (session.playing || !session.view) return;
    if (session.orderSender.orderForm.take(place)) return;
    if (!this.menu && session.armySetup.click(place)) return;
    const offers = this.offersAt(place);
    if (offers.length) this.spot = place;
    const able = this.movable();
    // A friend's place may be a target too: then ask what the click means.
    const counters = session.countersAt(place).filter((counter) =>
      able.has(counter.id) && counter.id !== this.selected);
    // A finger cannot hover: the first tap shows way and odds, the second gives the order.
    const looking = this.byTouch && offers.length === 1 && !counters.length && this.hover !== place;
    if (this.byTouch) this.pointAt(place);
    const lines = offers.length || counters.length || this.orderAim.active ? [] : session.overlays.lines(place);
    if (this.menu) this.menu = null;
    else if (lines.length) {
      this.menu = { place, offers: [], counters: session.countersAt(place), asked: [], lines };
    } else if (offers.some((offer) => this.isWare(offer))) this.menu = { place, offers, counters: [], asked: [] };
    else if (looking) this.session.say(`${offers[0].caption}. Tap again to order.`);
    else if (offers.length === 1 && !counters.length) {
      session.orderSender.give(offers[0]);
      return;
    } else if (offers.length) this.menu = { place, offers: this.withAll(offers), counters, asked: [] };
    else if (this.orderAim.active && !counters.length) session.say(`${place || "This"} cannot be aimed at. Escape leaves.`);
    else this.choose(place);
    session.refresh();
    session.changed();
  }

  /** Offers of one place, and what all of its counters can do there at once.
   * @param {Offer[]} offers @returns {Offer[]} */
  withAll(offers) {
    const direct = offers.filter((offer) => this.isDirect(offer));
    const kinds = [...new Set(direct.map(({ kind }) => kind))];
    return [...kinds.flatMap((kind) => {
      const same = direct.filter((offer) => offer.kind === kind);
      return same.length > 1 ? this.stackChoice.together(same, same.map(({ subject }) => subject)) : [];
    }), ...offers];
  }

  /** A click on a counter of a stack that is spread out: its one order, or choose it.
   * @param {string} id @param {boolean} [more] whether besides those that are chosen */
  pick(id, more = false) {
    const own = this.session.offers.filter(({ subject }) => subject === id);
    if (own.length === 1 && this.isDirect(own[0])) void this.session.orderSender.give(own[0]);
    else if (more) this.stackChoice.toggle(id);
    else {
      // A finger cannot leave the stack for its places to be seen.
      if (this.byTouch) this.fan = "";
      this.select(id);
    }
  }

  /** Whether an offer buys a piece: one asks for a price before one pays it. @param {Offer} offer */
  isWare(offer) {
    return Boolean(offer.word && this.session.board?.board.pieces?.[offer.word]);
  }

  /** Look at an offer before it is given. @param {string} typed "" for none */
  weigh(typed) {
    this.weighed = typed;
    const offer = this.session.offers.find((other) => other.typed === typed);
    if (offer?.place) this.session.map?.reveal(offer.place);
    this.session.refresh();
    this.session.changed();
  }

  /** Show a place of the list on the map. @param {string} place */
  spotAt(place) {
    this.spot = place;
    this.session.map?.reveal(place);
    this.session.map?.show({ lit: [place] });
    this.session.changed();
  }

  /** Choose a counter at a place; again, the next of the stack. @param {string} place */
  choose(place) {
    const here = this.stackChoice.ordered(this.session.countersAt(place));
    this.spot = place;
    this.fan = here.length > 1 ? place : "";
    const able = new Set(this.session.offers.map((offer) => offer.subject));
    const mine = here.filter((counter) => able.has(counter.id));
    const list = mine.length ? mine : here;
    const at = list.findIndex((counter) => counter.id === this.selected);
    this.take(list.length === 1 && at === 0 ? "" : (list[(at + 1) % list.length]?.id ?? ""));
  }

  /** @param {string} id */
  take(id) {
    if (id !== this.selected) this.orderAim.stop();
    this.selected = id;
    this.stackChoice.others = [];
    this.menu = null;
    this.area = [];
    const { session } = this;
    session.overlays.follow();
    if (!id) return;
    session.guide.selected(id);
    const counter = session.counter(id);
    if (counter) session.say(`${describeCounter(session, counter)} chosen. ${this.summary()}`);
  }

  /** What the chosen counter may do, counted. */
  summary() {
    const kinds = new Map();
    for (const offer of [...this.targets().values()].flat()) {
      const noun = NOUNS[offer.kind] ?? offer.kind;
      if (offer.subject && !this.isDirect(offer)) kinds.set(noun, (kinds.get(noun) ?? 0) + 1);
    }
    return [...kinds].map(([kind, count]) => `${count} ${count > 1 ? plural(kind) : kind}`).join(", ");
  }

  /** @param {string} id @param {boolean} [legible] whether it is shown near enough to read it */
  select(id, legible = false) {
    this.take(id);
    const place = this.session.counter(id)?.place;
    if (place) this.session.map?.reveal(place, legible);
    if (this.byKeys) this.hover = "";
    this.byKeys = false;
    if (place !== this.fan) this.fan = "";
    this.session.refresh();
    this.session.changed();
  }

  /** Go to the next unit that has no orders; where all have some, to the next that can have any; where no
   * unit can, to the next marked place. @param {number} step 1 for the next, -1 for the one before */
  selectNext(step = 1) {
    const all = this.orderable();
    const left = new Set(leftToDo(this.session));
    const at = all.indexOf(this.selected);
    const from = at < 0 ? (step > 0 ? -1 : 0) : at;
    const others = all.map((_, i) => all[(from + step * (i + 1) + 2 * all.length) % all.length]);
    const next = others.find((id) => left.has(id)) ?? others[0];
    if (next) this.select(next, true);
    else nextMarked(this.session, step);
  }

  /** @param {string} kind of the pointer: "mouse", "touch", "pen" */
  pointedBy(kind) {
    this.byTouch = kind === "touch";
  }

  /** The pointer is over a place.
   * @param {string} place @param {Point} pointer @param {string} counter of the stack spread out
   * @param {boolean} [inFan] whether the pointer is over that stack */
  point(place, pointer, counter, inFan = false) {
    this.fanned = counter;
    if (this.byTouch) return;
    this.stackChoice.point(place, inFan);
    // A map that moves under a still pointer does not take the cursor of the keys away.
    if (this.byKeys && place === "") return;
    const moved = place !== this.hover;
    [this.hover, this.pointer, this.byKeys] = [place, pointer, false];
    if (moved) this.session.refresh();
    if (moved) this.session.guide.pointed(place);
    this.session.moved();
  }

  /** The map has moved under a pointer that is still: something else lies there now. */
  follow() {
    const { map } = this.session;
    if (map && this.hover && !this.byKeys && !this.byTouch) map.hoverAt(this.pointer);
  }

  /** Show what lies at a place without a pointer there. @param {string} place */
  pointAt(place) {
    this.hover = place;
    this.pointer = this.session.map?.point(place) ?? { x: 0, y: 0 };
    this.session.guide.pointed(place);
  }

  /** Move the cursor of the keys. @param {number} dx @param {number} dy */
  step(dx, dy) {
    const { map } = this.session;
    const places = map?.geometry?.places;
    if (!map || !places || !this.session.view) return;
    const from = places.get(this.hover) ?? places.get(this.session.counter(this.selected)?.place ?? "")
      ?? this.middle();
    if (!from) return;
    if (!this.byKeys || this.lane.across !== (dx !== 0)) {
      this.lane = { across: dx !== 0, at: dx !== 0 ? from.y : from.x };
    }
    const next = this.hover && this.byKeys ? this.neighbour(from, dx, dy)
      : this.hover === "" && this.selected === "" ? from : this.neighbour(from, dx, dy);
    if (!next) return;
    this.goTo(next);
  }

  /** Put the cursor of the keys on a place. @param {Place} place */
  goTo(place) {
    this.byKeys = true;
    this.session.map?.reveal(place.id);
    this.pointAt(place.id);
    this.session.say(describePlace(this.session, place));
    this.session.refresh();
    this.session.changed();
  }

  /** The nearest place in a direction, and of those near the one nearest to the lane.
   * @param {Place} from @param {number} dx @param {number} dy @returns {Place | null} */
  neighbour(from, dx, dy) {
    let best = null;
    let least = Infinity;
    const { geometry } = this.session.map ?? {};
    // Outlines lie side by side: one walks along them, and not across what lies between.
    for (const place of geometry?.outlines.size ? geometry.beside(from) : this.session.board?.board.places ?? []) {
      const [x, y] = [place.x - from.x, place.y - from.y];
      const far = Math.hypot(x, y);
      if (place === from || far === 0) continue;
      if (Math.acos(Math.max(-1, Math.min(1, (x * dx + y * dy) / far))) > WIDEST_TURN) continue;
      const off = Math.abs((this.lane.across ? place.y : place.x) - this.lane.at);
      const cost = far + 0.3 * off;
      if (cost < least) [best, least] = [place, cost];
    }
    return best;
  }

  /** The place in the middle of what is seen; where one aims, the nearest to it that may be chosen. */
  middle() {
    const { map } = this.session;
    const all = this.session.board?.board.places ?? [];
    const centre = map?.geometry?.places.get(map.placeAt({ x: map.wide / 2, y: map.high / 2 })) ?? all[0];
    const open = this.orderAim.region()?.places;
    if (!open?.size || open.has(centre.id)) return centre;
    const far = (/** @type {Place} */ place) => Math.hypot(place.x - centre.x, place.y - centre.y);
    return all.filter(({ id }) => open.has(id)).reduce((best, place) => (far(place) < far(best) ? place : best));
  }

  /** Act at the cursor of the keys. @returns {boolean} whether it stands anywhere */
  act() {
    if (!this.byKeys || !this.hover) return false;
    this.byTouch = false;
    this.click(this.hover);
    return true;
  }

  /** A new view has come: choose again what is still there, or the only one that can act. */
  presented() {
    const { session } = this;
    this.menu = null;
    const wares = session.nowOffers.filter((offer) => offer.place === this.again && this.isWare(offer));
    if (wares.length) this.menu = { place: this.again, offers: wares, counters: [], asked: [] };
    this.again = "";
    if (!session.nowOffers.some(({ typed }) => typed === this.weighed)) this.weighed = "";
    if (this.selected && !session.counter(this.selected)) this.selected = "";
    this.stackChoice.presented();
    const only = new Set(session.nowOffers.filter((offer) => offer.subject
      && (offer.place || offer.aim) && !this.isDirect(offer))
      .map((offer) => offer.subject));
    if (only.size === 1) this.selected = [...only][0];
    if (session.countersAt(this.fan).length < 2) this.fan = "";
    session.overlays.presented();
  }

  /** Something else is to be done now: let go of a unit that has no part in it. */
  turned() {
    if (!this.session.nowOffers.some(({ subject }) => subject === this.selected)) this.take("");
  }

  /** Choose nothing. */
  clear() {
    this.selected = this.fan = this.fanned = "";
    this.stackChoice.others = [];
    this.menu = null;
    this.area = [];
    this.orderAim.stop();
    this.session.armySetup.type = "";
    if (this.byKeys || this.byTouch) this.hover = "";
    this.byKeys = false;
    this.session.overlays.follow();
  }

  forget() {
    this.selected = this.hover = this.fan = this.fanned = this.spot = this.weighed = "";
    this.stackChoice.others = [];
    this.menu = null;
    this.area = [];
    this.orderAim.stop();
    this.byKeys = false;
  }

  /** What the map draws. */
  scene() {
    const targets = this.targets();
    const weighed = this.weighed ? this.session.offers.find(({ typed }) => typed === this.weighed) : undefined;
    const [offer = weighed] = this.offersAt(this.hover);
    const way = this.session.overlays.path(this.hover);
    return {
      selected: this.selected, group: this.stackChoice.others, raised: this.stackChoice.raised, hover: this.hover, fan: this.fan, targets, area: this.area,
      aim: this.session.armySetup.region() ?? this.orderAim.region(),
      path: offer ? (offer.path.length ? offer.path : this.straight(offer)) : way,
      pathLook: offer?.style.look ?? (way.length ? "move" : "other"),
      ...this.session.orderSender.orderForm.scene(),
    };
  }

  /** @param {Offer} offer */
  straight(offer) {
    const from = this.session.counter(offer.subject)?.place;
    return from ? [from, offer.place] : [];
  }
}

/** @param {string} word @returns {string} */
function plural(word) {
  const [noun, ...rest] = word.split(" ");
  if (rest.length) return `${plural(noun)} ${rest.join(" ")}`;
  return /(ch|sh|s|x)$/.test(word) ? `${word}es` : word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`;
}
