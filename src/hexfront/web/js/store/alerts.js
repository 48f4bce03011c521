/** Says that it is one's turn: in the title, by a dot, a sound, a message of the browser. */
import { post } from "../transport/requests.js";
import { keepMade, keepSetting, keptMatches, setting, tableAddress } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */

const BLINK_MS = 1200;
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<path fill="#8a4a1c" d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z"/>
<circle cx="17" cy="7" r="6" fill="#d4231b" stroke="#fff" stroke-width="1.5"/></svg>`;

export class Alerts {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    /** Whether it was one's turn at the last look. */
    this.acting = false;
    this.timer = 0;
    this.sound = setting("sound", "off") === "on";
    document.addEventListener("visibilitychange", () => this.mark());
  }

  get title() {
    return this.session.board ? `${this.session.board.title} – Hexfront` : "Hexfront";
  }

  /** See whether it has become one's turn. */
  look() {
    const { session } = this;
    const acting = session.sides.length === 1 && session.acting;
    const news = acting && !this.acting;
    this.acting = acting;
    this.mark();
    if (!news) return;
    if (this.sound) beep();
    if (document.hidden) this.message();
  }

  /** Title and icon as they are to be. */
  mark() {
    clearInterval(this.timer);
    const mine = `Your turn – ${this.title}`;
    document.title = this.acting ? mine : this.title;
    const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
    if (icon) {
      icon.href = this.acting ? `data:image/svg+xml,${encodeURIComponent(ICON)}`
        : "/static/icon.svg";
    }
    if (!this.acting || !document.hidden) return;
    this.timer = window.setInterval(() => {
      document.title = document.title === mine ? this.title : mine;
    }, BLINK_MS);
  }

  /** Whether messages of the browser are allowed: "granted", "denied", "default", or "" where the
   * browser has none. */
  get permission() {
    return "Notification" in window ? Notification.permission : "";
  }

  async askPermission() {
    if ("Notification" in window) await Notification.requestPermission();
    this.session.changed();
  }

  /** Nothing that is hidden in the match may stand in it. */
  message() {
    if (this.permission !== "granted") return;
    const message = new Notification(this.session.board?.title ?? "Hexfront", {
      body: "It is your turn.", tag: `hexfront-${this.session.board?.match}`, icon: "/static/icon.svg",
    });
    message.onclick = () => {
      window.focus();
      message.close();
    };
  }

  /** @param {boolean} on */
  setSound(on) {
    this.sound = on;
    keepSetting("sound", on ? "on" : "off");
    if (on) beep();
    this.session.changed();
  }

  /** Somebody wants to play the match again, or to go on from a situation that he has kept.
   * @param {import("../../types").Again} message */
  again({ match, title, restored }) {
    if (keptMatches().some((entry) => entry.match === match)) return;
    if (restored) {
      this.session.notice(`${title} goes on from an earlier situation at another table.`, "", {
        title: "Go there", run: () => this.restore({ match }),
      });
    } else {
      this.session.notice(`A rematch of ${title} is ready.`, "", {
        title: "Play", run: () => this.playAgain(),
      });
    }
  }

  /** Somebody wants the match deleted. @param {number[]} sides */
  deletion(sides) {
    if (sides.every((side) => this.session.sides.includes(side))) return;
    const who = sides.map((side) => this.session.sideTitle(side)).join(" and ");
    this.session.notice(`${who} asked to delete this match. It goes when everybody who plays in it
      asks for it, under “Your matches” on the home page.`);
  }

  /** Go to the table of the same match again. */
  playAgain() {
    const { tokens } = this.session;
    return this.goTo(post("/api/matches/again", { tokens }));
  }

  /** Go on from a situation that was kept under a name, or in a match that goes on from one.
   * @param {{name: string} | {match: string}} from */
  restore(from) {
    const { tokens } = this.session;
    return this.goTo(post("/api/matches/restored", { tokens, ...from }));
  }

  /** Sit down at another table, on one's own seats.
   * @param {Promise<import("../../types").MatchMade>} made */
  async goTo(made) {
    try {
      location.assign(tableAddress(keepMade(await made)));
    } catch (error) {
      this.session.notice(error instanceof Error ? error.message : String(error));
    }
  }
}

/** Two short tones. */
function beep() {
  const context = new AudioContext();
  for (const [at, pitch] of [[0, 660], [0.14, 880]]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, context.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.13);
    tone.connect(volume).connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.14);
  }
  setTimeout(() => context.close(), 600);
}
