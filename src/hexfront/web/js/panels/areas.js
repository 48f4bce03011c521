/** Who controls which areas, as far as the viewer can know. */
import { html } from "../elements/dom.js";
import { sideColour } from "../map/palette.js";
import { SideSign } from "../elements/parts.js";

/** @typedef {import("../store/session.js").Session} Session */
/** @typedef {import("../../types").Area} Area */

/** How far apart the middles of two areas are that lie in different rows or columns, in hex sizes. */
const APART = 1;

/** Areas in rows and columns, by where their middles lie. @param {Session} session @param {Area[]} areas
 * @returns {{row: number, column: number}[]} */
function cells(session, areas) {
  const places = session.map?.geometry?.places;
  const middles = areas.map(({ places: ids }) => {
    const points = ids.flatMap((id) => places?.get(id) ?? []);
    const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
    return { x: sum.x / (points.length || 1), y: sum.y / (points.length || 1) };
  });
  const rank = (/** @type {number[]} */ values, /** @type {number} */ value) => {
    const steps = [...values].sort((a, b) => a - b).filter((other, i, all) => i === 0 || other - all[i - 1] > APART);
    return steps.filter((step) => step <= value + APART / 2).length;
  };
  return middles.map(({ x, y }) => ({ row: rank(middles.map((one) => one.y), y),
    column: rank(middles.map((one) => one.x), x) }));
}

/** @param {{session: Session}} props */
export function Areas({ session }) {
  const areas = session.board?.board.sectors ?? [];
  const held = session.view?.facts?.sectors ?? [];
  if (!areas.length || held.length !== areas.length || !session.map?.geometry) return null;
  const at = cells(session, areas);
  const sides = [...(session.board?.board.sides ?? []).keys()];
  const { selection } = session;
  /** @param {Area} area */
  const show = (area) => {
    selection.area = selection.area === area.places ? [] : area.places;
    if (selection.area.length) session.map?.reveal(area.places[Math.floor(area.places.length / 2)]);
    session.refresh();
    session.changed();
  };
  const needed = session.board?.board.sectors_to_win;
  const unsure = held.some(({ sure }) => !sure);
  return html`<section class="areas" aria-label="Areas and who controls them" data-testid="areas">
    <div class="grid" style=${{ gridTemplateColumns: `repeat(${Math.max(...at.map(({ column }) => column))}, 1fr)` }}>
      ${areas.map((area, i) => {
        const { control, sure } = held[i];
        const holder = control === null ? "nobody" : session.sideTitle(control);
        const colour = control === null ? "transparent" : sideColour(session.board?.board.sides ?? [], control);
        const words = `${area.title}: ${holder}${sure ? "" : ", as far as you know"}`;
        return html`<button key=${area.title} class=${`area ${control === null ? "free" : `pattern${control % 4}`}
            ${sure ? "" : "unsure"}`} title=${words} aria-label=${words} data-testid=${`area-${i}`}
          aria-pressed=${selection.area === area.places} onClick=${() => show(area)}
          style=${{ gridRow: at[i].row, gridColumn: at[i].column, backgroundColor: colour }}>
          <span>${control === null ? "–" : holder.charAt(0)}${sure ? "" : "?"}</span></button>`;
      })}</div>
    <div class="counts">${sides.map((side) => html`<div key=${side}><${SideSign} session=${session} side=${side} />
      <b>${held.filter(({ control }) => control === side).length}</b>
      <span class="muted">${session.sideTitle(side)}</span></div>`)}
      <div class="muted">of ${areas.length}${needed && `, ${needed} win`}</div>
      ${unsure && html`<div class="muted">? as far as you know</div>`}</div>
  </section>`;
}
