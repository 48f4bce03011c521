/** The controls of the replay: which moment, from which seat, at what speed. */
import { html } from "../../elements/dom.js";
import { Icon } from "../../elements/icons.js";
import { LongList } from "../../elements/longlist.js";
import { LogFilters, LogLine, lookOf, numberOf } from "./log.js";
import { PaceSettings } from "./playbackpanel.js";
import { BattleJumps, Timeline } from "./timeline.js";
import { SPECTATOR, UMPIRE } from "../../store/seats.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../store/past/logview.js").Item} Item */

/** A clear sign over the map that it shows the past. @param {{session: Session}} props */
export function PastSign({ session }) {
  if (!session.replay.active) return null;
  const more = session.presenter.updates.length > 0;
  return html`<div class="banner past" data-testid="past"><span>${session.result ? "Replay"
    : "You look at the past"}</span>
    ${more && html`<b>Something has happened since.</b>`}
    <button data-testid="to-now" onClick=${() => session.replay.leave()}>
      ${session.result ? "To the end" : "Back to now"}</button></div>`;
}

/** @param {{session: Session}} props */
export function ReplayTab({ session }) {
  const { replay } = session;
  const { last } = replay;
  const at = replay.active ? replay.at : last;
  const idle = session.playing && !replay.running;
  const button = (/** @type {string} */ id, /** @type {import("../../elements/icons.js").IconName} */ sign, /** @type {string} */ title,
    /** @type {() => void} */ run, /** @type {boolean} */ off) => html`<button title=${title}
    aria-label=${title} data-testid=${`replay-${id}`} disabled=${off || idle} onClick=${run}><${Icon} name=${sign} /></button>`;
  return html`<section class="replay" aria-label="Replay" data-testid="replay">
    ${session.result ? html`<${Eyes} session=${session} />` : html`<p class="muted">What has happened, as ${session.seat === null
      ? "nobody" : session.sideTitle(session.seat)} saw it. Orders wait until you are back.</p>`}
    <${Timeline} session=${session} idle=${idle} />
    <div class="buttons" role="group" aria-label="Steps">
      ${button("first", "first", "To the beginning", () => replay.go(0), at === 0)}
      ${button("previous", "left", "One step back ( [ )", () => replay.previous(), at === 0)}
      ${replay.running
        ? html`<button class="primary" data-testid="replay-stop" onClick=${() => replay.stop()}>Stop</button>`
        : html`<button class="primary" data-testid="replay-play" disabled=${idle || last === 0}
            onClick=${() => replay.play()}>Play</button>`}
      ${button("next", "right", "One step on ( ] )", () => replay.next(), at >= last)}
      ${button("last", "last", "To the end", () => replay.go(last), at >= last)}
      <${BattleJumps} session=${session} idle=${idle} />
    </div>
    <${PaceSettings} session=${session} />
    <${Moments} session=${session} at=${at} idle=${idle} />
  </section>`;
}

/** The log, from which one goes to any moment. @param {{session: Session, at: number, idle: boolean}} props */
function Moments({ session, at, idle }) {
  const items = session.logView.items();
  const current = items.findLastIndex(({ number }) => number < at);
  const go = (/** @type {number} */ number) => void (idle || session.replay.go(number + 1));
  return html`<div class="log"><p data-testid="replay-title"><b>${session.view?.title}</b></p><header><${LogFilters} session=${session} /></header>
    <${LongList} items=${items} keyOf=${numberOf} show=${Math.max(0, current)} label="What happened" kind="moments"
      look=${(/** @type {Item} */ item, /** @type {number} */ i) => `${lookOf(session, item)} ${i === current ? "on" : ""} ${
        item.number >= at ? "later" : ""}`}
      line=${(/** @type {Item} */ item, /** @type {number} */ i) => html`<${LogLine} session=${session} item=${item} go=${go}
        now=${i === current} />`} /></div>`;
}

/** After the end: from which seat. @param {{session: Session}} props */
export function Eyes({ session }) {
  const seats = [...(session.board?.board.sides ?? []).keys(), UMPIRE];
  if (session.board?.seats.includes(SPECTATOR)) seats.push(SPECTATOR);
  return html`<div class="buttons eyes" role="group" aria-label="From which seat"><span class="muted">As</span>
    ${seats.map((seat) => html`<button key=${seat} aria-pressed=${session.seat === seat}
      data-testid=${`eyes-${seat}`} title=${`As ${session.sideTitle(seat)}`} onClick=${() => session.lookFrom(seat)}>
      ${session.sideTitle(seat)}</button>`)}</div>`;
}
