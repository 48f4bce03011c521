/** What the rules say of units as they stand: reach and other overlays on the map, odds of two of them. */
import { html, useEffect, useState } from "../elements/dom.js";
import { get, words } from "../transport/requests.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").DraftPreviews} DraftPreviews */
/** @typedef {import("../../types").OverlayReading} OverlayReading */
/** @typedef {import("../../types").PreviewOdds} PreviewOdds */

/** @param {{draft: Draft, counter: Counter | null, show: (reading: OverlayReading | null) => void}} props
 * `counter`: that of the chosen unit, where it stands on the map. */
export function Previews({ draft, counter, show }) {
  const [known, setKnown] = useState(/** @type {DraftPreviews | null} */ (null));
  const [overlay, setOverlay] = useState("");
  const [reading, setReading] = useState(/** @type {OverlayReading | null} */ (null));
  const [problem, setProblem] = useState("");
  const { view, sound } = draft;
  useEffect(() => void get("/api/drafts/{draft}/previews", draft.key).then(setKnown).catch(() => {}), [view, sound]);
  const chosen = known?.overlays.find(({ name }) => name === overlay);
  const subject = chosen?.of_counter ? counter?.id ?? "" : "";
  const asked = chosen && sound && (subject || !chosen.of_counter) ? overlay : "";
  useEffect(() => {
    let ended = false;
    const take = (/** @type {OverlayReading | null} */ found, said = "") => {
      if (ended) return;
      setReading(found);
      setProblem(said);
      show(found);
    };
    if (!asked) take(null);
    else get("/api/drafts/{draft}/reading", draft.key, { overlay: asked, subject }).then((found) => take(found.reading), (error) => take(null, words(error)));
    return () => {
      ended = true;
    };
  }, [asked, subject, view]);
  if (!sound) return html`<p class="muted" data-testid="no-preview">Reach and odds are shown when the draft can be played: see the problems.</p>`;
  if (!known?.overlays.length && !known?.pairs) return null;
  return html`<section class="previews" aria-labelledby="previews-title"><h2 id="previews-title">What the rules say${counter ? ` of ${counter.name}` : ""}</h2>
    <label>Show on the map <select value=${overlay} data-testid="overlay" onChange=${(/** @type {any} */ event) => setOverlay(event.target.value)}>
      <option value="">nothing</option>${known.overlays.map((one) => html`<option key=${one.name} value=${one.name}>${one.title}</option>`)}</select></label>
    ${chosen && html`<p class="muted">${chosen.description}</p>`}
    ${chosen?.of_counter && !counter && html`<p class="muted">Choose a unit that stands on the map.</p>`}
    ${problem && html`<p class="problem" role="status">${problem}</p>`}
    ${reading && html`<p role="status" data-testid="reading">${reading.caption}</p>`}
    ${known.pairs && counter && html`<${Odds} key=${counter.id} draft=${draft} counter=${counter} />`}
  </section>`;
}

/** @param {{draft: Draft, counter: Counter}} props */
function Odds({ draft, counter }) {
  const [target, setTarget] = useState("");
  const [odds, setOdds] = useState(/** @type {PreviewOdds | null} */ (null));
  const [problem, setProblem] = useState("");
  const targets = (draft.view?.counters ?? []).filter((one) => one.side !== counter.side && one.place);
  useEffect(() => {
    let ended = false;
    if (!target) setOdds(null);
    else {
      get("/api/drafts/{draft}/odds", draft.key, { attacker: counter.id, defender: target }).then((found) => {
        if (ended) return;
        setOdds(found);
        setProblem("");
      }, (error) => {
        if (ended) return;
        setOdds(null);
        setProblem(words(error));
      });
    }
    return () => {
      ended = true;
    };
  }, [target, draft.view]);
  if (!targets.length) return null;
  return html`<label>It attacks <select value=${target} data-testid="target" onChange=${(/** @type {any} */ event) => setTarget(event.target.value)}>
      <option value="">nobody</option>${targets.map((one) => html`<option key=${one.id} value=${one.id}>${one.name} at ${one.place}</option>`)}</select></label>
    ${problem && html`<p class="problem" role="status">${problem}</p>`}
    ${odds && html`<div data-testid="odds"><p>${odds.title}</p>
      <ul class="reasons">${odds.sides.map((side) => html`<li key=${side.name}>${side.name}: ${side.total}${side.shares.length
        ? ` (${side.shares.map(([amount, source, clause]) => `${amount} ${source}${clause && !source.includes(clause) ? ` ${clause}` : ""}`).join(", ")})` : ""}</li>`)}</ul>
      ${odds.chances.length > 0 && html`<table class="won"><caption class="visually-hidden">What may come of it</caption><tbody>${odds.chances.map((one) =>
        html`<tr key=${one.result}><th scope="row">${one.result}</th><td>${(100 * one.chance).toFixed(1)} %</td></tr>`)}</tbody></table>`}
      ${odds.means.map((one) => html`<p key=${one.result}>${one.result}: ${one.chance.toFixed(2)}</p>`)}
      ${odds.courses.map((course) => html`<table class="won" key=${course.title}><caption>${course.title}</caption>
        <thead><tr>${course.headings.map((head) => html`<th scope="col" key=${head}>${head}</th>`)}</tr></thead>
        <tbody>${course.rows.map((row, at) => html`<tr key=${at}>${row.map((cell, i) => html`<td key=${i}>${cell}</td>`)}</tr>`)}</tbody></table>`)}
      ${odds.notes.map((note) => html`<p class="muted" key=${note}>${note}</p>`)}</div>`}`;
}
