/** The page that the link in a notice opens: whether its address is to get more of them. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { post, words } from "../transport/requests.js";

const SAID = {
  asked: "gets no notices before you say yes.",
  agreed: "gets notices of your games.",
  refused: "gets no more notices from this server.",
};

function Mail() {
  const dark = useDark();
  const [kept, setKept] = useState(/** @type {import("../../types").MailConsent | null} */ (null));
  const [problem, setProblem] = useState("");
  const token = location.hash.slice(1);
  const say = (/** @type {boolean | null} */ agrees) => {
    setProblem("");
    post("/api/mail", { token, agrees }).then(setKept).catch((error) => setProblem(words(error)));
  };
  useEffect(() => say(null), []);
  return html`<${Masthead} dark=${dark} />
    <main class="home narrow"><section class="card">
      <h1>Notices of your games</h1>
      ${kept && html`<p data-testid="state" role="status"><b>${kept.address}</b> ${SAID[kept.state]}</p>
        <p class="buttons">
          <button class=${kept.state === "agreed" ? "" : "primary"} data-testid="agree"
            disabled=${kept.state === "agreed"} onClick=${() => say(true)}>Send them</button>
          <button data-testid="refuse" disabled=${kept.state === "refused"}
            onClick=${() => say(false)}>No more notices</button></p>`}
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      <p><a href="/">Home</a></p>
    </section></main>`;
}

render(html`<${Mail} />`, document.body);
