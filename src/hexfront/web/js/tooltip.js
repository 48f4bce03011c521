/** What lies under the pointer: the place, the stack, the orders with their odds, the survey. */
import { marksAt, tellsSide } from "./describing.js";
import { html } from "./dom.js";
import { figures } from "./map/counters.js";
import { linksAt } from "./map/network.js";
import { estimateOf, Odds } from "./odds.js";
import { belowMap, figure, isName, nameOf, SideChip, SideSign } from "./parts.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types").Offer} Offer */

const WIDE = 280;
/** Room that what lies in a stack takes, in pixels. */
const TALL = 150;

/** @param {Session} session */
function position(session) {
  const { pointer } = session.choosing;
  const { wide, high } = session.map ?? { wide: 0, high: 0 };
  const fan = session.choosing.hover === session.choosing.fan ? session.map?.fan() : null;
  if (fan) {
    // Beside what is spread out: it must be seen, and reached.
    const left = `${Math.max(8, Math.min(fan.left, wide - WIDE + 12))}px`;
    if (!fan.below && fan.top < TALL) {
      return { left, right: "auto", top: `${fan.place.y + 30}px`, bottom: "auto" };
    }
    return fan.below ? { left, right: "auto", top: `${fan.top + fan.high + 10}px`, bottom: "auto" }
      : { left, right: "auto", top: "auto", bottom: `${high - fan.top + 10 + belowMap(session)}px` };
  }
  const right = pointer.x > wide - WIDE && pointer.x > WIDE;
  const left = Math.max(8, Math.min(pointer.x + 20, wide - WIDE + 12));
  // On the side where there is more room: odds with all that makes them up are long.
  const low = pointer.y > high / 2;
  return {
    left: right ? "auto" : `${left}px`, right: right ? `${wide - pointer.x + 16}px` : "auto",
    top: low ? "auto" : `${pointer.y + 16}px`, bottom: low ? `${high - pointer.y + 14 + belowMap(session)}px` : "auto",
  };
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

/** What a piece has. @param {import("../types").Counter} counter */
function values(counter) {
  return Object.entries(counter.values).map(([name, value]) => (name === "number" ? value : `${name} ${value}`)).join(", ");
}

/** Whether the panel beside the map lists an offer with all that makes up its chance. @param {Offer} offer */
function isWeighed({ subject, path, odds }) {
  return !subject && path.length > 1 && estimateOf(odds) !== null;
}

/** The odds of an offer without what they are made up of. @param {Offer} offer */
function inShort({ odds }) {
  return Object.fromEntries(Object.entries(odds ?? {}).filter(([, value]) => typeof value !== "object"));
}

/** @param {{session: Session}} props */
export function Tooltip({ session }) {
  const { choosing } = session;
  const place = session.map?.geometry?.places.get(choosing.hover);
  if (!place || choosing.menu || !session.view) return null;
  const terrain = session.ground?.terrain[place.terrain];
  const offers = choosing.offersAt(place.id);
  // A finger that has chosen a unit sees it in the panel, and here what it could do.
  const chosen = session.counter(choosing.selected)?.place === place.id;
  if (choosing.byTouch && chosen && !offers.length) return null;
  const survey = session.surveys.scene();
  const owner = place.outline ? session.view.owners?.[choosing.aiming.number(place.id)] ?? -1 : -1;
  const here = session.countersAt(place.id);
  const found = survey?.places[place.id];
  return html`<div class="tooltip" style=${position(session)} data-testid="tooltip">
    <div><b>${place.name ?? terrain?.title ?? place.id}</b> ${!isName(place) && html`<span class="muted">${place.id}</span>`}</div>
    ${owner >= 0 && html`<div>Held by <${SideChip} session=${session} side=${owner} /></div>`}
    ${terrain && html`<div class="muted">${place.name ? `${terrain.title}. ` : ""}
      ${(offers.length ? place.facts ?? [] : [...terrain.facts, ...place.facts ?? []]).join(". ")}</div>`}
    ${session.ground && !here.length && linksAt(session.ground, place.id).map(({ title, to }) => html`<div class="muted"
      key=${title}>${title}: ${to.join(", ")}</div>`)}
    ${here.map((counter) => html`<div key=${counter.id}
      class=${`unit ${counter.id === choosing.fanned ? "on" : ""}`}>
      ${tellsSide(session, counter) ? html`<${SideSign} session=${session} side=${counter.side} />`
        : html`<${SideChip} session=${session} side=${counter.side} />`}
      <b>${nameOf(counter)}</b> ${counter.sign ? values(counter) : figures(counter)}
      ${counter.badges.length > 0 && html`<span class="muted">${counter.badges.join(", ")}</span>`}
    </div>`)}
    ${marksAt(session, place.id).map((mark) => html`<div class="marked" key=${mark.caption}>${mark.caption}:
      ${" "}${session.board?.board.legend?.[mark.caption] ?? mark.kind}
      <small class="muted"> ${mark.clause}</small></div>`)}
    ${found !== undefined && html`<div class="offer">${session.surveys.find(survey?.topic ?? "")?.title}
      ${" "}${figure(found)}</div>`}
    ${!offers.length && session.surveys.lines(place.id).length > 0 && html`<div class="offer">${session.surveys.goal(place.id)}
      <div class="muted">${choosing.byKeys ? "Enter" : choosing.byTouch ? "Tap again" : "Click"} for the mission.</div></div>`}
    ${alike(offers).map((group) => html`<div class="offer" key=${group[0].caption}>
      ${group.map((offer) => html`<div key=${offer.caption}>${offer.caption}
        ${offer.cost !== null && html`<span class="muted"> cost ${figure(offer.cost)}</span>`}</div>`)}
      <${Odds} session=${session} odds=${isWeighed(group[0]) ? inShort(group[0]) : group[0].odds} /></div>`)}
    ${offers.length > 0 && choosing.byTouch && !session.muster.active && html`<div class="muted">Tap again to order.</div>`}
    ${offers.length > 0 && choosing.byKeys && html`<div class="muted">Enter to order.</div>`}
  </div>`;
}
