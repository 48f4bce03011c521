/** Setting up a new match of one system: scenario, players, options. */
import { html, useState } from "../elements/dom.js";
import { MatchLinks } from "../elements/links.js";
import { keepMade, keepSetting, setting, tableAddress } from "../store/storage.js";
import { post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").ScenarioInfo} ScenarioInfo */
/** @typedef {import("../../types").OptionInfo} OptionInfo */
/** @typedef {import("../../types").OptionValues} OptionValues */
/** @typedef {import("../../types").LevelRating} LevelRating */
/** @typedef {import("../../types").MatchMade} MatchMade */
/** @typedef {import("../../types").NewSeat} NewSeat */

/** @type {Record<string, string>} */
const SWITCH = { true: "on", false: "off" };
const PERSON = "person";
const INVITED = "invited";

/** The picture of a system or scenario. @param {{path: string, dark: boolean}} props */
export function Picture({ path, dark }) {
  const [broken, setBroken] = useState(false);
  // Beside it stands what it shows, so that it needs no words of its own.
  return broken ? html`<span class="picture"></span>` : html`<img class="picture" alt=""
    src=${dark && !path.startsWith("data:") ? `${path}?dark` : path} loading="lazy" onError=${() => setBroken(true)} />`;
}

/** Start the guided first game of a system. @param {SystemInfo} system */
export async function startGuided(system) {
  const { scenario: name, opponent } = system.guide ?? { scenario: "", opponent: "" };
  const scenario = system.scenarios.find((other) =>
    name ? other.name === name : other.default) ?? system.scenarios[0];
  const made = await post("/api/matches", {
    system: system.name, scenario: scenario.name,
    seats: scenario.sides.map((_, side) => side === 0 ? { kind: "person" }
      : { kind: "machine", agent: opponent || system.usual }),
  });
  location.assign(tableAddress(keepMade(made), 0));
}

/** @param {{system: SystemInfo, dark: boolean}} props */
export function Setup({ system, dark }) {
  const first = system.scenarios.find((scenario) => scenario.default) ?? system.scenarios[0];
  const [name, setName] = useState(first?.name ?? "");
  const scenario = system.scenarios.find((other) => other.name === name) ?? first;
  const [seats, setSeats] = useState(/** @type {string[]} */ ([PERSON]));
  const [options, setOptions] = useState(/** @type {Record<string, string>} */ ({}));
  const [person, setPerson] = useState(setting("name", ""));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const [umpire, setUmpire] = useState(false);
  const [chat, setChat] = useState(true);
  const [made, setMade] = useState(/** @type {MatchMade | null} */ (null));
  if (!scenario) return null;
  const titles = titlesOf(scenario, options);
  const chosen = titles.map((_, side) => seats[side] ?? system.usual);
  const count = system.options.find(({ name: option }) => isOfSeats(scenario.options[option]));
  const others = system.options.filter((option) => option !== count);

  const start = async () => {
    setBusy(true);
    setProblem("");
    try {
      keepSetting("name", person.trim());
      const answer = await post("/api/matches", {
        system: system.name, scenario: scenario.name, options, umpire, chat,
        seats: chosen.map((seat, side) => seat === INVITED ? { kind: INVITED }
          : seat !== PERSON ? { kind: "machine", agent: seat }
            : { kind: PERSON, name: side === chosen.indexOf(PERSON) ? person.trim() : "" }),
      });
      const tokens = keepMade(answer);
      if (Object.keys(answer.invites).length || answer.umpire) setMade(answer);
      else location.assign(tableAddress(tokens));
    } catch (error) {
      setProblem(words(error));
    }
    setBusy(false);
  };

  if (made) {
    return html`<${Ready} made=${made} again=${() => setMade(null)}
      sideTitle=${(/** @type {number} */ side) => titles[side] ?? `side ${side + 1}`} />`;
  }
  return html`<section class="card" data-testid=${`system-${system.name}`}
    aria-labelledby="setup-title">
    <h2 id="setup-title">New game of ${system.title}</h2>
    <form class="setup" onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      start();
    }}>
      <fieldset class="scenarios"><legend>Scenario</legend>
        ${system.scenarios.map((other) => html`<label key=${other.name}
          class=${`choice ${other.name === scenario.name ? "on" : ""}`}>
          <input type="radio" name="scenario" value=${other.name}
            checked=${other.name === scenario.name} onChange=${() => {
              setName(other.name);
              setOptions({});
            }} />
          <${Picture} path=${other.picture} dark=${dark} />
          <span><b>${other.title}</b><span class="muted">${other.description}</span>
            ${other.length && html`<span class="figures">${other.length}; ${other.balance}.</span>`}</span></label>`)}
      </fieldset>
      <div>
        <fieldset><legend>Who plays</legend>
          ${count && html`<${SeatCount} choices=${scenario.options[count.name]} title=${count.title}
            value=${options[count.name]} onChange=${(/** @type {string} */ value) =>
              setOptions({ ...options, [count.name]: value })} />`}
          ${titles.map((title, i) => html`<${SeatChoice} key=${i} number=${i}
            title=${title} system=${system} value=${chosen[i]}
            onChange=${(/** @type {string} */ seat) =>
              setSeats([...chosen, ...seats.slice(chosen.length)].map((old, j) => j === i ? seat : old))} />`)}
          ${chosen.includes(INVITED) && chosen.includes(PERSON) && html`<label class="row">
            <span>Your name<span class="muted">The others see it.</span></span>
            <input type="text" maxlength="40" value=${person} autocomplete="nickname"
              data-testid="name"
              onInput=${(/** @type {any} */ event) => setPerson(event.target.value)} /></label>`}
        </fieldset>
        <details><summary>Options</summary>
          ${others.map((option) => html`<${OptionChoice} key=${option.name}
            option=${option} choices=${scenario.options[option.name]} value=${options[option.name]}
            onChange=${(/** @type {string} */ value) =>
              setOptions({ ...options, [option.name]: value })} />`)}
          <label class="row option"><span>Umpire<span class="muted">Somebody with a link sees
            everything from the start. All players are told.</span></span>
            <input type="checkbox" checked=${umpire} data-testid="umpire"
              onChange=${(/** @type {any} */ event) => setUmpire(event.target.checked)} /></label>
          <label class="row option"><span>Chat<span class="muted">Who plays may talk, and so may who watches, apart.</span></span>
            <input type="checkbox" checked=${chat} data-testid="chat"
              onChange=${(/** @type {any} */ event) => setChat(event.target.checked)} /></label>
        </details>
        ${problem && html`<p class="problem" role="alert">${problem}</p>`}
        <button class="primary start" disabled=${busy}
          data-testid=${`start-${system.name}`}>${busy ? "Setting up …" : "Play"}</button>
      </div>
    </form>
  </section>`;
}

/** Whether an option says how many players there are. @param {OptionValues | undefined} choices */
function isOfSeats(choices) {
  return Object.keys(choices?.side_titles ?? {}).length > 0;
}

/** The titles of the sides, with the options that are chosen.
 * @param {ScenarioInfo} scenario @param {Record<string, string>} options */
function titlesOf(scenario, options) {
  for (const [name, { value, side_titles: titles }] of Object.entries(scenario.options)) {
    const found = titles?.[options[name] ?? value];
    if (found) return found;
  }
  return scenario.sides.map((side, i) => scenario.side_titles[i] ?? side);
}

/** How many play. @param {{choices: OptionValues, title: string, value: string | undefined,
 *   onChange: (value: string) => void}} props */
function SeatCount({ choices, title, value, onChange }) {
  const chosen = value ?? choices.value;
  const sorted = [...choices.values].sort((a, b) => Number(a) - Number(b));
  return html`<div class="row count" role="group" aria-label=${title}><span>${title}</span>
    <span class="numbers">${sorted.map((number) => html`<button type="button" key=${number} aria-pressed=${number === chosen}
      data-testid=${`players-${number}`} onClick=${() => onChange(number)}>${number}</button>`)}</span></div>`;
}

/** @param {{number: number, title: string, system: SystemInfo, value: string,
 *   onChange: (seat: string) => void}} props */
function SeatChoice({ number, title, system, value, onChange }) {
  const level = system.levels.find((other) => other.name === value);
  const machine = level ?? system.opponents.find((opponent) => opponent.name === value);
  const strong = !level ? "" : level.rating ? strength(level.rating) : "Its strength has not been measured yet.";
  const note = machine ? `${machine.description} ${strong}`
    : value === INVITED ? "You get a link to send." : "";
  return html`<label class="row seat"><span>${title}</span>
    <select data-testid=${`seat-${number}`} value=${value}
      onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      <option value=${PERSON}>A person at this screen</option>
      <option value=${INVITED}>A person by invite link</option>
      ${system.levels.length > 0 && html`<optgroup label="Machines by strength">
        ${system.levels.map(({ name, rating }) => html`<option key=${name} value=${name}>Machine: ${
          name}${rating ? ` (${points(rating.rating)})` : ""}</option>`)}</optgroup>`}
      <optgroup label="Machines by name">${system.opponents.map(({ name }) => html`<option
        key=${name} value=${name}>Machine: ${name}</option>`)}</optgroup>
    </select>${note && html`<span class="muted note">${note}</span>`}</label>`;
}

/** A rating as it is shown. @param {number} rating */
function points(rating) {
  return rating === 0 ? "0" : `${rating > 0 ? "+" : "−"}${Math.abs(Math.round(rating))}`;
}

/** How strong a level is, in words. @param {LevelRating} rating */
function strength({ level, rating, low, high, games, against_easy: share }) {
  if (level === "easy") return "The other levels are measured from here.";
  return `Strength ${points(rating)} Elo above easy (${points(low)} to ${points(high)}, ${games} games)${
    share === null ? "" : `; ${Math.round(share * 100)} % of the points against easy`}.`;
}

/** @param {{option: OptionInfo, choices: OptionValues,
 *   value: string | undefined, onChange: (value: string) => void}} props */
function OptionChoice({ option, choices, value, onChange }) {
  return html`<label class="row option">
    <span>${option.title}${option.description
      && html`<span class="muted">${option.description}</span>`}</span>
    <select value=${value ?? choices.value} data-testid=${`option-${option.name}`}
      onChange=${(/** @type {any} */ event) => onChange(event.target.value)}>
      ${choices.values.map((choice) => html`<option key=${choice}
        value=${choice}>${SWITCH[choice] ?? choice}</option>`)}</select>
  </label>`;
}

/** A match that stands ready, and the links to its seats.
 * @param {{made: MatchMade, again: () => void, sideTitle: (side: number) => string}} props */
function Ready({ made, again, sideTitle }) {
  const own = Object.values(made.tokens);
  return html`<section class="card" data-testid="ready" aria-labelledby="ready-title">
    <h2 id="ready-title">${made.title} is ready</h2>
    <p>Send the links to those who shall play or watch. They stand under “Your matches” too.</p>
    <${MatchLinks} invites=${made.invites} spectator=${made.spectator} umpire=${made.umpire}
      sideTitle=${sideTitle} />
    <p class="buttons"><a class="button primary" data-testid="go"
      href=${tableAddress(own.length ? own : [made.spectator])}>Go to the table</a>
      <button onClick=${again}>Another game</button></p>
  </section>`;
}

/** @param {SystemInfo[]} systems */
export function easiestFirst(systems) {
  return systems.toSorted((a, b) => (a.guide?.difficulty ?? Infinity) - (b.guide?.difficulty ?? Infinity));
}
