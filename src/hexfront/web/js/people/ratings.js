/** How strong somebody is, and how sure that is. */
import { html } from "../elements/dom.js";

/** A rating; with a question mark where little is known yet.
 * @param {{of: {rating: number, deviation: number, sure: boolean}}} props */
export function Rating({ of: { rating, deviation, sure } }) {
  return html`<span class="rating" title=${`give or take ${2 * deviation}`}>${rating}${sure ? "" : "?"}</span>`;
}

/** A player by name, a machine by its level, with a link to its page and perhaps a rating.
 * @param {{name: string, machine?: boolean, level?: string, rated?: {rating: number, deviation: number, sure: boolean} | null}} props */
export function PlayerLink({ name, machine = false, level = "", rated = null }) {
  if (!name) return html`<span class="muted">a guest</span>`;
  const key = machine ? `machine:${name}` : name;
  return html`<a href=${`/player?name=${encodeURIComponent(key)}`}>${level ? `Machine: ${level}` : name}</a>${rated && html` <${Rating} of=${rated} />`}`;
}

/** Players of a game, one after another.
 * @param {{players: import("../../types").PlayerInfo[], rated: boolean}} props */
export function Players({ players, rated }) {
  return players.map((player, i) => html`${i > 0 ? " – " : ""}<${PlayerLink} name=${player.name} machine=${player.machine}
    level=${player.level} rated=${rated ? player : null} />`);
}

const WIDE = 400;
const HIGH = 180;
const LEFT = 40;
const BOTTOM = 24;

/** A rating over the games that moved it, with what is left unsure as a band around it.
 * @param {{points: {rating: number, deviation: number, ended: string}[], title: string}} props oldest first */
export function RatingChart({ points, title }) {
  const low = Math.min(...points.map((point) => point.rating - point.deviation));
  const high = Math.max(...points.map((point) => point.rating + point.deviation));
  const step = [25, 50, 100, 200, 400].find((size) => (high - low) / size <= 5) ?? 800;
  const [floor, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const x = (/** @type {number} */ i) => LEFT + ((i + 0.5) * (WIDE - LEFT - 8)) / points.length;
  const y = (/** @type {number} */ value) => 8 + ((top - value) * (HIGH - BOTTOM - 8)) / (top - floor);
  const lines = Array.from({ length: Math.round((top - floor) / step) + 1 }, (_, i) => floor + i * step);
  const line = points.map((point, i) => `${x(i)},${y(point.rating)}`).join(" ");
  const band = [...points.map((point, i) => `${x(i)},${y(point.rating + point.deviation)}`),
    ...points.map((point, i) => `${x(i)},${y(point.rating - point.deviation)}`).reverse()].join(" ");
  const last = points[points.length - 1];
  const on = (/** @type {string} */ moment) => new Date(moment).toLocaleDateString(undefined, { dateStyle: "medium" });
  return html`<svg class="chart" viewBox=${`0 0 ${WIDE} ${HIGH}`} role="img" data-testid="chart"
    aria-label=${`${title}: ${points.length} rated games, now ${last.rating}, give or take ${2 * last.deviation}`}>
    ${lines.map((value) => html`<line class="grid" x1=${LEFT} x2=${WIDE - 8} y1=${y(value)} y2=${y(value)} />
      <text x=${LEFT - 6} y=${y(value) + 4} text-anchor="end">${value}</text>`)}
    ${points.length > 1 ? html`<polygon class="band" points=${band} />` : html`<line class="line" x1=${x(0)} x2=${x(0)}
      y1=${y(last.rating - last.deviation)} y2=${y(last.rating + last.deviation)} />`}
    <polyline class="line" points=${line} />
    ${points.map((point, i) => html`<circle class="dot" cx=${x(i)} cy=${y(point.rating)} r="3"><title>${on(point.ended)}: ${point.rating}</title></circle>`)}
    <text x=${LEFT} y=${HIGH - 6}>${on(points[0].ended)}</text>
    ${points.length > 1 && html`<text x=${WIDE - 8} y=${HIGH - 6} text-anchor="end">${on(last.ended)}</text>`}
  </svg>`;
}
