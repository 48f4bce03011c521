/** All changes of a draft, and going to any of them. */
import { html, useEffect, useState } from "../elements/dom.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").DraftHistory} DraftHistory */

/** @param {{draft: Draft}} props */
export function HistoryTab({ draft }) {
  const [history, setHistory] = useState(/** @type {DraftHistory | null} */ (null));
  useEffect(() => void draft.history().then(setHistory).catch(() => {}), [draft.version]);
  return html`<ol class="history" reversed>${history?.changes.map((change) => html`<li key=${change.node}>
    <button aria-current=${change.node === history.node ? "true" : null}
      onClick=${() => draft.go(change.node)}>${change.name ? html`<b>${change.name}</b>: ` : ""}${change.title}</button>
    <time datetime=${change.made}>${new Date(change.made).toLocaleString()}</time></li>`)}</ol>`;
}
