/** Words of a command from the fields of its form, and fields from words. */

/** @typedef {import("../../../types").Form} Form */
/** @typedef {import("../../../types").Field} Field */
/** @typedef {import("../../../types").Group} Group */
/** @typedef {string | Field | Group} Part */
/** What stands in fields, by name; of several groups a list by what they are called.
 * @typedef {{[name: string]: string | string[] | Values[]}} Values */
/** The words of a field: from which word of the line to before which, counted from 0.
 * @typedef {{path: string, from: number, to: number}} Span */

/** Stands for a field that is not filled in. */
export const EMPTY = "…";
const WORD = /[:;,]|[^\s:;,]+/g;
const BREAKS = new Set([":", ";", ","]);

/** The words of a line. @param {string} text @returns {string[]} */
export const wordsOf = (text) => text.match(WORD) ?? [];

/** @param {Part} part @returns {part is Field} */
export const isField = (part) => typeof part !== "string" && "name" in part;

/** The words that stand in some parts, whatever is filled in. @param {Part[]} parts @returns {string[]} */
function literals(parts) {
  return parts.flatMap((part) => (typeof part === "string" ? [part] : isField(part) ? [] : literals(part.parts)));
}

/** The form that fits a line best; none where its first word begins no form.
 * @param {Form[]} forms @param {string} text @returns {Form | undefined} */
export function formOf(forms, text) {
  const words = wordsOf(text.toLowerCase());
  const fit = (/** @type {Form} */ form) => form.parts.filter((part) => typeof part === "string" && words.includes(part)).length;
  return forms.filter(({ parts }) => parts[0] === words[0]).sort((a, b) => fit(b) - fit(a))[0];
}

class Reader {
  /** @param {Form} form @param {string} text */
  constructor(form, text) {
    this.words = wordsOf(text);
    this.at = 0;
    this.literals = new Set(literals(form.parts));
    /** @type {Span[]} */
    this.spans = [];
  }

  get next() {
    return this.words[this.at]?.toLowerCase() ?? "";
  }

  /** Whether no word of a field comes next. */
  get ends() {
    return this.next === "" || BREAKS.has(this.next) || this.literals.has(this.next);
  }

  /** @param {Part[]} parts @param {string} path @returns {Values} */
  read(parts, path) {
    /** @type {Values} */
    const values = {};
    for (const part of parts) {
      if (typeof part === "string") {
        if (this.next === part) this.at += 1;
      } else if (isField(part)) values[part.name] = this.field(part, path + part.name);
      else if (part.repeated) values[part.repeated] = this.rows(part, path);
      else if (!part.optional || this.next === part.parts[0]) Object.assign(values, this.read(part.parts, path));
      else Object.assign(values, emptyOf(part.parts));
    }
    return values;
  }

  /** @param {Group} group @param {string} path @returns {Values[]} */
  rows(group, path) {
    const rows = [this.read(group.parts, `${path}${group.repeated}/0/`)];
    while (this.next === "," || this.next === ";") {
      this.at += 1;
      rows.push(this.read(group.parts, `${path}${group.repeated}/${rows.length}/`));
    }
    return rows;
  }

  /** @param {Field} field @param {string} path @returns {string | string[]} */
  field(field, path) {
    const from = this.at;
    /** @type {string[]} */
    const found = [];
    if (field.kind === "choice") found.push(this.choice(field));
    else {
      while (!this.ends || (field.many && this.next === ",")) {
        const word = this.words[this.at];
        this.at += 1;
        if (word !== EMPTY && word !== ",") found.push(word);
        if (!field.many) break;
      }
    }
    this.spans.push({ path, from, to: this.at });
    return field.many ? found : found[0] ?? "";
  }

  /** @param {Field} field @returns {string} */
  choice(field) {
    const left = this.words.slice(this.at).map((word) => word.toLowerCase());
    const spelled = field.choices.flatMap(({ word, also }) => [word, ...also].map((one) => ({ word, said: one.split(" ") })));
    const known = spelled.filter(({ said }) => said.every((one, i) => left[i] === one))
      .sort((a, b) => b.said.length - a.said.length)[0];
    if (known) {
      this.at += known.said.length;
      return known.word;
    }
    if (this.ends) return "";
    this.at += 1;
    const word = this.words[this.at - 1];
    return word === EMPTY ? "" : word;
  }
}

/** What a form holds of a line, and which words each field has.
 * @param {Form} form @param {string} text @returns {{values: Values, spans: Span[]}} */
export function readFields(form, text) {
  const reader = new Reader(form, text);
  return { values: reader.read(form.parts, ""), spans: reader.spans };
}

/** Fields that are not filled in. @param {Part[]} parts @returns {Values} */
export function emptyOf(parts) {
  /** @type {Values} */
  const values = {};
  for (const part of parts) {
    if (typeof part === "string") continue;
    if (isField(part)) values[part.name] = part.many ? [] : "";
    else if (part.repeated) values[part.repeated] = [emptyOf(part.parts)];
    else Object.assign(values, emptyOf(part.parts));
  }
  return values;
}

/** Whether something stands in one of some fields. @param {Part[]} parts @param {Values} values @returns {boolean} */
function isFilled(parts, values) {
  return parts.some((part) => {
    if (typeof part === "string") return false;
    if (isField(part)) return values[part.name].length > 0;
    if (!part.repeated) return isFilled(part.parts, values);
    const rows = /** @type {Values[]} */ (values[part.repeated]);
    return rows.length > 1 || rows.some((row) => isFilled(part.parts, row));
  });
}

/** @param {Part[]} parts @param {Values} values @returns {string[]} */
function written(parts, values) {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [part];
    if (isField(part)) {
      const words = /** @type {string[]} */ ([]).concat(/** @type {string | string[]} */ (values[part.name])).filter(Boolean);
      return words.length ? words : [EMPTY];
    }
    if (part.repeated) {
      const rows = /** @type {Values[]} */ (values[part.repeated]);
      return rows.flatMap((row, i) => [...(i ? [","] : []), ...written(part.parts, row)]);
    }
    return part.optional && !isFilled(part.parts, values) ? [] : written(part.parts, values);
  });
}

/** The words for what stands in a form. @param {Form} form @param {Values} values @returns {string} */
export function writeFields(form, values) {
  return written(form.parts, values).join(" ").replace(/ ([:,;])/g, "$1");
}
