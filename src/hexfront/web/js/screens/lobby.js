/** The lobby: games that wait for players, one's own, those that are played, and who is strong. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { useMe } from "../elements/corner.js";
import { useLobby } from "../people/lobbysocket.js";
import { NewGameForm } from "../people/newgame.js";
import { PlayerLink, Players, Rating } from "../people/ratings.js";
import { TournamentList } from "../people/tournaments/list.js";
import { easiestFirst } from "./setup.js";
import { clockTime } from "../store/times.js";
import { keepSetting, setting, tableAddress, watchAddress } from "../store/storage.js";
import { get, getBy, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").OpenGameInfo} OpenGameInfo */
/** @typedef {import("../../types").OwnGame} OwnGame */
/** @typedef {import("../../types").PaceInfo} PaceInfo */
/** @typedef {(ask: () => Promise<unknown>) => Promise<void>} Try */

/** @param {SystemInfo[]} systems @param {string} name */
const titleOf = (systems, name) => systems.find((one) => one.name === name)?.title ?? name;

/** @param {PaceInfo[]} paces @param {string} name */
const paceTitle = (paces, name) => paces.find((pace) => pace.name === name)?.title ?? name;

/** Go to the table where the game has begun. @param {import("../../types").Joined} joined */
function goOn(joined) {
  if (joined.began) location.assign(tableAddress(joined.tokens));
}

/** @param {{games: OpenGameInfo[], systems: SystemInfo[], paces: PaceInfo[], signedIn: boolean, attempt: Try}} props */
function OpenGames({ games, systems, paces, signedIn, attempt }) {
  return html`<section class="card" aria-labelledby="open-title"><h2 id="open-title">Games that wait for players</h2>
    ${games.length === 0 && html`<p class="muted">None now${signedIn ? ": open one" : ""}.</p>`}
    <ul class="games" data-testid="open-games">${invitationsFirst(games).map((game) => html`<li key=${game.id}>
      <span><b>${game.title}</b><span class="muted">${titleOf(systems, game.system)} · ${game.rated ? "rated" : "not rated"}
        ${" · "}${paceTitle(paces, game.pace)}
        ${" · "}${game.invited && game.mine ? `for ${game.invited}${game.declined ? ", who has declined" : ""}`
          : game.invited ? `${game.players[0].name} invites you` : `${game.players.length} of ${game.persons} persons`}${side(systems, game)}</span>
        <${Players} players=${game.players} rated=${game.rated} /></span>
      ${!signedIn ? html`<a class="button" href="/account" aria-label=${`Sign in to join ${game.title}`}>Sign in to join</a>`
        : game.joined ? html`<button data-testid="leave" onClick=${() => attempt(() => post("/api/lobby/leave", { game: game.id }))}
          aria-label=${`${game.mine ? "Withdraw" : "Leave"} ${game.title}`}>${game.mine ? "Withdraw" : "Leave"}</button>`
          : html`<span class="buttons"><button class="primary" data-testid="join" aria-label=${`${game.invited ? "Accept" : "Join"} ${game.title}`}
            onClick=${() => attempt(async () => goOn(await post("/api/lobby/join", { game: game.id })))}>${game.invited ? "Accept" : "Join"}</button>
            ${game.invited && html`<button data-testid="decline-game" aria-label=${`Decline ${game.title}`}
              onClick=${() => attempt(() => post("/api/lobby/decline", { game: game.id }))}>Decline</button>`}</span>`}
    </li>`)}</ul></section>`;
}

/** Those that one is invited to, then all others. @param {OpenGameInfo[]} games */
const invitationsFirst = (games) => [...games].sort((a, b) => Number(Boolean(b.invited)) - Number(Boolean(a.invited)));

/** Which side the host has taken. @param {SystemInfo[]} systems @param {OpenGameInfo} game */
function side(systems, game) {
  const [first] = game.sides;
  const system = systems.find((one) => one.name === game.system);
  const scenario = system?.scenarios.find((one) => (game.scenario ? one.name === game.scenario : one.default));
  return first >= 0 ? ` · ${game.players[0].name} plays ${scenario?.side_titles[first] ?? `side ${first + 1}`}` : "";
}

/** One's own matches, those with one's turn first, by the time left. @param {{systems: SystemInfo[], mark: string}} props */
function OwnGames({ systems, mark }) {
  const [games, setGames] = useState(/** @type {OwnGame[]} */ ([]));
  const [all, setAll] = useState(false);
  useEffect(() => {
    getBy("/api/people/games", {}).then(setGames).catch(() => {});
  }, [mark]);
  const open = games.filter((game) => !game.info.over);
  const shown = all ? games : open;
  return html`<section class="card" aria-labelledby="own-title"><h2 id="own-title">Your matches</h2>
    ${shown.length === 0 && html`<p class="muted">None that goes on.</p>`}
    <ul class="games" data-testid="own-games">${shown.map(({ info, title, tokens, left }) => html`<li key=${info.id}>
      <span><b>${title}</b><span class="muted">${titleOf(systems, info.system)}${title !== info.title && `, ${info.title}`} · against
        ${" "}${info.opponents.map((name) => name || "a guest").join(", ") || "nobody"}</span></span>
      ${info.must_act.length > 0 && html`<span class="state turn">Your turn${left !== null
        && html`<span data-testid="left">: ${left > 0 ? `${clockTime(left)} left` : "time is over"}</span>`}</span>`}
      <a class=${info.must_act.length ? "button primary" : "button"} href=${tableAddress(tokens)}
        aria-label=${`${info.over ? "Look at" : "Play"} ${title}`}>${info.over ? "Look" : "Play"}</a></li>`)}</ul>
    ${games.length > open.length && html`<p><button onClick=${() => setAll(!all)} aria-expanded=${all}>
      ${all ? "Only those that go on" : `Finished too (${games.length - open.length})`}</button></p>`}
  </section>`;
}

/** Matches that are played, the strongest players first.
 * @param {{games: import("../../types").LiveGameInfo[], systems: SystemInfo[], paces: PaceInfo[]}} props */
function LiveGames({ games, systems, paces }) {
  if (!games.length) return null;
  return html`<section class="card" aria-labelledby="live-title"><h2 id="live-title">Being played</h2>
    <ul class="games" data-testid="live-games">${games.map((game, i) => html`<li key=${game.match}>
      <span><b>${game.title}</b><span class="muted">${titleOf(systems, game.system)}${game.rated ? " · rated" : ""}
        ${" · "}${paceTitle(paces, game.pace)}</span>
        <${Players} players=${game.players} rated=${true} /></span>
      <a class=${i === 0 ? "button primary" : "button"} data-testid=${i === 0 ? "watch-best" : "watch"}
        href=${i === 0 ? watchAddress(game.spectator, "best") : tableAddress([game.spectator])}
        aria-label=${`${i === 0 ? "Watch the best game, " : "Watch "}${game.title}`}>${i === 0 ? "Watch the best" : "Watch"}</a></li>`)}</ul></section>`;
}

/** Who is rated in a system. @param {{systems: SystemInfo[]}} props */
function Ratings({ systems }) {
  const [name, setName] = useState(setting("system", systems[0].name));
  const [rated, setRated] = useState(/** @type {import("../../types").RatedInfo[] | null} */ (null));
  const system = systems.find((one) => one.name === name) ?? systems[0];
  useEffect(() => {
    get("/api/people/ratings", undefined, { system: system.name }).then(setRated).catch(() => setRated([]));
  }, [system.name]);
  return html`<section class="card" aria-labelledby="ratings-title"><h2 id="ratings-title">Ratings</h2>
    <label class="field"><span class="hidden">System</span><select value=${system.name} data-testid="ratings-system"
      onChange=${(/** @type {any} */ event) => {
        keepSetting("system", event.target.value);
        setName(event.target.value);
      }}>${systems.map((one) => html`<option key=${one.name} value=${one.name} selected=${one === system}>${one.title}</option>`)}</select></label>
    ${rated?.length === 0 ? html`<p class="muted">Nobody is rated yet.</p>` : html`<table class="rank" data-testid="ratings">
      <thead><tr><th scope="col">Player</th><th scope="col" class="number">Rating</th><th scope="col" class="number">Games</th></tr></thead>
      <tbody>${rated?.map((one) => html`<tr key=${one.name}><td><${PlayerLink} name=${one.name} machine=${one.machine} level=${one.level} />
        ${one.machine && !one.level && html` <span class="muted">machine</span>`}</td>
        <td class="number"><${Rating} of=${one} /></td><td class="number">${one.games}</td></tr>`)}</tbody></table>`}
  </section>`;
}

function Lobby() {
  const dark = useDark();
  const me = useMe();
  const { lobby, lost } = useLobby();
  const [systems, setSystems] = useState(/** @type {SystemInfo[]} */ ([]));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get("/api/systems").then((found) => setSystems(easiestFirst(found))).catch((error) => setProblem(words(error)));
  }, []);
  /** @type {Try} */
  const attempt = async (ask) => {
    setProblem("");
    try {
      await ask();
    } catch (error) {
      setProblem(words(error));
    }
  };
  const signedIn = Boolean(me?.name);
  const turns = lobby?.turns ?? 0;
  useEffect(() => {
    document.title = `${turns ? `(${turns}) ` : ""}Lobby · Hexfront`;
  }, [turns]);
  const ready = lobby && me && systems.length > 0;
  return html`<${Masthead} dark=${dark} announcement=${lobby?.announcement} />
    <main class="home"><h1 class="hidden">Lobby</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${lost && html`<p class="muted" role="status">The connection is lost; it is tried again by itself.</p>`}
      ${!ready && !problem && html`<p class="muted">Loading …</p>`}
      ${ready && html`<div class="lobby"><div>
        ${signedIn && html`<${OwnGames} systems=${systems} mark=${`${lobby.own}/${lobby.turns}`} />`}
        <${OpenGames} games=${lobby.games} systems=${systems} paces=${lobby.paces} signedIn=${signedIn} attempt=${attempt} />
        <section class="card" aria-labelledby="tournaments-title"><h2 id="tournaments-title">Tournaments</h2>
          <${TournamentList} tournaments=${lobby.tournaments} titles=${Object.fromEntries(systems.map((one) => [one.name, one.title]))} />
          <p><a href="/tournaments" data-testid="to-tournaments">${lobby.tournaments.length ? "All tournaments" : "None now: hold one"}</a></p></section>
        <${LiveGames} games=${lobby.live} systems=${systems} paces=${lobby.paces} />
      </div><div>
        <section class="card" aria-labelledby="wish-title"><h2 id="wish-title">A new game</h2>
          ${signedIn ? html`<${NewGameForm} systems=${systems} paces=${lobby.paces}
            open=${(/** @type {import("../../types").NewGame} */ game) => attempt(async () => goOn(await post("/api/lobby/open", game)))} />`
            : html`<p>To meet others here, and to play for ratings, <a href="/account">sign in or make an account</a>.
              With friends you play without one: <a href="/">set up a game</a> and send them the links.</p>`}</section>
        <section class="card" aria-labelledby="here-title"><h2 id="here-title">Here now</h2>
          <p data-testid="present">${lobby.present.map((name, i) => html`${i > 0 && ", "}<${PlayerLink} name=${name} />`)}
            ${lobby.guests > 0 && html`${lobby.present.length > 0 && " and "}${lobby.guests === 1 ? "a guest" : `${lobby.guests} guests`}`}</p></section>
        <${Ratings} systems=${systems} />
      </div></div>`}
    </main>`;
}

render(html`<${Lobby} />`, document.body);
