/** How all players stand, side by side, and the cards that one holds. */
import { html } from "../elements/dom.js";
import { SideChip, SideSign, WhyLink } from "../elements/parts.js";
import { Words } from "../elements/words.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Counter} Counter */

/** The state of a piece whose turn it is, and of one that plays no more. */
const TURN = "to move";
const OUT = "out";

/** The newest figure of a chart, by side. @param {Session} session @param {string} chart */
function figuresOf(session, chart) {
  return new Map((session.view?.gauges ?? []).flatMap((gauge) => (gauge.chart === chart && gauge.side !== null
    ? [[gauge.side, gauge.value]] : [])));
}

/** Whether a counter of a side has a state. @param {Session} session @param {number} side @param {string} badge */
function has(session, side, badge) {
  return (session.view?.counters ?? []).some((counter) => counter.side === side && counter.badges.includes(badge));
}

/** Whether it is a player's turn, by what has been told where it is still being played back.
 * @param {Session} session @param {number} side */
function moves(session, side) {
  if (session.result) return false;
  const begun = session.board?.board.turn_entry;
  const turn = session.playing ? session.stage.lines.findLast(({ kind }) => kind === begun) : undefined;
  return turn ? session.counter(turn.subjects[0] ?? "")?.side === side : has(session, side, TURN);
}

/** What is said of figures while something is played back: they are those from before it.
 * @param {Session} session */
const since = (session) => (session.playing ? " before what is shown now" : "");

/** Who plays a side. @param {Session} session @param {number} side */
export function playerOf(session, side) {
  const seat = session.board?.sides[side];
  if (!seat) return "";
  const you = session.sides.length === 1 && session.sides[0] === side ? "you" : "";
  return seat.kind === "machine" ? `machine ${seat.agent}` : seat.person || you;
}

/** A table with a row for every player. @param {{session: Session}} props */
export function Standings({ session }) {
  const board = session.board?.board;
  if (!board?.standings || !session.view?.gauges?.length) return null;
  const columns = board.standings.map((chart) => ({ chart, figures: figuresOf(session, chart) }));
  return html`<section class=${`standings ${session.playing ? "old" : ""}`} aria-label=${`Players${since(session)}`}
    title=${since(session).trim() || undefined} data-testid="standings"><table>
    <thead><tr><th scope="col"><span class="visually-hidden">Player</span></th>${columns.map(({ chart }) =>
      html`<th key=${chart} scope="col"><${Words} session=${session} text=${chart} /></th>`)}</tr></thead>
    <tbody>${board.sides.map((_, side) => {
      const on = moves(session, side);
      return html`<tr key=${side} class=${`${on ? "on" : ""} ${has(session, side, OUT) ? "out" : ""}`}
        aria-current=${on ? "true" : undefined}>
        <th scope="row"><${SideChip} session=${session} side=${side} /><span class="muted">${playerOf(session, side)}</span></th>
        ${columns.map(({ chart, figures }) => html`<td key=${chart}>${figures.get(side) ?? "–"}</td>`)}</tr>`;
    })}</tbody></table></section>`;
}

/** The first figure of every player, above the map. @param {{session: Session}} props */
export function Purses({ session }) {
  const [chart] = session.board?.board.standings ?? [];
  if (!chart) return null;
  const figures = figuresOf(session, chart);
  return html`<span class=${`purses ${session.playing ? "old" : ""}`} role="group" aria-label=${`${chart}${since(session)}`} data-testid="purses">${(session.board?.board.sides ?? []).map((_, side) =>
    html`<span key=${side} class=${`purse ${moves(session, side) ? "on" : ""} ${has(session, side, OUT) ? "out" : ""}`}
      title=${`${session.sideTitle(side)}: ${chart}${since(session)} ${figures.get(side) ?? "–"}`}>
      <${SideSign} session=${session} side=${side} /><b>${figures.get(side) ?? "–"}</b></span>`)}</span>`;
}

/** Whether a track says of a player what the standings say. @param {Session} session @param {string} caption */
export function isStanding(session, caption) {
  const board = session.board?.board;
  return Boolean(board?.standings) && (board?.sides ?? []).some(({ title, name }) => (title || name) === caption);
}

/** Cards face up, for him who holds them: alike ones once. @param {{session: Session}} props */
export function Hand({ session }) {
  const mine = (session.view?.counters ?? []).filter(({ sign, side, known }) => sign === "card" && known
    && (side === session.seat || (session.seat ?? 0) < 0));
  if (!mine.length || session.handover !== null) return null;
  /** @type {Map<string, Counter[]>} */
  const kinds = new Map();
  for (const counter of mine) {
    const kind = `${counter.side} ${counter.name}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), counter]);
  }
  return html`<section class="hand" aria-label="Cards in hand" data-testid="hand"><h2>${session.seat === mine[0].side ? "Your cards" : "Cards"}${" "}
      <span class="muted">${mine.length}</span></h2>
    <ul>${[...kinds.values()].map((cards) => html`<li key=${cards[0].id} class="playing-card" data-testid="card">
      ${cards[0].side !== session.seat && html`<${SideSign} session=${session} side=${cards[0].side} />`}
      <b>${cards[0].name}</b>${cards.length > 1 && html`<span class="times">×${cards.length}</span>`}
      <${WhyLink} session=${session} clause=${cardClause(session)} /></li>`)}</ul></section>`;
}

/** The clause on cards: that of the entry that speaks of one. @param {Session} session */
function cardClause(session) {
  const kinds = session.board?.board.card_entries ?? [];
  return session.log.findLast(({ kind }) => kinds.includes(kind))?.clause;
}
