/** The map of a draft. */
import { BoardView } from "./boardview.js";
import { html } from "../elements/dom.js";

/** @param {{draft: import("./draft.js").Draft}} props */
export function MapEditor({ draft }) {
  const here = draft.sought?.place;
  return html`<${BoardView} draft=${draft} lit=${here ? [here] : []} />`;
}
