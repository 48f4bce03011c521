/** Ending a match before its rules do: to resign, to agree to a draw, to leave it. */
import { Dialog } from "./dialogs.js";
import { html, useState } from "../elements/dom.js";
import { newKey } from "../transport/connection.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").End["way"]} Way */

/** What was said about the end so far, as a sentence a line. @param {Session} session */
export function saidOfEnd(session) {
  const { draw, abandon, withdrawn } = session.ends;
  const who = (/** @type {number[]} */ sides) => sides.map((side) => (side === session.seat ? "You" : session.sideTitle(side))).join(" and ");
  const alone = (/** @type {number[]} */ sides) => sides.length === 1 && sides[0] !== session.seat;
  return [
    draw.length && `${who(draw)} ${alone(draw) ? "offers" : "offer"} a draw.`,
    abandon.length && `${who(abandon)} would leave the match without a result.`,
    ...withdrawn.map(({ side, agent }) => `${session.sideTitle(side)} plays no more; a machine (${agent}) plays on.`),
  ].filter(Boolean);
}

/** @param {{session: Session}} props */
export function EndDialog({ session }) {
  const [sure, setSure] = useState(false);
  const [problem, setProblem] = useState("");
  const { seat, ends, board } = session;
  const close = () => session.openDialog("");
  if (session.dialog !== "end" || session.result || seat === null || seat < 0 || !board) return null;
  const say = async (/** @type {Way} */ way) => {
    const answer = await session.connection.request({ type: "end", seat, way, key: newKey() });
    if (answer.type === "refused") setProblem(answer.reason);
    else close();
  };
  const others = board.sides.filter((side, i) => i !== seat && side.kind === "person").length > 0;
  const asked = ends.draw.length + ends.abandon.length > 0;
  return html`<${Dialog} title="End the match" onClose=${close} testid="end-dialog">
    ${saidOfEnd(session).map((line) => html`<p key=${line}><b>${line}</b></p>`)}
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <p>${board.sides.length === 2 ? `Who resigns has lost.` : "Who resigns comes last; a machine plays the side on for the others."}</p>
    ${sure ? html`<div class="buttons"><button class="primary" data-testid="resign-yes" onClick=${() => say("resign")}>
        Resign as ${session.sideTitle(seat)}</button><button onClick=${() => setSure(false)}>No</button></div>`
      : html`<div class="buttons"><button data-testid="resign" onClick=${() => setSure(true)}>Resign …</button>
        ${others && html`<button data-testid="draw" disabled=${ends.draw.includes(seat)} onClick=${() => say("draw")}>
          ${ends.draw.some((side) => side !== seat) ? "Agree to a draw" : "Offer a draw"}</button>`}
        <button data-testid="abandon" disabled=${ends.abandon.includes(seat)} onClick=${() => say("abandon")}>
          ${ends.abandon.some((side) => side !== seat) ? "Agree to leave it" : "Leave it without a result"}</button>
        ${asked && html`<button data-testid="decline" onClick=${() => say("decline")}>
          ${ends.draw.includes(seat) || ends.abandon.includes(seat) ? "Take it back" : "Decline"}</button>`}</div>`}
    <p class="muted">${others ? "A draw, and leaving a match without a result, need all who play; in your first three turns you may leave alone."
      : "In your first three turns you may leave it without a result."}</p>
    ${session.terms?.tournament && html`<p data-testid="tournament-loses"><b>This is a game of a tournament: whoever leaves it has lost it there.</b></p>`}
  <//>`;
}
