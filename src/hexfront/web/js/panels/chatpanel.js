/** The tab of the chat. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { SideSign } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").ChatLine} ChatLine */

const LONGEST = 300;
const READERS = {
  players: "Players read this; watchers only after the end.",
  watchers: "Watchers read this; players only after the end.",
};

/** @param {{session: Session}} props */
export function ChatTab({ session }) {
  const { chat } = session;
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const { shown } = chat;
  useEffect(() => {
    if (chat.unread) {
      chat.unread = 0;
      session.changed();
    }
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [shown.length, chat.on]);
  if (!chat.on) {
    return html`<section class="chat" aria-label="Chat"><p>Chat is off in this browser.</p>
      <p><button data-testid="chat-on" onClick=${() => chat.set(true)}>Turn it on</button></p></section>`;
  }
  return html`<section class="chat" aria-label="Chat" data-testid="chat">
    <header><p class="muted">${session.result ? "All read this." : READERS[chat.room]}</p>
      <button class="small" data-testid="chat-off" onClick=${() => chat.set(false)}>Turn off</button>
      ${session.sides.length > 0 && (chat.reopens || !chat.closed) && html`<button class="small" data-testid="chat-off-for-all"
        onClick=${() => chat.turn(chat.reopens)}>${chat.reopens ? "Let all talk" : "Turn off for all"}</button>`}</header>
    <div class="said" role="log" aria-live="polite" aria-label="What was said" tabindex="0" ref=${list} data-testid="said">
      ${shown.length === 0 && html`<p class="muted">Nothing has been said yet.</p>`}
      ${shown.map((line) => html`<${Line} key=${`${line.room}${line.number}`} session=${session} line=${line} />`)}</div>
    ${chat.muted.length > 0 && html`<p class="muted heard">Not shown:${chat.muted.map((one) => html` <button key=${one.key}
      class="plain" aria-label=${`Show ${one.name} again`} onClick=${() => chat.mute(one, false)}>${one.name} ×</button>`)}</p>`}
    ${chat.closed ? html`<p class="muted" data-testid="chat-closed">${chat.closed}</p>` : html`<${Speak} session=${session} />`}
  </section>`;
}

/** @param {{session: Session}} props */
function Speak({ session }) {
  const { chat } = session;
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const say = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy || !text.trim()) return;
    setBusy(true);
    if (await chat.say(text)) setText("");
    setBusy(false);
  };
  return html`<form onSubmit=${say}>
    <input type="text" maxlength=${LONGEST} value=${text} autocomplete="off" data-testid="say" aria-label="What you say"
      placeholder=${session.result ? "To all" : `To all who ${chat.room === "players" ? "play" : "watch"}`}
      onInput=${(/** @type {any} */ event) => setText(event.target.value)} />
    <button data-testid="say-it" disabled=${!text.trim()}>Say</button></form>
    ${chat.problem && html`<p class="problem" role="alert">${chat.problem}</p>`}`;
}

/** @param {{session: Session, line: ChatLine}} props */
function Line({ session, line }) {
  const { chat } = session;
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const name = chat.nameOf(line);
  const at = new Date(1000 * line.said);
  return html`<div class="line" data-testid="line"><p>${line.side >= 0 && html`<${SideSign} session=${session} side=${line.side} /> `}<b>${name}</b>${session.result
      && line.room === "watchers" && html` <span class="muted">watching</span>`} <time class="muted" dateTime=${at.toISOString()}
      title=${at.toLocaleString()}>${at.toLocaleTimeString(undefined, { timeStyle: "short" })}</time>
    <span class="words">${line.text}</span></p>
    ${!chat.isMine(line) && html`<button class="plain" aria-expanded=${open} data-testid="about-line"
      aria-label=${`What to do about ${name}`} title=${`What to do about ${name}`} onClick=${() => setOpen(!open)}><${Icon} name="more" /></button>`}
    ${open && html`<${About} session=${session} line=${line} name=${name} done=${(/** @type {string} */ text) => {
      setSaid(text);
      setOpen(false);
    }} />`}
    ${said && html`<p class="muted" role="status">${said}</p>`}</div>`;
}

/** Not to hear a speaker, or to tell the operator. @param {{session: Session, line: ChatLine, name: string,
 *   done: (text: string) => void}} props */
function About({ session, line, name, done }) {
  const { chat } = session;
  const [about, setAbout] = useState("");
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    done(await chat.report(line, about.trim()));
  };
  return html`<form class="about" onSubmit=${send}>
    <button type="button" data-testid="mute" onClick=${() => chat.mute({ key: chat.keyOf(line), name }, true)}>Do not show ${name}</button>
    <label>To the operator<textarea rows="2" maxlength="1000" value=${about} data-testid="report-about"
      onInput=${(/** @type {any} */ event) => setAbout(event.target.value)}></textarea></label>
    <button data-testid="report-line" disabled=${!about.trim()}>Report these words</button></form>`;
}
