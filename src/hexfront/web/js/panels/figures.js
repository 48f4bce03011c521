/** Numbers that open: each shows what it follows from, down to the data, and the rule behind it. */
import { html, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { WhyLink } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Figure} Figure */

const DIGITS = 5;
/** Text of a value in a cell, in letters, above which the cell is laid out as words. */
const WORDS = 14;
/** A longer table is closed at first. */
const MOST_ROWS = 12;

/** A value as it is read; no number is shown longer than it helps.
 * @param {Figure["value"] | null} value */
export function valueText(value, digits = DIGITS) {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-4)) return value.toExponential(3);
  return String(Number(value.toPrecision(digits)));
}

/** @param {Figure} figure */
function opens(figure) {
  return Boolean(figure.parts?.length || figure.formula || figure.source);
}

/** @param {{session: Session, figures: Figure[]}} props */
export function Figures({ session, figures }) {
  return html`<ul class="figures">${figures.map((figure, i) =>
    html`<li key=${`${i} ${figure.caption}`}><${One} session=${session} figure=${figure}
      alone=${figures.length === 1} /></li>`)}</ul>`;
}

/** One figure; its derivation is made only when it is opened, or where there is nothing else to see.
 * @param {{session: Session, figure: Figure, alone: boolean}} props */
function One({ session, figure, alone }) {
  const table = Boolean(figure.columns?.length);
  const [open, setOpen] = useState(alone || (table && (figure.parts?.length ?? 0) <= MOST_ROWS));
  const line = html`<span class="caption">${figure.caption}</span>
    ${figure.value !== undefined && html`<b class=${`value ${valueText(figure.value).length > WORDS ? "words" : ""}`}>${valueText(figure.value)}
      ${figure.unit && html` <span class="muted">${figure.unit}</span>`}</b>`}`;
  if (!opens(figure)) {
    return html`<div class="figure">${line}<${WhyLink} session=${session} clause=${figure.clause} /></div>`;
  }
  return html`<div class="figure"><button class="line" aria-expanded=${open} data-testid="figure"
      onClick=${() => setOpen(!open)}><span class="sign" aria-hidden="true"><${Icon} name=${open ? "open" : "closed"} /></span>
      ${line}</button><${WhyLink} session=${session} clause=${figure.clause} /></div>
    ${open && html`<${Derivation} session=${session} figure=${figure} />`}`;
}

/** How a figure follows from others. @param {{session: Session, figure: Figure}} props */
function Derivation({ session, figure }) {
  return html`<div class="derivation">
    ${figure.formula && html`<p class="muted">= ${figure.formula}</p>`}
    ${figure.source && html`<p class="source" data-testid="source">${figure.source}</p>`}
    ${figure.columns?.length ? html`<${Grid} session=${session} figure=${figure} />`
      : figure.parts?.length ? html`<${Figures} session=${session} figures=${figure.parts} />` : null}
  </div>`;
}

/** A table; a cell that is chosen opens below it. @param {{session: Session, figure: Figure}} props */
function Grid({ session, figure }) {
  const [at, setAt] = useState("");
  const columns = figure.columns ?? [];
  const rows = figure.parts ?? [];
  const [row, column] = at.split(" ").map(Number);
  const chosen = at ? rows[row]?.parts?.[column] : undefined;
  return html`<div class="grid"><table><caption class="visually-hidden">${figure.caption}</caption>
    <thead><tr><td></td>${columns.map((title) => html`<th key=${title} scope="col">${title}</th>`)}</tr></thead>
    <tbody>${rows.map((each, i) => html`<tr key=${`${i} ${each.caption}`}>
      <th scope="row">${each.caption}</th>
      ${(each.parts ?? []).map((cell, j) => {
        const text = valueText(cell.value) || "–";
        const here = `${i} ${j}`;
        return html`<td key=${j} class=${text.length > WORDS ? "words" : ""}>
          ${opens(cell) ? html`<button class="plain" aria-expanded=${at === here} data-testid="cell"
            title=${cell.caption} onClick=${() => setAt(at === here ? "" : here)}>${text}</button>` : text}
        </td>`;
      })}</tr>`)}</tbody></table>
    ${chosen && html`<div class="opened" data-testid="opened"><div class="figure">
      <span class="caption">${rows[row].caption}: ${chosen.caption}</span>
      <b class="value">${valueText(chosen.value)} <span class="muted">${chosen.unit ?? ""}</span></b>
      <${WhyLink} session=${session} clause=${chosen.clause} /></div>
      <${Derivation} session=${session} figure=${chosen} /></div>`}
  </div>`;
}

/** The tab with the numbers of the last reading, and what else may be asked.
 * @param {{session: Session}} props */
export function NumbersTab({ session }) {
  const { overlays } = session;
  const { shown } = overlays;
  return html`<section class="numbers" aria-label="Numbers" data-testid="numbers">
    <${Questions} session=${session} />
    ${shown ? html`<header><h2 data-testid="numbers-caption">${shown.caption}${" "}
      <${WhyLink} session=${session} clause=${shown.clause} /></h2>
      <button class="plain" title="Put away (Esc)" aria-label="Put away" onClick=${() => {
        overlays.forget();
        session.refresh();
        session.changed();
      }}>×</button></header>
      <${Figures} key=${`${shown.overlay} ${shown.subject}`} session=${session} figures=${shown.figures} />
      ${!shown.figures.length && html`<p class="muted">${overlays.find(shown.overlay)?.description}.</p>`}`
    : html`<p class="muted">Click a unit or a place on the map, then choose what you want to know.</p>`}
  </section>`;
}

/** @param {{session: Session}} props */
function Questions({ session }) {
  const { overlays, selection } = session;
  const unit = session.counter(selection.selected);
  const able = overlays.all.filter((overlay) => (overlay.of_counter ? unit?.place
    : overlay.of_place ? overlays.place : !overlay.of_order));
  return html`<div class="buttons small" role="group" aria-label="What to know">
    ${able.map((overlay) => {
      const of = overlay.of_counter ? ` of ${unit?.id}` : overlay.of_place ? ` ${overlays.place}` : "";
      return html`<button key=${overlay.name} title=${overlay.description} data-testid=${`ask-${overlay.name}`}
        aria-pressed=${overlays.overlay === overlay.name} onClick=${() => overlays.toggle(overlay)}>
        ${overlay.title}${of}</button>`;
    })}</div>`;
}
