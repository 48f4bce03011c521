/** All changes of a draft: going to any of them, naming versions, comparing two. */
import { BoardView } from "./boardview.js";
import { html, useEffect, useState } from "../elements/dom.js";
import { Typed } from "./typed.js";
import { get, post } from "../transport/requests.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").DraftHistory} DraftHistory */
/** @typedef {import("../../types").HistoryEntry} HistoryEntry */
/** @typedef {import("../../types").DraftDifferences} DraftDifferences */

/** @type {DraftDifferences} */
const NONE = { differences: [], more: 0 };
const SIGNS = { added: "+", removed: "−", changed: "…" };

/** @param {{draft: Draft}} props */
export function HistoryTab({ draft }) {
  const [history, setHistory] = useState(/** @type {DraftHistory | null} */ (null));
  const [compared, setCompared] = useState(/** @type {HistoryEntry | null} */ (null));
  const [found, setFound] = useState(NONE);
  const [lit, setLit] = useState("");
  useEffect(() => void draft.history().then(setHistory).catch(() => {}), [draft.version]);
  const node = history?.node;
  useEffect(() => {
    if (!compared || node === undefined) return;
    get("/api/drafts/{draft}/differences", draft.key, { old: compared.node, new: node }).then(setFound).catch(() => setFound(NONE));
  }, [compared?.node, node]);
  const name = (/** @type {HistoryEntry} */ change, /** @type {string} */ text) =>
    void post("/api/drafts/{draft}/versions", { node: change.node, name: text }, draft.key).then(setHistory).catch(() => {});
  const places = new Set(draft.board?.places.map(({ id }) => id));
  /** The hex of a difference, or where its unit stands. @param {string} place */
  const whereOf = (place) => (places.has(place) ? place : draft.view?.counters.find(({ id }) => id === place)?.place ?? "");
  const marked = lit ? [lit] : [...new Set(found.differences.map(({ place }) => whereOf(place)).filter(Boolean))];
  return html`<div class="past">
    <div><ol class="history" reversed start=${(history?.changes[0]?.node ?? 0) + 1}>${history?.changes.map((change) => html`<li key=${change.node}><div class="step">
      <button aria-current=${change.node === node ? "true" : null} data-testid="change"
        onClick=${() => draft.go(change.node)}>${change.name ? html`<b>${change.name}</b>: ` : ""}${change.title}</button>
      <time datetime=${change.made}>${new Date(change.made).toLocaleString()}</time>
      ${change.parent !== null && change.parent !== change.node - 1 && html`<small class="muted" data-testid="branch">goes on from ${change.parent + 1}</small>`}
      <span class="buttons"><button aria-pressed=${compared?.node === change.node} data-testid="compare"
          onClick=${() => setCompared(compared?.node === change.node ? null : change)}>Compare with now</button>
        <${NameField} change=${change} name=${name} /></span></div></li>`)}</ol>
      ${history && history.older > 0 && html`<p class="muted" data-testid="older">${history.older} older changes are not listed. Undo goes back through them.</p>`}</div>
    ${compared && html`<section class="card" aria-labelledby="differences-title"><h2 id="differences-title">Since “${compared.name || compared.title}”</h2>
      ${!found.differences.length && html`<p>Nothing is otherwise.</p>`}
      <ul class="differences" data-testid="differences">${found.differences.map((one) => html`<li key=${one.role + one.pointer + one.kind} class=${one.kind}>
        <button onMouseEnter=${() => setLit(whereOf(one.place))} onMouseLeave=${() => setLit("")}
          onClick=${() => draft.seek({ role: one.role, pointer: one.pointer, place: one.place })}><b>${SIGNS[one.kind]} ${one.place || one.role}</b> ${one.text}</button></li>`)}</ul>
      ${found.more > 0 && html`<p class="muted" data-testid="more-differences">And ${found.more} more, which are not listed.</p>`}
      <div class="loss-map"><${BoardView} draft=${draft} lit=${marked} /></div></section>`}
  </div>`;
}

/** @param {{change: HistoryEntry, name: (change: HistoryEntry, text: string) => void}} props */
function NameField({ change, name }) {
  const [open, setOpen] = useState(false);
  if (!open) return html`<button onClick=${() => setOpen(true)} data-testid="name-version">Name it</button>`;
  return html`<${Typed} type="text" maxlength="80" aria-label=${`Name of the version “${change.title}”`} value=${change.name} data-testid="version-name"
    onChange=${(/** @type {any} */ event) => {
      name(change, event.target.value.trim());
      setOpen(false);
    }} />`;
}
