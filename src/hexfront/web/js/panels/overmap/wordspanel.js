/** The game in words: the position as lists, a line for questions and orders, and what is answered. */
import { html, useEffect, useRef, useState } from "../../elements/dom.js";
import { answerTo, position, QUESTIONS } from "../../store/words/position.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../store/words/position.js").Part} Part */

/** Answers that are kept to be read again. */
const KEPT = 20;

/** The way into the game in words: the first thing that Tab comes to. @param {{session: Session}} props */
export function WordsButton({ session }) {
  const on = session.switches.words;
  return html`<button class="skip" aria-pressed=${on} data-testid="words-button"
    onClick=${() => session.toggle("words")}>${on ? "Show the map" : "Play in words"}</button>`;
}

/** @param {{parts: Part[]}} props */
function Parts({ parts }) {
  return parts.map(({ title, lines }) => html`<div key=${title}><h3>${title}</h3>
    <ul>${lines.map((line, i) => html`<li key=${i}>${line}</li>`)}</ul></div>`);
}

/** @param {{session: Session}} props */
export function WordsPanel({ session }) {
  const [text, setText] = useState("");
  const [answers, setAnswers] = useState(/** @type {{number: number, asked: string, parts: Part[]}[]} */ ([]));
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const on = session.switches.words;
  useEffect(() => {
    if (on) field.current?.focus();
  }, [on]);
  if (!on || !session.view || session.handover !== null) return null;
  /** @param {string} asked @param {Part[]} parts */
  const keep = (asked, parts) =>
    setAnswers((all) => [{ number: (all[0]?.number ?? 0) + 1, asked, parts }, ...all].slice(0, KEPT));
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    const asked = text.trim();
    if (!asked) return;
    const parts = answerTo(session, asked);
    if (parts) {
      setText("");
      return keep(asked, parts);
    }
    const before = session.log.length;
    const done = await session.orderSender.type(asked);
    await session.presenter.settled();
    const { fault, answer } = session.orderSender;
    if (done) setText("");
    keep(asked, [done ? { title: "Done", lines: [...session.log.slice(before).map((entry) => entry.text),
      ...(answer?.lines ?? []), `${session.view?.title}. ${session.view?.prompt}`] }
      : { title: "Not done", lines: [fault?.text ?? "Nothing can be ordered now.", ...session.orderSender.completions(asked, 7)
        .map((offer) => `${offer.typed}: ${offer.caption}`)] }]);
  };
  return html`<section class="inwords" aria-label="The game in words" data-testid="words">
    <form onSubmit=${send}>
      <label for="words-line">Question or order</label>
      <input id="words-line" ref=${field} type="text" autocomplete="off" spellcheck=${false} maxlength="2000"
        aria-describedby="words-help" value=${text} data-testid="words-line"
        onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
      <button type="submit">Send</button>
      <p class="muted" id="words-help">Questions: ${QUESTIONS.map(([form]) => form).join(", ")}. All else is an order.</p>
    </form>
    <div role="log" aria-label="Answers" data-testid="words-answers">${answers.map(({ number, asked, parts }) => html`<article
      key=${number} aria-label=${asked}><h2>${asked}</h2><${Parts} parts=${parts} /></article>`)}</div>
    <div data-testid="words-position"><h2>Position</h2><${Parts} parts=${position(session)} /></div>
  </section>`;
}
