/** A long list of which only what is in sight, and a little around it, is in the page.
 *
 * Its lines come in sheets. Those out of sight leave room of their height, measured once they were in
 * sight and guessed before. The sheet in which the focus is stays, so that keys go on from there.
 */
import { html, useLayoutEffect, useRef, useState } from "./dom.js";

/** Lines to a sheet: few, since all of a sheet is made where one of its lines is in sight. */
const SHEET = 10;
/** Pixels of a line that was never in sight. */
const GUESS = 27;
/** Pixels above and below what is in sight that are in the page, too. */
const MARGIN = 300;

/** `line` makes the content of one item; `show`: the item to bring in sight whenever it, or
 * `anew`, changes.
 * @template T
 * @param {{items: T[], keyOf: (item: T) => number, line: (item: T, at: number) => unknown,
 *   look?: (item: T, at: number) => string, show: number, anew?: unknown, label: string, kind?: string, testid?: string}} props */
export function LongList({ items, keyOf, line, look, show, anew, label, kind, testid }) {
  const list = useRef(/** @type {HTMLOListElement | null} */ (null));
  const heights = useRef(/** @type {Map<number, number>} */ (new Map()));
  // Asked for while the list is made, its height would have the whole page laid out once more.
  const [{ top, tall }, setSight] = useState({ top: 0, tall: 600 });
  /** The item that has yet to be brought in sight; -1 for none. */
  const sought = useRef(-1);
  const last = useRef(/** @type {{show: number, anew: unknown}} */ ({ show: -1, anew: undefined }));
  if (last.current.show !== show || last.current.anew !== anew) {
    sought.current = show;
    last.current = { show, anew };
  }
  const count = Math.ceil(items.length / SHEET);
  const high = (/** @type {number} */ i) => heights.current.get(i)
    ?? GUESS * Math.min(SHEET, items.length - i * SHEET);
  const held = sheetOf(list.current?.contains(document.activeElement) ? document.activeElement : null);
  const bottom = top + tall + MARGIN;
  /** Make what is in sight now, if that is no longer about what was. @param {HTMLElement} box */
  const follow = ({ scrollTop, clientHeight }) => {
    const moved = Math.max(Math.abs(scrollTop - top), Math.abs(clientHeight - tall)) > MARGIN / 2;
    if (moved) setSight({ top: scrollTop, tall: clientHeight });
    return moved;
  };
  /** @type {{sheet: number, room: number}[]} sheets in the page, each with the room left before it */
  const shown = [];
  let [y, room] = [0, 0];
  for (let i = 0; i < count; i += 1) {
    const seen = y + high(i) >= top - MARGIN && y <= bottom;
    if (seen || i === held || i === Math.floor(sought.current / SHEET)) {
      shown.push({ sheet: i, room });
      room = 0;
    } else room += high(i);
    y += high(i);
  }
  useLayoutEffect(() => {
    const box = list.current;
    if (!box) return;
    for (const { sheet } of shown) heights.current.set(sheet, heightOf(box, sheet));
    if (sought.current >= 0) reveal(box, sought.current, items.length);
    // What came in sight by this is drawn at once, and sought again until all around it is drawn.
    if (!follow(box)) sought.current = -1;
  });
  // In one row, so that lines stay the same elements when sheets come and go before them.
  const rows = shown.flatMap(({ sheet, room: before }) => [
    before > 0 && html`<${Room} key=${`room ${sheet}`} high=${before} />`,
    ...items.slice(sheet * SHEET, (sheet + 1) * SHEET).map((item, i) => {
      const at = sheet * SHEET + i;
      return html`<li key=${keyOf(item)} class=${look?.(item, at)} data-at=${at} aria-setsize=${items.length}
        aria-posinset=${at + 1}>${line(item, at)}</li>`;
    })]);
  if (room > 0) rows.push(html`<${Room} key="room" high=${room} />`);
  return html`<ol ref=${list} class=${kind} data-testid=${testid} tabindex="0" aria-label=${label}
    onScroll=${(/** @type {Event & {currentTarget: HTMLElement}} */ { currentTarget }) => void follow(currentTarget)}>
    ${rows}
  </ol>`;
}

/** @param {{high: number}} props */
function Room({ high }) {
  return html`<li class="room" aria-hidden="true" style=${{ height: `${high}px` }}></li>`;
}

/** The sheet in which an element lies; -1 for none. @param {Element | null} element */
function sheetOf(element) {
  const at = element?.closest("[data-at]")?.getAttribute("data-at");
  return at ? Math.floor(Number(at) / SHEET) : -1;
}

/** @param {HTMLElement} box @param {number} sheet */
function heightOf(box, sheet) {
  const first = box.querySelector(`[data-at="${sheet * SHEET}"]`);
  let end = first;
  while (end?.nextElementSibling && sheetOf(end.nextElementSibling) === sheet) end = end.nextElementSibling;
  return first && end ? end.getBoundingClientRect().bottom - first.getBoundingClientRect().top : 0;
}

/** Scroll no further than needed; the last line is at the very end. @param {HTMLElement} box @param {number} at
 * @param {number} count */
function reveal(box, at, count) {
  const line = box.querySelector(`[data-at="${at}"]`)?.getBoundingClientRect();
  const { top, bottom } = box.getBoundingClientRect();
  if (at === count - 1) box.scrollTop = box.scrollHeight;
  else if (line && line.top < top) box.scrollTop -= top - line.top;
  else if (line && line.bottom > bottom) box.scrollTop += line.bottom - bottom;
}
