/** The key of the map: what its grounds, routes, barriers and signs mean. */
import { html, useEffect, useRef, useState } from "../../elements/dom.js";
import { counterLines, hazardLines, heightLines, landLines, orderLines, waterLines } from "./keylines.js";
import { Geometry } from "../../map/geometry.js";
import { drawGround } from "../../map/land/ground.js";
import { drawOwners, drawSwords, ENGAGEMENT } from "../../map/pieces/holdings.js";
import { Land } from "../../map/land/land.js";
import { strokesOfBarrier, strokesOfRoute } from "../../map/land/network.js";
import { drawArrow, markColour } from "../../map/overlay.js";
import { palette, sideColour } from "../../map/palette.js";
import { drawPiece } from "../../map/pieces/pieces.js";
import { LINES, SIGNS, strokeLines } from "../../map/shapes.js";
import { onSymbols } from "../../map/pieces/symbols.js";
import { drawSign } from "../../map/pieces/signs.js";
import { strokesOf } from "../../map/land/ways.js";
import { theme } from "../../map/theme.js";

/** @typedef {import("../../store/session.js").Session} Session */
/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../map/palette.js").Palette} Palette */
/** @typedef {(ctx: CanvasRenderingContext2D, colours: Palette) => void} Draw */
/** @typedef {{title: string, draw: Draw}} Line */

const WIDE = 40;
const HIGH = 26;
/** Pixels a hex size in a sample. */
const SIZE = 22;
/** A place in it beside lines. */
const SMALL = 0.55;

/** Signs of places, and kinds of roads in words. */
const ROADS = /** @type {["road" | "track" | "rail", string][]} */ ([["road", "Road"], ["track", "Track"], ["rail", "Railway"]]);

/** Marks that every system may have, in words; the board has words for others. */
const MARKS = { move: "moving", attack: "attacking" };

/** @param {Board} board @param {string} terrain @returns {Draw} */
function groundSample(board, terrain) {
  return (ctx, colours) => {
    const place = { id: "0", x: 0, y: 0, terrain, name: null };
    const land = new Land(new Geometry({ ...board, places: [place], image: null, rivers: [], roads: [], coast: [],
      labels: [], borders: [], links: [], beneath: [], heights: {} }));
    const box = { x: -2, y: -2, wide: 4, high: 4 };
    ctx.scale(SMALL, SMALL);
    drawGround(ctx, land, box, colours, SIZE * SMALL, { grid: false, links: false, picture: null });
  };
}

/** A kind of places with outlines: paper with its band. @param {Board} board @param {string} terrain @returns {Draw} */
function paperSample(board, terrain) {
  return (ctx, colours) => {
    const colour = board.terrain[terrain].colour ?? colours.rim;
    const [left, top, wide, high] = [-0.62, -0.5, 1.24, 1];
    ctx.fillStyle = colours.paper;
    ctx.fillRect(left, top, wide, high);
    ctx.globalAlpha = colours.paperTint;
    ctx.fillStyle = colour;
    ctx.fillRect(left, top, wide, high);
    ctx.globalAlpha = 1;
    ctx.fillRect(left, top, wide, 0.32);
    ctx.lineWidth = 0.06;
    ctx.strokeStyle = colours.paperEdge;
    ctx.strokeRect(left, top, wide, high);
  };
}

/** Pieces that are on the map or may be bought, in the colour of the viewer. @param {Session} session @returns {Line[]} */
function pieceLines(session) {
  const { pieces = {}, sides = [] } = session.board?.board ?? {};
  const colour = sideColour(sides, Math.max(0, session.seat ?? 0));
  return Object.values(pieces).map(({ title, sign }) =>
    ({ title, draw: /** @type {Draw} */ ((ctx) => drawPiece(ctx, sign, colour, 0, 0, 0.52)) }));
}

/** @param {number} side @param {Board} board @returns {Draw} */
function ownerSample(side, board) {
  return (ctx, colours) => {
    const geometry = new Geometry({ ...board, places: [{ id: "0", x: 0, y: 0, terrain: "", name: null }] });
    ctx.scale(SMALL, SMALL);
    drawOwners(ctx, geometry, [side], colours);
  };
}

/** Ways and waters that are drawn by themselves, and what stands at places.
 * @param {Board} board @returns {Line[]} */
function placeLines(board) {
  const path = new Path2D();
  path.moveTo(-0.95, 0.12);
  path.quadraticCurveTo(0, -0.3, 0.95, 0.05);
  const kinds = new Set((board.roads ?? []).map(({ kind }) => kind ?? "road"));
  const roads = ROADS.filter(([kind]) => kinds.has(kind)).map(([kind, title]) =>
    ({ title, draw: /** @type {Draw} */ ((ctx, colours) => strokeLines(ctx, strokesOf(kind), [{ path }], SIZE, colours)) }));
  const rivers = (board.rivers ?? []).length
    ? [{ title: "River", draw: /** @type {Draw} */ ((ctx, colours) => strokeLines(ctx, LINES.river, [{ path, own: 0.2 }], SIZE, colours)) }] : [];
  const used = new Set(board.places.flatMap(({ signs }) => signs ?? []));
  const signs = Object.keys(SIGNS).filter((kind) => used.has(kind)).map((kind) => ({ title: kind.charAt(0).toUpperCase() + kind.slice(1),
    draw: /** @type {Draw} */ ((ctx, colours) => drawSign(ctx, kind, 0, 0, 0.36, colours)) }));
  return [...signs, ...roads, ...rivers];
}

/** @param {string} kind @param {Session} session @returns {Draw} */
function markSample(kind, session) {
  const ends = [{ x: -0.85, y: 0 }, { x: 1, y: 0 }];
  return (ctx, colours) => {
    const side = sideColour(session.board?.board.sides ?? [], Math.max(0, session.seat ?? 0));
    drawArrow(ctx, ends, markColour(kind, colours, side), colours,
      { width: 0.2, gap: 0.05, dashed: kind === "plan" || kind === "draft" });
  };
}

/** @param {Session} session @returns {{title: string, lines: Line[]}[]} */
function parts(session) {
  const board = session.ground;
  if (!board) return [];
  const used = new Set(board.places.map(({ terrain }) => terrain));
  const grounds = Object.entries(board.terrain).filter(([name]) => used.has(name))
    .map(([name, { title, colour }]) => ({ title, draw: (colour ? paperSample : groundSample)(board, name) }));
  const lines = (/** @type {string} */ kind) => (board.links ?? []).filter((link) => link.kind === kind && link.pairs.length);
  const routes = lines("route").map((link) => ({ title: link.title, draw: /** @type {Draw} */ ((ctx, colours) =>
    strokeLines(ctx, strokesOfRoute(Number(link.look) || 0), [{ path: new Path2D("M-0.9 0H0.9") }], SIZE, colours)) }));
  const barriers = lines("barrier").map((link) => ({ title: link.title, draw: /** @type {Draw} */ ((ctx, colours) => {
    const path = new Path2D("M-.85 .12L-.3 -.12L.3 .12L.85 -.12");
    strokeLines(ctx, strokesOfBarrier(String(link.look)), [{ path }], SIZE, colours);
  }) }));
  const owners = (session.view?.owners?.length ? board.sides : []).map(({ title, name }, side) =>
    ({ title: `Held by ${title ?? name}`, draw: ownerSample(side, board) }));
  const kinds = new Set((session.view?.marks ?? []).map(({ kind }) => kind));
  const marks = Object.entries({ ...MARKS, ...board.marks }).filter(([kind]) => kinds.has(kind)).map(([kind, title]) =>
    ({ title: title.charAt(0).toUpperCase() + title.slice(1), draw: markSample(kind, session) }));
  if (kinds.has(ENGAGEMENT)) {
    marks.push({ title: "Two sides fight here", draw: (ctx, colours) => drawSwords(ctx, 0, 0, 0.45, colours) });
  }
  return [{ title: "Ground", lines: [...grounds, ...waterLines(board)] }, { title: "Places", lines: placeLines(board) }, { title: "Lines", lines: landLines(session) }, { title: "Heights", lines: heightLines(session) },
    { title: "Counters", lines: counterLines(session) },
    { title: "Pieces", lines: pieceLines(session) }, { title: "Routes", lines: routes }, { title: "Barriers", lines: barriers },
    { title: "Land", lines: owners }, { title: "Signs", lines: [...marks, ...hazardLines(session)] }, { title: "Orders", lines: orderLines(session) }].filter((part) => part.lines.length > 0);
}

/** @param {{draw: Draw}} props */
function Sample({ draw }) {
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const shown = theme();
  const [symbols, setSymbols] = useState(0);
  useEffect(() => onSymbols(() => setSymbols((count) => count + 1)), []);
  useEffect(() => {
    const ctx = canvas.current?.getContext("2d");
    if (!canvas.current || !ctx) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = WIDE * ratio;
    canvas.current.height = HIGH * ratio;
    ctx.setTransform(SIZE * ratio, 0, 0, SIZE * ratio, (WIDE / 2) * ratio, (HIGH / 2) * ratio);
    draw(ctx, palette(shown));
  }, [shown, symbols]);
  return html`<canvas ref=${canvas} aria-hidden="true"></canvas>`;
}

/** @param {{session: Session}} props */
export function MapKey({ session }) {
  if (!session.switches.key || !session.board) return null;
  return html`<section class="mapkey" aria-label="Key of the map" data-testid="map-key" tabindex="0">
    <header><b>Key</b><button class="plain" aria-label="Put away" title="Put away (K)"
      onClick=${() => session.toggle("key")}>×</button></header>
    ${parts(session).map(({ title, lines }) => html`<div key=${title}><h2>${title}</h2>
      <ul>${lines.map(({ title: words, draw }) => html`<li key=${words}><${Sample} draw=${draw} />${words}</li>`)}</ul>
    </div>`)}
  </section>`;
}
