/** Charts over time of what the viewer may follow: his own affairs, and of others what is known. */
import { html, useEffect, useState } from "../elements/dom.js";
import { valueText } from "./figures.js";
import { sideColour } from "../map/palette.js";
import { chartsOf } from "../store/timeseries.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../store/timeseries.js").Chart} ChartLines */
/** @typedef {import("../store/timeseries.js").Line} Line */
/** What is pointed at in a chart: from one point of a line to another. @typedef {{time: number, value: number, toTime: number, toValue: number, title: string}} Mark */

const WIDE = 340;
const HIGH = 150;
const LEFT = 44;
const BELOW = 20;
const TOP = 11;
const RIGHT = 38;
/** What the name of the unit of time takes. */
const UNIT = 52;
/** Half of what the title of a mark takes. */
const HALF_TITLE = 34;
const DASHES = ["", "6 3", "2 3", "8 3 2 3"];
/** More rows than this are thinned in the table. */
const ROWS = 60;
/** Beyond so many lines each is named at its end instead of in a legend, unless each has a colour of its own. */
const NAMED = 4;

/** A round step so that about so many fit. @param {number} span @param {number} count */
function stepOf(span, count) {
  // A line that lies at 0 all the time has an axis, too.
  const raw = (span || 1) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  return (raw / power <= 1 ? 1 : raw / power <= 2 ? 2 : raw / power <= 5 ? 5 : 10) * power;
}

/** @param {{session: Session}} props */
export function ChartsTab({ session }) {
  const { timeSeries } = session;
  useEffect(() => void timeSeries.follow());
  const charts = chartsOf(timeSeries.points);
  const days = session.board?.board.clock;
  const seat = session.seat === null ? "nobody" : session.sideTitle(session.seat);
  return html`<section class="charts" aria-label="Charts" data-testid="charts">
    <p class="muted">As ${seat} knows it. ${timeSeries.points.length < 2
      ? timeSeries.asking ? "The charts are being drawn …" : "There is nothing to draw before time has gone on." : ""}</p>
    ${timeSeries.points.length > 1 && charts.map((chart) => html`<${Chart} key=${chart.title} session=${session}
      chart=${chart} ticks=${days?.ticks ?? 1} unit=${days?.unit ?? "turn"} span=${spanOf(timeSeries.points)} />`)}
  </section>`;
}

/** The first and the last time. @param {{time: number}[]} points @returns {[number, number]} */
function spanOf(points) {
  return [points[0].time, points[points.length - 1].time];
}

/** @param {{session: Session, chart: ChartLines, ticks: number, unit: string, span: [number, number], mark?: Mark}} props */
export function Chart({ session, chart, ticks, unit, span, mark }) {
  const [table, setTable] = useState(false);
  const colour = (/** @type {Line} */ line) => (line.side === null ? "var(--ink)"
    : sideColour(session.board?.board.sides ?? [], line.side));
  const dash = (/** @type {Line} */ line) =>
    DASHES[chart.lines.filter((other) => other.side === line.side).indexOf(line) % DASHES.length];
  const own = new Set(chart.lines.map(({ side }) => side)).size === chart.lines.length;
  const atEnds = chart.lines.length > NAMED && !own;
  return html`<figure class="chart" data-testid="chart"><figcaption><b>${chart.title}</b>
      <span class="muted">${chart.unit}</span>
      <button class="plain" aria-expanded=${table} onClick=${() => setTable(!table)}>
        ${table ? "Hide the table" : "As a table"}</button></figcaption>
    <${Drawing} session=${session} chart=${chart} ticks=${ticks} unit=${unit} colour=${colour} dash=${dash}
      atEnds=${atEnds} span=${span} mark=${mark} />
    ${!atEnds && html`<ul class="key">${chart.lines.map((line) => html`<li key=${line.caption}>
      <svg viewBox="0 0 24 6" aria-hidden="true"><line x1="0" x2="24" y1="3" y2="3" stroke=${colour(line)}
        stroke-dasharray=${dash(line)} /></svg>${line.caption} <span class="muted">${valueText(
          line.points[line.points.length - 1][1])}</span></li>`)}</ul>`}
    ${table && html`<${Table} chart=${chart} ticks=${ticks} unit=${unit} />`}
  </figure>`;
}

/** @param {{session: Session, chart: ChartLines, ticks: number, unit: string, atEnds: boolean, span: [number, number], mark?: Mark,
 *   colour: (line: Line) => string, dash: (line: Line) => string}} props */
function Drawing({ session, chart, ticks, unit, colour, dash, atEnds, span: [start, end], mark }) {
  const all = chart.lines.flatMap((line) => line.points);
  const values = all.flatMap(([, value]) => (value === null ? [] : [value]));
  const step = stepOf(Math.max(...values) - Math.min(0, ...values), 4);
  const least = Math.min(0, Math.floor(Math.min(...values) / step) * step);
  const most = Math.max(Math.ceil(Math.max(...values) / step) * step, least + step);
  const x = (/** @type {number} */ time) => LEFT + ((time - start) / Math.max(1, end - start)) * (WIDE - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((most - value) / (most - least)) * (HIGH - TOP - BELOW);
  const level = Array.from({ length: Math.round((most - least) / step) + 1 }, (_, i) => least + i * step);
  const every = stepOf((end - start) / ticks, 5);
  const times = Array.from({ length: Math.floor((end - start) / ticks / every) + 1 }, (_, i) => i * every);
  const path = (/** @type {Line} */ line) => {
    let pen = "M";
    return line.points.map(([time, value]) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const part = `${pen}${x(time).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = "L";
      return part;
    }).join("");
  };
  const words = chart.lines.map((line) => {
    const known = line.points.flatMap(([, value]) => (value === null ? [] : [value]));
    return `${line.caption} from ${valueText(known[0])} to ${valueText(known[known.length - 1])}`;
  }).join("; ");
  const past = session.replay.active ? session.view?.time : undefined;
  return html`<svg class="drawing" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img"
    aria-label=${`${chart.title}: ${words}.`}>
    ${level.map((value) => html`<g key=${value}><line class="rule" x1=${LEFT} x2=${WIDE - RIGHT} y1=${y(value)} y2=${y(value)} />
      <text x=${LEFT - 5} y=${y(value) + 3.5} text-anchor="end">${valueText(value)}</text></g>`)}
    ${times.map((time) => html`<text key=${time} x=${x(start + time * ticks)} y=${HIGH - 5}
      text-anchor=${x(start + time * ticks) > WIDE - UNIT ? "end" : "middle"}>${valueText(time + start / ticks)}</text>`)}
    <text x=${WIDE} y=${HIGH - 5} text-anchor="end">${unit}s</text>
    ${mark && html`<${Marked} mark=${mark} x=${x} y=${y} />`}
    ${past !== undefined && html`<line class="past" x1=${x(past)} x2=${x(past)} y1=${TOP} y2=${HIGH - BELOW} />`}
    ${chart.lines.map((line) => {
      const [time, value] = line.points[line.points.length - 1];
      const single = line.points.length === 1 && value !== null;
      return html`<g key=${line.caption} stroke=${colour(line)} fill="none">
        <path d=${path(line)} stroke-dasharray=${atEnds ? "" : dash(line)}><title>${line.caption}</title></path>
        ${single && html`<circle cx=${x(time)} cy=${y(value)} r="2" fill=${colour(line)} />`}
        ${atEnds && value !== null && html`<text class="end" x=${x(time) + 2} y=${y(value) + 3}
          fill=${colour(line)} stroke="none">${line.caption.replace(/^in /, "")}</text>`}</g>`;
    })}
  </svg>`;
}

/** A stripe from the beginning to the end of what is pointed at, with its title and both ends.
 * @param {{mark: Mark, x: (time: number) => number, y: (value: number) => number}} props */
function Marked({ mark: { time, value, toTime, toValue, title }, x, y }) {
  const [left, right] = [x(time), Math.max(x(toTime), x(time) + 2)];
  const middle = Math.max(LEFT + HALF_TITLE, Math.min(WIDE - RIGHT - HALF_TITLE, (left + right) / 2));
  return html`<g class="marked" data-testid="chart-mark"><title>${title}</title>
    <rect x=${left} width=${right - left} y=${TOP} height=${HIGH - TOP - BELOW} />
    <circle cx=${x(time)} cy=${y(value)} r="3.5" /><circle cx=${x(toTime)} cy=${y(toValue)} r="3.5" />
    <text x=${middle} y=${TOP - 1} text-anchor="middle">${title}</text></g>`;
}

/** The same in numbers. @param {{chart: ChartLines, ticks: number, unit: string}} props */
function Table({ chart, ticks, unit }) {
  const lines = chart.lines.map((line) => new Map(line.points));
  const all = [...new Set(chart.lines.flatMap((line) => line.points.map(([time]) => time)))].sort((a, b) => a - b);
  const every = Math.ceil(all.length / ROWS);
  const times = all.filter((_, i) => (all.length - 1 - i) % every === 0);
  return html`<div class="grid" tabindex="0"><table data-testid="chart-table"><caption class="visually-hidden">${chart.title}</caption>
    <thead><tr><th scope="col">${unit}</th>${chart.lines.map((line) =>
      html`<th key=${line.caption} scope="col">${line.caption}</th>`)}</tr></thead>
    <tbody>${times.map((time) => html`<tr key=${time}><th scope="row">${valueText(time / ticks)}</th>
      ${lines.map((line, i) => html`<td key=${i}>${valueText(line.get(time) ?? null) || "–"}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}
