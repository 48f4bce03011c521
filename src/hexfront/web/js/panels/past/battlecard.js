/** The card of a battle: who against whom, with what, what might have come, what came, and what it did. */
import { html } from "../../elements/dom.js";
import { Icon } from "../../elements/icons.js";
import { Words } from "../../elements/words.js";
import { Die, SideSign, WhyLink } from "../../elements/parts.js";
import { luckOf, opponentsOf } from "../../store/past/battles.js";
import { dieOf } from "../../store/past/playback.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../store/past/battles.js").Battle} Battle */
/** @typedef {import("../../../types").LogEntry} LogEntry */

/** Lines of a long battle that are shown. */
const LATEST = 12;

/** @param {{session: Session, battle: Battle}} props */
export function BattleCard({ session, battle }) {
  const { sides, terms, chances, came, result, entries } = battle;
  const [attackers, defenders] = opponentsOf(battle, (side) => session.sideTitle(side));
  const thrown = entries.find((entry) => dieOf(entry) !== null);
  // Who attacks and defends stands above already.
  const effects = entries.filter((entry) => entry !== thrown && !entry.battle?.attackers && !entry.battle?.defenders
    && (entry.weight ?? 0) >= 0);
  const luck = luckOf(battle);
  return html`<div class="battlecard" data-testid="battle-card" role="group" aria-label="Battle">
    <div class="sides"><span>${sides[0] >= 0 && html`<${SideSign} session=${session} side=${sides[0]} />`} ${attackers}</span>
      <b role="img" aria-label="against"><${Icon} name="attack" /></b>
      <span>${sides[1] >= 0 && html`<${SideSign} session=${session} side=${sides[1]} />`} ${defenders}</span></div>
    ${terms.length > 0 && html`<dl>${terms.map(({ caption, value, clause }) => html`<div key=${caption}><dt>${caption}</dt>
      <dd>${value} <${WhyLink} session=${session} clause=${clause} /></dd></div>`)}</dl>`}
    ${chances.length > 0 && html`<${Chances} chances=${chances} came=${came} />`}
    ${(result || thrown) && html`<p class="result">${thrown && html`<${Die} value=${dieOf(thrown)} />`}<b>${result}</b>
      <${WhyLink} session=${session} clause=${(thrown ?? entries[0]).clause} entry=${thrown ?? entries[0]} />
      ${luck !== null && html`<span class="muted" title="The share of throws that would have been worse, less that of better ones">
        ${luckText(luck)}</span>`}</p>`}
    ${effects.length > 0 && html`<ul>${effects.slice(-LATEST).map((entry) => html`<li key=${entry.number} class=${`kind-${entry.kind}`}>
      ${entry.places.length ? html`<button class="line" title="Show on the map" onClick=${() => session.find(entry)}><${Words} session=${session} text=${entry.text} within /></button>`
        : html`<span class="line"><${Words} session=${session} text=${entry.text} within /></span>`}
      <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} /></li>`)}</ul>`}
  </div>`;
}

/** What might have come, as parts of a bar; what came is lit.
 * @param {{chances: import("../../../types").Chance[], came: number}} props */
function Chances({ chances, came }) {
  return html`<ol class="chances" aria-label="Odds before">${chances.map(({ text, chance }, i) => html`<li key=${text}
    class=${i === came ? "came" : ""} aria-current=${i === came ? "true" : undefined}>
    <span class="bar" style=${{ width: `${Math.round(chance * 100)}%` }}></span>
    <span class="words">${text}</span><b>${Math.round(chance * 100)} %</b></li>`)}</ol>`;
}

/** Of the attackers. @param {number} luck */
export function luckText(luck) {
  const much = Math.abs(luck) > 0.5 ? "very " : "";
  if (Math.abs(luck) < 0.15) return "as expected";
  return luck > 0 ? `${much}lucky for the attackers` : `${much}lucky for the defenders`;
}
