/** Lines of the key for counters, for what may be ordered, and for what lies on the land. */
import { badgeParts, card, drawBadge, printed } from "../../map/pieces/counters.js";
import { CONTAMINATED, drawHazards } from "../../map/land/hazard.js";
import { drawCount } from "../../map/pieces/stacks.js";
import { Geometry } from "../../map/geometry.js";
import { coloursOf, drawRing, drawTargets } from "../../map/overlay.js";
import { isHilly } from "../../map/land/heights.js";
import { heightSteps, TINTS } from "../../map/reading.js";
import { CARDS, drawParts, LINES, strokeLines } from "../../map/shapes.js";
import { HEIGHTS } from "../../store/heights.js";
import { figure } from "../../elements/parts.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").Counter} Counter */
/** @typedef {import("./mapkey.js").Draw} Draw */
/** @typedef {import("./mapkey.js").Line} Line */

/** How large a counter is shown, in hex sizes of the sample. */
const COUNTER = 0.86;

const plain = (/** @type {string} */ colour) => colour;
const capital = (/** @type {string} */ text) => text.charAt(0).toUpperCase() + text.slice(1);

/** One place alone. @param {Board} board */
const alone = (board) => new Geometry({ ...board, places: [{ id: "0", x: 0, y: 0, terrain: "", name: null }] });

/** @param {Counter} counter @param {Board} board @returns {Draw} */
function counterSample(counter, board) {
  return (ctx) => {
    const { a: scale } = ctx.getTransform();
    const picture = card(counter, { sides: board.sides, scale: scale * COUNTER, ratio: scale / 40 });
    const [wide, high] = [picture.width / scale, picture.height / scale];
    ctx.drawImage(picture, -wide / 2, -high / 2, wide, high);
  };
}

/** Of counters: whose they are, their figures, what lies on and beside them.
 * @param {Session} session @returns {Line[]} */
export function counterLines(session) {
  const board = session.board?.board;
  const counters = session.view?.counters ?? [];
  if (!board || !counters.length) return [];
  const first = (/** @type {(counter: Counter) => unknown} */ holds) => counters.find(holds);
  /** @type {Line[]} */
  const lines = [];
  board.sides.forEach(({ title, name }, side) => {
    const one = first((counter) => counter.side === side && counter.known) ?? first((counter) => counter.side === side);
    if (one) lines.push({ title: title ?? name, draw: counterSample({ ...one, badges: [], values: {} }, board) });
  });
  const units = counters.filter(({ sign }) => !sign);
  if (units.some(({ known }) => !known)) {
    const one = units.find(({ known }) => !known);
    if (one) lines.push({ title: "A unit of unknown kind", draw: counterSample({ ...one, badges: [] }, board) });
  }
  lines.push(...figureLines(units), ...badgeLines(units));
  const places = counters.map(({ place }) => place).filter(Boolean);
  if (units.length && new Set(places).size < places.length) {
    lines.push({ title: "So many counters lie here", draw: (ctx) => drawCount(ctx, 3, 0, 0, 1.6) });
  }
  return lines;
}

/** What the figures of counters mean. @param {Counter[]} units @returns {Line[]} */
function figureLines(units) {
  const rich = [...units].sort((a, b) => Object.keys(b.values).length - Object.keys(a.values).length)[0];
  if (!rich) return [];
  const figures = Object.entries(rich.values).filter(([name, value]) => typeof value === "number" && name !== "steps").slice(0, 3);
  const lines = figures.map(([name, value]) => ({ title: capital(name), draw: /** @type {Draw} */ ((ctx, colours) => {
    ctx.fillStyle = colours.name;
    ctx.font = "700 0.62px sans-serif";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(figures.map(([other, figure]) => (other === name ? printed(Number(value)) : "·".repeat(String(figure).length)))
      .join("–"), 0, 0.03, 1.7);
  }) }));
  const steps = units.some(({ values }) => Number(values.steps ?? 0) > 0) ? [{ title: "Steps that are left; one that is lost",
    draw: /** @type {Draw} */ ((ctx) => {
      ctx.fillStyle = "#4a4a48";
      ctx.fillRect(-0.75, -0.3, 1.5, 0.6);
      [-0.4, 0].forEach((x) => drawParts(ctx, CARDS.steps.left, x, 0, 2.4, plain));
      drawParts(ctx, CARDS.steps.lost, 0.4, 0, 2.4, plain);
    }) }] : [];
  /** @type {Map<string, string>} */
  const nations = new Map();
  for (const { values } of units) {
    if (typeof values.nationality === "string") nations.set(values.nationality.slice(0, 3).toUpperCase(), values.nationality);
  }
  return [...lines, ...steps, ...[...nations].map(([short, nation]) => ({ title: nation,
    draw: /** @type {Draw} */ ((ctx, colours) => {
      ctx.fillStyle = colours.name;
      ctx.font = "700 0.5px sans-serif";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText(short, 0, 0);
    }) }))];
}

/** Badges that are on the map, each with its words; numbers in them are left open.
 * @param {Counter[]} units @returns {Line[]} */
function badgeLines(units) {
  const words = new Set(units.flatMap(({ badges }) => badges.map((badge) => badge.replace(/\d+/g, "…"))));
  return [...words].map((badge) => ({ title: capital(badge), draw: /** @type {Draw} */ ((ctx) => {
    if (badge === "unsupplied") drawParts(ctx, CARDS.unsupplied.sign, 0, 0, 1.6, plain);
    else drawBadge(ctx, badge, badgeParts(badge), 0, 0, 2.2);
  }) }));
}

/** What a click may order, and what is lit on the map. @param {Session} session @returns {Line[]} */
export function orderLines(session) {
  const board = session.board?.board;
  if (!board || session.paper) return [];
  const looks = new Set(session.board?.order_styles.map(({ look }) => look));
  const lines = /** @type {["move" | "fight" | "other", string][]} */ ([["move", "A move may go there; its cost"], ["fight", "May be attacked"],
    ["other", "Another order may point there"]]).filter(([look]) => looks.has(look)).map(([look, title]) => ({ title,
    draw: /** @type {Draw} */ ((ctx, colours) => {
      ctx.scale(0.55, 0.55);
      const style = { kind: "", look, sign: "", main: false, seldom: false, takes_back: false };
      drawTargets(ctx, alone(board), new Map([["0", [/** @type {any} */ ({ style })]]]), colours);
      if (look !== "move") return;
      ctx.fillStyle = coloursOf(look, colours).edge;
      ctx.font = "700 0.8px sans-serif";
      ctx.textAlign = "center";
      ctx.textBaseline = "middle";
      ctx.fillText("2", 0, 0.05);
    }) }));
  const rings = /** @type {[string, (colours: import("../../map/palette.js").Palette) => string, number][]} */ ([
    ["The chosen unit", ({ select }) => select, 0.16], ["What the log speaks of", ({ glow }) => glow, 0.12],
    ["The cursor", ({ hover }) => hover, 0.07]]).map(([title, colour, width]) => ({ title,
    draw: /** @type {Draw} */ ((ctx, colours) => {
      ctx.scale(0.55, 0.55);
      drawRing(ctx, alone(board), "0", colour(colours), width);
    }) }));
  return [...lines, ...rings];
}

/** The tints of the layer of heights, while it is shown. @param {Session} session @returns {Line[]} */
export function heightLines(session) {
  const reading = session.overlays.stack().find(({ overlay }) => overlay === HEIGHTS);
  if (!reading) return [];
  const stepOf = heightSteps(reading);
  const all = Object.values(reading.places);
  return TINTS.flatMap((tint, i) => {
    const own = all.filter((height) => stepOf(height) === i);
    const [least, most] = [Math.min(...own), Math.max(...own)];
    const title = session.board?.board.heights ? least === most ? figure(least) : `${figure(least)} to ${figure(most)}`
      : ["Lowest", "Low", "Middling", "High", "Highest"][i];
    return own.length ? { title, draw: /** @type {Draw} */ ((ctx, colours) => {
      ctx.fillStyle = colours.paper;
      ctx.fillRect(-0.8, -0.5, 1.6, 1);
      ctx.fillStyle = tint;
      ctx.fillRect(-0.8, -0.5, 1.6, 1);
    }) } : [];
  });
}

/** Borders and contour lines. @param {Session} session @returns {Line[]} */
export function landLines(session) {
  const board = session.board?.board;
  if (!board) return [];
  const path = new Path2D("M-.9 .1L-.3 -.1L.3 .1L.9 -.1");
  const kinds = new Set((board.borders ?? []).map(({ kind = "border" }) => kind));
  const stroke = (/** @type {keyof typeof LINES} */ name, /** @type {string} */ title) => ({ title,
    draw: /** @type {Draw} */ ((ctx, colours) => strokeLines(ctx, LINES[name], [{ path }], 22, colours)) });
  const contours = { title: "Contour lines", draw: /** @type {Draw} */ ((ctx, colours) => {
    for (const [i, r] of [0.55, 0.38, 0.2].entries()) {
      ctx.beginPath();
      ctx.ellipse(0, 0, r * 1.5, r, 0.2, 0, 2 * Math.PI);
      ctx.lineWidth = i ? 0.04 : 0.07;
      ctx.strokeStyle = i ? colours.contour : colours.contourStrong;
      ctx.stroke();
    }
  }) };
  return [...(kinds.has("border") ? [stroke("border", "Border")] : []), ...(kinds.has("sector") ? [stroke("part", "Edge of a sector")] : []),
    ...(board.heights && isHilly(board) ? [contours] : [])];
}

/** Waters that lie beneath all else: no ground, and no matter for the rules. @param {Board} board @returns {Line[]} */
export function waterLines({ beneath = [] }) {
  const lake = new Path2D("M-.8 .1C-.8 -.45 -.2 -.3 .1 -.4C.5 -.5 .85 -.2 .8 .1C.7 .5 -.75 .5 -.8 .1Z");
  const stream = new Path2D("M-.9 .1L-.3 -.1L.3 .1L.9 -.1");
  return [...(beneath.some(({ area }) => area?.length) ? [{ title: "Water", draw: /** @type {Draw} */ ((ctx, colours) => {
    ctx.fillStyle = colours.beneath;
    ctx.fill(lake);
    strokeLines(ctx, LINES.beneath, [{ path: lake }], 22, colours);
  }) }] : []), ...(beneath.some(({ line }) => line?.length) ? [{ title: "Stream or small canal",
    draw: /** @type {Draw} */ ((ctx, colours) => strokeLines(ctx, LINES.stream, [{ path: stream }], 22, colours)) }] : [])];
}

/** @param {Session} session @returns {Line[]} */
export function hazardLines(session) {
  const board = session.board?.board;
  const mark = session.view?.marks.find(({ kind }) => kind === CONTAMINATED);
  if (!board || !mark) return [];
  return [{ title: "Contaminated", draw: (ctx, colours) => {
    ctx.scale(0.55, 0.55);
    drawHazards(ctx, alone(board), [{ ...mark, places: ["0"], caption: "" }], colours, 15);
  } }];
}
