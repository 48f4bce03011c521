/** Signing in, making an account, and coming back by a recovery code. */
import { html, useState } from "../elements/dom.js";
import { byPasskey } from "./passkeys.js";
import { post, words } from "../transport/requests.js";

/** @typedef {import("../../types").Me} Me */
/** @typedef {import("../../types").SignedInAs} SignedInAs */

/** What a password needs. */
export const LONG_ENOUGH = "At least 10 characters; a sentence is good.";

/** A field with a name. @param {{title: string, value: string, set: (text: string) => void, type?: string,
 *   complete: string, testid: string, note?: string}} props */
export function Field({ title, value, set, type = "text", complete, testid, note = "" }) {
  return html`<label class="field">${title}
    <input type=${type} required maxlength=${type === "password" ? 200 : 40} value=${value} autocomplete=${complete}
      data-testid=${testid} onInput=${(/** @type {any} */ event) => set(event.target.value)} />
    ${note && html`<span class="muted">${note}</span>`}</label>`;
}

/** Where passkeys need another address, or a package. @param {{me: Me}} props */
function WaysNote({ me: { ways } }) {
  if (ways.missing) {
    return html`<p class="muted" data-testid="missing">For accounts the operator of this server must
      install something: <code>${ways.missing}</code></p>`;
  }
  if (ways.passkey || !ways.named) return null;
  return html`<p class="muted" data-testid="named">A passkey needs an address with a name:${" "}
    <a href=${`${ways.named}${location.pathname}`}>open this page at ${ways.named.replace("http://", "")}</a>.</p>`;
}

/** @param {{me: Me, done: (signed: SignedInAs) => void}} props */
export function Entrance({ me, done }) {
  const [way, setWay] = useState(/** @type {"in" | "up" | "code"} */ ("in"));
  const [name, setName] = useState("");
  const [secret, setSecret] = useState("");
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  /** @param {() => Promise<SignedInAs>} ask */
  const enter = async (ask) => {
    setBusy(true);
    setProblem("");
    try {
      done(await ask());
    } catch (error) {
      setProblem(words(error));
    }
    setBusy(false);
  };
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (way === "in") void enter(() => post("/api/people/sign-in", { name, password: secret }));
    else if (way === "up") void enter(() => post("/api/people/sign-up", { name, password: secret }));
    else void enter(() => post("/api/people/recover", { name, code: secret }));
  };
  const { ways } = me;
  const purpose = way === "up" ? "sign-up" : "sign-in";
  return html`<section class="card entrance" aria-labelledby="entrance-title">
    <h1 id="entrance-title">${TITLES[way]}</h1>
    <p class="muted">${ABOUT[way]}</p>
    ${way === "up" && !ways.sign_up && html`<p class="problem">The operator takes no new accounts here.</p>`}
    ${way === "in" && ways.passkey && html`<p><button class="primary start" disabled=${busy}
      data-testid="passkey" onClick=${() => enter(() => byPasskey("sign-in"))}>With a passkey</button></p>
      <p class="or muted">or</p>`}
    <form onSubmit=${submit}>
      <${Field} title="Name" value=${name} set=${setName} testid="account-name"
        complete=${way === "up" ? "username" : "username webauthn"}
        note=${way === "up" ? "As others see it: 2 to 24 letters and digits." : ""} />
      ${way === "up" && ways.passkey && html`<p><button type="button" class="primary start" data-testid="passkey"
        disabled=${busy || name.length < 2} onClick=${() => enter(() => byPasskey("sign-up", name))}>With a passkey</button></p>
        <p class="or muted">or</p>`}
      ${way === "code" ? html`<${Field} title="Recovery code" value=${secret} set=${setSecret} testid="code" complete="off" />`
        : html`<${Field} title="Password" type="password" value=${secret} set=${setSecret} testid="password"
          complete=${way === "up" ? "new-password" : "current-password"}
          note=${way === "up" ? LONG_ENOUGH : ""} />`}
      <p><button class=${ways.passkey && way !== "code" ? "start" : "primary start"} data-testid="enter"
        disabled=${busy || !name || !secret || (way !== "code" && !ways.password)}>${BUTTONS[way]}</button></p>
    </form>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <${WaysNote} me=${me} />
    <p class="buttons others">
      ${way !== "in" && html`<button data-testid="to-in" onClick=${() => setWay("in")}>I have an account</button>`}
      ${way !== "up" && ways.sign_up && html`<button data-testid="to-up" onClick=${() => setWay("up")}>Make an account</button>`}
      ${way !== "code" && html`<button data-testid="to-code" onClick=${() => setWay("code")}>I cannot sign in</button>`}
    </p></section>`;
}
const TITLES = { in: "Sign in", up: "Make an account", code: "Come back by a recovery code" };
const BUTTONS = { in: "Sign in with the password", up: "With this password", code: "Sign in with the code" };
const ABOUT = {
  in: "Everything but the lobby works without an account.",
  up: "With an account you meet others in the lobby, play for ratings, and find your matches in every browser. No e-mail is asked for.",
  code: "You were given eight codes with your account. Each counts once; all other browsers are signed out.",
};

/** Recovery codes, shown once. @param {{codes: string[], done: () => void}} props */
export function CodesCard({ codes, done }) {
  return html`<section class="card" aria-labelledby="codes-title" data-testid="codes">
    <h1 id="codes-title">Your recovery codes</h1>
    <p>Write them down or keep them in a file. Each lets you in once, if your passkey or password is
      lost. They are shown only now.</p>
    <ul class="codes">${codes.map((code) => html`<li key=${code}><code>${code}</code></li>`)}</ul>
    <p class="buttons"><a class="button" download="hexfront-codes.txt"
      href=${`data:text/plain,${encodeURIComponent(codes.join("\n"))}`}>Save as a file</a>
      <button class="primary" data-testid="kept" onClick=${done}>I have kept them</button></p>
  </section>`;
}
