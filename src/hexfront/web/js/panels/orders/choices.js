/** The buttons for what concerns no counter on the map: the main one at its fixed place, the others below. */
import { html } from "../../elements/dom.js";
import { FileButtons } from "../filebuttons.js";
import { Odds } from "../odds.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../map/scene").StyledOffer} Offer */

/** Letters for which the line of the main button has room. */
const ROOM = 34;
/** What a button needs besides its caption, in letters. */
const FRAME = 4;

/** The main buttons that fit on one line, the one for Enter first. @param {Session} session @returns {Offer[]} */
export function firstButtons(session) {
  let room = ROOM;
  const first = [];
  for (const offer of session.orderSender.mainButtons()) {
    room -= offer.caption.length + FRAME;
    if (room < 0 && first.length) break;
    first.push(offer);
  }
  return first;
}

/** @param {{session: Session, offers: Offer[]}} props */
export function MainButtons({ session, offers }) {
  const { orderSender, clock } = session;
  return offers.map((offer) => {
    const first = offer === orderSender.primary();
    // Where the clock gives it again and again, that is the main button.
    const main = first && !clock.leads;
    return html`<button key=${offer.orders.join()}
      class=${`${main ? "primary" : ""} ${offer.caption.length < 3 ? "short" : ""}`}
      data-testid=${`order-${offer.kind}`} disabled=${orderSender.busy}
      title=${main ? `${offer.caption} (Enter)` : offer.caption}
      onClick=${() => orderSender.finish(offer)}><span>${offer.caption}</span>${(main || offer.key)
        && html`<kbd>${offer.key ?? "Enter"}</kbd>`}
    </button>`;
  });
}

/** What may come of an order, the other buttons, counters that are named by a button, files.
 * @param {{session: Session}} props */
export function Choices({ session }) {
  const { playing, replay, hint, result, orderSender } = session;
  if (playing || replay.active || hint.shown || result || !session.view || session.armySetup.active) return null;
  const first = firstButtons(session);
  const rest = orderSender.mainButtons().filter((offer) => !first.includes(offer));
  const named = orderSender.counterButtons();
  const files = session.sides.length > 0 && (Object.keys(session.board?.commands ?? {}).length > 0 || session.board?.prints);
  const foreseen = orderSender.mainButtons().filter(({ odds }) => odds);
  if (!rest.length && !named.length && !files && !foreseen.length) return null;
  return html`<section class="choices" aria-label="Other orders">
    ${foreseen.map((offer) => html`<div class="foreseen" key=${offer.kind} data-testid="foreseen">
      <h2>${offer.caption}: what may come of it</h2>
      <${Odds} session=${session} odds=${offer.odds} /></div>`)}
    ${rest.length > 0 && html`<div class="buttons"><${MainButtons} session=${session} offers=${rest} /></div>`}
    ${named.length > 0 && html`<div class="buttons small named" data-testid="name-units">
      ${named.map((offer) => html`<button key=${offer.orders.join()} disabled=${orderSender.busy}
        data-testid=${`order-${offer.kind}-${offer.subject}`} onClick=${() => orderSender.give(offer)}>
        ${offer.caption}</button>`)}</div>`}
    ${files && html`<div class="buttons small"><${FileButtons} session=${session} /></div>`}
  </section>`;
}
