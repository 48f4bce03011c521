/** Places with an outline of their own as a printed board has them: paper, a band of colour, an edge. */
import { boxOf, traceLoop } from "../geometry.js";
import { SERIF } from "../palette.js";
import { drawPiece } from "./pieces.js";
import { inRoom, roomOf } from "../land/rooms.js";

/** @typedef {import("../land/ground.js").Sheet} Sheet */

/** Pixels a hex size from which a faint sign can be made out. */
const LEAST = 9;

/** @param {[number, number][]} points */
const loopOf = (points) => points.map(([x, y]) => ({ x, y }));

/** Paper, tinted by the kind of the place. @param {Sheet} sheet */
export function drawPaper({ ctx, land, places, colours, pixels }) {
  const { geometry } = land;
  for (const place of places) {
    const room = roomOf(geometry, place);
    if (!room) continue;
    const { colour, sign } = geometry.board.terrain[place.terrain] ?? {};
    ctx.beginPath();
    geometry.trace(ctx, place);
    ctx.fillStyle = colours.paper;
    ctx.fill();
    if (!colour) continue;
    ctx.globalAlpha = place.band ? colours.paperTint : 0.5;
    ctx.fillStyle = colour;
    ctx.fill();
    if (sign && pixels >= LEAST) {
      const { x, y } = inRoom(room, (room.split + room.foot) / 2);
      ctx.globalAlpha = 0.4;
      drawPiece(ctx, sign, colour, x, y, Math.min(room.wide, room.foot - room.split) * 0.4);
    }
    ctx.globalAlpha = 1;
  }
}

/** Bands and edges. @param {Sheet} sheet */
export function drawEdges({ ctx, land, places, colours, pixels }) {
  const { geometry } = land;
  ctx.lineJoin = "round";
  for (const place of places) {
    if (!geometry.outlines.has(place.id)) continue;
    if (place.band) {
      ctx.beginPath();
      traceLoop(ctx, loopOf(place.band));
      ctx.fillStyle = geometry.board.terrain[place.terrain]?.colour ?? colours.rim;
      ctx.fill();
      ctx.strokeStyle = colours.paperEdge;
      ctx.lineWidth = Math.max(0.03, 0.8 / pixels);
      ctx.stroke();
    }
    ctx.beginPath();
    geometry.trace(ctx, place);
    ctx.strokeStyle = colours.paperEdge;
    ctx.lineWidth = Math.max(0.05, 1.1 / pixels);
    ctx.stroke();
  }
}

/** What several places belong to, with its title. @param {Sheet} sheet */
export function drawRegions({ ctx, land, box, colours, pixels }) {
  for (const { title, outline, x, y, turn } of land.geometry.board.regions ?? []) {
    const reach = boxOf(outline);
    if (reach.x > box.x + box.wide || reach.x + reach.wide < box.x || reach.y > box.y + box.high
      || reach.y + reach.high < box.y) continue;
    ctx.beginPath();
    traceLoop(ctx, loopOf(outline));
    ctx.fillStyle = colours.region;
    ctx.fill();
    ctx.strokeStyle = colours.regionEdge;
    ctx.lineWidth = Math.max(0.04, 0.8 / pixels);
    ctx.stroke();
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(((turn ?? 0) * Math.PI) / 180);
    // Browsers cut letters at the edge of a tile whose font is smaller than a pixel.
    ctx.scale(0.01, 0.01);
    ctx.fillStyle = colours.landName;
    ctx.font = `600 66px ${SERIF}`;
    ctx.letterSpacing = "16px";
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillText(title, 0, 4);
    ctx.letterSpacing = "0px";
    ctx.restore();
  }
}
