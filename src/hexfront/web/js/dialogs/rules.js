/** The rulebook beside the map, with a search. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { ClauseText } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */

/** @param {{session: Session}} props */
export function RulesTab({ session }) {
  const [sought, setSought] = useState("");
  const body = useRef(/** @type {HTMLElement | null} */ (null));
  const book = session.board?.rulebook;
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (book?.clauses ?? []).filter((clause) => {
    const text = `${clause.id} ${clause.title} ${clause.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const { soughtClause } = session;
  useEffect(() => {
    if (!soughtClause) return;
    const target = [.../** @type {any} */ (body.current?.querySelectorAll("article") ?? [])]
      .find((article) => article.dataset.clause === soughtClause);
    if (!target) return;
    target.scrollIntoView({ block: "start" });
    target.focus({ preventScroll: true });
  }, [soughtClause, found.length]);
  /** @param {string} clause */
  const go = (clause) => {
    setSought("");
    session.openClause(clause);
  };
  return html`<section class="rules" aria-label="Rules" data-testid="rules">
    <div class="filters"><input type="search" placeholder=${`Search: ${book?.title ?? "rules"}`}
      aria-label="Search the rules" value=${sought} data-testid="search-rules"
      onInput=${(/** @type {any} */ event) => {
        session.soughtClause = "";
        setSought(event.target.value);
      }} />
      <span class="muted" role="status">${words.length > 0 && `${found.length} found`}</span></div>
    <div class="scroll" ref=${body} tabindex="0" role="region" aria-label=${book?.title ?? "Rules"}>
      ${found.map((clause) => html`<article key=${clause.id} data-clause=${clause.id} tabindex="-1"
        class=${clause.id === soughtClause ? "on" : ""}>
        <h2><span class="muted">${clause.id}</span> ${clause.title}</h2>
        <p><${ClauseText} session=${session} text=${clause.text} onClause=${go} /></p></article>`)}
      ${found.length === 0 && html`<p class="muted">No clause has these words.</p>`}
    </div>
  </section>`;
}
