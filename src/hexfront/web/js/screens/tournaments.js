/** Tournaments: the list with a form for a new one, or with `?id=` in the address one of them. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { useMe } from "../elements/corner.js";
import { useLive, useLobby } from "../people/lobbysocket.js";
import { PlayerLink } from "../people/ratings.js";
import { Bracket } from "../people/tournaments/bracket.js";
import { TournamentForm } from "../people/tournaments/form.js";
import { TournamentList } from "../people/tournaments/list.js";
import { Organiser } from "../people/tournaments/organiser.js";
import { EntrantName, Rounds } from "../people/tournaments/rounds.js";
import { CrossTable, Standings } from "../people/tournaments/table.js";
import { moment, rules, standing } from "../people/tournaments/words.js";
import { easiestFirst } from "./setup.js";
import { tournamentAddress } from "../store/storage.js";
import { get, getBy, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").TournamentPage} TournamentPage */
/** @typedef {import("../../types").TournamentInfo} TournamentInfo */
/** @typedef {(ask: () => Promise<unknown>) => Promise<void>} Try */
/** Is given what the operator has told everybody. @typedef {(announcement: string | undefined) => void} Hear */

/** What is asked, and what is said against it. @returns {{problem: string, attempt: Try}} */
function useAttempt() {
  const [problem, setProblem] = useState("");
  const attempt = async (/** @type {() => Promise<unknown>} */ ask) => {
    setProblem("");
    try {
      await ask();
    } catch (error) {
      setProblem(words(error));
    }
  };
  return { problem, attempt };
}

/** @param {{systems: SystemInfo[], signedIn: boolean, hear: Hear}} props */
function List({ systems, signedIn, hear }) {
  const { lobby } = useLobby();
  useEffect(() => hear(lobby?.announcement), [lobby?.announcement]);
  const { problem, attempt } = useAttempt();
  const [all, setAll] = useState(/** @type {TournamentInfo[]} */ ([]));
  const mark = JSON.stringify(lobby?.tournaments ?? []);
  useEffect(() => {
    attempt(async () => setAll(await get("/api/tournaments")));
  }, [mark]);
  const titles = Object.fromEntries(systems.map((one) => [one.name, one.title]));
  const going = all.filter((one) => one.state === "open" || one.state === "running");
  const over = all.filter((one) => !going.includes(one));
  return html`<h1 class="hidden">Tournaments</h1>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <div class="lobby"><div>
      <section class="card" aria-labelledby="going-title"><h2 id="going-title">Tournaments</h2>
        ${going.length === 0 && html`<p class="muted">None now${signedIn ? ": announce one" : ""}.</p>`}
        <${TournamentList} tournaments=${going} titles=${titles} /></section>
      ${over.length > 0 && html`<section class="card" aria-labelledby="over-title"><h2 id="over-title">Over</h2>
        <${TournamentList} tournaments=${over} titles=${titles} /></section>`}
    </div><div><section class="card" aria-labelledby="make-title"><h2 id="make-title">A new tournament</h2>
      ${!signedIn ? html`<p>To hold one, or to play in one, <a href="/account">sign in or make an account</a>.</p>`
        : lobby && html`<${TournamentForm} systems=${systems} paces=${lobby.paces} make=${(/** @type {any} */ wanted) => attempt(async () => {
          const made = await post("/api/tournaments", wanted);
          location.assign(tournamentAddress(made.info.id));
        })} />`}</section></div></div>`;
}

/** Who has won. @param {{page: TournamentPage}} props */
function Winners({ page }) {
  const first = page.standings.filter((one) => one.rank === 1).map((one) => page.entrants.find((entrant) => entrant.number === one.entrant));
  const names = first.map((one) => (one?.machine ? `Machine: ${one.name}` : one?.name || "a former player"));
  return html`<p data-testid="winners"><b>Won by ${names.join(" and ")}.</b></p>`;
}

/** Enter or leave. @param {{page: TournamentPage, name: string, attempt: Try}} props */
function Entry({ page, name, attempt }) {
  const [sure, setSure] = useState(false);
  const { info } = page;
  const mine = name && page.entrants.find((one) => one.name === name && !one.machine);
  const ask = (/** @type {"enter" | "leave"} */ what) => attempt(async () => {
    await post(`/api/tournaments/${what}`, { tournament: info.id });
    setSure(false);
  });
  if (info.state === "done" || info.state === "cancelled") return null;
  if (!name) return html`<p>${info.can_enter && html`<a class="button" href="/account">Sign in to enter</a>`}</p>`;
  if (mine && mine.out) return html`<p class="muted">You have left this tournament.</p>`;
  if (!mine) return html`<p>${info.can_enter && html`<button class="primary" data-testid="enter-tournament" onClick=${() => ask("enter")}>Enter</button>`}</p>`;
  if (info.state === "running" && !sure) {
    return html`<p class="buttons"><span>You play in it.</span><button data-testid="leave-tournament" onClick=${() => setSure(true)}>Leave …</button></p>`;
  }
  return html`<p class="buttons"><span>${sure ? "You resign your game, and play no other round." : "You have entered."}</span>
    <button data-testid=${sure ? "leave-sure" : "leave-tournament"} onClick=${() => ask("leave")}>${sure ? "Yes, leave" : "Leave"}</button></p>`;
}

/** The tokens of one's own games, by match. @param {TournamentPage | null} page @param {string} name */
function useOwnGames(page, name) {
  const [own, setOwn] = useState(/** @type {Map<string, string[]>} */ (new Map()));
  const mine = page?.entrants.find((one) => name && one.name === name)?.number;
  const matches = (page?.games ?? []).filter((game) => game.how === "" && mine && game.seats.includes(mine) && game.match).map((game) => game.match);
  useEffect(() => {
    if (!matches.length) return;
    getBy("/api/people/games", {}).then((games) => setOwn(new Map(games.map((game) => [game.info.id, game.tokens])))).catch(() => {});
  }, [matches.join()]);
  return own;
}

/** @param {{id: string, systems: SystemInfo[], name: string, hear: Hear}} props */
function One({ id, systems, name, hear }) {
  const { problem, attempt } = useAttempt();
  const [page, setPage] = useState(/** @type {TournamentPage | null} */ (null));
  useEffect(() => {
    attempt(async () => setPage(await get("/api/tournaments/page", undefined, { tournament: id })));
  }, []);
  const { state, lost } = useLive(page ? `/api/tournaments/live?tournament=${encodeURIComponent(id)}` : "");
  const shown = /** @type {TournamentPage | null} */ (state ?? page);
  useEffect(() => hear(shown?.announcement), [shown?.announcement]);
  const own = useOwnGames(shown, name);
  const title = shown?.info.name ?? "";
  useEffect(() => {
    if (title) document.title = `${title} · Hexfront`;
  }, [title]);
  if (!shown) {
    return html`<section class="card">${problem ? html`<h1>This tournament cannot be shown</h1><p class="problem" role="alert">${problem}</p>` : html`<p class="muted">Loading …</p>`}
      <p><a href="/tournaments">All tournaments</a></p></section>`;
  }
  const { info, terms } = shown;
  const begun = info.round > 0;
  const system = systems.find((one) => one.name === info.system)?.title ?? info.system;
  return html`${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${lost && html`<p class="muted" role="status">The connection is lost; it is tried again by itself.</p>`}
    <section class="card"><p><a href="/tournaments">All tournaments</a></p><h1>${info.name}</h1>
      <p>${system}: <b>${info.title}</b> · ${info.pace} · ${info.rated ? "rated" : "not rated"}${shown.organiser && html` · organised by <${PlayerLink} name=${shown.organiser} />`}</p>
      <p data-testid="tournament-state" data-state=${info.state} data-round=${info.round}>${standing(info)}${shown.note && `: ${shown.note}`}</p>
      ${info.state === "open" && terms.closes > 0 && html`<p>Registration until ${moment(terms.closes)}.</p>`}
      ${info.state === "running" && shown.next > 0 && html`<p>${shown.games.some((game) => game.how === "")
        ? `This round ends ${moment(shown.next)}: then whoever is waited for has lost.` : `The next round is paired ${moment(shown.next)}.`}</p>`}
      ${info.state === "done" && html`<${Winners} page=${shown} />`}
      <${Entry} page=${shown} name=${name} attempt=${attempt} />
      <details class="explained" open=${!begun}><summary>How it goes</summary><ul>${rules(shown).map((text) => html`<li>${text}</li>`)}</ul></details></section>
    ${info.state === "running" && html`<${Rounds} page=${shown} own=${own} />`}
    ${begun && terms.form === "knockout" && html`<${Bracket} page=${shown} />`}
    ${begun && html`<${Standings} page=${shown} />`}
    ${begun && terms.form === "round-robin" && html`<${CrossTable} page=${shown} />`}
    ${begun && info.state !== "running" && html`<${Rounds} page=${shown} own=${own} />`}
    ${!begun && html`<section class="card" aria-labelledby="entrants-title"><h2 id="entrants-title">Entered</h2>
      ${shown.entrants.length === 0 && html`<p class="muted">Nobody yet.</p>`}
      <ol data-testid="entrants">${shown.entrants.map((one) => html`<li key=${one.number}><${EntrantName} page=${shown} number=${one.number} /> <span class="muted">${one.rating}</span></li>`)}</ol></section>`}
    ${name && name === shown.organiser && html`<${Organiser} page=${shown} attempt=${attempt} />`}
    ${shown.record.length > 0 && html`<section class="card"><details><summary>Record of what people have done (${shown.record.length})</summary>
      <ul class="record" data-testid="record">${shown.record.map((one) => html`<li><span class="muted">${moment(one.happened)}</span> ${one.name || "a former player"} ${one.deed}.</li>`)}</ul></details></section>`}`;
}

function Tournaments() {
  const dark = useDark();
  const me = useMe();
  const [systems, setSystems] = useState(/** @type {SystemInfo[]} */ ([]));
  const [announcement, hear] = useState(/** @type {string | undefined} */ (undefined));
  const id = new URLSearchParams(location.search).get("id") ?? "";
  useEffect(() => {
    get("/api/systems").then((found) => setSystems(easiestFirst(found))).catch(() => {});
  }, []);
  const ready = me && systems.length > 0;
  return html`<${Masthead} dark=${dark} announcement=${announcement} /><main class=${id ? "home tournament" : "home"}>
    ${!ready && html`<p class="muted">Loading …</p>`}
    ${ready && (id ? html`<${One} id=${id} systems=${systems} name=${me.name} hear=${hear} />` : html`<${List} systems=${systems} signedIn=${Boolean(me.name)} hear=${hear} />`)}
  </main>`;
}

render(html`<${Tournaments} />`, document.body);
