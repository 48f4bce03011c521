/** The socket of a match: joins again by itself, and asks again what was not answered. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Close code of a server that does not want this page. */
const POLICY_VIOLATION = 1008;
const ANSWERS = new Set(["done", "refused", "undone", "answer", "overlay", "completions", "moment",
  "time_series", "hint", "thoughts", "thought",
  "error"]);

/** @typedef {import("../../types").Message} Message */
/** @typedef {import("../../types").Frame} Frame */
/** A frame without what is added to it on its way.
 * @template F @template {string} K @typedef {F extends any ? Omit<F, K> : never} Without */
/** @typedef {import("../../types").AskOverlay | import("../../types").AskAnswer
 *   | import("../../types").AskCompletions | import("../../types").AskMoment
 *   | import("../../types").AskTimeSeries | import("../../types").AskHint
 *   | import("../../types").AskThoughts | import("../../types").AskThought} Question */
/** @typedef {"connecting" | "open" | "lost" | "refused"} State */

/** A name for a request, by which the server knows it when it comes again. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export class Connection {
  /** @param {string[]} tokens
   * @param {{onMessage: (message: Message) => void, onState: () => void, onJoined: () => void,
   *   told: () => number | undefined}} events `told`: how many entries the page has shown before */
  constructor(tokens, events) {
    this.tokens = tokens;
    this.events = events;
    /** @type {State} */
    this.state = "connecting";
    /** Why the server lets this page not in. */
    this.problem = "";
    /** Why the connection is lost, where the server has said it. */
    this.why = "";
    /** The last word of a server that wants no more of this page: the match has been deleted, the operator
     * has banned the player, or too many other pages have been opened for the same seat since.
     * @type {"" | "deleted" | "banned" | "replaced"} */
    this.end = "";
    this.wait = FIRST_WAIT;
    this.timer = 0;
    this.number = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Requests that the server has not answered, the oldest first.
     * @type {{frame: Frame, resolve: (answer: Message) => void}[]} */
    this.waiting = [];
    addEventListener("online", () => {
      if (this.state === "lost") this.open();
    });
    this.open();
  }

  /** Try to join now. */
  open() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    if (this.state === "refused") this.state = "connecting";
    this.end = "";
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/match`);
    this.socket = socket;
    socket.onopen = () => {
      const told = this.events.told();
      const seen = told === undefined ? {} : { log_length: told };
      socket.send(JSON.stringify({ type: "join", tokens: this.tokens, ...seen }));
    };
    // One that this page has closed itself may say more while the next is open.
    socket.onmessage = (event) => socket === this.socket && this.take(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.closed(event.code, event.reason);
    this.events.onState();
  }

  /** @param {number} code @param {string} why */
  closed(code, why) {
    if (this.state === "refused") return;
    if (code === POLICY_VIOLATION && this.state === "connecting") {
      this.refuse("The server does not accept this page.");
      return;
    }
    this.state = "lost";
    this.why = why;
    this.timer = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    this.events.onState();
  }

  /** @param {string} problem */
  refuse(problem) {
    this.state = "refused";
    this.problem = problem;
    this.socket?.close();
    this.events.onState();
  }

  /** @param {Message} message */
  take(message) {
    if (message.type === "board") {
      this.state = "open";
      this.wait = FIRST_WAIT;
      this.events.onMessage(message);
      this.events.onJoined();
      for (const { frame } of this.waiting) this.send(frame);
      this.events.onState();
      return;
    }
    if (message.type === "deleted" || message.type === "banned" || message.type === "replaced") {
      this.end = message.type;
      this.refuse(message.text);
      return;
    }
    if (this.state !== "open") {
      this.refuse("text" in message ? message.text : "The server does not open this match.");
      return;
    }
    const asked = ANSWERS.has(message.type) ? this.question(message) : undefined;
    if (asked) asked.resolve(message);
    else this.events.onMessage(message);
  }

  /** The request that a message answers; taken off the list.
   * @param {Message} answer */
  question(answer) {
    const at = this.waiting.findIndex(({ frame }) => ("key" in answer && "key" in frame && frame.key === answer.key)
      || ("number" in answer && "number" in frame && frame.number === answer.number));
    return at < 0 ? undefined : this.waiting.splice(at, 1)[0];
  }

  /** @param {Frame} frame */
  send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Ask something; the answer may be an error. After a lost connection it is asked again.
   * @param {Frame} frame @returns {Promise<Message>} */
  request(frame) {
    return new Promise((resolve) => {
      this.waiting.push({ frame, resolve });
      if (this.state === "open") this.send(frame);
    });
  }

  /** Ask something that changes nothing. @param {Without<Question, "number">} question */
  ask(question) {
    this.number += 1;
    return this.request({ ...question, number: this.number });
  }

  /** Look from a seat. @param {number} seat @param {number} [told] entries shown there before */
  sit(seat, told) {
    this.send({ type: "sit", seat, ...(told === undefined ? {} : { log_length: told }) });
  }
}
