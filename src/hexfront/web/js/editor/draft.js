/** A draft as a page has it: documents, problems, history; every change goes to the server at once.
 *
 * A change is shown before the server has it. Changes go there one after another; what waits is also
 * kept in this browser, so that neither a page that is closed nor a server that is away loses it.
 */
import { newKey } from "../transport/connection.js";
import { get, PASSING, post, Refused } from "../transport/requests.js";
import { applied } from "./patch.js";

/** @typedef {import("../../types").DraftInfo} DraftInfo */
/** @typedef {import("../../types").ProblemOfDraft} DraftProblem */
/** @typedef {import("../../types").DraftStep} DraftStep */
/** @typedef {import("../../types").Board} Board */
/** @typedef {import("../../types").View} View */
/** @typedef {import("./patch.js").Operation} Operation */
/** @typedef {Record<string, Operation[]>} Patches */
/** @typedef {{title: string, patches: Patches, key: string, base: number}} Waiting */
/** A text that somebody writes and the draft has not: of which document, in which form, and the version
 * that he began with. @typedef {{role: string, form: "toml" | "json", text: string, version: number}} Writing */
/** Something that lies in the draft: a document's role, a pointer in it, and what it is called.
 * @typedef {{role: string, pointer: string, place: string}} Spot */

/** Milliseconds until one tries again where the server did not answer. */
const PATIENCE = 1500;
const DRAFT_TOKENS = "hexfront.drafts";

export class Draft {
  /** @param {string} id @param {string} [token] none for the owner of the server */
  constructor(id, token = "") {
    this.key = { draft: id, token };
    /** Tells this page from others that show the same draft. */
    this.page = newKey();
    /** @type {DraftInfo | null} */
    this.info = null;
    /** By role; nobody changes them. @type {Record<string, any>} */
    this.documents = {};
    /** @type {DraftProblem[]} */
    this.problems = [];
    this.canUndo = this.canRedo = false;
    /** The board of the documents as they were when last sound. @type {Board | null} */
    this.board = null;
    /** What an umpire would see at the start. @type {View | null} */
    this.view = null;
    /** Whether board and view are those of the newest documents. */
    this.sound = false;
    /** Whether anything waits for the server, and whether it is away. @type {"saved" | "saving" | "away"} */
    this.state = "saved";
    /** What went wrong, in words; empty for nothing. */
    this.trouble = "";
    /** What another tab shall show. @type {Spot | null} */
    this.sought = null;
    /** @type {Writing | null} */
    this.writing = this.keptWriting();
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    /** @type {Waiting[]} */
    this.waiting = [];
    /** @type {Promise<void>} */
    this.last = Promise.resolve();
    this.boardAsked = this.boardMissed = this.catchingUp = false;
    /** Steps through the history that are on their way. */
    this.moving = 0;
    /** Tells other pages of this browser which version there is. @type {BroadcastChannel | null} */
    this.channel = null;
  }

  get system() {
    return this.info?.system ?? "";
  }

  get version() {
    return this.info?.version ?? 0;
  }

  /** Be told of every change. @param {() => void} listener @returns {() => void} ends that */
  subscribe(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  changed() {
    for (const listener of this.listeners) listener();
  }

  /** Read all from the server, and send what a page before has left behind. Errors: `Refused`. */
  async open() {
    this.listen();
    await this.reload();
    for (const [name, left] of this.kept()) {
      await this.last;
      if (left[0].base === this.version) {
        for (const { title, patches, key } of left) void this.change(title, patches, key);
      } else {
        // The first of them may have come there, with its answer lost: its key tells.
        await this.insist(() => this.send(left[0])).then(() => this.reload()).then(() => {
          for (const { title, patches, key } of left.slice(1)) void this.change(title, patches, key);
        }).catch((error) => this.fail(error));
      }
      localStorage.removeItem(name);
      if (!this.waiting.length) this.state = "saved";
      this.changed();
    }
  }

  /** Show what other pages of this browser change in the draft. */
  listen() {
    this.channel = new BroadcastChannel(`${DRAFT_TOKENS}.${this.key.draft}`);
    this.channel.onmessage = ({ data }) => this.catchUp(data);
  }

  /** Show the draft as it is now, where somebody else has made a newer version. @param {number} version */
  catchUp(version) {
    // Whoever has a change on its way learns from its answer.
    if (this.catchingUp || version <= this.version || this.waiting.length || this.moving) return;
    this.catchingUp = true;
    void this.queued(() => {
      this.catchingUp = false;
      return this.reload();
    });
  }

  async reload() {
    const found = await get("/api/drafts/{draft}", this.key);
    this.info = found.draft;
    this.documents = found.documents;
    for (const { patches } of this.waiting) this.patch(patches);
    this.problems = found.problems;
    this.canUndo = found.can_undo;
    this.canRedo = found.can_redo;
    void this.readBoard();
    this.changed();
  }

  /** Change the documents as they are shown. @param {Patches} patches @returns {string} why it cannot be; empty for done */
  patch(patches) {
    try {
      const after = { ...this.documents };
      for (const [role, patch] of Object.entries(patches)) after[role] = applied(after[role], patch);
      this.documents = after;
      return "";
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Change the draft: patches by role, and what they do in a few words. Resolves when the server has
   * it; an error is shown, and the draft is as the server has it.
   * @param {string} title @param {Patches} patches @param {string} [key] */
  change(title, patches, key = newKey()) {
    // A patch fits the documents that it was made of, and these are about to be others.
    const problem = this.moving ? "Undo was on its way: please do that again." : this.patch(patches);
    if (problem) {
      this.trouble = problem;
      this.changed();
      return Promise.resolve();
    }
    const waiting = { title, patches, key, base: 0 };
    this.waiting.push(waiting);
    this.trouble = "";
    return this.queued(async () => {
      if (!this.waiting.includes(waiting)) return; // Given up with one before it.
      await this.delivered(waiting);
      this.waiting = this.waiting.filter((other) => other !== waiting);
    });
  }

  /** Keep a text that is being written, also when the page is left; null for none. @param {Writing | null} writing */
  write(writing) {
    this.writing = writing;
    try {
      if (writing) localStorage.setItem(this.textName, JSON.stringify(writing));
      else localStorage.removeItem(this.textName);
    } catch {
      // Too much for the browser: this page has it all the same.
    }
    this.changed();
  }

  /** Take over the text that is written, as one change. Errors: `Refused`; the text stays.
   * @returns {Promise<string>} what was taken */
  take() {
    this.state = "saving";
    const done = this.last.then(() => this.sendText());
    const last = done.then(() => {}, () => {}).then(() => {
      if (this.last === last) this.state = "saved";
      this.changed();
    });
    this.last = last;
    return done;
  }

  async sendText() {
    const taken = this.writing;
    if (!taken) return "";
    const { role, form, text, version } = taken;
    try {
      const made = await post("/api/drafts/{draft}/text", { base: version, role, form, text }, this.key);
      const shown = !this.patch(/** @type {Patches} */ (made.patches ?? {}));
      this.confirm(made);
      if (!shown) await this.reload();
    } catch (error) {
      if (error instanceof Refused && error.since.length) {
        await this.reload();
        this.write(this.writing && { ...this.writing, version: this.version });
      }
      throw error;
    }
    // What has been typed while the server thought is the next text.
    this.write(this.writing === taken ? null : this.writing && { ...this.writing, version: this.version });
    return taken.text;
  }

  undo() {
    return this.move("undo");
  }

  redo() {
    return this.move("redo");
  }

  /** Go to a change of the history. @param {number} node */
  go(node) {
    return this.move(node);
  }

  /** @param {"undo" | "redo" | number} to */
  move(to) {
    this.moving += 1;
    this.trouble = "";
    return this.queued(async () => {
      // Known only now: what was changed before is on its way until here.
      if ((to === "undo" && !this.canUndo) || (to === "redo" && !this.canRedo)) {
        this.moving -= 1;
        this.trouble = `There is nothing to ${to}.`;
        return;
      }
      const made = await this.insist(() => post("/api/drafts/{draft}/moves", { base: this.version, to }, this.key))
        .finally(() => void (this.moving -= 1));
      this.state = "saving";
      const shown = made.patches !== null && !this.patch(/** @type {Patches} */ (made.patches));
      this.confirm(made);
      if (!shown) await this.reload();
    });
  }

  /** All changes, the last first. */
  history() {
    return get("/api/drafts/{draft}/history", this.key);
  }

  /** Show a place in the tab where it lies. @param {Spot} spot */
  seek(spot) {
    this.sought = spot;
    this.changed();
  }

  /** One step after another. @param {() => Promise<void>} step @returns {Promise<void>} */
  queued(step) {
    this.state = this.state === "away" ? "away" : "saving";
    const done = this.last.then(step).catch((error) => this.fail(error)).then(() => {
      if (this.last === done) this.state = "saved";
      this.keep();
      this.changed();
    });
    // Before anybody is told: whoever waits for the last step waits for this one.
    this.last = done;
    this.keep();
    this.changed();
    return done;
  }

  /** Send a change until the server has answered. @param {Waiting} waiting */
  delivered(waiting) {
    return this.insist(() => {
      waiting.base = this.version;
      this.keep();
      return this.send(waiting);
    });
  }

  /** Ask until the server has answered. @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
  async insist(ask) {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (error instanceof Refused && !PASSING.has(error.status) && error.status !== 429) throw error;
        this.state = "away";
        this.changed();
        await new Promise((done) => setTimeout(done, PATIENCE));
      }
    }
  }

  /** @param {Waiting} waiting */
  async send({ title, patches, key, base }) {
    const body = { base: base || this.version, title, patches, key };
    this.confirm(await post("/api/drafts/{draft}/changes", body, this.key));
    this.state = "saving";
  }

  /** @param {DraftStep} made */
  confirm(made) {
    if (this.info) this.info = { ...this.info, version: made.version, node: made.node };
    this.channel?.postMessage(made.version);
    this.problems = made.problems;
    this.canUndo = made.can_undo;
    this.canRedo = made.can_redo;
    void this.readBoard();
  }

  /** @param {unknown} error */
  async fail(error) {
    this.waiting = [];
    const since = error instanceof Refused ? error.since : [];
    this.trouble = since.length ? `Changed meanwhile elsewhere: ${since.join("; ")}. Your last change was not made.`
      : error instanceof Error ? error.message : String(error);
    await this.reload().catch(() => {});
  }

  /** Ask for the board, once at a time: of strokes that follow one another only the last counts. */
  async readBoard() {
    if (this.boardAsked) {
      this.boardMissed = true;
      return;
    }
    this.boardAsked = true;
    try {
      do {
        this.boardMissed = false;
        const { board, view, sound } = await get("/api/drafts/{draft}/board", this.key);
        this.board = board;
        this.view = view;
        this.sound = sound;
      } while (this.boardMissed);
    } catch {
      this.sound = false;
    }
    this.boardAsked = false;
    this.changed();
  }

  /** Keep in this browser what the server has not. */
  keep() {
    const name = `${this.keptNames}${this.page}`;
    try {
      if (this.waiting.length) localStorage.setItem(name, JSON.stringify(this.waiting));
      else localStorage.removeItem(name);
    } catch {
      // Too much for the browser: it is on its way all the same.
    }
  }

  get textName() {
    return `${DRAFT_TOKENS}.${this.key.draft}.text`;
  }

  /** @returns {Writing | null} */
  keptWriting() {
    try {
      const { role, form, text, version } = JSON.parse(localStorage.getItem(this.textName) ?? "null");
      return typeof text === "string" ? { role, form, text, version } : null;
    } catch {
      return null;
    }
  }

  /** Where pages keep what the server has not: each under a name of its own, since another may be open.
   * What is sent by both is made once, as its key tells. */
  get keptNames() {
    return `${DRAFT_TOKENS}.${this.key.draft}.waiting.`;
  }

  /** What other pages have kept, by its name. @returns {[string, Waiting[]][]} */
  kept() {
    return Object.keys(localStorage).filter((name) => name.startsWith(this.keptNames)).flatMap((name) => {
      try {
        const left = JSON.parse(localStorage.getItem(name) ?? "[]");
        return Array.isArray(left) && left.length ? [/** @type {[string, Waiting[]]} */ ([name, left])] : [];
      } catch {
        return [];
      }
    });
  }
}

/** The tokens of drafts that this browser has, by draft. @returns {Record<string, string>} */
export function keptTokens() {
  try {
    const kept = JSON.parse(localStorage.getItem(DRAFT_TOKENS) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/** @param {string} draft @param {string} token */
export function keepToken(draft, token) {
  localStorage.setItem(DRAFT_TOKENS, JSON.stringify({ ...keptTokens(), [draft]: token }));
}

/** The address at which a draft is edited; what stands behind the sign no browser sends.
 * @param {string} draft */
export function draftAddress(draft) {
  return `/edit#${draft}`;
}
