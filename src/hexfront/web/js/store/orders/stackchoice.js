/** Counters that share a place: which lies on top, and which are chosen and ordered together. */

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("../../map/scene").StyledOffer} Offer */

/** Milliseconds that the pointer rests on a stack before it is spread out. */
const REST_MS = 300;
/** Milliseconds after which it is laid together when the pointer has left it. */
const LEAVE_MS = 150;

/** Whether a NATO symbol is of a land unit that carries or supplies others: its entity is of sustainment.
 * @param {string} sidc */
function sustains(sidc) {
  return sidc.slice(4, 6) === "10" && sidc.slice(10, 12) === "16";
}

export class StackChoice {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Counters that are chosen besides the chosen one. @type {string[]} */
    this.others = [];
    /** Counters that were laid on top of their stacks, the last one first. @type {string[]} */
    this.raised = [];
    this.timer = 0;
  }

  /** Counters of a place, the one on top first. @param {Counter[]} stack @returns {Counter[]} */
  ordered(stack) {
    const rank = (/** @type {Counter} */ { id }) => {
      const at = this.raised.indexOf(id);
      return at < 0 ? this.raised.length : at;
    };
    return this.raised.length ? [...stack].sort((a, b) => rank(a) - rank(b)) : stack;
  }

  /** The chosen counters, the chosen one first. @returns {string[]} */
  get chosen() {
    const { selected } = this.session.selection;
    return selected ? [selected, ...this.others] : [];
  }

  /** @param {string} id */
  holds(id) {
    return this.chosen.includes(id);
  }

  /** Counters of a place that can be ordered. @param {string} place @returns {string[]} */
  able(place) {
    const able = new Set(this.session.offers.map(({ subject }) => subject));
    return this.ordered(this.session.countersAt(place)).filter(({ id }) => able.has(id)).map(({ id }) => id);
  }

  /** Choose a counter besides the others, or no more. @param {string} id */
  toggle(id) {
    const { selection } = this.session;
    const chosen = this.holds(id) ? this.chosen.filter((other) => other !== id) : [...this.chosen, id];
    selection.take(chosen[0] ?? "");
    this.others = chosen.slice(1);
    this.tell();
  }

  /** Whom one means by all of a place that can be ordered: those that fight; once more, also those that
   * carry and supply; then one alone. @param {string} place @returns {string[]} */
  meant(place) {
    const able = this.able(place);
    const fighting = able.filter((id) => !sustains(this.session.counter(id)?.sidc ?? ""));
    return fighting.length && !fighting.every((id) => this.holds(id)) ? fighting : able;
  }

  /** Choose all of a stack that can be ordered, or only one where all are chosen.
   * @param {string} place */
  whole(place) {
    const { selection } = this.session;
    const [first, ...rest] = this.meant(place);
    if (!first) return;
    const all = this.able(place).every((id) => this.holds(id));
    const kept = this.holds(selection.selected) && this.able(place).includes(selection.selected)
      ? selection.selected : first;
    selection.take(kept);
    // Its places are marked now, and must be seen.
    clearTimeout(this.timer);
    selection.fan = "";
    this.others = all ? [] : [first, ...rest].filter((id) => id !== kept);
    this.tell();
  }

  /** Lay a counter on top of its stack. @param {string} id */
  raise(id) {
    this.raised = [id, ...this.raised.filter((other) => other !== id)];
    this.session.say(`${this.session.counter(id)?.name} lies on top.`);
    this.session.refresh();
    this.session.changed();
  }

  tell() {
    const { session } = this;
    void session.overlays.look();
    if (this.chosen.length > 1) {
      const names = this.chosen.map((id) => session.counter(id)?.name).join(", ");
      session.say(`${this.chosen.length} units chosen: ${names}. ${session.selection.summary()}`);
    }
    session.refresh();
    session.changed();
  }

  /** What several can do at one place, as one order each for all of them, given one after another: if
   * one is refused, the rest stay. @param {Offer[]} offers @param {string[]} members @returns {Offer[]} */
  together(offers, members) {
    /** @type {Map<string, Map<string, Offer>>} */
    const groups = new Map();
    for (const offer of offers) {
      if (!offer.place || offer.aim || !members.includes(offer.subject)) continue;
      const same = `${offer.kind} ${offer.place} ${offer.word ?? ""}`;
      const group = groups.get(same) ?? new Map();
      // One way for each: the first, which is the best.
      if (!group.has(offer.subject)) group.set(offer.subject, offer);
      groups.set(same, group);
    }
    const name = (/** @type {string} */ place) => this.session.map?.geometry?.places.get(place)?.name ?? place;
    return [...groups.values()].filter((group) => group.size === members.length).map((group) => {
      const all = members.flatMap((id) => group.get(id) ?? []);
      const [first] = all;
      const costs = all.flatMap(({ cost }) => cost ?? []);
      const where = this.session.selection.isDirect(first) ? "" : ` to ${name(first.place)}`;
      return { ...first, orders: all.flatMap(({ orders }) => orders), odds: null, typed: "",
        cost: costs.length ? Math.max(...costs) : null, caption: `All ${all.length}: ${first.kind}${where}` };
    });
  }

  // The pointer over a stack

  /** The pointer is over a place: a stack is spread out while it rests there.
   * @param {string} place @param {boolean} inFan */
  point(place, inFan) {
    const { selection } = this.session;
    clearTimeout(this.timer);
    if (inFan || (place && place === selection.fan)) return;
    // There is a gap between a stack and what is spread out of it.
    if (selection.fan) this.timer = window.setTimeout(() => this.close(), LEAVE_MS);
    else if (place && this.session.countersAt(place).length > 1 && !selection.menu) {
      this.timer = window.setTimeout(() => this.spread(place), REST_MS);
    }
  }

  /** Spread a stack out, if the pointer is still there. @param {string} place */
  spread(place) {
    const { selection } = this.session;
    if (selection.hover !== place || selection.byKeys || selection.fan || selection.menu) return;
    selection.fan = place;
    this.session.refresh();
    this.session.changed();
  }

  close() {
    clearTimeout(this.timer);
    const { selection } = this.session;
    if (!selection.fan) return;
    selection.fan = selection.fanned = "";
    this.session.refresh();
    this.session.changed();
  }

  /** A new view has come: forget who is no more at the place of the chosen one. */
  presented() {
    const { session } = this;
    const place = session.counter(session.selection.selected)?.place;
    this.others = this.others.filter((id) => place && session.counter(id)?.place === place);
  }
}
