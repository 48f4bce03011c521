/** The order of battle: every counter in a table that can be sorted and that finds it on the map. */
import { html, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { SideSign } from "../elements/parts.js";
import { nameOf, placeTitle } from "../store/titles.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {{key: string, title: string, of: (counter: Counter) => string | number}} Column */

/** @param {Session} session @returns {Column[]} */
function columns(session) {
  const counters = session.view?.counters ?? [];
  const names = [...new Set(counters.flatMap((counter) => Object.keys(counter.values)))];
  const several = new Set(counters.map((counter) => counter.side)).size > 1;
  return [
    { key: "name", title: "Name", of: nameOf },
    ...(several ? [{ key: "side", title: "Side",
      of: (/** @type {Counter} */ counter) => session.sideTitle(counter.side) }] : []),
    { key: "place", title: "Place", of: (counter) => placeName(session, counter) },
    ...names.map((name) => ({ key: `value ${name}`, title: name,
      of: (/** @type {Counter} */ counter) => counter.values[name] ?? "" })),
    { key: "state", title: "State", of: (counter) => counter.badges.join(", ") },
  ];
}

/** @param {Session} session @param {Counter} counter */
function placeName(session, counter) {
  const place = session.map?.geometry?.places.get(counter.place);
  return place ? placeTitle(place) : counter.place;
}

/** @param {string | number} a @param {string | number} b */
function compare(a, b) {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), undefined, { numeric: true });
}

/** @param {{session: Session}} props */
export function UnitsTab({ session }) {
  const [order, setOrder] = useState({ key: "", up: true });
  const [side, setSide] = useState("");
  const [sought, setSought] = useState("");
  const all = columns(session);
  const shown = all.filter((column) => side === "" || column.key !== "side");
  const by = all.find((column) => column.key === order.key);
  const rows = (session.view?.counters ?? []).filter((counter) =>
    (side === "" || counter.side === Number(side))
    && (!sought || all.some((column) =>
      String(column.of(counter)).toLowerCase().includes(sought.toLowerCase()))));
  if (by) rows.sort((a, b) => compare(by.of(a), by.of(b)) * (order.up ? 1 : -1));
  const sides = [...new Set((session.view?.counters ?? []).map((counter) => counter.side))].sort();
  return html`<section class="units" aria-label="Units">
    <div class="filters">
      <input type="search" placeholder="Find" aria-label="Find units" value=${sought}
        data-testid="find-units"
        onInput=${(/** @type {any} */ event) => setSought(event.target.value)} />
      ${sides.length > 1 && html`<select aria-label="Side" value=${side} data-testid="units-side"
        onChange=${(/** @type {any} */ event) => setSide(event.target.value)}>
        <option value="">All sides</option>
        ${sides.map((other) => html`<option key=${other} value=${other}>
          ${session.sideTitle(other)}</option>`)}</select>`}
    </div>
    <div class="scroll"><table data-testid="units">
      <caption class="visually-hidden">Units. The names find them on the map; the headings sort.</caption>
      <thead><tr>${shown.map((column) => {
        const on = order.key === column.key;
        return html`<th key=${column.key} scope="col"
          aria-sort=${on ? (order.up ? "ascending" : "descending") : "none"}>
          <button onClick=${() => setOrder({ key: column.key, up: on ? !order.up : true })}
            data-testid=${`sort-${column.key}`}>${column.title}
            <span aria-hidden="true">${on && html` <${Icon} name=${order.up ? "up" : "down"} />`}</span></button></th>`;
      })}</tr></thead>
      <tbody>${rows.map((counter) => html`<tr key=${counter.id} data-testid="unit-row"
        class=${`${counter.place ? "" : "gone"} ${counter.id === session.selection.selected ? "on" : ""}`}
        onClick=${() => session.selection.select(counter.id)}>
        ${shown.map((column, i) => html`<td key=${column.key}
          class=${typeof column.of(counter) === "number" ? "number" : ""}>
          ${i === 0 ? html`<button class="line" title="Find on the map"
              onClick=${(/** @type {any} */ event) => {
                event.stopPropagation();
                session.selection.select(counter.id);
              }}>${column.of(counter)}</button>`
            : column.key === "side" ? html`<${SideSign} session=${session} side=${counter.side} />`
              : column.of(counter) || "–"}</td>`)}</tr>`)}</tbody>
    </table>
    ${rows.length === 0 && html`<p class="muted">No unit has these words.</p>`}</div>
  </section>`;
}
