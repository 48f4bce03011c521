/** Choosing a NATO symbol by what it says: whose, how large, what kind of troops. */
import { html, useEffect, useRef, useState } from "../elements/dom.js";
import { Typed } from "./typed.js";
import { drawSymbol, onSymbols, symbolOf } from "../map/pieces/symbols.js";

/** Whose: the digit of the standard identity. */
const IDENTITIES = { 3: "Friend", 6: "Hostile", 4: "Neutral", 1: "Unknown" };
/** The two digits of the echelon. */
const SIZES = { "00": "No size", 11: "Team", 12: "Squad", 13: "Section", 14: "Platoon", 15: "Company", 16: "Battalion",
  17: "Regiment", 18: "Brigade", 21: "Division", 22: "Corps", 23: "Army", 24: "Army group" };
/** The six digits of the entity of land units (APP-6D, symbol set 10). */
const ARMS = { 121100: "Infantry", 121102: "Mechanized infantry", 121104: "Motorized infantry", 121103: "Infantry with fighting vehicles",
  121000: "Combined arms", 120500: "Armour", 121300: "Reconnaissance", 120400: "Anti-tank", 130300: "Artillery",
  130301: "Self-propelled artillery", 130800: "Mortars", 130700: "Missiles", 130100: "Air defence", 140700: "Engineers",
  140100: "CBRN defence", 120600: "Helicopters", 111000: "Signals", 121700: "Special forces", 141200: "Military police",
  160000: "Sustainment", 163600: "Transport", 161100: "Maintenance", 161300: "Medical" };

/** A drawn symbol. @param {{code: string, size?: number}} props */
export function SymbolPicture({ code, size = 44 }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [, redraw] = useState(0);
  useEffect(() => onSymbols(() => redraw((count) => count + 1)), []);
  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    const drawn = symbolOf(code);
    if (!ctx || !canvas.current) return;
    const { width, height } = canvas.current;
    ctx.clearRect(0, 0, width, height);
    if (drawn) drawSymbol(ctx, drawn, width / 2, 0, width, height);
  });
  return html`<canvas ref=${canvas} class="symbol" width=${size * 2} height=${size * 1.5} aria-hidden="true"
    style=${{ width: `${size}px`, height: `${size * 0.75}px` }}></canvas>`;
}

/** @param {Record<string, string>} choices @param {string} own */
function withOwn(choices, own) {
  const known = Object.entries(choices);
  return own in choices ? known : [[own, `Other (${own})`], ...known];
}

/** @param {{id: string, value: string, change: (code: string) => void}} props */
export function SymbolField({ id, value, change }) {
  const code = value.padEnd(20, "0");
  const put = (/** @type {number} */ at, /** @type {string} */ digits) => change(code.slice(0, at) + digits + code.slice(at + digits.length));
  const part = (/** @type {string} */ label, /** @type {Record<string, string>} */ choices, /** @type {number} */ at, /** @type {number} */ count) =>
    html`<select aria-label=${label} value=${code.slice(at, at + count)} data-testid=${`${id}-${label.split(" ")[0].toLowerCase()}`}
      onChange=${(/** @type {any} */ event) => put(at, event.target.value)}>
      ${withOwn(choices, code.slice(at, at + count)).map(([digits, words]) => html`<option key=${digits} value=${digits}>${words}</option>`)}</select>`;
  return html`<span class="symbols"><${SymbolPicture} code=${code} />
    ${part("Whose", IDENTITIES, 3, 1)} ${part("Troops", ARMS, 10, 6)} ${part("Size", SIZES, 8, 2)}
    <${Typed} id=${id} type="text" aria-label="Symbol code" value=${value} maxlength="30" onChange=${(/** @type {any} */ event) => change(event.target.value)} /></span>`;
}
