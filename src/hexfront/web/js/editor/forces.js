/** The order of battle of a draft: a tree, the map to place units on, and a form for the chosen one. */
import { BoardView, shownMap } from "./boardview.js";
import { html, useState } from "../elements/dom.js";
import { RecordFields } from "./form.js";
import { parts, pointer, valueAt } from "./patch.js";
import { blank, entryName, formOf, inWords, mayLack, resolved, schemaAt, setValue } from "./schema.js";
import { Previews } from "./previews.js";
import { SymbolPicture } from "./symbolfield.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("../../types").ForceListInfo} ForceList */
/** @typedef {import("../../types").DraftForms} DraftForms */
/** @typedef {{list: ForceList, at: number, entry: any}} Unit */

/** @param {Draft} draft @param {ForceList} list @returns {Unit[]} */
function unitsOf(draft, list) {
  const entries = valueAt(draft.documents[list.role], list.at);
  return Array.isArray(entries) ? entries.map((entry, at) => ({ list, at, entry })) : [];
}

/** The members of a unit that are names of its own: what people call it first. @param {ForceList} list */
const namesIn = (list) => (list.name ? [...new Set(["name", list.name])] : []);

/** @param {Unit} unit */
function nameOf({ list, entry, at }) {
  return String(namesIn(list).map((key) => entry?.[key]).find(Boolean) ?? `${entryName({ ...entry, [list.place]: undefined }, at)} ${at + 1}`);
}

/** Where a unit stands in the documents. @param {Unit} unit */
const pathOf = ({ list, at }) => list.at + pointer(at);

/** Put a unit on a place, and nowhere else. @param {Draft} draft @param {Unit} unit @param {string} place */
function put(draft, unit, place) {
  const { list, entry } = unit;
  const value = list.number ? Number(place) : place;
  if (entry?.[list.place] === value) return;
  const path = pathOf(unit);
  const patch = [...setValue(draft.documents[list.role], path + pointer(list.place), value),
    ...list.elsewhere.filter((key) => entry?.[key] !== undefined).map((key) => ({ op: "remove", path: path + pointer(key) }))];
  void draft.change(`${nameOf(unit)} to ${place}`, { [list.role]: patch });
}

/** The unit that a counter of the view is: by its name, or the first where it stands.
 * @param {Unit[]} units @param {import("../../types").Counter} counter */
function unitOf(units, counter) {
  return units.find(({ list, entry }) => list.name && entry?.[list.name] === counter.id)
    ?? units.find(({ list, entry }) => list.name && String(entry?.[list.name]) === counter.name)
    ?? units.find(({ list, entry }) => String(entry?.[list.place] ?? "") === counter.place);
}

/** The counter on the map that is a unit. @param {Draft} draft @param {Unit[]} units @param {Unit} unit */
function counterOf(draft, units, unit) {
  const same = (/** @type {Unit | undefined} */ other) => other?.list === unit.list && other.at === unit.at;
  return draft.view?.counters.find((counter) => counter.place && same(unitOf(units, counter))) ?? null;
}

/** Units as counters where the rules make none, since the draft has problems.
 * @param {Draft} draft @param {Unit[]} units @returns {import("../../types").Counter[]} */
function countersOf(draft, units) {
  const sides = sidesOf(draft);
  return units.map((unit) => {
    const { list, entry } = unit;
    const before = draft.view?.counters.find((counter) => unitOf([unit], counter));
    const side = sides.indexOf(list.side || String(entry?.[list.side_member] ?? ""));
    return { id: before?.id ?? String((list.name && entry?.[list.name]) || nameOf(unit)), name: before?.name ?? nameOf(unit), place: String(entry?.[list.place] ?? ""),
      // Where units do not say whose they are, their kind does, and the rules know it.
      side: side >= 0 ? side : before?.side ?? 0,
      sidc: list.symbol ? String(entry?.[list.symbol] ?? "") : before?.sidc ?? "10031000001211000000",
      known: true, values: before?.values ?? {}, badges: [], sign: before?.sign ?? "", awaited: false };
  });
}

/** @param {{draft: Draft, forms: DraftForms}} props */
export function Forces({ draft, forms }) {
  const [chosen, setChosen] = useState("");
  const [picking, setPicking] = useState("");
  const [dragged, setDragged] = useState(/** @type {Unit | null} */ (null));
  const [reading, setReading] = useState(/** @type {import("../../types").OverlayReading | null} */ (null));
  const lists = forms.force_lists;
  const units = lists.flatMap((list) => unitsOf(draft, list));
  const sought = draft.sought;
  const found = sought && units.find((unit) => unit.list.role === sought.role
    && (sought.pointer === pathOf(unit) || sought.pointer.startsWith(`${pathOf(unit)}/`)));
  const own = found ?? units.find((unit) => unit.list.role + pathOf(unit) === chosen) ?? null;
  const choose = (/** @type {Unit} */ unit) => {
    draft.sought = null;
    setChosen(unit.list.role + pathOf(unit));
  };
  if (!lists.length) return html`<p>Scenarios of this system place no units; what players begin with stands in the tab Scenario.</p>`;
  const places = new Set(draft.board?.places.map(({ id }) => id));
  return html`<div class="forces">
    <div class="battle-order">
      ${lists.map((list) => html`<${Tree} key=${list.role + list.at} draft=${draft} forms=${forms} list=${list}
        own=${own} choose=${choose} drag=${setDragged} />`)}
      <${Previews} draft=${draft} counter=${own && counterOf(draft, units, own)} show=${setReading} />
      ${own && html`<${UnitForm} key=${own.list.role + pathOf(own)} draft=${draft} forms=${forms} unit=${own} picking=${picking}
        pick=${(/** @type {string} */ path) => setPicking(picking === path ? "" : path)} left=${() => setChosen("")} />`}
    </div>
    <div class="board-drop" onDragOver=${(/** @type {DragEvent} */ event) => event.preventDefault()}
      onDrop=${(/** @type {DragEvent} */ event) => {
        event.preventDefault();
        const map = shownMap();
        const box = map?.canvas.getBoundingClientRect();
        const place = map && box ? map.placeAt({ x: event.clientX - box.left, y: event.clientY - box.top }) : "";
        if (dragged && place) put(draft, dragged, place);
        setDragged(null);
      }}>
      <${BoardView} draft=${draft} reading=${reading} units=${countersOf(draft, units)} selected=${own?.list.name ? String(own.entry[own.list.name]) : ""}
        lit=${own && places.has(String(own.entry?.[own.list.place])) ? [String(own.entry[own.list.place])] : []}
        onPlace=${(/** @type {string} */ place) => {
          if (picking && own) {
            setPicking("");
            put(draft, own, place);
            return;
          }
          const here = units.filter(({ list, entry }) => String(entry?.[list.place] ?? "") === place);
          const next = here[(here.findIndex((unit) => unit.list === own?.list && unit.at === own?.at) + 1) % (here.length || 1)];
          if (next) choose(next);
        }}
        onGrab=${(/** @type {string} */ place) => (draft.sound ? draft.view?.counters : countersOf(draft, units))
          ?.find((counter) => counter.place === place)?.id ?? ""}
        onDrop=${(/** @type {string} */ id, /** @type {string} */ place) => {
          const counter = (draft.sound ? draft.view?.counters : countersOf(draft, units))?.find((one) => one.id === id);
          const unit = counter && unitOf(units, counter);
          if (!unit || !place) return;
          choose(unit);
          put(draft, unit, place);
        }} />
    </div>
  </div>`;
}

/** @param {{draft: Draft, forms: DraftForms, list: ForceList, own: Unit | null, choose: (unit: Unit) => void,
 *   drag: (unit: Unit) => void}} props */
function Tree({ draft, forms, list, own, choose, drag }) {
  /** @type {Map<string, Unit[]>} */
  const groups = new Map();
  const keys = [list.side_member, ...list.groups].filter(Boolean);
  for (const unit of unitsOf(draft, list)) {
    const named = (/** @type {string} */ key) => String(unit.entry?.[key] ?? "");
    const name = keys.map((key) => (key === list.side_member && titleOf(draft, named(key))) || inWords(named(key)))
      .filter(Boolean).join(" · ");
    groups.set(name, [...(groups.get(name) ?? []), unit]);
  }
  const add = (/** @type {Unit | undefined} */ like) => {
    const root = forms.schema_of_scenario;
    const schema = schemaAt(root, formOf(forms, list.role), draft.documents[list.role], list.at);
    const entry = like ? structuredClone(like.entry) : blank(root, schema.items ?? {}, draft.documents);
    numberAnew(entry, resolved(root, schema.items ?? {}), unitsOf(draft, list));
    if (!like) {
      const place = draft.board?.places.find(({ terrain }) => !list.barred.includes(String(terrain)))?.id ?? "";
      entry[list.place] = list.number ? Number(place) : place;
      if (list.side_member) entry[list.side_member] = sidesOf(draft)[0] ?? "";
    }
    for (const key of namesIn(list)) {
      if (typeof entry[key] === "string") entry[key] = like ? freshName(unitsOf(draft, list), key, entry[key]) : "unit-1";
    }
    const there = unitsOf(draft, list).length;
    const patch = valueAt(draft.documents[list.role], list.at) ? [{ op: "add", path: `${list.at}/-`, value: entry }]
      : setValue(draft.documents[list.role], list.at, [entry]);
    void draft.change(`A new unit: ${nameOf({ list, at: there, entry })}`, { [list.role]: patch });
    choose({ list, at: there, entry });
  };
  return html`<section class="tree" aria-label=${list.title}>
    <h2>${list.title} <span class="muted">${unitsOf(draft, list).length}</span></h2>
    ${[...groups].map(([name, units]) => html`<details key=${name} open><summary>${name || list.title} (${units.length})</summary>
      <ul>${units.map((unit) => {
        const wrong = draft.problems.some((each) => each.role === list.role && each.pointer.startsWith(`${pathOf(unit)}/`));
        const here = own?.list === list && own.at === unit.at;
        return html`<li key=${unit.at}><button draggable="true" aria-current=${here ? "true" : null} class=${wrong ? "wrong" : ""}
          data-testid="unit" onDragStart=${() => drag(unit)} onClick=${() => choose(unit)}>
          ${list.symbol && html`<${SymbolPicture} code=${String(unit.entry?.[list.symbol] ?? "")} size=${32} />`}
          <span>${nameOf(unit)}</span> <span class="muted">${whereIs(unit)}</span></button></li>`;
      })}</ul></details>`)}
    <button data-testid="add-unit" onClick=${() => add(own && own.list === list ? own : unitsOf(draft, list).at(-1))}>Add a unit</button>
  </section>`;
}

/** What players call a side; empty where the scenario does not say. @param {Draft} draft @param {string} name */
function titleOf(draft, name) {
  const { sides } = draft.documents.scenario;
  const side = Array.isArray(sides) ? sides.find((one) => one?.name === name) : null;
  return typeof side?.title === "string" ? side.title : "";
}

/** The names of the sides, as scenarios list them. @param {Draft} draft @returns {string[]} */
function sidesOf(draft) {
  const { sides } = draft.documents.scenario;
  return Array.isArray(sides) ? sides.map((side) => String(side?.name)) : [];
}

/** @param {Unit} unit */
function whereIs({ list, entry }) {
  const found = [list.place, ...list.elsewhere].find((key) => entry?.[key] !== undefined && entry[key] !== null);
  if (!found) return "nowhere";
  return found === list.place ? String(entry[found]) : `${inWords(found).toLowerCase()} ${entry[found]}`;
}

/** A name that no other unit has in a member. @param {Unit[]} units @param {string} key @param {string} like */
function freshName(units, key, like) {
  const taken = new Set(units.map(({ entry }) => String(entry?.[key])));
  const stem = like.replace(/[ -]?\d+$/, "") || like;
  for (let number = 2; ; number += 1) {
    const name = `${stem}-${number}`;
    if (!taken.has(name)) return name;
  }
}

/** Give a new unit numbers that no other has, where the schema wants them once. @param {any} entry
 * @param {import("./schema.js").Schema} schema @param {Unit[]} units */
function numberAnew(entry, schema, units) {
  for (const [key, { "x-once": once }] of Object.entries(schema.properties ?? {})) {
    if (!once || typeof entry[key] !== "number") continue;
    const taken = new Set(units.map((unit) => unit.entry?.[key]));
    while (taken.has(entry[key])) entry[key] += 1;
  }
}

/** @param {{draft: Draft, forms: DraftForms, unit: Unit, picking: string, pick: (path: string) => void, left: () => void}} props */
function UnitForm({ draft, forms, unit, picking, pick, left }) {
  const { list, entry } = unit;
  const root = forms.schema_of_scenario;
  const path = pathOf(unit);
  const found = resolved(root, schemaAt(root, formOf(forms, list.role), draft.documents[list.role], list.at).items ?? {});
  const place = path + pointer(list.place);
  return html`<section class="unit-form" aria-labelledby="unit-title"><h2 id="unit-title">${nameOf(unit)}</h2>
    <${RecordFields} draft=${draft} role=${list.role} root=${root} schema=${found} found=${found} path=${path} name=${nameOf(unit)}
      value=${entry} picks=${{ isPlace: (/** @type {string} */ at) => at === place, pick, picking,
        choices: (/** @type {string} */ at) => list.side_member && at === path + pointer(list.side_member) ? sidesOf(draft) : [] }} />
    <p class="buttons"><button data-testid="place-unit" aria-pressed=${picking === place} onClick=${() => pick(place)}>
        ${picking === place ? "Click a place on the map" : "Place on the map"}</button>
      <button data-testid="remove-unit" onClick=${() => {
        left();
        // An army without units is none where there may be none: its player then chooses one.
        const last = unitsOf(draft, list).length === 1 && listMayLack(draft, forms, list);
        void draft.change(`Without ${nameOf(unit)}`, { [list.role]: [{ op: "remove", path: last ? list.at : path }] });
      }}>Remove</button></p></section>`;
}

/** Whether a list of units need not be there. @param {Draft} draft @param {DraftForms} forms @param {ForceList} list */
function listMayLack(draft, forms, list) {
  const keys = parts(list.at);
  const above = schemaAt(forms.schema_of_scenario, formOf(forms, list.role), draft.documents[list.role], pointer(...keys.slice(0, -1)));
  return mayLack(above.properties?.[keys[keys.length - 1]] ?? {});
}

/** The list that a pointer leads into, so that a problem opens the right tab.
 * @param {DraftForms} forms @param {string} role @param {string} at */
export function inForces(forms, role, at) {
  return forms.force_lists.some((list) => list.role === role && (at === list.at || at.startsWith(`${list.at}/`)) && parts(at).length > 0);
}
