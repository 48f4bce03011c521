/** The socket of a match: joins again by itself, and sends unanswered orders again. */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
/** Close codes after which coming back by itself would do no good. */
const POLICY_VIOLATION = 1008;

/** @typedef {{type: string, [key: string]: any}} Message */

export class Connection {
  /** @param {string[]} tokens
   * @param {{onMessage: (message: Message) => void, onState: (open: boolean) => void,
   *   onOpen: () => void}} events */
  constructor(tokens, events) {
    this.tokens = tokens;
    this.events = events;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** Orders that the server has not answered yet, by key. @type {Map<string, Message>} */
    this.pending = new Map();
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/match`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      socket.send(JSON.stringify({ type: "join", tokens: this.tokens }));
    };
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => {
      this.events.onState(false);
      if (event.code === POLICY_VIOLATION) return;
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    };
  }

  /** @param {Message} message */
  take(message) {
    if (message.type === "board") {
      this.events.onState(true);
      this.events.onMessage(message);
      this.events.onOpen();
      for (const orders of this.pending.values()) this.send(orders);
      return;
    }
    if (message.key) this.pending.delete(message.key);
    // An error has no key: it answers the oldest orders, and they are not tried again.
    if (message.type === "error") this.pending.clear();
    this.events.onMessage(message);
  }

  /** @param {Message} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** Look from a seat. @param {number} seat */
  sit(seat) {
    this.send({ type: "sit", seat });
  }

  /** Give orders; the key makes sure that they are carried out once.
   * @param {number} seat @param {number[]} orders @returns {string} the key */
  give(seat, orders) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    const key = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const message = { type: "orders", seat, orders, key };
    this.pending.set(key, message);
    this.send(message);
    return key;
  }
}
