/** What an order would come to, asked for while one points at it and kept until something changes. */

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Figure} Figure */

/** Milliseconds that one points at an order before it is asked what would come of it. */
const PAUSE = 150;
/** Figures that are shown of it. */
const MOST = 4;

export class Foresight {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The view of which was asked. */
    this.of = /** @type {object | null} */ (null);
    /** @type {Map<string, Figure[]>} */
    this.known = new Map();
    this.waits = "";
  }

  /** The first figures of what an order would come to; asked for where they are not known yet.
   * @param {import("../../map/scene").StyledOffer} offer @returns {Figure[]} */
  figures(offer) {
    const { session } = this;
    const overlay = session.overlays.all.find(({ of_order }) => of_order);
    if (!overlay || offer.odds || offer.style.look !== "fight" || !offer.subject || session.seat === null) return [];
    if (this.of !== session.now) [this.of, this.known] = [session.now, new Map()];
    const found = this.known.get(offer.typed);
    if (!found && this.waits !== offer.typed) void this.ask(overlay.name, offer.typed);
    return found ?? [];
  }

  /** @param {string} overlay @param {string} typed */
  async ask(overlay, typed) {
    const { session, of } = this;
    this.waits = typed;
    await new Promise((done) => setTimeout(done, PAUSE));
    const { seat } = session;
    if (this.waits !== typed || seat === null) return;
    const answer = await session.connection.ask({ type: "overlay", seat, name: overlay, subject: typed });
    if (this.waits === typed) this.waits = "";
    if (of !== this.of) return;
    this.known.set(typed, answer.type === "overlay"
      ? answer.reading.figures.filter(({ value }) => value !== undefined && value !== null).slice(0, MOST) : []);
    session.moved();
  }
}
