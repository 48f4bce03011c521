/** What the operator's page shows of people: reports, accounts, who is muted or banned, signals. */
import { html, useEffect, useState } from "../elements/dom.js";

/** @typedef {import("../../types").OperatorState} OperatorState */
/** @typedef {import("../../types").KnownAccount} KnownAccount */
/** @typedef {import("../../types").KnownAccounts} KnownAccounts */
/** @typedef {import("../../types").ReportInfo} ReportInfo */
/** @typedef {import("../../types").SignalInfo} SignalInfo */
/** @typedef {(path: "report" | "mute" | "ban-account" | "chat", body: object) => Promise<boolean>} Act */

const HOURS = [[1, "an hour"], [24, "a day"], [168, "a week"], [720, "30 days"]];

/** A time to the minute, as the database has it. @param {number} seconds since 1970 */
export const moment = (seconds) => new Date(1000 * seconds).toISOString().slice(0, 16).replace("T", " ");

/** @param {{state: OperatorState, act: Act}} props */
export function Reports({ state, act }) {
  return html`<section class="card" aria-labelledby="reports-title"><h1 id="reports-title">Reports</h1>
    ${state.reports.length === 0 && html`<p class="muted">None waits.</p>`}
    ${state.reports.map((report) => html`<${Report} key=${report.id} report=${report} act=${act} />`)}</section>`;
}

/** @param {{report: ReportInfo, act: Act}} props */
function Report({ report, act }) {
  const [note, setNote] = useState("");
  return html`<article class="reported" data-testid="report-row">
    <p><b>${report.name || "a guest"}</b>${!report.known && " (no account)"} <span class="muted">reported by ${report.by || "a guest"},
      ${" "}${report.created.slice(0, 16).replace("T", " ")} UTC${report.match && `, in match ${report.match}`}</span></p>
    <p class="text">${report.about}</p>
    ${report.said.length > 0 && html`<ul class="context" aria-label="What was said">${report.said.map((line, i) => html`<li key=${i}
      class=${line.this ? "this" : ""}>${line.this && html`<span class="visually-hidden">Reported: </span>`}<b>${line.name
        || (line.side >= 0 ? `side ${line.side + 1}` : "a watcher")}</b> <span class="muted">${moment(line.said)}</span> ${line.text}</li>`)}</ul>`}
    ${report.match && html`<p class="buttons"><button data-testid="match-chat-off" onClick=${() => act("chat", { match: report.match, on: false })}>Turn
      chat off in this match</button><button onClick=${() => act("chat", { match: report.match, on: true })}>Let them talk</button></p>`}
    ${report.known && html`<${Limit} name=${report.name} act=${act} />`}
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void act("report", { report: report.id, note: note.trim() });
    }}><label>Note for the record<input type="text" maxlength="500" value=${note} data-testid="note"
        onInput=${(/** @type {any} */ event) => setNote(event.target.value)} /></label>
      <button data-testid="close-report">Done with it</button></form></article>`;
}

/** To mute or ban an account. @param {{name: string, act: Act}} props */
function Limit({ name, act }) {
  const [reason, setReason] = useState("");
  const [hours, setHours] = useState(24);
  const [sure, setSure] = useState(false);
  const about = { name, reason: reason.trim() };
  return html`<form onSubmit=${(/** @type {Event} */ event) => event.preventDefault()}>
    <label>Reason, which ${name} is told<input type="text" maxlength="500" value=${reason} data-testid="reason"
      onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
    <label>Mute for<select value=${hours} onChange=${(/** @type {any} */ event) => setHours(Number(event.target.value))}>
      ${HOURS.map(([value, title]) => html`<option key=${value} value=${value} selected=${value === hours}>${title}</option>`)}</select></label>
    <button type="button" data-testid="mute-account" disabled=${!about.reason} onClick=${() => act("mute", { ...about, hours })}>Mute</button>
    ${sure ? html`<button type="button" class="primary" data-testid="ban-account-yes" onClick=${() => {
      setSure(false);
      void act("ban-account", { ...about, banned: true });
    }}>Ban ${name}: he resigns everywhere</button>`
      : html`<button type="button" data-testid="ban-account" disabled=${!about.reason} onClick=${() => setSure(true)}>Ban …</button>`}
  </form>`;
}

/** Let an account speak, or play, again. @param {Act} act @param {string} name @param {boolean} banned or muted */
const lift = (act, name, banned) => (banned ? act("ban-account", { name, banned: false, reason: "lifted" })
  : act("mute", { name, hours: 0, reason: "lifted" }));

/** All accounts, some at a time, with what may be done about each.
 * @param {{look: (name: string, page: number) => Promise<KnownAccounts>, act: Act}} props */
export function Accounts({ look, act }) {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState(/** @type {KnownAccounts | null} */ (null));
  const [sought, setSought] = useState({ name: "", page: 0 });
  const seek = (/** @type {string} */ name, /** @type {number} */ page) => look(name, page).then((some) => {
    setFound(some);
    setSought({ name, page });
  }).catch(() => setFound(null));
  useEffect(() => void seek("", 0), []);
  /** @type {Act} */
  const actAndLook = async (path, body) => {
    const done = await act(path, body);
    if (done) await seek(sought.name, sought.page);
    return done;
  };
  return html`<section class="card" aria-labelledby="accounts-title"><h2 id="accounts-title">Accounts</h2>
    <form onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      void seek(typed.trim(), 0);
    }}><label>Part of a name<input type="search" maxlength="40" value=${typed} data-testid="account-part"
        onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></label>
      <button data-testid="look-for-accounts">Look</button></form>
    ${found && html`<p role="status" data-testid="accounts-found">${sought.name
      ? `${found.found} of ${found.every} accounts have “${sought.name}” in their name.` : `Accounts: ${found.every}, the newest first.`}</p>
    ${found.accounts.length > 0 && html`<div class="scroll long" tabindex="0" role="region" aria-label="List of accounts"><table>
      <thead><tr><th>Account</th><th>Made (UTC)</th><th>Last seen (UTC)</th><th>Games that go on</th><th>State</th><th>What to do</th></tr></thead>
      <tbody>${found.accounts.map((one) => html`<${AccountRow} key=${one.name} one=${one} act=${actAndLook} />`)}</tbody></table></div>`}
    ${found.pages > 1 && html`<p class="buttons"><button disabled=${sought.page === 0} data-testid="accounts-before"
      onClick=${() => seek(sought.name, sought.page - 1)}>Newer</button> <span>Page ${sought.page + 1} of ${found.pages}</span>
      ${" "}<button disabled=${sought.page + 1 >= found.pages} data-testid="accounts-after"
      onClick=${() => seek(sought.name, sought.page + 1)}>Older</button></p>`}`}</section>`;
}

/** An account, and below it, once that is asked for, how it is muted or banned. @param {{one: KnownAccount, act: Act}} props */
function AccountRow({ one, act }) {
  const [open, setOpen] = useState(false);
  const states = [one.banned && "banned", one.muted > 0 && `muted until ${moment(one.muted)} UTC`].filter(Boolean);
  return html`<tr data-testid="account">
      <td><a href=${`/player?name=${encodeURIComponent(one.name)}`} target="_blank" rel="noopener">${one.name}</a></td>
      <td>${one.created.slice(0, 16).replace("T", " ")}</td><td>${one.seen ? moment(one.seen) : "not signed in"}</td><td>${one.games}</td>
      <td>${states.join(", ")}</td>
      <td class="buttons">${one.banned && html`<button onClick=${() => lift(act, one.name, true)}>Lift the ban</button>`}
        ${one.muted > 0 && html`<button onClick=${() => lift(act, one.name, false)}>Lift the mute</button>`}
        <button aria-expanded=${open} data-testid="limit-account" aria-label=${`Mute or ban ${one.name}`}
          onClick=${() => setOpen(!open)}>Mute or ban …</button></td></tr>
    ${open && html`<tr><td colspan="6"><${Limit} name=${one.name} act=${act} /></td></tr>`}`;
}

/** @param {{state: OperatorState, act: Act}} props */
export function AccountLimits({ state, act }) {
  return html`<section class="card" aria-labelledby="limits-title"><h2 id="limits-title">Muted and banned accounts</h2>
    ${state.restricted.length === 0 && html`<p class="muted">None.</p>`}
    ${state.restricted.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Their list"><table>
      <thead><tr><th>Account</th><th>What</th><th>Reason</th><th>Lift</th></tr></thead>
      <tbody>${state.restricted.map((one) => html`<tr key=${`${one.name}${one.banned}`} data-testid="restricted">
        <td>${one.name}</td><td>${one.banned ? "banned" : `muted until ${moment(one.until)} UTC`}</td><td class="text">${one.reason}</td>
        <td><button onClick=${() => lift(act, one.name, one.banned)} aria-label=${`Lift for ${one.name}`}>Lift</button></td>
      </tr>`)}</tbody></table></div>`}</section>`;
}

/** @param {{look: () => Promise<SignalInfo[]>}} props */
export function Signals({ look }) {
  const [found, setFound] = useState(/** @type {SignalInfo[] | null} */ (null));
  return html`<section class="card" aria-labelledby="signals-title"><h2 id="signals-title">Accounts that may belong together</h2>
    <p class="muted">Signs, and no proof: a family and a club share a network, and friends play with each other. Nothing follows by itself.</p>
    <p><button data-testid="signals" onClick=${() => look().then(setFound).catch(() => setFound([]))}>Look now</button></p>
    ${found?.length === 0 && html`<p role="status">Nothing out of the ordinary.</p>`}
    ${found && found.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Pairs of accounts"><table>
      <thead><tr><th>Accounts</th><th>Signs</th><th>Shared networks</th><th>Games together</th><th>Of all</th><th>Won</th></tr></thead>
      <tbody>${found.map((one) => html`<tr key=${one.names.join()} data-testid="signal"><td>${one.names.join(" and ")}</td>
        <td class="text">${one.signs.join("; ")}</td><td>${one.networks}</td><td>${one.games}</td><td>${one.of_all.join(" and ")}</td>
        <td>${one.wins.join(" to ")}</td></tr>`)}</tbody></table></div>`}</section>`;
}
