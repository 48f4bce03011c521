/** Numbers that make a draft fair: which may change, what was tried, what is proposed. */
import { html, useState } from "../elements/dom.js";
import { Games, Interval, percent } from "./games.js";
import { pointer, valueAt } from "./patch.js";
import { formOf, inWords, resolved, schemaAt } from "./schema.js";
import { Typed } from "./typed.js";
import { post } from "../transport/requests.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").DraftForms} DraftForms */
/** @typedef {import("../../types").DraftRun} DraftRun */
/** @typedef {import("../../types").GamesPlayed} GamesPlayed */
/** @typedef {import("../../types").NumberChanged} NumberChanged */
/** @typedef {{role: string, pointer: string, name: string, value: number, low: number, high: number}} Numeric */

const MOST = 4;
const SHOWN = 60;

/** Every number of the documents, with bounds of the schema or near to what it is.
 * @param {Draft} draft @param {DraftForms} forms @returns {Numeric[]} */
function numbersOf(draft, forms) {
  /** @type {Numeric[]} */
  const found = [];
  const lists = forms.force_lists;
  const walk = (/** @type {string} */ role, /** @type {any} */ value, /** @type {string} */ path, /** @type {string} */ name) => {
    if (typeof value === "number") {
      const schema = resolved(forms.schema_of_scenario, schemaAt(forms.schema_of_scenario, formOf(forms, role), draft.documents[role], path));
      const low = Math.max(schema.minimum ?? -Infinity, Math.min(value / 2, value - 2));
      const high = Math.min(schema.maximum ?? Infinity, Math.max(value * 1.5, value + 2));
      const whole = Number.isInteger(value);
      found.push({ role, pointer: path, name, value, low: whole ? Math.ceil(low) : low, high: whole ? Math.floor(high) : high });
    } else if (value && typeof value === "object") {
      for (const [key, inner] of Object.entries(value)) {
        const entry = Array.isArray(value) && inner && typeof inner === "object" ? inner.title ?? inner.name ?? inner.hex ?? `${Number(key) + 1}` : inWords(key);
        walk(role, inner, path + pointer(key), name ? `${name} – ${entry}` : String(entry));
      }
    }
  };
  walk("scenario", draft.documents.scenario, "", "");
  for (const role of new Set(lists.map((list) => list.role))) if (role !== "scenario") walk(role, draft.documents[role], "", "");
  return found;
}

/** Changes by the names of their numbers. @param {Numeric[]} numbers @param {NumberChanged[]} changes */
function inShort(numbers, changes) {
  const name = (/** @type {NumberChanged} */ { role, pointer: at }) => numbers.find((one) => one.role === role && one.pointer === at)?.name ?? at.slice(1);
  return changes.length ? changes.map((one) => `${name(one)}: ${one.old} to ${one.new}`).join(", ") : "as it is";
}

/** @param {{draft: Draft, forms: DraftForms, run: DraftRun | null, sides: string[], seats: string[], games: number, wrong: boolean,
 *   begin: (kind: "fair", ask: () => Promise<DraftRun>) => Promise<void>, status: (kind: "fair") => any}} props */
export function Fairness({ draft, forms, run, sides, seats, games, wrong, begin, status }) {
  const [chosen, setChosen] = useState(/** @type {Numeric[]} */ ([]));
  const [sought, setSought] = useState("");
  const all = numbersOf(draft, forms);
  const wanted = sought.toLowerCase();
  const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted)).slice(0, SHOWN);
  const same = (/** @type {Numeric} */ one) => (/** @type {Numeric} */ other) => one.role === other.role && one.pointer === other.pointer;
  const bound = (/** @type {number} */ at, /** @type {"low" | "high"} */ end, /** @type {string} */ text) =>
    setChosen(chosen.map((one, i) => i === at ? { ...one, [end]: Number(text) } : one));
  const search = () => begin("fair", () => post("/api/drafts/{draft}/fair", { agents: seats, games,
    numbers: chosen.map(({ role, pointer: at, low, high }) => ({ role, pointer: at, low, high })) }, draft.key));
  const proposal = run?.kind === "fair" ? run.proposal : null;
  return html`<section class="card" aria-labelledby="fair-title"><h2 id="fair-title">Make it fair</h2>
    <p class="muted">Choose up to ${MOST} numbers that may change, and within which bounds. Machines then play the scenario with one or two
      of them changed, in many ways. Whatever is farther from fair drops out, the rest plays on until one change is left. New games show what
      it does, beside the scenario as it is. Nothing changes before you accept it.</p>
    ${chosen.map((one, at) => html`<div class="chosen" key=${one.role + one.pointer}><span>${one.name}: ${one.value}</span>
      <label>from <${Typed} type="number" step="any" value=${one.low} onChange=${(/** @type {any} */ event) => bound(at, "low", event.target.value)} /></label>
      <label>to <${Typed} type="number" step="any" value=${one.high} onChange=${(/** @type {any} */ event) => bound(at, "high", event.target.value)} /></label>
      <button class="plain" aria-label=${`Leave ${one.name} as it is`} onClick=${() => setChosen(chosen.filter((_, i) => i !== at))}>×</button></div>`)}
    ${chosen.length < MOST && html`<label class="seek">Find a number <input type="search" value=${sought} data-testid="seek-number"
        onInput=${(/** @type {any} */ event) => setSought(event.target.value)} /></label>
      <ul class="numbers">${shown.filter((one) => !chosen.some(same(one))).map((one) => html`<li key=${one.role + one.pointer}>
        <button data-testid="choose-number" onClick=${() => setChosen([...chosen, one])}>${one.name}: ${one.value}</button></li>`)}</ul>`}
    <p class="buttons"><button class="primary" disabled=${wrong || !chosen.length || seats.length < 2 || run?.running} data-testid="make-fair" onClick=${search}>Search</button></p>
    ${status("fair")}
    ${run?.kind === "fair" && run.candidates.length > 0 && html`<table class="won"><caption>Still in the race, with what each side has won</caption>
      <thead><tr><th scope="col">Changes</th><th scope="col">Games</th>${sides.map((title) => html`<th scope="col" key=${title}>${title}</th>`)}</tr></thead>
      <tbody>${run.candidates.map((one) => html`<tr key=${inShort(all, one.changes)}><th scope="row">${inShort(all, one.changes)}</th><td>${one.games}</td>
        ${one.shares.map(({ share, interval }, side) => html`<td key=${side}><${Interval} share=${share} interval=${interval} fair=${1 / one.shares.length} />
          ${percent(share, interval)}</td>`)}</tr>`)}</tbody></table>`}
    ${proposal && html`<div data-testid="proposal"><h3>${proposal.changes.length ? `Proposed: ${inShort(all, proposal.changes)}` : "It is as fair as it becomes by these numbers"}</h3>
      <div class="pair"><div><h4>As it is</h4><${Games} games=${proposal.before} /></div>${proposal.changes.length > 0
        && html`<div><h4>As proposed</h4><${Games} games=${proposal.after} /></div>`}</div>
      ${proposal.changes.length > 0 && !apart(proposal.before, proposal.after) && html`<p class="muted" data-testid="not-apart">So few games do
        not tell the two apart: the intervals of every side overlap.</p>`}
      ${proposal.changes.length > 0 && html`<button class="primary" data-testid="accept" disabled=${!stillThere(draft, proposal.changes)}
        onClick=${() => draft.change(`Fairer: ${inShort(all, proposal.changes)}`.slice(0, 120), /** @type {any} */ (proposal.patches))}>Accept</button>`}</div>`}
  </section>`;
}

/** Whether some side wins more or less often after a change than before, beyond chance.
 * @param {GamesPlayed} before @param {GamesPlayed} after */
function apart(before, after) {
  return before.sides.some(({ interval: [low, high] }, side) => {
    const [least, most] = after.sides[side].interval;
    return most < low || high < least;
  });
}

/** Whether the numbers are still those that the search began with. @param {Draft} draft @param {NumberChanged[]} changes */
function stillThere(draft, changes) {
  return changes.every((one) => valueAt(draft.documents[one.role], one.pointer) === one.old);
}
