/** HTTP requests, with the types of what each takes and answers. */

/** @typedef {import("../../types").Answers} Answers */
/** @typedef {import("../../types").Posts} Posts */

/** What the server says of a request that it does not carry out. */
export class Refused extends Error {
  /** @param {string} text @param {import("../../types").Problem[]} problems
   * @param {number} [status] of the answer @param {string[]} [since] what has happened meanwhile */
  constructor(text, problems, status = 400, since = []) {
    super(text);
    this.problems = problems;
    this.status = status;
    this.since = since;
  }
}

/** Milliseconds until one asks again where there was no answer. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8000;
/** Statuses of a server, or of a proxy before it, that answers again by itself; 0 is no answer at all. */
export const PASSING = new Set([0, 502, 503, 504]);

/** What is asked again and again, with why it was not answered. @type {Map<object, string>} */
const unanswered = new Map();
/** @type {Set<(why: string) => void>} */
const listeners = new Set();

/** Be told why there is no answer, "" once there is. @param {(why: string) => void} listener @returns {() => void} ends that */
export function onUnanswered(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellUnanswered() {
  const [why = ""] = unanswered.values();
  for (const listener of listeners) listener(why);
}

/** Why there is no answer, and that nobody need do anything. @param {string} why */
export const triedAgain = (why) => `${why.replace(" Try again in a moment.", "")} It is tried again by itself.`;

/** Ask until there is an answer, also where the server is away or its database is.
 * @template T @param {() => Promise<T>} ask @returns {Promise<T>} */
async function untilAnswered(ask) {
  const mark = {};
  try {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      try {
        return await ask();
      } catch (error) {
        if (!(error instanceof Refused && PASSING.has(error.status))) throw error;
        unanswered.set(mark, error.message);
        tellUnanswered();
      }
      await new Promise((done) => void setTimeout(done, wait));
    }
  } finally {
    if (unanswered.delete(mark)) tellUnanswered();
  }
}

/** A draft: what stands in a path for `{draft}`, and what opens it.
 * @typedef {{draft: string, token: string}} DraftKey */

/** Ask for something. While the server or its database is away it is asked again by itself; of a draft it is
 * the draft that does so. Errors: `Refused`.
 * @template {keyof Answers} P @param {P} path @param {DraftKey} [key] of the draft that it is about
 * @param {Record<string, string | number>} [query]
 * @returns {Promise<Answers[P]>} */
export async function get(path, key, query) {
  const asked = query ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}` : "";
  const ask = async () => (await answered(fetch(addressed(path, key) + asked, { headers: tokenHeader(key) }))).json();
  return key ? ask() : untilAnswered(ask);
}

/** Ask for something by an object, since no address may hold what opens seats and drafts; it changes nothing, and
 * is asked again like `get`. Errors: `Refused`.
 * @template {keyof Posts} P @param {P} path @param {Posts[P]["body"]} body @returns {Promise<Posts[P]["answer"]>} */
export async function getBy(path, body) {
  return untilAnswered(() => post(path, body));
}

/** Send an object or a file. Errors: `Refused`.
 * @template {keyof Posts} P @param {P} path @param {Posts[P]["body"]} body
 * @param {DraftKey} [key] of the draft that it is about
 * @returns {Promise<Posts[P]["answer"]>} */
export async function post(path, body, key) {
  return (await send(path, body, key)).json();
}

/** @param {string} path @param {DraftKey} [key] */
function addressed(path, key) {
  return key ? path.replace("{draft}", encodeURIComponent(key.draft)) : path;
}

/** @param {DraftKey} [key] @returns {Record<string, string>} */
function tokenHeader(key) {
  return key?.token ? { "Draft-Token": key.token } : {};
}

/** Send an object, for a file. Errors: `Refused`.
 * @param {"/api/journal" | "/api/printed"} path @param {object} body */
export async function download(path, body) {
  return (await send(path, body)).text();
}

/** @param {string} path @param {object} body @param {DraftKey} [key] */
function send(path, body, key) {
  const file = body instanceof Blob;
  return answered(fetch(addressed(path, key), {
    method: "POST", body: file ? body : JSON.stringify(body),
    headers: { "Content-Type": file ? "application/x-ndjson" : "application/json", ...tokenHeader(key) },
  }));
}

/** @param {Promise<Response>} request */
async function answered(request) {
  const answer = await request.catch(() => {
    throw new Refused("The server does not answer. Try again in a moment.", [], 0);
  });
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => null);
  throw new Refused(error?.text ?? `The server answered ${answer.status}.`, error?.problems ?? [],
    answer.status, error?.since ?? []);
}

/** What somebody is told of an error, or of a message that tells one. @param {unknown} error */
export function words(error) {
  const { problems = [], text } = /** @type {Partial<import("../../types").ErrorMessage>} */ (error);
  if (problems.length && problems.every((one) => FIELD.test(one.place))) return problems.map(plainly).join(" ");
  return error instanceof Error ? error.message : text ?? String(error);
}

/** A place that is a field of what was sent, or is named by a word; others lie within files. */
const FIELD = /^(?:body: \/)?([a-z][a-z -]*)$/;

/** A problem as somebody says it who knows what he has typed. @param {import("../../types").Problem} problem */
function plainly({ place, found, expected }) {
  const [, field = place] = FIELD.exec(place) ?? [];
  const described = /^<([^<>]+)>$/.exec(found)?.[1];
  const what = described && described !== "none" ? `${described}. Needed: ` : "needed is ";
  return `${field[0]?.toUpperCase()}${field.slice(1)}: ${what}${expected}.`;
}
