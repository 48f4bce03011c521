/** A hint: what a strong machine would order here, and why. */
import { html } from "../elements/dom.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").HintMessage} HintMessage */

/** @param {{session: Session}} props */
export function HintButton({ session }) {
  const { hint, terms } = session;
  if (!session.acting) return null;
  const counts = terms?.rated && !terms.unrated;
  const ask = () => (counts ? session.notice("This match is rated. With a hint it is not rated any more.", "", {
    title: "Ask all the same", run: () => {
      session.notices = [];
      void hint.ask();
    } }) : hint.ask());
  return html`<button data-testid="hint" disabled=${!hint.possible} onClick=${ask}
    title="What a strong machine would do here; the match is marked">${
      hint.asking ? "Thinking …" : "Hint"}</button>`;
}

/** @param {{session: Session, hint: HintMessage}} props */
export function MachineHint({ session, hint }) {
  return html`<section class="orders machine-hint" aria-label="Hint" data-testid="hint-shown">
    <h2>What “${hint.by}” would do</h2>
    <p>${hint.why}</p>
    <ol class="steps" tabindex="0">${hint.lines.map((line, i) => html`<li key=${i}>${line}</li>`)}</ol>
    <p class="muted">The map shows how things would stand, as far as you can know. This match is marked
      as one with hints.</p>
    <div class="buttons">
      <button class="primary" data-testid="hint-close" onClick=${() => session.hint.close()}>Back to my orders</button>
      <button data-testid="hint-follow" onClick=${() => session.hint.follow()}>Give these orders</button>
    </div>
  </section>`;
}
