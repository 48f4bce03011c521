/** All that a scenario says beside its map and its units, as a form. */
import { RecordFields } from "./form.js";
import { html } from "../elements/dom.js";
import { parts } from "./patch.js";
import { formOf, inWords, resolved } from "./schema.js";

/** @param {{draft: import("./draft.js").Draft, forms: import("../../types").DraftForms}} props */
export function ScenarioTab({ draft, forms }) {
  const root = forms.schema_of_scenario;
  const roles = Object.keys(draft.documents);
  return html`<div class="forms">${roles.map((role) => {
    const found = resolved(root, formOf(forms, role), draft.documents[role]);
    const listed = forms.force_lists.filter((list) => list.role === role && parts(list.at).length === 1).map(({ at }) => at.slice(1));
    return html`<section key=${role} class="card" aria-labelledby=${`role-${role}`}><h2 id=${`role-${role}`}>${inWords(role)}</h2>
      ${found.description && html`<p class="muted">${found.description.replaceAll(/\s+/g, " ")}</p>`}
      <${RecordFields} draft=${draft} role=${role} root=${root} schema=${found} found=${found} path="" name=${role}
        value=${draft.documents[role]} without=${[...listed, ...(role === "scenario" ? roles : [])]} /></section>`;
  })}</div>`;
}
