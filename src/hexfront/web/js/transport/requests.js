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

/** A draft: what stands in a path for `{draft}`, and what opens it.
 * @typedef {{draft: string, token: string}} DraftKey */

/** Ask for something. Errors: `Refused`.
 * @template {keyof Answers} P @param {P} path @param {DraftKey} [key] of the draft that it is about
 * @param {Record<string, string | number>} [query]
 * @returns {Promise<Answers[P]>} */
export async function get(path, key, query) {
  const asked = query ? `?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}` : "";
  return (await answered(fetch(addressed(path, key) + asked, { headers: tokenHeader(key) }))).json();
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
  const answer = await request;
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => null);
  throw new Refused(error?.text ?? `The server answered ${answer.status}.`, error?.problems ?? [],
    answer.status, error?.since ?? []);
}

/** What somebody is told of an error. @param {unknown} error */
export function words(error) {
  if (error instanceof Refused && error.problems.length && error.problems.every((one) => FIELD.test(one.place))) {
    return error.problems.map(plainly).join(" ");
  }
  return error instanceof Error ? error.message : String(error);
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
