/** Words of the game that explain themselves: under the pointer, by focus, and at a touch. */
import { html, useEffect, useState } from "./dom.js";
import { glossaryOf } from "./glossary.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Word} Word */

/** The room that an explanation takes, in pixels. */
const WIDE = 300;
const EDGE = 8;

/** A text whose words of the game explain themselves. Within a button, where nothing else can be
 * focused, they do so for pointer and touch alone.
 * @param {{session: Session, text: string, within?: boolean}} props */
export function Words({ session, text, within = false }) {
  const glossary = glossaryOf(session);
  if (!glossary) return text;
  return glossary.parts(text).map(({ text: part, word }, i) => {
    if (!word) return part;
    return within ? html`<span key=${i} class="term" data-term=${word.name}>${part}</span>`
      : html`<span key=${i} class="term" data-term=${word.name} tabindex="0" role="term"
        aria-description=${word.text}>${part}</span>`;
  });
}

/** The explanation of the word that is pointed at. @param {{session: Session}} props */
export function WordTip({ session }) {
  const [at, setAt] = useState(/** @type {{word: Word, box: DOMRect} | null} */ (null));
  useEffect(() => {
    /** @param {Event} event */
    const show = (event) => {
      const found = /** @type {Element} */ (event.target).closest?.("[data-term]");
      const word = found && glossaryOf(session)?.forms.get((/** @type {HTMLElement} */ (found).dataset.term ?? "").toLowerCase());
      setAt((old) => (found && word ? { word, box: found.getBoundingClientRect() } : old && null));
    };
    const hide = () => setAt(null);
    /** @param {KeyboardEvent} event */
    const key = (event) => event.key === "Escape" && hide();
    for (const kind of ["pointerover", "focusin", "click"]) document.addEventListener(kind, show);
    document.addEventListener("focusout", hide);
    // What has the focus may just be scrolled into sight.
    const scrolled = () => {
      const focused = document.activeElement?.closest("[data-term]");
      setAt((old) => old && (focused ? { ...old, box: focused.getBoundingClientRect() } : null));
    };
    document.addEventListener("scroll", scrolled, true);
    document.addEventListener("keydown", key);
  }, []);
  if (!at) return null;
  const { word, box } = at;
  const left = Math.max(EDGE, Math.min(box.left, innerWidth - WIDE - EDGE));
  const above = box.bottom > innerHeight * 0.6;
  return html`<section aria-label="A word explained"><div class="word-tip" role="tooltip" data-testid="word-tip" style=${{ left: `${left}px`, maxWidth: `${WIDE}px`,
    ...(above ? { bottom: `${innerHeight - box.top + 6}px` } : { top: `${box.bottom + 6}px` }) }}>
    <b>${word.name}</b> ${word.text} <small>${word.clause}</small></div></section>`;
}
