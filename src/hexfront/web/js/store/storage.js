/** What this browser keeps: tokens of one's matches, and settings. */

const MATCHES = "hexfront.matches";
const LIMIT = 60;

/** @typedef {{match: string, title: string, tokens: string[], spectator?: string,
 *   invites?: Record<string, string>}} KeptMatch */

/** @returns {KeptMatch[]} */
export function keptMatches() {
  try {
    const kept = JSON.parse(localStorage.getItem(MATCHES) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry) => Array.isArray(entry?.tokens)) : [];
  } catch {
    return [];
  }
}

/** @param {KeptMatch} entry */
export function keepMatch(entry) {
  const others = keptMatches().filter((other) => other.match !== entry.match);
  localStorage.setItem(MATCHES, JSON.stringify([entry, ...others].slice(0, LIMIT)));
}

/** @param {string} match */
export function forgetMatch(match) {
  const others = keptMatches().filter((other) => other.match !== match);
  localStorage.setItem(MATCHES, JSON.stringify(others));
}

/** Campaigns of this browser; `match`: the battle that is being fought, or was last.
 * @typedef {{token: string, title: string, system: string, match: string}} KeptCampaign */

const CAMPAIGNS = "hexfront.campaigns";

/** @returns {KeptCampaign[]} */
export function keptCampaigns() {
  try {
    const kept = JSON.parse(localStorage.getItem(CAMPAIGNS) ?? "[]");
    return Array.isArray(kept) ? kept.filter((entry) => typeof entry?.token === "string") : [];
  } catch {
    return [];
  }
}

/** @param {KeptCampaign} entry */
export function keepCampaign(entry) {
  const old = keptCampaigns();
  const match = entry.match || (old.find((other) => other.token === entry.token)?.match ?? "");
  const others = old.filter((other) => other.token !== entry.token);
  localStorage.setItem(CAMPAIGNS, JSON.stringify([{ ...entry, match }, ...others].slice(0, LIMIT)));
}

/** @param {string} token */
export function forgetCampaign(token) {
  const others = keptCampaigns().filter((other) => other.token !== token);
  localStorage.setItem(CAMPAIGNS, JSON.stringify(others));
}

/** The address of a campaign. @param {string} token */
export function campaignAddress(token) {
  return `/campaign#${token}`;
}

/** The address of a tournament. @param {string} id */
export function tournamentAddress(id) {
  return `/tournaments?id=${encodeURIComponent(id)}`;
}

/** @param {string} name @param {string} otherwise */
export function setting(name, otherwise) {
  return localStorage.getItem(`hexfront.${name}`) ?? otherwise;
}

/** @param {string} name @param {string} value */
export function keepSetting(name, value) {
  localStorage.setItem(`hexfront.${name}`, value);
}

/** The address of a table. Tokens stand in the fragment, which browsers send to nobody.
 * @param {string[]} tokens @param {number} [step] of the guided first game to begin with */
export function tableAddress(tokens, step) {
  return `/play${step === undefined ? "" : `?guide=${step}`}#${tokens.join(".")}`;
}

/** The address of a table for one who watches, and goes on to the best game after it, or reads its review.
 * @param {string} spectator @param {"best" | "review"} how */
export function watchAddress(spectator, how) {
  return `/play?${how}#${spectator}`;
}

/** The fragment of the address of a table: tokens, and the moment that is shown, from a seat.
 * @param {string[]} tokens @param {number | null} at @param {number | null} seat */
export function momentAddress(tokens, at, seat) {
  return `#${tokens.join(".")}${at === null ? "" : `/${at}${seat === null ? "" : `/${seat}`}`}`;
}

/** What the fragment of an address says. @param {string} fragment without its sign
 * @returns {{tokens: string[], sought: {at: number, seat: number | null} | null}} */
export function readFragment(fragment) {
  const [keys, at, seat] = fragment.split("/");
  const number = (/** @type {string | undefined} */ text) => (text && /^-?\d{1,9}$/.test(text) ? Number(text) : null);
  const moment = number(at);
  return { tokens: keys.split(".").filter(Boolean), sought: moment === null ? null : { at: moment, seat: number(seat) } };
}

/** The address at which an invited person sits down. @param {string} invite */
export function inviteAddress(invite) {
  return `/join#${invite}`;
}

/** Keep a match that the server made; returns the tokens to open it with.
 * @param {import("../../types").MatchMade} made */
export function keepMade(made) {
  const own = Object.values(made.tokens);
  const tokens = own.length ? own : [made.spectator];
  keepMatch({ match: made.match, title: made.title, tokens, spectator: made.spectator,
    invites: made.invites });
  return tokens;
}
