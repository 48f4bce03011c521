/** Giving orders: by a click, in words, taking them back and giving them again. */
import { newKey } from "../../transport/connection.js";
import { savePrinted } from "./scripts.js";
import { keepSetting, setting } from "../storage.js";
import { OrderForm } from "./orderform.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Message} Message */
/** @typedef {import("../../../types").Refused} Refused */
/** @typedef {import("../../../types").ErrorMessage} ErrorMessage */
/** @typedef {import("../../../types").Orders | import("../../../types").Typed
 *   | import("../../../types").Undo} Request */
/** @typedef {import("../../map/scene").StyledOffer} Offer */
/** @typedef {import("../../../types").Problem & {text: string}} Fault */

/** Milliseconds without a letter before completions are asked for. */
const PAUSE = 120;

export class OrderSender {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.orderForm = new OrderForm(session);
    /** What is typed. */
    this.text = "";
    /** Whether orders are on their way and nothing has come back yet. */
    this.busy = false;
    this.number = 0;
    /** Orders taken back that can be given again, the last first. @type {number[][]} */
    this.redoable = [];
    /** When and where those were given. */
    this.redoFor = "";
    /** What was wrong with the last typed order. @type {Fault | null} */
    this.fault = null;
    /** What was told about a question. @type {import("../../../types").Answer | null} */
    this.answer = null;
    /** What was typed, by seat. @type {Map<number | null, string[]>} */
    this.history = new Map();
    /** Lines of the system's own that the typed beginning may become, and the beginning. */
    this.offered = { text: "", lines: /** @type {string[]} */ ([]) };
    this.offeredNumber = 0;
    /** A change of the typed line from outside. */
    this.line = "";
    /** The offer that waits to be confirmed. @type {Offer | null} */
    this.asked = null;
    /** What was clicked or pressed while an order was on its way, and the time of the game.
     * @type {{era: string, runs: (() => void)[]}} */
    this.queue = { era: "", runs: [] };
  }

  /** The button for Enter; none while nothing must be done, when it could only undo, and while a form is
   * filled in, which has a button of its own. */
  primary() {
    if (this.orderForm.active) return undefined;
    const [first] = this.session.now?.must_act ? this.mainButtons() : [];
    if (!first || first.style.main) return first;
    // A digit, or a word where a place or a counter is asked for, is no more likely than the others.
    const { selection, armySetup } = this.session;
    const asked = (selection.orderAim.asked().length > 0 && !armySetup.active)
      || (first.word && this.mainButtons()[1]?.kind === first.kind);
    return asked || this.counterButtons().length || first.caption.length < 2 || first.style.seldom
      ? undefined : first;
  }

  /** Buttons that concern no counter, the main one first. @returns {Offer[]} */
  mainButtons() {
    const styles = this.session.board?.order_styles ?? [];
    const rank = (/** @type {Offer} */ { style }) =>
      (style.main ? styles.indexOf(style) : styles.length + Number(style.seldom));
    const { offers } = this.session;
    const [main, ...others] = offers.filter(({ style, place }) => style.main && place);
    // What can be ordered at one place alone needs no search on the map.
    const placed = [this.cancelling(), others.length ? undefined : main];
    return offers.filter((offer) => (!offer.place || placed.includes(offer)) && !offer.subject && !offer.aim)
      .sort((a, b) => rank(a) - rank(b));
  }

  /** What gives up something that was declared at a place: Escape and a click there do too.
   * @returns {Offer | undefined} */
  cancelling() {
    return this.session.acting ? this.session.offers.find(({ style, subject, place }) =>
      style.takes_back && !subject && place) : undefined;
  }

  /** Counters that are named by a button: those that are nowhere on the map, and all where none can be
   * ordered there. @returns {Offer[]} */
  counterButtons() {
    const { session } = this;
    const named = session.offers.filter((offer) => offer.subject && !offer.place && !offer.aim);
    if (!session.selection.orderable().length) return named;
    return named.filter((offer) => session.counter(offer.subject)?.place === "");
  }

  /** Whether orders can be given now at all. */
  get ready() {
    const { session } = this;
    return session.seat !== null && !session.playing && !session.replay.active && !this.busy;
  }

  /** @param {import("../../transport/connection.js").Without<Request, "seat" | "key">} request
   * @returns {Promise<Message | null>} the answer; null where nothing can be ordered now */
  async send(request) {
    const { session } = this;
    const { seat } = session;
    if (!this.ready || seat === null) return null;
    session.clock.stop("An order is given.");
    this.busy = true;
    const number = (this.number += 1);
    this.fault = null;
    this.asked = null;
    session.selection.menu = null;
    // What was said of an earlier order lies over the map no longer.
    session.notices = session.notices.filter(({ action }) => action);
    session.changed();
    const answer = await session.connection.request({ ...request, seat, key: newKey() });
    if (answer.type === "refused") this.refused(answer);
    else if (answer.type !== "error") {
      // The update that follows ends the wait; a repeated request may have none.
      setTimeout(() => {
        if (number !== this.number || !this.busy) return;
        this.busy = false;
        this.runQueue();
        session.changed();
      }, 1000);
      return answer;
    } else this.failed();
    session.changed();
    return answer;
  }

  /** Whether an order is on its way, or its outcome is being shown: what is done now waits for it. */
  get underWay() {
    const { session } = this;
    return this.busy || (session.playing && !session.replay.active && (session.playback?.brisk ?? false));
  }

  /** Do something as soon as the order on its way is done. @param {() => void} run
   * @returns {boolean} whether it waits */
  later(run) {
    if (!this.underWay) return false;
    const era = this.era();
    if (this.queue.era !== era) this.queue = { era, runs: [] };
    this.queue.runs.push(run);
    return true;
  }

  /** Do what has waited, one after another; nothing of it in another phase of the game. */
  runQueue() {
    if (this.queue.era !== this.era() || !this.session.acting) this.queue.runs = [];
    while (this.ready && this.queue.runs.length) this.queue.runs.shift()?.();
  }

  /** What must be answered before an offer is given; "" for nothing. @param {Offer} offer */
  question(offer) {
    const reminder = setting("ask-end", "on") === "on" ? offer.reminder : "";
    return [offer.confirm, reminder].filter(Boolean).join(" ");
  }

  /** Give the order of the main button or of a key; a second time answers what was asked.
   * @param {Offer} offer */
  finish(offer) {
    if (this.asked?.orders.join() === offer.orders.join()) void this.confirm(offer);
    else void this.give(offer);
  }

  /** Do not ask again before a turn ends, or do. @param {boolean} on */
  setAsking(on) {
    keepSetting("ask-end", on ? "on" : "off");
    this.session.changed();
  }

  /** Give an offer, or ask first what it asks. @param {Offer} offer */
  async give(offer) {
    if (offer.aim) {
      this.session.selection.orderAim.start([offer]);
      return;
    }
    if (this.later(() => this.giveStill(offer))) return;
    const question = this.question(offer);
    if (question && this.ready) {
      this.asked = offer;
      this.session.selection.menu = null;
      this.session.openTab("orders");
      this.session.say(`${offer.caption}? ${question} Once more to confirm.`);
    } else await this.confirm(offer);
  }

  /** Give an offer that waited, if it is still open. @param {Offer} offer */
  giveStill(offer) {
    const { session } = this;
    const same = session.offers.find((other) => other.typed === offer.typed)
      ?? session.selection.orderAim.anew(offer);
    if (same) void this.give(same);
    else session.say(`${offer.caption}: this can no longer be ordered.`);
  }

  /** Give an offer to which no question is open. @param {Offer} offer */
  async confirm(offer) {
    const answer = await this.send({ type: "orders", orders: offer.orders });
    if (answer?.type === "error") this.session.notice(answer.text);
    if (answer?.type !== "done") {
      this.session.selection.again = "";
      return;
    }
    this.redoable = [];
    this.session.selection.orderAim.stop();
    this.session.selection.orderAim.begin();
    this.session.armySetup.follow();
    this.session.guide.ordered(offer);
    if (offer.subject) this.session.say(`${offer.caption}: ordered.`);
  }

  /** An order in words. @param {string} text @returns {Promise<boolean>} whether it was carried out */
  async type(text) {
    const words = text.trim().toLowerCase().replace(/\s+/g, " ");
    this.remember(text);
    if (words.startsWith("restore ")) {
      await this.session.alerts.restore({ name: text.trim().split(/\s+/).slice(1).join(" ") });
      return true;
    }
    if (words === "read" || words.startsWith("read ")) {
      this.session.script.choose();
      return true;
    }
    if (words === "print" || words.startsWith("print ")) {
      savePrinted(this.session);
      return true;
    }
    if (this.session.board?.questions.includes(words.split(" ")[0])) return this.ask(text);
    const offer = this.session.offers.find((one) => one.typed.toLowerCase() === words);
    if (offer?.confirm) {
      await this.give(offer);
      return true;
    }
    const answer = await this.send({ type: "typed", text });
    if (answer?.type === "error") this.wrong(answer, text);
    if (answer?.type === "answer") {
      this.busy = false;
      this.answered(answer.answer);
      return true;
    }
    if (answer?.type !== "done") return false;
    this.redoable = [];
    if (offer) this.session.guide.ordered(offer);
    this.session.selection.orderAim.stop();
    this.session.selection.orderAim.begin();
    this.session.armySetup.follow();
    this.session.say(`${text}: ordered.`);
    return true;
  }

  /** Orders in words, one after another: if one is refused, the rest stay. @param {string[]} lines */
  async typeAll(lines) {
    for (const line of lines) {
      // What follows from the one before is shown first.
      while (this.busy || this.session.playing) await this.session.change();
      if (!(await this.type(line))) return;
    }
  }

  /** A question in words, which whoever looks may ask. @param {string} text @returns {Promise<boolean>} */
  async ask(text) {
    const { session } = this;
    if (session.seat === null) return false;
    this.fault = null;
    const answer = await session.connection.ask({ type: "ask", seat: session.seat, text });
    if (answer.type === "error") this.wrong(answer, text);
    if (answer.type !== "answer") return false;
    this.answered(answer.answer);
    return true;
  }

  /** What was typed cannot be understood. @param {ErrorMessage} answer @param {string} text */
  wrong(answer, text) {
    const [problem] = answer.problems;
    this.fault = { place: problem?.place ?? "", found: problem?.found ?? text, expected: problem?.expected ?? "",
      text: answer.text };
    this.session.changed();
  }

  /** @param {import("../../../types").Answer} answer */
  answered(answer) {
    if (answer.tables.length || answer.lines.length) {
      this.answer = answer;
      this.session.openDialog("answer");
    } else this.session.notice(answer.title);
    this.session.changed();
  }

  /** Have another line where one types. @param {string} text */
  write(text) {
    this.text = text;
    this.fault = null;
    void this.offer(text);
    this.session.refresh();
    this.session.changed();
  }

  /** Give the order that is typed. */
  async typeLine() {
    if (await this.type(this.text)) this.write("");
  }

  /** Put a line where one types, to be changed before it is given. @param {string} line */
  propose(line) {
    this.line = line;
    this.session.openTab("orders");
  }

  /** Keep a typed line, so that it can be brought back on this seat. @param {string} text */
  remember(text) {
    const { seat } = this.session;
    const lines = this.history.get(seat) ?? [];
    if (lines[lines.length - 1] !== text) this.history.set(seat, [...lines, text].slice(-100));
  }

  /** An earlier line of this seat, counted back from 1. @param {number} back */
  recall(back) {
    const lines = this.history.get(this.session.seat) ?? [];
    return back > 0 ? lines[lines.length - back] : "";
  }

  /** Ask what the beginning of a command of the system's own may become. @param {string} text */
  async offer(text) {
    const { session } = this;
    if (!Object.keys(session.board?.commands ?? {}).length || session.seat === null) return;
    const number = (this.offeredNumber += 1);
    // Not for every letter of one who types fast.
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (number !== this.offeredNumber) return;
    const { orderForm } = this;
    const answer = text.trim() === "" ? null : await session.connection.ask({
      type: "complete", seat: session.seat, text, judge: orderForm.active,
    });
    if (number !== this.offeredNumber) return;
    if (answer?.type === "completions" && answer.problem !== undefined) void orderForm.verdict(text, answer.problem);
    this.offered = { text, lines: answer?.type === "completions" ? answer.lines : [] };
    session.changed();
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
    this.session.guide.meet("undone");
    this.session.say("Taken back.");
  }

  /** Take back the last step of what was declared, such as one unit that joined a battle; where that
   * cannot be undone, give all of it up. */
  stepBack() {
    const offer = this.cancelling();
    if (this.session.undo?.can) void this.takeBack();
    else if (offer) void this.give(offer);
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

  /** Nothing came of an order: what waited for it meant another situation. */
  failed() {
    this.busy = false;
    this.queue.runs = [];
  }

  /** @param {Refused} message */
  refused(message) {
    this.failed();
    const more = message.found ? ` (found ${message.found}, expected ${message.expected})` : "";
    const reason = message.reason.charAt(0).toUpperCase() + message.reason.slice(1);
    this.session.notice(reason.replace(/\.?$/, ".") + more, message.clause);
  }

  /** A new view has come. */
  presented() {
    this.busy = false;
    this.asked = null;
    if (this.redoFor !== this.era()) this.redoable = [];
  }

  forget() {
    this.redoable = [];
    this.queue.runs = [];
    this.fault = null;
    this.asked = null;
    this.answer = null;
    this.offered = { text: "", lines: [] };
    this.line = "";
    this.text = "";
    this.orderForm.close();
  }

  /** What a typed beginning may become: every word begins some word of the order.
   * @param {string} text @param {number} most @returns {Offer[]} */
  completions(text, most) {
    const typed = text.toLowerCase().split(/\s+/).filter(Boolean);
    const { session } = this;
    /** @param {Offer} offer @param {string[]} words */
    const fits = (offer, words) => {
      const place = session.map?.geometry?.places.get(offer.place)?.name ?? "";
      const name = session.counter(offer.subject)?.name ?? "";
      const own = `${offer.typed} ${name} ${place} ${offer.caption}`.toLowerCase().split(/\s+/);
      return words.every((word, i) => (i === 0 && /^\d+$/.test(word)
        ? own[0].startsWith(word) : own.some((other) => other.startsWith(word))));
    };
    const { orderAim } = session.selection;
    const last = typed[typed.length - 1] ?? "";
    // Where the place is open, the last word may be the place or its beginning.
    const ends = typed.length > 1 && session.offers.some((offer) => offer.aim)
      ? (session.board?.board.places ?? []).filter(({ id }) => id.toLowerCase().startsWith(last)) : [];
    const found = [];
    for (const offer of session.offers) {
      if (fits(offer, typed)) found.push(offer);
      else if (offer.aim && ends.length && fits(offer, typed.slice(0, -1))) {
        found.push(...ends.filter(({ id }) => orderAim.reaches(offer, id)).slice(0, most)
          .map(({ id }) => orderAim.aimed(offer, id)));
      }
      if (found.length >= most) break;
    }
    return found.slice(0, most);
  }
}
