/** The guided first game: each step waits for what it asks one to do. */
import { newKey } from "../transport/connection.js";
import { post } from "../transport/requests.js";
import { forgetMatch, keepMade, tableAddress } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../map/scene").StyledOffer} Offer */
/** @typedef {import("../../types").LogEntry} LogEntry */

export class GuideTour {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The number of the step that waits; -1 for none, one past the last when all are done. */
    this.at = -1;
    /** The number of an earlier step that is read again; null for none. @type {number | null} */
    this.read = null;
    /** The title of the step that the game did not wait for; empty where all were done. */
    this.missed = "";
    /** Steps at whose start the situation has been kept. @type {Set<number>} */
    this.kept = new Set();
  }

  get steps() {
    return this.session.board?.guide?.steps ?? [];
  }

  /** The step that waits for something to be done. */
  get step() {
    return this.steps[this.at];
  }

  /** The number of the step whose words are shown. */
  get shown() {
    return this.read ?? this.at;
  }

  get finished() {
    return this.at >= 0 && this.at === this.steps.length;
  }

  /** What the browser remembers of the guide of this match while its page is open. */
  get memory() {
    return `hexfront.guide.${this.session.board?.match}`;
  }

  /** The board is there: begin if the address asks for it, at the step that was reached last. */
  begin() {
    const wanted = new URLSearchParams(location.search).get("guide");
    if (wanted === null) return;
    const reached = sessionStorage.getItem(this.memory) ?? wanted;
    this.go(Math.min(Math.max(0, Number.parseInt(reached, 10) || 0), this.steps.length));
  }

  open() {
    this.go(0);
  }

  close() {
    [this.at, this.read] = [-1, null];
    sessionStorage.setItem(this.memory, "-1");
    this.session.refresh();
    this.session.changed();
  }

  /** @param {number} at */
  go(at) {
    [this.at, this.read] = [at, null];
    sessionStorage.setItem(this.memory, String(at));
    const { session, step } = this;
    if (step) {
      session.say(`${step.title}. ${step.text}`);
      this.keep();
      this.point();
    }
    session.refresh();
    session.changed();
  }

  /** Have the place or the unit of the step in sight. */
  point() {
    const { session } = this;
    const place = this.places()[0];
    if (place && !session.playing) session.map?.reveal(place);
  }

  /** Read an earlier step again, or return to the one that waits. @param {number} at */
  look(at) {
    this.read = at < 0 || at >= this.at ? null : at;
    this.session.changed();
  }

  /** Keep the situation, so that the step can be begun again. */
  async keep() {
    const { session, at } = this;
    const { seat } = session;
    if (this.kept.has(at) || session.sides.length !== 1 || session.result) return;
    const whose = seat ?? session.sides[0];
    const answer = await session.connection.request({
      type: "typed", text: `save ${nameOf(at)}`, seat: whose, key: newKey(),
    });
    if (answer.type === "answer") this.kept.add(at);
    session.changed();
  }

  /** Whether the game can go back to where the shown step began. */
  get canRestart() {
    return this.kept.has(this.shown);
  }

  /** Go on from where the shown step began, in a match of its own that takes this one's place. */
  async restart() {
    const { session, shown } = this;
    try {
      const made = await post("/api/matches/restored", { tokens: session.tokens, name: nameOf(shown) });
      const tokens = keepMade(made);
      if (session.board) forgetMatch(session.board.match);
      location.assign(tableAddress(tokens, shown));
    } catch (error) {
      session.notice(error instanceof Error ? error.message : String(error));
    }
  }

  /** Something has been done that may be what the step waits for.
   * @param {string} what @param {{unit?: string, place?: string}} [where] */
  meet(what, { unit, place } = {}) {
    const { step } = this;
    if (step?.when !== what) return;
    if (step.unit && unit !== undefined && unit !== step.unit) return;
    if (step.at.length && place && !step.at.includes(place)) return;
    this.go(this.at + 1);
  }

  /** @param {string} unit */
  selected(unit) {
    this.meet("selected", { unit });
    // What is pointed at for a unit that has just been chosen changes.
    if (this.step) this.session.refresh();
  }

  /** @param {string} place */
  pointed(place) {
    if (this.step?.when === "pointed" && place) this.meet("pointed", { place });
  }

  /** @param {Offer} offer */
  ordered(offer) {
    if (this.at < 0) return;
    const { subject: unit, place } = offer;
    const before = this.at;
    this.meet(`ordered:${offer.kind}`, { ...(unit ? { unit } : {}), place });
    if (this.at === before && !unit && !place) this.meet("submitted");
  }

  /** @param {LogEntry[]} entries */
  take(entries) {
    if (this.at < 0) return;
    for (const entry of entries) this.meet(`log:${entry.kind}`);
    if (this.session.result && !this.finished) {
      this.missed = this.step?.when === "over" ? "" : this.step?.title ?? "";
      this.go(this.steps.length);
    }
  }

  /** Places that the step points at: of its unit first, as long as it is not chosen. @returns {string[]} */
  places() {
    const { session, step } = this;
    if (!step || this.read !== null) return [];
    if (session.orderSender.asked) return [];
    const { selected } = session.selection;
    const unit = step.unit && step.unit !== selected ? session.counter(step.unit) : undefined;
    if (unit?.place) return [unit.place];
    // A control comes first; then it asks for the place.
    if (step.at.length) return step.control && !session.selection.orderAim.active ? [] : step.at;
    if (step.when !== "selected") return [];
    return session.selection.orderable().flatMap((id) => session.counter(id)?.place || []);
  }

  /** The control that the step points at: none before its unit is chosen. */
  get control() {
    const { session, step } = this;
    if (!step || this.read !== null || session.playing || session.selection.orderAim.active) return "";
    if (session.orderSender.asked) return "confirm-yes";
    return !step.unit || step.unit === session.selection.selected ? step.control : "";
  }
}

/** The name under which the situation at the start of a step is kept. @param {number} at */
function nameOf(at) {
  return `first-game-step-${at + 1}`;
}
