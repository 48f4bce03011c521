/** The first tab beside the map: what to do, the plan, the chosen counter, the log. */
import { Areas } from "./areas.js";
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { DicePromise, Findings, MatchNotes, RatedNote } from "./fairpanel.js";
import { ArmySetupPanel } from "./armysetuppanel.js";
import { Odds } from "./odds.js";
import { estimateOf, estimateText } from "../store/estimates.js";
import { TypedOrder } from "./typed.js";
import { SideChip, WhyLink } from "../elements/parts.js";
import { Log } from "./past/log.js";
import { Words } from "../elements/words.js";
import { isName, nameOf } from "../store/titles.js";
import { Choices, firstButtons, MainButtons } from "./orders/choices.js";
import { FormPanel } from "./orders/formpanel.js";
import { PlaybackControls } from "./past/playbackpanel.js";
import { HintButton, MachineHint } from "./hintpanel.js";
import { FileButtons } from "./filebuttons.js";
import { campaignAddress, keptCampaigns, tournamentAddress } from "../store/storage.js";
import { saveFile } from "../store/orders/scripts.js";
import { PlaceOrders } from "./placeorders.js";
import { StackList } from "./stacklist.js";
import { Barriers, LeftToDo, leftInWords, NextButton } from "./orders/todo.js";
import { Hand, isStanding, playerOf, Standings } from "./standings.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Counter} Counter */
/** @typedef {import("../../types").Mark} Mark */
/** @typedef {import("../map/scene").StyledOffer} Offer */

/** @param {{session: Session}} props */
export function OrdersTab({ session }) {
  const { armySetup } = session;
  const setUp = !session.playing && (armySetup.active || armySetup.waiting);
  return html`<${Outcome} session=${session} />
    ${!setUp && html`<${Orders} session=${session} />`}
    <div class="work">
      ${setUp && html`<${ArmySetupPanel} session=${session} />`}
      <${FormPanel} session=${session} />
      <${ChosenCounter} session=${session} />
      <${Choices} session=${session} />
      <${PlaceOrders} session=${session} />
      <${LeftToDo} session=${session} />
      <${Plan} session=${session} />
      <${Standings} session=${session} />
      <${Hand} session=${session} />
      <${Areas} session=${session} />
      <${MatchNotes} session=${session} />
      <${Situation} session=${session} />
      <${DicePromise} session=${session} />
    </div>
    <${Log} session=${session} />`;
}

/** What to do now, and the main button for it, at places that do not move. @param {{session: Session}} props */
function Orders({ session }) {
  const { view, playing, orderSender, replay } = session;
  if (!view) return html`<section class="orders"><p class="muted">Waiting for the server …</p></section>`;
  if (playing) return html`<${PlaybackControls} session=${session} />`;
  if (session.hint.shown && !replay.active) return html`<${MachineHint} session=${session} hint=${session.hint.shown} />`;
  const asks = (session.board?.questions.length ?? 0) > 0;
  if (session.result && !replay.active) {
    return asks && html`<section class="orders ended" aria-label="Questions"><div class="buttons small">
      <${FileButtons} session=${session} /></div><${TypedOrder} session=${session} /></section>`;
  }
  return html`<section class=${`orders ${session.acting ? "acting" : ""}`} aria-label="Orders">
    ${orderSender.asked ? html`<${Confirm} session=${session} offer=${orderSender.asked} />`
      : html`<div class="task" tabindex="0"><h2 data-testid="title" title=${view.title}>${view.title}</h2>
        <p data-testid="prompt"><${Words} session=${session} text=${view.prompt} /></p>
        <p class="muted" data-testid="left">${leftInWords(session)}</p></div>
      <div class="slot">${replay.active ? html`<p class="muted">What you see is past.</p>`
        : html`<${MainButtons} session=${session} offers=${firstButtons(session)} />`}</div>`}
    ${!replay.active && html`${session.sides.length > 0 && html`<div class="buttons small">
        <${NextButton} session=${session} />
        <${UndoButtons} session=${session} />
        <${HintButton} session=${session} />
        ${session.presenter.played && html`<button title="Show again what happened last (A)" data-testid="play-again"
          onClick=${() => session.presenter.playAgain()}>Show again</button>`}
      </div>`}
      ${(session.sides.length > 0 || asks) && html`<${TypedOrder} session=${session} />`}`}
  </section>`;
}

/** What an order asks before it is given: what it leaves undone, or what it brings about.
 * @param {{session: Session, offer: Offer}} props */
function Confirm({ session, offer }) {
  const { orderSender } = session;
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const [quiet, setQuiet] = useState(false);
  useEffect(() => button.current?.focus({ preventScroll: false }), []);
  return html`<div class="confirm" role="group" aria-label="Confirm" data-testid="confirm">
    <div class="task" tabindex="0"><p><b>${offer.caption}?</b> ${orderSender.question(offer)}</p>
      ${!offer.confirm && html`<label class="check muted"><input type="checkbox" checked=${quiet}
        onChange=${(/** @type {any} */ event) => setQuiet(event.target.checked)} />do not ask again</label>`}</div>
    <div class="slot"><button class="primary" ref=${button} data-testid="confirm-yes" disabled=${orderSender.busy}
        onClick=${() => {
          if (quiet) orderSender.setAsking(false);
          void orderSender.confirm(offer);
        }}><span>${offer.caption}</span><kbd>${offer.key ?? "Enter"}</kbd></button>
      <button data-testid="confirm-no" onClick=${() => {
        orderSender.asked = null;
        session.map?.canvas.focus({ preventScroll: true });
        session.changed();
      }}>Not yet<kbd>Esc</kbd></button></div>
  </div>`;
}

/** Undo says why it cannot, so it stays a button that can be pressed.
 * @param {{session: Session}} props */
function UndoButtons({ session }) {
  const { undo, orderSender } = session;
  const can = undo?.can ?? false;
  const why = can ? "Take the last order back"
    : `Cannot be taken back: ${undo?.reason ?? "there is nothing to take back"}`;
  return html`<button aria-disabled=${!can} class=${can ? "" : "off"} data-testid="undo"
      title=${`${why} (Ctrl+Z)`} disabled=${orderSender.busy}
      onClick=${() => orderSender.takeBack()}>Undo</button>
    ${orderSender.redoable.length > 0 && html`<button title="Give it again (Ctrl+Y)" data-testid="redo"
      disabled=${orderSender.busy} onClick=${() => orderSender.redo()}>Redo</button>`}`;
}

/** What has been planned, with a way back for each. @param {{session: Session}} props */
function Plan({ session }) {
  const { view, playing } = session;
  // What the other side is seen to do is no plan of one's own.
  const mine = (/** @type {Mark} */ mark) => session.seat === null || session.seat < 0
    || session.counter(mark.subject)?.side === session.seat;
  const marks = (view?.marks ?? []).filter((mark) => mark.subject && mine(mark));
  if (!marks.length || playing || session.result) return null;
  return html`<section class="plans" aria-label="Planned orders">
    <h2>Planned <span class="muted">${marks.length}</span></h2>
    <ul data-testid="plans">${marks.map((mark, i) => {
      const offer = session.offers.find((other) => other.style.takes_back
        && other.subject === mark.subject);
      const first = marks.findIndex((other) => other.subject === mark.subject) === i;
      return html`<li key=${i} class=${mark.subject === session.selection.selected ? "on" : ""}>
        <button class="line" title="Show on the map"
          onClick=${() => session.selection.select(mark.subject)}>
          <span class="sign ${mark.kind}" aria-hidden="true"><${Icon} name=${SIGNS[mark.kind] ?? "dot"} /></span>
          ${mark.caption}</button>
        ${offer && first && html`<button class="plain" title=${offer.caption} aria-label=${offer.caption}
          data-testid="withdraw" disabled=${session.orderSender.busy}
          onClick=${() => session.orderSender.give(offer)}>×</button>`}</li>`;
    })}</ul></section>`;
}
const SIGNS = /** @type {Record<string, import("../elements/icons.js").IconName>} */ ({ move: "move", course: "move", plan: "plan", draft: "draft", attack: "attack" });

/** @param {{session: Session}} props */
function ChosenCounter({ session }) {
  const { selection, orderSender } = session;
  const counter = session.counter(selection.selected);
  if (!counter || session.playing) return null;
  const place = session.map?.geometry?.places.get(counter.place);
  const terrain = place && session.ground?.terrain[place.terrain];
  const possible = selection.summary();
  const several = selection.stackChoice.chosen.length;
  const overlays = counter.place
    ? session.overlays.all.filter((overlay) => overlay.of_counter || overlay.of_place) : [];
  return html`<section class="chosen" data-testid="chosen" aria-label="Chosen unit">
    <header><${SideChip} session=${session} side=${counter.side} />
      <b>${nameOf(counter)}</b>
      <button class="plain" title="Choose nothing (Esc)" aria-label="Choose nothing"
        onClick=${() => {
          selection.clear();
          session.refresh();
          session.changed();
        }}>×</button></header>
    <dl class="values">
      ${Object.entries(counter.values).map(([name, value]) =>
        html`<div key=${name}><dt><${Words} session=${session} text=${name} /></dt><dd>${value}</dd></div>`)}
      ${place && html`<div><dt>at</dt><dd>${place.name && !isName(place) ? `${place.name} (${place.id})` : place.name ?? place.id}
        </dd></div>`}
      ${terrain && html`<div><dt>terrain</dt><dd>${terrain.title}</dd></div>`}
    </dl>
    ${counter.badges.length > 0 && html`<p class="badges">${counter.badges.map((badge) =>
      html`<span key=${badge}><${Words} session=${session} text=${badge} /></span>`)}</p>`}
    ${session.barred(counter.id).length > 0 && html`<p class="muted" data-testid="chosen-barred">No order possible:
      ${" "}<${Barriers} session=${session} unit=${counter.id} /></p>`}
    <${StackList} session=${session} place=${counter.place} />
    ${session.armySetup.active && counter.side === session.seat
      ? html`<p class="muted">Choose a marked place to move it, or drag it; click it
          again to take it away.</p>`
      : possible && html`<p class="muted">${several > 1 ? `Together, ${several} units: ` : ""}${possible} possible: choose a marked place${session.overlays.leads
        ? html`, or any place further away for a ${session.overlays.suggested} there by the best way, leg by leg` : ""}.</p>`}
    <div class="buttons small">
      ${session.armySetup.removable(counter.place)?.counter.id === counter.id && html`<button data-testid="setup-remove"
        disabled=${orderSender.busy} onClick=${() => session.armySetup.remove(counter.id)}>Take away<kbd>Del</kbd></button>`}
      ${several < 2 && selection.unitButtons().map(({ title, offers }) => {
        const [{ key, kind, caption, clause, odds }] = offers;
        const odd = offers.length === 1 ? estimateOf(odds) : null;
        return html`<button key=${title} data-testid=${`order-${kind}`} disabled=${orderSender.busy}
          title=${`${caption} (${clause})`} onClick=${() => selection.use(offers)}><${Words} session=${session} text=${title} within />${odd
            && html` <b>${estimateText(odd)}</b>`}${key && html`<kbd>${key}</kbd>`}</button>`;
      })}
      ${overlays.map((overlay) => html`<button key=${overlay.name} title=${overlay.description}
        data-testid=${`overlay-${overlay.name}`} aria-pressed=${session.overlays.shows(overlay.name)}
        onClick=${() => session.overlays.toggle(overlay)}>${overlay.title}</button>`)}
    </div>
  </section>`;
}

/** How the game stands, by the tracks of the view. @param {{session: Session}} props */
function Situation({ session }) {
  const tracks = (session.view?.tracks ?? []).filter((track) => track.text && !isStanding(session, track.caption));
  if (session.board?.board.standings && !tracks.length && !session.board.umpire) return null;
  return html`<section class="situation" aria-label="Players and objectives">
    <div class="muted players">${(session.board?.sides ?? []).map((seat, side) => html`<span key=${side}>
      <${SideChip} session=${session} side=${side} />${playerOf(session, side) && `: ${playerOf(session, side)}`}</span>`)}
      ${session.board?.umpire && html`<span data-testid="umpired">An umpire sees everything.</span>`}
    </div>
    ${tracks.map((track) => html`<div key=${track.caption} class="muted">
      <b>${track.caption}:${track.limit === null ? "" : ` ${track.value} of ${track.limit}.`}</b>
      ${" "}${track.text}.</div>`)}
  </section>`;
}

/** How it ended, in words. @param {Session} session @param {import("../../types").Result} result */
function outcome(session, result) {
  const winners = result.winners.map((side) => session.sideTitle(side)).join(" and ");
  const win = result.winners.length > 1 ? "win" : "wins";
  const mine = session.sides.length === 1 && session.sides[0];
  // Where the system names no winner, unequal scores are no draw.
  const level = result.scores.every((score) => score === result.scores[0]);
  const title = !winners ? level && result.names_winner ? "A draw" : "It is over" : mine === false ? `${winners} ${win}`
    : result.winners.includes(mine) ? "Victory" : "Defeat";
  return { winners, win, mine, title };
}

/** The tabs that tell of the end themselves, or show something else instead. */
const TELLS_END = ["orders", "replay", "review"];

/** That it is over, where the open tab does not tell. @param {{session: Session}} props */
export function OverSign({ session }) {
  const { result } = session;
  if (!result || session.playing || TELLS_END.includes(session.tab)) return null;
  return html`<div class="banner past" role="status" data-testid="over-banner"><span>${outcome(session, result).title}</span>
    <button onClick=${() => session.openTab("orders")}>How it ended</button></div>`;
}

/** How it ended. @param {{session: Session}} props */
function Outcome({ session }) {
  const { result, board } = session;
  if (!result || session.playing || !board) return null;
  const { winners, win, mine, title } = outcome(session, result);
  const campaign = keptCampaigns().find((one) => one.match === session.board?.match);
  const tournament = session.terms?.tournament;
  return html`<section class="outcome" data-testid="result" aria-label="Result">
    <h2>${title}</h2>
    <p>${winners && mine !== false && !result.reason.includes(`${winners} ${win}`) ? `${winners} ${win}. ` : ""}${result.reason.replace(/\.?$/, ". ")}
      <${WhyLink} session=${session} clause=${result.clause} /></p>
    ${result.scores.length > 2 ? html`<${Ranking} session=${session} result=${result} />` : result.scores.length > 0 && html`<p class="muted">Score: ${result.scores.map((score, side) =>
      `${session.sideTitle(side)} ${score}`).join(", ")}</p>`}
    <${RatedNote} session=${session} />
    <${Findings} session=${session} />
    <div class="buttons">
      ${campaign && html`<a class="button primary" data-testid="campaign"
        href=${campaignAddress(campaign.token)}>Back to the campaign</a>`}
      ${tournament && html`<a class="button primary" data-testid="tournament" href=${tournamentAddress(tournament)}>Back to the tournament</a>`}
      ${session.sides.length > 0 && !campaign && !tournament && html`<button class="primary" data-testid="again"
        onClick=${() => session.alerts.playAgain()}>Play again</button>`}
      <button data-testid="watch-again" title="Step by step, from any seat"
        onClick=${() => session.openTab("replay")}>Watch it again</button>
      <button onClick=${() => saveJournal(session)}
        title="A file that hexfront verify and hexfront replay read">Save journal</button>
      <a class="button" href=${session.terms ? "/lobby" : "/"} data-testid="home">${session.terms ? "Lobby" : "Home"}</a>
    </div></section>`;
}

/** All players, the best first; equal scores share a place.
 * @param {{session: Session, result: import("../../types").Result}} props */
function Ranking({ session, result }) {
  const { scores, winners } = result;
  const order = [...scores.keys()].sort((a, b) => Number(winners.includes(b)) - Number(winners.includes(a)) || scores[b] - scores[a]);
  const placeOf = (/** @type {number} */ side) => (winners.includes(side) ? 1
    : 1 + order.filter((other) => winners.includes(other) || scores[other] > scores[side]).length);
  return html`<table class="ranking" data-testid="ranking"><caption class="visually-hidden">Ranking</caption>
    <tbody>${order.map((side) => html`<tr key=${side} class=${winners.includes(side) ? "won" : ""}>
      <td>${placeOf(side)}</td><th scope="row"><${SideChip} session=${session} side=${side} /> <span class="muted">${playerOf(session, side)}</span></th>
      <td>${scores[side]}</td></tr>`)}</tbody></table>`;
}

/** @param {Session} session */
function saveJournal(session) {
  return saveFile(session, "/api/journal", { token: session.tokens[0] }, `hexfront-${session.board?.match}.jsonl`);
}
