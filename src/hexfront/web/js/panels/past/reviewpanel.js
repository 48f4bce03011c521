/** After the end: losses, luck, where the chances turned, and what to share. */
import { Chart } from "../charts.js";
import { valueText } from "../figures.js";
import { Eyes } from "./past.js";
import { ThoughtsPanel } from "./thoughtspanel.js";
import { html } from "../../elements/dom.js";
import { SideChip, SideSign } from "../../elements/parts.js";
import { battlesOf, battleText } from "../../store/past/battles.js";
import { savePicture } from "../../store/orders/keys.js";
import { lossesOf, luckOfSides, totalsOf } from "../../store/past/review.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** How much of each type every side has, by its number. @typedef {{caption: string, values: Map<number, number>, names?: Map<number, string>}} Row */

/** Names of units that are told of a side in a battle. */
const FEW = 2;

/** @param {{session: Session}} props */
export function ReviewTab({ session }) {
  return html`<section class="review charts" aria-label="Review" data-testid="review">
    <${Eyes} session=${session} />
    <${Losses} session=${session} />
    <${Luck} session=${session} />
    <${ThoughtsPanel} session=${session} />
    <div class="buttons"><button data-testid="share-picture" onClick=${() => void savePicture(session)}>Picture of the map</button>
      <button data-testid="copy-moment" onClick=${() => void copyAddress(session)}>Copy the address of this moment</button></div>
  </section>`;
}

/** @param {{session: Session}} props */
function Losses({ session }) {
  const losses = lossesOf(session);
  const rows = [...new Set(losses.map(({ type }) => type))].map((caption) => {
    const own = losses.filter(({ type }) => type === caption);
    return { caption, values: new Map(own.map(({ side, count }) => [side, count])),
      names: new Map(own.map(({ side, names }) => [side, names.join(", ")])) };
  });
  return html`${rows.length > 0 && html`<h2>Units lost</h2><${Tally} session=${session} rows=${rows} testid="losses" total />`}
    ${totalsOf(session).map(({ title, rows: summed }) => html`<h2 key=${title}>${title}</h2>
      <${Tally} session=${session} rows=${summed} testid="totals" />`)}`;
}

/** @param {{session: Session, rows: Row[], testid: string, total?: boolean}} props */
function Tally({ session, rows, testid, total = false }) {
  const sides = [...(session.board?.board.sides ?? []).keys()];
  const sum = (/** @type {number} */ side) => rows.reduce((all, { values }) => all + (values.get(side) ?? 0), 0);
  return html`<table class="tally" data-testid=${testid}><thead><tr><th scope="col">Type</th>
    ${sides.map((side) => html`<th key=${side} scope="col"><${SideChip} session=${session} side=${side} /></th>`)}</tr></thead>
    <tbody>${rows.map(({ caption, values, names }) => html`<tr key=${caption}><th scope="row">${caption}</th>${sides.map((side) =>
      html`<td key=${side} title=${names?.get(side)}>${valueText(values.get(side) ?? null) || "–"}</td>`)}</tr>`)}</tbody>
    ${total && rows.length > 1 && html`<tfoot><tr><th scope="row">in all</th>${sides.map((side) =>
      html`<td key=${side}>${valueText(sum(side))}</td>`)}</tr></tfoot>`}</table>`;
}

/** @param {{session: Session}} props */
function Luck({ session }) {
  const sides = luckOfSides(session).filter(({ throws }) => throws);
  if (!sides.length) return null;
  const { battles } = battlesOf(session.log);
  const show = (/** @type {string} */ title, /** @type {number} */ side, /** @type {number} */ number) => number >= 0 && html`<li>
    <button class="line" title="Show this battle" onClick=${() => void session.replay.go(battles[number].number + 1)}>${title}${" "}
      <${SideSign} session=${session} side=${side} /> ${battleText(battles[number], (one) => session.sideTitle(one), FEW)}</button></li>`;
  return html`<h2>Luck</h2><p class="muted">Each throw against all that might have come: +1 had nothing been better, −1 had nothing
      been worse, 0 on average.</p>
    <table class="tally" data-testid="luck"><thead><tr><th scope="col">Side</th><th scope="col">Throws</th><th scope="col">Luck</th>
      <th scope="col">Each</th></tr></thead>
      <tbody>${sides.map(({ side, throws, luck }) => html`<tr key=${side}>
        <th scope="row"><${SideChip} session=${session} side=${side} /></th><td>${throws}</td>
        <td><b>${signed(luck)}</b></td><td>${signed(luck / throws)}</td></tr>`)}</tbody></table>
    ${battles.length > 1 && html`<${Chart} session=${session} ticks=${1} unit="battle" span=${[0, battles.length]}
      chart=${{ title: "Luck, added up", unit: "", lines: sides.map(({ line }) => line) }} />`}
    <ul class="swings" data-testid="luckiest">${sides.map(({ side, best, worst }) =>
      [show("Luckiest for", side, best), show("Unluckiest for", side, worst)])}</ul>`;
}

/** @param {number} value */
function signed(value) {
  return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(2)}`;
}

/** @param {Session} session */
async function copyAddress(session) {
  try {
    await navigator.clipboard.writeText(session.watcherAddress());
    session.notice("The address is copied: who opens it watches from this moment.");
  } catch {
    session.notice("The browser does not let this page copy. The address in its bar says the moment, too.");
  }
}
