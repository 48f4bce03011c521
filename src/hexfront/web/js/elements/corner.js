/** The quiet corner of the masthead: the lobby, and who is signed in. */
import { html, useEffect, useState } from "./dom.js";
import { get } from "../transport/requests.js";

/** @typedef {import("../../types").Me} Me */

/** Who is signed in; null before the server has said so. @returns {Me | null} */
export function useMe() {
  const [me, setMe] = useState(/** @type {Me | null} */ (null));
  useEffect(() => {
    get("/api/people/me").then(setMe).catch(() => {});
  }, []);
  return me;
}

/** @param {{me: Me | null}} props */
export function Corner({ me }) {
  if (!me) return html`<nav class="corner" aria-label="People"></nav>`;
  return html`<nav class="corner" aria-label="People" data-testid="corner">
    <a href="/lobby">Lobby${me.turns > 0 && html` <b class="count"
      title="Matches in which it is your turn">${me.turns}<span class="hidden"> turns of yours</span></b>`}</a>
    <a href="/account">${me.name || "Sign in"}</a>
  </nav>`;
}
