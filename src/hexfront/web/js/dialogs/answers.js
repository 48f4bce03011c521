/** Answers to what is asked in the typed line: text and tables over the map. */
import { Dialog } from "./dialogs.js";
import { html } from "../elements/dom.js";
import { WhyLink } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Table} AnswerTable */

/** @param {{session: Session}} props */
export function AnswerDialog({ session }) {
  const { answer } = session.orderSender;
  if (!answer || session.dialog !== "answer" || session.handover !== null) return null;
  const close = () => session.openDialog("");
  return html`<${Dialog} title=${answer.title} onClose=${close} testid="answer" wide>
    ${answer.clause && html`<p><${WhyLink} session=${session} clause=${answer.clause} /></p>`}
    ${answer.lines.length > 0 && html`<pre class="answer">${answer.lines.join("\n")}</pre>`}
    ${answer.tables.map((table, i) => html`<${TableOf} key=${i} session=${session} table=${table} />`)}
  <//>`;
}

/** @param {{session: Session, table: AnswerTable}} props */
function TableOf({ session, table }) {
  const kind = (/** @type {number} */ column) => (column < table.words ? "" : "number");
  return html`<table class="answer">
    ${(table.caption || table.clause) && html`<caption>${table.caption}${" "}
      ${table.clause && html`<${WhyLink} session=${session} clause=${table.clause} />`}</caption>`}
    <thead><tr>${table.headings.map((heading, i) =>
      html`<th key=${i} scope="col" class=${kind(i)}>${heading}</th>`)}</tr></thead>
    <tbody>${table.rows.map((row, i) => html`<tr key=${i}>${row.map((cell, column) =>
      html`<td key=${column} class=${kind(column)}>${cell}</td>`)}</tr>`)}
      ${table.rows.length === 0 && html`<tr><td class="muted">none</td></tr>`}</tbody>
  </table>`;
}
