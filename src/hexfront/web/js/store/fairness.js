/** The dice of a match, as far as this page can vouch for them: what it adds to them before the first
 * one, what it notes then, and its own check at the end. See docs/guides/dice.md. */
import { newKey } from "../transport/connection.js";
import { download } from "../transport/requests.js";

/** @typedef {import("../../types").DiceShare} DiceShare */
/** @typedef {{commitment: string, own: Record<string, string>, hashes: Record<string, string>}} Note */
/** @typedef {{ok: boolean | null, text: string}} Finding */

/** @param {string} match */
const nameOf = (match) => `hexfront.dice.${match}`;

/** What this browser has noted of a match. @param {string} match @returns {Note | null} */
export function noteOf(match) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(match)) ?? "null");
  } catch {
    return null;
  }
}

/** Whether the browser offers SHA-256 here: only at https and on this computer itself. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

export class Fairness {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    /** @type {DiceShare[]} */
    this.shares = [];
    /** What the check at the end has found. @type {Finding[] | null} */
    this.findings = null;
    this.checking = false;
  }

  /** Sides whose pages must come for the dice: while some have not promised, these alone. */
  get awaited() {
    const missing = this.shares.filter(({ added }) => !added);
    const without = missing.filter(({ hash }) => !hash);
    return (without.length ? without : missing).map(({ side }) => side);
  }

  /** The match was opened: note what the server promises, unless it is noted already.
   * @param {import("../../types").BoardMessage} board */
  begin(board) {
    this.shares = [];
    if (!board.seats.some((seat) => seat >= 0) || noteOf(board.match)) return;
    this.keep(board.match, { commitment: board.commitment, own: {}, hashes: {} });
  }

  /** @param {string} match @param {Note} note */
  keep(match, note) {
    localStorage.setItem(nameOf(match), JSON.stringify(note));
  }

  /** Add what is due from this page. Nobody shows his share before all have given its hash, so that
   * nobody can choose his by the others'. @param {DiceShare[]} shares */
  async take(shares) {
    this.shares = shares;
    const { session } = this;
    const board = session.board;
    const note = board && noteOf(board.match);
    if (!board || !note) return;
    const promised = shares.every(({ hash, added }) => hash || added);
    if (promised && !Object.keys(note.hashes).length) {
      note.hashes = Object.fromEntries(shares.map(({ side, hash }) => [side, hash]));
    }
    for (const { side, hash, added } of shares) {
      if (added || !session.sides.includes(side)) continue;
      // Another screen of this seat may have promised first: then it is for that one to add.
      if (hash && note.own[side] && canCheck() && await sha256(note.own[side]) !== hash) delete note.own[side];
      // Without SHA-256 it cannot promise, and adds its share at once.
      if (!hash) note.own[side] ??= newKey();
      this.keep(board.match, note);
      if (!hash && canCheck()) {
        session.connection.send({ type: "share", seat: side, hash: await sha256(note.own[side]) });
      } else if (note.own[side] && (promised || !hash)) {
        session.connection.send({ type: "share", seat: side, share: note.own[side] });
      }
    }
    this.keep(board.match, note);
  }

  /** The match is over: get its file, and check it. */
  async check() {
    const { board, tokens } = this.session;
    if (!board || this.checking || this.findings) return;
    this.checking = true;
    try {
      const journal = await download("/api/journal", { token: tokens[0] });
      this.findings = await checkDice(journal, noteOf(board.match));
    } catch (error) {
      this.findings = [{ ok: null, text: `The dice could not be checked: ${error instanceof Error ? error.message : error}` }];
    }
    this.checking = false;
    this.session.changed();
  }
}

/** Check the file of a match against what was noted at its start.
 * @param {string} text @param {Note | null} note @returns {Promise<Finding[]>} */
export async function checkDice(text, note) {
  if (!canCheck()) {
    return [{ ok: null, text: "This browser computes no SHA-256 at an address without https, so this page could "
      + "not check the dice. Save the journal and use hexfront verify." }];
  }
  const lines = text.trimEnd().split("\n");
  const head = JSON.parse(lines[0]);
  const { commitment, shares } = JSON.parse(lines[1]).dice;
  const { secret } = JSON.parse(lines[lines.length - 1]).end;
  const found = /** @type {Finding[]} */ ([]);
  const bound = await hmac(fromHex(secret), lines[0]);
  if (!note?.commitment) {
    found.push({ ok: null, text: "This browser did not note the promise at the start of the match." });
  } else {
    found.push({ ok: note.commitment === commitment && bound === commitment,
      text: "The server has kept its promise: secret, scenario and seats are those that it had fixed before the first die." });
  }
  if (bound !== commitment) found.push({ ok: false, text: "The secret is the one that the journal names at its start." });
  const own = Object.entries(note?.own ?? {});
  if (own.length) {
    found.push({ ok: own.every(([side, share]) => shares[Number(side)] === share),
      text: "What this page added is in the dice." });
  }
  const others = Object.entries(note?.hashes ?? {}).filter(([side, hash]) => hash && !note?.own[side]);
  if (others.length) {
    const kept = await Promise.all(others.map(async ([side, hash]) => await sha256(shares[Number(side)]) === hash));
    found.push({ ok: kept.every(Boolean), text: "What the other players' pages added was fixed before this page showed its own." });
  }
  const first = head.restored?.steps ?? 0;
  const dice = new Dice(await diceKey(secret, shares));
  let drawn = 0;
  let wrong = 0;
  for (const line of lines.slice(2, -1)) {
    const step = JSON.parse(line);
    if (!step.range || step.step <= first) continue;
    const [from, to, faces] = step.range;
    const number = dice.draw(faces);
    drawn += 1;
    if (number < from || number >= to) wrong ||= step.step;
  }
  found.push({ ok: !wrong, text: wrong ? `Step ${wrong} is not what the dice gave.`
    : !drawn ? "No die was drawn." : drawn === 1 ? "The one die drawn follows from them." : `All ${drawn} dice drawn follow from them.` });
  if (first) found.push({ ok: null, text: `The dice before this match was restored (${first} steps) are those of the match it came from.` });
  return found;
}

/** @param {string} text */
async function sha256(text) {
  return toHex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

/** @param {Uint8Array<ArrayBuffer>} key @param {string} text */
async function hmac(key, text) {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toHex(await crypto.subtle.sign("HMAC", made, new TextEncoder().encode(text)));
}

/** @param {string} secret @param {string[]} shares */
async function diceKey(secret, shares) {
  const key = fromHex(secret);
  return shares.some(Boolean) ? fromHex(await hmac(key, `hexfront:dice:${shares.join(",")}`)) : key;
}

/** @param {string} hex */
const fromHex = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {ArrayBuffer} bytes */
const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The dice of a match: ChaCha20 (RFC 8439) with a 64-bit counter, stream 0. */
export class Dice {
  /** @param {Uint8Array} key */
  constructor(key) {
    const words = new DataView(key.buffer, key.byteOffset);
    this.start = new Uint32Array(16);
    this.start.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    for (let i = 0; i < 8; i += 1) this.start[4 + i] = words.getUint32(4 * i, true);
    this.block = new Uint32Array(16);
    this.used = 0;
  }

  fill() {
    this.start[12] = this.used / 16;
    this.start[13] = this.used / 16 / 2 ** 32;
    const x = Uint32Array.from(this.start);
    for (let round = 0; round < 10; round += 1) {
      for (const [a, b, c, d] of ROUND) quarter(x, a, b, c, d);
    }
    this.block = x.map((word, i) => word + this.start[i]);
  }

  /** A number below `faces`; words that would favour some are thrown away. @param {number} faces */
  draw(faces) {
    if (faces <= 1) return 0;
    const limit = 2 ** 32 - (2 ** 32 % faces);
    for (;;) {
      if (this.used % 16 === 0) this.fill();
      const word = this.block[this.used % 16];
      this.used += 1;
      if (word < limit) return word % faces;
    }
  }
}

const ROUND = [[0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14]];

/** @param {Uint32Array} x @param {number} a @param {number} b @param {number} c @param {number} d */
function quarter(x, a, b, c, d) {
  const turn = (/** @type {number} */ word, /** @type {number} */ bits) => (word << bits) | (word >>> (32 - bits));
  x[a] += x[b];
  x[d] = turn(x[d] ^ x[a], 16);
  x[c] += x[d];
  x[b] = turn(x[b] ^ x[c], 12);
  x[a] += x[b];
  x[d] = turn(x[d] ^ x[a], 8);
  x[c] += x[d];
  x[b] = turn(x[b] ^ x[c], 7);
}
