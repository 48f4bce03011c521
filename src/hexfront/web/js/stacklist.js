/** The stack of the chosen unit beside the map: who goes together, and who lies on top. */
import { html } from "./dom.js";
import { badgeLook, figures } from "./map/counters.js";
import { nameOf, SideSign } from "./parts.js";

/** @typedef {import("./session.js").Session} Session */

/** @param {{session: Session, place: string}} props */
export function StackList({ session, place }) {
  const { choosing } = session;
  const { stacking } = choosing;
  const stack = place ? stacking.ordered(session.countersAt(place)) : [];
  const able = stacking.able(place);
  const cycle = session.board?.board.cycle;
  if (stack.length < 2 || cycle) return null;
  return html`<div class="stack" role="group" aria-label="Stack" data-testid="stack">
    <ul>${stack.map((counter, i) => html`<li key=${counter.id}
      class=${stacking.holds(counter.id) ? "on" : ""}>
      <input type="checkbox" aria-label=${`${nameOf(counter)} is ordered too`} data-testid=${`with-${counter.id}`}
        title="Order it together with the others" checked=${stacking.holds(counter.id)}
        disabled=${!able.includes(counter.id)} onChange=${() => stacking.toggle(counter.id)} />
      <button class="line" title="Choose this one" onClick=${() => choosing.select(counter.id)}>
        <${SideSign} session=${session} side=${counter.side} /> ${nameOf(counter)}${" "}
        <span class="muted">${figures(counter)}</span></button>
      ${counter.badges.slice(0, 3).map((badge) => html`<abbr key=${badge} title=${badge}
        style=${{ background: badgeLook(badge)[0] }}>${badge.slice(0, 1).toUpperCase()}</abbr>`)}
      <button class="plain" title="Lay on top (O: the chosen one)" aria-label=${`Lay ${nameOf(counter)} on top`}
        data-testid=${`top-${counter.id}`} disabled=${i === 0} onClick=${() => stacking.raise(counter.id)}>▲</button>
    </li>`)}</ul>
    ${able.length > 1 && html`<button data-testid="whole-stack" aria-pressed=${able.every((id) => stacking.holds(id))}
      title="To order all of them together (E, or a click with Shift)"
      onClick=${() => stacking.whole(place)}>All ${able.length} together<kbd>J</kbd></button>`}
  </div>`;
}
