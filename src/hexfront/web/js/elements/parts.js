/** Small parts that several panels share. */
import { SPOTS } from "./dice.js";
import { html } from "./dom.js";
import { sideColour } from "../map/palette.js";
import { Words } from "./words.js";

/** @typedef {import("../store/session.js").Session} Session */

/** As many patterns tell sides apart without colour. */
const PATTERNS = 6;

/** The colour and pattern of a side. @param {{session: Session, side: number}} props */
function Swatch({ session, side }) {
  const colour = side < 0 ? "#777" : sideColour(session.board?.board.sides ?? [], side);
  return html`<span class=${`swatch pattern${side < 0 ? "" : side % PATTERNS}`}
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
 *   entry?: import("../../types").LogEntry}} props */
export function WhyLink({ session, clause, entry }) {
  if (!clause || !session.clause(clause)) return null;
  return html`<button class="why" title=${`Why? ${clause}`} data-testid="why"
    aria-label=${entry ? `Why? ${entry.text}` : `Why? ${clause}`}
    onClick=${() => session.ask(clause, entry ?? null)}>why?</button>`;
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
  const spots = SPOTS[value];
  if (!spots) return html`<span class="die number">${value}</span>`;
  return html`<svg class="die" viewBox="0 0 30 30" role="img" aria-label=${`die ${value}`}>
    <rect x="1" y="1" width="28" height="28" rx="6" />
    ${spots.map((spot) => html`<circle key=${spot} cx=${7 + (spot % 3) * 8}
      cy=${7 + Math.floor(spot / 3) * 8} r="2.7" />`)}</svg>`;
}

/** Words with what stands in backticks set apart. @param {{text: string}} props */
export function MarkedText({ text }) {
  return text.split(/(`[^`]*`)/).map((part) =>
    (part.startsWith("`") ? html`<code>${part.slice(1, -1)}</code>` : part));
}

/** The words of a clause: names of options set apart, other clauses one click away.
 * @param {{session: Session, text: string, onClause: (id: string) => void}} props */
export function ClauseText({ session, text, onClause }) {
  return text.split(/(`[^`]*`|\b[A-Z]{2,}-[A-Za-z]?\d+(?:\.\d+)*)/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (!session.clause(part)) return html`<${Words} session=${session} text=${part} />`;
    return html`<button class="why" onClick=${() => onClause(part)}>${part}</button>`;
  });
}
