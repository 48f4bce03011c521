/** The guided first game: a step of words at a time, until its condition holds. */

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../map/scene").StyledOffer} Offer */
/** @typedef {import("../../types").LogEntry} LogEntry */

export class GuideTour {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** The number of the step shown; -1 for none. */
    this.at = -1;
  }

  get steps() {
    return this.session.board?.guide?.steps ?? [];
  }

  get step() {
    return this.steps[this.at];
  }

  /** The board is there: begin if the address asks for it. */
  begin() {
    if (new URLSearchParams(location.search).has("guide")) this.open();
  }

  open() {
    this.go(0);
  }

  /** @param {number} at */
  go(at) {
    this.at = at >= this.steps.length ? -1 : Math.max(-1, at);
    if (this.step) this.session.say(`${this.step.title ?? "Guide"}. ${this.step.text}`);
    this.session.changed();
  }

  /** Something has happened that may be what the step waits for. @param {string} what */
  meet(what) {
    if (this.step?.when === what) this.go(this.at + 1);
  }

  selected() {
    this.meet("selected");
  }

  /** @param {Offer} offer */
  ordered(offer) {
    this.meet(offer.subject || offer.place ? `ordered:${offer.kind}` : "submitted");
  }

  /** @param {LogEntry[]} entries */
  take(entries) {
    if (this.at < 0) return;
    for (const entry of entries) this.meet(`log:${entry.kind}`);
    if (this.session.result) this.go(-1);
  }

  /** Places that the step speaks of: of the units to choose from. @returns {string[]} */
  lit() {
    if (this.step?.when !== "selected") return [];
    const { session } = this;
    return session.selection.orderable().flatMap((id) => session.counter(id)?.place || []);
  }
}
