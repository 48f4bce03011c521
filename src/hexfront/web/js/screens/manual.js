/** The rules as a page: a search that leaves only the clauses with all its words, and print. */
import { theme } from "../map/theme.js";

const field = /** @type {HTMLInputElement} */ (document.getElementById("search"));
const found = /** @type {HTMLElement} */ (document.getElementById("found"));
const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("main > :not(h1)")]);

function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const part of parts) {
    const fits = words.length === 0
      || (part.matches("article") && words.every((word) => (part.textContent ?? "").toLowerCase().includes(word)));
    part.hidden = !fits;
    count += Number(fits);
  }
  found.textContent = words.length ? `${count} found` : "";
}

field.addEventListener("input", search);
// Paper is light.
addEventListener("beforeprint", () => void (document.documentElement.dataset.theme = "light"));
addEventListener("afterprint", () => void (document.documentElement.dataset.theme = theme()));
document.getElementById("print")?.addEventListener("click", () => print());
