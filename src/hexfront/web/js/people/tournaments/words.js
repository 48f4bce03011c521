/** Tournaments in plain words: forms, times, points, and what decides where points are level. */

/** @typedef {import("../../../types").TournamentInfo} TournamentInfo */
/** @typedef {import("../../../types").TournamentPage} TournamentPage */
/** @typedef {import("../../../types").TournamentGame} TournamentGame */

/** @type {Record<TournamentInfo["form"], string>} */
export const FORMS = { swiss: "Swiss", "round-robin": "Round robin", knockout: "Knockout" };

/** @type {Record<TournamentInfo["form"], string>} */
export const ABOUT = {
  swiss: "Everybody plays every round, against somebody with about as many points whom he has not met.",
  "round-robin": "Everybody meets everybody.",
  knockout: "Who loses is out. The strongest meet last.",
};

/** @type {Record<string, string>} */
export const TIE_BREAKS = {
  Buchholz: "the points of all opponents together; a bye counts as an opponent with one's own points",
  "Sonneborn–Berger": "the points of those whom one has beaten, and half of those with whom one was level",
  "Direct encounter": "the points from the games among those who are still level",
  Wins: "how many games, or opponents at a table, one has beaten",
};

/** @type {Record<string, string>} */
export const HOW = {
  bye: "no opponent", missed: "decided at the deadline", left: "one has left", void: "without a result",
  corrected: "set by the organiser",
};

/** @type {Record<TournamentInfo["state"], string>} */
const STATES = { open: "open", running: "being played", done: "over", cancelled: "called off" };

/** How a tournament stands. @param {TournamentInfo} info */
export function standing(info) {
  const people = `${info.entrants} of ${info.most} players`;
  if (info.state === "open") return `${people} · ${info.starts ? `begins ${moment(info.starts)}` : "begins when the organiser says so"}`;
  const rounds = info.round ? ` · round ${info.round} of ${info.rounds}` : "";
  return `${STATES[info.state]}${info.state === "running" ? rounds : ""} · ${info.entrants} ${info.entrants === 1 ? "player" : "players"}`;
}

/** A moment in the reader's own time. @param {number} seconds since 1970 */
export function moment(seconds) {
  return new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Hours, as days where they are whole. @param {number} hours */
export function span(hours) {
  const [count, unit] = hours % 24 ? [hours, "hour"] : [hours / 24, "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const QUARTERS = ["", "¼", "½", "¾"];

/** A number of points, with its half or quarter. @param {number} value */
export function points(value) {
  const whole = Math.floor(value);
  const part = QUARTERS[Math.round((value - whole) * 4)] ?? "";
  return whole || !part ? `${whole}${part}` : part;
}

/** The result of a game. @param {TournamentGame} game */
export function result(game) {
  return game.points.map(points).join(" – ");
}

/** The rules of a tournament, one after another. @param {TournamentPage} page @returns {string[]} */
export function rules(page) {
  const { terms, sides } = page;
  const found = [`${FORMS[terms.form]}. ${ABOUT[terms.form]}`];
  if (sides.length > 2) {
    found.push(`Tables of ${sides.length}: one gets a point for each other at the table whom one has left behind, half a point for each who is level. Machines fill the tables.`);
  } else if (terms.form === "knockout") {
    found.push("A drawn game is played again with sides exchanged. If that is drawn too, or nobody comes, the better seed goes on.");
  } else {
    found.push("1 point for a win, half a point for a draw. All play both sides as evenly as can be.");
    if (terms.machines) found.push("If the number of players is odd, a machine plays too.");
    else if (terms.form === "swiss") found.push("If the number of players is odd, one of the last has a bye, which is worth a point; nobody has two.");
  }
  if (terms.form === "swiss") {
    found.push(terms.rounds ? `${terms.rounds} ${terms.rounds === 1 ? "round" : "rounds"}.`
      : "The rounds follow from the number of players: 2 for four, 3 for eight, 4 for sixteen.");
  }
  if (terms.double) found.push("All meet twice, with sides exchanged.");
  found.push(terms.round_hours ? `A round every ${span(terms.round_hours)}; none begins before the last is over.`
    : "The next round begins as soon as one is over.");
  if (terms.deadline_hours) {
    found.push(`A game that is not over ${span(terms.deadline_hours)} after its round began is lost for whoever is waited for. Who loses two games so is out.`);
  }
  if (terms.deadline_hours || terms.pace !== "none") found.push("Who lets a game time out waits a day or more before entering another tournament.");
  if (terms.form === "swiss" && terms.late) found.push("New players may enter in the first half of the rounds; those that they have missed give them no points.");
  return found;
}
