/** The page of the editor. */
import { shownMap } from "../editor/boardview.js";
import { Draft, keepToken, keptTokens } from "../editor/draft.js";
import { Forces, inForces } from "../editor/forces.js";
import { HistoryTab } from "../editor/historytab.js";
import { MapEditor, shownMapEdit } from "../editor/mapeditor.js";
import { Problems } from "../editor/problems.js";
import { ScenarioTab } from "../editor/scenariotab.js";
import { TestTab } from "../editor/testtab.js";
import { TextTab } from "../editor/texttab.js";
import { html, render, useEffect, useState } from "../elements/dom.js";
import { ThemeIcon } from "../elements/icons.js";
import { useDark } from "../elements/masthead.js";
import { toggleTheme } from "../map/theme.js";
import { get } from "../transport/requests.js";

/** @typedef {"map" | "forces" | "scenario" | "text" | "test" | "history"} TabName */

const TABS = /** @type {Record<TabName, [string, any]>} */ ({
  map: ["Map", MapEditor], forces: ["Forces", Forces], scenario: ["Scenario", ScenarioTab],
  text: ["Text", TextTab], test: ["Test", TestTab], history: ["History", HistoryTab],
});
const NAMES = /** @type {TabName[]} */ (Object.keys(TABS));
const SAVED = { saved: "Saved", saving: "Saving …", away: "The server does not answer; kept in this browser" };

/** @param {{draft: Draft}} props */
function Editor({ draft }) {
  const dark = useDark();
  const [tab, setTab] = useState(/** @type {TabName} */ ("map"));
  const [forms, setForms] = useState(/** @type {import("../../types").DraftForms | null} */ (null));
  const [, redraw] = useState(0);
  useEffect(() => {
    if (draft.info) get("/api/drafts/{draft}/forms", draft.key).then(setForms).catch(() => {});
  }, [draft.info?.system]);
  const { sought } = draft;
  useEffect(() => {
    if (!sought || !forms || tab === "text") return;
    if (inForces(forms, sought.role, sought.pointer)) setTab("forces");
    else if (sought.role === "scenario") setTab("scenario");
    else setTab("map");
  }, [sought]);
  useEffect(() => draft.subscribe(() => redraw((count) => count + 1)), []);
  useEffect(() => {
    const key = (/** @type {KeyboardEvent} */ event) => {
      const field = /** @type {HTMLElement} */ (event.target).closest?.("input, textarea, select");
      if (field || !(event.ctrlKey || event.metaKey) || !["z", "y"].includes(event.key.toLowerCase())) return;
      event.preventDefault();
      void (event.key.toLowerCase() === "y" || event.shiftKey ? draft.redo() : draft.undo());
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, []);
  /** @param {KeyboardEvent} event @param {number} at */
  const onKey = (event, at) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const name = NAMES[(at + step + NAMES.length) % NAMES.length];
    setTab(name);
    document.getElementById(`tab-${name}`)?.focus();
    event.preventDefault();
  };
  const [, Tab] = TABS[tab];
  return html`<header class="editbar">
      <a href="/" aria-label="Hexfront, home"><svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z" /></svg></a>
      <h1>${draft.info?.name ?? "Editor"}</h1>
      <button disabled=${!draft.canUndo} data-testid="undo" title="Undo (Ctrl+Z)" onClick=${() => draft.undo()}>Undo</button>
      <button disabled=${!draft.canRedo} data-testid="redo" title="Redo (Ctrl+Y)" onClick=${() => draft.redo()}>Redo</button>
      <span class="muted" role="status" data-testid="saved">${SAVED[draft.state]}</span>
      <button data-testid="theme" aria-label=${dark ? "Light colours" : "Dark colours"} onClick=${() => toggleTheme()}><${ThemeIcon} dark=${dark} /></button>
    </header>
    ${draft.trouble && html`<section aria-label="Trouble"><p class="problem trouble" role="alert" data-testid="trouble">${draft.trouble}</p></section>`}
    <nav aria-label="Parts of the scenario"><div class="tabs" role="tablist" aria-label="Parts of the scenario">${NAMES.map((name, at) => html`<button key=${name}
      id=${`tab-${name}`} role="tab" aria-selected=${tab === name} aria-controls="panel" tabindex=${tab === name ? 0 : -1}
      data-testid=${`tab-${name}`} onKeyDown=${(/** @type {any} */ event) => onKey(event, at)}
      onClick=${() => setTab(name)}>${TABS[name][0]}</button>`)}</div></nav>
    <main class=${`editor ${tab}`}>
      <div id="panel" role="tabpanel" aria-labelledby=${`tab-${tab}`} tabindex="0">${draft.info && forms && html`<${Tab} draft=${draft} forms=${forms} />`}</div>
      <aside aria-label="Problems"><${Problems} draft=${draft} /></aside>
    </main>`;
}

/** Where a place of the shown map lies on the page, for tests. @param {string} id */
function pointOf(id) {
  const map = shownMap();
  const point = map?.point(id);
  const box = map?.canvas.getBoundingClientRect();
  return point && box ? { x: point.x + box.left, y: point.y + box.top } : null;
}

const [id, token] = location.hash.slice(1).split(".");
if (!id) location.replace("/");
else {
  if (token) {
    keepToken(id, token);
    history.replaceState(null, "", `#${id}`);
  }
  const draft = new Draft(id, token || keptTokens()[id]);
  window.hexfront = {
    draft: () => ({ version: draft.version, documents: draft.documents, problems: draft.problems, state: draft.state,
      loading: draft.boardAsked }),
    place: (/** @type {string} */ id) => pointOf(id),
    map: shownMap,
    mapEditor: shownMapEdit,
  };
  addEventListener("hashchange", () => location.reload());
  render(html`<${Editor} draft=${draft} />`, document.body);
  draft.open().catch((error) => {
    draft.trouble = error instanceof Error ? error.message : String(error);
    draft.changed();
  });
}
