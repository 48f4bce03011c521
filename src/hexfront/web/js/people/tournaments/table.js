/** The table of a tournament, and in a round robin who has got what against whom. */
import { html } from "../../elements/dom.js";
import { EntrantName } from "./rounds.js";
import { TIE_BREAKS, points } from "./words.js";

/** @typedef {import("../../../types").TournamentPage} TournamentPage */

/** @param {{page: TournamentPage}} props */
export function Standings({ page }) {
  const knockout = page.terms.form === "knockout";
  return html`<section class="card"><h2 id="table-title">${page.info.state === "done" ? "Final table" : "Table"}</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="table-title"><table class="rank" data-testid="standings">
      <thead><tr><th scope="col" class="number">Rank</th><th scope="col">Player</th><th scope="col" class="number">${knockout ? "Rounds won" : "Points"}</th>
        ${page.tie_breaks.map((name) => html`<th scope="col" class="number">${name}</th>`)}<th scope="col" class="number">Games</th></tr></thead>
      <tbody>${page.standings.map((one) => html`<tr key=${one.entrant}><td class="number">${one.rank}</td>
        <td><${EntrantName} page=${page} number=${one.entrant} /></td><td class="number"><b>${points(one.points)}</b></td>
        ${one.tie_breaks.map((value) => html`<td class="number">${points(value)}</td>`)}<td class="number">${one.played}</td></tr>`)}</tbody>
    </table></div>
    ${page.tie_breaks.length > 0 && html`<details class="explained"><summary>What decides where points are level</summary>
      <ol>${page.tie_breaks.map((name) => html`<li><b>${name}</b>: ${TIE_BREAKS[name] ?? ""}</li>`)}</ol>
      <p>Who is level in all of it shares the rank.</p></details>`}
  </section>`;
}

/** @param {{page: TournamentPage}} props */
export function CrossTable({ page }) {
  const order = page.standings.map((one) => one.entrant);
  const against = (/** @type {number} */ own, /** @type {number} */ other) => page.games
    .filter((game) => game.seats.length === 2 && game.seats.includes(own) && game.seats.includes(other) && game.points.length > 0)
    .map((game) => points(game.points[game.seats.indexOf(own)])).join(" ");
  return html`<section class="card"><h2 id="cross-title">Cross table</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="cross-title"><table class="rank cross" data-testid="cross">
      <thead><tr><th scope="col" class="number">Rank</th><th scope="col">Player</th>
        ${order.map((_, i) => html`<th scope="col" class="number">${i + 1}</th>`)}<th scope="col" class="number">Points</th></tr></thead>
      <tbody>${order.map((number, row) => html`<tr key=${number}><td class="number">${row + 1}</td><th scope="row"><${EntrantName} page=${page} number=${number} /></th>
        ${order.map((other) => html`<td class=${other === number ? "number self" : "number"}>${other === number ? "" : against(number, other)}</td>`)}
        <td class="number"><b>${points(page.standings[row].points)}</b></td></tr>`)}</tbody></table></div></section>`;
}
