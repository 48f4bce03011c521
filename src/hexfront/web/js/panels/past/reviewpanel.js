/** After the end: losses, luck, where the chances turned, and what to share. */
import { Chart } from "../charts.js";
import { ThoughtsPanel } from "./thoughtspanel.js";
import { html } from "../../elements/dom.js";
import { SideChip, SideSign } from "../../elements/parts.js";
import { battlesOf, battleText } from "../../store/past/battles.js";
import { savePicture } from "../../store/orders/keys.js";
import { lossesOf, luckOfSides, swingsOf } from "../../store/past/review.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** @param {{session: Session}} props */
export function ReviewTab({ session }) {
  const who = session.seat === null ? "nobody" : session.sideTitle(session.seat);
  return html`<section class="review charts" aria-label="Review" data-testid="review">
    <p class="muted">As ${who} knows it; look from another seat under Replay.</p>
    <${Losses} session=${session} />
    <${Luck} session=${session} />
    <${TurningPoints} session=${session} />
    <${ThoughtsPanel} session=${session} />
    <div class="buttons"><button data-testid="share-picture" onClick=${() => void savePicture(session)}>Picture of the map</button>
      <button data-testid="copy-moment" onClick=${() => void copyAddress(session)}>Copy the address of this moment</button></div>
  </section>`;
}

/** @param {{session: Session}} props */
function Losses({ session }) {
  const losses = lossesOf(session);
  if (!losses.length) return null;
  const types = [...new Set(losses.map(({ type }) => type))];
  const sides = [...(session.board?.board.sides ?? []).keys()];
  const lost = (/** @type {number} */ side, /** @type {string} */ type) =>
    losses.find((loss) => loss.side === side && loss.type === type);
  return html`<h3>Units lost</h3><table class="tally" data-testid="losses"><thead><tr><th scope="col">Type</th>
    ${sides.map((side) => html`<th key=${side} scope="col"><${SideChip} session=${session} side=${side} /></th>`)}</tr></thead>
    <tbody>${types.map((type) => html`<tr key=${type}><th scope="row">${type}</th>${sides.map((side) =>
      html`<td key=${side} title=${lost(side, type)?.names.join(", ")}>${lost(side, type)?.count ?? "–"}</td>`)}</tr>`)}</tbody></table>`;
}

/** @param {{session: Session}} props */
function Luck({ session }) {
  const sides = luckOfSides(session).filter(({ throws }) => throws);
  if (!sides.length) return null;
  const { battles } = battlesOf(session.log);
  const show = (/** @type {number} */ number) => number >= 0 && html`<button class="line" title="Show this battle"
    onClick=${() => void session.replay.go(battles[number].number + 1)}>${battleText(battles[number],
      (side) => session.sideTitle(side))}</button>`;
  return html`<h3>Luck</h3><p class="muted">Each throw against all that might have come: +1 had nothing been better, −1 had nothing
      been worse, 0 on average.</p>
    <table class="tally" data-testid="luck"><thead><tr><th scope="col">Side</th><th scope="col">Throws</th><th scope="col">Luck</th>
      <th scope="col">Best and worst</th></tr></thead>
      <tbody>${sides.map(({ side, throws, luck, best, worst }) => html`<tr key=${side}>
        <th scope="row"><${SideChip} session=${session} side=${side} /></th><td>${throws}</td>
        <td><b>${luck > 0 ? "+" : ""}${luck.toFixed(2)}</b></td><td>${show(best)}${show(worst)}</td></tr>`)}</tbody></table>
    ${battles.length > 1 && html`<${Chart} session=${session} ticks=${1} unit="battle" span=${[0, battles.length]}
      chart=${{ title: "Luck, added up", unit: "", lines: sides.map(({ line }) => line) }} />`}`;
}

/** Where the chances of a side changed most from one of its turns to the next. @param {{session: Session}} props */
function TurningPoints({ session }) {
  const swings = swingsOf(session.thoughts.points);
  if (!swings.length) return null;
  const sides = [...(session.board?.board.sides ?? []).keys()];
  const row = (/** @type {string} */ title, /** @type {import("../../store/past/review.js").Swing | undefined} */ swing) => swing
    && html`<li><button class="line" onClick=${() => void session.thoughts.show(swing.number)}>${title}:
      <${SideSign} session=${session} side=${swing.point.side} /> ${swing.point.title} <b>${swing.change > 0 ? "+" : "−"}${
        Math.round(100 * Math.abs(swing.change))} %</b></button></li>`;
  return html`<h3>Turning points</h3><p class="muted">By how much a side's chances changed from this turn to its next: by its plan,
      the other's, and the dice.</p><ul class="swings" data-testid="swings">${row("The turning point", swings[0])}
    ${sides.map((side) => {
      const own = swings.filter(({ point }) => point.side === side).sort((a, b) => b.change - a.change);
      const [best, worst] = [own[0], own[own.length - 1]];
      return [best?.change > 0 && row("Best decision", best), worst?.change < 0 && row("Worst decision", worst)];
    })}</ul>`;
}

/** @param {Session} session */
async function copyAddress(session) {
  try {
    await navigator.clipboard.writeText(session.watcherAddress());
    session.notice("The address is copied: who opens it watches from this moment.");
  } catch {
    session.notice("The browser does not let this page copy. The address in its bar says the moment, too.");
  }
}
