/** The documents of a draft as text, in step with all that is drawn and filled in; and as files. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { inWords } from "./schema.js";
import { get, post, Refused, words } from "../transport/requests.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").DraftTextShown} DraftTextShown */

/** @param {{draft: Draft}} props */
export function TextTab({ draft }) {
  const { writing } = draft;
  const [role, setRole] = useState(writing?.role ?? draft.sought?.role ?? "scenario");
  const [form, setForm] = useState(writing?.form ?? "toml");
  const [shown, setShown] = useState(/** @type {DraftTextShown | null} */ (null));
  const [problem, setProblem] = useState("");
  const area = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const own = writing?.text ?? null;
  useEffect(() => {
    let ended = false;
    void draft.last.then(() => get("/api/drafts/{draft}/text", draft.key, { role, form })).then((found) => {
      if (ended) return;
      setShown(found);
      draft.catchUp(found.version);
    }).catch((error) => {
      if (!ended) setProblem(error.message);
    });
    return () => {
      ended = true;
    };
  }, [role, form, draft.version]);
  const lines = (own ?? shown?.text ?? "").split("\n").length;
  const goTo = (/** @type {number} */ line) => {
    const text = area.current;
    if (!text) return;
    const start = text.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const end = text.value.indexOf("\n", start);
    text.focus();
    text.setSelectionRange(start, end < 0 ? text.value.length : end);
    text.scrollTop = (line - 4) * (text.scrollHeight / lines);
  };
  const show = (/** @type {string} */ nextRole, /** @type {"toml" | "json"} */ nextForm) => {
    if (nextRole === role && nextForm === form) return;
    setRole(nextRole);
    setForm(nextForm);
    setShown(null);
    setProblem("");
  };
  /** What is typed is kept from the first letter on; the server's text comes in its place only when it is taken. */
  const type = (/** @type {string} */ text) => draft.write({ role, form, text, version: writing?.version ?? shown?.version ?? draft.version });
  const take = async () => {
    setProblem("");
    try {
      const text = await draft.take();
      setShown({ version: draft.version, text, lines: [] });
    } catch (error) {
      const since = error instanceof Refused ? error.since : [];
      setProblem(since.length ? `Changed meanwhile elsewhere: ${since.join("; ")}. To take your text over again replaces that.`
        : error instanceof Error ? error.message : String(error));
      const line = error instanceof Refused ? /line (\d+)/.exec(error.message) : null;
      if (line) goTo(Number(line[1]));
    }
  };
  return html`<div class="writing">
    <p class="buttons"><span role="group" aria-label="Document">${Object.keys(draft.documents).map((name) => html`<button key=${name}
        aria-pressed=${role === name} disabled=${own !== null} data-testid=${`role-${name}`} onClick=${() => show(name, form)}>${inWords(name)}</button>`)}</span>
      <span role="group" aria-label="Form">${/** @type {const} */ (["toml", "json"]).map((name) => html`<button key=${name} aria-pressed=${form === name}
        disabled=${own !== null} data-testid=${`form-${name}`} onClick=${() => show(role, name)}>${name.toUpperCase()}</button>`)}</span>
      <button class="primary" disabled=${own === null} data-testid="take-text" onClick=${take}>Take it over</button>
      <button disabled=${own === null} onClick=${() => {
        draft.write(null);
        setProblem("");
      }}>Discard</button>
      ${writing && writing.version !== draft.version && html`<span class="problem">The draft has changed while you wrote.</span>`}</p>
    ${problem && html`<p class="problem" role="alert" data-testid="text-problem">${problem}</p>`}
    ${shown && shown.lines.length > 0 && html`<ul class="lines">${shown.lines.map(([line, text]) => html`<li key=${text + line}>
      <button class="plain" onClick=${() => goTo(line)}>Line ${line}: ${text}</button></li>`)}</ul>`}
    <textarea ref=${area} spellcheck="false" data-testid="text" aria-label=${`${inWords(role)} as ${form.toUpperCase()}`}
      value=${own ?? shown?.text ?? ""} readonly=${own === null && shown?.version !== draft.version} aria-busy=${shown?.version !== draft.version}
      onInput=${(/** @type {any} */ event) => type(event.target.value)}></textarea>
    <${Files} draft=${draft} />
  </div>`;
}

/** Saving, and a pack for others. @param {{draft: Draft}} props */
function Files({ draft }) {
  const [said, setSaid] = useState("");
  /** The form of files that would take the place of others. */
  const [inTheWay, setInTheWay] = useState(/** @type {"toml" | "json" | null} */ (null));
  const [author, setAuthor] = useState("");
  const [licence, setLicence] = useState("CC-BY-4.0");
  const scenario = draft.documents.scenario ?? {};
  const attempt = async (/** @type {() => Promise<string>} */ task) => {
    setSaid("");
    try {
      await draft.last;
      setSaid(await task());
    } catch (error) {
      setSaid(words(error));
    }
  };
  const save = (/** @type {"toml" | "json"} */ form, replace = false) => attempt(async () => {
    setInTheWay(null);
    const { paths, in_the_way: others } = await post("/api/drafts/{draft}/save", { form, replace }, draft.key);
    if (!others.length) return `Saved: ${paths.join(", ")}`;
    setInTheWay(form);
    return `Nothing is saved: somebody else has written ${others.join(", ")}. Replace that, or give the scenario another name in the tab Scenario.`;
  });
  const pack = () => attempt(async () => {
    setInTheWay(null);
    const name = String(scenario.name ?? "scenario");
    const answer = await fetch(`/api/drafts/${draft.key.draft}/pack`, { method: "POST",
      headers: { "Content-Type": "application/json", ...(draft.key.token ? { "Draft-Token": draft.key.token } : {}) },
      body: JSON.stringify({ name: name.slice(0, 40), title: String(scenario.title ?? name).slice(0, 80), licence, authors: [author] }) });
    if (!answer.ok) throw new Error((await answer.json()).text);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${name}.hexpack`;
    link.click();
    URL.revokeObjectURL(link.href);
    return `${name}.hexpack is made: others drag it onto the home page of their Hexfront.`;
  });
  return html`<section class="card files" aria-labelledby="files-title"><h2 id="files-title">Files</h2>
    <p class="buttons"><button data-testid="save-toml" onClick=${() => save("toml")}>Save as TOML files</button>
      <button data-testid="save-json" onClick=${() => save("json")}>Save as JSON files</button></p>
    <p class="buttons"><label>Author <input type="text" maxlength="80" value=${author} data-testid="author" onInput=${(/** @type {any} */ event) => setAuthor(event.target.value)} /></label>
      <label>Licence <input type="text" maxlength="80" value=${licence} onInput=${(/** @type {any} */ event) => setLicence(event.target.value)} /></label>
      <button disabled=${!author.trim()} data-testid="pack" onClick=${pack}>Make a pack for others</button></p>
    <p role="status" data-testid="said">${said}</p>
    ${inTheWay && html`<p class="buttons"><button data-testid="replace-files" onClick=${() => save(inTheWay, true)}>Replace what is there</button></p>`}</section>`;
}
