/** The page of one's account. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { CodesCard, Entrance, Field, LONG_ENOUGH } from "../people/entrance.js";
import { byPasskey } from "../people/passkeys.js";
import { TellMe } from "../people/tellme.js";
import { inWords } from "../store/times.js";
import { keptMatches } from "../store/storage.js";
import { get, getBy, post, Refused, words } from "../transport/requests.js";

/** @typedef {import("../../types").Me} Me */
/** @typedef {import("../../types").AccountInfo} AccountInfo */
/** Ask for something; what stands here is read anew after it, but for `anew` false.
 * @typedef {(ask: () => Promise<unknown>, anew?: boolean) => Promise<void>} Try */

/** @param {string} moment */
const onDay = (moment) => new Date(moment).toLocaleDateString(undefined, { dateStyle: "medium" });

/** How one signs in. @param {{info: AccountInfo, me: Me, attempt: Try, showCodes: (codes: string[]) => void}} props */
function SigningIn({ info, me, attempt, showCodes }) {
  const [password, setPassword] = useState("");
  const [said, setSaid] = useState("");
  const change = /** @param {Event} event */ (event) => {
    event.preventDefault();
    setSaid("");
    void attempt(async () => {
      await post("/api/people/password", { password });
      setPassword("");
      setSaid("The password is set.");
    });
  };
  return html`<section class="card" aria-labelledby="signing-title"><h2 id="signing-title">Signing in</h2>
    ${!info.fresh && html`<p class="muted" data-testid="stale">To change anything here, sign out and in again:
      it is asked for 15 minutes after signing in.</p>`}
    <h3>Passkeys</h3>
    ${info.passkeys.length === 0 && html`<p class="muted">None yet.</p>`}
    <ul class="rows" data-testid="passkeys">${info.passkeys.map((passkey) => html`<li key=${passkey.id}>
      <span>${passkey.label} <span class="muted">since ${onDay(passkey.created)}</span></span>
      <button disabled=${!info.fresh} aria-label=${`Remove the passkey ${passkey.label}`}
        onClick=${() => attempt(() => post("/api/people/passkeys/remove", { id: passkey.id }))}>Remove</button></li>`)}</ul>
    ${info.passkeys.length === 1 && html`<p class="muted" data-testid="second">A second passkey, on another device, lets
      you in when this one is lost.</p>`}
    <p><button data-testid="add-passkey" disabled=${!info.fresh || !me.ways.passkey}
      onClick=${() => attempt(() => byPasskey("add"))}>Add a passkey</button></p>
    ${!me.ways.passkey && me.ways.named && html`<p class="muted">A passkey needs an address with a name:${" "}
      <a href=${`${me.ways.named}/account`}>open this page there</a>.</p>`}
    <h3>Password</h3>
    <form class="line" onSubmit=${change}>
      <${Field} title=${info.password ? "Another password" : "A password"} type="password" value=${password}
        set=${setPassword} complete="new-password" testid="new-password" note=${said ? "" : LONG_ENOUGH} />
      <button data-testid="set-password" disabled=${!info.fresh || password.length < 10}>Set</button></form>
    <p role="status">${said}</p>
    <h3>Recovery codes</h3>
    <p>${info.codes_left} of 8 are left. <button disabled=${!info.fresh} data-testid="new-codes"
      onClick=${() => attempt(async () => showCodes((await post("/api/people/codes", {})).codes))}>Make new ones</button></p>
  </section>`;
}

/** @param {{info: AccountInfo, attempt: Try}} props */
function Sessions({ info, attempt }) {
  const end = (/** @type {string} */ id) => attempt(() => post("/api/people/sessions/end", { id }));
  return html`<section class="card" aria-labelledby="sessions-title"><h2 id="sessions-title">Browsers</h2>
    <p class="muted">Where you are signed in.</p>
    <ul class="rows" data-testid="sessions">${info.sessions.map((one) => html`<li key=${one.id}>
      <span>${one.device} <span class="muted">since ${onDay(one.created)}, last seen ${onDay(one.seen)}</span></span>
      ${one.here ? html`<b>this one</b>` : html`<button onClick=${() => end(one.id)}
        aria-label=${`End the session of ${one.device}`}>End</button>`}</li>`)}</ul>
    ${info.sessions.length > 1 && html`<p><button data-testid="end-others" onClick=${() => end("")}>End all others</button></p>`}
  </section>`;
}

/** Seats that were played as a guest in this browser. */
function GuestGames() {
  const [said, setSaid] = useState("");
  const [own, setOwn] = useState(/** @type {Set<string> | null} */ (null));
  useEffect(() => {
    getBy("/api/people/games", {}).then((games) => setOwn(new Set(games.map(({ info }) => info.id)))).catch(() => {});
  }, []);
  const kept = own ? keptMatches().filter(({ match }) => !own.has(match)) : [];
  const tokens = kept.flatMap((entry) => entry.tokens.filter((token) => token !== entry.spectator)).slice(0, 100);
  if (!tokens.length) return null;
  const keep = async () => {
    let done = 0;
    for (const token of tokens) {
      // What is another's, or only watched, stays where it is.
      await post("/api/people/claim", { token }).then(() => (done += 1)).catch(() => {});
    }
    setSaid(done === 1 ? "One seat is in your account now." : `${done} seats are in your account now.`);
  };
  return html`<section class="card" aria-labelledby="guest-title"><h2 id="guest-title">Matches of this browser</h2>
    <p>What you play here as a guest can be kept in your account, to be found in every browser.</p>
    <p class="buttons"><button data-testid="keep-games" onClick=${keep}>Keep them in my account</button>
      <span role="status">${said}</span></p></section>`;
}

/** Days on which clocks of correspondence stand. @param {{attempt: Try}} props */
function Holidays({ attempt }) {
  const [state, setState] = useState(/** @type {import("../../types").HolidayState | null} */ (null));
  const [days, setDays] = useState({ first: "", last: "" });
  useEffect(() => {
    get("/api/people/holidays").then(setState).catch(() => {});
  }, []);
  if (!state) return null;
  const announce = /** @param {Event} event */ (event) => {
    event.preventDefault();
    void attempt(async () => {
      setState(await post("/api/people/holidays", days));
      setDays({ first: "", last: "" });
    });
  };
  const end = (/** @type {string} */ id) => attempt(async () => setState(await post("/api/people/holidays/end", { id })));
  return html`<section class="card" aria-labelledby="holidays-title"><h2 id="holidays-title">Holidays</h2>
    <p class="muted">On these days (of UTC) your clocks stand in games by correspondence. Announce them ${inWords(state.ahead)} ahead.
      ${" "}${state.left.map(({ year, left }) => `${year}: ${left} of ${state.days} days left`).join("; ")}.</p>
    <ul class="rows" data-testid="holidays">${state.holidays.filter((one) => one.state !== "over").map((one) => html`<li key=${one.id}>
      <span>${one.first} to ${one.last}${one.state === "now" ? ", now" : ""}</span>
      <button onClick=${() => end(one.id)} aria-label=${`${one.state === "now" ? "End" : "Take back"} the holidays from ${one.first}`}>${
        one.state === "now" ? "End now" : "Take back"}</button></li>`)}</ul>
    <form class="line" onSubmit=${announce}>
      <${Field} title="First day" type="date" value=${days.first} set=${(/** @type {string} */ first) => setDays({ ...days, first })}
        complete="off" testid="holiday-first" />
      <${Field} title="Last day" type="date" value=${days.last} set=${(/** @type {string} */ last) => setDays({ ...days, last })}
        complete="off" testid="holiday-last" />
      <button data-testid="announce" disabled=${!days.first || !days.last}>Announce</button></form>
  </section>`;
}

/** @param {{info: AccountInfo, attempt: Try}} props */
function Data({ info, attempt }) {
  const [typed, setTyped] = useState("");
  const save = () => attempt(async () => {
    const data = await get("/api/people/export");
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: "application/json" }));
    link.download = `hexfront-${info.name}.json`;
    link.click();
  }, false);
  const remove = /** @param {Event} event */ (event) => {
    event.preventDefault();
    void attempt(async () => {
      await post("/api/people/delete", { name: typed });
      location.assign("/");
    }, false);
  };
  return html`<section class="card" aria-labelledby="data-title"><h2 id="data-title">Your data</h2>
    <p><button data-testid="export" onClick=${save}>Save all of it</button></p>
    ${info.muted.length > 0 && html`<h3>Muted players</h3><ul class="rows">${info.muted.map((name) => html`<li key=${name}>
      <a href=${`/player?name=${encodeURIComponent(name)}`}>${name}</a>
      <button onClick=${() => attempt(() => post("/api/people/mute", { name, on: false }))}
        aria-label=${`Hear ${name} again`}>Hear again</button></li>`)}</ul>`}
    ${info.blocked.length > 0 && html`<h3>Blocked players</h3><ul class="rows">${info.blocked.map((name) => html`<li key=${name}>
      <a href=${`/player?name=${encodeURIComponent(name)}`}>${name}</a>
      <button onClick=${() => attempt(() => post("/api/people/block", { name, on: false }))}
        aria-label=${`Meet ${name} again`}>Meet again</button></li>`)}</ul>`}
    <h3>Delete the account</h3>
    <p class="muted">You resign in all matches that go on. Your ratings and your name on results are gone for ever;
      that somebody played stays for those who played with you.</p>
    <form class="line" onSubmit=${remove}>
      <${Field} title=${`Type ${info.name}`} value=${typed} set=${setTyped} complete="off" testid="typed-name" />
      <button data-testid="delete-account" disabled=${!info.fresh || typed !== info.name}>Delete for ever</button></form>
  </section>`;
}

function Account() {
  const dark = useDark();
  const [me, setMe] = useState(/** @type {Me | null} */ (null));
  const [info, setInfo] = useState(/** @type {AccountInfo | null} */ (null));
  const [codes, setCodes] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const load = async () => {
    const found = await get("/api/people/me");
    setInfo(found.name ? await get("/api/people/account") : null);
    setMe(found);
  };
  /** @type {Try} */
  const attempt = async (ask, anew = true) => {
    setProblem("");
    try {
      await ask();
      if (anew) await load();
    } catch (error) {
      setProblem(words(error));
      // The session was ended elsewhere.
      if (error instanceof Refused && error.status === 401) await load();
    }
  };
  useEffect(() => void attempt(async () => {}), []);
  const out = () => attempt(() => post("/api/people/sign-out", {}));
  const body = !me ? html`<section class="card"><h1>Account</h1><p class="muted">Loading …</p></section>` : codes.length ? html`<${CodesCard} codes=${codes} done=${() => setCodes([])} />`
    : !info ? html`<${Entrance} me=${me} done=${(/** @type {import("../../types").SignedInAs} */ signed) => {
      setCodes(signed.codes);
      void attempt(async () => {});
    }} />`
      : html`${me.banned && html`<section class="card" data-testid="banned"><p class="problem" role="alert">${`The operator of this server has banned this account: ${me.banned}`}</p>
          <p>You can still save what is kept of you, and delete the account.</p></section>`}
        <section class="card who"><h1>${info.name}</h1>
          <p class="buttons"><a class="button" href="/lobby">Lobby</a>
            <a class="button" href=${`/player?name=${encodeURIComponent(info.name)}`}>Games and ratings</a>
            <button data-testid="sign-out" onClick=${out}>Sign out</button></p></section>
        ${!me.banned && html`<${TellMe} />`}
        <${GuestGames} />
        ${!me.banned && html`<${Holidays} attempt=${attempt} />`}
        <${SigningIn} info=${info} me=${me} attempt=${attempt} showCodes=${setCodes} />
        <${Sessions} info=${info} attempt=${attempt} />
        <${Data} info=${info} attempt=${attempt} />`;
  return html`<${Masthead} key=${info?.name ?? ""} dark=${dark} />
    <main class="home narrow">
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${body}
    </main>`;
}

render(html`<${Account} />`, document.body);
