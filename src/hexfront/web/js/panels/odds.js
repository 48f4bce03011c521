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

/** Outcomes that are seen at once, and those in a brief reading. */
const LIKELY = 4;
const BRIEF = 3;

/** Whether figures are the chances of all that may come of something. @param {unknown} value
 * @returns {value is Record<string, unknown>} */
function isDistribution(value) {
  if (!value || typeof value !== "object" || Array.isArray(value)) return false;
  const parts = Object.values(value).map(chance);
  return parts.length > 0 && parts.every((part) => part !== null)
    && Math.abs(parts.reduce((sum, part) => /** @type {number} */ (sum) + /** @type {number} */ (part), 0) ?? 0) > 0.99;
}

/** A chance with its bar. @param {{name: string, value: unknown}} props */
function Bar({ name, value }) {
  const part = chance(value) ?? 0;
  return html`<div class="chance" title=${String(value)}><span class="words">${name}</span><b>${Math.round(part * 100)} %</b>
    <span class="bar" aria-hidden="true"><i style=${{ width: `${part * 100}%` }}></i></span></div>`;
}

/** All that may come of something, the likeliest first; what is rare can be opened.
 * @param {{name: string, outcomes: Record<string, unknown>, legend: Record<string, string>, most: number, open: boolean}} props */
function Outcomes({ name, outcomes, legend, most, open }) {
  const all = Object.entries(outcomes).sort(([, a], [, b]) => (chance(b) ?? 0) - (chance(a) ?? 0));
  if (all.length === 1) return html`<div class="muted">${name}: ${legend[all[0][0]] ?? all[0][0]}</div>`;
  const few = all.length <= most + 1 ? all.length : most;
  const bars = (/** @type {[string, unknown][]} */ list) => list.map(([key, value]) =>
    html`<${Bar} key=${key} name=${legend[key] ?? key} value=${value} />`);
  const rest = all.slice(few);
  const share = rest.reduce((sum, [, value]) => sum + (chance(value) ?? 0), 0);
  return html`<div><div class="muted">${name}</div><div class="odds">${bars(all.slice(0, few))}
    ${rest.length > 0 && (open ? html`<details><summary>${rest.length} more, ${Math.round(share * 100)} %</summary>
      <div class="odds">${bars(rest)}</div></details>`
      : html`<div class="muted">${rest.length} more, ${Math.round(share * 100)} %</div>`)}</div></div>`;
}

/** First the chance and what may come of it, the likeliest first; then, to be opened, the figures that they
 * follow from. With `links` each part of a sum can be asked why; `brief` leaves the sum out; `closed` what
 * would have to be opened.
 * @param {{session: Session, odds: Record<string, unknown> | null, links?: boolean, brief?: boolean, closed?: boolean}} props */
export function Odds({ session, odds, links = false, brief = false, closed = false }) {
  if (!odds) return null;
  const estimate = estimateOf(odds);
  const legend = session.board?.board.legend ?? {};
  const others = Object.entries(odds).filter(([name]) => !estimate || !KNOWN.includes(name));
  const first = others.find(([, value]) => isDistribution(value));
  const bars = others.filter(([, value]) => chance(value) !== null);
  const rest = others.filter((entry) => entry !== first && !bars.includes(entry));
  return html`<div class="odds">${estimate && html`<${Estimated} session=${session} odds=${estimate}
    links=${links} brief=${brief} />`}
    ${bars.map(([name, value]) => html`<${Bar} key=${name} name=${legend[name] ?? name} value=${value} />`)}
    ${first && html`<${Outcomes} name=${first[0]} outcomes=${first[1]} legend=${legend} most=${closed ? BRIEF : LIKELY} open=${!closed} />`}
    ${rest.length > 0 && !closed && html`<details class="reckoned"><summary>How it is reckoned</summary>
      <div class="odds">${rest.map(([name, value]) => html`<${Figures} key=${name} name=${name} value=${value} legend=${legend} />`)}</div></details>`}
  </div>`;
}

/** Figures that a chance follows from. @param {{name: string, value: unknown, legend: Record<string, string>}} props */
function Figures({ name, value, legend }) {
  if (isDistribution(value)) return html`<${Outcomes} name=${name} outcomes=${value} legend=${legend} most=${LIKELY} open />`;
  const words = value && typeof value === "object"
    ? Object.entries(value).map(([key, one]) => `${legend[key] ?? key} ${String(one)}`).join(", ") : String(value);
  return html`<div class="muted">${name}: ${words}</div>`;
}
