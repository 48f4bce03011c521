/** Light and dark: the system's choice unless the reader has made one. */

const KEY = "hexfront.theme";
const dark = matchMedia("(prefers-color-scheme: dark)");
/** Whether the system wants dark: as it was told last, since Chromium tells nobody of a change
 * that a script has seen in `matches` before. */
let darkSystem = dark.matches;
/** @type {Set<() => void>} */
const listeners = new Set();

/** @returns {"light" | "dark"} */
export function theme() {
  const chosen = localStorage.getItem(KEY);
  if (chosen === "light" || chosen === "dark") return chosen;
  return darkSystem ? "dark" : "light";
}

function apply() {
  document.documentElement.dataset.theme = theme();
  for (const listener of listeners) listener();
}

/** Change to the other theme and keep it. */
export function toggleTheme() {
  localStorage.setItem(KEY, theme() === "dark" ? "light" : "dark");
  apply();
}

/** @param {() => void} listener */
export function onTheme(listener) {
  listeners.add(listener);
}

dark.addEventListener("change", ({ matches }) => {
  darkSystem = matches;
  apply();
});
apply();
