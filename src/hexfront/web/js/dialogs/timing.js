/** What players do with their clocks: claim, give time, pause. */
import { Dialog } from "./dialogs.js";
import { html, useState } from "../elements/dom.js";
import { inWords } from "../store/times.js";
import { newKey } from "../transport/connection.js";
import { words } from "../transport/requests.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Time["way"]} Way */

const MOST_EXAMPLES = 20;

/** Orders for one's next turn, a line each, and cases. @param {{session: Session, seat: number}} props */
function PrepareForm({ session, seat }) {
  const kept = session.prepared?.seat === seat ? session.prepared.lines : [];
  const [text, setText] = useState(kept.join("\n"));
  const [said, setSaid] = useState("");
  const [doubts, setDoubts] = useState(/** @type {import("../../types").Problem[]} */ ([]));
  const keep = async (/** @type {string[]} */ lines) => {
    const answer = await session.connection.request({ type: "prepare", seat, lines, key: newKey() });
    setSaid(answer.type === "refused" ? answer.reason : answer.type === "error" ? words(answer)
      : lines.length ? "Kept." : "Nothing is prepared.");
    setDoubts("doubts" in answer && answer.doubts ? answer.doubts : []);
  };
  const lines = text.split("\n").filter((line) => line.trim());
  const now = session.acting;
  const told = [...new Set(session.log.filter(({ side }) => side !== seat).slice(-MOST_EXAMPLES).map((entry) => entry.text))].reverse();
  return html`<details class="prepare" data-testid="prepare"><summary>Prepare orders${kept.length > 0 && ` (${kept.length} ${kept.length === 1 ? "line" : "lines"} kept)`}</summary>
    <label class="field">Orders for your next turn, a line each, as you would type them
      <textarea rows="6" value=${text} data-testid="prepare-lines" spellcheck=${false}
        onInput=${(/** @type {any} */ event) => setText(event.target.value)}></textarea></label>
    <div role="status" data-testid="prepare-doubts">${doubts.length > 0 && html`<ul>${doubts.map(({ place, found, expected }) => html`<li>Look again at ${place}:
      found “${found}”, expected ${expected}.</li>`)}</ul>`}</div>
    <label class="field">Add a case such as
      <select data-testid="prepare-case" value="" onChange=${(/** @type {any} */ event) => {
        const start = text.trimEnd();
        setText(`${start}${start && "\n"}if ${event.target.value}\n  `);
        event.target.value = "";
      }}><option value="">…</option>${told.map((entry) => html`<option key=${entry} value=${entry}>${entry}</option>`)}</select></label>
    ${now && html`<p data-testid="prepare-now"><b>It is your turn: what you keep is tried at once, for this turn.</b> To prepare the next,
      end this one first.</p>`}
    <p class="muted">They are given when your turn comes, as far as they can be judged before anything is thrown or revealed: where one cannot be given then, none
      is. Only you know of them.</p>
    <p class="muted">A line <code>if</code> and words of a log entry, with orders below it that begin with spaces, is for the case that the log tells you this after your
      last order; all its words must stand in one entry, in this order. The first case that fits is taken. <code>otherwise</code> is whatever happens. Cases
      below orders, deeper again, are for the turn after.</p>
    <p class="buttons"><button data-testid="prepare-keep" disabled=${!lines.length} onClick=${() => keep(lines)}>Keep</button>
      ${kept.length > 0 && html`<button data-testid="prepare-forget" onClick=${() => {
        setText("");
        void keep([]);
      }}>Forget them</button>`} <span role="status">${said}</span></p></details>`;
}

/** @param {{session: Session}} props */
export function TimeDialog({ session }) {
  const [said, setSaid] = useState("");
  const { seat, board } = session;
  const { clocks } = session.times;
  if (session.dialog !== "time" || !clocks || !board) return null;
  const own = seat !== null && seat >= 0 && !session.result ? seat : null;
  const others = clocks.sides.map(({ side }) => side).filter((side) => side !== own && !session.ends.withdrawn.some((one) => one.side === side));
  /** @param {Way} way @param {string} done @param {number} [to] */
  const say = async (way, done, to = -1) => {
    const answer = await session.connection.request({ type: "time", seat: own ?? -1, way, to, key: newKey() });
    if (answer.type === "done" && (way === "claim" || way === "leave")) session.openDialog("");
    setSaid(answer.type === "refused" ? answer.reason : answer.type === "error" ? words(answer) : done);
  };
  const asked = clocks.wants_pause.length > 0;
  return html`<${Dialog} title="Time" onClose=${() => {
    setSaid("");
    session.openDialog("");
  }} testid="time-dialog">
    <p><b>${clocks.title}.</b> ${!clocks.timed ? "" : clocks.at_once ? "Whose time is over has lost." : "When a player’s time is over, the others may claim the win."}
      ${" "}The others may also claim it when somebody who must act has been away for ${inWords(clocks.absence)}.</p>
    ${clocks.sides.map(({ side }) => {
      const until = session.times.holiday(side);
      return until && html`<p key=${side} data-testid=${`holiday-${side}`}>${session.sideTitle(side)} is on holiday
        until ${new Date(until * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" })}: the clock stands.</p>`;
    })}
    ${clocks.timed && html`<p class="muted">Who plans at the same time as you is shown with a running clock until all are ready.</p>`}
    ${own !== null && html`<div class="buttons">
      ${others.length > 0 && html`<button data-testid="claim" onClick=${() => say("claim", "You have claimed it.")}>Claim the win</button>
        <button data-testid="claim-none" onClick=${() => say("leave", "The match is left.")}>End it without a result</button>`}
      ${clocks.gift > 0 && others.map((side) => html`<button key=${side} data-testid=${`give-${side}`}
        onClick=${() => say("give", "Given.", side)}>Give ${session.sideTitle(side)} ${inWords(clocks.gift)}</button>`)}
      ${clocks.timed && !clocks.paused && html`<button data-testid="pause" disabled=${clocks.wants_pause.includes(own)}
        onClick=${() => say("pause", asked ? "You have agreed to a pause." : "You have asked for a pause: it begins when all agree.")}>${asked && !clocks.wants_pause.includes(own) ? "Agree to a pause" : "Ask for a pause"}</button>`}
      ${(clocks.paused || asked) && html`<button data-testid="go-on" onClick=${() => say("go_on", "The game goes on.")}>
        ${clocks.paused ? "Go on" : clocks.wants_pause.includes(own) ? "Take it back" : "No pause"}</button>`}
    </div><p role="status" data-testid="time-said">${said}</p>
    <${PrepareForm} key=${own} session=${session} seat=${own} />`}
  <//>`;
}
