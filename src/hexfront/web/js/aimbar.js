/** What is being aimed, over the map: which of several orders, and where, to click or to type. */
import { titled } from "./aiming.js";
import { html, useLayoutEffect, useRef, useState } from "./dom.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {{session: Session}} props */
export function AimBar({ session }) {
  const { choosing, muster } = session;
  const { aiming } = choosing;
  const [text, setText] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { goal } = aiming;
  // At once, before another key comes.
  useLayoutEffect(() => {
    if (aiming.early) {
      field.current?.focus();
      if (field.current) field.current.value = aiming.early;
      type(aiming.early);
      aiming.early = "";
    } else setText("");
  }, [goal?.subject, goal?.key, goal?.kind, goal?.word]);
  const unit = session.counter(choosing.selected);
  const kinds = aiming.kinds();
  const leave = () => {
    choosing.hover = "";
    if (muster.type) muster.choose(muster.type);
    else aiming.stop();
    session.map?.canvas.focus({ preventScroll: true });
    session.refresh();
    session.changed();
  };
  const send = () => {
    const place = text.trim() ? aiming.placeOf(text) : choosing.hover;
    if (!place) session.notice(text ? `There is no place ${text} on this map.` : "Type a place, or click one.");
    else if (!aiming.at(place).length) session.notice(`${place} cannot be aimed at: ${aiming.caption()}.`);
    else {
      choosing.byTouch = false;
      choosing.click(place);
      setText("");
    }
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key === "Enter") send();
    else if (event.key === "Escape") leave();
    else if (event.key.startsWith("Arrow") && !text) {
      const step = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0],
        ArrowUp: [0, -1], ArrowDown: [0, 1] })[event.key];
      choosing.step(...step);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {string} words */
  const type = (words) => {
    setText(words);
    const place = aiming.placeOf(words);
    if (!place) return;
    choosing.byKeys = true;
    choosing.pointAt(place);
    session.map?.reveal(place);
    session.refresh();
    session.moved();
  };
  if (!aiming.active || session.playing || session.replay.active) return null;
  return html`<div class=${`aim ${kinds.length ? "several" : ""}`} role="group" aria-label="Choose a place" data-testid="aim">
    <span>${unit && html`<b>${unit.name}</b> `}${aiming.caption()}:</span>
    <input id="aim-place" ref=${field} type="text" size="6" maxlength="12" autocomplete="off" spellcheck=${false}
      placeholder=${session.board?.board.places[0]?.id} aria-label="Place" value=${text} data-testid="aim-place"
      onInput=${(/** @type {any} */ event) => type(event.target.value)} onKeyDown=${key} />
    ${kinds.map((offer, i) => html`<button key=${offer.typed} disabled=${session.ordering.busy}
      aria-pressed=${choosing.isHere(offer) ? undefined : goal?.kind === offer.kind && goal.word === (offer.word ?? "")}
      data-testid=${`aim-${offer.kind}`} title=${offer.caption}
      onClick=${() => aiming.choose(offer)}>${titled(offer)}<kbd>${i + 1}</kbd></button>`)}
    <button class="plain" title="Leave (Esc)" aria-label="Leave" data-testid="aim-leave" onClick=${leave}>×</button>
  </div>`;
}
