/** A game for the lobby: what is played, from which side, by how many, and whether it is rated. */
import { html, useState } from "../elements/dom.js";

/** @typedef {import("../../types").SystemInfo} SystemInfo */
/** @typedef {import("../../types").NewGame} NewGame */

/** @param {{title: string, value: string | number, set: (value: string) => void, testid: string,
 *   options: {value: string | number, title: string}[]}} props */
export function Choice({ title, value, set, testid, options }) {
  return html`<label class="field">${title}<select value=${value} data-testid=${testid}
    onChange=${(/** @type {any} */ event) => set(event.target.value)}>${options.map((option) => html`<option
      key=${option.value} value=${option.value} selected=${String(option.value) === String(value)}
      >${option.title}</option>`)}</select></label>`;
}

/** Whom the address of the page names, as a player's page does. */
const invitee = () => new URLSearchParams(location.search).get("invite") ?? "";

/** @param {{systems: SystemInfo[], paces: import("../../types").PaceInfo[],
 *   open: (game: NewGame) => Promise<void>}} props */
export function NewGameForm({ systems, paces, open }) {
  const [wish, setWish] = useState(/** @type {NewGame} */ ({ system: systems[0].name, scenario: "", side: -1, persons: 2, pace: "none", rated: true, chat: true, invite: invitee() }));
  const [busy, setBusy] = useState(false);
  const system = systems.find((one) => one.name === wish.system) ?? systems[0];
  const scenario = system.scenarios.find((one) => one.name === wish.scenario)
    ?? system.scenarios.find((one) => one.default) ?? system.scenarios[0];
  const change = (/** @type {Partial<NewGame>} */ part) => setWish({ ...wish, ...part });
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setBusy(true);
    const invite = (wish.invite ?? "").trim();
    await open({ ...wish, scenario: scenario.name, invite, persons: invite ? 2 : wish.persons });
    setBusy(false);
  };
  const counts = Array.from({ length: scenario.sides.length }, (_, i) => i + 1);
  return html`<form onSubmit=${submit} data-testid="new-game"><div class="wish">
    <${Choice} title="System" value=${system.name} testid="wish-system"
      set=${(/** @type {string} */ name) => change({ system: name, scenario: "", side: -1, persons: 2 })}
      options=${systems.map((one) => ({ value: one.name, title: one.title }))} />
    <${Choice} title="Scenario" value=${scenario.name} testid="wish-scenario"
      set=${(/** @type {string} */ name) => change({ scenario: name, side: -1, persons: 2 })}
      options=${system.scenarios.map((one) => ({ value: one.name, title: one.title }))} />
    <${Choice} title="Your side" value=${wish.side ?? -1} testid="wish-side"
      set=${(/** @type {string} */ side) => change({ side: Number(side) })}
      options=${[{ value: -1, title: "Any, at random" }, ...scenario.side_titles.map((title, side) => ({ value: side, title }))]} />
    <${Choice} title="Players" value=${wish.persons ?? 2} testid="wish-persons"
      set=${(/** @type {string} */ count) => change({ persons: Number(count) })}
      options=${counts.map((count) => ({ value: count, title: count === 1 ? "you and machines"
        : count === scenario.sides.length ? `${count} persons` : `${count} persons, machines for the rest` }))} />
    <label class="field">Invite a player<input type="text" maxlength="40" value=${wish.invite} data-testid="wish-invite"
      placeholder="anybody may join" onInput=${(/** @type {any} */ event) => change({ invite: event.target.value })} /></label>
    <${Choice} title="Pace" value=${wish.pace ?? "none"} testid="wish-pace" set=${(/** @type {string} */ pace) => change({ pace })}
      options=${paces.map((pace) => ({ value: pace.name, title: pace.title }))} />
    <label class="check"><input type="checkbox" checked=${wish.rated} data-testid="wish-rated"
      onChange=${(/** @type {any} */ event) => change({ rated: event.target.checked })} /> Rated</label>
    <label class="check"><input type="checkbox" checked=${wish.chat} data-testid="wish-chat"
      onChange=${(/** @type {any} */ event) => change({ chat: event.target.checked })} /> Chat</label>
  </div>
  <p class="muted" data-testid="pace-about">${paces.find((pace) => pace.name === wish.pace)?.about}</p>
  <p><button class="primary start" disabled=${busy} data-testid="open-game">${wish.invite?.trim() ? "Invite" : wish.persons === 1 ? "Begin" : "Open the game"}</button></p></form>`;
}
