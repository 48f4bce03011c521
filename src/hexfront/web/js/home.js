/** The home page: what can be played, and one's own matches. */
import { html, render, useEffect, useState } from "./dom.js";
import { ask, forgetMatch, keepMatch, keptMatches, tableAddress } from "./storage.js";
import { theme, toggleTheme } from "./theme.js";

/** @typedef {{name: string, title: string, description: string, sides: string[],
 *   side_titles: string[], options: Record<string, {values: string[], value: string}>,
 *   default: boolean}} ScenarioInfo */
/** @typedef {{name: string, title: string, description: string,}} Option */
/** @typedef {{name: string, title: string, summary: string, agents: string[], best_agent: string,
 *   options: Option[], scenarios: ScenarioInfo[]}} SystemInfo */

/** @type {Record<string, string>} */
const SWITCH = { true: "on", false: "off" };

/** A form for a new match of one system. @param {{system: SystemInfo}} props */
function System({ system }) {
  const first = system.scenarios.find((scenario) => scenario.default) ?? system.scenarios[0];
  const [name, setName] = useState(first?.name ?? "");
  const scenario = system.scenarios.find((other) => other.name === name) ?? first;
  const [seats, setSeats] = useState(/** @type {string[]} */ (
    (first?.sides ?? []).map((_, side) => (side === 0 ? "person" : system.best_agent))));
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  if (!scenario) return null;

  const start = async () => {
    setBusy(true);
    setProblem("");
    try {
      const made = await ask("/api/matches", {
        system: system.name, scenario: scenario.name, options,
        seats: scenario.sides.map((_, side) => {
          const seat = seats[side] ?? system.best_agent;
          return seat === "person" ? { kind: "person" } : { kind: "machine", agent: seat };
        }),
      });
      const persons = Object.values(made.tokens).map(String);
      const tokens = persons.length ? persons : [String(made.spectator)];
      keepMatch({ match: made.match, title: made.title, tokens });
      location.assign(tableAddress(tokens));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };

  return html`<section class="system" data-testid=${`system-${system.name}`}>
    <header><h2>${system.title}</h2><p>${system.summary}</p></header>
    <div class="form">
      <fieldset class="scenarios"><legend>Scenario</legend>
        ${system.scenarios.map((other) => html`<label key=${other.name}
          class=${`choice ${other.name === scenario.name ? "on" : ""}`}>
          <input type="radio" name=${`${system.name}-scenario`} value=${other.name}
            checked=${other.name === scenario.name} onChange=${() => {
              setName(other.name);
              setOptions({});
            }} />
          <span><b>${other.title}</b><span class="muted">${other.description}</span></span></label>`)}
      </fieldset>
      <div>
        <fieldset><legend>Who plays</legend>
          ${scenario.sides.map((side, i) => html`<label class="row" key=${side}>
            <span>${scenario.side_titles[i] ?? side}</span>
            <select data-testid=${`seat-${i}`} value=${seats[i] ?? system.best_agent}
              onChange=${(/** @type {any} */ event) => {
                const changed = scenario.sides.map((_, j) => seats[j] ?? system.best_agent);
                changed[i] = event.target.value;
                setSeats(changed);
              }}>
              <option value="person">A person at this screen</option>
              ${system.agents.map((agent) => html`<option key=${agent} value=${agent}>
                Machine: ${agent}</option>`)}
            </select></label>`)}
        </fieldset>
        ${system.options.length > 0 && html`<details><summary>Options</summary>
          ${system.options.map((option) => {
            const { values, value } = scenario.options[option.name];
            return html`<label class="row option" key=${option.name}>
              <span>${option.title}${option.description
                && html`<span class="muted">${option.description}</span>`}</span>
              <select value=${options[option.name] ?? value}
                data-testid=${`option-${option.name}`}
                onChange=${(/** @type {any} */ event) =>
                  setOptions({ ...options, [option.name]: event.target.value })}>
                ${values.map((choice) => html`<option key=${choice}
                  value=${choice}>${SWITCH[choice] ?? choice}</option>`)}</select>
            </label>`;
          })}</details>`}
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <button class="primary start" disabled=${busy} onClick=${start}
          data-testid=${`start-${system.name}`}>${busy ? "Setting up …" : "Play"}</button>
      </div>
    </div>
  </section>`;
}

/** The matches whose tokens this browser keeps. */
function MyMatches() {
  const [matches, setMatches] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    const kept = keptMatches();
    if (!kept.length) return;
    ask("/api/matches/mine", { tokens: kept.flatMap((entry) => entry.tokens).slice(0, 200) })
      .then((found) => setMatches(found.flatMap((/** @type {any} */ summary) => {
        const entry = kept.find((other) => other.match === summary.id);
        return entry ? [{ ...summary, tokens: entry.tokens, title: entry.title }] : [];
      }))).catch(() => {});
  }, []);
  if (!matches.length) return null;
  return html`<section class="mine" data-testid="my-matches"><h2>Your matches</h2>
    <ul>${matches.slice(0, 12).map((entry) => html`<li key=${entry.id}>
      <a href=${tableAddress(entry.tokens)}><b>${entry.title}</b>
        <span class="muted">${new Date(entry.created).toLocaleString()}</span></a>
      <span class=${`state ${entry.over ? "" : "live"}`}>${entry.over ? "over" : "in progress"}</span>
      <button class="plain" title="Take off this list" aria-label="Take off this list"
        onClick=${() => {
          forgetMatch(entry.id);
          setMatches(matches.filter((other) => other.id !== entry.id));
        }}>×</button></li>`)}</ul>
  </section>`;
}

function Home() {
  const [systems, setSystems] = useState(/** @type {SystemInfo[] | null} */ (null));
  const [problem, setProblem] = useState("");
  const [dark, setDark] = useState(theme() === "dark");
  useEffect(() => {
    ask("/api/systems").then(setSystems).catch((error) => setProblem(String(error.message)));
  }, []);
  return html`<header class="masthead">
      <svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z" /></svg>
      <div><h1>Hexfront</h1><p>Wargames to play, to study and to learn on.</p></div>
      <button data-testid="theme" aria-label=${dark ? "Light colours" : "Dark colours"}
        title=${dark ? "Light colours" : "Dark colours"} onClick=${() => {
          toggleTheme();
          setDark(theme() === "dark");
        }}>${dark ? "☀" : "☾"}</button>
    </header>
    <main class="home">
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${systems === null && !problem && html`<p class="muted">Loading …</p>`}
      ${(systems ?? []).map((system) => html`<${System} key=${system.name} system=${system} />`)}
      <${MyMatches} />
    </main>`;
}

render(html`<${Home} />`, document.body);
