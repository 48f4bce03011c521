/** The form of a command: its fields are read from the typed line and written into it. */
import { emptyOf, formOf, isField, readFields, writeFields } from "./syntax.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {import("../../../types").Form} Form */
/** @typedef {import("../../../types").Problem} Problem */
/** @typedef {import("./syntax.js").Part} Part */
/** @typedef {import("./syntax.js").Values} Values */

/** Figures of what an order would come to that are shown. */
const MOST = 4;
const WORD_OF_LINE = /word (\d+)$/;

export class OrderForm {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.open = false;
    /** The place field that a click on the map fills in; "" for none. */
    this.picking = "";
    /** What is wrong with the line that was judged last, and that line. */
    this.judged = { text: "", problem: /** @type {Problem | null} */ (null) };
    /** What that line would come to. @type {import("../../../types").Figure[]} */
    this.figures = [];
  }

  /** The forms of this game. @returns {Form[]} */
  get forms() {
    return this.session.board?.forms ?? [];
  }

  /** Whether a form can be filled in now. */
  get able() {
    return this.forms.length > 0 && this.session.acting;
  }

  get active() {
    return this.open && this.able;
  }

  get text() {
    return this.session.orderSender.text;
  }

  /** The form of the line that is typed. @returns {Form | undefined} */
  get form() {
    return formOf(this.forms, this.text);
  }

  /** What stands in the form, and where. */
  read() {
    const { form } = this;
    return form ? readFields(form, this.text) : { values: {}, spans: [] };
  }

  /** Open a form: that of the line, or an empty one for what is chosen. @param {Form} [form] */
  start(form) {
    this.open = true;
    if (form || !this.form) this.begin(form ?? this.forms[0]);
    else this.judge();
    this.picking = this.places().find(({ value }) => !value)?.path ?? "";
    this.session.refresh();
    this.session.changed();
  }

  /** Write an empty form into the line; what is chosen on the map stands in its first field of units.
   * @param {Form} form */
  begin(form) {
    const values = emptyOf(form.parts);
    const units = form.parts.find((part) => isField(part) && part.kind === "counter");
    const { seat } = this.session;
    const chosen = this.session.selection.stackChoice.chosen.filter((id) => this.session.counter(id)?.side === seat);
    if (units && isField(units)) values[units.name] = units.many ? chosen : chosen[0] ?? "";
    this.write(writeFields(form, values));
  }

  close() {
    this.open = false;
    this.picking = "";
    this.session.refresh();
    this.session.changed();
  }

  /** Fill in a field. @param {string} path @param {string | string[]} value */
  fill(path, value) {
    this.change(path, (values, name) => {
      values[name] = value;
    });
  }

  /** Add one of several groups. @param {string} path */
  add(path) {
    const { form } = this;
    const group = form && groupOf(form.parts, path.split("/").filter((one) => !/^\d+$/.test(one)));
    if (!group) return;
    this.change(path, (values, name) => {
      values[name] = [.../** @type {Values[]} */ (values[name]), emptyOf(group.parts)];
    });
    this.picking = this.places().filter(({ value }) => !value).pop()?.path ?? this.picking;
  }

  /** Take one of several groups away. @param {string} path @param {number} at */
  remove(path, at) {
    this.change(path, (values, name) => {
      values[name] = /** @type {Values[]} */ (values[name]).filter((_, i) => i !== at);
    });
    this.picking = "";
  }

  /** @param {string} path @param {(values: Values, name: string) => void} edit */
  change(path, edit) {
    const { form } = this;
    if (!form) return;
    const { values } = this.read();
    const steps = path.split("/");
    const name = steps.pop() ?? "";
    /** @type {any} */
    let inner = values;
    for (const step of steps) inner = inner[step];
    edit(inner, name);
    this.write(writeFields(form, values));
  }

  /** @param {string} text */
  write(text) {
    this.session.orderSender.write(text);
  }

  /** All fields of places, in their order. @returns {{path: string, value: string}[]} */
  places() {
    const { form } = this;
    return form ? placesOf(form.parts, this.read().values, "") : [];
  }

  /** A click on the map: whether it fills in a place. @param {string} place */
  take(place) {
    if (!this.active || !place || !this.places().some(({ path }) => path === this.picking)) return false;
    this.fill(this.picking, place);
    return true;
  }

  /** The line has changed: have it judged. */
  judge() {
    if (!this.active) return;
    this.session.refresh();
    void this.session.orderSender.offer(this.text);
  }

  /** The server has judged a line. @param {string} text @param {Problem | null} problem */
  async verdict(text, problem) {
    this.judged = { text, problem };
    this.figures = [];
    const { session } = this;
    const overlay = session.overlays.all.find(({ of_order }) => of_order);
    if (problem || !overlay || session.seat === null) return;
    const answer = await session.connection.ask({ type: "overlay", seat: session.seat, name: overlay.name, subject: text });
    if (this.judged.text !== text || answer.type !== "overlay") return;
    this.figures = answer.reading.figures.filter(({ value }) => value !== undefined && value !== null).slice(0, MOST);
    session.changed();
  }

  /** Whether the line would be taken as it stands. */
  get sound() {
    return this.judged.text === this.text && !this.judged.problem;
  }

  /** Give the order as it stands. */
  give() {
    const { orderSender } = this.session;
    if (this.active && this.sound && !orderSender.busy) void orderSender.typeLine();
  }

  /** What is wrong, by the path of its field; by "" where it is the whole. @returns {Record<string, string>} */
  problems() {
    const { problem, text } = this.judged;
    if (!problem || text !== this.text) return {};
    const at = Number(problem.place.match(WORD_OF_LINE)?.[1] ?? 0) - 1;
    const span = at < 0 ? undefined : this.read().spans.find(({ from, to }) => from <= at && at < to);
    return { [span?.path ?? ""]: problem.expected };
  }

  /** What the map shows of it: the way, or the place. */
  scene() {
    if (!this.active) return {};
    const known = new Set((this.session.board?.board.places ?? []).map(({ id }) => id));
    const places = this.places().map(({ value }) => value).filter((value) => known.has(value));
    const { form } = this;
    const unit = form && countersOf(form.parts, this.read().values)[0];
    const from = unit ? this.session.counter(unit)?.place : "";
    const path = from ? [from, ...places] : places;
    return { area: places, ...(path.length > 1 ? { path, pathLook: /** @type {const} */ ("move") } : {}) };
  }
}

/** The group that is called so. @param {Part[]} parts @param {string[]} names
 * @returns {import("../../../types").Group | undefined} */
function groupOf(parts, names) {
  for (const part of parts) {
    if (typeof part === "string" || isField(part)) continue;
    if (part.repeated && part.repeated !== names[0]) continue;
    const left = part.repeated ? names.slice(1) : names;
    if (!left.length) return part;
    const found = groupOf(part.parts, left);
    if (found) return found;
  }
  return undefined;
}

/** @param {Part[]} parts @param {Values} values @param {string} path @returns {{path: string, value: string}[]} */
function placesOf(parts, values, path) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    if (isField(part)) return part.kind === "place" ? [{ path: path + part.name, value: `${values[part.name]}` }] : [];
    if (!part.repeated) return placesOf(part.parts, values, path);
    const rows = /** @type {Values[]} */ (values[part.repeated]);
    return rows.flatMap((row, i) => placesOf(part.parts, row, `${path}${part.repeated}/${i}/`));
  });
}

/** The counters that are named. @param {Part[]} parts @param {Values} values @returns {string[]} */
function countersOf(parts, values) {
  return parts.flatMap((part) => (typeof part !== "string" && isField(part) && part.kind === "counter"
    ? /** @type {string[]} */ ([]).concat(/** @type {any} */ (values[part.name])) : []));
}
