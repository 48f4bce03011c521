/** A knockout as a bracket: a column a round, each game between the two from which its players come. */
import { html } from "../../elements/dom.js";
import { EntrantName } from "./rounds.js";
import { points } from "./words.js";

/** @typedef {import("../../../types").TournamentPage} TournamentPage */

/** What a column is called. @param {number} left rounds after it @param {number} number */
function title(left, number) {
  return ["Final", "Semi-finals", "Quarter-finals"][left] ?? `Round ${number}`;
}

/** @param {{page: TournamentPage, round: number, board: number}} props */
function Pair({ page, round, board }) {
  const games = page.games.filter((game) => game.round === round && game.board === board);
  if (!games.length) return html`<li><span class="pair"><span class="player muted">open</span><span class="player muted">open</span></span></li>`;
  const seats = games[0].seats;
  const next = page.games.filter((game) => game.round === round + 1).flatMap((game) => game.seats);
  const winner = page.standings.find((one) => one.rank === 1)?.entrant;
  const through = (/** @type {number} */ number) => next.includes(number)
    || (round === page.info.rounds && page.info.state === "done" && number === winner);
  return html`<li><span class="pair">${seats.map((number) => html`<span class=${through(number) ? "player through" : "player"}>
      <span class="name"><${EntrantName} page=${page} number=${number} /></span>
      <span>${games.filter((game) => game.points.length && game.seats.length > 1).map((game) => points(game.points[game.seats.indexOf(number)])).join(" ")}${
        through(number) && html`<span class="hidden"> goes on</span>`}</span></span>`)}
    ${seats.length === 1 && html`<span class="player muted">no opponent</span>`}</span></li>`;
}

/** @param {{page: TournamentPage}} props */
export function Bracket({ page }) {
  const { rounds } = page.info;
  return html`<section class="card"><h2 id="bracket-title">Bracket</h2>
    <div class="scroll" tabindex="0" role="region" aria-labelledby="bracket-title"><div class="bracket" data-testid="bracket">
      ${Array.from({ length: rounds }, (_, i) => html`<div key=${i}><h3>${title(rounds - 1 - i, i + 1)}</h3>
        <ol>${Array.from({ length: 2 ** (rounds - 1 - i) }, (_, k) => html`<${Pair} key=${k} page=${page} round=${i + 1} board=${k + 1} />`)}</ol></div>`)}
    </div></div></section>`;
}
