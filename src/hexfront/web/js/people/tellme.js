/** “Tell me”: by which channels an account hears of its games. */
import { html, useEffect, useState } from "../elements/dom.js";
import { get, post, words } from "../transport/requests.js";
import { canPush, subscribe, unsubscribe } from "./browserpush.js";
import { Field } from "./entrance.js";

/** @typedef {import("../../types").ChannelList} ChannelList */
/** @typedef {import("../../types").ChannelInfo} ChannelInfo */
/** @typedef {(ask: () => Promise<ChannelList>, done?: string) => Promise<void>} Say */

/** What one channel is and does. @param {{channel: ChannelInfo, say: Say}} props */
function Channel({ channel, say }) {
  const { id, way } = channel;
  const change = (/** @type {import("../../types").ChannelChange["do"]} */ act, done = "") =>
    say(() => post("/api/people/notices/change", { id, do: act }), done);
  const [ticks, setTicks] = useState({ daily: channel.daily, files: channel.files });
  const set = (/** @type {{daily?: boolean, files?: boolean}} */ wanted) => {
    const all = { ...ticks, ...wanted };
    setTicks(all);
    void say(() => post("/api/people/notices/change", { id, do: "set", ...all }), "Kept.");
  };
  const end = () => change("end", "Ended.").then(() => (way === "push" ? unsubscribe() : undefined)).catch(() => {});
  const tick = (/** @type {"daily" | "files"} */ name, /** @type {string} */ title) => html`<label class="check">
    <input type="checkbox" data-testid=${name} checked=${ticks[name]}
      onChange=${(/** @type {Event} */ event) => set({ [name]: /** @type {HTMLInputElement} */ (event.target).checked })} />
    <span>${title}</span></label>`;
  return html`<li class="channel" data-testid=${`channel-${way}`}>
    <span><b>${WAYS[way]}</b> <span class="muted">${channel.address}</span>
      ${!channel.confirmed && html`<span class="muted block" data-testid="waits">Waits for the link in the e-mail that
        has gone there. Before it is opened and agreed to, nothing is sent.</span>`}
      ${channel.note && html`<span class="problem block" data-testid="note">${channel.note}</span>`}
      ${way === "email" && channel.confirmed && html`<span class="block">
        ${tick("daily", "One e-mail a day, and another only when a move’s time is nearly gone")}
        ${tick("files", "With a file of my turn, which I can answer by e-mail")}</span>`}</span>
    <span class="buttons">
      ${channel.confirmed && html`<button data-testid="test" onClick=${() => change("test", "A test is on its way.")}
        aria-label=${`Send a test: ${WAYS[way]}`}>Test</button>`}
      <button data-testid="end" onClick=${end} aria-label=${`End: ${WAYS[way]} ${channel.address}`}>End</button></span></li>`;
}
const WAYS = { email: "E-mail", webhook: "Webhook", push: "Browser" };

/** A form with one address. @param {{title: string, note: string, kind: string, testid: string,
 * keep: (address: string) => Promise<void>}} props */
function Address({ title, note, kind, testid, keep }) {
  const [address, setAddress] = useState("");
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void keep(address.trim()).then(() => setAddress(""));
  };
  return html`<form class="line" onSubmit=${submit}>
    <${Field} title=${title} type=${kind} value=${address} set=${setAddress} complete="off" testid=${testid} />
    <button data-testid=${`${testid}-keep`} disabled=${!address.trim()}>Add</button></form>
    <p class="muted">${note}</p>`;
}

/** The section of the account page. */
export function TellMe() {
  const [list, setList] = useState(/** @type {ChannelList | null} */ (null));
  const [said, setSaid] = useState("");
  const [problem, setProblem] = useState("");
  /** @type {Say} */
  const say = async (ask, done = "") => {
    setProblem("");
    setSaid("");
    try {
      setList(await ask());
      setSaid(done);
    } catch (error) {
      setProblem(words(error));
    }
  };
  useEffect(() => void say(() => get("/api/people/notices")), []);
  if (!list) return problem ? html`<p class="problem" role="alert">${problem}</p>` : null;
  const has = (/** @type {string} */ way) => list.channels.some((channel) => channel.way === way);
  const nothing = !list.email && !list.webhooks.length && !list.push_key;
  const keep = (/** @type {"email" | "webhook"} */ way) => (/** @type {string} */ address) =>
    say(() => post("/api/people/notices", { [way]: address }), "Kept.");
  return html`<section class="card" aria-labelledby="tell-title" data-testid="tell-me"><h2 id="tell-title">Tell me</h2>
    <p class="muted">When it is your turn and you are away, when a game begins, when time runs out. A notice names the
      game and your side, and never what happens in it. Each ends by one click.</p>
    ${nothing && html`<p>This server sends no notices.</p>`}
    <ul class="rows" data-testid="channels">${list.channels.map((channel) => html`<${Channel} key=${channel.id}
      channel=${channel} say=${say} />`)}</ul>
    ${list.email && !has("email") && html`<${Address} title="E-mail" kind="email" testid="email" keep=${keep("email")}
      note="It is asked by an e-mail first. No password of yours is ever wanted." />`}
    ${list.push_key && (canPush() ? html`<p><button data-testid="push" onClick=${() => say(() => subscribe(list.push_key),
      "This browser will tell you.")}>Tell me in this browser</button></p>`
      : html`<p class="muted">This browser can tell you nothing here: it needs https.</p>`)}
    ${list.webhooks.length > 0 && !has("webhook") && html`<${Address} title="Webhook" kind="url" testid="webhook"
      keep=${keep("webhook")} note=${`Begins with ${list.webhooks.join(" or ")}`} />`}
    ${list.channels.some((channel) => channel.files) && html`<p><a href="/by-mail">Give in a file of orders</a></p>`}
    <p role="status" class="muted" data-testid="said">${said}</p>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
  </section>`;
}
