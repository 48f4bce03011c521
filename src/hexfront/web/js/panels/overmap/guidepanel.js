/** The words of the guided first game, over the map. */
import { html } from "../../elements/dom.js";

/** @typedef {import("../../store/session.js").Session} Session */

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
