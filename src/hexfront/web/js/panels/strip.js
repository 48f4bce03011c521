/** The chosen unit in a line below the map, with the keys of its orders; the unit itself flashes. */
import { html } from "../elements/dom.js";
import { SideSign } from "../elements/parts.js";
import { nameOf } from "../store/titles.js";

/** @typedef {import("../store/session.js").Session} Session */

const FLASH_MS = 550;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/** Let the unit that waits for a key flash, where units are ordered by keys. @param {Session} session */
export function flashing(session) {
  let dim = false;
  setInterval(() => {
    const flashes = session.board?.board.cycle && session.acting && session.selection.selected !== ""
      && !session.armySetup.active && !STILL.matches && !document.hidden;
    if (!flashes && !dim) return;
    dim = Boolean(flashes) && !dim;
    session.map?.show({ dim });
  }, FLASH_MS);
}

/** @param {{session: Session}} props */
export function Strip({ session }) {
  const { selection } = session;
  const counter = session.counter(selection.selected);
  if (!session.board?.board.cycle || !counter || session.playing || selection.orderAim.active) return null;
  /** @type {Map<string, Set<string>>} */
  const keys = new Map();
  for (const { key, subject, kind } of session.offers) {
    if (key && subject === counter.id) keys.set(kind, (keys.get(kind) ?? new Set()).add(key));
  }
  return html`<div class="strip" data-testid="strip"><${SideSign} session=${session} side=${counter.side} />
    <b>${nameOf(counter)}</b><span class="muted">${counter.place}</span>
    ${Object.entries(counter.values).map(([name, value]) => html`<span key=${name}>${name} <b>${value}</b></span>`)}
    ${[...keys].map(([kind, list]) => html`<span class="keyed" key=${kind}>${[...list].sort().map((key) =>
      html`<kbd>${key}</kbd>`)} ${kind}</span>`)}
  </div>`;
}
