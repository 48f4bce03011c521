/** The whole map with its counters, as a picture to keep. */
import { beginCards } from "./pieces/counters.js";
import { drawGround } from "./land/ground.js";
import { drawHazards } from "./land/hazard.js";
import { drawEngagements, drawOwners } from "./pieces/holdings.js";
import { drawNames, placeNames } from "./land/names.js";
import { drawNumbers } from "./land/numbers.js";
import { drawBarriers } from "./land/network.js";
import { drawMarks } from "./overlay.js";
import { palette, SERIF } from "./palette.js";
import { drawStack, stacksOf } from "./pieces/stacks.js";

/** @typedef {import("./scene").Scene} Scene */
/** @typedef {import("./land/land.js").Land} Land */

const MOST_SIDE = 4800;
const MOST_PIXELS = 16e6;
const MOST_SCALE = 72;
const STRIP = 384;
const MARGIN = 24;

/** Draw all places; lets the page live on between strips.
 * @param {Land} land @param {Scene} scene @param {"light" | "dark"} theme
 * @param {HTMLImageElement | null} picture @returns {Promise<Blob>} */
export async function takePicture(land, scene, theme, picture) {
  const { geometry } = land;
  const { left, right, top, bottom } = geometry.bounds;
  const [wide, high] = [right - left, bottom - top];
  const scale = Math.min(MOST_SCALE, MOST_SIDE / Math.max(wide, high), Math.sqrt(MOST_PIXELS / (wide * high)));
  const colours = palette(theme);
  const foot = Math.max(48, Math.min(150, wide * scale * 0.035));
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(wide * scale) + 2 * MARGIN;
  canvas.height = Math.ceil(high * scale) + MARGIN + Math.ceil(foot);
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.fillStyle = colours.desk;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const [x0, y0] = [MARGIN - left * scale, MARGIN - top * scale];
  const layers = { grid: scene.grid, links: scene.links, picture };
  const tile = document.createElement("canvas");
  const on = /** @type {CanvasRenderingContext2D} */ (tile.getContext("2d"));
  for (let y = 0; y < canvas.height; y += STRIP) {
    for (let x = 0; x < canvas.width; x += STRIP) {
      tile.width = tile.height = STRIP;
      on.setTransform(scale, 0, 0, scale, x0 - x, y0 - y);
      const box = { x: (x - x0) / scale, y: (y - y0) / scale, wide: STRIP / scale, high: STRIP / scale };
      drawGround(on, land, box, colours, scale, layers);
      ctx.drawImage(tile, x, y);
    }
    await new Promise((next) => setTimeout(next));
  }
  const print = { sides: geometry.board.sides, scale, ratio: 1 };
  const world = () => ctx.setTransform(scale, 0, 0, scale, x0, y0);
  world();
  if (drawOwners(ctx, geometry, scene.view?.owners, colours)) {
    const box = { x: left, y: top, wide, high };
    drawBarriers({ ctx, land, box, colours, pixels: scale });
  }
  drawHazards(ctx, geometry, scene.view?.marks ?? [], colours, scale);
  drawMarks(ctx, geometry, scene, colours, false);
  beginCards(Infinity);
  const stacks = stacksOf(scene.hideCounters ? [] : scene.view?.counters ?? [], scene.raised);
  if (scene.numbers) drawNumbers(ctx, land, geometry.board.places, scale, stacks, colours);
  if (scene.names) {
    drawNames(ctx, placeNames(ctx, geometry, scale, stacks), { x: x0, y: y0, scale }, 1, colours);
  }
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  for (const [id, stack] of stacks) {
    const place = geometry.places.get(id);
    const at = (/** @type {import("./scene").Point} */ { x, y }) => ({ x: x * scale + x0, y: y * scale + y0 });
    if (place) drawStack(ctx, geometry, place, stack, print, at, scale, [], colours);
  }
  world();
  drawMarks(ctx, geometry, scene, colours, true);
  drawEngagements(ctx, geometry, scene.view?.marks ?? [], colours);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  drawTitle(ctx, [geometry.board.title, scene.view?.title ?? ""].filter(Boolean), foot, colours);
  return new Promise((done, fail) => canvas.toBlob((blob) =>
    (blob ? done(blob) : fail(new Error("the browser gives no picture of the map"))), "image/png"));
}

/** @param {CanvasRenderingContext2D} ctx @param {string[]} words @param {number} foot its height
 * @param {import("./palette.js").Palette} colours */
function drawTitle(ctx, words, foot, colours) {
  const { width, height } = ctx.canvas;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colours.name;
  ctx.font = `600 ${foot * 0.45}px ${SERIF}`;
  ctx.fillText(words.join(" · "), width / 2, height - foot / 2, width - 2 * MARGIN);
}
