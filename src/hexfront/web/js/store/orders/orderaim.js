/** Offers that leave the place to the player: which are being aimed, and what they are at a place. */

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../map/scene").StyledOffer} Offer */
/** @typedef {import("../../map/scene").Region} Region */
/** What is aimed: offers of a counter, or of none, all with one key, or one of them alone.
 * @typedef {{subject: string, key: string, kind: string, word: string}} Goal */

/** @type {Offer[]} */
const NONE = [];

export class OrderAim {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.goal = /** @type {Goal | null} */ (null);
    /** Letters of a place that were typed before its field was there. */
    this.early = "";
    /** The offers for which the region was found, and the region. */
    this.found = /** @type {{offers: Offer[], goal: Goal | null, region: Region | null}} */ (
      { offers: [], goal: null, region: null });
    /** @type {Map<string, number>} */
    this.numbers = new Map();
    this.numbered = /** @type {object | null} */ (null);
  }

  /** The offers of the present, also while it is being shown. @returns {Offer[]} */
  get open() {
    return this.session.replay.active ? NONE : this.session.nowOffers;
  }

  get active() {
    return this.goal !== null;
  }

  /** The number of a place on the board; -1 for none. @param {string} place */
  number(place) {
    const places = this.session.board?.board.places ?? [];
    if (this.numbered !== places) {
      this.numbers = new Map(places.map(({ id }, i) => [id, i]));
      this.numbered = places;
    }
    return this.numbers.get(place) ?? -1;
  }

  /** The place that is written somehow: with or without its first sign, in small letters, by name.
   * @param {string} text @returns {string} "" for none */
  placeOf(text) {
    const sought = text.trim().toLowerCase();
    if (!sought) return "";
    const places = this.session.board?.board.places ?? [];
    const bare = (/** @type {string} */ words) => words.toLowerCase().replace(/^\W+/, "");
    return (places.find(({ id }) => id.toLowerCase() === sought)
      ?? places.find(({ id }) => bare(id) === bare(sought))
      ?? places.find(({ name }) => name?.toLowerCase() === sought))?.id ?? "";
  }

  /** Whether an offer can be aimed at a place. @param {Offer} offer @param {string} place */
  reaches(offer, place) {
    const number = this.number(place);
    if (!offer.aim || number < 0) return false;
    return !offer.aim.runs || within(offer.aim.runs, number);
  }

  /** An offer at one place, with its order. @param {Offer} offer @param {string} place
   * @returns {Offer} */
  aimed(offer, place) {
    if (!offer.aim) return offer;
    const { first, confirmed } = offer.aim;
    const asks = !confirmed || within(confirmed, this.number(place));
    return { ...offer, aim: undefined, place, orders: [first + this.number(place)],
      confirm: asks ? offer.confirm : undefined,
      caption: `${offer.caption}: ${place}`, typed: `${offer.typed} ${place}` };
  }

  /** An offer that was aimed before, aimed once more, if it still may be. @param {Offer} offer
   * @returns {Offer | undefined} */
  anew(offer) {
    const open = this.open.find((other) => `${other.typed} ${offer.place}` === offer.typed
      && this.reaches(other, offer.place));
    return open && this.aimed(open, offer.place);
  }

  /** Everything that the goal is about, also what needs no place.
   * @param {Goal | null} [goal] @returns {Offer[]} */
  group(goal = this.goal) {
    if (!goal) return [];
    return this.open.filter((offer) => offer.subject === goal.subject
      && (goal.key ? offer.key === goal.key : offer.kind === goal.kind && (offer.word ?? "") === goal.word));
  }

  /** What is aimed now. @returns {Offer[]} */
  offers() {
    const { goal } = this;
    return this.group().filter((offer) => !goal?.kind
      || (offer.kind === goal.kind && (offer.word ?? "") === goal.word));
  }

  /** What the goal is at a place; an offer made for this very place knows more of it.
   * @param {string} place @returns {Offer[]} */
  at(place) {
    const made = this.offers().filter((offer) => offer.place === place && place !== "");
    const known = new Set(made.map((offer) => offer.orders.join()));
    return [...made, ...this.offers().filter((offer) => this.reaches(offer, place))
      .map((offer) => this.aimed(offer, place)).filter((offer) => !known.has(offer.orders.join()))];
  }

  /** Aim some offers, all of one counter and one key. @param {Offer[]} offers */
  start(offers) {
    const [first] = offers;
    if (!first) return;
    const alike = offers.every((offer) => offer.kind === first.kind && offer.word === first.word);
    this.goal = { subject: first.subject, key: first.key ?? "", kind: alike ? first.kind : "",
      word: alike ? first.word ?? "" : "" };
    const { session } = this;
    session.selection.menu = null;
    session.overlays.forget();
    session.say(`${this.caption()}: choose a place. Escape leaves.`);
    session.refresh();
    session.changed();
  }

  /** Aim one of several alone, or all again. @param {Offer | null} offer */
  narrow(offer) {
    if (!this.goal) return;
    this.goal = { ...this.goal, kind: offer?.kind ?? "", word: offer?.word ?? "" };
    this.session.refresh();
    this.session.changed();
  }

  /** What may be aimed by itself where several share a key, one for each kind. @returns {Offer[]} */
  kinds() {
    const kinds = new Map(this.group().map((offer) => [`${offer.kind} ${offer.word ?? ""}`, offer]));
    return kinds.size > 1 ? [...kinds.values()] : [];
  }

  /** Take one of the kinds: it is aimed alone, or given if it needs no place. @param {Offer} offer */
  choose(offer) {
    if (this.session.selection.isHere(offer)) this.session.orderSender.give(offer);
    else this.narrow(offer.kind === this.goal?.kind && (offer.word ?? "") === this.goal.word ? null : offer);
  }

  /** Take one of the kinds by its number; the key that began it ends it. @param {string} key */
  pick(key) {
    const offer = this.kinds()[Number(key) - 1];
    if (offer) this.choose(offer);
    else if (key === this.goal?.key) {
      this.stop();
      this.session.refresh();
      this.session.changed();
    }
  }

  stop() {
    this.goal = null;
    this.early = "";
  }

  /** What is aimed, in words. */
  caption() {
    return [...new Set(this.offers().filter((offer) => offer.aim || offer.place)
      .map((offer) => (offer.subject ? offer.kind : offer.caption)))].join(" or ");
  }

  /** Where one may aim, for the map. @returns {Region | null} */
  region() {
    const offers = this.open;
    if (this.found.offers === offers && this.found.goal === this.goal) return this.found.region;
    this.found = { offers, goal: this.goal, region: this.makeRegion() };
    return this.found.region;
  }

  /** @returns {Region | null} */
  makeRegion() {
    const aims = this.offers().filter((offer) => offer.aim);
    if (!aims.length) return null;
    const { look } = aims[0].style;
    if (aims.some((offer) => !offer.aim?.runs)) return { look, places: null };
    const ids = this.session.board?.board.places ?? [];
    const places = new Set(aims.flatMap(({ aim }) => runsOf(aim?.runs ?? [])).map((i) => ids[i].id));
    return { look, places };
  }

  /** A new view has come: what is no longer offered is no longer aimed. */
  presented() {
    if (!this.offers().some((offer) => offer.aim || offer.place)) this.stop();
    this.begin();
  }

  /** Offers of a place alone, which no counter and no key names. @returns {Offer[]} */
  asked() {
    return this.open.filter((offer) => offer.aim && !offer.subject && !offer.key);
  }

  /** Where a place is what is asked for next, a click on the map says which, without a button. */
  begin() {
    const { session } = this;
    const asked = this.asked();
    if (this.goal || asked.length !== 1 || session.armySetup.active || session.result) return;
    this.goal = { subject: "", key: "", kind: asked[0].kind, word: asked[0].word ?? "" };
  }
}

/** Whether a number is in one of some runs. @param {number[]} runs @param {number} number */
function within(runs, number) {
  return runs.some((first, i) => i % 2 === 0 && number >= first && number <= runs[i + 1]);
}

/** The numbers of runs. @param {number[]} runs @returns {number[]} */
export function runsOf(runs) {
  const numbers = [];
  for (let i = 0; i < runs.length; i += 2) {
    for (let number = runs[i]; number <= runs[i + 1]; number += 1) numbers.push(number);
  }
  return numbers;
}

/** A kind of offers, as a button has it. @param {Offer} offer */
export function titled(offer) {
  return offer.kind.charAt(0).toUpperCase() + offer.kind.slice(1);
}
