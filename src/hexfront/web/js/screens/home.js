/** The home page: what can be played, a new match, and one's own matches. */
import { html, render, useEffect, useRef, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { Campaigns } from "./campaigns.js";
import { MakeScenario } from "./makescenario.js";
import { MyMatches } from "./mymatches.js";
import { easiestFirst, Picture, Setup, startGuided } from "./setup.js";
import { keepMatch, keepSetting, keptCampaigns, setting, tableAddress } from "../store/storage.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").GuideInfo} GuideInfo */

/** For how many players a system is, how long its usual game takes, and how hard it is to learn.
 * @param {{system: SystemInfo, guide: GuideInfo}} props */
function About({ system, guide }) {
  const { players, length, difficulty } = guide;
  const words = DIFFICULTY[difficulty - 1] ?? "";
  return html`<dl class="about">
    <div><dt>Players</dt><dd>${players}</dd></div>
    <div><dt>A game</dt><dd>${length}</dd></div>
    <div><dt>To learn</dt><dd><span class="levels" aria-hidden="true">${DIFFICULTY.map((_, i) =>
      html`<i class=${i < difficulty ? "on" : ""}></i>`)}</span> ${words}</dd></div>
    <div><dt>Rules</dt><dd><a href=${`/rules/${system.name}`} data-testid=${`rules-${system.name}`}>read them<span
      class="hidden">: ${system.title}</span></a></dd></div>
  </dl>`;
}
const DIFFICULTY = ["easy", "light", "medium", "hard", "heavy"];

/** The systems as cards, the easiest first, of which one is chosen.
 * @param {{systems: SystemInfo[], chosen: SystemInfo, dark: boolean,
 *   choose: (system: SystemInfo) => void}} props */
function Systems({ systems, chosen, dark, choose }) {
  const [problem, setProblem] = useState("");
  return html`<section aria-label="Systems">
    <div class=${`systems ${systems.length === 1 ? "single" : ""}`}>
      ${systems.map((system) => html`<article key=${system.name}
        class=${`system ${system === chosen ? "on" : ""}`}>
        <${Picture} path=${system.picture} dark=${dark} />
        ${systems.length > 1 && system === systems[0] && system.guide && html`<p class="start-here">Start here</p>`}
        <div><h2>${system.title}</h2><p>${system.summary}</p>
          ${system.guide && html`<${About} system=${system} guide=${system.guide} />`}
          <p class="buttons">
            ${system.guide && html`<button class="primary" data-testid=${`guide-${system.name}`}
              onClick=${() => startGuided(system).catch((error) => setProblem(words(error)))}>
              First game<span class="hidden"> of ${system.title}</span>, ${system.guide.minutes} min</button>`}
            ${systems.length > 1 && html`<button aria-pressed=${system === chosen}
              data-testid=${`choose-${system.name}`} onClick=${() => choose(system)}>
              Set up a game<span class="hidden"> of ${system.title}</span></button>`}
          </p></div>
      </article>`)}
    </div>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </section>`;
}

/** A match file to look at. */
function OpenFile() {
  const [said, setSaid] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const open = async () => {
    const file = field.current?.files?.[0];
    if (!file) return;
    setSaid(`Verifying ${file.name} …`);
    try {
      const made = await post("/api/replays", file);
      keepMatch({ match: made.match, title: made.title, tokens: [made.spectator] });
      location.assign(tableAddress([made.spectator]));
    } catch (error) {
      setSaid(words(error));
    }
    if (field.current) field.current.value = "";
  };
  return html`<section class="card file" aria-labelledby="file-title">
    <div><h2 id="file-title">Look at a finished match</h2>
      <p class="muted">Open a match file. Every order and die in it is verified; then it can be
        played back from any seat.</p>
      <p class=${said.startsWith("Verifying") ? "" : "problem"} role="status">${said}</p></div>
    <label class="button" tabindex="-1">Open a match file
      <input ref=${field} type="file" accept=".jsonl,.ndjson,.txt" class="hidden"
        data-testid="open-file" onChange=${open} /></label>
  </section>`;
}

/** When the server deletes matches; nothing where it keeps all. */
function KeepingNote() {
  const [text, setText] = useState("");
  useEffect(() => {
    get("/api/keeping").then((kept) => setText(kept.text)).catch(() => {});
  }, []);
  return text && html`<p class="muted" data-testid="keeping">${text}</p>`;
}

function Home() {
  const dark = useDark();
  const [systems, setSystems] = useState(/** @type {SystemInfo[] | null} */ (null));
  const [name, setName] = useState(setting("system", ""));
  const [problem, setProblem] = useState("");
  const read = () => void get("/api/systems").then((/** @type {SystemInfo[]} */ found) => setSystems(easiestFirst(found)))
    .catch((error) => setProblem(words(error)));
  useEffect(read, []);
  // Who is in the middle of one looks for it above what else there is.
  const begun = keptCampaigns().length > 0;
  const chosen = systems?.find((system) => system.name === name) ?? systems?.[0];
  return html`<${Masthead} dark=${dark} />
    <main class="home">
      <h1 class="hidden">Hexfront: games and matches</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${systems === null && !problem && html`<p class="muted">Loading …</p>`}
      ${systems && html`<${MyMatches} systems=${systems} />`}
      ${systems && begun && html`<${Campaigns} dark=${dark} />`}
      ${systems && chosen && html`<${Systems} systems=${systems} chosen=${chosen} dark=${dark}
        choose=${(/** @type {SystemInfo} */ system) => {
          keepSetting("system", system.name);
          setName(system.name);
          // Below the cards, where a phone does not show it.
          requestAnimationFrame(() => {
            document.getElementById("setup-title")?.scrollIntoView({ block: "nearest" });
          });
        }} />
        <${Setup} key=${chosen.name} system=${chosen} dark=${dark} />
        ${!begun && html`<${Campaigns} dark=${dark} />`}
        <${MakeScenario} systems=${systems} changed=${read} />
        <${OpenFile} />
        <${KeepingNote} />`}
    </main>`;
}

render(html`<${Home} />`, document.body);
