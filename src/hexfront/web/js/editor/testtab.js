/** Trying a draft out: playing it, letting machines play it many times, making it fair. */
import { BoardView } from "./boardview.js";
import { html, useEffect, useState } from "../elements/dom.js";
import { Fairness } from "./fairness.js";
import { Games } from "./games.js";
import { Typed } from "./typed.js";
import { keepMade, tableAddress } from "../store/storage.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").DraftRun} DraftRun */
/** @typedef {import("../../types").DraftSides} DraftSides */
/** @typedef {import("../../types").GamesPlayed} GamesPlayed */
/** What games are played for. @typedef {"games" | "fair"} Kind */

const POLL_MS = 700;
const PERSON = "person";

/** @param {{draft: Draft, forms: import("../../types").DraftForms}} props */
export function TestTab({ draft, forms }) {
  const [sides, setSides] = useState(/** @type {DraftSides | null} */ (null));
  const [run, setRun] = useState(/** @type {DraftRun | null} */ (null));
  const [agents, setAgents] = useState(/** @type {string[]} */ ([]));
  const [games, setGames] = useState(100);
  const [problem, setProblem] = useState({ kind: "", text: "" });
  const wrong = draft.problems.some(({ warning }) => !warning);
  useEffect(() => void get("/api/drafts/{draft}/sides", draft.key).then(setSides).catch(() => {}), [draft.version]);
  useEffect(() => {
    const ask = () => get("/api/drafts/{draft}/run", draft.key).then(setRun).catch(() => {});
    void ask();
    const timer = run?.running ? setInterval(ask, POLL_MS) : 0;
    return () => clearInterval(timer);
  }, [run?.running]);
  if (!sides) return html`<p class="muted">Loading …</p>`;
  const machine = (/** @type {number} */ side) => agents[side] ?? sides.quick;
  const seats = sides.sides.map((_, side) => machine(side));
  const begin = async (/** @type {Kind} */ kind, /** @type {() => Promise<DraftRun>} */ ask) => {
    setProblem({ kind, text: "" });
    try {
      await draft.last;
      setRun(await ask());
    } catch (error) {
      setProblem({ kind, text: words(error) });
    }
  };
  /** How games of a kind stand, at the button that begins them. */
  const status = (/** @type {Kind} */ kind) => html`${problem.kind === kind && problem.text && html`<p class="problem" role="alert">${problem.text}</p>`}
    ${run?.kind === kind && html`<${Progress} run=${run} draft=${draft}
      stop=${() => begin(kind, () => post("/api/drafts/{draft}/run/stop", {}, draft.key))} />`}`;
  return html`<div class="testing">
    <${PlayHere} draft=${draft} sides=${sides} wrong=${wrong} />
    <section class="card" aria-labelledby="games-title"><h2 id="games-title">Games between machines</h2>
      <div class="seats">${sides.sides.map((title, side) => html`<label key=${side}><span>${title}</span>
        <select value=${machine(side)} data-testid=${`agent-${side}`}
          onChange=${(/** @type {any} */ event) => setAgents(seats.map((old, i) => i === side ? event.target.value : old))}>
          <${Machines} sides=${sides} /></select></label>`)}
        <label><span>Games</span><${Typed} type="number" min="1" max="1000" value=${games} data-testid="games"
          onChange=${(/** @type {any} */ event) => setGames(Math.min(1000, Math.max(1, Number(event.target.value) || 100)))} /></label></div>
      <p class="buttons"><button class="primary" disabled=${wrong || !seats.length || run?.running} data-testid="run-games"
          onClick=${() => begin("games", () => post("/api/drafts/{draft}/games", { agents: seats, games }, draft.key))}>Play them</button></p>
      ${status("games")}
      ${run?.kind === "games" && run.games && html`<${Games} games=${run.games} />`}
    </section>
    ${run?.kind === "games" && run.games && run.games.lost.length > 0 && html`<section class="card lost" aria-labelledby="lost-title">
      <h2 id="lost-title">Where units were lost</h2><${LossMap} draft=${draft} games=${run.games} /></section>`}
    <${Fairness} draft=${draft} forms=${forms} run=${run} sides=${sides.sides} seats=${seats} games=${games} wrong=${wrong} begin=${begin} status=${status} />
  </div>`;
}

/** @param {{sides: DraftSides}} props */
function Machines({ sides }) {
  return html`${sides.levels.length > 0 && html`<optgroup label="By strength">${sides.levels.map((name) =>
      html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`}
    <optgroup label="By name">${sides.agents.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</optgroup>`;
}

/** A match of the draft as it is. @param {{draft: Draft, sides: DraftSides, wrong: boolean}} props */
function PlayHere({ draft, sides, wrong }) {
  const [seats, setSeats] = useState(/** @type {string[]} */ ([PERSON]));
  const [problem, setProblem] = useState("");
  const seat = (/** @type {number} */ side) => seats[side] ?? sides.usual;
  const play = async () => {
    setProblem("");
    try {
      await draft.last;
      const made = await post("/api/drafts/{draft}/play", { seats: sides.sides.map((_, side) =>
        seat(side) === PERSON ? { kind: "person" } : { kind: "machine", agent: seat(side) }) }, draft.key);
      location.assign(tableAddress(keepMade(made)));
    } catch (error) {
      setProblem(words(error));
    }
  };
  return html`<section class="card" aria-labelledby="play-title"><h2 id="play-title">Play from here</h2>
    <div class="seats">${sides.sides.map((title, side) => html`<label key=${side}><span>${title}</span>
      <select value=${seat(side)} data-testid=${`seat-${side}`}
        onChange=${(/** @type {any} */ event) => setSeats(sides.sides.map((_, i) => i === side ? event.target.value : seat(i)))}>
        <option value=${PERSON}>A person at this screen</option><${Machines} sides=${sides} /></select></label>`)}</div>
    <button class="primary" disabled=${wrong || !sides.sides.length} data-testid="play" onClick=${play}>Play</button>
    ${wrong && html`<p class="muted">First the problems must be gone.</p>`}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}</section>`;
}

/** @param {{run: DraftRun, draft: Draft, stop: () => Promise<void>}} props */
function Progress({ run, draft, stop }) {
  const old = run.version !== draft.version && run.version > 0;
  return html`<p role="status" data-testid="progress">${run.running
      ? html`<progress max=${run.of || 1} value=${run.done}></progress> ${run.done ? `${run.done} of ${run.of} games`
        : "The machines get ready. The first time the rules are compiled, which takes up to a minute."}`
      : `${run.done} of ${run.of} games were played.`}
    ${old && html` <span class="muted">The draft has changed since they began.</span>`}
    ${run.running && html` <button data-testid="stop" onClick=${stop}>Stop</button>`}</p>
    ${run.problem && html`<p class="problem">${run.problem}</p>`}`;
}

/** The map with how many units were lost at each place. @param {{draft: Draft, games: GamesPlayed}} props */
function LossMap({ draft, games }) {
  const [side, setSide] = useState(-1);
  /** @type {Record<string, number>} */
  const places = {};
  for (const lost of games.lost) {
    if (side < 0 || lost.side === side) places[lost.place] = (places[lost.place] ?? 0) + lost.count;
  }
  const first = Object.entries(places).sort((a, b) => b[1] - a[1]).slice(0, 8);
  return html`<p class="buttons" role="group" aria-label="Whose">${["All", ...games.sides.map(({ title }) => title)].map((title, i) =>
      html`<button key=${title} aria-pressed=${side === i - 1} onClick=${() => setSide(i - 1)}>${title}</button>`)}</p>
    <div class="loss-map"><${BoardView} draft=${draft} bare=${true} figures=${places} /></div>
    <p class="muted">Most at ${first.map(([place, count]) => `${place}: ${count}`).join(", ") || "no place of the map"}.</p>`;
}
