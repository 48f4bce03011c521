/** Lets time run: gives the order that ends a side's part again and again, until something happens. */
import { newKey } from "../transport/connection.js";
import { keepSetting, setting } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../map/scene").StyledOffer} Offer */
/** @typedef {import("../../types").Update} Update */

const PAUSED = "Paused.";
/** Why time stands again. */
const ENDS = { event: "Something concerns you.", time: "The time is up.", over: "It is over.", refused: "A command is begun: end it or drop it first." };
/** At a shared screen, where four messages go out each time: the shortest time from one order to the next. */
const JOINT_PAUSE = 450;

export class Clock {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.running = false;
    /** The first entry of the log that was told since time runs. */
    this.from = 0;
    /** Counts the runs, so that one that was stopped does not go on. */
    this.run = 0;
    /** Why it stopped last, and what happened then. */
    this.why = "";
    this.stops = setting("clock-stops", "on") === "on";
    /** At a shared screen: how far one player lets time run, if the other agrees.
     * @type {{by: number, until: number, span: number | undefined} | null} */
    this.wish = null;
    /** Whether time runs for all who share the screen, while nobody looks. */
    this.joint = false;
    /** What the moment is called while nobody looks. */
    this.title = "";
    /** The seat whose update is waited for. @type {{seat: number, done: (update: Update) => void} | null} */
    this.awaited = null;
  }

  /** Whether several players share this screen. */
  get shared() {
    return this.session.sides.length > 1;
  }

  /** Whether the other player has let time run, and this one may agree. */
  get asked() {
    return this.wish !== null && this.wish.by !== this.session.seat && this.session.acting;
  }

  /** How time runs in this game, if it does. */
  get face() {
    return this.session.board?.board.clock;
  }

  /** The offer that lets time go on. @returns {Offer | undefined} */
  offer() {
    return this.session.offers.find((offer) => offer.kind === this.face?.order
      && !offer.place && !offer.subject && !offer.aim);
  }

  /** Whether to let time run is what one most likely wants now: then it has the main button. */
  get leads() {
    const offer = this.face && this.offer();
    return Boolean(offer) && offer === this.session.orderSender.primary();
  }

  /** @param {boolean} on */
  setStops(on) {
    this.stops = on;
    keepSetting("clock-stops", on ? "on" : "off");
    this.session.changed();
  }

  /** Why time cannot go on; "" where it can. */
  hindrance() {
    const { session } = this;
    if (session.result) return "It is over.";
    if (session.replay.active) return "You look at the past.";
    if (session.handover !== null) return "The other player has the screen.";
    if (!session.open) return "The server does not answer.";
    if (session.acting && !this.offer()) return "A command is begun: end it or drop it first.";
    return "";
  }

  /** Let time run for so many units; without end where none is given.
   * @param {number} [span] */
  async start(span) {
    const { session } = this;
    if (this.running || !session.now || !this.face) return;
    const run = (this.run += 1);
    const until = span === undefined ? Infinity : session.now.time + span * this.face.ticks - 0.5;
    if (this.shared) {
      await this.propose({ by: session.seat ?? 0, until, span });
      return;
    }
    const hindrance = this.hindrance() || (session.acting && session.orderSender.busy ? "An order is on its way." : "");
    const offer = this.offer();
    if (hindrance || !offer || session.seat === null) {
      this.why = hindrance || "It is not for you to let time run.";
      session.changed();
      return;
    }
    this.running = true;
    this.why = "";
    this.from = this.told();
    session.changed();
    await session.connection.request({ type: "run", seat: session.seat, order: offer.orders[0],
      until: until === Infinity ? null : until, stops: this.stops, key: newKey() });
    // A connection that is lost ends what runs.
    while (run === this.run) {
      if (!session.open) this.stop("The server does not answer.");
      else await session.change();
    }
  }

  /** What the server let run has ended. @param {import("../../types").Ran} message */
  ended({ seat, why }) {
    const { session } = this;
    if (!this.running || seat !== session.seat) return;
    const news = session.log.filter((entry) => entry.number >= this.from && entry.stops);
    if (why === "event" && news.length) {
      session.find(news[0]);
      this.stop(news.length > 1 ? `${news[0].text} And ${news.length - 1} more.` : news[0].text);
    } else this.stop(ENDS[why]);
  }

  /** Pass the screen on, so that the other player has his turn before time runs for both.
   * @param {{by: number, until: number, span: number | undefined}} wish */
  async propose(wish) {
    const { session } = this;
    this.wish = null;
    this.why = "";
    // Where the other's part was over, it begins anew.
    for (let times = 0; times < 2 && session.acting && session.seat === wish.by; times += 1) {
      const offer = this.offer();
      if (!offer) return;
      await session.orderSender.give(offer);
      await session.presenter.settled();
    }
    if (!session.result) this.wish = wish;
    session.changed();
  }

  /** A new view has come: who has let time run and must act again has not been followed.
   * @param {Update} update */
  presented(update) {
    if (this.wish?.by === update.seat && update.view.must_act) this.wish = null;
  }

  /** Both players at this screen let time run: it does for both, until something concerns one of
   * them, and meanwhile nobody looks. */
  async together() {
    const { session, wish } = this;
    if (!wish) return;
    const offer = this.offer();
    if (offer) await session.orderSender.give(offer);
    await session.presenter.settled();
    session.forgetView();
    session.handover = session.sides[0];
    const run = (this.run += 1);
    Object.assign(this, { wish: null, joint: true, running: true, why: "", title: "" });
    session.changed();
    /** @type {Map<number, number>} */
    const told = new Map();
    let whose = session.sides[0];
    while (run === this.run && !this.why) {
      const pause = new Promise((done) => setTimeout(done, JOINT_PAUSE));
      for (const seat of session.sides) {
        if (run !== this.run || this.why) break;
        const found = await this.serve(seat, told, wish.until);
        if (found) [this.why, whose] = [found, seat];
      }
      await pause;
    }
    if (run === this.run) this.why ||= "Paused.";
    Object.assign(this, { joint: false, running: false });
    session.handover = whose;
    session.changed();
  }

  /** Give the order for a seat, unless there is a reason to stop: that in words.
   * @param {number} seat @param {Map<number, number>} told @param {number} until
   * @returns {Promise<string>} */
  async serve(seat, told, until) {
    const { session } = this;
    const update = await new Promise((/** @type {(update: Update) => void} */ done) => {
      this.awaited = { seat, done };
      session.connection.sit(seat);
    });
    this.title = update.view.title;
    session.changed();
    const news = update.entries.filter(({ number, stops }) => stops && number >= (told.get(seat) ?? Infinity));
    told.set(seat, update.log_length);
    if (update.result) return "It is over.";
    // Which event it is, only the one whom it concerns may read.
    if (news.length && this.stops) return `Something concerns ${session.sideTitle(seat)}.`;
    if (update.view.time >= until) return "The time is up.";
    if (!update.view.must_act) return "";
    const offer = update.offers.find((one) => one.kind === this.face?.order && !one.place && !one.subject && !one.aim);
    if (!offer) return `${session.sideTitle(seat)} has begun a command.`;
    const answer = await session.connection.request({ type: "orders", orders: offer.orders, seat, key: newKey() });
    return answer.type === "done" ? "" : "The order was not taken.";
  }

  /** An update while nobody looks. @param {Update} update */
  take(update) {
    const { awaited } = this;
    if (awaited?.seat !== update.seat) return;
    this.awaited = null;
    awaited.done(update);
  }

  /** How many entries were told. */
  told() {
    const { log } = this.session;
    return log.length ? log[log.length - 1].number + 1 : 0;
  }

  /** @param {string} [why] */
  stop(why = PAUSED) {
    if (!this.running) return;
    this.run += 1;
    this.running = false;
    this.why = why;
    if (this.joint) return;
    const { seat } = this.session;
    if (why === PAUSED && seat !== null) {
      void this.session.connection.request({ type: "run", seat, order: null, until: null, stops: false, key: newKey() });
    }
    this.session.say(`${this.session.now?.title ?? ""}. ${why}`);
    this.session.refresh();
    this.session.changed();
  }
}
