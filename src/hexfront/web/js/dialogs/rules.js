/** The rules as a manual beside the map: summary, contents, clauses with their tables and diagrams, a search. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { useDark } from "../elements/masthead.js";
import { ClauseText } from "../elements/parts.js";
import { TableOfRules } from "./ruletable.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Clause} Clause */

/** @param {{session: Session}} props */
export function RulesTab({ session }) {
  const [sought, setSought] = useState("");
  const dark = useDark();
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
  const searching = words.length > 0;
  return html`<section class="rules" aria-label="Rules" data-testid="rules">
    <div class="filters"><input type="search" placeholder=${`Search: ${book?.title ?? "rules"}`}
      aria-label="Search the rules" value=${sought} data-testid="search-rules"
      onInput=${(/** @type {any} */ event) => {
        session.soughtClause = "";
        setSought(event.target.value);
      }} />
      <span class="muted" role="status">${searching && `${found.length} found`}</span></div>
    <div class="filters">
      ${(book?.parts.length ?? 0) > 0 && html`<label class="contents">Contents <select data-testid="rule-parts" value=""
        onChange=${(/** @type {any} */ event) => go(event.target.value)}>
        <option value="" disabled>Go to …</option>
        ${book?.parts.map(({ title, first }) => html`<option key=${first} value=${first}>${title}</option>`)}</select></label>`}
      <a class="button" href=${book?.page} target="_blank" rel="noopener"
        title="The whole rulebook as a page, to read or to print" data-testid="rules-page">Print …</a></div>
    <div class="scroll" ref=${body} tabindex="0" role="region" aria-label=${book?.title ?? "Rules"}>
      ${!searching && (book?.summary.length ?? 0) > 0 && html`<details class="summary" open data-testid="rule-summary">
        <summary>In short</summary><ul>${book?.summary.map((line, i) => html`<li key=${i}>
          <${ClauseText} session=${session} text=${line} onClause=${go} /></li>`)}</ul></details>`}
      ${found.map((clause) => html`<${ClauseArticle} key=${clause.id} session=${session} clause=${clause} go=${go} dark=${dark}
        level=${searching || !book?.parts.length ? "h2" : "h3"}
        part=${searching ? undefined : book?.parts.find(({ first }) => first === clause.id)?.title} />`)}
      ${found.length === 0 && html`<p class="muted">No clause has these words.</p>`}
    </div>
  </section>`;
}

/** A clause with its tables and diagrams, under the title of a part that it begins.
 * @param {{session: Session, clause: Clause, go: (clause: string) => void, dark: boolean,
 *   part: string | undefined, level: "h2" | "h3"}} props */
function ClauseArticle({ session, clause, go, dark, part, level }) {
  const book = session.board?.rulebook;
  // Titles stand one level below those of parts, where there are parts.
  const Title = level;
  return html`${part && html`<h2 class="part">${part}</h2>`}
    <article data-clause=${clause.id} tabindex="-1" class=${clause.id === session.soughtClause ? "on" : ""}>
      <${Title}><span class="muted">${clause.id}</span> ${clause.title}<//>
      <p><${ClauseText} session=${session} text=${clause.text} onClause=${go} /></p>
      ${book?.tables.filter((table) => table.clause === clause.id).map((table) => html`<${TableOfRules}
        key=${table.title} table=${table} />`)}
      ${book?.diagrams.filter((diagram) => diagram.clause === clause.id).map(({ picture, caption }) => html`<figure
        class="diagram" key=${picture}><img src=${dark ? `${picture}?dark` : picture} alt=${caption} loading="lazy" />
        <figcaption>${caption}</figcaption></figure>`)}
    </article>`;
}
