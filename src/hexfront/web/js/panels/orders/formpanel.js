/** A command as a form: its fields, what is wrong beside each, and what it would come to. */
import { html } from "../../elements/dom.js";
import { WhyLink } from "../../elements/parts.js";
import { isField } from "../../store/orders/syntax.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../../types").Field} Field */
/** @typedef {import("../../store/orders/syntax.js").Part} Part */
/** @typedef {import("../../store/orders/syntax.js").Values} Values */

/** @param {{session: Session}} props */
export function FormPanel({ session }) {
  const { orderSender } = session;
  const { orderForm } = orderSender;
  if (!orderForm.active) return null;
  const { form, forms } = orderForm;
  const wrong = orderForm.problems();
  return html`<section class="orderform" aria-label="Order as a form" data-testid="form"
    onKeyDown=${(/** @type {KeyboardEvent} */ { key, target }) => {
      if (key === "Enter" && /** @type {HTMLElement} */ (target).tagName === "INPUT") orderForm.give();
    }}>
    <header><select aria-label="Kind of order" data-testid="form-kind" value=${form ? forms.indexOf(form) : -1}
      onChange=${(/** @type {any} */ event) => orderForm.start(forms[event.target.value])}>
      ${!form && html`<option value="-1">Choose …</option>`}
      ${forms.map(({ title }, i) => html`<option key=${title} value=${i}>${title}</option>`)}</select>
      ${form && html`<${WhyLink} session=${session} clause=${form.clause} />
        <button class=${orderSender.asked ? "" : "primary"} data-testid="form-give" disabled=${!orderForm.sound || orderSender.busy}
          title="Give the order (Enter)" onClick=${() => orderForm.give()}>Give it</button>`}
      <button class="plain" aria-label="Close the form" data-testid="form-close" onClick=${() => orderForm.close()}>×</button></header>
    ${form && html`<${Parts} session=${session} parts=${form.parts} values=${orderForm.read().values} path="" wrong=${wrong} />`}
    ${wrong[""] && html`<p class="problem" role="alert" data-testid="form-problem">Expected ${wrong[""]}</p>`}
    ${orderForm.sound && orderForm.figures.length > 0 && html`<dl class="figures" data-testid="form-preview">
      ${orderForm.figures.map(({ caption, value, unit }) => html`<div key=${caption}><dt>${caption}</dt>
        <dd>${typeof value === "number" ? Number(value.toPrecision(3)) : value} ${unit}</dd></div>`)}</dl>`}
  </section>`;
}

/** @param {{session: Session, parts: Part[], values: Values, path: string, wrong: Record<string, string>}} props
 * @returns {any} */
function Parts({ session, parts, values, path, wrong }) {
  const { orderForm } = session.orderSender;
  return parts.map((part, number) => {
    if (typeof part === "string") return null;
    if (isField(part)) {
      return html`<${FormField} key=${part.name} session=${session} field=${part} value=${values[part.name]}
        path=${path + part.name} problem=${wrong[path + part.name]} />`;
    }
    if (!part.repeated) return html`<${Parts} key=${number} ...${{ session, parts: part.parts, values, path, wrong }} />`;
    const rows = /** @type {Values[]} */ (values[part.repeated]);
    const at = path + part.repeated;
    return html`<div class="rows" key=${at}>${rows.map((row, i) => html`<fieldset key=${i}><legend>${part.repeated} ${i + 1}</legend>
      <${Parts} ...${{ session, parts: part.parts, values: row, path: `${at}/${i}/`, wrong }} />
      ${rows.length > 1 && html`<button class="plain" aria-label=${`Remove ${part.repeated} ${i + 1}`}
        onClick=${() => orderForm.remove(at, i)}>×</button>`}</fieldset>`)}
      <button class="small" data-testid=${`form-add-${part.repeated}`} onClick=${() => orderForm.add(at)}>+ ${part.repeated}</button></div>`;
  });
}

/** @param {{session: Session, field: Field, value: any, path: string, problem?: string}} props */
function FormField({ session, field, value, path, problem }) {
  const id = `form-${path.replaceAll("/", "-")}`;
  const told = problem ? { "aria-invalid": true, "aria-describedby": `${id}-problem` } : {};
  const Input = field.kind === "counter" ? Counters : field.kind === "choice" ? Select : Line;
  return html`<div class=${`field ${problem ? "wrong" : ""}`}><label for=${id}>${field.caption}</label>
    <${Input} ...${{ session, field, value, path, id, told }} />
    ${problem && html`<p class="problem" id=${`${id}-problem`} role="alert" data-testid=${`${id}-problem`}>Expected ${problem}</p>`}</div>`;
}

/** A number, or a place, which a click on the map fills in too. @param {any} props */
function Line({ session, field, value, path, id, told }) {
  const { orderForm } = session.orderSender;
  const place = field.kind === "place";
  const pick = () => {
    orderForm.picking = path;
    session.changed();
  };
  return html`<input id=${id} data-testid=${id} type="text" autocomplete="off" maxlength="20" size="7" value=${value}
    class=${place && orderForm.picking === path ? "picking" : ""} inputmode=${place ? undefined : "decimal"}
    placeholder=${place ? "click map" : ""} ...${told} onFocus=${place ? pick : undefined}
    onInput=${(/** @type {any} */ event) => orderForm.fill(path, event.target.value.replace(/[\s:;,]/g, ""))} />`;
}

/** @param {any} props */
function Select({ session, field, value, path, id, told }) {
  const choices = field.choices.filter((/** @type {any} */ one) => one.side === null || one.side === session.seat);
  const known = choices.some((/** @type {any} */ one) => one.word === value);
  return html`<select id=${id} data-testid=${id} value=${value} ...${told}
    onChange=${(/** @type {any} */ event) => session.orderSender.orderForm.fill(path, event.target.value)}>
    <option value=""></option>${value && !known && html`<option value=${value}>${value}</option>`}
    ${choices.map((/** @type {any} */ { word, caption }) => html`<option key=${word} value=${word}>${caption}</option>`)}</select>`;
}

/** One counter, or several: each can be taken away, and one more be chosen. @param {any} props */
function Counters({ session, field, value, path, id, told }) {
  const { orderForm } = session.orderSender;
  /** @type {string[]} */
  const chosen = field.many ? value : value ? [value] : [];
  const own = (session.view?.counters ?? []).filter((/** @type {any} */ one) => one.side === session.seat && one.place);
  const named = (/** @type {string} */ unit) => `${unit} ${session.counter(unit)?.name ?? ""}`;
  const choose = (/** @type {any} */ event) => {
    const unit = event.target.value;
    orderForm.fill(path, field.many ? (unit ? [...chosen, unit] : chosen) : unit);
    if (field.many) event.target.value = "";
  };
  return html`<div class="chosen">${field.many && chosen.map((unit) => html`<span class="chip" key=${unit}>${named(unit)}
      <button class="plain" aria-label=${`Remove ${named(unit)}`}
        onClick=${() => orderForm.fill(path, chosen.filter((one) => one !== unit))}>×</button></span>`)}
    <select id=${id} data-testid=${id} value=${field.many ? "" : value} ...${told} onChange=${choose}>
      <option value="">${field.many && chosen.length ? "+ one more" : "Choose …"}</option>
      ${!field.many && value && !own.some((/** @type {any} */ one) => one.id === value) && html`<option value=${value}>${value}</option>`}
      ${own.filter((/** @type {any} */ one) => !field.many || !chosen.includes(one.id)).map((/** @type {any} */ one) =>
        html`<option key=${one.id} value=${one.id}>${named(one.id)} · ${one.place}</option>`)}</select></div>`;
}
