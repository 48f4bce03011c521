/** The line above the map: what is played, from which seat, how it stands, and the dialogs. */
import { html, useState } from "../elements/dom.js";
import { Icon, ThemeIcon } from "../elements/icons.js";
import { SideChip } from "../elements/parts.js";
import { isStanding, Purses } from "./standings.js";
import { Times } from "./times.js";
import { theme, toggleTheme } from "../map/theme.js";

/** @typedef {import("../store/session.js").Session} Session */

const MOST_PIPS = 12;
/** Letters of a title from which it may need two lines. */
const LONG = 24;

/** @param {{session: Session}} props */
function Tracks({ session }) {
  return html`<div class="tracks" data-testid="tracks">
    ${(session.view?.tracks ?? []).filter(({ caption }) => !isStanding(session, caption)).map((track) => html`<span class="track" key=${track.caption}
      title=${track.text}>
      <span class="caption">${track.caption}</span>
      <b>${track.limit === null ? track.text || track.value : `${track.value} / ${track.limit}`}</b>
      ${track.limit && track.limit <= MOST_PIPS && html`<span class="pips" aria-hidden="true">
        ${Array.from({ length: track.limit }, (_, i) =>
          html`<i class=${i < track.value ? "on" : ""}></i>`)}</span>`}
    </span>`)}
    <${Purses} session=${session} />
  </div>`;
}

/** @param {{session: Session}} props */
export function Bar({ session }) {
  const { board } = session;
  const [dark, setDark] = useState(theme() === "dark");
  return html`<header class="bar">
    <a class="home" href="/" title="Home" aria-label="Home"><svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z" /></svg></a>
    <div class=${`names ${(board?.title.length ?? 0) > LONG ? "long" : ""}`}><h1>${board?.title ?? "Hexfront"}</h1>
      <span class="muted">${board?.system.title}</span></div>
    ${session.seat !== null && html`<span class="seat" data-testid="seat">
      <${SideChip} session=${session} side=${session.seat} /></span>`}
    <${Tracks} session=${session} />
    <${Times} session=${session} />
    ${session.compiling && html`<span class="muted" data-testid="compiling"
      title="The rules run as plain Python, slower and just the same, until they are compiled."
      >plain Python for now; compiling</span>`}
    <nav aria-label="Page">
      <button onClick=${() => session.openDialog("share")} title="Links for watchers and players"
        data-testid="share">Share</button>
      <button onClick=${() => session.openDialog("alerts")} title="When it is your turn"
        aria-label="When it is your turn" data-testid="alerts"><${Icon} name="bell" /></button>
      ${session.sides.length > 0 && !session.result && html`<button onClick=${() => session.openDialog("end")}
        title="Resign, offer a draw, or leave the match" aria-label="End the match" data-testid="end"><${Icon} name="plan" /></button>`}
      ${session.times.clocks && !session.times.clocks.timed && session.sides.length > 0 && !session.result && html`<button
        onClick=${() => session.openDialog("time")} title="When somebody stays away" aria-label="When somebody stays away"
        data-testid="absence"><${Icon} name="clock" /></button>`}
      <button onClick=${() => session.openDialog("help")} title="Help and hot keys (?)"
        data-testid="help">Help</button>
      <button title=${dark ? "Light colours" : "Dark colours"} data-testid="theme"
        aria-label=${dark ? "Light colours" : "Dark colours"} onClick=${() => {
          toggleTheme();
          setDark(theme() === "dark");
        }}><${ThemeIcon} dark=${dark} /></button>
    </nav>
  </header>`;
}
