/** The log: what has happened, by turn and by battle, as much of it as one wants. */
import { html } from "../../elements/dom.js";
import { Icon } from "../../elements/icons.js";
import { LongList } from "../../elements/longlist.js";
import { SideSign, WhyLink } from "../../elements/parts.js";
import { battleText, until } from "../../store/past/battles.js";
import { ALL, MAJOR, USUAL } from "../../store/past/logview.js";
import { Words } from "../../elements/words.js";
import { BattleCard } from "./battlecard.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../../types").LogEntry} LogEntry */
/** @typedef {import("../../store/past/logview.js").Item} Item */

/** @param {{number: number}} item */
export const numberOf = ({ number }) => number;

/** @param {{session: Session}} props */
export function Log({ session }) {
  const { logView } = session;
  const items = logView.items();
  return html`<section class="log" aria-label="Log">
    <header><h2>Log</h2><${LogFilters} session=${session} /></header>
    ${items.length === 0 && html`<p class="muted">${session.log.length ? "Nothing of this kind." : "Nothing has happened yet."}</p>`}
    ${/* Controls above it come and go with a play-back, and leave it another height. */ ""}
    <${LongList} items=${items} keyOf=${numberOf} show=${items.length - 1} anew=${session.playing} label="Log" testid="log"
      look=${(/** @type {Item} */ item) => lookOf(session, item)}
      line=${(/** @type {Item} */ item) => html`<${LogLine} session=${session} item=${item} />`} />
  </section>`;
}

/** @param {Session} session @param {Item} item */
export function lookOf(session, { entry, battle, digest }) {
  if (entry.heading) return `heading ${digest?.length ? "folds" : ""}`;
  if (battle) return "battle folds";
  return `kind-${entry.kind} ${contestIn(session, entry) ? "contest" : ""}`;
}

/** Whose doing, and of what. @param {{session: Session}} props */
export function LogFilters({ session }) {
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

/** A line of the log; a click shows the place on the map, or goes to a moment.
 * @param {{session: Session, item: Item, go?: (number: number) => void, now?: boolean}} props */
export function LogLine({ session, item, go, now }) {
  const { entry, battle, digest, number } = item;
  if (entry.heading || battle) {
    return html`<${Folding} session=${session} item=${item} go=${go} now=${now}
      foldable=${number < session.stage.untold && Boolean(battle || digest?.length)} />`;
  }
  return html`<${LineText} session=${session} entry=${entry} text=${entry.text} go=${go} now=${now} />
    <${Dice} session=${session} entry=${entry} />
    <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} />`;
}

/** @param {{session: Session, entry: LogEntry, text: string, go?: (number: number) => void, now?: boolean}} props */
function LineText({ session, entry, text, go, now }) {
  const words = html`<${Words} session=${session} text=${text} within />`;
  if (!go && !entry.places.length) return html`<span class="line">${words}</span>`;
  return html`<button class="line" title=${go ? "Show this moment" : "Show on the map"} aria-current=${now ? "step" : undefined}
    onClick=${() => (go ? go(entry.number) : session.find(entry))}>${words}</button>`;
}

/** @param {{session: Session, entry: LogEntry}} props */
function Dice({ session, entry }) {
  const contest = contestIn(session, entry);
  return contest && html`<button class="why"
    title="Show the dice again" data-testid="show-contest" disabled=${session.playing}
    onClick=${() => session.stage.open(contest, entry)}>dice</button>`;
}

/** The heading of a turn with its report, or a battle with its card.
 * @param {{session: Session, item: Item, go?: (number: number) => void, now?: boolean, foldable: boolean}} props */
function Folding({ session, item, go, now, foldable }) {
  const { entry, digest } = item;
  const battle = item.battle && until(item.battle, session.stage.untold);
  const open = foldable && session.logView.isOpen(item);
  const text = battle ? battleText(battle, (side) => session.sideTitle(side)) : entry.text;
  const what = battle ? "card of this battle" : "report";
  return html`<div class="fold"><div class="row">
    ${foldable && html`<button class="fold" aria-expanded=${open} data-testid=${battle ? "fold-battle" : "fold-report"}
      title=${`${open ? "Close" : "Show"} the ${what}`} aria-label=${`${open ? "Close" : "Show"} the ${what}`}
      onClick=${() => session.logView.fold(item)}><${Icon} name=${open ? "open" : "closed"} /></button>`}
    ${battle && html`<${Icon} name="attack" />`}
    <${LineText} session=${session} entry=${entry} text=${text} go=${go} now=${now} />
    ${battle && html`<${Dice} session=${session} entry=${entry} />`}
    <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} /></div>
    ${open && battle && html`<${BattleCard} session=${session} battle=${battle} />`}
    ${open && !battle && html`<${Report} session=${session} groups=${digest ?? []} />`}</div>`;
}

/** @param {{session: Session, groups: import("../../store/past/logview.js").ReportGroup[]}} props */
function Report({ session, groups }) {
  return html`<div class="report" data-testid="report">${groups.map(({ title, rows }) => html`<div key=${title}>
    <b>${title}</b> ${rows.map(({ caption, value, side }, i) => html`<span key=${i}>${side >= 0
      && html`<${SideSign} session=${session} side=${side} />`} ${caption} <b>${value}</b></span>`)}</div>`)}</div>`;
}
