/** Setting an army up: which type is placed, what stands already, and the orders for it. */
import { forSide, FORMAT, readArmy, writeArmy } from "./armies.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("./armies.js").Army} Army */
/** @typedef {import("./armies.js").Fault} Fault */
/** @typedef {import("./armies.js").Posted} Posted */
/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../map/scene").StyledOffer} Offer */
/** A unit that stands. @typedef {{counter: Counter, type: string}} Placed */

/** Kinds of offers by which an army is set up. */
const KINDS = ["deploy", "remove", "army", "ready"];

export class ArmySetup {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The type that a click places; "" for none. */
    this.type = "";
    /** What was wrong with an army that was to be loaded. @type {Fault[]} */
    this.faults = [];
    /** The first order of a type, from offers seen: a full army has no such offer.
     * @type {Map<string, number>} */
    this.firsts = new Map();
    /** Where a unit may be moved to, for a view. */
    this.open = /** @type {{view: object | null, region: import("../../map/scene").Region | null}} */ (
      { view: null, region: null });
  }

  get plan() {
    return this.session.board?.board.army_setup ?? null;
  }

  /** @returns {Offer[]} */
  get offers() {
    return this.session.selection.orderAim.open;
  }

  /** Whether this player is setting up. */
  get active() {
    return this.plan !== null && !this.session.playing
      && this.offers.some((offer) => KINDS.includes(offer.kind));
  }

  /** Whether he is ready, and another is not. */
  get waiting() {
    return this.plan !== null && this.offers.some((offer) => offer.kind === "recall");
  }

  /** Whether some offers are those of setting up. @param {{kind: string}[]} offers */
  isPart(offers) {
    return this.plan !== null && offers.some(({ kind }) => KINDS.includes(kind) || kind === "recall");
  }

  /** @param {string} kind @param {string} [word] @returns {Offer | undefined} */
  offer(kind, word) {
    return this.offers.find((offer) => offer.kind === kind
      && (word === undefined || offer.word === word));
  }

  /** The type of a counter by what it is called. @param {Counter} counter */
  typeOf(counter) {
    const types = Object.entries(this.plan?.types ?? {});
    return (types.find(([name, type]) => [type.title, name].includes(counter.name))
      ?? types.find(([, type]) => type.sidcs.includes(counter.sidc)))?.[0] ?? "";
  }

  /** The own units on the map, in their order. @returns {Placed[]} */
  placed() {
    const { view, seat } = this.session;
    return (view?.counters ?? []).filter((counter) => counter.side === seat && counter.place)
      .map((counter) => ({ counter, type: this.typeOf(counter) }));
  }

  /** Sums of the values of what stands, by name. @returns {[string, number][]} */
  totals() {
    /** @type {Map<string, number>} */
    const sums = new Map(Object.values(this.plan?.types ?? {}).flatMap((type) =>
      Object.keys(type.values).map((name) => [name, 0])));
    for (const { type } of this.placed()) {
      for (const [name, value] of Object.entries(this.plan?.types[type]?.values ?? {})) {
        sums.set(name, (sums.get(name) ?? 0) + value);
      }
    }
    return [...sums];
  }

  /** Why one cannot be ready yet; "" where one can. */
  lacking() {
    if (this.offer("ready")) return "";
    const missing = (this.plan?.size ?? 0) - this.placed().length;
    if (missing > 0) return `${missing} more ${missing > 1 ? "units" : "unit"} to place`;
    return this.waiting ? "You are ready" : "Not yet";
  }

  /** New offers have come. */
  presented() {
    for (const offer of this.offers) {
      if (offer.kind === "deploy" && offer.aim && offer.word) this.firsts.set(offer.word, offer.aim.first);
    }
    if (!this.isPart(this.offers)) this.type = "";
    this.follow();
  }

  /** The unit on the map that is chosen, which may be moved. */
  chosen() {
    const { selected } = this.session.selection;
    return this.isPart(this.offers) ? this.placed().find(({ counter }) => counter.id === selected) : undefined;
  }

  /** What is aimed follows the chosen type; a chosen unit comes first. */
  follow() {
    if (!this.isPart(this.offers)) return;
    const aims = this.type !== "" && !this.chosen() && this.offer("deploy", this.type);
    this.session.selection.orderAim.goal = aims
      ? { subject: "", key: "", kind: "deploy", word: this.type } : null;
  }

  /** Where a chosen unit may be moved to, for the map. @returns {import("../../map/scene").Region | null} */
  region() {
    if (!this.chosen()) return null;
    const { view, seat, board } = this.session;
    if (this.open.view !== view) {
      const taken = new Set(this.placed().map(({ counter }) => counter.place));
      const places = (board?.board.places ?? []).filter(({ id, side }) =>
        !taken.has(id) && (side === undefined || side === seat)).map(({ id }) => id);
      this.open = { view, region: { look: /** @type {const} */ ("other"), places: new Set(places) } };
    }
    return this.open.region;
  }

  /** Choose a type to place, or none. @param {string} type */
  choose(type) {
    if (!this.plan?.types[type]) return;
    const next = this.type === type ? "" : type;
    this.session.selection.clear();
    this.type = next;
    this.follow();
    const { title } = this.plan.types[type];
    this.session.say(next ? `${title}: choose a place.` : `${title} put away.`);
    this.session.refresh();
  }

  /** Forget what one player did before another looks. */
  forget() {
    this.type = "";
    this.faults = [];
    this.open = { view: null, region: null };
  }

  /** Choose the type of a digit. @param {number} number from 1 */
  chooseNumber(number) {
    const type = Object.keys(this.plan?.types ?? {})[number - 1];
    if (type) this.choose(type);
  }

  /** The unit that stands at a place and may be taken away. @param {string} place */
  removable(place) {
    return this.placed().find(({ counter }) => counter.place === place
      && this.offers.some((offer) => offer.kind === "remove" && offer.subject === counter.id));
  }

  /** A click on the map. @param {string} place @returns {boolean} whether it was about the army */
  click(place) {
    if (!this.active || !place) return false;
    const here = this.removable(place);
    const chosen = this.chosen();
    if (here && here.counter.id === chosen?.counter.id) this.remove(here.counter.id);
    else if (here) this.pick(here.counter.id);
    else if (chosen) this.move(chosen.counter.id, place);
    else if (this.type) this.place(this.type, place);
    else this.session.say("Choose a type of unit first, or a unit on the map.");
    return true;
  }

  /** Choose a unit on the map, or none. @param {string} id */
  pick(id) {
    this.session.selection.select(id);
    this.follow();
    this.session.refresh();
  }

  /** Place a unit. @param {string} type @param {string} place */
  async place(type, place) {
    const { session } = this;
    const offer = this.offer("deploy", type);
    const title = this.plan?.types[type]?.title ?? type;
    if (!offer) {
      session.notice(`No more ${title} can be placed.`);
    } else if (!session.selection.orderAim.reaches(offer, place)) {
      session.notice(`${place} is not open to ${title}: choose one of the marked places.`, offer.clause);
    } else await this.send([session.selection.orderAim.aimed(offer, place).orders], `${title} at ${place}.`);
  }

  /** Take a unit away. @param {string} id of a counter */
  async remove(id) {
    const offer = this.offers.find((one) => one.kind === "remove" && one.subject === id);
    if (offer) await this.send([offer.orders], `${offer.caption}: done.`);
  }

  /** Move a unit: it is taken away and placed again. @param {string} id @param {string} place */
  async move(id, place) {
    const counter = this.session.counter(id);
    const offer = this.offers.find((one) => one.kind === "remove" && one.subject === id);
    if (!counter || !offer || !place || counter.place === place) return;
    if (this.removable(place)) {
      this.session.notice(`${place} is taken: a place has room for one unit.`, offer.clause);
      return;
    }
    const type = this.typeOf(counter);
    await this.exchange([offer], [{ type, hex: place }], `${counter.name} moved to ${place}.`);
  }

  /** Take all units away. */
  async clear() {
    const removals = this.offers.filter((offer) => offer.kind === "remove");
    if (removals.length) await this.send([removals.flatMap((offer) => offer.orders)], "All units taken away.");
  }

  /** Take units away and place others. @param {Offer[]} removals @param {Posted[]} units
   * @param {string} words */
  async exchange(removals, units, words) {
    const away = removals.flatMap((offer) => offer.orders);
    const known = units.every(({ type }) => this.firsts.has(type));
    // Without an offer seen, what places a type is only offered when there is room for it.
    if (!known && !(await this.send([away], ""))) return;
    if (!known) await this.session.presenter.settled();
    const orders = units.flatMap(({ type, hex }) => {
      const first = this.firsts.get(type);
      return first === undefined ? [] : [first + this.session.selection.orderAim.number(hex)];
    });
    if (orders.length < units.length) this.session.notice("These units cannot be placed now.");
    else await this.send([known ? [...away, ...orders] : orders], words);
  }

  /** @param {number[][]} bundles @param {string} words @returns {Promise<boolean>} */
  async send(bundles, words) {
    const { session } = this;
    this.faults = [];
    for (const orders of bundles) {
      if (!orders.length) continue;
      const answer = await session.orderSender.send({ type: "orders", orders });
      if (answer?.type === "error") session.notice(answer.text);
      if (answer?.type !== "done") return false;
    }
    session.orderSender.redoable = [];
    // Numbers of units may be others now.
    session.selection.selected = "";
    session.overlays.follow();
    this.follow();
    if (words) session.say(words);
    session.refresh();
    return true;
  }

  // Armies that are kept

  /** The army that stands. @param {string} name @returns {Army | null} */
  army(name) {
    const { board, seat } = this.session;
    const side = board?.board.sides[seat ?? -1]?.name;
    if (!board || side === undefined) return null;
    const units = this.placed().map(({ counter, type }) => ({ type, hex: counter.place }));
    return { format: FORMAT, system: board.system.name, board: board.board.title, side, units, name: name.trim() };
  }

  /** Set up an army that was saved. @param {Army} army */
  async load(army) {
    const { session } = this;
    const { board, seat } = session;
    if (!board || seat === null) return;
    // What was saved on another map, or changed by hand, is looked at again.
    const read = readArmy(writeArmy(army), army.name, board.system.name, board.board);
    const { units, faults } = read.army ? forSide(read.army, seat, board.board) : { units: [], faults: read.faults };
    this.faults = faults;
    if (faults.length) {
      session.changed();
      return;
    }
    const removals = this.offers.filter((offer) => offer.kind === "remove");
    await this.exchange(removals, units, `${army.name}: ${units.length} units set up.`);
  }
}
