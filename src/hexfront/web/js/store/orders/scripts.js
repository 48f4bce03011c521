/** Files of commands that are typed line by line, and files of what a side has been told. */
import { download } from "../../transport/requests.js";

/** @typedef {import("../session.js").Session} Session */
/** @typedef {{text: string, number: number}} Line */

const MOST_BYTES = 1_000_000;
const LONGEST_LINE = 2000;
/** Milliseconds from line to line, so that the server has time for others. */
const PAUSE = 110;
/** What only a person types. */
const NOT_HERE = ["read", "restore", "print"];

/** Ask for a file, and save it on this computer. @param {Session} session
 * @param {"/api/journal" | "/api/printed"} path @param {object} body @param {string} name */
export async function saveFile(session, path, body, name) {
  try {
    const text = await download(path, body);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text]));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    session.notice(error instanceof Error ? error.message : String(error));
  }
}

/** Save what this seat has been told so far, in print. @param {Session} session */
export function savePrinted(session) {
  const { seat, board, tokens } = session;
  if (seat === null) return;
  const side = session.sideTitle(seat).toLowerCase();
  void saveFile(session, "/api/printed", { tokens, seat }, `hexfront-${board?.match}-${side}.txt`);
}

export class Script {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.name = "";
    /** @type {Line[]} */
    this.lines = [];
    this.at = 0;
    /** Of which seat the lines are. @type {number | null} */
    this.seat = null;
    /** @type {string[]} */
    this.problems = [];
    /** Counts the runs, so that one that was stopped does not go on. */
    this.run = 0;
    /** Opens the browser's choice of a file. */
    this.choose = () => {};
  }

  get running() {
    return this.lines.length > 0;
  }

  /** Begin to type the lines of a file; `#` begins a comment. @param {File} file */
  async read(file) {
    const { session } = this;
    if (file.size > MOST_BYTES) {
      session.notice(`${file.name} is too long: a script has at most ${MOST_BYTES} bytes.`);
      return;
    }
    const lines = (await file.text()).split(/\r\n|\r|\n/)
      .map((line, i) => ({ text: line.split("#")[0].trim(), number: i + 1 })).filter(({ text }) => text);
    if (!lines.length) {
      session.notice(`${file.name} holds no commands.`);
      return;
    }
    const run = (this.run += 1);
    Object.assign(this, { name: file.name, lines, at: 0, seat: session.seat, problems: [] });
    session.changed();
    while (run === this.run && this.at < this.lines.length && !session.result) {
      if (this.free) await this.type(this.lines[this.at]);
      else await session.change();
    }
    // Whoever has the screen now is told nothing of it.
    while (run === this.run && session.seat !== this.seat) await session.change();
    if (run === this.run) this.end();
  }

  /** Whether the next line can be typed. */
  get free() {
    const { session } = this;
    return session.seat === this.seat && session.acting && session.orderSender.ready && session.open
      && !session.clock.running && session.handover === null;
  }

  /** @param {Line} line */
  async type({ text, number }) {
    const { session } = this;
    const pause = new Promise((done) => setTimeout(done, PAUSE));
    const [word] = text.toLowerCase().split(/\s+/);
    let problem = "";
    let again = false;
    if (NOT_HERE.includes(word)) problem = `${word} is not carried out from a script in the browser.`;
    else if (text.length > LONGEST_LINE) problem = `more than ${LONGEST_LINE} letters`;
    else if (!session.board?.questions.includes(word)) {
      const answer = await session.orderSender.send({ type: "typed", text, script: true });
      if (answer?.type === "error") problem = answer.text;
      else if (answer?.type === "refused") problem = `${answer.reason} (${answer.clause})`;
      // What the line took for granted has been given in its place.
      again = answer === null || (answer.type === "done" && answer.accepted === 0);
      if (answer?.type === "answer") session.orderSender.busy = false;
    }
    if (problem) this.problems.push(`Line ${number}: ${problem}`);
    if (!again) this.at += 1;
    session.changed();
    await session.presenter.settled();
    await pause;
  }

  /** Type no further lines, and tell what was wrong with those that were typed. */
  end() {
    const { session, problems, name, at, lines } = this;
    this.run += 1;
    this.lines = [];
    const count = `${at} of ${lines.length} lines of ${name} are typed.`;
    if (problems.length) {
      session.orderSender.answer = { title: `${name}: ${problems.length === 1 ? "1 problem" : `${problems.length} problems`}`, clause: "", tables: [],
        lines: [count, ...problems] };
      session.openDialog("answer");
    } else session.notice(count);
  }

  forget() {
    this.run += 1;
    this.lines = [];
    this.problems = [];
  }
}
