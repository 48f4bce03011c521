/** A field for text or a number that is changed when one leaves it. */
import { html, useState } from "../elements/dom.js";

/** What somebody types stays, whatever is drawn anew meanwhile, until he leaves the field or presses Enter.
 * All else is as for an `input`, or for a `textarea` where `rows` are given.
 * @param {{value: any, onChange: (event: any) => void, rows?: number} & Record<string, any>} props */
export function Typed({ value, onChange, ...rest }) {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  const own = { ...rest, value: typed ?? value, onInput: (/** @type {any} */ event) => setTyped(event.target.value),
    onBlur: () => setTyped(null),
    onChange: (/** @type {any} */ event) => {
      setTyped(null);
      onChange(event);
    } };
  return rest.rows ? html`<textarea ...${own}></textarea>` : html`<input ...${own} />`;
}
