/** The guided first game: a step of words at a time, until its condition holds. */
import { html } from "./dom.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types").Offer} Offer */
/** @typedef {import("../types").LogEntry} LogEntry */

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
  heard(entries) {
    if (this.at < 0) return;
    for (const entry of entries) this.meet(`log:${entry.kind}`);
    if (this.session.result) this.go(-1);
  }

  /** Places that the step speaks of: of the units to choose from. @returns {string[]} */
  lit() {
    if (this.step?.when !== "selected") return [];
    const { session } = this;
    return session.choosing.orderable().flatMap((id) => session.counter(id)?.place || []);
  }
}

/** @param {{session: Session}} props */
export function GuidePanel({ session }) {
  const { guide } = session;
  const { step } = guide;
  if (!step || session.handover !== null) return null;
  const last = guide.at === guide.steps.length - 1;
  return html`<section class="guide" aria-label="Guide" data-testid="guide">
    <header><h2>${step.title ?? "Your first game"}</h2>
      <span class="muted">${guide.at + 1} of ${guide.steps.length}</span>
      <button class="plain" title="Close the guide" aria-label="Close the guide"
        onClick=${() => guide.go(-1)}>×</button></header>
    <p data-testid="guide-text">${step.text}</p>
    <div class="buttons">
      <button disabled=${guide.at === 0} onClick=${() => guide.go(guide.at - 1)}>Back</button>
      <button class=${step.when === "start" ? "primary" : ""} data-testid="guide-next"
        onClick=${() => guide.go(guide.at + 1)}>${last ? "Finish" : "Next"}</button>
    </div>
  </section>`;
}
