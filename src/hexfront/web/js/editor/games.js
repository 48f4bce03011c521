/** What came of many games, with how sure one may be of it. */
import { html } from "../elements/dom.js";

/** @typedef {import("../../types").GamesPlayed} GamesPlayed */

/** A share of games in words. @param {number} share @param {[number, number]} interval */
export function percent(share, [low, high]) {
  return `${Math.round(100 * share)} % (${Math.round(100 * low)} to ${Math.round(100 * high)})`;
}

/** What came of games. @param {{games: GamesPlayed}} props */
export function Games({ games }) {
  const each = games.orders_interval;
  return html`<table class="won" data-testid="won"><caption class="visually-hidden">Games won</caption>
    <thead><tr><th scope="col">Side</th><th scope="col">Won</th><th scope="col">Share, and where the true one lies 95 times in 100</th></tr></thead>
    <tbody>${games.sides.map((side) => html`<tr key=${side.name}><th scope="row">${side.title}</th><td>${side.wins}</td>
      <td><${Interval} share=${side.share} interval=${side.interval} fair=${1 / games.sides.length} /> ${percent(side.share, side.interval)}</td></tr>`)}
      <tr><th scope="row">Drawn</th><td>${games.draws}</td><td></td></tr></tbody></table>
    <p>A game took ${Math.round(games.orders)} steps${each ? ` (the true average lies within ${Math.round(each[0])} and ${Math.round(each[1])})` : ""}${games.seconds < 1 ? ""
      : `; all together took ${Math.round(games.seconds)} seconds`}.</p>
    <ul class="reasons">${Object.entries(games.reasons).map(([reason, count]) => html`<li key=${reason}>${count} × ${reason}</li>`)}</ul>`;
}

/** A share with its interval as a bar, and a mark at what is fair. @param {{share: number, interval: [number, number], fair: number}} props */
export function Interval({ share, interval: [low, high], fair }) {
  return html`<svg class="interval" viewBox="0 0 100 12" aria-hidden="true"><path class="axis" d=${`M0 6H100M${100 * fair} 1V11`} />
    <path class="range" d=${`M${100 * low} 6H${100 * high}`} /><circle cx=${100 * share} cy="6" r="3" /></svg>`;
}
