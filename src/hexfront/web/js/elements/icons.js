/** Icons of buttons and lines: paths of our own, since not every machine has a letter for them. */
import { html } from "./dom.js";

/** Filled paths on a field of 20 by 20; the shapes of circles are written as arcs. */
const FILLED = {
  up: "M10 5l6 10H4z", down: "M10 15l6-10H4z", left: "M4 10l10-6v12z", right: "M16 10 6 4v12z",
  first: "M3 4h2.4v12H3zM17 4v12L7 10z", last: "M17 4h-2.4v12H17zM3 4v12l10-6z",
  closed: "M7 5l7 5-7 5z", open: "M5 7h10l-5 7z",
  moon: "M12.5 3a7 7 0 1 0 4.5 10.8A6.2 6.2 0 0 1 12.5 3z",
  dot: "M10 7a3 3 0 1 0 .01 0z",
  more: "M4 8.3a1.7 1.7 0 1 0 .01 0zM10 8.3a1.7 1.7 0 1 0 .01 0zM16 8.3a1.7 1.7 0 1 0 .01 0z",
};

/** Lines on a field of 20 by 20. */
const DRAWN = {
  sun: "M10 6.4a3.6 3.6 0 1 0 .01 0zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6 16 16M16 4l-1.4 1.4M5.4 14.6 4 16",
  back: "M12 5l-5 5 5 5",
  move: "M3 10h13M11 5l5 5-5 5", plan: "M5 18V3h9l-2 3.5L14 10H5", draft: "M4 16l1-4 8.5-8.5 3 3L8 15z",
  attack: "M4 4l11 11M16 4 5 15M3 13l4 4M17 13l-4 4",
  clock: "M10 3a7 7 0 1 0 .01 0zM10 6v4l3 2",
  bell: "M5 14V9a5 5 0 0 1 10 0v5l1.5 1.5h-13zM8 17.5h4",
};

/** @typedef {keyof typeof FILLED | keyof typeof DRAWN} IconName */

/** An icon as tall as letters, which says nothing to a screen reader.
 * @param {{name: IconName}} props */
export function Icon({ name }) {
  const line = name in DRAWN;
  const path = { ...FILLED, ...DRAWN }[name];
  return html`<svg class=${`icon ${line ? "line" : ""}`} viewBox="0 0 20 20" aria-hidden="true"><path d=${path} /></svg>`;
}

/** The button that changes between light and dark shows the other. @param {{dark: boolean}} props */
export function ThemeIcon({ dark }) {
  return html`<${Icon} name=${dark ? "sun" : "moon"} />`;
}
