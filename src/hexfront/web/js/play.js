/** The page of a table. */
import { Dialogs, Handover, Menu, MomentCard, Notices, Outcome } from "./dialogs.js";
import { html, render, useEffect, useRef, useState } from "./dom.js";
import { ChosenCounter, Log, Orders, SideChip, Tooltip, Tracks } from "./panels.js";
import { Session } from "./session.js";
import { tableAddress } from "./storage.js";
import { theme, toggleTheme } from "./theme.js";

/** @param {{session: Session}} props */
function Bar({ session }) {
  const { board } = session;
  const [dark, setDark] = useState(theme() === "dark");
  return html`<header class="bar">
    <a class="home" href="/" title="Home" aria-label="Home"><svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z" /></svg></a>
    <div class="names"><h1>${board?.title ?? "Hexfront"}</h1>
      <span class="muted">${board?.system.title}</span></div>
    ${session.seat !== null && html`<span class="seat" data-testid="seat">
      <${SideChip} session=${session} side=${session.seat} /></span>`}
    <${Tracks} session=${session} />
    <nav>
      ${!session.open && html`<span class="lost" data-testid="lost">connecting …</span>`}
      <button onClick=${() => session.openDialog("rules")} title="The rules">Rules</button>
      <button onClick=${() => session.openDialog("help")} title="Help (?)"
        data-testid="help">Help</button>
      <button title=${dark ? "Light colours" : "Dark colours"} data-testid="theme"
        aria-label=${dark ? "Light colours" : "Dark colours"} onClick=${() => {
          toggleTheme();
          setDark(theme() === "dark");
        }}>${dark ? "☀" : "☾"}</button>
    </nav>
  </header>`;
}

/** @param {{session: Session}} props */
function Banner({ session }) {
  const { view } = session;
  if (!view || session.result || session.handover !== null) return null;
  if (session.playing) return html`<div class="banner playing">${view.title}</div>`;
  return html`<div class=${`banner ${view.must_act ? "acting" : ""}`} data-testid="banner">
    ${view.title}</div>`;
}

/** @param {{session: Session}} props */
function Table({ session }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [, redraw] = useState(0);
  useEffect(() => {
    let asked = false;
    session.listeners.add(() => {
      if (asked) return;
      asked = true;
      queueMicrotask(() => {
        asked = false;
        redraw((count) => count + 1);
      });
    });
    if (canvas.current) session.attach(canvas.current);
    addEventListener("keydown", (event) => session.key(event));
  }, []);
  return html`<${Bar} session=${session} />
    <main class="table">
      <div class="map">
        <canvas ref=${canvas} data-testid="map" tabindex="0"
          aria-label="Map. Space chooses the next unit."></canvas>
        <${Banner} session=${session} />
        <div class="zoom">
          <button title="Zoom in (+)" aria-label="Zoom in" onClick=${() => session.map?.zoom(1.3)}>+</button>
          <button title="Zoom out (−)" aria-label="Zoom out" onClick=${() => session.map?.zoom(0.77)}>−</button>
          <button title="Show the whole map (F)" aria-label="Show the whole map"
            onClick=${() => session.map?.fit()}>⤢</button>
        </div>
        <${Menu} session=${session} />
        <${Tooltip} session=${session} />
        <${MomentCard} session=${session} />
      </div>
      <aside class="side">
        <${Outcome} session=${session} />
        <${Orders} session=${session} />
        <${ChosenCounter} session=${session} />
        <${Log} session=${session} />
      </aside>
    </main>
    <${Handover} session=${session} />
    <${Dialogs} session=${session} />
    <${Notices} session=${session} />`;
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
    targets: () => [...session.targets().entries()].map(([place, offers]) =>
      ({ place, kinds: offers.map((offer) => offer.kind) })),
    counters: () => (session.view?.counters ?? []).map(({ id, side, place }) => ({ id, side, place })),
    orderable: () => session.orderable(),
    title: () => session.view?.title ?? "",
    state: () => ({
      seat: session.seat, playing: session.playing, busy: session.busy, open: session.open,
      over: session.result !== null,
      mustAct: session.view?.must_act ?? false, handover: session.handover, selected: session.selected,
      log: session.log.length, marks: session.view?.marks.length ?? 0,
    }),
  };
}

const tokens = location.hash.slice(1).split(".").filter(Boolean);
if (tokens.length === 0) location.replace("/");
else {
  const session = new Session(tokens);
  window.hexfront = describe(session);
  addEventListener("hashchange", () => location.reload());
  render(html`<${Table} session=${session} />`, document.body);
  history.replaceState(null, "", tableAddress(tokens));
}
