/** What a page does when the match that it shows has ended, as its address wants it: open the review,
 * or go on to the best game that is played. */
import { get } from "../transport/requests.js";
import { keepSetting, setting, watchAddress } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */

const WAIT_SECONDS = 15;

export class Aftermath {
  /** @param {Session} session @param {string} search the query of the page's address */
  constructor(session, search) {
    this.session = session;
    const wanted = new URLSearchParams(search);
    this.review = wanted.has("review");
    /** Whether the best game of the lobby is watched. */
    this.best = wanted.has("best");
    /** Whether one wants to go on to the next. */
    this.follows = setting("follow-best", "on") === "on";
    this.over = false;
    this.timer = 0;
    session.listeners.add(() => this.look());
  }

  /** See whether it is over. */
  look() {
    const { session } = this;
    if (this.over || !session.result || session.playing) return;
    this.over = true;
    if (this.review) session.openTab("review");
    if (this.best && this.follows) void this.next();
  }

  /** @param {boolean} on */
  follow(on) {
    this.follows = on;
    keepSetting("follow-best", on ? "on" : "off");
    clearTimeout(this.timer);
    if (on && this.over) void this.next();
    this.session.changed();
  }

  /** Propose the next game, and go there unless one would rather stay. */
  async next() {
    const { session } = this;
    const lobby = await get("/api/lobby").catch(() => null);
    const game = lobby?.live.find(({ match }) => match !== session.board?.match);
    if (!game) {
      session.notice("No other game of the lobby is played now.");
      return;
    }
    const players = game.players.map(({ name }) => name || "a guest").join(" – ");
    const go = () => location.assign(watchAddress(game.spectator, "best"));
    this.timer = window.setTimeout(go, 1000 * WAIT_SECONDS);
    session.notice(`The best game now is ${game.title}: ${players}. You see it in ${WAIT_SECONDS} seconds.`, "",
      { title: "Stay here", run: () => {
        clearTimeout(this.timer);
        session.notices = [];
        session.changed();
      } });
  }
}
