/** The hot keys of the table: one list for the handler, for the help and for the titles of buttons. */
import { nextMarked } from "./marked.js";
import { orderBindings, orderKey } from "./orderkeys.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {{keys: string[], shown: string, text: string, group: string,
 *   run: (session: Session, event: KeyboardEvent) => void}} Binding */

const PAN_PIXELS = 90;
const STEPS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
});

/** @type {Binding[]} */
const FIXED = [
  { group: "Orders", keys: [" "], shown: "Space", text: "next unit without orders, or next marked place; with Shift the one "
    + "before; pause during play-back", run: (session, event) => {
    if (session.playing) session.togglePause();
    else session.selection.selectNext(event.shiftKey ? -1 : 1);
  } },
  { group: "Orders", keys: ["Enter"], shown: "Enter", text: "at the cursor: choose or order; "
    + "else the main button; skip during play-back", run: enter },
  { group: "Orders", keys: ["Ctrl+Enter"], shown: "Ctrl+Enter", text: "the main button, wherever the "
    + "cursor stands", run: main },
  { group: "Orders", keys: ["Ctrl+z"], shown: "Ctrl+Z", text: "take the last order back",
    run: (session) => session.orderSender.takeBack() },
  { group: "Orders", keys: ["Ctrl+y", "Ctrl+Z"], shown: "Ctrl+Y", text: "give it again",
    run: (session) => session.orderSender.redo() },
  { group: "Orders", keys: ["."], shown: ".", text: "next marked place", run: (session) => nextMarked(session, 1) },
  { group: "Orders", keys: [","], shown: ",", text: "marked place before", run: (session) => nextMarked(session, -1) },
  { group: "Orders", keys: ["/", ":"], shown: "/", text: "type an order in words",
    run: (session) => {
      session.openTab("orders");
      const focus = () => document.getElementById("typed-order")?.focus();
      // At once where the line is there, so that no letter is lost.
      focus();
      setTimeout(focus);
    } },
  { group: "Orders", keys: ["Escape"], shown: "Esc", text: "close, choose nothing, take back the last step of what was declared, skip",
    run: escape },
  { group: "Map", keys: Object.keys(STEPS), shown: "Arrows", text: "move the cursor from place to "
    + "place; with Shift move the map", run: (session, event) => {
    const [dx, dy] = STEPS[event.key];
    if (event.shiftKey) session.map?.pan(-dx * PAN_PIXELS, -dy * PAN_PIXELS);
    else session.selection.step(dx, dy);
  } },
  { group: "Map", keys: ["+", "="], shown: "+", text: "zoom in; the wheel zooms to the pointer",
    run: (session) => session.map?.zoom(1.25) },
  { group: "Map", keys: ["-"], shown: "−", text: "zoom out", run: (session) => session.map?.zoom(0.8) },
  { group: "Map", keys: ["f"], shown: "F", text: "show the whole map",
    run: (session) => session.map?.fit() },
  { group: "Map", keys: ["p"], shown: "P", text: "save the map as a picture",
    run: (session) => savePicture(session) },
  { group: "Map", keys: ["ContextMenu", "Shift+F10"], shown: "Menu", text: "what can be done and asked at the "
    + "cursor; so do the right button and a long press", run: (session) => session.selection.context(
    session.selection.hover || (session.counter(session.selection.selected)?.place ?? "")) },
  { group: "Page", keys: ["["], shown: "[", text: "back in time",
    run: (session) => session.replay.previous() },
  { group: "Page", keys: ["]"], shown: "]", text: "forward in time",
    run: (session) => session.replay.active && session.replay.next() },
  { group: "Page", keys: ["a"], shown: "A", text: "show again what happened last",
    run: (session) => session.presenter.playAgain() },
  { group: "Page", keys: ["?"], shown: "?", text: "this list",
    run: (session) => session.openDialog(session.dialog === "help" ? "" : "help") },
];

/** @type {[import("../page.js").TabName, string][]} */
const TABS = [["orders", "orders and log"], ["units", "list of units"], ["rules", "rules"],
  ["replay", "replay"], ["numbers", "numbers that open"], ["charts", "charts over time"]];

/** The tabs: one after another, and by digits where these are no orders.
 * @param {boolean} cycle @returns {Binding[]} */
function tabs(cycle) {
  /** @param {Session} session @param {number} step */
  const turn = (session, step) => {
    const { tabs: names } = session;
    session.openTab(names[(names.indexOf(session.tab) + step + names.length) % names.length]);
  };
  const steps = [{ group: "Page", keys: ["<"], shown: "<", text: "the tab before", run: (/** @type {Session} */ session) => turn(session, -1) },
    { group: "Page", keys: [">"], shown: ">", text: "the next tab", run: (/** @type {Session} */ session) => turn(session, 1) }];
  return cycle ? steps : [...steps, ...TABS.map(([name, text], i) => ({ group: "Page", keys: [String(i + 1)], shown: String(i + 1), text,
    run: (/** @type {Session} */ session) => session.openTab(name) }))];
}

/** Switches of the map with their keys. @param {boolean} paper @returns {Binding[]} */
function switches(paper) {
  const list = /** @type {[string, string, import("../page.js").Switch][]} */ ([
    ["h", "hide the counters", "hideCounters"],
    ...(paper ? [] : [["g", "grid", "grid"], ["n", "numbers of the places", "numbers"]]),
    ["b", "names of the places", "names"],
    ["w", "routes", "links"], ["k", "key of the map", "key"], ["m", "small map", "minimap"],
    ["q", "magnify what is under the pointer or the cursor", "lens"],
  ]);
  return list.map(([key, text, name]) => ({
    group: "Map", keys: [key], shown: key.toUpperCase(), text,
    run: (session) => session.toggle(name),
  }));
}

/** Keys for stacks, where there are any. @param {boolean} without @returns {Binding[]} */
function stackKeys(without) {
  const at = (/** @type {Session} */ session) => session.counter(session.selection.selected)?.place
    || session.selection.hover;
  return without ? [] : [
    { group: "Orders", keys: ["j"], shown: "J", text: "choose everyone in the stack, to order them together; "
      + "so does a click with Shift", run: (session) => session.selection.stackChoice.whole(at(session)) },
    { group: "Orders", keys: ["u"], shown: "U", text: "lay the chosen unit on top of its stack",
      run: (session) => session.selection.selected && session.selection.stackChoice.raise(session.selection.selected) },
  ];
}

/** All keys of a table, with those of the overlays that its system offers.
 * @param {Session} session @returns {Binding[]} */
export function bindings(session) {
  const cycle = session.board?.board.cycle ?? false;
  const all = [...orderBindings(session), ...FIXED, ...stackKeys(session.paper),
    ...switches(session.paper), ...tabs(cycle)];
  const { heights } = session.overlays;
  if (heights) all.push({ group: "Map", keys: ["Shift+H"], shown: "Shift+H", text: "heights", run: () => session.overlays.toggle(heights) });
  const used = new Set(all.flatMap((binding) => binding.keys));
  const overlays = session.overlays.all.flatMap((overlay) => {
    const key = shownKey(overlay).replace(/^.$/, (letter) => letter.toLowerCase());
    if (!key || used.has(key) || overlay.of_order) return [];
    used.add(key);
    return [{ group: "Map", keys: [key], shown: shownKey(overlay),
      text: overlay.of_counter ? `${overlay.title} of the chosen unit`
        : overlay.of_place ? `${overlay.title} at the chosen place` : overlay.title,
      run: () => session.overlays.toggle(overlay) }];
  });
  return [...all, ...overlays];
}

/** The key of an overlay, as it is shown: a capital is pressed with Shift.
 * @param {{ key: string }} overlay */
export function shownKey({ key }) {
  return /[A-Z]/.test(key) ? `Shift+${key}` : key.toUpperCase();
}

/** What a key is called, as the list has it; with Shift where that is in the list.
 * @param {KeyboardEvent} event @param {string[]} list */
function nameOf(event, list) {
  if (event.shiftKey && list.includes(`Shift+${event.key}`)) return `Shift+${event.key}`;
  const held = event.ctrlKey || event.metaKey ? "Ctrl+" : "";
  const key = event.key.length === 1 && !held && /[A-Z]/.test(event.key)
    ? event.key.toLowerCase() : event.key;
  return held + key;
}

/** @param {Session} session @param {KeyboardEvent} event */
export function handleKey(session, event) {
  const target = /** @type {HTMLElement} */ (event.target);
  // A key that is held skips, chooses or orders once, and answers no question of its own order.
  if (event.key === "Enter" && event.repeat) {
    event.preventDefault();
    return;
  }
  const inField = ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName);
  if (event.altKey || event.defaultPrevented || (inField && event.key !== "Escape")) return;
  // What lies over the field is closed first.
  if (inField && !session.dialog) {
    target.blur();
    return;
  }
  // Buttons, tabs and links have keys of their own.
  const own = target.closest("button, a, [role=tab], [role=slider]");
  if (own && ([" ", "Enter"].includes(event.key) || (event.key in STEPS && own.matches("[role=tab]")))) {
    return;
  }
  const all = bindings(session);
  const list = all.flatMap(({ keys }) => keys);
  const name = nameOf(event, list);
  if (orderKey(session, name, event, list)) return;
  const binding = all.find((other) => other.keys.includes(name));
  if (!binding || (session.dialog && !["Escape", "?"].includes(name))) return;
  if (session.handover !== null && name !== "Enter") return;
  event.preventDefault();
  binding.run(session, event);
}

/** @param {Session} session */
function enter(session) {
  if (session.replay.active && session.playing) session.replay.stop();
  else if (session.playing) session.playback?.skip();
  else if (session.handover !== null) session.takeScreen();
  else if (session.presenter.late) session.say("The play-back has ended. Press Enter again to go on.");
  else if (!session.selection.act()) main(session);
}

/** @param {Session} session */
function main(session) {
  const offer = session.orderSender.asked ?? session.orderSender.primary();
  if (session.clock.running) session.clock.stop();
  else if (!session.orderSender.asked && session.clock.leads) void session.clock.start();
  else if (offer) session.orderSender.finish(offer);
  else session.orderSender.orderForm.give();
}

/** @param {Session} session */
function escape(session) {
  if (session.dialog) session.dialog = "";
  else if (session.selection.menu) session.selection.menu = null;
  else if (session.orderSender.asked) session.orderSender.asked = null;
  else if (session.selection.orderAim.active && !session.armySetup.type) session.selection.orderAim.stop();
  else if (session.hint.shown) session.hint.close();
  else if (session.replay.active && session.playing) session.replay.stop();
  else if (session.playing) session.playback?.skip();
  else if (session.selection.selected || session.selection.byKeys || session.armySetup.type
    || session.selection.area.length) session.selection.clear();
  else if (session.orderSender.cancelling()) session.orderSender.stepBack();
  else if (session.stage.opened >= 0) session.stage.close();
  else if (session.selection.weighed) session.selection.weigh("");
  else if (session.overlays.overlay) session.overlays.drop(session.overlays.overlay);
  else if (session.replay.active) session.replay.leave();
  else session.thoughts.close();
  session.refresh();
  session.changed();
}

/** @param {Session} session */
export async function savePicture(session) {
  const picture = await session.map?.savePicture().catch(() => null);
  if (!picture) {
    session.notice("This browser gives no picture of the map.");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = `${session.board?.board.title ?? "map"}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
