/** Chances as bars, with what makes them up. */
import { html } from "../elements/dom.js";
import { estimateOf, estimateText, hundredths } from "../store/estimates.js";
import { WhyLink } from "../elements/parts.js";
import { Words } from "../elements/words.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../store/estimates.js").Estimate} Estimate */

/** Names of odds that `Estimated` shows in its own way. */
const KNOWN = ["chance", "low", "high", "form", "terms", "mixture"];

/** A chance as a number: of 0 … 1, or a fraction in words. @param {unknown} value */
function chance(value) {
  if (typeof value === "number") return value >= 0 && value <= 1 ? value : null;
  const parts = /^(\d+)(?:\/(\d+))?$/.exec(String(value));
  if (!parts) return null;
  const number = Number(parts[1]) / Number(parts[2] ?? 1);
  return number <= 1 ? number : null;
}

/** A value of a sum. @param {number | string | undefined} value */
function signed(value) {
  if (typeof value !== "number") return value ?? "";
  if (!Number.isInteger(value)) return `${value > 0 ? "+" : "−"}${hundredths(Math.abs(value))} %`;
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`;
}

/** @param {{session: Session, odds: Estimate, links: boolean, brief: boolean}} props */
function Estimated({ session, odds, links, brief }) {
  const { chance: part, low = part, high = part, form, terms = [], mixture = [] } = odds;
  const whole = mixture.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return html`<div class="chance estimate" data-testid="odds">
      <span class="words"><${Words} session=${session} text=${form ?? "Chance"} /></span><b>${estimateText(odds)}</b>
      <span class="bar" aria-hidden="true"><i style=${{ width: `${part * 100}%` }}></i>
        ${high > low && html`<i class="range" style=${{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }}>
        </i>`}</span></div>
    ${!brief && terms.length > 0 && html`<ul class="terms">${terms.map((term) => html`<li>
      <b>${signed(term.value)}</b><span><${Words} session=${session} text=${term.text} /></span>
      ${links ? html`<${WhyLink} session=${session} clause=${term.clause} />`
        : html`<small>${term.clause}</small>`}</li>`)}</ul>`}
    ${!brief && mixture.length > 1 && html`<table class="mixture"><thead><tr><th scope="col">Perhaps</th>
      <th scope="col">share</th><th scope="col">chance</th></tr></thead><tbody>${mixture.map((one) => html`<tr>
        <th scope="row">${one.type}</th><td>${hundredths(one.weight / whole)} %</td>
        <td>${hundredths(one.chance)} %</td></tr>`)}</tbody></table>`}`;
}

/** Chances as bars, what is certain and other figures as words. With `links` each part of a sum can be
 * asked why; `brief` leaves the sum out.
 * @param {{session: Session, odds: Record<string, unknown> | null, links?: boolean, brief?: boolean}} props */
export function Odds({ session, odds, links = false, brief = false }) {
  if (!odds) return null;
  const estimate = estimateOf(odds);
  const legend = session.board?.board.legend ?? {};
  return html`<div class="odds">${estimate && html`<${Estimated} session=${session} odds=${estimate}
    links=${links} brief=${brief} />`}
  ${Object.entries(odds).map(([name, value]) => {
    if (estimate && KNOWN.includes(name)) return null;
    if (value && typeof value === "object") {
      const entries = Object.entries(value);
      if (entries.length === 1 && chance(entries[0][1]) === 1) {
        return html`<div class="muted" key=${name}>${name}: ${legend[entries[0][0]] ?? entries[0][0]}</div>`;
      }
      return html`<div key=${name}><div class="muted">${name}</div>
        <${Odds} session=${session} odds=${value} /></div>`;
    }
    const part = chance(value);
    if (part === null) return html`<div class="muted" key=${name}>${name}: ${String(value)}</div>`;
    return html`<div class="chance" key=${name} title=${String(value)}>
      <span class="words">${legend[name] ?? name}</span>
      <b>${Math.round(part * 100)} %</b>
      <span class="bar" aria-hidden="true"><i style=${{ width: `${part * 100}%` }}></i></span>
    </div>`;
  })}</div>`;
}
