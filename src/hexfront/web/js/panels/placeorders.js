/** Orders that concern places and no counter: what may be bought for them, and whom one may attack. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { drawPiece } from "../map/pieces/pieces.js";
import { sideColour } from "../map/palette.js";
import { Odds } from "./odds.js";
import { estimateOf, estimateText } from "../store/estimates.js";
import { attacksOf } from "../store/orders/marked.js";
import { SideSign, WhyLink } from "../elements/parts.js";
import { Words } from "../elements/words.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../map/scene").StyledOffer} Offer */

/** A piece as on the map. @param {{sign: string, colour: string}} props */
export function Piece({ sign, colour }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!canvas.current || !ctx) return;
    const side = Math.round(24 * (window.devicePixelRatio || 1));
    canvas.current.width = canvas.current.height = side;
    ctx.setTransform(side / 2, 0, 0, side / 2, side / 2, side / 2);
    drawPiece(ctx, sign, colour, 0, 0, 0.96);
  }, [sign, colour]);
  return html`<canvas class="piece" ref=${canvas} aria-hidden="true"></canvas>`;
}

/** @param {{session: Session}} props */
export function PlaceOrders({ session }) {
  const { playing, acting, result } = session;
  if (playing || !acting || result) return null;
  const offers = session.offers.filter(({ subject, place, aim, style }) => !subject && place && !aim && !style.takes_back);
  const goods = offers.filter(({ word }) => word && session.board?.board.pieces?.[word]);
  const attacks = attacksOf(session);
  return html`${attacks.length > 0 && html`<${Attacks} session=${session} offers=${attacks} />`}
    ${goods.length > 0 && html`<${Shop} session=${session} offers=${goods} />`}`;
}

/** How many pieces with a sign the viewer has at a place. @param {Session} session @param {string} place @param {string} sign */
export function numberAt(session, place, sign) {
  return session.countersAt(place).filter((counter) => counter.sign === sign && counter.side === session.seat)
    .reduce((sum, { values }) => sum + Number(values.number ?? 1), 0);
}

/** What a place is called. @param {Session} session @param {string} id */
function titleOf(session, id) {
  return session.map?.geometry?.places.get(id)?.name ?? id;
}

/** What can be bought where, with what is there and what it costs.
 * @param {{session: Session, offers: Offer[]}} props */
function Shop({ session, offers }) {
  const board = session.board?.board;
  const [all, setAll] = useState(false);
  const words = Object.keys(board?.pieces ?? {}).filter((word) => offers.some((offer) => offer.word === word));
  const colour = sideColour(board?.sides ?? [], session.seat ?? 0);
  const owned = new Set((board?.places ?? []).flatMap(({ id }, i) => (session.view?.owners?.[i] === session.seat ? [id] : [])));
  const places = [...new Set(offers.map(({ place }) => place))].sort((a, b) => Number(owned.has(b)) - Number(owned.has(a)));
  const near = places.filter((place) => owned.has(place) || place === session.selection.spot);
  const shown = all || !near.length ? places : near;
  const more = places.length - near.length;
  return html`<section class="shop" aria-label="Buy" data-testid="shop"><h2>Buy</h2>
    <div class="scroller" tabindex="0"><table><thead><tr><td></td>${words.map((word) => {
      const { title, sign } = board?.pieces?.[word] ?? { title: word, sign: "" };
      const price = offers.find((offer) => offer.word === word)?.cost;
      return html`<th key=${word} scope="col" title=${title}><${Piece} sign=${sign} colour=${colour} />
        <span class="ware"><${Words} session=${session} text=${title} /></span><small>${price}</small></th>`;
    })}</tr></thead>
    <tbody>${shown.map((place) => html`<tr key=${place} class=${place === session.selection.spot ? "on" : ""}>
      <th scope="row"><button class="line" title="Show on the map" onClick=${() => session.selection.spotAt(place)}>${titleOf(session, place)}</button></th>
      ${words.map((word) => {
        const offer = offers.find((other) => other.place === place && other.word === word);
        const sign = board?.pieces?.[word]?.sign;
        const here = numberAt(session, place, sign ?? "");
        return html`<td key=${word}><span class="have">${here || ""}</span>${offer && html`<button disabled=${session.orderSender.busy}
          data-testid=${`buy-${word}-${place}`} title=${offer.caption} aria-label=${offer.caption}
          onClick=${() => session.orderSender.give(offer)}>+</button>`}</td>`;
      })}</tr>`)}</tbody></table></div>
    ${near.length > 0 && more > 0 && html`<button class="plain more" aria-expanded=${all} data-testid="shop-more"
      onClick=${() => setAll(!all)}>${all ? "Only your own" : `${more} more ${more > 1 ? "places" : "place"} …`}</button>`}
  </section>`;
}

/** Attacks by target, each with its chance; one is looked at before it is declared.
 * @param {{session: Session, offers: Offer[]}} props */
function Attacks({ session, offers }) {
  const { selection } = session;
  const chosen = offers.find((offer) => offer.typed === selection.weighed);
  const owners = session.view?.owners ?? [];
  const ownerOf = (/** @type {string} */ place) => owners[selection.orderAim.number(place)] ?? -1;
  return html`<section class="attacks" aria-label="Attacks" data-testid="attacks"><h2>Attacks <span class="muted">${offers.length}</span></h2>
    <ul>${offers.map((offer) => {
      const odds = estimateOf(offer.odds);
      const on = offer === chosen;
      return html`<li key=${offer.typed}><button class=${`attack ${on ? "on" : ""}`} aria-expanded=${on} data-testid="weigh" title=${offer.caption}
        onClick=${() => selection.weigh(on ? "" : offer.typed)}>
        ${ownerOf(offer.place) < 0 ? html`<span></span>` : html`<${SideSign} session=${session} side=${ownerOf(offer.place)} />`}
        <span class="what"><b>${titleOf(session, offer.place)}</b>
        <span class="muted">${offer.path.length > 1 ? html`from ${titleOf(session, offer.path[0])}${cardOf(offer, titleOf(session, offer.path[0]))}`
          : odds?.form}</span></span>
        <b class="percent">${odds && estimateText(odds)}</b>
        <span class="bar" aria-hidden="true"><i style=${{ width: `${(odds?.chance ?? 0) * 100}%` }}></i></span></button>
        ${on && html`<div class="weighed" data-testid="weighed">
          <div class="buttons"><button class="primary" data-testid="declare" disabled=${session.orderSender.busy}
            onClick=${() => session.orderSender.give(offer)}>Declare</button>
          <${WhyLink} session=${session} clause=${offer.clause} /></div>
          <${Odds} session=${session} odds=${offer.odds} links /></div>`}</li>`;
    })}</ul></section>`;
}

/** What an attack needs besides, such as a card: what its caption tells after where it comes from.
 * @param {Offer} offer @param {string} from */
function cardOf({ caption }, from) {
  const at = caption.lastIndexOf(` from ${from} `);
  return at < 0 ? "" : `, ${caption.slice(at + from.length + 7)}`;
}
