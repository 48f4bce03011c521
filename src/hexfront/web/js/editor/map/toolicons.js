/** Pictures of the tools, on a field of 20 by 20. */
import { html } from "../../elements/dom.js";

const PATHS = /** @type {Record<import("./tools.js").ToolName, string>} */ ({
  look: "M10 2v16M2 10h16M10 2 8 4.5M10 2l2 2.5M10 18l-2-2.5M10 18l2-2.5M2 10l2.5-2M2 10l2.5 2M18 10l-2.5-2M18 10l-2.5 2",
  brush: "M17 3 9 11M9 11c-3 0-2 5-6 5 2 2 8 2 8-3zM17 3l-6 10",
  line: "M4 16 16 4M3 14.5l2.5 2.5M14.5 3 17 5.5",
  fill: "M9 3l7 7-6 6-7-7 6-6zM3 9h13M17.5 13c1.5 2 1.5 4 0 4s-1.5-2 0-4",
  replace: "M3 7h11l-3-3M17 13H6l3 3",
  pick: "M4 16l1-3 7-7 2 2-7 7zM12 4l4 4M13 5l2-2 2 2-2 2",
  select: "M3 3h3M9 3h3M15 3h2v2M17 8v3M17 14v3h-2M12 17H9M6 17H3v-2M3 12V9M3 6V3",
  lasso: "M10 4c4 0 7 2 7 4.5S14 13 10 13s-7-2-7-4.5S6 4 10 4zM7 13c-2 1-1 4 1 4",
  wand: "M4 16 12 8M13 3v3M13 9v2M9 7h2M15 7h2M16 4l-1.5 1.5M16 10l-1.5-1.5",
  move: "M10 3v14M3 10h14M10 3 8 5M10 3l2 2M10 17l-2-2M10 17l2-2M7 7h6v6H7z",
  stamp: "M4 17h12M5 13h10v2H5zM8 13V9a3 3 0 1 1 4 0v4",
});

/** @param {{name: import("./tools.js").ToolName}} props */
export function ToolIcon({ name }) {
  return html`<svg class="icon line" viewBox="0 0 20 20" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
}
