/** The page of a player: how strong he is, over time, and his games. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { useMe } from "../elements/corner.js";
import { PlayerLink, Rating, RatingChart } from "../people/ratings.js";
import { tableAddress, watchAddress } from "../store/storage.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").PlayerPage} PlayerPage */

const OUTCOMES = { won: "Won", lost: "Lost", draw: "Draw", none: "No result" };
const LOOKS = { won: "won", lost: "lost-game", draw: "", none: "muted" };

/** @param {{page: PlayerPage, titles: Record<string, string>}} props */
function Systems({ page, titles }) {
  return page.ratings.map((one) => {
    const points = page.games.filter((game) => game.system === one.system && game.rating !== null).reverse()
      .map((game) => ({ rating: game.rating ?? 0, deviation: game.deviation ?? 0, ended: game.ended }));
    const title = titles[one.system] ?? one.system;
    return html`<section class="card" key=${one.system} aria-label=${title}><h2>${title}</h2>
      <p><b data-testid=${`rating-${one.system}`}><${Rating} of=${one} /></b> <span class="muted">give or take ${2 * one.deviation},
        ${" "}from ${one.games} rated ${one.games === 1 ? "game" : "games"}</span></p>
      ${points.length > 0 && html`<${RatingChart} points=${points} title=${title} />`}</section>`;
  });
}

/** @param {{page: PlayerPage, titles: Record<string, string>}} props */
function Games({ page, titles }) {
  return html`<section class="card" aria-labelledby="games-title"><h2 id="games-title">Games</h2>
    ${page.games.length === 0 && html`<p class="muted">None finished yet.</p>`}
    <ul class="games" data-testid="games">${page.games.map((game) => html`<li key=${`${game.ended}${game.title}`}>
      <span><b>${game.title}</b><span class="muted">${titles[game.system] ?? game.system} · ${new Date(game.ended)
        .toLocaleDateString(undefined, { dateStyle: "medium" })}${game.unrated ? ` · not rated: ${game.unrated}` : ""}</span>
        <span>against ${game.players.map((name, i) => html`${i > 0 && ", "}${name.startsWith("machine:")
          ? html`<${PlayerLink} name=${name.slice(8)} machine level=${name.slice(8)} />` : name ? html`<${PlayerLink} name=${name} />` : "a former player"}`)}.
          ${" "}${game.reason}</span></span>
      <span class=${LOOKS[game.outcome]}>${OUTCOMES[game.outcome]}</span>
      ${game.spectator && html`<a class="button" href=${tableAddress([game.spectator])} aria-label=${`Look at ${game.title}`}>Look</a>
        <a class="button" href=${watchAddress(game.spectator, "review")} aria-label=${`Losses and luck in ${game.title}`}
          title="Losses, and whose dice were better than expected" data-testid="luck">Luck</a>`}
    </li>`)}</ul></section>`;
}

/** To meet him no more, or to tell the operator. @param {{name: string}} props */
function Trouble({ name }) {
  const [about, setAbout] = useState("");
  const [said, setSaid] = useState("");
  const [open, setOpen] = useState(false);
  const attempt = async (/** @type {Promise<unknown>} */ asked, /** @type {string} */ done) => {
    try {
      await asked;
      setSaid(done);
      setOpen(false);
    } catch (error) {
      setSaid(words(error));
    }
  };
  return html`<section class="card" aria-label="Trouble"><p class="buttons">
    <button data-testid="block" onClick=${() => attempt(post("/api/people/block", { name, on: true }),
      `You do not meet ${name} in the lobby any more, nor read what he says. Your account page takes it back.`)}>Block</button>
    <button data-testid="mute-player" onClick=${() => attempt(post("/api/people/mute", { name, on: true }),
      `What ${name} says is not shown to you any more. Your account page takes it back.`)}>Mute</button>
    <button data-testid="report" aria-expanded=${open} onClick=${() => setOpen(!open)}>Report …</button></p>
    ${open && html`<label class="field">What shall the operator know?
      <textarea rows="3" maxlength="1000" value=${about} onInput=${(/** @type {any} */ event) => setAbout(event.target.value)}></textarea></label>
      <p><button disabled=${!about.trim()} onClick=${() => attempt(post("/api/people/report", { name, about }), "The operator can read it now.")}>Send</button></p>`}
    <p role="status">${said}</p></section>`;
}

function Player() {
  const dark = useDark();
  const me = useMe();
  const name = new URLSearchParams(location.search).get("name") ?? "";
  const [page, setPage] = useState(/** @type {PlayerPage | null} */ (null));
  const [titles, setTitles] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    get("/api/people/player", undefined, { name }).then((found) => {
      setPage(found);
      document.title = `${found.name} · Hexfront`;
    }).catch((error) => setProblem(words(error)));
    get("/api/systems").then((found) => setTitles(Object.fromEntries(found.map((one) => [one.name, one.title])))).catch(() => {});
  }, []);
  return html`<${Masthead} dark=${dark} /><main class="home narrow">
    ${!page && !problem && html`<section class="card"><h1>${name}</h1><p class="muted">Loading …</p></section>`}
    ${problem && html`<section class="card"><h1>This player cannot be shown</h1><p class="problem" role="alert">${problem}</p>
      <p><a href="/lobby">Lobby</a></p></section>`}
    ${page && html`<section class="card"><h1>${page.name}</h1>
        <p class="muted">${page.machine ? "A machine opponent." : page.ratings.length ? "" : "Not rated yet."}</p>
        ${me?.name && !page.machine && me.name !== page.name && html`<p><a class="button" data-testid="invite"
          href=${`/lobby?invite=${encodeURIComponent(page.name)}`}>Invite to a game</a></p>`}</section>
      <${Systems} page=${page} titles=${titles} />
      <${Games} page=${page} titles=${titles} />
      ${me?.name && !page.machine && me.name !== page.name && html`<${Trouble} name=${page.name} />`}`}
  </main>`;
}

render(html`<${Player} />`, document.body);
