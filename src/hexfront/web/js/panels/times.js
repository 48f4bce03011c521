/** The clocks of the players above the map. */
import { html, useEffect, useState } from "../elements/dom.js";
import { SideSign } from "../elements/parts.js";
import { clockTime, inWords } from "../store/times.js";

/** @typedef {import("../store/session.js").Session} Session */

const TICK_MS = 250;

/** @param {{session: Session}} props */
export function Times({ session }) {
  const { times } = session;
  const { clocks } = times;
  const [, tick] = useState(0);
  const runs = Boolean(clocks?.timed && clocks.sides.some(({ due }) => due !== null) && !session.result);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => {
      times.warn();
      tick((count) => count + 1);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [runs]);
  if (!clocks?.timed || !session.board) return null;
  return html`<button class="times" data-testid="times" onClick=${() => session.openDialog("time")}
    title=${`The clocks (${clocks.title}): claim, give time, pause`}>
    ${clocks.paused && html`<span class="paused">Paused</span>`}
    ${clocks.sides.map(({ side, due }) => {
      const [left, holiday] = [times.left(side), times.holiday(side)];
      const over = due !== null && left <= 0;
      const state = over ? "time is over" : due === null ? "stands" : holiday ? "on holiday" : "runs";
      return html`<span key=${side} class=${`time ${due !== null && !holiday && !session.result ? "runs" : ""} ${times.isLow(side) ? "low" : ""}`}
        data-testid=${`time-${side}`}><${SideSign} session=${session} side=${side} />
        <span class="visually-hidden">: ${inWords(left)}, ${state}</span>
        <span aria-hidden="true">${clockTime(left)}${holiday ? " · holiday" : ""}</span></span>`;
    })}</button>`;
}
