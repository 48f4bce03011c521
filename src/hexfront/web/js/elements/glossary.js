/** The words of the game: where they stand in a text, and what they mean. */

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").BoardMessage} BoardMessage */
/** @typedef {import("../../types").Word} Word */
/** @typedef {{text: string, word: Word | null}} Part */

/** Texts whose parts are remembered. */
const MOST_TEXTS = 2000;

class Glossary {
  /** @param {Word[]} words */
  constructor(words) {
    /** Words by their forms in small letters. @type {Map<string, Word>} */
    this.forms = new Map(words.flatMap((word) =>
      [word.name, ...word.also].map((form) => /** @type {[string, Word]} */ ([form.toLowerCase(), word]))));
    // The longest first: "zone of control" goes before "zone".
    const forms = [...this.forms.keys()].sort((a, b) => b.length - a.length);
    const escaped = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.pattern = forms.length ? new RegExp(`(?<![\\w-])(${escaped.join("|")})(?![\\w-])`, "gi") : null;
    /** @type {Map<string, Part[]>} */
    this.known = new Map();
  }

  /** A text in parts, with each word of the game set apart where it comes first. @param {string} text
   * @returns {Part[]} */
  parts(text) {
    if (!this.pattern) return [{ text, word: null }];
    const known = this.known.get(text);
    if (known) return known;
    const met = new Set();
    const parts = text.split(this.pattern).map((part, i) => {
      // What the pattern has found stands at the odd places.
      const word = i % 2 ? this.forms.get(part.toLowerCase()) ?? null : null;
      const fresh = word && !met.has(word);
      if (word) met.add(word);
      return { text: part, word: fresh ? word : null };
    });
    if (this.known.size > MOST_TEXTS) this.known.clear();
    this.known.set(text, parts);
    return parts;
  }
}

/** By the board that brought the words. @type {WeakMap<BoardMessage, Glossary>} */
const glossaries = new WeakMap();

/** The words of the game that is played. @param {Session} session @returns {Glossary | null} */
export function glossaryOf({ board }) {
  if (!board) return null;
  const known = glossaries.get(board);
  if (known) return known;
  const made = new Glossary(board.glossary);
  glossaries.set(board, made);
  return made;
}
