/** What lies over the ground: targets, arrows, the hovered and the chosen place. */
import { loopsAround } from "./land/lines.js";
import { SANS, sideColour } from "./palette.js";
import { drawOrderSign } from "./pieces/signs.js";

/** @typedef {import("./scene").Point} Point */
/** @typedef {import("./scene").StyledOffer} Offer */
/** @typedef {import("./scene").Look} Look */
/** @typedef {import("./scene").Region} Region */
/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */

/** The sign that lies around a whole place. */
const CROSSHAIR = "crosshair";

/** The colours of orders and readings. @param {Look | "heights"} look @param {Palette} colours */
export function coloursOf(look, colours) {
  if (look === "move") return { fill: colours.reach, edge: colours.reachEdge, line: colours.move };
  if (look === "fight") return { fill: colours.attack, edge: colours.attackEdge, line: colours.fight };
  return { fill: colours.other, edge: colours.otherEdge, line: colours.otherEdge };
}

/** The colour of a mark. @param {string} kind @param {Palette} colours @param {string} side the colour of whose it is */
export function markColour(kind, colours, side) {
  if (kind === "move") return colours.move;
  if (kind === "attack") return colours.fight;
  return kind === "course" || kind === "plan" ? side : kind === "draft" ? colours.glow : colours.otherEdge;
}

/** Places that the chosen counter may be sent to.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {Map<string, Offer[]>} targets @param {Palette} colours */
export function drawTargets(ctx, geometry, targets, colours) {
  for (const [id, offers] of targets) {
    const place = geometry.places.get(id);
    if (!place) continue;
    const { fill, edge } = coloursOf(offers[0].style.look, colours);
    ctx.beginPath();
    geometry.trace(ctx, place, 0.94);
    ctx.fillStyle = fill;
    // On paper a tint would hide whose it is.
    if (!geometry.outlines.has(id) || offers[0].style.look === "fight") ctx.fill();
    ctx.lineWidth = 0.1;
    ctx.strokeStyle = colours.casing;
    ctx.stroke();
    ctx.lineWidth = 0.055;
    ctx.strokeStyle = edge;
    ctx.stroke();
  }
}

/** A region may cover half of the map, which must be read below it. */
const FAINT = 0.5;

/** The outlines of regions: an object that names places, and what follows from it.
 * @type {WeakMap<object, {inside: Path2D, edge: Path2D}>} */
const outlines = new WeakMap();

/** @param {Geometry} geometry @param {object} key @param {Iterable<string>} places */
function outlineOf(geometry, key, places) {
  const known = outlines.get(key);
  if (known) return known;
  const [inside, edge] = [new Path2D(), new Path2D()];
  const centres = pointsOf(geometry, [...places]);
  for (const centre of centres) geometry.trace(inside, centre);
  for (const loop of loopsAround(geometry, centres)) {
    loop.forEach(({ x, y }, i) => (i ? edge.lineTo(x, y) : edge.moveTo(x, y)));
    edge.closePath();
  }
  outlines.set(key, { inside, edge });
  return { inside, edge };
}

/** Where an offer may be aimed: a tint and one line around it. Everywhere needs neither.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Region} region
 * @param {Palette} colours */
export function drawRegion(ctx, geometry, region, colours) {
  if (!region.places) return;
  const { fill, edge } = coloursOf(region.look, colours);
  const shape = outlineOf(geometry, region.places, region.places);
  ctx.globalAlpha = FAINT;
  ctx.fillStyle = fill;
  ctx.fill(shape.inside);
  ctx.globalAlpha = 1;
  drawOutline(ctx, shape.edge, edge, colours);
}

/** A line around places. @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {string[]} places @param {Palette} colours */
export function drawArea(ctx, geometry, places, colours) {
  if (places.length) drawOutline(ctx, outlineOf(geometry, places, places).edge, colours.glow, colours);
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} path @param {string} colour
 * @param {Palette} colours */
function drawOutline(ctx, path, colour, colours) {
  ctx.lineJoin = "round";
  for (const [width, paint] of /** @type {[number, string][]} */ ([[0.2, colours.casing], [0.11, colour]])) {
    ctx.lineWidth = width;
    ctx.strokeStyle = paint;
    ctx.stroke(path);
  }
}

/** The place that one aims at. @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {string} id @param {Palette} colours */
export function drawSight(ctx, geometry, id, colours) {
  const place = geometry.places.get(id);
  if (place) drawOrderSign(ctx, CROSSHAIR, place.x, place.y, colours.attackEdge, colours, 1);
}

/** Costs and crosshairs, over the counters.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {Map<string, Offer[]>} targets @param {Set<string>} occupied @param {Palette} colours
 * @param {number} scale */
export function drawTargetSigns(ctx, geometry, targets, occupied, colours, scale) {
  for (const [id, offers] of targets) {
    const place = geometry.places.get(id);
    if (!place) continue;
    const { key, style } = offers[0];
    const { edge } = coloursOf(style.look, colours);
    const aside = occupied.has(id) ? 0.6 : 0;
    const crosshair = style.sign === CROSSHAIR;
    if (!crosshair
      && drawOrderSign(ctx, style.sign, place.x - aside, place.y - aside, edge, colours, Math.max(0.32, 6 / scale))) {
      continue;
    }
    if (geometry.outlines.has(id)) continue;
    if (crosshair) {
      drawOrderSign(ctx, CROSSHAIR, place.x, place.y, edge, colours, 1);
    } else if (offers[0].cost !== null && scale > 20 && !occupied.has(id)) {
      write(ctx, String(offers[0].cost), place.x, place.y, 0.42, colours.reachText, colours);
    }
    if (key && scale > 20) drawKey(ctx, key, place.x, place.y - 0.6, edge, colours);
  }
}

/** The key of an order, in a frame as a key has. @param {CanvasRenderingContext2D} ctx
 * @param {string} key @param {number} x @param {number} y @param {string} edge
 * @param {Palette} colours */
function drawKey(ctx, key, x, y, edge, colours) {
  ctx.beginPath();
  ctx.roundRect(x - 0.19, y - 0.2, 0.38, 0.4, 0.09);
  ctx.fillStyle = colours.casing;
  ctx.fill();
  ctx.lineWidth = 0.04;
  ctx.strokeStyle = edge;
  ctx.stroke();
  write(ctx, key, x, y + 0.015, 0.34, edge, colours);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y
 * @param {number} size @param {string} colour @param {Palette} colours */
function write(ctx, text, x, y, size, colour, colours) {
  ctx.font = `700 ${size}px ${SANS}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colour;
  ctx.strokeStyle = colours.casing;
  ctx.lineWidth = 0.1;
  ctx.lineJoin = "round";
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}

/** An arrow through places, rounded at the bends.
 * @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {string} colour
 * @param {Palette} colours @param {{width?: number, dashed?: boolean, gap?: number}} [how] */
export function drawArrow(ctx, points, colour, colours, how = {}) {
  if (points.length < 2) return;
  const { width = 0.15, dashed = false, gap = 0.34 } = how;
  const line = [...points];
  const last = line[line.length - 1];
  const previous = line[line.length - 2];
  const angle = Math.atan2(last.y - previous.y, last.x - previous.x);
  const tip = { x: last.x - Math.cos(angle) * gap, y: last.y - Math.sin(angle) * gap };
  const head = width * 2.4;
  const neck = { x: tip.x - Math.cos(angle) * head * 0.8, y: tip.y - Math.sin(angle) * head * 0.8 };
  line[line.length - 1] = neck;
  for (const [paint, extra] of /** @type {[string, number][]} */ (
    [[colours.casing, 0.07], [colour, 0]])) {
    ctx.strokeStyle = ctx.fillStyle = paint;
    ctx.lineWidth = width + extra;
    ctx.lineCap = dashed ? "butt" : "round";
    ctx.lineJoin = "round";
    ctx.setLineDash(dashed ? [0.2, 0.12] : []);
    ctx.beginPath();
    ctx.moveTo(line[0].x, line[0].y);
    for (let i = 1; i < line.length - 1; i += 1) {
      ctx.arcTo(line[i].x, line[i].y, line[i + 1].x, line[i + 1].y, 0.5);
    }
    ctx.lineTo(neck.x, neck.y);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.beginPath();
    ctx.moveTo(tip.x + Math.cos(angle) * extra, tip.y + Math.sin(angle) * extra);
    for (const side of [2.5, -2.5]) {
      ctx.lineTo(tip.x + Math.cos(angle + side) * (head + extra),
        tip.y + Math.sin(angle + side) * (head + extra));
    }
    ctx.closePath();
    ctx.fill();
  }
}

/** The plan that the viewer may see.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Scene} scene
 * @param {Palette} colours @param {boolean} over whether to draw those over the counters */
export function drawMarks(ctx, geometry, scene, colours, over) {
  for (const mark of scene.view?.marks ?? []) {
    if ((mark.kind === "attack") !== over) continue;
    const points = pointsOf(geometry, mark.places);
    const side = scene.view?.counters.find(({ id }) => id === mark.subject)?.side ?? -1;
    const colour = side < 0 ? undefined : sideColour(geometry.board.sides, side);
    ctx.globalAlpha = scene.selected && scene.selected !== mark.subject ? 0.55 : 0.95;
    const dashed = mark.kind === "plan" || mark.kind === "draft";
    drawArrow(ctx, points, markColour(mark.kind, colours, colour ?? colours.otherEdge), colours,
      mark.kind === "attack" ? { width: 0.2, gap: 0.5 } : { width: 0.15, gap: 0.1, dashed });
    ctx.globalAlpha = 1;
  }
}

/** @param {Geometry} geometry @param {string[]} places @returns {Point[]} */
export function pointsOf(geometry, places) {
  return places.flatMap((id) => geometry.places.get(id) ?? []);
}

/** @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {string} id
 * @param {string} colour @param {number} width @param {number} [size] */
export function drawRing(ctx, geometry, id, colour, width, size = 0.95) {
  const place = geometry.places.get(id);
  if (!place) return;
  ctx.beginPath();
  geometry.trace(ctx, place, size);
  ctx.lineWidth = width;
  ctx.strokeStyle = colour;
  ctx.stroke();
}

/** A battle flashes. @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry
 * @param {{place: string, strength: number} | null} flash */
export function drawFlash(ctx, geometry, flash) {
  const place = flash && geometry.places.get(flash.place);
  if (!place || !flash) return;
  const { strength } = flash;
  const glow = ctx.createRadialGradient(place.x, place.y, 0.1, place.x, place.y, 1.5);
  glow.addColorStop(0, `rgba(255, 240, 170, ${0.95 * strength})`);
  glow.addColorStop(0.4, `rgba(255, 140, 30, ${0.7 * strength})`);
  glow.addColorStop(1, "rgba(255, 60, 0, 0)");
  ctx.fillStyle = glow;
  ctx.beginPath();
  ctx.arc(place.x, place.y, 1.5, 0, 2 * Math.PI);
  ctx.fill();
}
