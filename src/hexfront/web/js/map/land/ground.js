/** The ground in a rectangle, drawn: it never moves, so tiles keep it. Units: hex sizes. */
import { drawBorders, drawDots, drawHomes } from "./borders.js";
import { chance, noise } from "../geometry.js";
import { meets } from "./lines.js";
import { drawBarriers, drawBeneath, drawClosed, drawHatch, drawRoutes } from "./network.js";
import { SANS } from "../palette.js";
import { drawContours, drawRelief } from "./relief.js";
import { disc, sprite } from "../pieces/sprites.js";
import { colourOf, LINES, MASSES, SCATTERS, strokeLines } from "../shapes.js";
import { drawBoxes, drawSigns } from "../pieces/signs.js";
import { drawEdges, drawPaper, drawRegions } from "../pieces/spaces.js";
import { drawTowns } from "./towns.js";
import { drawLabels, drawRiverNames, drawRivers, drawRoads } from "./ways.js";
import { drawWater } from "./water.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("./land.js").Land} Land */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {import("../palette.js").Palette} Palette */
/** @typedef {{grid: boolean, links: boolean, picture: HTMLImageElement | null}} Layers */
/** What is drawn, and how large: `pixels` of the page a hex size.
 * @typedef {{ctx: CanvasRenderingContext2D, land: Land, box: Box, places: Place[], arts: Set<string>,
 *   colours: Palette, pixels: number, layers: Layers}} Sheet */

/** Pixels a hex size from which trees are drawn one by one. */
const FINE = 26;
/** Pixels a hex size from which there are fields, and trees at all. */
const PLAIN = 7;
const FIELD = 0.95;
/** Arts that are open ground. */
const OPEN = new Set(["clear", "dotted"]);
/** Arts that have a drawing of their own but no mass. */
const FLAT = new Set([...OPEN, "closed", "plain"]);

/** Draw the ground of a rectangle; the context is scaled to hex sizes.
 * @param {CanvasRenderingContext2D} ctx @param {Land} land @param {Box} box @param {Palette} colours
 * @param {number} pixels of the page a hex size @param {Layers} layers */
export function drawGround(ctx, land, box, colours, pixels, layers) {
  const places = land.geometry.within(box).filter((place) => !land.isBox(place));
  const arts = new Set(places.map((place) => land.art(place)));
  /** @type {Sheet} */
  const sheet = { ctx, land, box, places, arts, colours, pixels, layers };
  drawRim(sheet);
  ctx.save();
  ctx.clip(land.whole);
  ctx.fillStyle = colours.clear;
  ctx.fillRect(box.x, box.y, box.wide, box.high);
  const showing = layers.picture && land.geometry.board.image;
  if (layers.picture && showing) {
    ctx.globalAlpha = showing.opacity;
    ctx.drawImage(layers.picture, showing.x, showing.y, showing.width, showing.height);
    ctx.globalAlpha = 1;
  } else if (!land.geometry.outlines.size) drawFields(sheet);
  drawPaper(sheet);
  drawHomes(sheet);
  drawClosed(sheet);
  drawMasses(sheet, Boolean(showing));
  drawRelief(sheet, Boolean(showing));
  drawBeneath(sheet);
  drawHatch(sheet);
  drawRivers(sheet);
  drawWater(sheet);
  drawContours(sheet);
  drawRoads(sheet);
  drawTowns(sheet);
  drawScatters(sheet);
  drawRoutes(sheet);
  drawUnknown(sheet);
  drawDots(sheet);
  drawRiverNames(sheet);
  ctx.restore();
  drawEdges(sheet);
  drawRegions(sheet);
  drawGrid(sheet);
  drawBorders(sheet);
  drawBarriers(sheet);
  drawLabels(sheet);
  drawSigns(sheet);
  drawBoxes(sheet);
}

/** The edge of the board, with the shadow that it casts. @param {Sheet} sheet */
function drawRim({ ctx, land, box, colours, pixels }) {
  strokeLines(ctx, LINES.rim, land.border.filter((line) => meets(line, box, 0.6)), pixels, colours);
}

/** A patchwork of fields on open ground. @param {Sheet} sheet */
function drawFields({ ctx, land, box, colours, pixels }) {
  if (pixels < PLAIN) return;
  const corner = (/** @type {number} */ i, /** @type {number} */ j) => ({
    x: (i + (chance(i, j, 11) - 0.5) * 0.55) * FIELD, y: (j + (chance(i, j, 12) - 0.5) * 0.55) * FIELD });
  /** @type {{path: Path2D}[]} */
  const furrowed = [];
  /** @type {{path: Path2D}[]} */
  const hedged = [];
  for (let j = Math.floor(box.y / FIELD) - 1; j <= (box.y + box.high) / FIELD + 1; j += 1) {
    for (let i = Math.floor(box.x / FIELD) - 1; i <= (box.x + box.wide) / FIELD + 1; i += 1) {
      if (noise(i * 0.35, j * 0.35, 13) + chance(i, j, 14) * 0.9 < 0.32) continue;
      const corners = [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)];
      const middle = { x: (i + 0.5) * FIELD, y: (j + 0.5) * FIELD };
      if (!OPEN.has(land.artAt(middle.x, middle.y))) continue;
      const path = new Path2D();
      for (const { x, y } of corners) path.lineTo(middle.x + (x - middle.x) * 0.97, middle.y + (y - middle.y) * 0.97);
      path.closePath();
      ctx.fillStyle = colours.fields[Math.floor(chance(i, j, 15) * colours.fields.length)];
      ctx.fill(path);
      if (chance(i, j, 16) < 0.45) furrowed.push({ path: furrows(corners, chance(i, j, 17) < 0.5) });
      if (chance(i, j, 18) < 0.55) hedged.push({ path });
    }
  }
  strokeLines(ctx, LINES.furrow, furrowed, pixels, colours);
  strokeLines(ctx, LINES.hedge, hedged, pixels, colours);
}

/** @param {import("../scene").Point[]} corners of a field @param {boolean} across */
function furrows(corners, across) {
  const [a, b, c, d] = across ? corners : [corners[1], corners[2], corners[3], corners[0]];
  const path = new Path2D();
  for (let k = 1; k < 9; k += 1) {
    const part = k / 9;
    path.moveTo(a.x + (d.x - a.x) * part, a.y + (d.y - a.y) * part);
    path.lineTo(b.x + (c.x - b.x) * part, b.y + (c.y - b.y) * part);
  }
  return path;
}

/** Areas of one art, over the borders of their places. @param {Sheet} sheet @param {boolean} veiled */
function drawMasses({ ctx, land, box, colours, pixels }, veiled) {
  for (const { art, fill, far, edge } of MASSES) {
    if (!fill) continue;
    for (const line of land.areas.get(art) ?? []) {
      if (!meets(line, box, 0.4)) continue;
      // A picture shows woods and towns by itself; hills it may show as it likes.
      if (veiled && edge) ctx.globalAlpha = 0.45;
      ctx.fillStyle = ctx.strokeStyle = colourOf(colours, pixels < PLAIN ? far ?? fill : fill);
      ctx.fill(line.path);
      if (!edge) {
        ctx.globalAlpha *= 0.3;
        ctx.lineWidth = 0.3;
        ctx.stroke(line.path);
        ctx.lineWidth = 0.14;
        ctx.stroke(line.path);
      }
      ctx.globalAlpha = 1;
      if (!edge) continue;
      ctx.strokeStyle = colourOf(colours, edge);
      ctx.lineWidth = Math.max(0.03, 0.7 / pixels);
      ctx.stroke(line.path);
    }
  }
}

/** Trees, stones, tufts: on a grid of their own, so that they go on from tile to tile.
 * @param {Sheet} sheet */
function drawScatters(sheet) {
  const { ctx, land, box, colours, pixels } = sheet;
  if (pixels < PLAIN) return;
  const scale = ctx.getTransform().a;
  for (const { art, sprite: name, step, size, stray, share } of SCATTERS) {
    if (!sheet.arts.has(art) && !(art === "sea" && land.coast.length)) continue;
    // Seen from far above, trees are fewer and larger.
    const coarse = Math.max(1, FINE / pixels);
    const [by, reach] = [step * coarse, size * coarse];
    for (let j = Math.floor((box.y - reach) / by); j <= (box.y + box.high + reach) / by; j += 1) {
      for (let i = Math.floor((box.x - reach) / by); i <= (box.x + box.wide + reach) / by; i += 1) {
        if (chance(i, j, 31) > share) continue;
        const x = (i + (j % 2 ? 0.5 : 0)) * by + (chance(i, j, 32) - 0.5) * 2 * stray * coarse;
        const y = j * by + (chance(i, j, 33) - 0.5) * 2 * stray * coarse;
        const [wx, wy] = [x + 0.13 * noise(x * 2, y * 2, 34), y + 0.13 * noise(x * 2, y * 2, 35)];
        if (land.groundAt(wx, wy, art) !== art || land.taken(x, y)) continue;
        const wide = reach * (0.8 + 0.4 * chance(i, j, 36));
        const picture = sprite(name, chance(i, j, 37), Math.round(reach * scale), colours);
        ctx.drawImage(picture, x - wide / 2, y - wide / 2, wide, wide);
      }
    }
  }
}

/** Arts that this page does not know: a tint of its own, the same for the same name.
 * @param {Sheet} sheet */
function drawUnknown({ ctx, land, places }) {
  for (const place of places) {
    const art = land.art(place);
    if (FLAT.has(art) || land.areas.has(art)) continue;
    const hue = [...art].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7);
    ctx.fillStyle = `hsl(${hue} 40% 50% / 0.35)`;
    disc(ctx, place.x, place.y, 0.7);
  }
}

/** @param {Sheet} sheet */
function drawGrid({ ctx, land, places, colours, pixels, layers }) {
  const { geometry } = land;
  if (layers.grid && !geometry.outlines.size) {
    ctx.globalAlpha = Math.max(0.3, Math.min(1, (pixels - 4) / 14));
    ctx.strokeStyle = colours.grid;
    ctx.lineWidth = Math.min(Math.max(0.024, 0.75 / pixels), 1.8 / pixels);
    ctx.beginPath();
    for (const place of places) geometry.traceHalf(ctx, place);
    ctx.stroke();
    ctx.globalAlpha = 1;
  }
}
