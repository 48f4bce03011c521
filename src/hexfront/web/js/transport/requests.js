/** HTTP requests, with the types of what each takes and answers. */

/** @typedef {import("../../types").Answers} Answers */
/** @typedef {import("../../types").Posts} Posts */

/** What the server says of a request that it does not carry out. */
export class Refused extends Error {
  /** @param {string} text @param {import("../../types").Problem[]} problems */
  constructor(text, problems) {
    super(text);
    this.problems = problems;
  }
}

/** Ask for something. Errors: `Refused`.
 * @template {keyof Answers} P @param {P} path @param {Record<string, string>} [query]
 * @returns {Promise<Answers[P]>} */
export async function get(path, query = {}) {
  const asked = new URLSearchParams(query).toString();
  return (await answered(fetch(asked ? `${path}?${asked}` : path))).json();
}

/** Send an object or a file. Errors: `Refused`.
 * @template {keyof Posts} P @param {P} path @param {Posts[P]["body"]} body
 * @returns {Promise<Posts[P]["answer"]>} */
export async function post(path, body) {
  return (await send(path, body)).json();
}

/** Send an object, for a file. Errors: `Refused`.
 * @param {"/api/journal" | "/api/printed"} path @param {object} body */
export async function download(path, body) {
  return (await send(path, body)).text();
}

/** @param {string} path @param {object} body */
function send(path, body) {
  const file = body instanceof Blob;
  return answered(fetch(path, {
    method: "POST", body: file ? body : JSON.stringify(body),
    headers: { "Content-Type": file ? "application/x-ndjson" : "application/json" },
  }));
}

/** @param {Promise<Response>} request */
async function answered(request) {
  const answer = await request;
  if (answer.ok) return answer;
  const error = await answer.json().catch(() => null);
  throw new Refused(error?.text ?? `The server answered ${answer.status}.`, error?.problems ?? []);
}

/** @param {unknown} error */
export function words(error) {
  return error instanceof Error ? error.message : String(error);
}
