/** The stack of the chosen unit beside the map: who goes together, and who lies on top. */
import { html } from "../elements/dom.js";
import { Icon } from "../elements/icons.js";
import { badgeParts, figures } from "../map/pieces/counters.js";
import { SideSign } from "../elements/parts.js";
import { nameOf } from "../store/titles.js";

/** @typedef {import("../store/session.js").Session} Session */

/** @param {{session: Session, place: string}} props */
export function StackList({ session, place }) {
  const { selection } = session;
  const { stackChoice } = selection;
  const stack = place ? stackChoice.ordered(session.countersAt(place)) : [];
  const able = stackChoice.able(place);
  const cycle = session.board?.board.cycle;
  if (stack.length < 2 || cycle) return null;
  return html`<div class="stack" role="group" aria-label="Stack" data-testid="stack">
    <ul>${stack.map((counter, i) => html`<li key=${counter.id}
      class=${stackChoice.holds(counter.id) ? "on" : ""}>
      <input type="checkbox" aria-label=${`${nameOf(counter)} is ordered too`} data-testid=${`with-${counter.id}`}
        title="Order it together with the others" checked=${stackChoice.holds(counter.id)}
        disabled=${!able.includes(counter.id)} onChange=${() => stackChoice.toggle(counter.id)} />
      <button class="line" title="Choose this one" onClick=${() => selection.select(counter.id)}>
        <${SideSign} session=${session} side=${counter.side} /> ${nameOf(counter)}${" "}
        <span class="muted">${figures(counter)}</span></button>
      ${counter.badges.slice(0, 3).map((badge) => html`<abbr key=${badge} title=${badge}
        style=${{ background: badgeParts(badge)[0].fill }}>${badge.slice(0, 1).toUpperCase()}</abbr>`)}
      <button class="plain" title="Lay on top (U: the chosen one)" aria-label=${`Lay ${nameOf(counter)} on top`}
        data-testid=${`top-${counter.id}`} disabled=${i === 0} onClick=${() => stackChoice.raise(counter.id)}><${Icon} name="up" /></button>
    </li>`)}</ul>
    ${able.length > 1 && html`<button data-testid="whole-stack" aria-pressed=${able.every((id) => stackChoice.holds(id))}
      title="To order all of them together (J, or a click with Shift)"
      onClick=${() => stackChoice.whole(place)}>All ${stackChoice.meant(place).length} together<kbd>J</kbd></button>`}
  </div>`;
}
