/** What lies over the map: menus, cards, dialogs, the hand-over, the result. */
import { html, useEffect, useRef, useState } from "./dom.js";
import { Odds, SideChip } from "./panels.js";
import { UMPIRE } from "./session.js";
import { ask, keepMatch, tableAddress } from "./storage.js";

/** @typedef {import("./session.js").Session} Session */

/** A dialog with a heading; Esc and the cross close it.
 * @param {{title: unknown, onClose: () => void, children?: unknown, testid?: string,
 *   wide?: boolean}} props */
function Dialog({ title, onClose, children, testid = "dialog", wide = false }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => box.current?.focus(), []);
  return html`<div class="veil" onClick=${(/** @type {any} */ event) => {
    if (event.target === event.currentTarget) onClose();
  }}>
    <section class=${`dialog ${wide ? "wide" : ""}`} role="dialog" aria-modal="true" tabindex="-1"
      ref=${box} data-testid=${testid}>
      <header><h2>${title}</h2><button class="plain" aria-label="Close" title="Close (Esc)"
        onClick=${onClose}>×</button></header>
      <div class="body">${children}</div>
    </section></div>`;
}

/** Several orders for one place. @param {{session: Session}} props */
export function Menu({ session }) {
  const { menu, map } = session;
  const point = menu && map?.point(menu.place);
  if (!menu || !point) return null;
  const left = Math.max(8, Math.min(point.x + 24, (map?.wide ?? 0) - 260));
  const low = point.y > (map?.high ?? 0) / 2;
  const style = { left: `${left}px`, top: low ? "auto" : `${point.y + 10}px`,
    bottom: low ? `${Math.max(8, (map?.high ?? 0) - point.y - 20)}px` : "auto" };
  return html`<div class="menu" role="menu" data-testid="menu" style=${style}>
    ${menu.offers.map((offer) => html`<button role="menuitem" key=${offer.orders.join()}
      data-testid="menu-item" onClick=${() => session.give(offer)}>
      <span>${offer.caption}</span><${Odds} odds=${offer.odds} /></button>`)}
    ${menu.counters.map((counter) => html`<button role="menuitem" key=${counter.id}
      data-testid="menu-choose" onClick=${() => session.select(counter.id)}>
      Choose ${counter.name}</button>`)}
  </div>`;
}

/** @param {{value: number}} props */
function Die({ value }) {
  const spots = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]][value];
  if (!spots) return html`<span class="die number">${value}</span>`;
  return html`<svg class="die" viewBox="0 0 30 30" role="img" aria-label=${`die ${value}`}>
    <rect x="1" y="1" width="28" height="28" rx="6" />
    ${spots.map((spot) => html`<circle key=${spot} cx=${7 + (spot % 3) * 8}
      cy=${7 + Math.floor(spot / 3) * 8} r="2.7" />`)}</svg>`;
}

/** The words of the moment during play-back. @param {{session: Session}} props */
export function MomentCard({ session }) {
  const { card, map } = session;
  if (!card) return null;
  const point = map?.point(card.place) ?? { x: (map?.wide ?? 0) / 2, y: 80 };
  const low = point.y < 170;
  const half = Math.min(150, (map?.wide ?? 300) / 2 - 8);
  const style = {
    left: `${Math.max(half + 6, Math.min(point.x, (map?.wide ?? 0) - half - 6))}px`,
    top: `${point.y + (low ? 1 : -1) * ((map?.camera.scale ?? 40) * 0.95 + 6)}px`,
  };
  return html`<div class=${`moment ${low ? "below" : ""} ${card.die === null ? "" : "battle"}`}
    style=${style} data-testid="moment">
    ${card.die !== null && html`<${Die} value=${card.die} />`}
    <div>${card.result && html`<b class="result">${card.result}</b>`}<span>${card.text}</span></div>
  </div>`;
}

/** @param {{session: Session}} props */
export function Handover({ session }) {
  if (session.handover === null) return null;
  return html`<div class="veil solid" data-testid="handover"><section class="dialog" role="dialog"
    aria-modal="true">
    <h2>Pass the screen to</h2>
    <p class="big"><${SideChip} session=${session} side=${session.handover} /></p>
    <p class="muted">Nothing of another plan is on this page now. Everybody else looks away.</p>
    <button class="primary" data-testid="take-screen" onClick=${() => session.takeScreen()}>
      I am ${session.sideTitle(session.handover)}: show my map<kbd>Enter</kbd></button>
  </section></div>`;
}

/** @param {{session: Session}} props */
export function Outcome({ session }) {
  const { result, board } = session;
  if (!result || session.playing || !board) return null;
  const winners = result.winners.map((side) => session.sideTitle(side)).join(" and ");
  const mine = session.sides.length === 1 && session.sides[0];
  const title = !winners ? "A draw" : mine === false ? `${winners} wins`
    : result.winners.includes(mine) ? "Victory" : "Defeat";
  const again = async () => {
    try {
      location.assign(await playAgain(session));
    } catch (error) {
      session.notice(error instanceof Error ? error.message : String(error), "");
    }
  };
  return html`<section class="outcome" data-testid="result" role="status">
    <h2>${title}</h2>
      <p>${winners && mine !== false ? `${winners} wins. ` : ""}${result.reason.replace(/\.?$/, ". ")}
        <button class="why" onClick=${() => session.ask(result.clause)}>why?</button></p>
      ${result.scores.length > 0 && html`<p class="muted">Score: ${result.scores.map((score, side) =>
        `${session.sideTitle(side)} ${score}`).join(", ")}</p>`}
    <div class="buttons">
      ${session.sides.length > 0 && html`<button class="primary" data-testid="again"
        onClick=${again}>Play again</button>`}
      <a class="button" href="/" data-testid="home">Home</a>
      ${session.seat === UMPIRE
        ? (board.seats.map((seat) => html`<button key=${seat}
            onClick=${() => session.lookFrom(seat)}>As ${session.sideTitle(seat)}</button>`))
        : html`<button title="Everything, as nobody could see it during the game"
            onClick=${() => session.lookFrom(UMPIRE)}>As the umpire</button>`}
      <button onClick=${() => saveJournal(session)}
        title="A file that hexfront verify and hexfront replay read">Save journal</button>
    </div></section>`;
}

/** The same match again: the address of its table. @param {Session} session */
async function playAgain(session) {
  const made = await ask("/api/matches/again", { tokens: session.tokens });
  const tokens = Object.values(made.tokens).map(String);
  keepMatch({ match: made.match, title: made.title, tokens });
  return tableAddress(tokens);
}

/** @param {Session} session */
async function saveJournal(session) {
  const answer = await fetch("/api/journal", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ token: session.tokens[0] }),
  });
  if (!answer.ok) {
    session.notice((await answer.json()).text, "");
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `hexfront-${session.board?.match}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** @param {{session: Session}} props */
export function Dialogs({ session }) {
  const close = () => session.openDialog("");
  if (session.dialog === "why" && session.why) {
    return html`<${Why} session=${session} onClose=${close} />`;
  }
  if (session.dialog === "rules") return html`<${Rules} session=${session} onClose=${close} />`;
  if (session.dialog === "help") return html`<${Help} onClose=${close} />`;
  return null;
}

/** @param {{session: Session, onClose: () => void}} props */
function Why({ session, onClose }) {
  const { clause: id, telling } = session.why ?? { clause: "", telling: null };
  const clause = session.clause(id);
  return html`<${Dialog} title="Why?" onClose=${onClose} testid="why-dialog">
    ${telling && html`<p class="told">${telling.text}</p>`}
    ${telling && Object.keys(telling.details).length > 0
      && html`<${Details} value=${telling.details} session=${session} />`}
    ${clause ? html`<h3>${clause.id} ${clause.title}</h3>
      <p><${ClauseText} session=${session} text=${clause.text} /></p>
      <p class="muted">Source: ${clause.source}</p>` : html`<p class="muted">${id}</p>`}
  <//>`;
}

/** The words of a clause: names of options set apart, other clauses one click away.
 * @param {{session: Session, text: string}} props */
function ClauseText({ session, text }) {
  return text.split(/(`[^`]*`|\b[A-Z]{3}-[A-Za-z]?\d+(?:\.\d+)*)/).map((part) => {
    if (part.startsWith("`")) return html`<code>${part.slice(1, -1)}</code>`;
    if (!session.clause(part)) return part;
    return html`<button class="why" onClick=${() => session.ask(part)}>${part}</button>`;
  });
}

/** Any details as lists of captions and values. @param {{value: any, session: Session}} props */
function Details({ value, session }) {
  if (Array.isArray(value)) {
    return html`<ul class="details">${value.map((item, i) => html`<li key=${i}>
      <${Details} value=${item} session=${session} /></li>`)}</ul>`;
  }
  if (value && typeof value === "object") {
    return html`<dl class="details">${Object.entries(value).map(([name, item]) => html`
      <dt>${name.replaceAll("_", " ")}</dt><dd><${Details} value=${item} session=${session} /></dd>`)}
    </dl>`;
  }
  if (typeof value === "string" && session.clause(value)) {
    return html`<button class="why" onClick=${() => session.ask(value)}>${value}</button>`;
  }
  return html`<span>${typeof value === "boolean" ? (value ? "yes" : "no") : String(value ?? "–")}</span>`;
}

/** The rulebook, with a search. @param {{session: Session, onClose: () => void}} props */
function Rules({ session, onClose }) {
  const [sought, setSought] = useState("");
  const book = session.board?.rulebook;
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const found = (book?.clauses ?? []).filter((clause) => {
    const text = `${clause.id} ${clause.title} ${clause.text}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return html`<${Dialog} title=${book?.title ?? "Rules"} onClose=${onClose} testid="rules-dialog" wide>
    <input type="search" placeholder="Search the rules" aria-label="Search the rules" value=${sought}
      onInput=${(/** @type {any} */ event) => setSought(event.target.value)} />
    ${found.map((clause) => html`<article key=${clause.id}><h3>${clause.id} ${clause.title}</h3>
      <p><${ClauseText} session=${session} text=${clause.text} /></p></article>`)}
    ${found.length === 0 && html`<p class="muted">No clause has these words.</p>`}
  <//>`;
}

const KEYS = [
  ["Click", "choose a unit; click a marked place to send it there or to attack"],
  ["Space", "next unit; pause during play-back"],
  ["Enter", "the main button; skip during play-back"],
  ["Esc", "close, choose nothing, skip"],
  ["Wheel, + and −", "zoom to the pointer"],
  ["Drag", "move the map"],
  ["F", "show the whole map"],
  ["H", "hide and show the counters"],
  ["?", "this list"],
];

/** @param {{onClose: () => void}} props */
function Help({ onClose }) {
  return html`<${Dialog} title="How to play at this table" onClose=${onClose} testid="help-dialog">
    <ol class="steps">
      <li>Click one of your units. Marked places show where it may go, with the cost, and whom it
        may attack.</li>
      <li>Click a marked place to give the order. Arrows show your plan. Orders that can be taken
        back have a button.</li>
      <li>When the plan is ready, press the main button. Then watch what happens, and click
        <b> why?</b> in the log for the rule behind any line.</li>
    </ol>
    <dl class="keys">${KEYS.map(([key, text]) => html`<dt><kbd>${key}</kbd></dt><dd>${text}</dd>`)}</dl>
  <//>`;
}

/** @param {{session: Session}} props */
export function Notices({ session }) {
  return html`<div class="notices" role="alert" data-testid="notices">
    ${session.notices.map((notice) => html`<div class="notice" key=${notice.number}>
      <span>${notice.text}</span>
      ${session.clause(notice.clause) && html`<button class="why"
        onClick=${() => session.ask(notice.clause)}>why?</button>`}
      <button class="plain" aria-label="Close" onClick=${() => session.dropNotice(notice.number)}>×
      </button></div>`)}
  </div>`;
}
