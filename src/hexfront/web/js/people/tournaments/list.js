/** Tournaments in a list: those that one can enter, and those that are played or over. */
import { html } from "../../elements/dom.js";
import { tournamentAddress } from "../../store/storage.js";
import { FORMS, standing } from "./words.js";

/** @typedef {import("../../../types").TournamentInfo} TournamentInfo */

/** @param {{tournaments: TournamentInfo[], titles: Record<string, string>}} props */
export function TournamentList({ tournaments, titles }) {
  return html`<ul class="games" data-testid="tournaments">${tournaments.map((one) => html`<li key=${one.id}>
    <span><b><a href=${tournamentAddress(one.id)}>${one.name}</a></b><span class="muted">${FORMS[one.form]} · ${titles[one.system] ?? one.system},
      ${" "}${one.title} · ${one.pace} · ${one.rated ? "rated" : "not rated"}</span><span class="muted">${standing(one)}</span></span>
    ${one.can_enter && html`<span class="state turn">${one.state === "open" ? "Open" : "Late entries"}</span>`}</li>`)}</ul>`;
}
