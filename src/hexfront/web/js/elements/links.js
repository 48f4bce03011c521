/** Links to give to others: each in a field, with a button that copies it. */
import { html, useRef, useState } from "./dom.js";
import { inviteAddress, tableAddress } from "../store/storage.js";

/** @param {{title: string, note: string, path: string}} props */
export function LinkToCopy({ title, note, path }) {
  const [copied, setCopied] = useState(false);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const link = location.origin + path;
  const copy = async () => {
    field.current?.select();
    // Pages that do not come over HTTPS may have no clipboard.
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      document.execCommand("copy");
    }
    setCopied(true);
  };
  return html`<div class="link"><b>${title}</b><span class="muted">${note}</span>
    <span class="copy"><input ref=${field} type="text" readonly value=${link} aria-label=${title}
      onFocus=${() => field.current?.select()} />
      <button type="button" onClick=${copy} aria-label=${`Copy: ${title}`}>
        ${copied ? "Copied" : "Copy"}</button></span></div>`;
}

/** The links of a match: a seat each for those invited, and one to watch.
 * @param {{invites: Record<string, string>, spectator: string, umpire?: string,
 *   sideTitle: (side: number) => string}} props */
export function MatchLinks({ invites, spectator, umpire = "", sideTitle }) {
  return html`<div class="links" data-testid="links">
    ${Object.entries(invites).map(([side, invite]) => html`<${LinkToCopy} key=${side}
      title=${`To play ${sideTitle(Number(side))}`}
      note="Send it to one person. Who opens it first has the seat."
      path=${inviteAddress(invite)} />`)}
    ${spectator && html`<${LinkToCopy} title="To watch"
      note="Who has it sees what everybody may see, and can give no orders."
      path=${tableAddress([spectator])} />`}
    ${umpire && html`<${LinkToCopy} title="For the umpire"
      note="Who has it sees everything, hidden things too. It is shown only here."
      path=${tableAddress([umpire])} />`}
  </div>`;
}
