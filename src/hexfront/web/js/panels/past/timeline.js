/** The time line of a replay: to scrub, with the turns and the battles marked, and jumps between them. */
import { html } from "../../elements/dom.js";
import { Icon } from "../../elements/icons.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** Marks that a line of this width can show. */
const MOST = 160;

/** @param {{session: Session, idle: boolean}} props */
export function Timeline({ session, idle }) {
  const { replay } = session;
  const { last } = replay;
  const at = replay.active ? replay.at : last;
  const turns = replay.turns();
  const battles = replay.battles();
  const now = turns.findLastIndex((turn) => turn.at <= at);
  return html`<div class="timeline" data-testid="timeline">
    <div class="marks" aria-hidden="true">${thinned(turns.map((turn) => turn.at)).map((stop) => html`<i key=${`t${stop}`} class="turn"
      style=${{ left: `${100 * stop / Math.max(1, last)}%` }}></i>`)}
      ${thinned(battles).map((stop) => html`<i key=${`b${stop}`} class="battle"
        style=${{ left: `${100 * stop / Math.max(1, last)}%` }}></i>`)}</div>
    <input type="range" min="0" max=${last} value=${at} aria-label="Moment" data-testid="replay-slider"
      aria-valuetext=${`${at} of ${last}: ${replay.entry?.text ?? ""}`} disabled=${idle}
      onInput=${(/** @type {any} */ event) => replay.go(Number(event.target.value))} />
    ${turns.length > 0 && html`<label class="jumps">Turn <select data-testid="replay-turn" value=${String(now)} disabled=${idle}
      onChange=${(/** @type {any} */ event) => replay.go(event.target.value < 0 ? 0 : turns[Number(event.target.value)].at)}>
      <option value="-1">the beginning</option>
      ${turns.map(({ title }, i) => html`<option key=${i} value=${String(i)}>${title}</option>`)}</select></label>`}</div>`;
}

/** To the battle before, and to the next. @param {{session: Session, idle: boolean}} props */
export function BattleJumps({ session, idle }) {
  const { replay } = session;
  const at = replay.active ? replay.at : replay.last;
  const battles = replay.battles();
  if (!battles.length) return null;
  const button = (/** @type {string} */ id, /** @type {string} */ title, /** @type {1 | -1} */ step,
    /** @type {boolean} */ off) => html`<button title=${title} aria-label=${title} data-testid=${id} disabled=${idle || off}
    onClick=${() => replay.jump(battles, step)}>${step < 0
      ? html`<${Icon} name="left" /><${Icon} name="attack" />` : html`<${Icon} name="attack" /><${Icon} name="right" />`}</button>`;
  return html`${button("replay-battle-before", "To the battle before", -1, at <= battles[0])}
    ${button("replay-battle", "To the next battle", 1, at >= battles[battles.length - 1])}`;
}

/** So few that they can be told apart. @param {number[]} stops */
function thinned(stops) {
  const every = Math.ceil(stops.length / MOST);
  return stops.filter((_, i) => i % every === 0);
}
