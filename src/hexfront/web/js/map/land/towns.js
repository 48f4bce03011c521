/** Towns from above: streets that the roads run into, roofs, a church. */
import { meets } from "./lines.js";
import { drawShape, TOWN } from "../shapes.js";

/** @typedef {import("./ground.js").Sheet} Sheet */
/** @typedef {import("./land.js").House} House */
/** @typedef {import("../palette.js").Palette} Palette */

/** Pixels a hex size from which houses have a shadow and a ridge. */
const FINE = 22;

/** @param {Sheet} sheet */
export function drawTowns({ ctx, land, box, places, colours, pixels }) {
  const towns = places.filter((place) => land.art(place) === "town").map((place) => land.town(place));
  ctx.lineCap = ctx.lineJoin = "round";
  for (const edge of [true, false]) {
    if (edge && pixels < FINE) continue;
    ctx.strokeStyle = edge ? colours.streetEdge : colours.street;
    ctx.lineWidth = Math.max(edge ? 0.115 : 0.085, 0.8 / pixels);
    for (const { streets } of towns) {
      for (const line of streets) if (meets(line, box, 0.2)) ctx.stroke(line.path);
    }
  }
  for (const { plaza } of towns) {
    if (plaza) drawShape(ctx, TOWN.plaza, plaza.x, plaza.y, 1, colours);
  }
  for (const { houses } of towns) {
    for (const house of houses) drawHouse(ctx, house, colours, pixels);
  }
  for (const { plaza } of towns) if (plaza && pixels > 14) {
    drawShape(ctx, TOWN.church, plaza.x, plaza.y, 1, colours);
  }
}

/** A roof, one half in the shade.
 * @param {CanvasRenderingContext2D} ctx @param {House} house @param {Palette} colours
 * @param {number} pixels */
function drawHouse(ctx, { x, y, wide, deep, turn, roof }, colours, pixels) {
  const grown = pixels < 12 ? 1.5 : 1;
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(grown, grown);
  if (pixels > FINE) {
    ctx.fillStyle = colours.houseShadow;
    ctx.fillRect(-wide / 2 + 0.022, -deep / 2 + 0.026, wide, deep);
  }
  ctx.fillStyle = colours.roofs[Math.floor(roof * colours.roofs.length)];
  ctx.fillRect(-wide / 2, -deep / 2, wide, deep);
  if (pixels > FINE) {
    ctx.fillStyle = colours.roofDark;
    ctx.fillRect(-wide / 2, Math.cos(turn) > 0 ? 0 : -deep / 2, wide, deep / 2);
  }
  ctx.restore();
}
