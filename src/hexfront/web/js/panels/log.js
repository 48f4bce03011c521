/** The log: what has happened, by turn and by battle, as much of it as one wants. */
import { html } from "../elements/dom.js";
import { LongList } from "../elements/longlist.js";
import { SideSign, WhyLink } from "../elements/parts.js";
import { battleText } from "../store/battles.js";
import { ALL, MAJOR, USUAL } from "../store/logview.js";
import { BattleCard } from "./battlecard.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").LogEntry} LogEntry */
/** @typedef {import("../store/logview.js").Item} Item */

/** @param {{number: number}} item */
export const numberOf = ({ number }) => number;

/** @param {{session: Session}} props */
export function Log({ session }) {
  const { logView } = session;
  const items = logView.items();
  return html`<section class="log" aria-label="Log">
    <header><h2>Log</h2><${Filters} session=${session} /></header>
    ${items.length === 0 && html`<p class="muted">${session.log.length ? "Nothing of this kind." : "Nothing has happened yet."}</p>`}
    ${/* Controls above it come and go with a play-back, and leave it another height. */ ""}
    <${LongList} items=${items} keyOf=${numberOf} show=${items.length - 1} anew=${session.playing} label="Log" testid="log"
      look=${(/** @type {Item} */ item) => lookOf(session, item)}
      line=${(/** @type {Item} */ item) => html`<${LogLine} session=${session} item=${item} />`} />
  </section>`;
}

/** @param {Session} session @param {Item} item */
function lookOf(session, { entry, battle, digest }) {
  if (entry.heading) return `heading ${digest?.length ? "folds" : ""}`;
  if (battle) return "battle folds";
  return `kind-${entry.kind} ${contestIn(session, entry) ? "contest" : ""}`;
}

/** Whose doing, and of what. @param {{session: Session}} props */
function Filters({ session }) {
  const { logView, seat, board } = session;
  const sides = board?.board.sides ?? [];
  const own = seat !== null && seat >= 0;
  return html`<span class="filters">
    <select aria-label="Whose" data-testid="log-whose" value=${logView.whose}
      onChange=${(/** @type {any} */ event) => logView.setWhose(event.target.value)}>
      <option value="">All sides</option>
      ${own ? html`<option value=${seat}>Mine</option><option value="others">Theirs</option>`
        : sides.map((side, i) => html`<option key=${i} value=${i}>${session.sideTitle(i)}</option>`)}</select>
    <select aria-label="What" data-testid="log-what" value=${logView.what}
      onChange=${(/** @type {any} */ event) => logView.setWhat(event.target.value)}>
      <option value=${USUAL}>Usual</option><option value=${MAJOR}>What matters</option><option value=${ALL}>All details</option>
      ${logView.topics.map((topic) => html`<option key=${topic} value=${topic}>${topic[0].toUpperCase()}${topic.slice(1)}</option>`)}
    </select></span>`;
}

/** @param {Session} session @param {LogEntry} entry */
function contestIn(session, entry) {
  return entry.kind === session.board?.board.turn_entry ? undefined : session.stage.contestOf(entry);
}

/** @param {{session: Session, item: Item}} props */
function LogLine({ session, item }) {
  const { entry, battle, digest } = item;
  if (entry.heading) return html`<${Heading} session=${session} entry=${entry} item=${item} groups=${digest ?? []} />`;
  if (battle) return html`<${BattleLine} session=${session} item=${item} />`;
  return html`<${Plain} session=${session} entry=${entry} />`;
}

/** @param {{session: Session, entry: LogEntry}} props */
function Plain({ session, entry }) {
  return html`${entry.places.length ? html`<button class="line" title="Show on the map"
      onClick=${() => session.find(entry)}>${entry.text}</button>`
      : html`<span class="line">${entry.text}</span>`}
    <${Dice} session=${session} entry=${entry} />
    <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} />`;
}

/** @param {{session: Session, entry: LogEntry}} props */
function Dice({ session, entry }) {
  const contest = contestIn(session, entry);
  return contest && html`<button class="why"
    title="Show the dice again" data-testid="show-contest" disabled=${session.playing}
    onClick=${() => session.stage.open(contest, entry)}>dice</button>`;
}

/** @param {{session: Session, item: Item}} props */
function BattleLine({ session, item }) {
  const { battle } = item;
  if (!battle) return null;
  const open = session.logView.isOpen(item);
  const [first] = battle.entries;
  return html`<div class="fold"><div class="row">
      <button class="fold" aria-expanded=${open} data-testid="fold-battle" title=${open ? "Close the card" : "Show the card of this battle"}
        onClick=${() => session.logView.fold(item)}>${open ? "▾" : "▸"}</button>
      <button class="line" title="Show on the map" onClick=${() => session.find(first)}>⚔ ${battleText(battle,
        (side) => session.sideTitle(side))}</button>
      <${Dice} session=${session} entry=${first} />
      <${WhyLink} session=${session} clause=${first.clause} entry=${first} /></div>
    ${open && html`<${BattleCard} session=${session} battle=${battle} />`}</div>`;
}

/** @param {{session: Session, entry: LogEntry, item: Item, groups: import("../store/logview.js").ReportGroup[]}} props */
function Heading({ session, entry, item, groups }) {
  const open = groups.length > 0 && session.logView.isOpen(item);
  return html`<div class="fold"><div class="row">
    ${groups.length > 0 && html`<button class="fold" aria-expanded=${open} data-testid="fold-report"
      title=${open ? "Close the report" : "Show the report"} onClick=${() => session.logView.fold(item)}>${open ? "▾" : "▸"}</button>`}
    <b class="line">${entry.text}</b>
    <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} /></div>
    ${open && html`<div class="report" data-testid="report">${groups.map(({ title, rows }) => html`<div key=${title}>
      <b>${title}</b> ${rows.map(({ caption, value, side }, i) => html`<span key=${i}>${side >= 0
        && html`<${SideSign} session=${session} side=${side} />`} ${caption} <b>${value}</b></span>`)}</div>`)}</div>`}</div>`;
}
