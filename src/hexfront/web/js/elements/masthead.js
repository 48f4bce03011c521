/** The head of all pages but the table: the name, and light or dark. */
import { html, useEffect, useState } from "./dom.js";
import { ThemeIcon } from "./icons.js";
import { Corner, useMe } from "./corner.js";
import { onTheme, theme, toggleTheme } from "../map/theme.js";
import { onUnanswered, triedAgain } from "../transport/requests.js";

/** Whether the page is dark. @returns {boolean} */
export function useDark() {
  const [dark, setDark] = useState(theme() === "dark");
  useEffect(() => onTheme(() => setDark(theme() === "dark")), []);
  return dark;
}

/** `announcement`: what the operator has told everybody, where a page hears of it at once.
 * @param {{dark: boolean, announcement?: string}} props */
export function Masthead({ dark, announcement }) {
  const me = useMe();
  const told = announcement ?? me?.announcement;
  const [why, setWhy] = useState("");
  useEffect(() => onUnanswered(setWhy), []);
  const other = dark ? "Light colours" : "Dark colours";
  return html`<header class="masthead">
    <a href="/" aria-label="Hexfront, home"><svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 1.5 21 6.75v10.5L12 22.5 3 17.25V6.75z" /></svg></a>
    <div><p class="brand">Hexfront</p><p>Wargames to play, to study and to learn on.</p></div>
    <${Corner} me=${me} />
    <button data-testid="theme" aria-label=${other} title=${other}
      onClick=${() => toggleTheme()}><${ThemeIcon} dark=${dark} /></button>
  </header>
  <div class="home unanswered" role="status" data-testid="unanswered">${why && html`<p>${triedAgain(why)}</p>`}</div>
  <div class="home told" role="status" data-testid="announcement">${told && html`<p><b>Message of the operator:</b> ${told}</p>`}</div>`;
}
