/** Buttons for files of commands and of print, and how far a script is. */
import { html, useRef } from "../elements/dom.js";
import { savePrinted } from "../store/orders/scripts.js";

/** @typedef {import("../store/session.js").Session} Session */

/** Buttons for files, and how far a script is. @param {{session: Session}} props */
export function FileButtons({ session }) {
  const { script, board } = session;
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  script.choose = () => field.current?.click();
  const commands = Object.keys(board?.commands ?? {}).length > 0;
  if (script.running && script.seat !== session.seat) return null;
  if (script.running) {
    return html`<p class="muted script" data-testid="script">${script.name}: line ${script.at + 1} of
      ${" "}${script.lines.length} <button data-testid="script-stop" onClick=${() => script.end()}>Stop</button></p>`;
  }
  return html`
    ${commands && session.sides.length > 0 && !session.result && html`<input type="file" hidden
      accept=".txt,text/plain" ref=${field} data-testid="script-file" onChange=${(/** @type {any} */ event) => {
        const [file] = event.target.files;
        event.target.value = "";
        if (file) void script.read(file);
      }} /><button data-testid="script-read" title="Type the lines of a file of commands (read)"
      onClick=${() => script.choose()}>Read a script …</button>`}
    ${board?.prints && (session.seat ?? -1) >= 0 && html`<button data-testid="print"
      title="What you have been told so far, as a text file (print)"
      onClick=${() => savePrinted(session)}>Save printed output</button>`}`;
}
