/** What a strong machine would do in one's seat: asked for, and shown on the map like a plan. */

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").HintMessage} HintMessage */

export class Hint {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether a machine is thinking. */
    this.asking = false;
    /** What it has found, while that is shown. @type {HintMessage | null} */
    this.shown = null;
    /** Whose turn it was when it was asked. @type {import("../../types").View | null} */
    this.askedAt = null;
  }

  /** What the map shows meanwhile. */
  get view() {
    return this.shown?.view ?? null;
  }

  /** Whether one may ask now. */
  get possible() {
    const { session } = this;
    return session.acting && !this.asking && !this.shown && !session.orderSender.busy;
  }

  async ask() {
    const { session } = this;
    if (!this.possible || session.seat === null) return;
    const { seat, now } = session;
    this.asking = true;
    this.askedAt = now;
    session.changed();
    const answer = await session.connection.ask({ type: "hint", seat });
    this.asking = false;
    if (answer.type === "error") session.notice(answer.text);
    else if (answer.type === "hint" && session.seat === seat && session.now === this.askedAt) {
      if (answer.problem) session.notice(answer.problem);
      else this.show(answer);
    }
    session.changed();
  }

  /** @param {HintMessage} answer */
  show(answer) {
    const { session } = this;
    session.selection.forget();
    session.overlays.forget();
    this.shown = answer;
    session.refresh();
    session.say(`${answer.by} would: ${answer.lines.join(", ")}. ${answer.why}`);
  }

  /** Go back to one's own orders. */
  close() {
    if (!this.shown) return;
    this.shown = null;
    this.session.refresh();
    this.session.changed();
  }

  /** Give the orders that are shown. */
  async follow() {
    const orders = this.shown?.orders;
    this.close();
    if (orders?.length) await this.session.orderSender.send({ type: "orders", orders });
  }

  /** What is shown counts no longer: something has happened, or somebody else looks. */
  forget() {
    this.shown = null;
    this.askedAt = null;
  }
}
