/** A new tournament, in plain words. */
import { html, useState } from "../../elements/dom.js";
import { Choice } from "../newgame.js";
import { ABOUT, FORMS } from "./words.js";

/** @typedef {import("../../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../../types").NewTournament} NewTournament */

const DAY = 24;
const ROUND = [
  { value: 0, title: "When one is over" }, { value: DAY, title: "Every day" }, { value: 3 * DAY, title: "Every 3 days" },
  { value: 7 * DAY, title: "Every week" }, { value: 14 * DAY, title: "Every 2 weeks" }, { value: 28 * DAY, title: "Every 4 weeks" },
];
const DEADLINE = [
  { value: 0, title: "None" }, { value: 1, title: "1 hour" }, { value: 3, title: "3 hours" }, { value: DAY, title: "1 day" },
  { value: 3 * DAY, title: "3 days" }, { value: 7 * DAY, title: "1 week" }, { value: 14 * DAY, title: "2 weeks" }, { value: 28 * DAY, title: "4 weeks" },
];
const MOST = [4, 6, 8, 10, 12, 16, 24, 32, 48, 64];

/** A moment in the reader's own time; 0 for none. @param {string} text */
const seconds = (text) => (text ? Math.round(new Date(text).getTime() / 1000) : 0);

/** @param {{title: string, value: string, set: (value: string) => void, testid: string, note: string}} props */
function Moment({ title, value, set, testid, note }) {
  return html`<label class="field">${title}<input type="datetime-local" value=${value} data-testid=${testid}
    onInput=${(/** @type {any} */ event) => set(event.target.value)} /><span class="muted">${note}</span></label>`;
}

/** @param {{title: string, value: boolean | undefined, set: (value: boolean) => void, testid: string}} props */
function Check({ title, value, set, testid }) {
  return html`<label class="check"><input type="checkbox" checked=${value} data-testid=${testid}
    onChange=${(/** @type {any} */ event) => set(event.target.checked)} /> ${title}</label>`;
}

/** @param {{systems: SystemInfo[], paces: import("../../../types").PaceInfo[],
 *   make: (wanted: NewTournament) => Promise<void>}} props */
export function TournamentForm({ systems, paces, make }) {
  const [wish, setWish] = useState(/** @type {Required<NewTournament>} */ ({
    name: "", system: systems[0].name, scenario: "", form: "swiss", rounds: 0, double: false, pace: "none", rated: true, machines: false,
    late: true, most: 16, closes: 0, starts: 0, round_hours: 0, deadline_hours: 0,
  }));
  const [times, setTimes] = useState({ closes: "", starts: "" });
  const [busy, setBusy] = useState(false);
  const system = systems.find((one) => one.name === wish.system) ?? systems[0];
  const scenario = system.scenarios.find((one) => one.name === wish.scenario)
    ?? system.scenarios.find((one) => one.default) ?? system.scenarios[0];
  const tables = scenario.sides.length > 2;
  const form = tables ? "swiss" : wish.form;
  const change = (/** @type {Partial<NewTournament>} */ part) => setWish({ ...wish, ...part });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    await make({
      ...wish, form, scenario: scenario.name, closes: seconds(times.closes), starts: seconds(times.starts),
      rounds: form === "swiss" ? wish.rounds : 0, double: form === "round-robin" && wish.double,
      most: form === "round-robin" ? Math.min(wish.most, 16) : wish.most,
    });
    setBusy(false);
  };
  const forms = /** @type {(keyof typeof FORMS)[]} */ (tables ? ["swiss"] : Object.keys(FORMS));
  const rounds = [{ value: 0, title: "As needed" },
    ...Array.from({ length: 15 }, (_, i) => ({ value: i + 1, title: String(i + 1) }))];
  const most = MOST.filter((count) => form !== "round-robin" || count <= 16);
  return html`<form onSubmit=${submit} data-testid="new-tournament">
    <label class="field">Name<input type="text" required minlength="3" maxlength="60" value=${wish.name} data-testid="tournament-name"
      onInput=${(/** @type {any} */ event) => change({ name: event.target.value })} /></label>
    <div class="wish">
      <${Choice} title="System" value=${system.name} testid="tournament-system"
        set=${(/** @type {string} */ name) => change({ system: name, scenario: "" })}
        options=${systems.map((one) => ({ value: one.name, title: one.title }))} />
      <${Choice} title="Scenario" value=${scenario.name} testid="tournament-scenario"
        set=${(/** @type {string} */ name) => change({ scenario: name })}
        options=${system.scenarios.map((one) => ({ value: one.name, title: one.title }))} />
      <${Choice} title="Form" value=${form} testid="tournament-form" set=${(/** @type {any} */ value) => change({ form: value })}
        options=${forms.map((one) => ({ value: one, title: tables ? `Tables of ${scenario.sides.length}` : FORMS[one] }))} />
      ${form === "swiss" && html`<${Choice} title="Rounds" value=${wish.rounds} testid="tournament-rounds"
        set=${(/** @type {string} */ count) => change({ rounds: Number(count) })} options=${rounds} />`}
      <${Choice} title="Players at most" value=${Math.min(wish.most, most[most.length - 1])} testid="tournament-most"
        set=${(/** @type {string} */ count) => change({ most: Number(count) })} options=${most.map((count) => ({ value: count, title: String(count) }))} />
      <${Choice} title="Pace" value=${wish.pace} testid="tournament-pace" set=${(/** @type {string} */ pace) => change({ pace })}
        options=${paces.map((pace) => ({ value: pace.name, title: pace.title }))} />
    </div>
    <p class="muted">${tables ? "With more than two sides, tables are drawn each round; machines fill them." : ABOUT[form]} ${paces.find((pace) => pace.name === wish.pace)?.about}</p>
    <div class="wish">
      <${Moment} title="Registration until" value=${times.closes} testid="tournament-closes" note="empty: until the first round"
        set=${(/** @type {string} */ closes) => setTimes({ ...times, closes })} />
      <${Moment} title="First round" value=${times.starts} testid="tournament-starts" note="empty: when you say so"
        set=${(/** @type {string} */ starts) => setTimes({ ...times, starts })} />
      <${Choice} title="Next rounds" value=${wish.round_hours} testid="tournament-every" options=${ROUND}
        set=${(/** @type {string} */ hours) => change({ round_hours: Number(hours) })} />
      <${Choice} title="Time for a round" value=${wish.deadline_hours} testid="tournament-deadline" options=${DEADLINE}
        set=${(/** @type {string} */ hours) => change({ deadline_hours: Number(hours) })} />
      <${Check} title="Rated" value=${wish.rated} testid="tournament-rated" set=${(/** @type {boolean} */ rated) => change({ rated })} />
      ${form === "round-robin" && html`<${Check} title="All meet twice" value=${wish.double} testid="tournament-double"
        set=${(/** @type {boolean} */ double) => change({ double })} />`}
      ${form !== "knockout" && !tables && html`<${Check} title="A machine plays where one has no opponent" value=${wish.machines} testid="tournament-machines"
        set=${(/** @type {boolean} */ machines) => change({ machines })} />`}
      ${form === "swiss" && html`<${Check} title="New players may enter late" value=${wish.late} testid="tournament-late"
        set=${(/** @type {boolean} */ late) => change({ late })} />`}
    </div>
    <p><button class="primary start" disabled=${busy} data-testid="make-tournament">Announce it</button></p></form>`;
}
