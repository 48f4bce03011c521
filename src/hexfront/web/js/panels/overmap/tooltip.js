/** What lies under the pointer: the place, the stack, the orders with their odds, the reading. */
import { marksAt, tellsSide } from "../../store/descriptions.js";
import { html, useLayoutEffect, useRef } from "../../elements/dom.js";
import { figures } from "../../map/pieces/counters.js";
import { linksAt } from "../../map/land/network.js";
import { valueText } from "../figures.js";
import { Odds } from "../odds.js";
import { figure, SideChip, SideSign } from "../../elements/parts.js";
import { attacksOf } from "../../store/orders/marked.js";
import { isName, nameOf } from "../../store/titles.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../map/scene").StyledOffer} Offer */

/** Pixels between it, what it speaks of, and the edge of the map. */
const GAP = 14;
const EDGE = 8;
/** Pixels of the tools at the left, and about a place that is not to be hidden. */
const TOOLS = 44;
const KEEP = 12;

/** What it speaks of, in pixels of the map: where the pointer is, else the place itself, or the whole
 * stack that is spread out. @param {Session} session */
function subject(session) {
  const { selection, map } = session;
  const fan = selection.hover === selection.fan ? map?.fan() : null;
  if (fan) {
    const top = Math.min(fan.top, fan.place.y - GAP);
    return { left: fan.left, top, right: fan.left + fan.wide, bottom: Math.max(fan.top + fan.high, fan.place.y + GAP) };
  }
  const held = selection.byKeys || selection.byTouch;
  const { x, y } = (held && map?.point(selection.hover)) || selection.pointer;
  return { left: x, top: y, right: x, bottom: y };
}

/** What one may act on next: the chosen unit and the marked places, in pixels of the map. @param {Session} session */
function workedOn(session) {
  const { selection, map } = session;
  const ids = [...selection.targets().keys(), session.counter(selection.selected)?.place ?? "", selection.hover];
  return ids.flatMap((id) => (id && map?.point(id)) || []);
}

/** Put it beside what it speaks of, where the map has room: not over the line at its head, nor beyond
 * an edge. @param {Session} session @param {HTMLElement} box */
function settle(session, box) {
  const map = /** @type {HTMLElement} */ (box.parentElement);
  const head = map.querySelector(".over > *")?.getBoundingClientRect();
  const floor = head?.height ? head.bottom - map.getBoundingClientRect().top + EDGE : EDGE;
  const [wide, high] = [session.map?.wide ?? 0, session.map?.high ?? 0];
  box.style.maxHeight = `${Math.max(0, high - EDGE - floor)}px`;
  const about = subject(session);
  const [own, tall] = [box.offsetWidth, box.offsetHeight];
  const single = about.left === about.right;
  const spots = single
    ? [[about.right + GAP, about.bottom + GAP], [about.left - GAP - own, about.bottom + GAP],
      [about.right + GAP, about.top - GAP - tall], [about.left - GAP - own, about.top - GAP - tall],
      [about.right + 3 * GAP, about.top - tall / 2], [about.left - 3 * GAP - own, about.top - tall / 2]]
    : [[about.left, about.bottom + GAP], [about.left, about.top - GAP - tall], [about.right + GAP, about.top], [about.left - GAP - own, about.top]];
  const corners = [wide - EDGE - own, EDGE + TOOLS].flatMap((x) => [floor, high - EDGE - tall].map((y) => [x, y]));
  const kept = workedOn(session);
  const hides = (/** @type {number[]} */ [x, y]) => kept.filter((point) => point.x > x - KEEP && point.x < x + own + KEEP
    && point.y > y - KEEP && point.y < y + tall + KEEP).length;
  const covers = (/** @type {number[]} */ [x, y]) => x < about.right && x + own > about.left && y < about.bottom && y + tall > about.top;
  // The nearest spot that hides nothing that one may click next; if there is none, that which hides least.
  let [left, top] = spots[0];
  let least = Infinity;
  for (const [i, spot] of [...spots, ...corners].entries()) {
    const inside = [Math.max(EDGE, Math.min(spot[0], wide - EDGE - own)), Math.max(floor, Math.min(spot[1], high - EDGE - tall))];
    const cost = hides(inside) + (covers(inside) ? 100 : 0) + i / 100;
    if (cost < least) [[left, top], least] = [inside, cost];
  }
  box.style.left = `${Math.max(EDGE, Math.min(left, wide - EDGE - own))}px`;
  box.style.top = `${Math.max(floor, Math.min(top, high - EDGE - tall))}px`;
}

/** Offers with the same odds together. @param {Offer[]} offers @returns {Offer[][]} */
function alike(offers) {
  /** @type {Map<string, Offer[]>} */
  const groups = new Map();
  for (const offer of offers) {
    const odds = JSON.stringify(offer.odds);
    groups.set(odds, [...(groups.get(odds) ?? []), offer]);
  }
  return [...groups.values()];
}

/** The odds of an offer that the panel beside the map lists with all that may come of it. @param {Offer} offer */
function inShort({ odds }) {
  return Object.fromEntries(Object.entries(odds ?? {}).filter(([, value]) => typeof value !== "object"));
}

/** What a piece has. @param {import("../../../types").Counter} counter */
function values(counter) {
  return Object.entries(counter.values).map(([name, value]) => (name === "number" ? value : `${name} ${value}`)).join(", ");
}

/** Digits of what an attack would come to. */
const SHORT = 3;

/** What an attack without odds would come to, as far as it can be reckoned. @param {{session: Session, offer: Offer}} props */
function Foreseen({ session, offer }) {
  return session.foresight.figures(offer).map((one) => html`<div class="foreseen-line" key=${one.caption}>${one.caption}
    ${" "}<b>${valueText(one.value, SHORT)} ${one.unit}</b></div>`);
}

/** @param {{session: Session}} props */
export function Tooltip({ session }) {
  const { selection } = session;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    if (box.current) settle(session, box.current);
  });
  const place = session.map?.geometry?.places.get(selection.hover);
  if (!place || selection.menu || !session.view) return null;
  const terrain = session.ground?.terrain[place.terrain];
  const offers = selection.offersAt(place.id);
  // A finger that has chosen a unit sees it in the panel, and here what it could do.
  const chosen = session.counter(selection.selected)?.place === place.id;
  if (selection.byTouch && chosen && !offers.length) return null;
  const listed = attacksOf(session);
  const readings = session.overlays.stack().filter(({ places }) => places[place.id] !== undefined);
  const owner = place.outline ? session.view.owners?.[selection.orderAim.number(place.id)] ?? -1 : -1;
  const here = session.countersAt(place.id);
  return html`<div class="tooltip" ref=${box} data-testid="tooltip">
    <div><b>${place.name ?? terrain?.title ?? place.id}</b> ${!isName(place) && html`<span class="muted">${place.id}</span>`}</div>
    ${owner >= 0 && html`<div>Held by <${SideChip} session=${session} side=${owner} /></div>`}
    ${terrain && html`<div class="muted">${place.name ? `${terrain.title}. ` : ""}
      ${(offers.length ? place.facts ?? [] : [...terrain.facts, ...place.facts ?? []]).join(". ")}</div>`}
    ${session.ground && !here.length && linksAt(session.ground, place.id).map(({ title, to }) => html`<div class="muted"
      key=${title}>${title}: ${to.join(", ")}</div>`)}
    ${here.map((counter) => html`<div key=${counter.id}
      class=${`unit ${counter.id === selection.fanned ? "on" : ""}`}>
      ${tellsSide(session, counter) ? html`<${SideSign} session=${session} side=${counter.side} />`
        : html`<${SideChip} session=${session} side=${counter.side} />`}
      <b>${nameOf(counter)}</b> ${counter.sign ? values(counter) : figures(counter)}
      ${counter.badges.length > 0 && html`<span class="muted">${counter.badges.join(", ")}</span>`}
      ${session.barred(counter.id).map(({ clause, reason }) => html`<div class="muted" key=${reason}>No order: ${reason}
        ${" "}<small>${clause}</small></div>`)}
    </div>`)}
    ${marksAt(session, place.id).map((mark) => html`<div class="marked" key=${mark.caption}>${mark.caption}:
      ${" "}${session.board?.board.legend?.[mark.caption] ?? mark.kind}
      <small class="muted"> ${mark.clause}</small></div>`)}
    ${readings.map(({ overlay, places }) => html`<div class="offer" key=${overlay}>${session.overlays.find(overlay)?.title}
      ${" "}${figure(places[place.id])}</div>`)}
    ${!offers.length && session.overlays.lines(place.id).length > 0 && html`<div class="offer">${session.overlays.goal(place.id)}
      <div class="muted">${selection.byKeys ? "Enter" : selection.byTouch ? "Tap again" : "Click"} for the ${session.overlays.suggested}.</div></div>`}
    ${alike(offers).map((group) => html`<div class="offer" key=${group[0].caption}>
      ${group.map((offer) => html`<div key=${offer.caption}>${offer.caption}
        ${offer.cost !== null && html`<span class="muted"> cost ${figure(offer.cost)}</span>`}</div>`)}
      <${Odds} session=${session} odds=${listed.includes(group[0]) ? inShort(group[0]) : group[0].odds}
        brief=${listed.includes(group[0])} closed />
      <${Foreseen} session=${session} offer=${group[0]} /></div>`)}
    ${offers.length > 0 && selection.byTouch && !session.armySetup.active && html`<div class="muted">Tap again to order.</div>`}
    ${offers.length > 0 && selection.byKeys && html`<div class="muted">Enter to order.</div>`}
  </div>`;
}
