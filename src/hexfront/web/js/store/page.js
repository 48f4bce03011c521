/** What a table's page shows beside the map: dialogs, tabs, notices, switches of the map. */
import { keepSetting, setting } from "./storage.js";

/** @typedef {import("./notice").Notice} Notice */
/** @typedef {import("../../types").LogEntry} LogEntry */
/** @typedef {"" | "help" | "why" | "answer" | "share" | "alerts" | "end" | "time"} DialogName */
/** @typedef {"orders" | "units" | "numbers" | "charts" | "rules" | "replay" | "review" | "chat"} TabName */
/** @typedef {"grid" | "numbers" | "names" | "links" | "minimap" | "key" | "words" | "lens" | "hideCounters"} Switch */

const NOTICE_MS = 9000;

export class Page {
  constructor() {
    this.dialog = /** @type {DialogName} */ ("");
    this.tab = /** @type {TabName} */ ("orders");
    this.why = /** @type {{clause: string, entry: LogEntry | null} | null} */ (null);
    /** The clause that the rulebook shall show. */
    this.soughtClause = "";
    this.notices = /** @type {Notice[]} */ ([]);
    this.noticeNumber = 0;
    /** What a screen reader says. */
    this.said = "";
    /** Counters are never hidden when a page opens: one would think them gone. */
    this.switches = {
      grid: setting("grid", "on") === "on", numbers: setting("numbers", "on") === "on",
      names: setting("names", "on") === "on", minimap: setting("minimap", "off") === "on",
      links: setting("links", "on") === "on", key: setting("key", "off") === "on",
      words: setting("words", "off") === "on",
      lens: false, hideCounters: false,
    };
    /** Called when anything has changed. @type {Set<() => void>} */
    this.listeners = new Set();
    /** Called too when only the camera or the pointer has moved. @type {Set<() => void>} */
    this.followers = new Set();
  }

  changed() {
    for (const listener of this.listeners) listener();
    this.moved();
  }

  /** Wait until anything changes, or a second. @returns {Promise<void>} */
  change() {
    return new Promise((done) => {
      const drawn = () => {
        this.listeners.delete(drawn);
        clearTimeout(late);
        done();
      };
      const late = setTimeout(drawn, 1000);
      this.listeners.add(drawn);
    });
  }

  /** What lies over the map moves with it; the panels beside it need not be made anew. */
  moved() {
    for (const follower of this.followers) follower();
  }

  /** @param {Switch} name @param {boolean} on */
  setSwitch(name, on) {
    this.switches = { ...this.switches, [name]: on };
    if (name !== "hideCounters" && name !== "lens") keepSetting(name, on ? "on" : "off");
  }

  /** @param {string} text @param {string} [clause] @param {Notice["action"]} [action]
   * @param {Notice["stands"]} [stands] whether it still says something; see `dropAnswered` */
  notice(text, clause = "", action = undefined, stands = undefined) {
    const number = (this.noticeNumber += 1);
    this.notices = [...this.notices.slice(-2), { number, text, clause, action, stands }];
    if (!action) setTimeout(() => this.dropNotice(number), NOTICE_MS);
    this.changed();
  }

  /** Drop the questions that have been answered. */
  dropAnswered() {
    this.notices = this.notices.filter((notice) => notice.stands?.() ?? true);
  }

  /** @param {number} number */
  dropNotice(number) {
    this.notices = this.notices.filter((notice) => notice.number !== number);
    this.changed();
  }

  /** Tell a screen reader. @param {string} text */
  say(text) {
    // The same text twice is said twice.
    this.said = text === this.said ? `${text} ` : text;
    this.changed();
  }

  /** Forget all words that may tell what one player knows. */
  forgetWords() {
    this.why = null;
    this.dialog = "";
    this.notices = [];
    this.said = "";
  }

  /** Ask why. @param {string} clause @param {LogEntry | null} [entry] */
  ask(clause, entry = null) {
    this.why = { clause, entry };
    this.openDialog("why");
    this.did("why");
  }

  /** @param {DialogName} dialog */
  openDialog(dialog) {
    this.dialog = dialog;
    this.changed();
  }

  /** @param {TabName} tab */
  openTab(tab) {
    this.tab = tab;
    this.did(`tab:${tab}`);
    this.changed();
  }

  /** Something was done beside the map, for which a guide may wait. @param {string} _what */
  did(_what) {}

  /** Open the rulebook at a clause. @param {string} clause */
  openClause(clause) {
    this.soughtClause = clause;
    this.dialog = "";
    this.openTab("rules");
  }
}
