/** The page of a campaign: the briefing, one's units, and what the battles before have cost. */
import { html, render, useEffect, useState } from "../elements/dom.js";
import { Masthead, useDark } from "../elements/masthead.js";
import { Picture } from "./setup.js";
import { keepCampaign, keepMade, tableAddress } from "../store/storage.js";
import { post, words } from "../transport/requests.js";

/** @typedef {import("../../types").CampaignState} CampaignState */
/** @typedef {import("../../types").CampaignUnit} CampaignUnit */
/** @typedef {import("../../types").FoughtInfo} FoughtInfo */

/** Paragraphs, as they stand in the campaign's file. @param {{text: string}} props */
function Story({ text }) {
  return html`<div class="story">${text.split(/\n\s*\n/).map((part) => html`<p>${part}</p>`)}</div>`;
}

/** What the last battle has come to. @param {{fought: FoughtInfo}} props */
function Last({ fought }) {
  return html`<section class="card" data-testid="last-battle" aria-labelledby="last-title">
    <h2 id="last-title">${fought.title}: ${fought.won ? "won" : "lost"}</h2>
    <${Story} text=${fought.text} />
    <p><b>What it cost:</b> ${fought.losses.join(", ") || "no company"}.</p></section>`;
}

/** @param {{unit: CampaignUnit, figure: string, left: number, chosen: boolean,
 *   choose: ((chosen: boolean) => void) | null}} props */
function Unit({ unit, figure, left, chosen, choose }) {
  const survived = unit.battles === 1 ? "1 battle" : `${unit.battles} battles`;
  return html`<li class=${unit.lost && !chosen ? "lost" : ""}>
    <span><b>${unit.name}</b> ${unit.title}<br /><span class="muted">${unit.lost ? "lost"
      : `${unit.value === null ? "rests in the next battle" : `${figure} ${unit.value}`}${
        unit.more ? `, ${unit.more} of it by ${survived}` : ""}`}</span></span>
    ${unit.lost && choose && html`<label><input type="checkbox" checked=${chosen}
      data-testid=${`raise-${unit.name}`} disabled=${!chosen && unit.cost > left}
      onChange=${(/** @type {any} */ event) => choose(event.target.checked)} />
      raise again, ${unit.cost} ${unit.cost === 1 ? "point" : "points"}</label>`}</li>`;
}

function CampaignPage() {
  const dark = useDark();
  const token = location.hash.slice(1);
  const [state, setState] = useState(/** @type {CampaignState | null} */ (null));
  const [raised, setRaised] = useState(/** @type {string[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const load = () => {
      if (document.hidden) return;
      post("/api/campaigns/state", { token }).then((found) => {
        keepCampaign({ token, title: found.title, system: found.system, match: found.match });
        document.title = `${found.title} · Hexfront`;
        setState(found);
      }).catch((error) => setProblem(words(error)));
    };
    load();
    document.addEventListener("visibilitychange", load);
    return () => document.removeEventListener("visibilitychange", load);
  }, []);
  const fight = async () => {
    if (!state) return;
    setBusy(true);
    try {
      const made = await post("/api/campaigns/battle", { token, units: state.match ? [] : raised });
      keepCampaign({ token, title: state.title, system: state.system, match: made.match });
      location.assign(tableAddress(keepMade(made)));
    } catch (error) {
      setProblem(words(error));
      setBusy(false);
    }
  };
  const spent = (state?.units ?? []).filter(({ name }) => raised.includes(name))
    .reduce((sum, unit) => sum + unit.cost, 0);
  const left = (state?.points ?? 0) - spent;
  const last = state?.fought.at(-1);
  return html`<${Masthead} dark=${dark} />
    <main class="home campaign">
      <h1>${state?.title ?? "Campaign"}</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${!state && !problem && html`<p class="muted">Loading …</p>`}
      ${state && last && !state.match && html`<${Last} fought=${last} />`}
      ${state?.battle && html`<section class="card" data-testid="briefing" aria-labelledby="battle-title">
        <h2 id="battle-title">${state.battle.number}. ${state.battle.title}</h2>
        <div class="battle"><div><${Story} text=${state.battle.text} />
            <p class="task"><b>${state.battle.scenario}.</b> ${state.battle.about}</p></div>
          <${Picture} path=${state.battle.picture} dark=${dark} /></div>
        <h3>Your companies</h3>
        ${!state.match && html`<p data-testid="points">${left} ${left === 1 ? "point" : "points"} to raise
          lost companies again; what you keep is there after the next battle, too.</p>`}
        <ul class="units">${state.units.map((unit) => html`<${Unit} key=${unit.name} unit=${unit}
          figure=${state.figure} left=${left} chosen=${raised.includes(unit.name)}
          choose=${state.match ? null : (/** @type {boolean} */ on) => setRaised(
            on ? [...raised, unit.name] : raised.filter((name) => name !== unit.name))} />`)}</ul>
        <p><button class="primary start" disabled=${busy} data-testid="fight" onClick=${fight}>${
          state.match ? "Go on with the battle" : "To battle"}</button></p></section>`}
      ${state?.ending && html`<section class="card" data-testid="ending" aria-labelledby="ending-title">
        <h2 id="ending-title">${state.ending.title}</h2><${Story} text=${state.ending.text} />
        <p class="muted">${state.ending.victory ? "The campaign is won." : "The campaign is lost."}</p>
        <p class="buttons"><a class="button primary" href="/">Home</a></p></section>`}
      ${state && state.fought.length > 0 && html`<section class="card" aria-labelledby="fought-title">
        <h2 id="fought-title">So far</h2>
        <ol class="fought">${state.fought.map((one) => html`<li><b>${one.title}</b>: ${
          one.won ? "won" : "lost"}; ${one.losses.length ? `lost ${one.losses.join(", ")}` : "no losses"}</li>`)}</ol>
        </section>`}
    </main>`;
}

render(html`<${CampaignPage} />`, document.body);
