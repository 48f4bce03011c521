/** Small parts that several panels share. */
import { html } from "./dom.js";
import { sideColour } from "./map/palette.js";

/** @typedef {import("./session.js").Session} Session */

/** The colour and pattern of a side. @param {{session: Session, side: number}} props */
function Swatch({ session, side }) {
  const colour = side < 0 ? "#777" : sideColour(session.board?.board.sides ?? [], side);
  return html`<span class=${`swatch pattern${side < 0 ? "" : side % 4}`}
    style=${{ backgroundColor: colour }}></span>`;
}

/** The colour and pattern of a side, beside its name.
 * @param {{session: Session, side: number}} props */
export function SideChip({ session, side }) {
  return html`<span class="chip"><${Swatch} session=${session} side=${side} />
    ${session.sideTitle(side)}</span>`;
}

/** A side in little room. @param {{session: Session, side: number}} props */
export function SideSign({ session, side }) {
  const title = session.sideTitle(side);
  return html`<span class="chip" title=${title}><${Swatch} session=${session} side=${side} />
    <span class="visually-hidden">${title}</span></span>`;
}

/** A link to the rule behind something; nothing where the rulebook has no such clause.
 * @param {{session: Session, clause: string | undefined,
 *   telling?: import("../types").Telling}} props */
export function WhyLink({ session, clause, telling }) {
  if (!clause || !session.clause(clause)) return null;
  return html`<button class="why" title=${`Why? ${clause}`} data-testid="why"
    aria-label=${telling ? `Why? ${telling.text}` : `Why? ${clause}`}
    onClick=${() => session.ask(clause, telling ?? null)}>why?</button>`;
}

/** Pixels below the canvas of the map, in the box that also holds what lies over it.
 * @param {Session} session */
export function belowMap(session) {
  const { map } = session;
  return map ? (map.canvas.parentElement?.clientHeight ?? map.high) - map.high : 0;
}

/** A figure as short as it can be. @param {number} value */
export function figure(value) {
  return Number.isInteger(value) ? String(value) : String(Math.round(value * 100) / 100);
}

/** @param {{value: number}} props */
export function Die({ value }) {
  const spots = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][value];
  if (!spots) return html`<span class="die number">${value}</span>`;
  return html`<svg class="die" viewBox="0 0 30 30" role="img" aria-label=${`die ${value}`}>
    <rect x="1" y="1" width="28" height="28" rx="6" />
    ${spots.map((spot) => html`<circle key=${spot} cx=${7 + (spot % 3) * 8}
      cy=${7 + Math.floor(spot / 3) * 8} r="2.7" />`)}</svg>`;
}

/** A chance as a number: of 0 … 1, or a fraction in words. @param {unknown} value */
function chance(value) {
  if (typeof value === "number") return value >= 0 && value <= 1 ? value : null;
  const parts = /^(\d+)(?:\/(\d+))?$/.exec(String(value));
  if (!parts) return null;
  const number = Number(parts[1]) / Number(parts[2] ?? 1);
  return number <= 1 ? number : null;
}

/** Chances as bars, what is certain and other figures as words.
 * @param {{session: Session, odds: Record<string, unknown> | null}} props */
export function Odds({ session, odds }) {
  if (!odds) return null;
  const legend = session.board?.board.legend ?? {};
  return html`<div class="odds">${Object.entries(odds).map(([name, value]) => {
    if (value && typeof value === "object") {
      const entries = Object.entries(value);
      if (entries.length === 1 && chance(entries[0][1]) === 1) {
        return html`<div class="muted" key=${name}>${name}: ${legend[entries[0][0]] ?? entries[0][0]}</div>`;
      }
      return html`<div key=${name}><div class="muted">${name}</div>
        <${Odds} session=${session} odds=${value} /></div>`;
    }
    const part = chance(value);
    if (part === null) return html`<div class="muted" key=${name}>${name}: ${String(value)}</div>`;
    return html`<div class="chance" key=${name} title=${String(value)}>
      <span class="words">${legend[name] ?? name}</span>
      <b>${Math.round(part * 100)} %</b>
      <span class="bar" aria-hidden="true"><i style=${{ width: `${part * 100}%` }}></i></span>
    </div>`;
  })}</div>`;
}

/** The words of a clause: names of options set apart, other clauses one click away.
 * @param {{session: Session, text: string, onClause: (id: string) => void}} props */
export function ClauseText({ session, text, onClause }) {
  return text.split(/(`[^`]*`|\b[A-Z]{2,}-[A-Za-z]?\d+(?:\.\d+)*)/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (!session.clause(part)) return part;
    return html`<button class="why" onClick=${() => onClause(part)}>${part}</button>`;
  });
}
