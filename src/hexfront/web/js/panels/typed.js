/** The line for orders in words, with what they may become. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { MarkedText } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../map/scene").StyledOffer} Offer */

const SHOWN = 7;

/** @param {{session: Session}} props */
export function TypedOrder({ session }) {
  const { orderSender } = session;
  const { text, orderForm } = orderSender;
  const [at, setAt] = useState(-1);
  const [open, setOpen] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [back, setBack] = useState(0);
  const own = orderSender.offered.text === text ? orderSender.offered.lines : [];
  /** @type {{typed: string, caption: string, aim?: unknown, more?: boolean}[]} */
  const found = open ? [...own.map((line) => ({ typed: line, caption: "", more: true })),
    ...orderSender.completions(text, SHOWN)].slice(0, SHOWN) : [];
  const { fault } = orderSender;
  // A line that was proposed elsewhere, to be changed here before it is given.
  useEffect(() => {
    if (!orderSender.line) return;
    show(`${orderSender.line}`);
    orderSender.line = "";
    setOpen(false);
    field.current?.focus();
  }, [orderSender.line]);
  const only = !session.sides.length || session.result;
  const label = only ? "Ask, such as: show units ( / )" : "Type an order ( / )";

  /** Show another text, which may become more. @param {string} words */
  const show = (words) => {
    setAt(-1);
    orderSender.write(words);
  };
  /** What leaves something open is completed, and the rest to be typed.
   * @param {{typed: string, aim?: unknown, more?: boolean}} offer */
  const take = (offer) => {
    if (!offer.aim && !offer.more) return send(offer.typed);
    show(`${offer.typed} `);
    field.current?.focus();
  };
  /** @param {string} words */
  const send = async (words) => {
    if (!words.trim()) return;
    setOpen(false);
    setAt(-1);
    setBack(0);
    if (await orderSender.type(words)) orderSender.write("");
  };
  /** Bring an earlier line of this seat back. @param {number} by */
  const recall = (by) => {
    const line = orderSender.recall(Math.max(0, back + by));
    if (line === undefined) return;
    setBack(Math.max(0, back + by));
    orderSender.write(line);
    setOpen(false);
  };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if ((event.key === "ArrowUp" || event.key === "ArrowDown") && at < 0
      && (back > 0 || (event.key === "ArrowUp" && text === "" && orderSender.recall(1)))) {
      recall(event.key === "ArrowUp" ? 1 : -1);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const step = event.key === "ArrowDown" ? 1 : -1;
      setOpen(true);
      if (found.length) setAt((at + step + found.length + (at < 0 && step < 0 ? 1 : 0)) % found.length);
    } else if (event.key === "Enter") at < 0 ? send(text) : take(found[at]);
    else if (event.key === "Tab" && found.length && text && !event.shiftKey) {
      const { typed, aim, more } = found[Math.max(0, at)];
      show(aim || (more && found.length === 1) ? `${typed} ` : typed);
      setOpen(aim !== undefined || more === true);
    } else if (event.key === "Escape" && open && found.length && !session.dialog) {
      setOpen(false);
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };
  return html`<div class="typed">
    <input id="typed-order" ref=${field} type="text" role="combobox" autocomplete="off"
      spellcheck=${false} data-testid="typed" placeholder=${label}
      aria-label=${only ? "Ask" : "Type an order"} aria-expanded=${found.length > 0} aria-controls="typed-list"
      aria-autocomplete="list" aria-describedby=${fault ? "typed-fault" : undefined}
      aria-invalid=${fault !== null} aria-activedescendant=${at >= 0 ? `typed-${at}` : undefined}
      maxlength="2000" value=${text}
      onInput=${(/** @type {any} */ event) => {
        show(event.target.value);
        setOpen(true);
        setBack(0);
      }}
      onFocus=${() => setOpen(true)} onBlur=${() => setOpen(false)} onKeyDown=${key} />
    <ul id="typed-list" role="listbox" aria-label="Orders" hidden=${!found.length} data-testid="typed-list">
      ${found.map((offer, i) => html`<li key=${offer.typed} id=${`typed-${i}`} role="option"
        aria-selected=${i === at} class=${i === at ? "on" : ""}
        onPointerDown=${(/** @type {any} */ event) => {
          event.preventDefault();
          take(offer);
        }}><code>${offer.typed}${offer.aim ? " …" : ""}</code> <span class="muted">${offer.caption}</span></li>`)}
    </ul>
    ${orderForm.able && !only && html`<button class="foresee" aria-expanded=${orderForm.open} data-testid="form-open"
      title="Fill the order in, field by field" onClick=${() => (orderForm.open ? orderForm.close() : orderForm.start())}>Form</button>`}
    ${session.overlays.all.filter((overlay) => overlay.of_order && text.trim() && !only).map((overlay) => html`<button
      key=${overlay.name} class="foresee" title=${overlay.description} data-testid=${`ask-${overlay.name}`}
      onClick=${() => session.overlays.ask(overlay, text.trim())}>${overlay.title}</button>`)}
    ${fault && html`<p class="problem" id="typed-fault" role="alert" data-testid="typed-fault">
      ${fault.expected ? html`${fault.place.includes("(") && `${fault.place}: `}Found ${fault.found}, expected
        ${" "}<${MarkedText} text=${fault.expected} />` : html`<${MarkedText} text=${fault.text} />`}</p>`}
  </div>`;
}
