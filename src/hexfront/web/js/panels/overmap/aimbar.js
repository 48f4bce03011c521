/** What is being aimed, over the map: which of several orders, and where, to click or to type. */
import { titled } from "../../store/orders/orderaim.js";
import { html, useLayoutEffect, useRef, useState } from "../../elements/dom.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** @param {{session: Session}} props */
export function AimBar({ session }) {
  const { selection, armySetup } = session;
  const { orderAim } = selection;
  const [text, setText] = useState("");
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const { goal } = orderAim;
  // At once, before another key comes.
  useLayoutEffect(() => {
    if (orderAim.early) {
      field.current?.focus();
      if (field.current) field.current.value = orderAim.early;
      type(orderAim.early);
      orderAim.early = "";
    } else setText("");
  }, [goal?.subject, goal?.key, goal?.kind, goal?.word]);
  const unit = session.counter(selection.selected);
  const kinds = orderAim.kinds();
  const leave = () => {
    selection.hover = "";
    if (armySetup.type) armySetup.choose(armySetup.type);
    else orderAim.stop();
    session.map?.canvas.focus({ preventScroll: true });
    session.refresh();
    session.changed();
  };
  const send = () => {
    const place = text.trim() ? orderAim.placeOf(text) : selection.hover;
    if (!place) session.notice(text ? `There is no place ${text} on this map.` : "Type a place, or click one.");
    else if (!orderAim.at(place).length) session.notice(`${place} cannot be aimed at: ${orderAim.caption()}.`);
    else {
      selection.byTouch = false;
      selection.click(place);
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
      selection.step(...step);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** @param {string} words */
  const type = (words) => {
    setText(words);
    const place = orderAim.placeOf(words);
    if (!place) return;
    selection.byKeys = true;
    selection.pointAt(place);
    session.map?.reveal(place);
    session.refresh();
    session.moved();
  };
  if (!orderAim.active || session.playing || session.replay.active) return null;
  return html`<div class=${`aim ${kinds.length ? "several" : ""}`} role="group" aria-label="Choose a place" data-testid="aim">
    <span>${unit && html`<b>${unit.name}</b> `}${orderAim.caption()}:</span>
    <input id="aim-place" ref=${field} type="text" size="6" maxlength="12" autocomplete="off" spellcheck=${false}
      placeholder=${session.board?.board.places[0]?.id} aria-label="Place" value=${text} data-testid="aim-place"
      onInput=${(/** @type {any} */ event) => type(event.target.value)} onKeyDown=${key} />
    ${kinds.map((offer, i) => html`<button key=${offer.typed} disabled=${session.orderSender.busy}
      aria-pressed=${selection.isHere(offer) ? undefined : goal?.kind === offer.kind && goal.word === (offer.word ?? "")}
      data-testid=${`aim-${offer.kind}`} title=${offer.caption}
      onClick=${() => orderAim.choose(offer)}>${titled(offer)}<kbd>${i + 1}</kbd></button>`)}
    <button class="plain" title="Leave (Esc)" aria-label="Leave" data-testid="aim-leave" onClick=${leave}>×</button>
  </div>`;
}
