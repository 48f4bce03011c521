/** What there is left to do: in one line with a way to the next, and as a list. */
import { html } from "../../elements/dom.js";
import { WhyLink } from "../../elements/parts.js";
import { attacksOf, leftToDo } from "../../store/orders/marked.js";
import { nameOf } from "../../store/titles.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../../types").Counter} Counter */

/** @param {number} number @param {string} noun */
function counted(number, noun) {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** What is left, in words. @param {Session} session */
export function leftInWords(session) {
  if (!session.acting || session.armySetup.active) return "";
  const able = session.selection.orderable();
  const left = leftToDo(session).length;
  if (left) return `${counted(left, "unit")} without orders.`;
  const attacks = attacksOf(session).length;
  if (attacks) return `${counted(attacks, "attack")} possible.`;
  const places = session.selection.targets().size;
  return able.length ? `${counted(able.length, "unit")} can be ordered.` : places ? `${counted(places, "place")} marked.` : "";
}

/** Goes to what is left next. @param {{session: Session}} props */
export function NextButton({ session }) {
  return leftInWords(session) && html`<button title="Go to the next that is left (Space; with Shift to the one before)"
    data-testid="next-unit" onClick=${() => session.selection.selectNext()}>Next<kbd>Space</kbd></button>`;
}

/** The units that have no orders yet, each with a way to it; when none is left, those that cannot have any.
 * @param {{session: Session}} props */
export function LeftToDo({ session }) {
  const { selection } = session;
  if (!session.acting || session.armySetup.active) return null;
  const left = leftToDo(session).flatMap((id) => session.counter(id) ?? []);
  if (left.length) {
    return html`<section class="left" aria-label="Units without orders" data-testid="left-list">
      <h2>Without orders <span class="muted">${left.length}</span></h2>
      <ul>${left.map((counter) => html`<li key=${counter.id}><button class=${`chip-button ${counter.id === selection.selected ? "on" : ""}`}
        title=${`Go to ${nameOf(counter)}`} onClick=${() => selection.select(counter.id, true)}>${nameOf(counter)}</button></li>`)}</ul>
    </section>`;
  }
  const able = selection.orderable();
  const planned = new Set((session.view?.marks ?? []).flatMap((mark) => mark.subject || []));
  if (!planned.size) return null;
  const none = (session.view?.counters ?? []).filter(({ id, side, place }) => side === session.seat && place
    && !planned.has(id) && !able.includes(id));
  return html`<section class="left" aria-label="Units without orders"><p class="muted" data-testid="all-ordered">${none.length
    ? "All others have their orders. None can be given to:" : "Every unit has its orders."}</p>
    ${none.length > 0 && html`<ul class="muted barred" data-testid="barred">${alike(session, none).map((units) => html`<li key=${units[0].id}>
      ${units.map(nameOf).join(", ")}${session.barred(units[0].id).length > 0 && ": "}<${Barriers} session=${session}
        unit=${units[0].id} /></li>`)}</ul>`}</section>`;
}

/** Units that can be given no order for the same reasons, together.
 * @param {Session} session @param {Counter[]} counters @returns {Counter[][]} */
function alike(session, counters) {
  /** @type {Map<string, Counter[]>} */
  const groups = new Map();
  for (const counter of counters) {
    const reasons = JSON.stringify(session.barred(counter.id));
    groups.set(reasons, [...(groups.get(reasons) ?? []), counter]);
  }
  return [...groups.values()];
}

/** Why a unit can be given no order now, each reason with its clause.
 * @param {{session: Session, unit: string}} props */
export function Barriers({ session, unit }) {
  return session.barred(unit).map(({ clause, reason }, i) => html`<span key=${reason}>${i > 0 && "; "}${reason}
    ${" "}<${WhyLink} session=${session} clause=${clause} /></span>`);
}
