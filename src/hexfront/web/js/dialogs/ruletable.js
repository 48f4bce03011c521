/** A table of the rules, with the cell that decided a battle lit. */
import { html } from "../elements/dom.js";

/** @typedef {import("../../types").RuleTable} RuleTable */
/** @typedef {import("../../types").LogEntry} LogEntry */

/** Whether a detail of a log entry is a key. @param {LogEntry | null} entry @param {string} detail @param {string} key */
function picks(entry, detail, key) {
  const details = /** @type {Record<string, unknown>} */ (entry?.details ?? {});
  return detail !== "" && key !== "" && String(details[detail]) === key;
}

/** Whether a log entry picks a cell of a table. @param {RuleTable} table @param {LogEntry} entry */
export function isReadIn(table, entry) {
  return table.rows.some(({ key }) => picks(entry, table.row_detail, key))
    && table.keys.some((key) => picks(entry, table.column_detail, key));
}

/** @param {{table: RuleTable, entry?: LogEntry | null}} props */
export function TableOfRules({ table, entry = null }) {
  return html`<div class="rule-table" tabindex="0" role="region" aria-label=${table.title}><table data-testid="rule-table">
    <caption>${table.title}</caption>
    <thead><tr><th scope="col">${table.corner}</th>${table.columns.map((column, i) => html`<th key=${i} scope="col"
      class=${picks(entry, table.column_detail, table.keys[i] ?? "") ? "on" : ""}>${column}</th>`)}</tr></thead>
    <tbody>${table.rows.map((row, j) => {
      const on = picks(entry, table.row_detail, row.key);
      return html`<tr key=${j}><th scope="row" class=${on ? "on" : ""}>${row.title}</th>${row.cells.map((cell, i) => {
        const lit = on && picks(entry, table.column_detail, table.keys[i] ?? "");
        return html`<td key=${i} class=${lit ? "lit" : ""} aria-current=${lit ? "true" : undefined}>${cell}</td>`;
      })}</tr>`;
    })}</tbody></table></div>`;
}
