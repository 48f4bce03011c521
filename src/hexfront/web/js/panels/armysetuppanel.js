/** The panel for setting an army up: the types to choose from, sums, ready armies, kept armies. */
import { faultLines, forgetArmy, keepArmy, keptArmies, MOST_LETTERS, readArmy, writeArmy } from "../store/orders/armies.js";
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { drawCounter } from "../map/pieces/counters.js";
import { onSymbols } from "../map/pieces/symbols.js";
import { TypedOrder } from "./typed.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../store/orders/armies.js").Army} Army */
/** @typedef {import("../../types").ArmySetupType} ArmySetupType */

const TILE = 46;
const DRAG_PIXELS = 6;

/** A counter of a type, as the map has it. @param {{session: Session, type: ArmySetupType}} props */
function Tile({ session, type }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const side = session.seat ?? 0;
  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!canvas.current || !ctx) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = canvas.current.height = TILE * ratio;
    const scale = (TILE * ratio) / 1.44;
    const draw = () => drawCounter(ctx, { id: "", side, place: "", name: type.title, sidc: type.sidcs[side] ?? "", known: true,
      values: type.values, badges: [], sign: "", awaited: false }, { sides: session.board?.board.sides ?? [], scale, ratio },
    (TILE * ratio) / 2, (TILE * ratio) / 2, scale);
    draw();
    return onSymbols(draw);
  }, [type, side]);
  return html`<canvas class="tile" ref=${canvas} aria-hidden="true"></canvas>`;
}

/** Carry a type from the panel onto the map. @param {Session} session @param {string} type
 * @param {PointerEvent} event */
function carry(session, type, event) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  const [x, y] = [event.clientX, event.clientY];
  /** @type {HTMLElement | null} */
  let ghost = null;
  const stop = new AbortController();
  const { signal } = stop;
  const over = (/** @type {PointerEvent} */ now) => {
    const box = session.map?.canvas.getBoundingClientRect();
    const inside = box && now.clientX > box.left && now.clientX < box.right && now.clientY > box.top
      && now.clientY < box.bottom && document.elementFromPoint(now.clientX, now.clientY) === session.map?.canvas;
    return inside ? { x: now.clientX - box.left, y: now.clientY - box.top } : null;
  };
  addEventListener("pointermove", (now) => {
    if (!ghost && Math.hypot(now.clientX - x, now.clientY - y) < DRAG_PIXELS) return;
    if (!ghost) {
      ghost = document.createElement("div");
      ghost.className = "carried";
      const tile = button.querySelector("canvas");
      const copy = document.createElement("canvas");
      [copy.width, copy.height] = [tile?.width ?? 0, tile?.height ?? 0];
      if (tile) copy.getContext("2d")?.drawImage(tile, 0, 0);
      ghost.append(copy);
      document.body.append(ghost);
      if (session.armySetup.type !== type) session.armySetup.choose(type);
    }
    ghost.style.left = `${now.clientX}px`;
    ghost.style.top = `${now.clientY}px`;
    const here = over(now);
    if (here) session.map?.hoverAt(here);
  }, { signal });
  const end = (/** @type {PointerEvent} */ now) => {
    stop.abort();
    ghost?.remove();
    const here = ghost && over(now);
    if (ghost) swallowClick();
    if (here) session.armySetup.place(type, session.map?.placeAt(here) ?? "");
  };
  addEventListener("pointerup", end, { signal });
  addEventListener("pointercancel", () => {
    stop.abort();
    ghost?.remove();
  }, { signal });
}

/** What was carried is no click on a button too. */
function swallowClick() {
  const stop = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
}

/** The types, how many of each stand. @param {{session: Session}} props */
function Palette({ session }) {
  const { armySetup } = session;
  const placed = armySetup.placed();
  return html`<div class="palette" role="group" aria-label="Types of units">
    ${Object.entries(armySetup.plan?.types ?? {}).map(([name, type], i) => {
      const count = placed.filter((one) => one.type === name).length;
      const values = Object.entries(type.values).map(([what, value]) => `${what} ${value}`);
      return html`<button key=${name} aria-pressed=${armySetup.type === name} data-testid=${`type-${name}`}
        disabled=${!armySetup.active} title=${[type.title, ...values, ...(type.facts ?? [])].join(". ")}
        onPointerDown=${(/** @type {PointerEvent} */ event) => event.button === 0 && armySetup.active
          && carry(session, name, event)}
        onClick=${() => armySetup.choose(name)}>
        <${Tile} session=${session} type=${type} />
        <span class="what"><b>${type.title}</b><small>${values.map((words) => html`<span>${words} </span>`)}</small></span>
        <span class="count">${count > 0 && html`×${count}<span class="visually-hidden"> placed</span>`}</span><kbd>${i + 1}</kbd></button>`;
    })}</div>`;
}

/** How far the army has come. @param {{session: Session}} props */
function Sums({ session }) {
  const { armySetup } = session;
  const count = armySetup.placed().length;
  const size = armySetup.plan?.size ?? 0;
  return html`<p class="sums" data-testid="sums" role="status"><span><b>${count} of ${size}</b> placed</span>
    <span>In all: ${armySetup.totals().map(([name, sum], i) => html`${i > 0 && ", "}${name} <b>${sum}</b>`)}</span>
    <progress max=${size} value=${count} aria-label="Units placed"></progress></p>`;
}

/** @param {{session: Session}} props */
export function ArmySetupPanel({ session }) {
  const { armySetup, orderSender, view } = session;
  const ready = armySetup.offer("ready");
  const recall = armySetup.offer("recall");
  const lacking = armySetup.lacking();
  const armies = armySetup.offers.filter((offer) => offer.kind === "army");
  const { undo } = session;
  return html`<section class=${`orders army-setup ${session.acting ? "acting" : ""}`} aria-label="Set-up"
    data-testid="army-setup">
    <h2 data-testid="title">${view?.title}</h2>
    <p data-testid="prompt">${view?.prompt}</p>
    <${Sums} session=${session} />
    <${Palette} session=${session} />
    ${armySetup.active && html`<div class="buttons small" role="group" aria-label="Whole armies">
      ${armies.map((offer) => html`<button key=${offer.word} disabled=${orderSender.busy} title=${offer.caption}
        data-testid=${`army-${offer.word}`} onClick=${() => orderSender.give(offer)}>${offer.caption}</button>`)}
      <button disabled=${orderSender.busy || !armySetup.offer("remove")} data-testid="setup-clear"
        title="Take all units away" onClick=${() => armySetup.clear()}>Clear</button>
      <button aria-disabled=${!undo?.can} class=${undo?.can ? "" : "off"} disabled=${orderSender.busy}
        data-testid="undo" title="Take the last order back (Ctrl+Z)" onClick=${() => orderSender.takeBack()}>Undo</button>
      ${orderSender.redoable.length > 0 && html`<button title="Give it again (Ctrl+Y)" data-testid="redo"
        disabled=${orderSender.busy} onClick=${() => orderSender.redo()}>Redo</button>`}
    </div>`}
    <div class="buttons">
      ${recall ? html`<button data-testid="order-recall" disabled=${orderSender.busy}
          onClick=${() => orderSender.give(recall)}>${recall.caption}</button>`
        : html`<button class="primary" data-testid="order-ready" disabled=${orderSender.busy || !ready}
          aria-describedby="lacking" onClick=${() => ready && orderSender.give(ready)}>${ready?.caption ?? "Ready"}
          ${ready && html`<kbd>Enter</kbd>`}</button>`}
      <span class="muted" id="lacking" data-testid="lacking">${lacking}</span>
    </div>
    ${armySetup.active && html`<${TypedOrder} session=${session} />
      <${Kept} session=${session} />`}
  </section>`;
}

/** Armies that this browser keeps. @param {{session: Session}} props */
function Kept({ session }) {
  const { armySetup } = session;
  const system = session.board?.system.name ?? "";
  const [name, setName] = useState("");
  const [open, setOpen] = useState(false);
  const armies = keptArmies(system);
  const short = (armySetup.plan?.size ?? 0) - armySetup.placed().length;
  const why = short > 0 ? `Only a whole army is saved: ${short} more to place`
    : name.trim() ? "" : "Give it a name";
  const save = () => {
    const army = armySetup.army(name);
    if (why || !army) return;
    keepArmy(army);
    session.say(`${army.name} saved.`);
    setName("");
    session.changed();
  };
  return html`<details class="kept" open=${open} data-testid="kept"
    onToggle=${(/** @type {any} */ event) => setOpen(event.target.open)}>
    <summary>Saved armies <span class="muted">${armies.length || ""}</span></summary>
    <div class="save"><input type="text" placeholder="Name" aria-label="Name of the army" maxlength=${MOST_LETTERS}
        value=${name} data-testid="army-name" onInput=${(/** @type {any} */ event) => setName(event.target.value)}
        onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Enter" && save()} />
      <button disabled=${Boolean(why)} title=${why} data-testid="army-save" onClick=${save}>${
        armies.some((army) => army.name === name.trim()) ? "Replace" : "Save"}</button></div>
    ${why && short > 0 && html`<p class="muted">${why}.</p>`}
    <ul>${armies.map((army) => html`<li key=${army.name} data-testid="kept-army">
      <span>${army.name}</span>
      <button title=${`Set up ${army.name}`} data-testid="army-load" onClick=${() => armySetup.load(army)}>Load</button>
      <button title=${`Save ${army.name} as a file`} data-testid="army-export"
        onClick=${() => download(army)}>Export</button>
      <button title=${`Delete ${army.name}`} data-testid="army-delete" onClick=${() => {
        forgetArmy(system, army.name);
        session.changed();
      }}>Delete</button></li>`)}</ul>
    <label class="button">Import …<input type="file" accept=".json,application/json" class="visually-hidden"
      data-testid="army-import" onChange=${(/** @type {any} */ event) => take(session, event.target)} /></label>
    ${armySetup.faults.length > 0 && html`<div class="problem" role="alert" data-testid="army-faults">
      <p>This army cannot be set up:</p>
      <ul>${faultLines(armySetup.faults).map((line) => html`<li key=${line}>${line}</li>`)}</ul></div>`}
  </details>`;
}

/** @param {Army} army */
function download(army) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([writeArmy(army)], { type: "application/json" }));
  link.download = `${army.name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "army"}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Keep the army of a file and set it up. @param {Session} session @param {HTMLInputElement} field */
async function take(session, field) {
  const [file] = field.files ?? [];
  const { board, armySetup } = session;
  if (!file || !board) return;
  const { army, faults } = readArmy(await file.text(), file.name, board.system.name, board.board);
  field.value = "";
  armySetup.faults = faults;
  if (army) {
    keepArmy(army);
    await armySetup.load(army);
  }
  session.changed();
}
