/** On the home page: one's drafts, beginning another, and installed packs. */
import { Draft, draftAddress, keepToken, keptTokens } from "../editor/draft.js";
import { html, useEffect, useState } from "../elements/dom.js";
import { get, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").DraftList} DraftList */
/** @typedef {import("../../types").DraftInfo} DraftInfo */
/** @typedef {import("../../types").PackList} PackList */

const EMPTY = " empty";

/** @param {{systems: SystemInfo[], changed: () => void}} props `changed`: there are other scenarios now */
export function MakeScenario({ systems, changed }) {
  const [list, setList] = useState(/** @type {DraftList | null} */ (null));
  const [problem, setProblem] = useState("");
  const read = () => post("/api/drafts/mine", { tokens: Object.values(keptTokens()) }).then(setList).catch(() => {});
  useEffect(() => void read(), []);
  if (!list?.allowed) return null;
  const attempt = (/** @type {() => Promise<any>} */ task) => {
    setProblem("");
    task().then(read).catch((error) => setProblem(words(error)));
  };
  return html`<section class="card" aria-labelledby="make-title" data-testid="make">
    <h2 id="make-title">Make a scenario</h2>
    <p class="muted">Draw the map, place the units, let machines try it, play it, and send it to friends.</p>
    ${list.drafts.length > 0 && html`<ul class="drafts">${list.drafts.map((draft) => html`<${DraftLine} key=${draft.id} draft=${draft}
      system=${systems.find(({ name }) => name === draft.system)?.title ?? draft.system} attempt=${attempt} />`)}</ul>`}
    <${Begin} systems=${systems} failed=${setProblem} />
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${list.owner && html`<${Packs} changed=${changed} />`}
  </section>`;
}

/** @param {{draft: DraftInfo, system: string, attempt: (task: () => Promise<any>) => void}} props */
function DraftLine({ draft, system, attempt }) {
  const [renaming, setRenaming] = useState(false);
  const [sure, setSure] = useState(false);
  const { key } = new Draft(draft.id, keptTokens()[draft.id]);
  return html`<li>${renaming ? html`<input type="text" maxlength="80" value=${draft.name} aria-label="Name" data-testid="draft-name"
      onChange=${(/** @type {any} */ event) => {
        const name = event.target.value.trim();
        setRenaming(false);
        if (name) attempt(() => post("/api/drafts/{draft}/name", { name }, key));
      }} />` : html`<a href=${draftAddress(draft.id)} data-testid="draft">${draft.name}</a>`}
    <span class="muted">${system}, ${new Date(draft.changed).toLocaleString()}</span>
    <span class="buttons"><button data-testid="rename-draft" onClick=${() => setRenaming(!renaming)}>Rename</button>
      <button data-testid="copy-draft" onClick=${() => attempt(async () => {
        const made = await post("/api/drafts/{draft}/copy", { name: `${draft.name} (copy)`.slice(0, 80) }, key);
        keepToken(made.draft, made.token);
      })}>Copy</button>
      ${sure ? html`<button data-testid="delete-sure" onClick=${() => attempt(() => post("/api/drafts/{draft}/delete", { tokens: [] }, key))}>Delete it for good</button>
        <button onClick=${() => setSure(false)}>Keep it</button>`
        : html`<button data-testid="delete-draft" onClick=${() => setSure(true)}>Delete</button>`}</span></li>`;
}

/** @param {{systems: SystemInfo[], failed: (problem: string) => void}} props */
function Begin({ systems, failed }) {
  const [name, setName] = useState("");
  const [from, setFrom] = useState(`${systems[0].name}/${systems[0].scenarios[0]?.name ?? ""}`);
  const [columns, setColumns] = useState(20);
  const [rows, setRows] = useState(15);
  const [chosen, scenario] = from.split("/", 2);
  const begin = async () => {
    failed("");
    const system = chosen || systems[0].name;
    const empty = scenario === EMPTY;
    const like = systems.find((one) => one.name === system)?.scenarios.find((one) => one.name === scenario);
    try {
      const made = await post("/api/drafts", { system, scenario: empty ? "" : scenario ?? "",
        name: name.trim() || (empty ? "New scenario" : like?.title ?? "New scenario"), ...(empty ? { columns, rows } : {}) });
      keepToken(made.draft, made.token);
      location.assign(draftAddress(made.draft));
    } catch (error) {
      failed(words(error));
    }
  };
  return html`<form class="begin" onSubmit=${(/** @type {Event} */ event) => {
    event.preventDefault();
    void begin();
  }}>
    <label>Name <input type="text" maxlength="80" value=${name} data-testid="new-name" onInput=${(/** @type {any} */ event) => setName(event.target.value)} /></label>
    <label>Begin with <select value=${from} data-testid="begin-with" onChange=${(/** @type {any} */ event) => setFrom(event.target.value)}>
      ${systems.map((system) => html`<optgroup key=${system.name} label=${system.title}>
        ${system.scenarios.map((one) => html`<option key=${one.name} value=${`${system.name}/${one.name}`}>A copy of ${one.title}</option>`)}
        ${system.map_sizes && html`<option value=${`${system.name}/${EMPTY}`}>An empty map</option>`}</optgroup>`)}</select></label>
    ${scenario === EMPTY && html`<label>Columns <input type="number" min="1" max="999" value=${columns} data-testid="columns"
        onChange=${(/** @type {any} */ event) => setColumns(Number(event.target.value))} /></label>
      <label>Rows <input type="number" min="1" max="999" value=${rows} data-testid="rows"
        onChange=${(/** @type {any} */ event) => setRows(Number(event.target.value))} /></label>`}
    <button class="primary" data-testid="begin">Make it</button></form>`;
}

/** Installed packs, and installing by dragging a file here. @param {{changed: () => void}} props */
function Packs({ changed }) {
  const [list, setList] = useState(/** @type {PackList | null} */ (null));
  const [said, setSaid] = useState("");
  const [over, setOver] = useState(false);
  useEffect(() => void get("/api/packs").then(setList).catch(() => {}), []);
  const install = async (/** @type {File | undefined} */ file) => {
    if (!file) return;
    setSaid(`Checking ${file.name} …`);
    try {
      const found = await post("/api/packs", file);
      setList(found);
      setSaid([`${file.name} is installed.`, ...found.warnings].join(" "));
      changed();
    } catch (error) {
      setSaid(words(error));
    }
  };
  const remove = async (/** @type {string} */ name) => {
    setList(await post("/api/packs/remove", { name }));
    setSaid(`${name} is taken away.`);
    changed();
  };
  return html`<div class=${`packs ${over ? "over" : ""}`} data-testid="packs"
      onDragOver=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(true);
      }} onDragLeave=${() => setOver(false)}
      onDrop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        setOver(false);
        void install(event.dataTransfer?.files[0]);
      }}>
    <h3>Packs</h3>
    ${list && list.packs.length > 0 && html`<ul class="drafts">${list.packs.map((pack) => html`<li key=${pack.name}><b>${pack.title}</b>
      <span class="muted">${pack.name} ${pack.version}, ${pack.scenarios.length} ${pack.scenarios.length === 1 ? "scenario" : "scenarios"}</span>
      <span class="buttons"><button data-testid=${`remove-${pack.name}`} onClick=${() => remove(pack.name).catch((error) => setSaid(words(error)))}>Uninstall</button></span></li>`)}</ul>`}
    <p class="muted">Drag a pack (.hexpack) of somebody's scenarios here, or <label class="button" tabindex="-1">choose one
      <input type="file" accept=".hexpack" class="hidden" data-testid="open-pack" onChange=${(/** @type {any} */ event) => install(event.target.files?.[0])} /></label></p>
    <p role="status" data-testid="pack-said">${said}</p></div>`;
}
