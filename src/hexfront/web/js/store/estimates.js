/** Chances in words, and what makes them up. */

/** What makes up a chance. @typedef {{text: string, value?: number | string, clause?: string}} Term */
/** What the target may be. @typedef {{type: string, weight: number, chance: number}} Part */
/** A chance, between what bounds it lies, and why.
 * @typedef {{chance: number, low?: number, high?: number, form?: string, terms?: Term[],
 *   mixture?: Part[]}} Estimate */

/** Hundredths, with a half where it matters. @param {number} part */
export function hundredths(part) {
  const figure = part * 100;
  return Math.abs(figure - Math.round(figure)) < 0.05 || figure >= 10
    ? String(Math.round(figure)) : figure.toFixed(1);
}

/** A chance in words, with its bounds where they differ. @param {Estimate} odds */
export function estimateText({ chance: part, low = part, high = part }) {
  const bounds = hundredths(low) === hundredths(high) ? ""
    : ` (${hundredths(low)}–${hundredths(high)} %)`;
  return `${hundredths(part)} %${bounds}`;
}

/** @param {Record<string, unknown> | null} odds @returns {Estimate | null} */
export function estimateOf(odds) {
  return odds && typeof odds.chance === "number" ? /** @type {any} */ (odds) : null;
}
