/** Signs of the map: what there is at a place, and what a click there orders. */
import { drawShape, SIGNS } from "../shapes.js";
import { disc } from "./sprites.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../land/ground.js").Sheet} Sheet */
/** @typedef {import("../palette.js").Palette} Palette */

/** A disc with an edge, in which a sign is drawn. @param {CanvasRenderingContext2D} ctx
 * @param {number} x @param {number} y @param {number} r @param {string} colour @param {Palette} colours */
function badge(ctx, x, y, r, colour, colours) {
  ctx.fillStyle = colours.casing;
  disc(ctx, x, y, r);
  ctx.strokeStyle = colour;
  ctx.lineWidth = r * 0.17;
  ctx.lineCap = ctx.lineJoin = "round";
  ctx.stroke();
}

/** A sign of a kind of place. @param {CanvasRenderingContext2D} ctx @param {string} kind
 * @param {number} x @param {number} y @param {number} r @param {Palette} colours */
export function drawSign(ctx, kind, x, y, r, colours) {
  if (SIGNS[kind]) drawShape(ctx, SIGNS[kind].parts, x, y, r, colours);
}

/** Settlements, ports, forts, airfields. @param {Sheet} sheet */
export function drawSigns({ ctx, land, places, colours, pixels }) {
  for (const place of places) {
    const kinds = place.signs ?? [];
    const main = Object.keys(SIGNS).find((kind) => !SIGNS[kind].corner && kinds.includes(kind));
    const [spot] = land.anchor(place.id);
    if (main && spot && pixels >= SIGNS[main].least) {
      drawSign(ctx, main, spot.x, spot.y, Math.max(0.15, 3.2 / pixels), colours);
    }
    for (const [kind, { corner, least }] of Object.entries(SIGNS)) {
      if (!corner || !kinds.includes(kind) || pixels < least) continue;
      drawSign(ctx, kind, place.x + corner[0], place.y + corner[1], Math.max(0.2, 4.6 / pixels), colours);
    }
  }
}

/** Frames of places beside the map, in which counters wait. @param {Sheet} sheet */
export function drawBoxes({ ctx, land, box, colours }) {
  for (const { x, y } of land.boxes) {
    if (x < box.x - 3 || x > box.x + box.wide + 3 || y < box.y - 3 || y > box.y + box.high + 3) continue;
    ctx.beginPath();
    ctx.roundRect(x - 1.5, y - 1.1, 3, 2.2, 0.28);
    ctx.fillStyle = colours.tray;
    ctx.fill();
    ctx.lineWidth = 0.09;
    ctx.strokeStyle = colours.trayEdge;
    ctx.stroke();
    ctx.lineWidth = 0.03;
    ctx.setLineDash([0.14, 0.1]);
    ctx.beginPath();
    ctx.roundRect(x - 1.36, y - 0.96, 2.72, 1.92, 0.2);
    ctx.stroke();
    ctx.setLineDash([]);
  }
}

// What a click orders

/** @typedef {(ctx: CanvasRenderingContext2D, x: number, y: number, r: number) => void} OrderSign */

/** A ship from the side. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y
 * @param {number} r */
function ship(ctx, x, y, r) {
  ctx.beginPath();
  ctx.moveTo(x - r * 0.68, y + r * 0.12);
  ctx.lineTo(x + r * 0.68, y + r * 0.12);
  ctx.lineTo(x + r * 0.42, y + r * 0.55);
  ctx.lineTo(x - r * 0.46, y + r * 0.55);
  ctx.closePath();
  ctx.rect(x - r * 0.32, y - r * 0.2, r * 0.56, r * 0.3);
  ctx.rect(x - r * 0.14, y - r * 0.52, r * 0.18, r * 0.34);
  ctx.fill();
}

/** An arrow. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r
 * @param {number} turn */
function arrow(ctx, x, y, r, turn) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.beginPath();
  ctx.moveTo(-r * 0.6, 0);
  ctx.lineTo(r * 0.55, 0);
  ctx.moveTo(r * 0.12, -r * 0.4);
  ctx.lineTo(r * 0.58, 0);
  ctx.lineTo(r * 0.12, r * 0.4);
  ctx.stroke();
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r
 * @param {number} turn */
function bar(ctx, x, y, r, turn) {
  const [dx, dy] = [Math.cos(turn) * r * 0.56, Math.sin(turn) * r * 0.56];
  ctx.beginPath();
  ctx.moveTo(x - dx, y - dy);
  ctx.lineTo(x + dx, y + dy);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
function cross(ctx, x, y, r) {
  for (const turn of [1, 3]) bar(ctx, x, y, r, (turn * Math.PI) / 4);
}

/** By the kind of an order. @type {Record<string, OrderSign>} */
const ORDERS = {
  ship: (ctx, x, y, r) => ship(ctx, x, y, r),
  landing: (ctx, x, y, r) => {
    ship(ctx, x - r * 0.08, y - r * 0.22, r * 0.72);
    arrow(ctx, x + r * 0.1, y + r * 0.5, r * 0.62, 0);
  },
  arrival: (ctx, x, y, r) => {
    arrow(ctx, x - r * 0.12, y, r, 0);
    ctx.beginPath();
    ctx.moveTo(x + r * 0.62, y - r * 0.5);
    ctx.lineTo(x + r * 0.62, y + r * 0.5);
    ctx.stroke();
  },
  up: (ctx, x, y, r) => arrow(ctx, x, y, r, -Math.PI / 2),
  down: (ctx, x, y, r) => arrow(ctx, x, y, r, Math.PI / 2),
  plus: (ctx, x, y, r) => {
    bar(ctx, x, y, r, 0);
    bar(ctx, x, y, r, Math.PI / 2);
  },
  minus: (ctx, x, y, r) => bar(ctx, x, y, r, 0),
  cross: (ctx, x, y, r) => cross(ctx, x, y, r),
};

/** A sign of an order, if its kind has one. @param {CanvasRenderingContext2D} ctx @param {string} kind
 * @param {number} x @param {number} y @param {string} edge @param {Palette} colours
 * @param {number} r @returns {boolean} */
export function drawOrderSign(ctx, kind, x, y, edge, colours, r) {
  const sign = ORDERS[kind];
  if (!sign) return false;
  badge(ctx, x, y, r, edge, colours);
  ctx.fillStyle = edge;
  ctx.lineWidth = r * 0.2;
  sign(ctx, x, y, r);
  return true;
}
