/** The keys that do something now, and what. */
import { attacksOf, leftToDo, markedPlaces } from "./marked.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {{shown: string, text: string}} Line */

/** Keys of play-backs. @param {Session} session @returns {Line[]} */
function ofPlayback(session) {
  return [{ shown: "Space", text: session.playback?.paused ? "go on" : "pause" }, { shown: "Enter", text: "skip" }];
}

/** What Enter would do. @param {Session} session */
function enterText(session) {
  const { selection, orderSender, clock } = session;
  if (orderSender.asked) return orderSender.asked.caption;
  if (selection.byKeys && selection.hover) {
    const offers = selection.offersAt(selection.hover);
    if (offers.length === 1) return offers[0].caption;
    return offers.length ? `one of ${offers.length} orders at ${selection.hover}` : `choose what is at ${selection.hover}`;
  }
  if (clock.running) return "pause";
  if (orderSender.orderForm.active) return orderSender.orderForm.sound ? "give the order of the form" : "";
  return clock.leads ? "let time run to the next event" : orderSender.primary()?.caption ?? "";
}

/** What Escape would do. @param {Session} session */
function escapeText(session) {
  const { selection, orderSender, overlays } = session;
  if (orderSender.asked) return "not yet";
  if (selection.orderAim.active) return "leave the choice of a place";
  if (selection.selected || selection.byKeys) return "choose nothing";
  if (orderSender.cancelling()) return session.undo?.can ? "take the last step back" : "give up what was declared";
  return overlays.overlay ? `put away: ${overlays.find(overlays.overlay)?.title}` : "";
}

/** @param {Session} session @returns {Line[]} */
export function momentKeys(session) {
  if (session.playing) return ofPlayback(session);
  if (!session.acting) return [];
  const { selection, offers } = session;
  const left = leftToDo(session).length;
  const marked = markedPlaces(session).length;
  const attacks = attacksOf(session).length;
  /** @type {Line[]} */
  const lines = [{ shown: "Enter", text: enterText(session) }, { shown: "Esc", text: escapeText(session) }];
  if (selection.orderable().length) lines.push({ shown: "Space", text: left ? `next of ${left} units without orders` : "next unit" });
  if (marked) {
    lines.push({ shown: ". and ,", text: `next and previous of ${marked} marked ${marked === 1 ? "place" : "places"}${attacks ? ", the best attack first" : ""}` });
  }
  const keys = new Map();
  for (const { key, kind, caption, subject } of offers) {
    if (key && (!subject || subject === selection.selected)) keys.set(key, keys.has(key) ? kind : caption);
  }
  for (const [key, text] of [...keys].sort()) lines.push({ shown: key, text });
  if (session.undo?.can) lines.push({ shown: "Ctrl+Z", text: "take the last order back" });
  return lines.filter(({ text }) => text);
}
