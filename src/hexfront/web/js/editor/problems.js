/** What is wrong with a draft, each a click away from where it is. */
import { html } from "../elements/dom.js";
import { inWords, placeInWords } from "./schema.js";

/** @typedef {import("./draft.js").Draft} Draft */

/** @param {{draft: Draft}} props */
export function Problems({ draft }) {
  const { problems } = draft;
  const wrong = problems.filter(({ warning }) => !warning).length;
  const summary = !problems.length ? "No problems: it can be played."
    : wrong ? `${wrong} ${wrong === 1 ? "problem" : "problems"}` : `It can be played; ${problems.length} to think about`;
  return html`<section class="problems" aria-labelledby="problems-title">
    <h2 id="problems-title" class="visually-hidden">Problems</h2>
    <p class=${`summary ${wrong ? "problem" : "good"}`} role="status" data-testid="problems">${summary}</p>
    <ul>${problems.map((each) => html`<li key=${each.role + each.pointer + each.text}>
      <button class=${each.warning ? "warning" : "wrong"} onClick=${() => draft.seek({ role: each.role, pointer: each.pointer, place: each.place ?? "" })}>
        <b>${whereOf(draft, each)}</b> ${each.text}</button></li>`)}</ul>
  </section>`;
}

/** The place of a problem as maps, lists and forms call it. @param {Draft} draft @param {import("../../types").ProblemOfDraft} problem */
function whereOf(draft, { role, pointer }) {
  const inside = placeInWords(draft.documents[role], pointer);
  return role === "scenario" && inside ? inside : [inWords(role), inside].filter(Boolean).join(" – ");
}
