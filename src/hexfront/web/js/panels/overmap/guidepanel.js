/** The words of the guided first game, and a ring around the control that a step speaks of. */
import { html, useEffect } from "../../elements/dom.js";
import { Words } from "../../elements/words.js";

/** @typedef {import("../../store/session.js").Session} Session */

/** As many arrows show what may be chosen; more would show nothing. */
const MOST_MARKS = 6;
/** Pixels of the page's width up to which the panel lies below the map. */
const SMALL = 820;

/** The last control of a name on the page. @param {string} name a `data-testid`, or a beginning of such and a star
 * @returns {Element | undefined} */
function controlOf(name) {
  const [start, rest] = name.split("*");
  const found = document.querySelectorAll(`[data-testid${rest === undefined ? "" : "^"}="${CSS.escape(start)}"]`);
  return found[found.length - 1];
}

/** Mark a control, so that the page draws a ring around it.
 * @param {string} names with | between several, of which the first that is on the page counts
 * @param {string} tab that is open */
function markControl(names, tab) {
  const before = [...document.querySelectorAll("[data-meant]")];
  for (const old of before) old.removeAttribute("data-meant");
  if (!names) return;
  const found = names.split("|").map(controlOf).find(Boolean);
  // What is nowhere now is in the first tab.
  const meant = found ?? (tab === "orders" ? null : document.getElementById("tab-orders"));
  meant?.setAttribute("data-meant", "");
  // On a phone it may lie further down; once it has been in sight the page is the reader's to scroll.
  if (meant && !before.includes(meant) && innerWidth <= SMALL) meant.scrollIntoView({ block: "nearest" });
}

/** @param {{session: Session}} props */
export function GuidePanel({ session }) {
  const { guide } = session;
  // The controls are drawn by others, at any time.
  useEffect(() => markControl(guide.control, session.tab));
  if (guide.at < 0 || session.handover !== null) return null;
  if (guide.finished && guide.read === null) return html`<${End} session=${session} />`;
  const step = guide.steps[guide.shown];
  const done = guide.shown < guide.at;
  return html`<section class="guide" aria-label="Guide" data-testid="guide" data-step=${guide.shown + 1}>
    <header><h2>${step.title}</h2>
      <span class="muted">${guide.shown + 1} of ${guide.steps.length}${done ? ", done" : ""}</span>
      <button class="plain" title="Close the guide" aria-label="Close the guide"
        onClick=${() => guide.close()}>×</button></header>
    <p data-testid="guide-text"><${Words} session=${session} text=${step.text} /></p>
    <div class="buttons small">
      <button disabled=${guide.shown === 0} data-testid="guide-back" title="Read the step before again"
        onClick=${() => guide.look(guide.shown - 1)}>Back</button>
      ${done && html`<button data-testid="guide-forward" onClick=${() => guide.look(guide.shown + 1)}>Forward</button>`}
      <button disabled=${!guide.canRestart} data-testid="guide-restart"
        title="Set the game back to where this step began"
        onClick=${() => guide.restart()}>${done ? "Go back to this step" : "Begin this step again"}</button>
    </div>
  </section>`;
}

/** Arrows to the places that a step speaks of; they move with the map. @param {{session: Session}} props */
export function GuideMarks({ session }) {
  const { map, guide, playing, handover } = session;
  const shown = map && !playing && handover === null && guide.at >= 0;
  const [first = ""] = shown ? guide.places() : [];
  // What a step speaks of is in sight when it begins; then the map is the reader's to move.
  useEffect(() => {
    if (first) map?.reveal(first);
  }, [first]);
  if (!shown) return null;
  return guide.places().slice(0, MOST_MARKS).map((place) => {
    const point = map.point(place);
    return point && html`<div key=${place} class="meant-place" data-testid="meant-place"
      style=${{ left: `${point.x}px`, top: `${point.y}px` }}></div>`;
  });
}

/** After the free game. @param {{session: Session}} props */
function End({ session }) {
  const { guide } = session;
  return html`<section class="guide" aria-label="Guide" data-testid="guide" data-step="end">
    <header><h2>${session.result ? "Your first game is over" : "That was the first game"}</h2>
      <button class="plain" title="Close the guide" aria-label="Close the guide"
        onClick=${() => guide.close()}>×</button></header>
    <p data-testid="guide-text">You know what a turn of ${session.board?.system.title} is made of. The whole
      rules stand under Rules; the home page has the larger scenarios and stronger opponents.</p>
    ${guide.missed && html`<p data-testid="guide-missed">The game was over before “${guide.missed}”: play it again to
      see that, too.</p>`}
    <div class="buttons small">
      <button data-testid="guide-back" onClick=${() => guide.look(guide.at - 1)}>Back</button>
      <button onClick=${() => session.openTab("rules")}>Rules</button>
      <a class="button primary" href="/">Choose a game</a>
    </div>
  </section>`;
}
