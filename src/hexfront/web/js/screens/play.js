/** The page of a table. */
import { AimBar } from "../panels/overmap/aimbar.js";
import { Bar } from "../panels/bar.js";
import { ChartsTab } from "../panels/charts.js";
import { ChatTab } from "../panels/chatpanel.js";
import { ClockBar } from "../panels/overmap/clockbar.js";
import { AnswerDialog } from "../dialogs/answers.js";
import { Dialogs, Handover, Menu, MomentCard, Notices, Trouble } from "../dialogs/dialogs.js";
import { EndDialog } from "../dialogs/ending.js";
import { TimeDialog } from "../dialogs/timing.js";
import { html, render, useEffect, useRef, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { NumbersTab } from "../panels/figures.js";
import { GuideMarks, GuidePanel } from "../panels/overmap/guidepanel.js";
import { handleKey } from "../store/orders/keys.js";
import { sideColour } from "../map/palette.js";
import { Lens } from "../panels/overmap/lens.js";
import { MapKey } from "../panels/overmap/mapkey.js";
import { OrdersTab, OverSign } from "../panels/panels.js";
import { PastSign, ReplayTab } from "../panels/past/past.js";
import { ReviewTab } from "../panels/past/reviewpanel.js";
import { RulesTab } from "../dialogs/rules.js";
import { Session } from "../store/session.js";
import { StageBeside, StageOver } from "../panels/overmap/stagepanel.js";
import { momentAddress, readFragment } from "../store/storage.js";
import { flashing, Strip } from "../panels/strip.js";
import { Legend, Minimap, Toolbar } from "../panels/overmap/toolbar.js";
import { WordTip } from "../elements/words.js";
import { Tooltip } from "../panels/overmap/tooltip.js";
import { WordsButton, WordsPanel } from "../panels/overmap/wordspanel.js";
import { UnitsTab } from "../panels/units.js";

/** @typedef {import("../store/page.js").TabName} TabName */

const TABS = /** @type {Record<TabName, [string, any]>} */ ({
  orders: ["Orders", OrdersTab], units: ["Units", UnitsTab], rules: ["Rules", RulesTab],
  replay: ["Replay", ReplayTab], review: ["Review", ReviewTab], numbers: ["Numbers", NumbersTab], charts: ["Charts", ChartsTab],
  chat: ["Chat", ChatTab],
});

const KEYS_TO_MAP = ".tools button, .legend button, .orders button, .work > section:not(.armySetup) button, .guide button, "
  + ".replay button, .armySetup .palette button, .aim button, [role=tab]";

/** @param {{session: Session}} props */
function Banner({ session }) {
  const { view } = session;
  if (session.replay.active) return html`<${PastSign} session=${session} />`;
  if (session.hint.shown) {
    return html`<div class="banner past" data-testid="hint-banner"><span>A hint: nothing is ordered</span>
      <button onClick=${() => session.hint.close()}>Back</button></div>`;
  }
  if (session.thoughts.shown) {
    const { believed } = session.thoughts;
    return html`<div class="banner past" data-testid="thought-banner"><span>${believed ? "What was believed then"
      : "A plan that was not played"}</span>
      <button onClick=${() => session.thoughts.close()}>To the end</button></div>`;
  }
  if (view && session.result) return html`<${OverSign} session=${session} />`;
  if (!view || session.handover !== null || session.selection.orderAim.active) return null;
  return html`<div class=${`banner ${session.acting ? "acting" : ""}`} data-testid="banner">
    ${view.title}</div>`;
}

/** @param {{session: Session}} props */
function Side({ session }) {
  const [large, setLarge] = useState(false);
  const names = session.tabs;
  const [, Tab] = TABS[session.tab];
  /** @param {KeyboardEvent} event @param {number} i */
  const key = (event, i) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const name = names[(i + step + names.length) % names.length];
    session.openTab(name);
    document.getElementById(`tab-${name}`)?.focus();
    event.preventDefault();
  };
  return html`<aside class=${`side ${large ? "large" : ""}`} aria-label="Panels">
    <div class="tabs"><div role="tablist" class=${names.length > 4 ? "many" : ""} aria-label="Panels">${names.map((name, i) => html`<button
      key=${name} id=${`tab-${name}`} role="tab" aria-selected=${session.tab === name}
      aria-controls="panel" tabindex=${session.tab === name ? 0 : -1} title=${`${TABS[name][0]} (${session.board?.board.cycle ? "< >" : i + 1})`}
      data-testid=${`tab-${name}`} onKeyDown=${(/** @type {any} */ event) => key(event, i)}
      onClick=${() => session.openTab(name)}>${TABS[name][0]}${name === "chat" && session.chat.unread > 0 && html`<span class="unread"
      data-testid="unread">${session.chat.unread}<span class="visually-hidden"> new</span></span>`}</button>`)}</div>
      <button class="plain grip" aria-expanded=${large} data-testid="grip"
        aria-label=${large ? "More map" : "More panel"} title=${large ? "More map" : "More panel"}
        onClick=${() => setLarge(!large)}><${Icon} name=${large ? "down" : "up"} /></button>
    </div>
    <${GuidePanel} session=${session} />
    <${ClockBar} session=${session} />
    <${StageBeside} session=${session} />
    <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${session.tab}`}>
      <${Tab} session=${session} /></div>
  </aside>`;
}

/** Make a component anew whenever it is told to, once a task. @param {Set<() => void>} told */
function useRedraw(told) {
  const [, redraw] = useState(0);
  useEffect(() => {
    let asked = false;
    const listener = () => {
      if (asked) return;
      asked = true;
      queueMicrotask(() => {
        asked = false;
        redraw((count) => count + 1);
      });
    };
    told.add(listener);
    return () => void told.delete(listener);
  }, []);
}

/** What moves with the map. @param {{session: Session}} props */
function OverMap({ session }) {
  useRedraw(session.followers);
  return html`<${Menu} session=${session} />
    <${Tooltip} session=${session} />
    <${Lens} session=${session} />
    <${StageOver} session=${session} />
    <${GuideMarks} session=${session} />
    <${MomentCard} session=${session} />`;
}

/** @param {{session: Session}} props */
function Table({ session }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  useRedraw(session.listeners);
  useEffect(() => {
    if (canvas.current) session.attach(canvas.current);
    flashing(session);
    addEventListener("keydown", (event) => handleKey(session, event));
    // After a click with the mouse the keys are the map's again, and not the button's.
    addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest?.(KEYS_TO_MAP);
      if (event.detail > 0 && button) canvas.current?.focus({ preventScroll: true });
    });
  }, []);
  const colour = session.seat !== null && session.seat >= 0
    ? sideColour(session.board?.board.sides ?? [], session.seat) : "var(--muted)";
  const mode = session.replay.active ? "past" : session.acting ? "acting" : "";
  const mapless = session.board?.board.places.length === 0;
  return html`<${WordsButton} session=${session} /><${Bar} session=${session} />
    <main class=${`table ${mapless ? "mapless" : ""}`}>
      <div class=${`map ${mode} ${session.orderSender.busy ? "busy" : ""}`} aria-busy=${session.orderSender.busy} style=${{ "--side": colour }}>
        <canvas ref=${canvas} data-testid="map" tabindex="0" role="application"
          aria-label="Map. Arrow keys move the cursor, Space chooses the next unit, Enter orders. The Units tab lists what is on it."
          onPointerDown=${(/** @type {PointerEvent} */ event) => session.selection.pointedBy(event.pointerType)}
          onPointerMove=${(/** @type {PointerEvent} */ event) => session.selection.pointedBy(event.pointerType)}
          ></canvas>
        <div class="over"><${Banner} session=${session} /><${AimBar} session=${session} /></div>
        <${Toolbar} session=${session} />
        <${Legend} session=${session} />
        <${MapKey} session=${session} />
        <${Minimap} session=${session} />
        <${Strip} session=${session} />
        <${OverMap} session=${session} />
        <${WordsPanel} session=${session} />
      </div>
      <${Side} session=${session} />
    </main>
    <div class="visually-hidden" aria-live="polite" data-testid="live">${session.said}</div>
    <${Handover} session=${session} />
    <${Trouble} session=${session} />
    <${Dialogs} session=${session} />
    <${AnswerDialog} session=${session} />
    <${EndDialog} session=${session} />
    <${TimeDialog} session=${session} />
    <${Notices} session=${session} />
    <${WordTip} session=${session} />`;
}

/** Points and states for tests and scripts; nothing that the page does not show.
 * @param {Session} session */
function describe(session) {
  return {
    /** @param {string} id */
    placePoint: (id) => {
      const point = session.map?.point(id);
      const box = session.map?.canvas.getBoundingClientRect();
      return point && box ? { x: point.x + box.left, y: point.y + box.top } : null;
    },
    places: () => session.board?.board.places.map(({ id }) => id) ?? [],
    targets: () => [...session.selection.targets().entries()].map(([place, offers]) =>
      ({ place, kinds: offers.map((offer) => offer.kind) })),
    counters: () => (session.view?.counters ?? []).map(({ id, side, place, known, name }) =>
      ({ id, side, place, known, name })),
    orderable: () => session.selection.orderable(),
    forms: () => session.offers.map((offer) => offer.typed),
    title: () => session.view?.title ?? "",
    reading: () => session.overlays.scene(),
    /** For how long Enter is taken for a late press. @param {number} ms */
    setLate: (ms) => {
      session.presenter.lateMs = ms;
    },
    state: () => ({
      seat: session.seat, playing: session.playing, busy: session.orderSender.busy, open: session.open,
      over: session.result !== null, tab: session.tab, past: session.replay.active,
      at: session.replay.at, log_length: session.replay.last, undo: session.undo,
      mustAct: session.now?.must_act ?? false, handover: session.handover,
      selected: session.selection.selected, group: session.selection.stackChoice.others, cursor: session.selection.hover,
      log: session.log.length, marks: session.view?.marks.length ?? 0,
      type: session.armySetup.type, asked: session.orderSender.asked?.kind ?? "",
      played: session.presenter.played?.news.map(({ number }) => number) ?? [],
    }),
    /** Where the order being aimed may point: places, or null for everywhere. */
    aim: () => {
      const region = session.selection.scene().aim;
      return region && { look: region.look, places: region.places && [...region.places] };
    },
    /** The counters of the stack that is spread out, and where; null for none. */
    fan: () => {
      const box = session.map?.canvas.getBoundingClientRect();
      const fan = session.map?.fan();
      return fan && box ? fan.cells.map(({ counter, x, y }) => ({ id: counter.id, x: x + box.left, y: y + box.top })) : null;
    },
    /** The dice that are shown: of what, and how many rounds. */
    stage: () => {
      const { scene } = session.stage;
      return scene && { contest: scene.contest?.cause?.text ?? "", rounds: scene.contest?.rounds.length ?? 0,
        thrown: scene.thrown?.text ?? "" };
    },
    /** The step of the guide that waits, its number, and of how many. */
    guide: () => session.guide.step && { ...session.guide.step, number: session.guide.at, of: session.guide.steps.length },
    menu: () => session.selection.menu?.offers.map((offer) => offer.kind) ?? null,
  };
}

const { tokens, sought } = readFragment(location.hash.slice(1));
if (tokens.length === 0) location.replace("/");
else {
  const session = new Session(tokens);
  session.replay.sought = sought;
  window.hexfront = describe(session);
  addEventListener("hashchange", () => location.reload());
  render(html`<${Table} session=${session} />`, document.body);
  history.replaceState(null, "", location.search + momentAddress(tokens, sought?.at ?? null, sought?.seat ?? null));
}
