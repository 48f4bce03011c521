/** After the end: a chart of what each side could expect, and the plan of a search for every turn. */
import { Chart } from "../charts.js";
import { html } from "../../elements/dom.js";
import { SideChip, SideSign } from "../../elements/parts.js";
import { swingsOf } from "../../store/past/review.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../store/timeseries.js").Line} Line */

/** @param {{session: Session}} props */
export function ThoughtsPanel({ session }) {
  const { thoughts } = session;
  if (!session.result || !session.board?.estimates || session.board.locked) return null;
  if (!thoughts.wanted) {
    return html`<div class="buttons"><button data-testid="thoughts-ask" onClick=${() => void thoughts.follow()}
      title="A search looks at every turn, from what its side knew then">What a machine thinks of it</button></div>`;
  }
  const { points, count, problem } = thoughts;
  const clock = session.board?.board.clock;
  const lines = linesOf(session);
  const [swing] = swingsOf(points);
  const mark = swing && { time: timeOf(session, swing.point), value: 100 * (swing.point.estimate ?? 0), title: "turning point",
    toTime: timeOf(session, swing.next), toValue: 100 * (swing.next.estimate ?? 0) };
  return html`<section class="thoughts" aria-label="Thoughts of a machine" data-testid="thoughts">
    <h2>What a machine thinks of it</h2>
    <p class="muted">A search thought about each turn anew, from what its side knew then: what its best plan
      promises, of all that can be won. Each side expects by what it alone knows, so they need not add up to
      100 %.</p>
    ${problem ? html`<p class="problem" role="alert">${problem}</p>`
      : points.length < count || !count ? html`<p role="status">${points.length} of ${count || "…"} turns</p>` : ""}
    ${lines.some((line) => line.points.length > 1) && html`<${Chart} session=${session} ticks=${clock?.ticks ?? 1}
      unit=${clock?.unit ?? "turn"} chart=${{ title: "Expected share of winning", unit: "%", lines }}
      span=${[timeOf(session, points[0]), timeOf(session, points[points.length - 1])]} mark=${mark} />`}
    <${TurningPoints} session=${session} />
    <ol class="turns">${points.map(({ side, title, estimate }, i) => html`<li key=${i}>
      <button class="line" aria-current=${i === thoughts.number ? "step" : undefined} data-testid=${`thought-${i}`}
        onClick=${() => (i === thoughts.number ? thoughts.close() : void thoughts.show(i))}>
        <${SideChip} session=${session} side=${side} /> <span class="muted">${title}</span>
        <b>${estimate === null ? "–" : `${Math.round(100 * estimate)} %`}</b></button>
      ${i === thoughts.number && html`<${Turn} session=${session} />`}</li>`)}</ol>
  </section>`;
}

/** Where the chances of a side changed most from one of its turns to the next. @param {{session: Session}} props */
function TurningPoints({ session }) {
  const swings = swingsOf(session.thoughts.points);
  if (!swings.length) return null;
  const sides = [...(session.board?.board.sides ?? []).keys()];
  const row = (/** @type {string} */ title, /** @type {import("../../store/past/review.js").Swing | undefined} */ swing) => swing
    && html`<li><button class="line" title="Show this turn" onClick=${() => void session.thoughts.show(swing.number)}>${title}:${" "}
      <${SideSign} session=${session} side=${swing.point.side} /> ${swing.point.title} <b>${swing.change > 0 ? "+" : "−"}${
        Math.round(100 * Math.abs(swing.change))} %</b></button></li>`;
  return html`<h3>Turning points</h3><p class="muted">By how much a side's chances changed from this turn to its next: by its plan,
      the other's, and the dice.</p><ul class="swings" data-testid="swings">${row("The turning point", swings[0])}
    ${sides.map((side) => {
      const own = swings.filter(({ point }) => point.side === side).sort((a, b) => b.change - a.change);
      const [best, worst] = [own[0], own[own.length - 1]];
      return [best?.change > 0 && row("Best decision", best), worst?.change < 0 && row("Worst decision", worst)];
    })}</ul>`;
}

/** Where a turn stands in the chart: by the clock of the game, or by its number.
 * @param {Session} session @param {import("../../../types").ThoughtPoint} point */
function timeOf(session, { time, turn }) {
  return session.board?.board.clock ? time : turn;
}

/** The estimates of each side. @param {Session} session @returns {Line[]} */
function linesOf(session) {
  return (session.board?.board.sides ?? []).map((_, side) => ({
    caption: session.sideTitle(side), side,
    points: session.thoughts.points.filter((point) => point.side === side).map((point) =>
      /** @type {[number, number | null]} */ ([timeOf(session, point), point.estimate === null ? null : Math.round(1000 * point.estimate) / 10])),
  })).filter((line) => line.points.some(([, value]) => value !== null));
}

/** The plan of a turn, and what was believed. @param {{session: Session}} props */
function Turn({ session }) {
  const { shown, believed } = session.thoughts;
  if (!shown) return html`<p class="muted" role="status">…</p>`;
  const button = (/** @type {boolean} */ which, /** @type {string} */ words) => html`<button
    aria-pressed=${believed === which} data-testid=${which ? "thought-believed" : "thought-plan"}
    onClick=${() => session.thoughts.look(which)}>${words}</button>`;
  return html`<div class="thought" data-testid="thought-shown"><p>${shown.why}</p>
    <ol class="steps" tabindex="0">${shown.lines.map((line, i) => html`<li key=${i}>${line}</li>`)}</ol>
    <div class="buttons small" role="group" aria-label="On the map">${button(false, "Its plan")}
      ${button(true, "What it believed")}</div>
    ${believed && html`<p class="muted">One of the positions that its plans were tried on: all that fits what the side knew,
      the unseen drawn at random.</p>`}</div>`;
}
