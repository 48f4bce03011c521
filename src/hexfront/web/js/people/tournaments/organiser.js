/** What an organiser can do: start, pair, correct a result, take somebody out, call it off. */
import { html, useState } from "../../elements/dom.js";
import { Choice } from "../newgame.js";
import { post } from "../../transport/requests.js";

/** @typedef {import("../../../types").TournamentPage} TournamentPage */
/** @typedef {(ask: () => Promise<unknown>) => Promise<void>} Try */

const RESULTS = [[1, 0], [0.5, 0.5], [0, 1], [0, 0]];

/** @param {TournamentPage} page @param {number} number */
const nameOf = (page, number) => page.entrants.find((one) => one.number === number)?.name || "a former player";

/** @param {{page: TournamentPage, attempt: Try}} props */
function Correct({ page, attempt }) {
  const games = page.games.filter((game) => game.seats.length > 1).reverse();
  const keyOf = (/** @type {typeof games[0]} */ game) => `${game.round}/${game.board}/${game.number}`;
  const [chosen, setChosen] = useState("");
  const [typed, setTyped] = useState("0");
  const game = games.find((one) => keyOf(one) === chosen) ?? games[0];
  const two = game.seats.length === 2;
  const given = two ? RESULTS[Number(typed)] ?? RESULTS[0] : typed.split(/[\s,;–-]+/).filter(Boolean).map(Number);
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt(() => post("/api/tournaments/result", {
      tournament: page.info.id, round: game.round, board: game.board, number: game.number, points: given,
    }));
  };
  return html`<form class="line" onSubmit=${submit}>
    <${Choice} title="Result of" value=${keyOf(game)} testid="correct-game" set=${setChosen} options=${games.map((one) => ({
      value: keyOf(one), title: `Round ${one.round}: ${one.seats.map((number) => nameOf(page, number)).join(" – ")}${one.number === 2 ? " (replay)" : ""}` }))} />
    ${two ? html`<${Choice} title="is" value=${typed} testid="correct-result" set=${setTyped}
      options=${[nameOf(page, game.seats[0]), "a draw", nameOf(page, game.seats[1]), "nobody"].map((title, i) => ({
        value: i, title: i % 2 === 0 ? `won by ${title}` : i === 1 ? title : "lost by both" }))} />`
      : html`<label class="field">Points in the order of the sides<input type="text" value=${typed} data-testid="correct-points"
        onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></label>`}
    <button data-testid="correct">Set it</button></form>`;
}

/** @param {{page: TournamentPage, attempt: Try}} props */
export function Organiser({ page, attempt }) {
  const { info } = page;
  const [sure, setSure] = useState(false);
  const [leaving, setLeaving] = useState("");
  const ask = (/** @type {"start" | "pair" | "cancel"} */ what) => attempt(() => post(`/api/tournaments/${what}`, { tournament: info.id }));
  const going = page.games.some((game) => game.how === "");
  const here = page.entrants.filter((one) => !one.out && !one.machine);
  const other = here.find((one) => String(one.number) === leaving) ?? here[0];
  return html`<section class="card" aria-labelledby="organiser-title"><h2 id="organiser-title">You organise it</h2>
    <p class="buttons">
      ${info.state === "open" && html`<button class="primary" data-testid="start-tournament" disabled=${info.entrants < 2}
        onClick=${() => ask("start")}>Pair the first round now</button>`}
      ${info.state === "running" && !going && html`<button class="primary" data-testid="pair-next" onClick=${() => ask("pair")}>Pair the next round now</button>`}
      ${(info.state === "open" || info.state === "running") && (sure
        ? html`<button data-testid="cancel-sure" onClick=${() => ask("cancel")}>Yes, call it off</button><button onClick=${() => setSure(false)}>No</button>`
        : html`<button data-testid="cancel-tournament" onClick=${() => setSure(true)}>Call it off …</button>`)}</p>
    ${info.round > 0 && info.state !== "cancelled" && page.games.some((game) => game.seats.length > 1) && html`<${Correct} page=${page} attempt=${attempt} />`}
    ${(info.state === "open" || info.state === "running") && other && html`<form class="line" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      attempt(() => post("/api/tournaments/remove", { tournament: info.id, entrant: other.number }));
    }}><${Choice} title="Take out" value=${other.number} testid="remove-who" set=${setLeaving}
      options=${here.map((one) => ({ value: one.number, title: one.name }))} /><button data-testid="remove">Take out</button></form>`}
  </section>`;
}
