/** After the end: what a search thinks of each turn, from what its side knew then. */

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").ThoughtPoint} ThoughtPoint */
/** @typedef {import("../../types").ThoughtMessage} ThoughtMessage */

/** Milliseconds between two questions how far it has come. */
const PAUSE = 700;

export class Thoughts {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether somebody has asked for them. */
    this.wanted = false;
    this.points = /** @type {ThoughtPoint[]} */ ([]);
    /** How many turns there are. */
    this.count = 0;
    this.problem = "";
    /** The turn that is shown. @type {ThoughtMessage | null} */
    this.shown = null;
    this.number = -1;
    /** Whether the map shows a position that was taken for possible, and not the plan. */
    this.believed = false;
  }

  get done() {
    return this.count > 0 && this.points.length >= this.count;
  }

  /** What the map shows. */
  get view() {
    return this.believed ? this.shown?.believed ?? null : this.shown?.view ?? null;
  }

  /** Ask until all turns are thought about, while the page is open. */
  async follow() {
    const { session } = this;
    if (this.wanted) return;
    this.wanted = true;
    session.changed();
    while (!this.done && !this.problem) {
      if (session.seat !== null) {
        const since = this.points.length;
        const answer = await session.connection.ask({ type: "thoughts", seat: session.seat, since });
        if (answer.type === "error") this.problem = answer.text;
        if (answer.type === "thoughts") {
          this.count = answer.count;
          this.problem = answer.problem;
          this.points = [...this.points.slice(0, since), ...answer.points];
        }
        session.changed();
      }
      if (!this.done && !this.problem) await new Promise((done) => setTimeout(done, PAUSE));
    }
  }

  /** Show a turn. @param {number} number */
  async show(number) {
    const { session } = this;
    if (session.seat === null || session.playing) return;
    session.replay.leave();
    this.number = number;
    session.changed();
    const answer = await session.connection.ask({ type: "thought", seat: session.seat, turn: number });
    if (answer.type === "error") session.notice(answer.text);
    if (answer.type !== "thought" || this.number !== number) return;
    this.shown = answer;
    this.refresh();
    session.say(`${answer.title}. ${answer.why}`);
  }

  /** @param {boolean} believed */
  look(believed) {
    this.believed = believed;
    this.refresh();
  }

  refresh() {
    this.session.selection.forget();
    this.session.refresh();
    this.session.changed();
  }

  /** Show the end of the match again. */
  close() {
    if (this.number < 0) return;
    this.forget();
    this.refresh();
  }

  /** Show none of them. */
  forget() {
    this.shown = null;
    this.number = -1;
    this.believed = false;
  }
}
