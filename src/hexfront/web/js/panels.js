/** The panels beside the map: state of play, buttons, the chosen counter, the log. */
import { html, useEffect, useRef } from "./dom.js";
import { figures } from "./map/counters.js";
import { sideColour } from "./map/palette.js";
import { joined, SPEEDS } from "./playback.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types").Counter} Counter */
/** @typedef {import("../types").Offer} Offer */
/** @typedef {import("../types").Telling} Telling */

/** The colour and pattern of a side, beside its name.
 * @param {{session: Session, side: number}} props */
export function SideChip({ session, side }) {
  const colour = side < 0 ? "#777" : sideColour(session.board?.board.sides ?? [], side);
  return html`<span class="chip"><span class=${`swatch pattern${side < 0 ? "" : side % 4}`}
    style=${{ backgroundColor: colour }}></span>${session.sideTitle(side)}</span>`;
}

/** @param {{session: Session}} props */
export function Tracks({ session }) {
  return html`<div class="tracks" data-testid="tracks">
    ${(session.view?.tracks ?? []).map((track) => html`<span class="track" key=${track.caption}
      title=${track.text}>
      <span class="caption">${track.caption}</span>
      <b>${track.limit === null ? track.text || track.value : `${track.value} / ${track.limit}`}</b>
      ${track.limit && track.limit <= 12 && html`<span class="pips" aria-hidden="true">
        ${Array.from({ length: track.limit }, (_, i) =>
          html`<i class=${i < track.value ? "on" : ""}></i>`)}</span>`}
    </span>`)}
  </div>`;
}

/** What to do now, and the buttons for it. @param {{session: Session}} props */
export function Orders({ session }) {
  const { view, playing } = session;
  if (!view) return html`<section class="orders"><p class="muted">Waiting for the server …</p></section>`;
  if (playing) return html`<${PlaybackControls} session=${session} />`;
  if (session.result) return null;
  const buttons = session.mainButtons();
  return html`<section class=${`orders ${view.must_act ? "acting" : ""}`}>
    <h2 data-testid="title">${view.title}</h2>
    <p data-testid="prompt">${view.prompt}</p>
    ${view.must_act && !session.selected && session.orderable().length > 0
      && html`<p class="hint">Click one of your units to see what it can do.</p>`}
    <div class="buttons">${buttons.map((offer) => {
      const first = offer === session.primary();
      return html`<button key=${offer.orders.join()} class=${first ? "primary" : ""}
        data-testid=${`order-${offer.kind}`} disabled=${session.busy}
        title=${first ? `${offer.caption} (Enter)` : offer.caption}
        onClick=${() => session.give(offer)}>${offer.caption}${first && html`<kbd>Enter</kbd>`}
      </button>`;
    })}
      ${session.orderable().length > 0 && html`<button title="Choose the next unit (Space)"
        data-testid="next-unit" onClick=${() => session.selectNext()}>Next unit<kbd>Space</kbd></button>`}
    </div>
  </section>`;
}

/** @param {{session: Session}} props */
function PlaybackControls({ session }) {
  const { playback } = session;
  return html`<section class="orders playing" data-testid="playback">
    <h2>What happens now</h2>
    <p>The orders are carried out step by step.</p>
    <div class="buttons">
      <button onClick=${() => session.togglePause()} title="Pause or go on (Space)">
        ${playback?.paused ? "Go on" : "Pause"}</button>
      <button class="primary" data-testid="skip" onClick=${() => playback?.skip()}
        title="Show the outcome at once (Enter)">Skip<kbd>Enter</kbd></button>
      <${Speed} session=${session} />
    </div>
  </section>`;
}

/** @param {{session: Session}} props */
export function Speed({ session }) {
  return html`<label class="speed">Speed
    <select value=${session.playback?.speed ?? "1"} data-testid="speed"
      onChange=${(/** @type {any} */ event) => session.setSpeed(event.target.value)}>
      ${SPEEDS.map((speed) => html`<option value=${speed} key=${speed}>
        ${speed === "instant" ? "At once" : `${speed.replace("0.5", "½")}×`}</option>`)}
    </select></label>`;
}

/** @param {{session: Session}} props */
export function ChosenCounter({ session }) {
  const counter = session.counter(session.selected);
  if (!counter || session.playing) return null;
  const place = session.map?.geometry?.places.get(counter.place);
  const terrain = place && session.board?.board.terrain[place.terrain];
  const targets = session.targets();
  const kinds = new Map();
  for (const offer of [...targets.values()].flat()) {
    if (offer.subject) kinds.set(offer.kind, (kinds.get(offer.kind) ?? 0) + 1);
  }
  const marks = (session.view?.marks ?? []).filter((mark) => mark.subject === counter.id);
  return html`<section class="chosen" data-testid="chosen">
    <header><${SideChip} session=${session} side=${counter.side} />
      <b>${counter.known ? counter.name : "Unknown unit"}</b>
      <button class="plain" title="Choose nothing (Esc)" aria-label="Choose nothing"
        onClick=${() => session.escape()}>×</button></header>
    <dl class="values">
      ${Object.entries(counter.values).map(([name, value]) =>
        html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}
      ${place && html`<div><dt>at</dt><dd>${place.name ? `${place.name} (${place.id})` : place.id}
        </dd></div>`}
      ${terrain && html`<div><dt>terrain</dt><dd>${terrain.title}</dd></div>`}
    </dl>
    ${counter.badges.length > 0 && html`<p class="badges">${counter.badges.map((badge) =>
      html`<span key=${badge}>${badge}</span>`)}</p>`}
    ${marks.map((mark) => html`<p class="plan" key=${mark.caption}>${mark.caption}</p>`)}
    ${kinds.size > 0 && html`<p class="muted">${[...kinds].map(([kind, count]) =>
      `${count} ${kind}${count > 1 ? "s" : ""}`).join(", ")} possible: click a marked place.</p>`}
    <div class="buttons">${session.unitButtons().map((offer) => html`<button
      key=${offer.orders.join()} data-testid=${`order-${offer.kind}`} disabled=${session.busy}
      onClick=${() => session.give(offer)}>${offer.caption}</button>`)}</div>
  </section>`;
}

/** @param {{session: Session}} props */
export function Log({ session }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const { log } = session;
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [log.length]);
  return html`<section class="log">
    <h2>Log</h2>
    <ol ref=${list} data-testid="log" aria-live="polite">
      ${log.length === 0 && html`<li class="muted">Nothing has happened yet.</li>`}
      ${joined(log).map((telling) => html`<${Line} key=${telling.number} session=${session}
        telling=${telling} />`)}
    </ol>
  </section>`;
}

/** @param {{session: Session, telling: Telling}} props */
function Line({ session, telling }) {
  return html`<li class=${`kind-${telling.kind}`}>
    <button class="line" title="Show on the map" onClick=${() => session.find(telling)}>
      ${telling.text}</button>
    <button class="why" title=${`Why? ${telling.clause}`} data-testid="why"
      onClick=${() => session.ask(telling.clause, telling)}>why?</button>
  </li>`;
}

/** What lies under the pointer. @param {{session: Session}} props */
export function Tooltip({ session }) {
  const { hover, pointer, map } = session;
  const place = map?.geometry?.places.get(hover);
  if (!place || session.menu || !session.view) return null;
  const terrain = session.board?.board.terrain[place.terrain];
  const offers = session.playing ? [] : (session.targets().get(hover) ?? []);
  const right = pointer.x > (map?.wide ?? 0) - 260;
  const low = pointer.y > (map?.high ?? 0) - 190;
  const style = {
    left: right ? "auto" : `${pointer.x + 18}px`,
    right: right ? `${(map?.wide ?? 0) - pointer.x + 14}px` : "auto",
    top: low ? "auto" : `${pointer.y + 14}px`,
    bottom: low ? `${(map?.high ?? 0) - pointer.y + 12}px` : "auto",
  };
  return html`<div class="tooltip" style=${style} data-testid="tooltip" role="status">
    <b>${place.name ?? terrain?.title ?? place.id}</b> <span class="muted">${place.id}</span>
    ${terrain && html`<div class="muted">${place.name ? `${terrain.title}. ` : ""}
      ${terrain.facts.join(". ")}</div>`}
    ${session.countersAt(hover).map((counter) => html`<div class="unit" key=${counter.id}>
      <${SideChip} session=${session} side=${counter.side} />
      ${counter.known ? `${counter.name} ${figures(counter)}` : "?"}
      ${counter.badges.length > 0 && html`<span class="muted"> ${counter.badges.join(", ")}</span>`}
    </div>`)}
    ${offers.map((offer) => html`<div class="offer" key=${offer.caption}>${offer.caption}
      ${offer.cost !== null && html`<span class="muted"> cost ${offer.cost}</span>`}
      <${Odds} odds=${offer.odds} /></div>`)}
  </div>`;
}

/** A chance as a number: of 0 … 1, or a fraction in words. @param {unknown} value */
function chance(value) {
  if (typeof value === "number") return value >= 0 && value <= 1 ? value : null;
  const parts = /^(\d+)(?:\/(\d+))?$/.exec(String(value));
  if (!parts) return null;
  const number = Number(parts[1]) / Number(parts[2] ?? 1);
  return number <= 1 ? number : null;
}

/** Words for the codes of odds, from the board. @type {Record<string, string>} */
let legend = {};

/** @param {Record<string, string> | undefined} words */
export function setLegend(words) { legend = words ?? {}; }

/** Chances as bars, what is certain and other figures as words.
 * @param {{odds: Record<string, unknown> | null}} props */
export function Odds({ odds }) {
  if (!odds) return null;
  return html`<div class="odds">${Object.entries(odds).map(([name, value]) => {
    if (value && typeof value === "object") {
      const entries = Object.entries(value);
      if (entries.length === 1 && chance(entries[0][1]) === 1) {
        return html`<div class="muted" key=${name}>${name}: ${entries[0][0]}</div>`;
      }
      return html`<div key=${name}><span class="muted">${name}</span><${Odds} odds=${value} /></div>`;
    }
    const part = chance(value);
    if (part === null) return html`<div class="muted" key=${name}>${name}: ${String(value)}</div>`;
    return html`<div class="chance" key=${name}><span>${legend[name] ?? name}</span>
      <meter min="0" max="1" value=${part}></meter>
      <span>${Math.round(part * 100)} %</span></div>`;
  })}</div>`;
}
