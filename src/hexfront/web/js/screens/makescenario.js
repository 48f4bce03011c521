/** On the home page: one's drafts, beginning another, and installed packs. */
import { Draft, draftAddress, keepToken, keptTokens } from "../editor/draft.js";
import { html, useEffect, useState } from "../elements/dom.js";
import { get, getBy, post, words } from "../transport/requests.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").DraftList} DraftList */
/** @typedef {import("../../types").DraftInfo} DraftInfo */
/** @typedef {import("../../types").PackList} PackList */
/** @typedef {import("../../types").BlankQuestionInfo} BlankQuestion */

const EMPTY = " empty";

/** @param {{systems: SystemInfo[], changed: () => void}} props `changed`: there are other scenarios now */
export function MakeScenario({ systems, changed }) {
  const [list, setList] = useState(/** @type {DraftList | null} */ (null));
  const [problem, setProblem] = useState("");
  const read = () => getBy("/api/drafts/mine", { tokens: Object.values(keptTokens()) }).then(setList).catch(() => {});
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
  /** What has been typed, by question. */
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const [chosen, scenario] = from.split("/", 2);
  const blank = scenario === EMPTY ? systems.find((one) => one.name === chosen)?.blank : null;
  const begin = async () => {
    failed("");
    const system = chosen || systems[0].name;
    const like = systems.find((one) => one.name === system)?.scenarios.find((one) => one.name === scenario);
    try {
      const made = await post("/api/drafts", { system, scenario: blank ? "" : scenario ?? "",
        name: name.trim() || (like?.title ?? "New scenario"), ...(blank ? { blank: answersOf(blank, typed) } : {}) });
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
    <label>Begin with <select value=${from} data-testid="begin-with" onChange=${(/** @type {any} */ event) => {
      setFrom(event.target.value);
      setTyped({});
    }}>
      ${systems.map((system) => html`<optgroup key=${system.name} label=${system.title}>
        ${system.scenarios.map((one) => html`<option key=${one.name} value=${`${system.name}/${one.name}`}>A copy of ${one.title}</option>`)}
        ${system.blank && html`<option value=${`${system.name}/${EMPTY}`}>${system.blank.title}: ${system.title}</option>`}</optgroup>`)}</select></label>
    ${blank?.questions.map((one) => html`<${Question} key=${chosen + one.name} question=${one} text=${typed[one.name]}
      type=${(/** @type {string} */ text) => setTyped({ ...typed, [one.name]: text })} />`)}
    <button class="primary" data-testid="begin">Make it</button>
    ${blank && html`<p class="muted" data-testid="blank-about">${blank.about}</p>`}</form>`;
}

/** A number, or names with commas between them. @param {{question: BlankQuestion, text: string | undefined, type: (text: string) => void}} props */
function Question({ question, text, type }) {
  const { name, title, usual, least, most, step } = question;
  const onInput = (/** @type {any} */ event) => type(event.target.value);
  if (typeof usual === "number") {
    return html`<label title=${`${least} to ${most}`}>${title} <input type="number" required min=${least} max=${most} step=${step} value=${text ?? usual}
      data-testid=${name} onInput=${onInput} /></label>`;
  }
  return html`<label class="names" title=${`${least} to ${most} names, with commas between them`}>${title}
    <input type="text" required value=${text ?? usual.join(", ")} data-testid=${name} onInput=${onInput} /></label>`;
}

/** What has been typed, as the server takes it. @param {import("../../types").BlankInfo} blank @param {Record<string, string>} typed
 * @returns {Record<string, number | string[]>} */
function answersOf(blank, typed) {
  return Object.fromEntries(blank.questions.filter(({ name }) => typed[name] !== undefined).map(({ name, usual }) => [name,
    typeof usual === "number" ? Number(typed[name]) : typed[name].split(",").map((one) => one.trim()).filter(Boolean)]));
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
