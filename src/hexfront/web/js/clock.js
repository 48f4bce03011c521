/** Lets time run: gives the order that ends a side's part again and again, until something happens. */
import { html, useState } from "./dom.js";
import { keepSetting, setting } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../types").Offer} Offer */

/** The shortest time from one order to the next, by the speed of the play-back. */
const PAUSES = /** @type {Record<string, number>} */ ({
  0.5: 1200, 1: 600, 2: 300, 4: 150, instant: 160,
});
const SPANS = [1, 5, 30];

export class Clock {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.running = false;
    /** Counts the runs, so that one that was stopped does not go on. */
    this.run = 0;
    /** Why it stopped last, and what happened then. */
    this.why = "";
    this.stops = setting("clock-stops", "on") === "on";
  }

  /** How time runs in this game, if it does. */
  get face() {
    return this.session.board?.board.clock;
  }

  /** The offer that lets time go on. @returns {Offer | undefined} */
  offer() {
    return this.session.offers.find((offer) => offer.kind === this.face?.order
      && !offer.place && !offer.subject && !offer.aim);
  }

  /** @param {boolean} on */
  setStops(on) {
    this.stops = on;
    keepSetting("clock-stops", on ? "on" : "off");
    this.session.changed();
  }

  /** Why time cannot go on; "" where it can. */
  hindrance() {
    const { session } = this;
    if (session.result) return "It is over.";
    if (session.replay.active) return "You look at the past.";
    if (session.handover !== null) return "The other player has the screen.";
    if (!session.open) return "The server does not answer.";
    if (session.acting && !this.offer()) return "A command is begun: end it or drop it first.";
    return "";
  }

  /** Let time run for so many units; without end where none is given.
   * @param {number} [span] */
  async start(span) {
    const { session } = this;
    if (this.running || !session.now || !this.face) return;
    const run = (this.run += 1);
    const until = span === undefined ? Infinity : session.now.time + span * this.face.ticks - 0.5;
    this.running = true;
    this.why = "";
    session.changed();
    while (run === this.run && !this.why) {
      const hindrance = this.hindrance();
      if (hindrance) this.why = hindrance;
      else if (session.now.time >= until) this.why = "The time is up.";
      else if (session.acting && !session.ordering.busy) await this.once(run);
      else await this.change();
    }
    if (run === this.run) this.stop(this.why);
  }

  /** Give the order once, and look what comes of it. @param {number} run */
  async once(run) {
    const { session } = this;
    const offer = this.offer();
    if (!offer) return;
    const heard = this.told();
    const pause = new Promise((done) => setTimeout(done, PAUSES[session.playback?.speed ?? "1"] ?? 300));
    await session.ordering.give(offer);
    await session.settled();
    while (run === this.run && !session.acting && !this.hindrance()) await this.change();
    const news = session.log.filter((telling) => telling.number >= heard && telling.stops);
    if (news.length && this.stops) {
      this.why = news.length > 1 ? `${news[0].text} And ${news.length - 1} more.` : news[0].text;
      session.find(news[0]);
    }
    await pause;
  }

  /** How many tellings were heard. */
  told() {
    const { log } = this.session;
    return log.length ? log[log.length - 1].number + 1 : 0;
  }

  /** Wait until anything changes. @returns {Promise<void>} */
  change() {
    return new Promise((done) => {
      const { listeners } = this.session;
      const heard = () => {
        listeners.delete(heard);
        clearTimeout(late);
        done();
      };
      const late = setTimeout(heard, 1000);
      listeners.add(heard);
    });
  }

  /** @param {string} [why] */
  stop(why = "Paused.") {
    if (!this.running) return;
    this.run += 1;
    this.running = false;
    this.why = why;
    this.session.say(`${this.session.now?.title ?? ""}. ${why}`);
    this.session.refresh();
    this.session.changed();
  }
}

/** @param {{session: Session}} props */
export function ClockBar({ session }) {
  const { clock } = session;
  const [span, setSpan] = useState(setting("clock-span", "1"));
  const { face } = clock;
  if (!face || !session.view || session.result || !session.sides.length) return null;
  const off = !clock.running && (!session.acting || Boolean(clock.hindrance()));
  const units = (/** @type {number} */ count) => `${count} ${face.unit}${count === 1 ? "" : "s"}`;
  return html`<section class="clock" aria-label="Clock" data-testid="clock">
    <b class="time" data-testid="clock-time">${session.view.title}</b>
    <div class="buttons small">
      ${clock.running
        ? html`<button class="primary" data-testid="clock-pause" onClick=${() => clock.stop()}>Pause</button>`
        : html`<button class="primary" data-testid="clock-event" disabled=${off}
            title="Let time run until something concerns you" onClick=${() => clock.start()}>Run to next event</button>
          <button data-testid="clock-run" disabled=${off} title="Let time run so long"
            onClick=${() => clock.start(Number(span))}>Run</button>`}
      <select aria-label="How long" value=${span} data-testid="clock-span" disabled=${clock.running}
        onChange=${(/** @type {any} */ event) => {
          setSpan(event.target.value);
          keepSetting("clock-span", event.target.value);
        }}>${SPANS.map((count) => html`<option key=${count} value=${count}>${units(count)}</option>`)}</select>
      <label class="check"><input type="checkbox" checked=${clock.stops} data-testid="clock-stops"
        onChange=${(/** @type {any} */ event) => clock.setStops(event.target.checked)} />stop at events</label>
    </div>
    ${(clock.running || clock.why) && html`<p class="muted" data-testid="clock-why">${clock.running
      ? "Time runs …" : clock.why}</p>`}
  </section>`;
}
