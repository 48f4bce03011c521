/** What lies over the map: menus, cards, dialogs, the hand-over, notices. */
import { isReadIn, TableOfRules } from "./ruletable.js";
import { facesOf } from "../store/past/contests.js";
import { html, useEffect, useLayoutEffect, useRef } from "../elements/dom.js";
import { bindings } from "../store/orders/keys.js";
import { momentKeys } from "../store/orders/moment.js";
import { MatchLinks } from "../elements/links.js";
import { sideColour } from "../map/palette.js";
import { Odds } from "../panels/odds.js";
import { estimateOf } from "../store/estimates.js";
import { belowMap, ClauseText, Die, MarkedText, SideChip, WhyLink } from "../elements/parts.js";
import { nameOf } from "../store/titles.js";
import { numberAt, Piece } from "../panels/placeorders.js";
import { SPECTATOR } from "../store/seats.js";
import { keptMatches } from "../store/storage.js";
import { triedAgain } from "../transport/requests.js";

/** @typedef {import("../store/session.js").Session} Session */

/** For so many milliseconds a new menu takes no tap. */
const TAP_MS = 350;
const FOCUSABLE = "button:not(:disabled), a[href], input, select, [tabindex='0']";

/** A dialog with a heading; Esc and the cross close it, and the focus stays in it and goes back.
 * @param {{title: unknown, onClose?: () => void, children?: unknown, testid?: string,
 *   wide?: boolean, solid?: boolean}} props */
export function Dialog({ title, onClose, children, testid = "dialog", wide = false, solid = false }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  // Before anything is painted, so that no key goes to what it covers.
  useLayoutEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const first = /** @type {HTMLElement | null} */ (box.current?.querySelector(".primary"));
    (first ?? box.current)?.focus();
    return () => before?.focus?.();
  }, []);
  /** @param {KeyboardEvent} event */
  const trap = (event) => {
    if (event.key !== "Tab" || !box.current) return;
    const inside = [.../** @type {NodeListOf<HTMLElement>} */ (box.current.querySelectorAll(FOCUSABLE))];
    const [first, last] = [inside[0], inside[inside.length - 1]];
    const at = document.activeElement;
    if (!first) event.preventDefault();
    else if (event.shiftKey && (at === first || at === box.current)) {
      event.preventDefault();
      last.focus();
    } else if (!event.shiftKey && at === last) {
      event.preventDefault();
      first.focus();
    }
  };
  return html`<div class=${`veil ${solid ? "solid" : ""}`} onClick=${(/** @type {any} */ event) => {
    if (event.target === event.currentTarget) onClose?.();
  }}>
    <section class=${`dialog ${wide ? "wide" : ""}`} role="dialog" aria-modal="true" tabindex="-1"
      aria-labelledby=${`${testid}-title`} ref=${box} data-testid=${testid} onKeyDown=${trap}>
      <header role="none"><h2 id=${`${testid}-title`}>${title}</h2>${onClose && html`<button class="plain"
        aria-label="Close" title="Close (Esc)" onClick=${onClose}>×</button>`}</header>
      <div class="body" tabindex=${wide ? 0 : undefined}>${children}</div>
    </section></div>`;
}

/** Several orders for one place. @param {{session: Session}} props */
export function Menu({ session }) {
  const { map, selection } = session;
  const { menu } = selection;
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const opened = useRef(/** @type {{menu: unknown, at: number}} */ ({ menu: null, at: 0 }));
  if (opened.current.menu !== menu) opened.current = { menu, at: performance.now() };
  useEffect(() => {
    if (menu && selection.byKeys) box.current?.querySelector("button")?.focus();
  }, [menu]);
  const point = menu && map?.point(menu.place);
  if (!menu || !point) return null;
  const overlays = session.overlays.all.filter((overlay) => overlay.of_counter);
  // Of several that are weighed against each other the chance says enough; the panel opens the rest.
  const several = menu.offers.filter(({ odds, path }) => estimateOf(odds) && path.length > 1).length > 1;
  const clauses = (several ? [...new Set(menu.offers.map(({ clause }) => clause))] : clausesOf(menu.offers))
    .filter((id) => session.clause(id));
  const left = Math.max(8, Math.min(point.x + 24, (map?.wide ?? 0) - 268));
  const low = point.y > (map?.high ?? 0) / 2;
  const style = { left: `${left}px`, top: low ? "auto" : `${point.y + 10}px`,
    bottom: low ? `${Math.max(8, (map?.high ?? 0) - point.y - 20) + belowMap(session)}px`
      : "auto",
    maxHeight: `${Math.max(160, low ? point.y : (map?.high ?? 0) - point.y - 18)}px` };
  /** @param {KeyboardEvent} event */
  const key = (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const items = [...(box.current?.querySelectorAll("button") ?? [])];
    if (!step || !items.length) return;
    const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    items[(at + step + items.length) % items.length].focus();
    event.preventDefault();
    event.stopPropagation();
  };
  const lines = menu.lines ?? [];
  const wares = menu.offers.some((offer) => selection.isWare(offer));
  return html`<div class="menu" role="menu" aria-label="Orders here" data-testid="menu" style=${style}
    ref=${box} onKeyDown=${key} onClickCapture=${(/** @type {MouseEvent} */ event) => {
      // The tap that opened it may end on it.
      if (selection.byTouch && event.timeStamp - opened.current.at < TAP_MS) event.stopPropagation();
    }}>
    ${wares && html`<p class="menu-title">${map?.geometry?.places.get(menu.place)?.name ?? menu.place}</p>`}
    ${menu.offers.map((offer, i) => html`<button role="menuitem" key=${offer.orders.join()}
      data-testid="menu-item" onMouseEnter=${() => several && selection.weigh(offer.typed)}
      onFocus=${() => several && selection.weigh(offer.typed)} onClick=${() => {
        if (selection.isWare(offer)) selection.again = menu.place;
        session.orderSender.give(offer);
      }}>
      ${selection.isWare(offer) ? html`<${Ware} session=${session} offer=${offer} />` : html`<span>${offer.caption}</span>`}<kbd>${i + 1}</kbd>
      <${Odds} session=${session} odds=${several ? chanceOf(offer) : offer.odds} /></button>`)}
    ${lines.length > 0 && html`<button role="menuitem" data-testid="menu-way" title=${lines.join("\n")} onClick=${() => {
        selection.menu = null;
        void session.orderSender.typeAll(lines);
      }}><span>${session.overlays.goal(menu.place)}</span></button>
      ${lines.length === 1 && html`<button role="menuitem" class="ask" data-testid="menu-write" title="To add start times, such as: at 2.5"
        onClick=${() => {
          selection.menu = null;
          session.orderSender.propose(lines[0]);
        }}>Write it first, with start times …</button>`}`}
    ${menu.counters.map((counter) => html`<button role="menuitem" key=${counter.id}
      data-testid="menu-choose" onClick=${() => session.selection.select(counter.id)}>
      Choose ${nameOf(counter)}</button>`)}
    ${menu.asked.flatMap((counter) => overlays.map((overlay) => html`<button role="menuitem" class="ask"
      key=${`${counter.id} ${overlay.name}`} data-testid="menu-ask" title=${overlay.description}
      onClick=${() => session.overlays.ask(overlay, counter.id)}>${overlay.title}${menu.asked.length > 1
        ? ` of ${nameOf(counter)}` : ""}</button>`))}
    ${clauses.map((id) => html`<button role="menuitem" class="ask" key=${id} data-testid="menu-why"
      onClick=${() => session.ask(id)}>Why? ${id} ${session.clause(id)?.title}</button>`)}
  </div>`;
}

/** @param {import("../map/scene").StyledOffer} offer */
const chanceOf = ({ odds }) => (odds ? { chance: odds.chance, form: odds.form } : null);

/** The piece that an offer buys. @param {{session: Session, offer: import("../map/scene").StyledOffer}} props */
function Ware({ session, offer }) {
  const board = session.board?.board;
  const { title, sign } = board?.pieces?.[offer.word ?? ""] ?? { title: offer.caption, sign: "" };
  const here = numberAt(session, offer.place, sign);
  return html`<span class="ware" title=${offer.caption}><${Piece} sign=${sign} colour=${sideColour(board?.sides ?? [], session.seat ?? 0)} />
    <b>${title}</b>${here > 0 && html`<small class="muted">${here} here</small>`}<i>${offer.cost}</i></span>`;
}

/** The clauses behind orders and their odds. @param {import("../map/scene").StyledOffer[]} offers */
function clausesOf(offers) {
  return [...new Set(offers.flatMap((offer) => [offer.clause,
    ...(estimateOf(offer.odds)?.terms ?? []).flatMap((term) => term.clause ?? [])]))];
}

/** The words of the moment during play-back. @param {{session: Session}} props */
export function MomentCard({ session }) {
  const { card, map } = session;
  if (!card) return null;
  const stage = session.board?.board.stage;
  const middle = { x: (map?.wide ?? 0) / 2, y: 80 };
  const free = stage && map ? { x: stage.x * map.camera.scale + map.camera.x,
    y: (stage.y + stage.high * 0.42) * map.camera.scale + map.camera.y } : middle;
  const inSight = map && free.x > 0 && free.y > 0 && free.x < map.wide && free.y < map.high;
  const point = map?.point(card.place) ?? (inSight ? free : middle);
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
  const { clock } = session;
  if (clock.joint) {
    return html`<${Dialog} key="time" title=${clock.title || "Time runs"} testid="joint" solid>
      <p class="muted">Time runs for both, until something concerns one of you. Nothing of either plan is on this page.</p>
      <button class="primary" data-testid="joint-pause" onClick=${() => clock.stop()}>Pause</button>
    <//>`;
  }
  return html`<${Dialog} title="Pass the screen to" testid="handover" solid>
    ${clock.shared && clock.why && html`<p data-testid="joint-why">${clock.title}. ${clock.why}</p>`}
    <p class="big"><${SideChip} session=${session} side=${session.handover} /></p>
    ${!session.board?.board.open && html`<p class="muted">Nothing of another plan is on this page now. Everybody else looks
      away.</p>`}
    <button class="primary" data-testid="take-screen" onClick=${() => session.takeScreen()}>
      I am ${session.sideTitle(session.handover)}: show my map<kbd>Enter</kbd></button>
  <//>`;
}

/** What keeps the page from showing a match. @param {{session: Session}} props */
export function Trouble({ session }) {
  const { connection } = session;
  if (connection.end === "deleted") {
    return html`<${Dialog} title="This match is no more" testid="deleted" solid>
      <p>${connection.problem}</p>
      <div class="buttons"><a class="button primary" href="/">Home</a></div>
    <//>`;
  }
  if (connection.end === "banned") {
    return html`<${Dialog} title="You cannot play here" testid="banned" solid>
      <p>${connection.problem}</p>
      <div class="buttons"><a class="button" href="/account">Your account</a></div>
    <//>`;
  }
  if (connection.end === "replaced") {
    return html`<${Dialog} title="Opened elsewhere" testid="replaced" solid>
      <p>${connection.problem} A seat can be open on five pages at once.</p>
      <div class="buttons"><button class="primary" onClick=${() => connection.open()}
        data-testid="retry">Go on here</button><a class="button" href="/">Home</a></div>
    <//>`;
  }
  if (connection.state === "refused") {
    return html`<${Dialog} title="This match cannot be opened" testid="refused" solid>
      <p>${connection.problem}</p>
      <p class="muted">The address of a table ends in the key of a seat. Perhaps it was not copied
        whole, the match is no longer kept here, or this browser was signed out.</p>
      <div class="buttons"><button class="primary" onClick=${() => connection.open()}
        data-testid="retry">Try again</button><a class="button" href="/">Home</a></div>
    <//>`;
  }
  if (connection.state !== "lost") return null;
  return html`<div class="lost" role="alert" data-testid="lost">
    <span>${triedAgain(connection.why || "The connection is lost.")} What you ordered is kept.</span>
    <button onClick=${() => connection.open()}>Try now</button></div>`;
}

/** @param {{session: Session}} props */
export function Dialogs({ session }) {
  if (session.handover !== null) return null;
  if (session.dialog === "why" && session.why) return html`<${Why} session=${session} />`;
  if (session.dialog === "help") return html`<${Help} session=${session} />`;
  if (session.dialog === "share") return html`<${Share} session=${session} />`;
  if (session.dialog === "alerts") return html`<${AlertSettings} session=${session} />`;
  return null;
}

/** @param {{session: Session}} props */
function Why({ session }) {
  const { clause: id, entry: logEntry } = session.why ?? { clause: "", entry: null };
  const clause = session.clause(id);
  return html`<${Dialog} title="Why?" onClose=${() => session.openDialog("")} testid="why-dialog">
    ${logEntry && html`<p class="told">${logEntry.text}</p>`}
    ${logEntry && Object.keys(logEntry.details).length > 0
      && html`<${Details} value=${logEntry.details} session=${session} />`}
    ${logEntry && session.board?.rulebook.tables.filter((table) => isReadIn(table, logEntry)).map((table) => html`<${TableOfRules}
      key=${table.title} table=${table} entry=${logEntry} />`)}
    ${clause ? html`<h3>${clause.id} ${clause.title}</h3>
      <p><${ClauseText} session=${session} text=${clause.text} onClause=${(/** @type {string} */ other) =>
        session.ask(other)} /></p>
      <p class="muted">Source: ${clause.source}</p>
      <div class="buttons"><button onClick=${() => session.openClause(id)}>Open in the rules</button></div>`
      : html`<p class="muted">${id}</p>`}
  <//>`;
}

/** Any details as captions and values; what has text, value and clause is a line of a sum.
 * @param {{value: any, session: Session}} props */
function Details({ value, session }) {
  if (Array.isArray(value)) {
    if (!value.length) return html`<span class="muted">none</span>`;
    return html`<ul class="details">${value.map((item, i) => html`<li key=${i}>
      <${Details} value=${item} session=${session} /></li>`)}</ul>`;
  }
  if (value && typeof value === "object" && "text" in value && "value" in value) {
    const sign = typeof value.value === "number" && value.value > 0 ? "+" : "";
    return html`<span><b>${sign}${value.value}</b> ${value.text} <${WhyLink} session=${session}
      clause=${value.clause} /></span>`;
  }
  if (value && typeof value === "object") {
    return html`<dl class="details">${Object.entries(value).map(([name, item]) => html`
      <dt>${name.replaceAll("_", " ")}</dt><dd>${name === "die" && typeof item === "number"
        ? html`<${Die} value=${item} />` : name === "dice" && facesOf(item)
        ? html`<span class="dice">${facesOf(item)?.map((face, i) => html`<${Die} key=${i} value=${face} />`)}</span>`
        : html`<${Details} value=${item} session=${session} />`}</dd>`)}
    </dl>`;
  }
  if (typeof value === "string" && session.clause(value)) {
    return html`<button class="why" onClick=${() => session.ask(value)}>${value}</button>`;
  }
  const legend = session.board?.board.legend ?? {};
  if (typeof value === "boolean") return value ? "yes" : "no";
  return html`<span>${legend[value] ?? String(value ?? "–")}</span>`;
}

/** @param {{session: Session}} props */
function Help({ session }) {
  const list = bindings(session);
  const now = momentKeys(session);
  const groups = [...new Set(list.map((binding) => binding.group))];
  return html`<${Dialog} title="How to play at this table" onClose=${() => session.openDialog("")}
    testid="help-dialog" wide>
    <ol class="steps">
      <li>Choose one of your units. Marked places show where it may go, with the cost, and whom it
        may attack. Hover, or tap once, for the way and the odds.</li>
      <li>Choose a marked place to give the order. Arrows show your plan. Undo takes the last order
        back.</li>
      <li>When you are ready, press the main button. Then watch what happens; <b>why?</b> in the log
        tells the rule behind any line.</li>
    </ol>
    <div class="buttons">${session.guide.steps.length > 0 ? html`<button class="primary"
      data-testid="start-guide" onClick=${() => {
        session.openDialog("");
        session.guide.open();
      }}>Guide me step by step</button>`
      : html`<a class="button" href="/">First games with a guide</a>`}</div>
    ${now.length > 0 && html`<div class="keys now" data-testid="keys-now"><div><h3>Now</h3><dl>${now.map(({ shown, text }) =>
      html`<dt><kbd>${shown}</kbd></dt><dd>${text}</dd>`)}</dl></div></div>`}
    <div class="keys">${groups.map((group) => html`<div key=${group}><h3>${group}</h3>
      <dl>${list.filter((binding) => binding.group === group).map((binding) =>
        html`<dt><kbd>${binding.shown}</kbd></dt><dd>${binding.text}</dd>`)}</dl></div>`)}
    </div>
  <//>`;
}

/** Links for watchers and for players that were invited. @param {{session: Session}} props */
function Share({ session }) {
  const { board } = session;
  const kept = keptMatches().find((entry) => entry.match === board?.match);
  const spectator = kept?.spectator ?? (board?.seats.includes(SPECTATOR) ? session.tokens[0] : "");
  const free = Object.entries(kept?.invites ?? {}).filter(([side]) =>
    !board?.sides[Number(side)]?.person);
  return html`<${Dialog} title="Share this match" onClose=${() => session.openDialog("")}
    testid="share-dialog">
    <${MatchLinks} invites=${Object.fromEntries(free)} spectator=${spectator ?? ""}
      sideTitle=${(/** @type {number} */ side) => session.sideTitle(side)} />
    ${!spectator && html`<p>The link for watchers is kept in the browser in which the match was made.</p>`}
    ${session.sides.length > 0 && html`<p class="muted">The address of this page is the key of your own
      seat. Give it to nobody.</p>`}
  <//>`;
}

/** @param {{session: Session}} props */
function AlertSettings({ session }) {
  const { alerts } = session;
  const { permission } = alerts;
  return html`<${Dialog} title="When it is your turn" onClose=${() => session.openDialog("")}
    testid="alerts-dialog">
    <p>The title and the icon of this page always say so. Besides:</p>
    <p><label class="check"><input type="checkbox" checked=${alerts.sound} data-testid="sound"
      onChange=${(/** @type {any} */ event) => alerts.setSound(event.target.checked)} />
      a short sound</label></p>
    ${permission === "granted" && html`<p>A message of the browser appears while this page is hidden.</p>`}
    ${permission === "default" && html`<p><button data-testid="allow-messages"
      onClick=${() => alerts.askPermission()}>Allow messages of the browser</button></p>`}
    ${permission === "denied" && html`<p class="muted">Messages of the browser are blocked for this
      address in the settings of the browser.</p>`}
    ${permission === "" && html`<p class="muted">This browser shows no messages.</p>`}
  <//>`;
}

/** @param {{session: Session}} props */
export function Notices({ session }) {
  return html`<div class="notices" role="alert" data-testid="notices">
    ${session.notices.map((notice) => html`<div class="notice" key=${notice.number}>
      <span><${MarkedText} text=${notice.text} /></span>
      <${WhyLink} session=${session} clause=${notice.clause} />
      ${notice.action && html`<button onClick=${notice.action.run}>${notice.action.title}</button>`}
      <button class="plain" aria-label="Close" onClick=${() => session.dropNotice(notice.number)}>×
      </button></div>`)}
  </div>`;
}
