/** The dice of the moment, on the board where it has room for them, else beside it. */
import { diceLeft, diceOf, patternOf, rollOf } from "../../store/past/contests.js";
import { Cube, Polygon } from "../../elements/dice.js";
import { html, useEffect, useState } from "../../elements/dom.js";
import { SideChip, WhyLink } from "../../elements/parts.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../store/past/contests.js").Contest} Contest */
/** @typedef {import("../../store/past/contests.js").Party} Party */
/** @typedef {import("../../store/past/stage.js").Stage} Stage */

/** Narrower than so many pixels it is not laid on the board. */
const LEAST = 290;
const MOST = 470;
const SMALL = matchMedia("(max-width: 820px)");
const TONES = /** @type {["red", "white"]} */ (["red", "white"]);

/** Where on the canvas the stage lies; null where the board has no room for it now. @param {Session} session */
function frameOf(session) {
  const { map } = session;
  const stage = session.board?.board.stage;
  if (!map || !stage) return null;
  const { x, y, scale } = map.camera.rest;
  const [wide, high] = [stage.wide * scale, stage.high * scale];
  const [left, top] = [(stage.x - stage.wide / 2) * scale + x, (stage.y - stage.high / 2) * scale + y];
  if (wide < LEAST || left < 0 || top < 0 || left + wide > map.wide || top + high > map.high) return null;
  const { x: nowX, y: nowY, scale: now } = map.camera;
  return { wide: Math.min(MOST, wide), x: stage.x * now + nowX, y: stage.y * now + nowY };
}

/** What is shown now; without a field for it on the board only while it is played back or asked for.
 * @param {Session} session */
function shown(session) {
  const { board, handover, playing, stage } = session;
  if (handover !== null || !(board?.board.stage || playing || stage.opened >= 0)) return null;
  const { scene } = stage;
  return scene && (scene.contest || scene.thrown) ? scene : null;
}

/** Over the map. @param {{session: Session}} props */
export function StageOver({ session }) {
  const small = useMatch(SMALL);
  const scene = small ? null : shown(session);
  if (!scene) return null;
  const frame = frameOf(session);
  if (!frame) {
    return (session.playing || session.stage.opened >= 0) && html`<div class="stage docked">
      <${Scene} session=${session} scene=${scene} /></div>`;
  }
  const style = { left: `${frame.x}px`, top: `${frame.y}px`, width: `${frame.wide}px`, fontSize: `${Math.max(10.5, frame.wide / 31)}px` };
  return html`<div class="stage" style=${style}><${Scene} session=${session} scene=${scene} /></div>`;
}

/** Beside the map, where that is small. @param {{session: Session}} props */
export function StageBeside({ session }) {
  const small = useMatch(SMALL);
  const scene = small ? shown(session) : null;
  return scene && html`<section class="stage beside" aria-label="Dice"><${Scene} session=${session} scene=${scene} /></section>`;
}

/** @param {MediaQueryList} query */
function useMatch(query) {
  const [on, setOn] = useState(query.matches);
  useEffect(() => {
    const look = () => setOn(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return on;
}

/** @param {{session: Session, scene: NonNullable<Stage["scene"]>}} props */
function Scene({ session, scene }) {
  if (scene.contest) return html`<${Duel} session=${session} contest=${scene.contest} />`;
  const { thrown } = scene;
  const side = session.view?.counters.find(({ id }) => thrown?.subjects.includes(id))?.side;
  return html`<div class="thrown" data-testid="thrown">
    ${thrown && html`<div class="dice" key=${thrown.number} role="img" aria-label=${`Dice: ${diceOf(thrown)?.join(" and ")}`}>
      ${diceOf(thrown)?.map((value, i) => html`<${Cube} key=${i} value=${value} look=${session.playing ? "tumble" : ""} />`)}</div>
    <p>${side !== undefined && html`<${SideChip} session=${session} side=${side} /><br />`}${thrown.text}
      ${" "}<${WhyLink} session=${session} clause=${thrown.clause} entry=${thrown} /></p>`}
  </div>`;
}

/** A contest: both pools, the round that is looked at, and how it went. @param {{session: Session, contest: Contest}} props */
function Duel({ session, contest }) {
  const { stage, playing } = session;
  const at = stage.round >= 0 && stage.round < contest.rounds.length ? stage.round : contest.rounds.length - 1;
  const round = contest.rounds[at];
  const { cause, outcome } = contest;
  const done = outcome && at === contest.rounds.length - 1;
  const end = round?.end ?? null;
  return html`<div class="duel" data-testid="duel" role="group" aria-label="Fight by dice">
    <header><b>${cause?.text ?? ""}</b> <${WhyLink} session=${session} clause=${cause?.clause} entry=${cause ?? undefined} />
      ${stage.opened >= 0 && html`<button class="plain" aria-label="Put away" title="Put away" data-testid="close-duel"
        onClick=${() => stage.close()}>×</button>`}</header>
    ${contest.parties.map((party, i) => html`<${PartyRow} key=${party.role} session=${session} contest=${contest}
      party=${party} tone=${TONES[i % 2]} at=${at} />`)}
    <p class=${`verdict ${done ? "done" : ""}`} aria-live="off">${done ? html`<b>${outcome.text}</b> <${WhyLink} session=${session}
        clause=${outcome.clause} entry=${outcome} />`
      : end ? html`${end.text} <${WhyLink} session=${session} clause=${end.clause} entry=${end} />` : " "}</p>
    <div class="rounds" role="group" aria-label="Rounds">${contest.rounds.map(({ end: over }, i) => {
      const winner = contest.parties.findIndex(({ role }) => role === over?.details.winner);
      const left = contest.parties.map((party) => diceLeft(contest, party, i + 1)).join(":");
      return html`<button key=${i} class=${`${winner < 0 ? "" : TONES[winner % 2]}`} aria-pressed=${i === at} disabled=${playing}
        data-testid="duel-round" title=${over ? `Round ${i + 1}: ${over.text}` : `Round ${i + 1}`}
        onClick=${() => stage.turn(i)}>${i + 1}<small>${left}</small></button>`;
    })}</div>
  </div>`;
}

/** What one side has and rolls. @param {{session: Session, contest: Contest, party: Party, tone: "red" | "white", at: number}} props */
function PartyRow({ session, contest, party, tone, at }) {
  const round = contest.rounds[at];
  const entry = round?.rolls.find(({ details }) => details.side === party.role);
  const roll = entry && rollOf(entry);
  const marked = roll && patternOf(roll);
  const had = diceLeft(contest, party, Math.max(0, at));
  const loses = round?.end && round.end.details.winner !== party.role;
  const wins = round?.end && !loses;
  const side = session.view?.counters.find(({ id }) => id === party.subject)?.side;
  const faces = roll ? roll.dice : Array.from({ length: had }, () => 0);
  const title = party.role.charAt(0).toUpperCase() + party.role.slice(1);
  const look = session.playing && !round?.end ? "tumble" : "";
  return html`<div class=${`party ${wins ? "wins" : ""} ${loses ? "loses" : ""}`} data-testid=${`party-${party.role}`}>
    <div class="who">${side === undefined ? title : html`<${SideChip} session=${session} side=${side} /><span class="muted">${title}</span>`}
      <button class="why" title="Where the dice come from" data-testid="why-pool"
        onClick=${() => session.ask(party.pool.clause, party.pool)}>why ${party.dice} ${party.dice === 1 ? "die" : "dice"}?</button></div>
    <div class=${`dice ${party.dice > 6 ? "many" : ""}`} role="img" key=${`${at} ${entry?.number}`} aria-label=${roll ? `d${roll.polygon} shows ${roll.shows}; ${roll.dice.join(", ")}` : `${had} dice`}>
      <${Polygon} faces=${party.polygon} value=${roll ? roll.shows : null} tone=${tone} on=${marked?.polygon} look=${look} />
      ${faces.map((face, i) => html`<${Cube} key=${i} value=${face} on=${marked?.dice[i]}
        look=${loses && i === leastUse(faces, marked?.dice ?? []) ? "fading" : roll ? look : "idle"} />`)}
      ${Array.from({ length: Math.max(0, party.dice - had) }, (_, i) => html`<i class="gone" key=${`gone ${i}`}></i>`)}
    </div>
    <div class="value">${roll ? html`<b>${roll.value}</b><span>${roll.shows} × ${roll.multiplier}</span><small>${roll.pattern}</small>
      <${WhyLink} session=${session} clause=${entry.clause} entry=${entry} />` : ""}</div>
  </div>`;
}

/** The die to fade: one without a part in the pattern, else the last. @param {number[]} faces @param {boolean[]} marked */
function leastUse(faces, marked) {
  const idle = faces.findIndex((_, i) => !marked[i]);
  return idle < 0 ? faces.length - 1 : idle;
}
