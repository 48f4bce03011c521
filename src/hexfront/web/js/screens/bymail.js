/** The page where a filled in file of orders is given in, for who plays by e-mail. */
import { html, render, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { post, words } from "../transport/requests.js";

const MOST = 48 * 1024;

/** What became of a file. @param {{answer: import("../../types").OrdersAnswer}} props */
function Answer({ answer }) {
  const { done, problem } = answer;
  return html`<div role="status" data-testid="answer"><h2>${answer.title}</h2>
    ${done.length > 0 && html`<p>Carried out:</p><ul>${done.map((line, number) => html`<li key=${number}><code>${line}</code></li>`)}</ul>`}
    ${problem && html`<p class="problem" data-testid="stopped">Then it stopped at ${problem.place}: found ${problem.found},
      expected ${problem.expected}. What follows was not done.</p>`}
    <p>${answer.your_turn ? "It is still your turn." : "The turn goes on to others."}</p></div>`;
}

function ByMail() {
  const dark = useDark();
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState(/** @type {import("../../types").OrdersAnswer | null} */ (null));
  const [problem, setProblem] = useState("");
  const read = async (/** @type {Event} */ event) => {
    const file = /** @type {HTMLInputElement} */ (event.target).files?.[0];
    if (!file) return;
    if (file.size > MOST) setProblem("That file is too long for one with orders.");
    else setText(await file.text());
  };
  const give = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setProblem("");
    setAnswer(null);
    try {
      setAnswer(await post("/api/turn-files", { text }));
    } catch (error) {
      setProblem(words(error));
    }
  };
  return html`<${Masthead} dark=${dark} />
    <main class="home narrow"><section class="card" aria-labelledby="orders-title">
      <h1 id="orders-title">Orders by file</h1>
      <p>Who plays by e-mail gets a turn file with each turn. Fill in its <code>orders.txt</code>, and send it back
        by e-mail or give it in here: it counts once, for that turn, and needs no signing in.</p>
      <form onSubmit=${give}>
        <label class="field"><span>The file</span><input type="file" accept=".txt,text/plain" data-testid="file" onChange=${read} /></label>
        <label class="field"><span>What it says</span><textarea rows="12" spellcheck=${false} data-testid="text" value=${text}
          maxlength=${MOST} onInput=${(/** @type {Event} */ event) => setText(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea></label>
        <p><button class="primary" data-testid="give" disabled=${!text.trim()}>Give these orders</button></p>
      </form>
      ${answer && html`<${Answer} answer=${answer} />`}
      ${problem && html`<p class="problem" role="alert" data-testid="refused">${problem}</p>`}
    </section></main>`;
}

render(html`<${ByMail} />`, document.body);
