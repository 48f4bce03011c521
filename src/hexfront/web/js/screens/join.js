/** The page that an invite link opens: one's name, then the table. */
import { html, render, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { keepMade, keepSetting, setting, tableAddress } from "../store/storage.js";
import { post, Refused, words } from "../transport/requests.js";

const USED = "This invite has been used already, or its link is not whole. Ask whoever invited you for a new one.";

/** A secret with which a lost answer can be had again. @param {string} invite */
function claimKey(invite) {
  const kept = sessionStorage.getItem(`hexfront.claim.${invite}`);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const key = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  sessionStorage.setItem(`hexfront.claim.${invite}`, key);
  return key;
}

function Join() {
  const dark = useDark();
  const [name, setName] = useState(setting("name", ""));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const invite = location.hash.slice(1);
  /** @param {Event} event */
  const sit = async (event) => {
    event.preventDefault();
    setBusy(true);
    setProblem("");
    try {
      keepSetting("name", name.trim());
      const seat = await post("/api/seats/claim", { invite, name: name.trim(), key: claimKey(invite) });
      sessionStorage.removeItem(`hexfront.claim.${invite}`);
      // The invite is used up: going back must not come here again.
      location.replace(tableAddress(keepMade({
        ...seat, tokens: { [seat.side]: seat.token }, invites: {}, umpire: "",
      })));
    } catch (error) {
      const [problem] = error instanceof Refused ? error.problems : [];
      setProblem(problem?.place.includes("invite") ? USED : words(error));
      setBusy(false);
    }
  };
  return html`<${Masthead} dark=${dark} />
    <main class="home narrow"><section class="card">
      <h1>You are invited to a match</h1>
      ${invite ? html`<form class="join" onSubmit=${sit}>
          <label>Your name, as the others see it
            <input type="text" required maxlength="40" value=${name} autocomplete="nickname"
              data-testid="name"
              onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
          <button class="primary start" disabled=${busy || !name.trim()} data-testid="sit">
            ${busy ? "Sitting down …" : "Sit down and play"}</button>
          <p class="muted">The invite works once. Your seat is kept in this browser; it stands on
            the home page under “Your matches”.</p>
        </form>`
        : html`<p class="problem">The link is not whole: nothing stands behind its #.</p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>
        <p><a href="/">Home</a></p>`}
    </section></main>`;
}

render(html`<${Join} />`, document.body);
