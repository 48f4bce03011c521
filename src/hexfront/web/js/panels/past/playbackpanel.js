/** The controls of a play-back: go on, step, skip, how fast, how much of it, where it stops, how loud. */
import { html } from "../../elements/dom.js";
import { SPEEDS } from "../../store/past/pace.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** @param {{session: Session}} props */
export function PlaybackControls({ session }) {
  const { playback, replay } = session;
  const skip = () => (replay.active ? replay.stop() : playback?.skip());
  return html`<section class="orders playing" data-testid="playback" aria-label="Play-back">
    <h2>${replay.active ? "What happened then" : "What happens now"}</h2>
    <div class="buttons">
      <button onClick=${() => session.togglePause()} title="Pause or go on (Space)" data-testid="pause">
        ${playback?.paused ? "Go on" : "Pause"}</button>
      <button onClick=${() => playback?.step()} title="Show one thing, then pause"
        data-testid="step">Step</button>
      <button class="primary" data-testid="skip" onClick=${skip}
        title="Show the outcome at once (Enter)">${replay.active ? "Stop" : "Skip"}<kbd>Enter</kbd></button>
    </div>
    <${PaceSettings} session=${session} />
  </section>`;
}

/** @param {{session: Session}} props */
function Speed({ session }) {
  const { playback } = session;
  return html`<label class="speed">Speed
    <select value=${playback?.pace.speed ?? "1"} data-testid="speed"
      onChange=${(/** @type {any} */ event) => {
        playback?.pace.setSpeed(event.target.value);
        if (event.target.value === "instant") playback?.skip();
        session.changed();
      }}>
      ${SPEEDS.map((speed) => html`<option value=${speed} key=${speed}>
        ${speed === "instant" ? "At once" : `${speed.replace("0.5", "½")}×`}</option>`)}
    </select></label>`;
}

/** What else may be chosen of a play-back. @param {{session: Session}} props */
export function PaceSettings({ session }) {
  const { playback } = session;
  if (!playback) return null;
  const { pace, sounds } = playback;
  const set = (/** @type {() => void} */ change) => {
    change();
    session.changed();
  };
  const titled = (/** @type {string} */ topic) => topic[0].toUpperCase() + topic.slice(1);
  return html`<div class="pace"><${Speed} session=${session} /><details data-testid="pace"><summary>More</summary>
    <label>Show <select value=${pace.show} data-testid="pace-show"
      onChange=${(/** @type {any} */ event) => set(() => pace.setShow(event.target.value))}>
      <option value="auto">what matters singly, where all takes long</option>
      <option value="major">only what matters</option><option value="all">all that happens</option></select></label>
    <label class="check"><input type="checkbox" checked=${pace.follow} data-testid="pace-follow"
      onChange=${(/** @type {any} */ event) => set(() => pace.setFollow(event.target.checked))} />the map follows</label>
    ${session.logView.topics.length > 0 && html`<fieldset><legend class="muted">Stop after</legend>
      ${session.logView.topics.map((topic) => html`<label class="check" key=${topic}><input type="checkbox"
        checked=${pace.stops.has(topic)} data-testid=${`stop-${topic}`}
        onChange=${(/** @type {any} */ event) => set(() => pace.setStop(topic, event.target.checked))} />${titled(topic)}</label>`)}
    </fieldset>`}
    <${Volume} session=${session} />
  </details></div>`;
}

/** How loud dice, fire, moves and turns are. @param {{session: Session}} props */
export function Volume({ session }) {
  const sounds = session.playback?.sounds;
  if (!sounds) return null;
  return html`<label class="volume">Sound of dice, fire, moves, turns
    <input type="range" min="0" max="100" step="5" value=${Math.round(sounds.volume * 100)} data-testid="volume"
      aria-valuetext=${sounds.volume ? `${Math.round(sounds.volume * 100)} %` : "off"}
      onChange=${(/** @type {any} */ event) => {
        sounds.setVolume(Number(event.target.value) / 100);
        session.changed();
      }} /><span class="muted">${sounds.volume ? `${Math.round(sounds.volume * 100)} %` : "off"}</span></label>`;
}
