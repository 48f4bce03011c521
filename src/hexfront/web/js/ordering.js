/** Giving orders: by a click, in words, taking them back and giving them again. */
import { newKey } from "./connection.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./connection.js").Message} Message */
/** @typedef {import("../types").Offer} Offer */
/** @typedef {{found: string, expected: string, text: string}} Fault */

/** Kinds of offers that end what one is doing; the first found is the main button. */
const PRIMARY = ["done", "submit", "end", "pass"];

export class Ordering {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether orders are on their way and nothing has come back yet. */
    this.busy = false;
    this.number = 0;
    /** Orders taken back that can be given again, the last first. @type {number[][]} */
    this.redoable = [];
    /** When and where those were given. */
    this.redoFor = "";
    /** What was wrong with the last typed order. @type {Fault | null} */
    this.fault = null;
    /** A change of the typed line from outside. */
    this.line = "";
  }

  /** The button for Enter; none while nothing must be done, when it could only undo. */
  primary() {
    return this.session.now?.must_act ? this.mainButtons()[0] : undefined;
  }

  /** Buttons that concern no counter, the main one first. @returns {Offer[]} */
  mainButtons() {
    const rank = (/** @type {Offer} */ offer) => {
      const place = PRIMARY.indexOf(offer.kind);
      return place < 0 ? PRIMARY.length : place;
    };
    return this.session.offers.filter((offer) => !offer.place && !offer.subject)
      .sort((a, b) => rank(a) - rank(b));
  }

  /** Whether orders can be given now at all. */
  get ready() {
    const { session } = this;
    return session.seat !== null && !session.playing && !session.replay.active && !this.busy;
  }

  /** @param {Message} message @returns {Promise<Message | null>} the answer, unless it was a refusal */
  async send(message) {
    if (!this.ready) return null;
    const { session } = this;
    this.busy = true;
    this.fault = null;
    session.choosing.menu = null;
    session.changed();
    const answer = await session.connection.request({
      ...message, seat: session.seat, key: newKey(),
    });
    if (answer.type === "refused") this.refused(answer);
    else if (answer.type !== "error") {
      // The update that follows ends the wait; a repeated request may have none.
      const number = (this.number += 1);
      setTimeout(() => {
        if (number === this.number) this.busy = false;
        session.changed();
      }, 1000);
      return answer;
    } else this.busy = false;
    session.changed();
    return answer.type === "error" ? answer : null;
  }

  /** @param {Offer} offer */
  async give(offer) {
    const answer = await this.send({ type: "orders", orders: offer.orders });
    if (answer?.type === "error") this.session.notice(answer.text);
    if (answer?.type !== "done") return;
    this.redoable = [];
    this.session.guide.ordered(offer);
    if (offer.subject) this.session.say(`${offer.caption}: ordered.`);
  }

  /** An order in words. @param {string} text @returns {Promise<boolean>} whether it was carried out */
  async type(text) {
    const words = text.trim().toLowerCase().replace(/\s+/g, " ");
    const offer = this.session.offers.find((one) => one.typed.toLowerCase() === words);
    const answer = await this.send({ type: "typed", text });
    if (answer?.type === "error") {
      const [problem] = answer.problems ?? [];
      this.fault = { found: problem?.found ?? text, expected: problem?.expected ?? "",
        text: answer.text };
      this.session.changed();
    }
    if (answer?.type !== "done") return false;
    this.redoable = [];
    if (offer) this.session.guide.ordered(offer);
    this.session.say(`${text}: ordered.`);
    return true;
  }

  /** Take back the last request, or say why not. */
  async takeBack() {
    const { undo } = this.session;
    if (!this.session.sides.length || this.session.result || this.session.replay.active) return;
    if (!undo?.can) {
      const why = undo?.reason ?? "there is nothing to take back";
      this.session.notice(`This cannot be taken back: ${why}.`, undo?.clause);
      return;
    }
    const era = this.era();
    const answer = await this.send({ type: "undo" });
    if (answer?.type === "error") this.session.notice(answer.text);
    if (answer?.type !== "undone") return;
    this.redoable = [answer.orders, ...(this.redoFor === era ? this.redoable : [])];
    this.redoFor = era;
    this.session.say("Taken back.");
  }

  /** Give the orders again that were taken back last. */
  async redo() {
    const [orders, ...rest] = this.redoable;
    if (!orders) return;
    const answer = await this.send({ type: "orders", orders });
    if (answer?.type === "error") this.session.notice(answer.text);
    this.redoable = answer?.type === "done" ? rest : [];
    if (answer?.type === "done") this.session.say("Given again.");
  }

  /** The time and the seat: orders taken back belong to them. */
  era() {
    return `${this.session.seat} ${this.session.now?.time}`;
  }

  /** @param {Message} message */
  refused(message) {
    this.busy = false;
    const more = message.found ? ` (found ${message.found}, expected ${message.expected})` : "";
    const reason = message.reason.charAt(0).toUpperCase() + message.reason.slice(1);
    this.session.notice(reason.replace(/\.?$/, ".") + more, message.clause);
  }

  /** A new view has come. */
  presented() {
    this.busy = false;
    if (this.redoFor !== this.era()) this.redoable = [];
  }

  forget() {
    this.redoable = [];
    this.fault = null;
    this.line = "";
  }

  /** What a typed beginning may become: every word begins some word of the order.
   * @param {string} text @param {number} most */
  completions(text, most) {
    const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
    const { session } = this;
    return session.offers.filter((offer) => {
      const place = session.map?.geometry?.places.get(offer.place)?.name ?? "";
      const name = session.counter(offer.subject)?.name ?? "";
      const words = `${offer.typed} ${name} ${place} ${offer.caption}`.toLowerCase().split(/\s+/);
      const head = words[0];
      return typed.every((word, i) => (i === 0 && /^\d+$/.test(word)
        ? head.startsWith(word) : words.some((other) => other.startsWith(word))));
    }).slice(0, most);
  }
}
