/** What the page says of the dice: whom they wait for, what was promised, and what its check found. */
import { html, useEffect } from "../elements/dom.js";

/** @typedef {import("../store/session.js").Session} Session */

/** What is out of the ordinary about the match: restored, closed by other rules, or waiting.
 * @param {{session: Session}} props */
export function MatchNotes({ session }) {
  const { board, fairness, terms, result, aftermath } = session;
  if (!board) return null;
  const waits = fairness.awaited.map((side) => session.sideTitle(side)).join(" and ");
  return html`
    ${board.locked && html`<div class="notes" data-testid="locked"><p>${board.locked}</p>
      ${session.sides.length > 0 && html`<button data-testid="anew"
        onClick=${() => session.alerts.restore({ name: "" })}>Begin anew from there</button>`}</div>`}
    ${terms?.rated && !result && html`<p class="muted" data-testid="terms">${terms.unrated
      ? `This match is not rated: ${terms.unrated}.` : "This match is rated."}</p>`}
    ${aftermath.best && html`<label class="check muted following"><input type="checkbox" checked=${aftermath.follows} data-testid="follow-best"
      onChange=${(/** @type {any} */ event) => aftermath.follow(event.target.checked)} />You watch the best live game; go on to the
      next when it ends</label>`}
    ${board.restored && html`<p class="muted" data-testid="restored">This match goes on from a kept situation: its
      dice are new since, and it counts for no ladder.</p>`}
    ${waits && !board.locked && html`<p data-testid="dice-wait">The dice wait for the ${fairness.awaited.length > 1 ? "pages" : "page"}
      ${" "}of ${waits}: every player's page adds to them.</p>`}`;
}

/** What the match has done to ratings, or why nothing. @param {{session: Session}} props */
export function RatedNote({ session }) {
  const { terms, board } = session;
  if (!terms?.rated || !board) return null;
  const name = (/** @type {number} */ side) => board.sides[side]?.person || board.sides[side]?.agent || session.sideTitle(side);
  return html`<p class="muted" data-testid="rated">${terms.unrated ? `Not rated: ${terms.unrated}.`
    : `Rated. ${terms.after.map(({ side, rating, deviation }) => `${name(side)} is now ${rating}, give or take ${2 * deviation}`).join("; ")}.`}</p>`;
}

/** What was promised about the dice. @param {{session: Session}} props */
export function DicePromise({ session }) {
  const { board } = session;
  if (!board) return null;
  return html`<section class="muted" aria-label="Dice"><details class="promise" data-testid="promise"><summary>Dice</summary>
    <p>Before the first die the server fixed a secret, and promised it by this number:${" "}
    <code>${board.commitment}</code>${session.fairness.shares.length > 0
      && " Every player's page adds a number of its own."}</p></details></section>`;
}

/** What the check at the end has found. @param {{session: Session}} props */
export function Findings({ session }) {
  const { fairness, board } = session;
  useEffect(() => void fairness.check(), []);
  const found = fairness.findings;
  if (!board) return null;
  if (!found) return html`<p class="muted" data-testid="dice-check">Checking the dice…</p>`;
  const bad = found.some(({ ok }) => ok === false);
  const sure = found.every(({ ok }) => ok);
  return html`<details class="dice-check" data-testid="dice-check" open=${!sure}>
    <summary>${bad ? "The dice are not what was promised" : sure ? "The dice are as promised: this page has checked them"
      : "The dice, as far as this page can check them"}</summary>
    <ul>${found.map(({ ok, text }) => html`<li key=${text}>${ok === false ? "No: " : ok ? "Yes: " : ""}${text}</li>`)}</ul>
    <p>Promised: <code>${board.commitment}</code></p></details>`;
}
