/** Towns from above: streets that the roads run into, roofs, a church. */
import { meets } from "./lines.js";
import { colourOf, drawShape, LINES, paintParts, strokeLines, TOWN } from "../shapes.js";

/** @typedef {import("./ground.js").Sheet} Sheet */
/** @typedef {import("./land.js").House} House */
/** @typedef {import("../palette.js").Palette} Palette */

/** @param {Sheet} sheet */
export function drawTowns({ ctx, land, box, places, colours, pixels }) {
  const towns = places.filter((place) => land.art(place) === "town").map((place) => land.town(place));
  const streets = towns.flatMap((town) => town.streets.filter((line) => meets(line, box, 0.2)));
  strokeLines(ctx, LINES.street, streets, pixels, colours);
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
  ctx.scale(wide * grown, deep * grown);
  const ink = (/** @type {string} */ name) => (name === "roof"
    ? colours.roofs[Math.floor(roof * colours.roofs.length)] : colourOf(colours, name));
  paintParts(ctx, TOWN.house, ink, pixels);
  if (Math.cos(turn) > 0) ctx.scale(1, -1);
  paintParts(ctx, TOWN.shadedHalf, ink, pixels);
  ctx.restore();
}
