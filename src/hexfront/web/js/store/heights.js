/** The layer of heights: how high each place is, from the board alone, to lie below other overlays. */
import { heightsOf, isHilly } from "../map/land/heights.js";

/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").Overlay} Overlay */
/** @typedef {import("../../types").OverlayReading} OverlayReading */

export const HEIGHTS = "heights";

/** The layer, where there is anything to see; null where all ground is level. @param {Board} board @returns {Overlay | null} */
export function heightOverlay(board) {
  if (!isHilly(board)) return null;
  return { name: HEIGHTS, title: "Heights", description: board.heights ? "How high the ground is" : "How high the ground is, by its terrain",
    key: "", of_counter: false, of_place: false, of_order: false, suggests_orders: "", look: "other" };
}

/** @param {Board} board @returns {OverlayReading} */
export function heightReading(board) {
  return { overlay: HEIGHTS, subject: "", caption: "Heights", clause: "", places: Object.fromEntries(heightsOf(board)), paths: {},
    figures: [], lines: {} };
}
