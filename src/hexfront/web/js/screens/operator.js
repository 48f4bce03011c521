/** The operator's page: reports, accounts, processes, limits, matches, a word to everybody, bans, and what was done here. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { AccountLimits, Accounts, Reports, Signals } from "../people/moderation.js";
import { post, words } from "../transport/requests.js";

/** @typedef {import("../../types").OperatorState} OperatorState */
/** @typedef {(path: "announce" | "drain" | "ban" | "report" | "mute" | "ban-account" | "chat", body: object) => Promise<boolean>} Act */

const LOOK_EVERY = 5000;

/** A time in the form of the database, to the minute. @param {string} time */
const minute = (time) => time.slice(0, 16).replace("T", " ");

function Operator() {
  const dark = useDark();
  // Kept by this page alone: who closes it must give the token again.
  const [token, setToken] = useState("");
  const [state, setState] = useState(/** @type {OperatorState | null} */ (null));
  const [problem, setProblem] = useState("");
  const [unseen, setUnseen] = useState("");
  const look = (/** @type {string} */ operator) => post("/api/operator/state", { operator })
    .then((found) => {
      setState(found);
      setToken(operator);
      setUnseen("");
    }).catch((error) => setUnseen(words(error)));
  useEffect(() => {
    if (!token) return undefined;
    const timer = setInterval(() => look(token), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [token]);
  /** @type {Act} */
  const act = async (path, body) => {
    const sent = /** @type {any} */ ({ operator: token, ...body });
    try {
      setState(await post(`/api/operator/${path}`, sent));
      setProblem("");
      return true;
    } catch (error) {
      setProblem(words(error));
      return false;
    }
  };
  const seek = async (/** @type {string} */ name, /** @type {number} */ page) => {
    try {
      return await post("/api/operator/accounts", { operator: token, name, page });
    } catch (error) {
      setProblem(words(error));
      throw error;
    }
  };
  return html`<${Masthead} dark=${dark} />
    <main class="home operator">
      ${(problem || unseen) && html`<p class="problem card" role="alert">${problem || unseen}</p>`}
      ${state ? html`
        <${Reports} state=${state} act=${act} />
        <${Accounts} look=${seek} act=${act} />
        <${AccountLimits} state=${state} act=${act} />
        <${Signals} look=${() => post("/api/operator/signals", { operator: token })} />
        <${Processes} state=${state} act=${act} />
        <${Fullness} state=${state} />
        <${Announce} act=${act} />
        <${Bans} state=${state} act=${act} />
        <${Matches} state=${state} act=${act} />
        <${Deeds} state=${state} />` : html`<${Enter} look=${look} />`}
    </main>`;
}

/** @param {{look: (token: string) => void}} props */
function Enter({ look }) {
  const [typed, setTyped] = useState("");
  return html`<section class="card"><h1>Operator</h1>
    <form onSubmit=${(/** @type {Event} */ event) => { event.preventDefault(); look(typed.trim()); }}>
      <label>The operator's token
        <input type="password" autocomplete="off" data-testid="token" value=${typed}
          onInput=${(/** @type {any} */ event) => setTyped(event.target.value)} /></label>
      <button class="primary" data-testid="enter">Enter</button>
    </form></section>`;
}

/** @param {{state: OperatorState, act: Act}} props */
function Processes({ state, act }) {
  return html`<section class="card"><h1>Processes</h1>
    <p>Matches that go on: ${state.unfinished}; that are over: ${state.finished}. At this process, open pages:
      ${" "}${state.sockets}; matches in which machines think: ${state.thinking}.</p>
    <div class="scroll" tabindex="0" role="region" aria-label="Processes"><table>
      <thead><tr><th>Process</th><th>Address</th><th>State</th><th>Matches</th><th>New matches</th></tr></thead>
      <tbody>${state.processes.map((each) => html`<tr key=${each.process} data-testid="process">
        <td>${each.process || "the only one"}${each.here ? " (this one)" : ""}</td><td>${each.address}</td>
        <td>${each.alive ? each.draining ? "draining" : "serving" : "gone"}</td><td>${each.matches}</td>
        <td>${each.alive && html`<button data-testid="drain"
          onClick=${() => act("drain", { process: each.process, draining: !each.draining })}>
          ${each.draining ? "Take them again" : "Drain before a restart"}</button>`}</td></tr>`)}
      </tbody></table></div></section>`;
}

/** From which share on something is nearly full. */
const NEARLY = 0.9;

/** How full it is of what is limited. @param {{state: OperatorState}} props */
function Fullness({ state }) {
  return html`<section class="card" aria-labelledby="fullness-title"><h2 id="fullness-title">Limits</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Table of limits"><table>
      <thead><tr><th>What</th><th>Now</th><th>At most</th><th>State</th></tr></thead>
      <tbody>${state.fullness.map(({ what, now, most }) => html`<tr key=${what} data-testid="limit"><td class="text">${what}</td><td>${now}</td>
        <td>${most ?? "any number"}</td><td>${most !== null && now >= NEARLY * most ? html`<b>nearly full</b>` : ""}</td></tr>`)}
      </tbody></table></div>
    <p>At most ${state.connections} connections at one process, of one address ${state.connections_per_address}, also through a proxy;
      ${" "}${state.accounts_per_address} new accounts of one address at once. ${state.limits || "Every match is kept."}</p></section>`;
}

/** @param {{act: Act}} props */
function Announce({ act }) {
  const [text, setText] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await act("announce", { text: text.trim() })) setText("");
  };
  return html`<section class="card"><h2>Tell everybody</h2>
    <form onSubmit=${send}><label>Message at every table and on all pages
      <input type="text" maxlength="500" data-testid="text" value=${text}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} /></label>
      <button data-testid="announce" disabled=${!text.trim()}>Send</button></form></section>`;
}

/** @param {{state: OperatorState, act: Act}} props */
function Bans({ state, act }) {
  const [network, setNetwork] = useState("");
  const [reason, setReason] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await act("ban", { network: network.trim(), reason: reason.trim(), banned: true })) {
      setNetwork("");
      setReason("");
    }
  };
  return html`<section class="card"><h2>Banned addresses</h2>
    ${state.bans.length > 0 && html`<div class="scroll" tabindex="0" role="region" aria-label="Bans"><table>
      <thead><tr><th>Address</th><th>Since (UTC)</th><th>Reason</th><th>Lift</th></tr></thead>
      <tbody>${state.bans.map((ban) => html`<tr key=${ban.network} data-testid="ban">
        <td>${ban.network}</td><td>${minute(ban.since)}</td><td class="text">${ban.reason}</td>
        <td><button onClick=${() => act("ban", { network: ban.network, banned: false })}>Lift</button></td>
      </tr>`)}</tbody></table></div>`}
    <form onSubmit=${send}>
      <label>Address or network<input type="text" placeholder="203.0.113.0/24" data-testid="network"
        value=${network} onInput=${(/** @type {any} */ event) => setNetwork(event.target.value)} /></label>
      <label>Reason<input type="text" maxlength="500" value=${reason}
        onInput=${(/** @type {any} */ event) => setReason(event.target.value)} /></label>
      <button data-testid="ban-it" disabled=${!network.trim()}>Ban</button></form></section>`;
}

/** @param {{state: OperatorState, act: Act}} props */
function Matches({ state, act }) {
  return html`<section class="card"><h2>Newest matches</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="Newest matches"><table>
      <thead><tr><th>Match</th><th>System</th><th>Title</th><th>Made (UTC)</th><th>State</th><th>Process</th><th>Chat</th></tr></thead>
      <tbody>${state.matches.map((match) => html`<tr key=${match.match} data-testid="match">
        <td>${match.match}</td><td>${match.system}</td><td>${match.title}</td><td>${minute(match.created)}</td>
        <td>${match.over ? "over" : "goes on"}</td><td>${match.process}</td>
        <td><button data-testid="turn-chat" aria-label=${`${match.chat ? "Turn chat off in" : "Let them talk in"} match ${match.match}`}
          onClick=${() => act("chat", { match: match.match, on: !match.chat })}>${match.chat ? "Turn off" : "Let them talk"}</button></td>
      </tr>`)}</tbody></table></div></section>`;
}

/** @param {{state: OperatorState}} props */
function Deeds({ state }) {
  if (!state.deeds.length) return html`<section class="card"><h2>What was done here</h2><p class="muted">Nothing yet.</p></section>`;
  return html`<section class="card"><h2>What was done here</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="What was done here"><table>
      <thead><tr><th>When (UTC)</th><th>From</th><th>Deed</th><th>About</th></tr></thead>
      <tbody>${state.deeds.map((deed, number) => html`<tr key=${number} data-testid="deed">
        <td>${minute(deed.happened)}</td><td>${deed.address}</td><td>${deed.deed}</td>
        <td class="text">${deed.about}</td></tr>`)}</tbody></table></div></section>`;
}

render(html`<${Operator} />`, document.body);
