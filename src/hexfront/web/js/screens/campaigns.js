/** The campaigns on the home page: those one plays, and those one can begin. */
import { html, useEffect, useState } from "../elements/dom.js";
import { Picture } from "./setup.js";
import { campaignAddress, forgetCampaign, keepCampaign, keptCampaigns } from "../store/storage.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").CampaignInfo} CampaignInfo */

/** @param {{dark: boolean}} props */
export function Campaigns({ dark }) {
  const [shipped, setShipped] = useState(/** @type {CampaignInfo[]} */ ([]));
  const [mine, setMine] = useState(keptCampaigns());
  useEffect(() => {
    get("/api/campaigns").then(setShipped).catch(() => {});
  }, []);
  if (!shipped.length && !mine.length) return null;
  return html`<section class="card" data-testid="campaigns" aria-labelledby="campaigns-title">
    <h2 id="campaigns-title">Campaigns</h2>
    <p class="muted">Linked battles against a machine: what you lose is lost in the next one, too.</p>
    ${mine.length > 0 && html`<ul class="mine">${mine.map((entry) => html`<li key=${entry.token}>
      <div class="entry"><a href=${campaignAddress(entry.token)}><b>${entry.title}</b>
        <span class="muted">Go on with your campaign</span></a>
        <button onClick=${() => {
          forgetCampaign(entry.token);
          setMine(keptCampaigns());
        }}>Remove<span class="hidden"> ${entry.title}</span></button></div></li>`)}</ul>`}
    ${shipped.map((one) => html`<${Offer} key=${`${one.system}/${one.name}`} campaign=${one} dark=${dark} />`)}
  </section>`;
}

/** A campaign that can be begun. @param {{campaign: CampaignInfo, dark: boolean}} props */
function Offer({ campaign, dark }) {
  const [opponent, setOpponent] = useState(campaign.opponent);
  const [problem, setProblem] = useState("");
  const begin = async () => {
    try {
      const made = await post("/api/campaigns", {
        system: campaign.system, name: campaign.name, opponent });
      keepCampaign({ token: made.token, title: made.title, system: made.system, match: "" });
      location.assign(campaignAddress(made.token));
    } catch (error) {
      setProblem(words(error));
    }
  };
  return html`<div class="choice offer"><${Picture} path=${campaign.picture} dark=${dark} />
    <div><b>${campaign.title}</b> <span class="muted">${campaign.system_title}, ${campaign.battles} battles</span>
      ${campaign.description.split(/\n\s*\n/).map((text) => html`<p>${text}</p>`)}
      <p class="buttons"><label>Against <select value=${opponent} data-testid=${`against-${campaign.name}`}
          onChange=${(/** @type {any} */ event) => setOpponent(event.target.value)}>
          ${campaign.opponents.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}
        </select></label>
        <button class="primary" data-testid=${`begin-${campaign.name}`} onClick=${begin}>Begin<span
          class="hidden"> ${campaign.title}</span></button></p>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}</div></div>`;
}
