/** The bar of the clock: how long time is to run, and why it stands. */
import { html, useState } from "../../elements/dom.js";
import { keepSetting, setting } from "../../store/storage.js";

/** @typedef {import("../../store/session.js").Session} Session */

const SPANS = [1, 5, 30];

/** @param {{session: Session}} props */
export function ClockBar({ session }) {
  const { clock } = session;
  const [span, setSpan] = useState(setting("clock-span", "1"));
  const { face } = clock;
  if (!face || !session.view || session.result) return null;
  if (!session.sides.length) {
    return html`<section class="clock" aria-label="Clock" data-testid="clock">
      <b class="time" data-testid="clock-time">${session.view.title}</b>
      ${" "}<span class="muted">The players let time run.</span></section>`;
  }
  const off = !clock.running && (!session.acting || Boolean(clock.hindrance()));
  const units = (/** @type {number} */ count) => `${count} ${face.unit}${count === 1 ? "" : "s"}`;
  const { wish } = clock;
  return html`<section class="clock" aria-label="Clock" data-testid="clock">
    ${clock.asked && wish && html`<p>${session.sideTitle(wish.by)} lets time run${" "}
      ${wish.span === undefined ? "to the next event" : `for ${units(wish.span)}`}. Give your commands, then${" "}
      <button class="primary" data-testid="clock-agree" disabled=${off}
        onClick=${() => clock.together()}>Let it run</button></p>`}
    <div class="buttons small">
      ${clock.running
        ? html`<button class="primary" data-testid="clock-pause" onClick=${() => clock.stop()}>Pause</button>`
        : html`<button class=${!clock.asked && clock.leads ? "primary" : ""} data-testid="clock-event" disabled=${off}
            title="Let time run until something concerns you" onClick=${() => clock.start()}>Run to next event${clock.leads
              && html`<kbd>Enter</kbd>`}</button>
          <button data-testid="clock-run" disabled=${off} title="Let time run so long"
            onClick=${() => clock.start(Number(span))}>Run</button>`}
      <select aria-label="How long" value=${span} data-testid="clock-span" disabled=${clock.running}
        onChange=${(/** @type {any} */ event) => {
          setSpan(event.target.value);
          keepSetting("clock-span", event.target.value);
        }}>${SPANS.map((count) => html`<option key=${count} value=${count}>${units(count)}</option>`)}</select>
    </div>
    <div class="told"><b data-testid="clock-time">${session.view.title}</b>
      <label class="check"><input type="checkbox" checked=${clock.stops} data-testid="clock-stops"
        onChange=${(/** @type {any} */ event) => clock.setStops(event.target.checked)} />stop at events</label>
      ${(clock.running || clock.why) && html`<span class="muted" title=${clock.why} data-testid="clock-why">${clock.running
        ? "Time runs …" : clock.why}</span>`}
    </div>
  </section>`;
}
