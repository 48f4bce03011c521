/** Chat at a table: what was said, what of it is not shown here, and what one says oneself. */
import { newKey } from "../transport/connection.js";
import { get, post, words } from "../transport/requests.js";
import { keepSetting, setting } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").ChatLine} ChatLine */
/** Whom this browser does not want to hear: an account by name, a guest in his match. @typedef {{key: string, name: string}} Muted */

const MUTED_HERE = "muted-words";

export class Chat {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.lines = /** @type {ChatLine[]} */ ([]);
    /** Why one may say nothing; empty where one may. */
    this.closed = "";
    /** Whether one has turned it off for all oneself. */
    this.reopens = false;
    /** Lines that have come while they were not looked at. */
    this.unread = 0;
    /** The lines that have come, over whatever socket. @type {Set<string>} */
    this.heard = new Set();
    this.problem = "";
    this.on = setting("chat", "on") === "on";
    /** @type {Muted[]} */
    this.muted = JSON.parse(setting(MUTED_HERE, "[]"));
  }

  /** Whether there is anybody to talk to. */
  get possible() {
    const { board, sides } = this.session;
    if (!board) return false;
    if (this.lines.length || !sides.length) return true;
    return board.sides.some(({ kind }, side) => kind === "person" && !sides.includes(side));
  }

  /** The room in which one speaks. @returns {"players" | "watchers"} */
  get room() {
    return this.session.sides.length ? "players" : "watchers";
  }

  /** What is shown: nothing of whom one does not want to hear. */
  get shown() {
    const keys = new Set(this.muted.map(({ key }) => key));
    return this.lines.filter((line) => !keys.has(this.keyOf(line)));
  }

  /** A new socket begins with what was said last. */
  begin() {
    this.lines = [];
    this.closed = "";
  }

  /** @param {import("../../types").ChatMessage} message */
  take(message) {
    this.closed = message.closed;
    this.reopens = message.reopens;
    const keyed = (/** @type {ChatLine} */ { room, number }) => `${room}${number}`;
    const known = new Set(this.lines.map(keyed));
    const news = message.lines.filter((line) => !known.has(keyed(line)));
    this.lines = [...this.lines, ...news].sort((a, b) => a.said - b.said || a.number - b.number);
    const single = message.lines.length === 1 && news.length === 1 && !this.heard.has(keyed(news[0]));
    for (const line of news) this.heard.add(keyed(line));
    if (!single || !this.on || !this.shown.includes(news[0]) || this.isMine(news[0])) return;
    if (this.session.tab === "chat") return;
    this.unread += 1;
    this.session.say(`${this.nameOf(news[0])}: ${news[0].text}`);
  }

  /** @param {ChatLine} line */
  isMine(line) {
    return line.side >= 0 && this.session.sides.includes(line.side);
  }

  /** What a speaker is called. @param {ChatLine} line */
  nameOf({ side, name }) {
    return name || (side >= 0 ? this.session.sideTitle(side) : "a watcher");
  }

  /** By what a speaker is known whom one does not want to hear. @param {ChatLine} line */
  keyOf({ account, room, side, name }) {
    return account ? `account:${name}` : `${this.session.board?.match}:${room}:${side}:${name}`;
  }

  /** Say something; whether it was taken. @param {string} text */
  async say(text) {
    const { session } = this;
    const seat = session.sides.length ? session.seat ?? session.sides[0] : session.board?.seats[0] ?? -1;
    const answer = await session.connection.request({ type: "say", seat, text, key: newKey() });
    this.problem = answer.type === "error" ? words(answer) : "";
    session.changed();
    return answer.type === "done";
  }

  /** Show nothing of a speaker any more, or show it again; of an account in every browser.
   * @param {Muted} whom @param {boolean} on */
  async mute(whom, on) {
    this.muted = [...this.muted.filter(({ key }) => key !== whom.key), ...(on ? [whom] : [])];
    keepSetting(MUTED_HERE, JSON.stringify(this.muted));
    this.session.changed();
    if (!whom.key.startsWith("account:")) return;
    const me = await get("/api/people/me").catch(() => null);
    if (me?.name) await post("/api/people/mute", { name: whom.name, on }).catch(() => {});
  }

  /** Tell the operator of a line; what to say of it. @param {ChatLine} line @param {string} about */
  async report({ room, number }, about) {
    try {
      await post("/api/chat/report", { token: this.session.tokens[0], room, number, about });
      return "The operator can read it now.";
    } catch (error) {
      return words(error);
    }
  }

  /** Turn it off for all who play and watch, or what one has turned off on again. @param {boolean} on */
  async turn(on) {
    try {
      await post("/api/chat/turn", { token: this.session.tokens[0], on });
      this.problem = "";
    } catch (error) {
      this.problem = words(error);
    }
    this.session.changed();
  }

  /** @param {boolean} on */
  set(on) {
    this.on = on;
    this.unread = 0;
    keepSetting("chat", on ? "on" : "off");
    this.session.changed();
  }
}
