/** The rounds of a tournament: who meets whom, how it ended, and the way to the games. */
import { html } from "../../elements/dom.js";
import { PlayerLink } from "../ratings.js";
import { tableAddress } from "../../store/storage.js";
import { HOW, result } from "./words.js";

/** @typedef {import("../../../types").TournamentPage} TournamentPage */
/** @typedef {import("../../../types").TournamentGame} TournamentGame */

/** One who plays, by his number. @param {{page: TournamentPage, number: number}} props */
export function EntrantName({ page, number }) {
  const one = page.entrants.find((entrant) => entrant.number === number);
  if (!one) return null;
  const name = one.machine ? `Machine: ${one.name}` : one.name ? html`<${PlayerLink} name=${one.name} />` : html`<span class="muted">a former player</span>`;
  return html`${name}${one.out && html` <span class="muted">(out)</span>`}`;
}

/** @param {{page: TournamentPage, game: TournamentGame, tokens: string[] | undefined}} props */
function Board({ page, game, tokens }) {
  const label = `round ${game.round}, board ${game.board}`;
  const open = game.how === "";
  return html`<li data-testid=${`board-${game.round}-${game.board}`}>
    <span><b>${game.seats.map((number, side) => html`${side > 0 && html` <span class="muted">${game.seats.length > 2 ? "·" : "–"}</span> `}<${EntrantName} page=${page} number=${number} />${
      game.seats.length > 1 && html` <span class="muted side">${page.sides[side]}</span>`}`)}</b>
      ${HOW[game.how] && html`<span class="muted">${HOW[game.how]}</span>`}${game.number === 2 && html`<span class="muted">replay with sides exchanged</span>`}</span>
    ${open ? html`<span class="muted">${game.match ? "being played" : "being prepared"}</span>` : game.seats.length > 1 && html`<span class="result">${result(game)}</span>`}
    ${open && tokens ? html`<a class="button primary" href=${tableAddress(tokens)} data-testid="play-own" aria-label=${`Play ${label}`}>Play</a>`
      : game.spectator && html`<a class="button" href=${tableAddress([game.spectator])} aria-label=${`${open ? "Watch" : "Look at"} ${label}`}>${open ? "Watch" : "Look"}</a>`}
  </li>`;
}

/** @param {{page: TournamentPage, own: Map<string, string[]>}} props `own`: tokens of one's games by match */
export function Rounds({ page, own }) {
  const numbers = Array.from({ length: page.info.round }, (_, i) => page.info.round - i);
  return html`<section class="card" aria-labelledby="rounds-title"><h2 id="rounds-title">Rounds</h2>
    ${numbers.map((number) => html`<details key=${number} open=${number === page.info.round}><summary>Round ${number}</summary>
      <ul class="games">${page.games.filter((game) => game.round === number).map((game) => html`<${Board} key=${`${game.board}/${game.number}`}
        page=${page} game=${game} tokens=${own.get(game.match)} />`)}</ul></details>`)}</section>`;
}
