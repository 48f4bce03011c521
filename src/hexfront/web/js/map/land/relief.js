/** Hills: light on their slopes, tints by height, contour lines, hachures. */
import { chance } from "../geometry.js";
import { LINES, strokeLines } from "../shapes.js";

/** @typedef {import("./ground.js").Sheet} Sheet */

const CELL = 0.25;
const INDEX_EVERY = 5;
/** Slopes, in ranges of height a hex size, from which strokes are drawn. */
const STEEP = 0.3;

const scratch = document.createElement("canvas");

/** Light from the upper left, and warmer colours higher up; over a picture, which has light of its
 * own, hachures alone. @param {Sheet} sheet @param {boolean} veiled */
export function drawRelief(sheet, veiled) {
  const { ctx, land, box, colours, pixels } = sheet;
  const field = land.heights;
  if (!field) return;
  if (!veiled) drawLight(sheet, field);
  if (pixels > 22) drawHachures(ctx, field, box, colours);
}

/** @param {Sheet} sheet @param {import("./heights.js").HeightField} field */
function drawLight({ ctx, box, colours, pixels }, field) {
  const cell = Math.max(CELL, 5 / pixels);
  const [i0, j0] = [Math.floor(box.x / cell) - 2, Math.floor(box.y / cell) - 2];
  const wide = Math.ceil(box.wide / cell) + 5;
  const high = Math.ceil(box.high / cell) + 5;
  const data = new ImageData(wide, high);
  const [tint, lit, dark] = [colours.tint, colours.lit, colours.dark].map((text) => text.split(",").map(Number));
  for (let j = 0; j < high; j += 1) {
    for (let i = 0; i < wide; i += 1) {
      const [x, y] = [(i0 + i) * cell, (j0 + j) * cell];
      const slope = field.slope(x, y);
      const light = Math.max(-1, Math.min(1, (slope.x + slope.y) * 1.15));
      const height = Math.max(0, Math.min(1, field.at(x, y) / field.range));
      const above = colours.tintMost * height ** 0.8;
      const [shade, alpha] = light > 0 ? [lit, colours.litMost * light] : [dark, -colours.darkMost * light];
      const whole = above + alpha - above * alpha;
      const at = (j * wide + i) * 4;
      for (let k = 0; k < 3; k += 1) {
        data.data[at + k] = whole ? (shade[k] * alpha + tint[k] * above * (1 - alpha)) / whole : 0;
      }
      data.data[at + 3] = whole * 255;
    }
  }
  scratch.width = wide;
  scratch.height = high;
  /** @type {CanvasRenderingContext2D} */ (scratch.getContext("2d")).putImageData(data, 0, 0);
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(scratch, (i0 - 0.5) * cell, (j0 - 0.5) * cell, wide * cell, high * cell);
}

/** Strokes down steep slopes, stronger away from the light.
 * @param {CanvasRenderingContext2D} ctx @param {import("./heights.js").HeightField} field
 * @param {import("../geometry.js").Box} box @param {import("../palette.js").Palette} colours */
function drawHachures(ctx, field, box, colours) {
  const step = 0.13;
  const block = 4;
  ctx.strokeStyle = colours.hachure;
  ctx.lineCap = "round";
  /** Whether a block is too level for strokes; it is asked of each block many times.
   * @type {Map<number, boolean>} */
  const known = new Map();
  const level = (/** @type {number} */ i, /** @type {number} */ j) => {
    const key = (i + 32768) * 65536 + j + 32768;
    const before = known.get(key);
    if (before !== undefined) return before;
    const slope = field.slope((i + 0.5) * block * step, (j + 0.5) * block * step);
    const found = Math.hypot(slope.x, slope.y) < STEEP * 0.4;
    known.set(key, found);
    return found;
  };
  for (const shaded of [false, true]) {
    ctx.beginPath();
    for (let j = Math.floor((box.y - 0.3) / step); j <= (box.y + box.high + 0.3) / step; j += 1) {
      for (let i = Math.floor((box.x - 0.3) / step); i <= (box.x + box.wide + 0.3) / step; i += 1) {
        const [bi, bj] = [Math.floor(i / block), Math.floor(j / block)];
        if (level(bi, bj)) {
          i = (bi + 1) * block - 1;
          continue;
        }
        const x = (i + chance(i, j, 51)) * step;
        const y = (j + chance(i, j, 52)) * step;
        const slope = field.slope(x, y);
        const steep = Math.hypot(slope.x, slope.y);
        if (steep < STEEP || chance(i, j, 53) > steep * 1.3 || (slope.x + slope.y < 0) !== shaded) continue;
        const far = 0.05 + 0.08 * Math.min(1, steep);
        ctx.moveTo(x, y);
        ctx.lineTo(x - (slope.x / steep) * far, y - (slope.y / steep) * far);
      }
    }
    ctx.lineWidth = shaded ? 0.024 : 0.012;
    ctx.stroke();
  }
}

/** @param {Sheet} sheet */
export function drawContours({ ctx, land, box, colours, pixels }) {
  const field = land.heights;
  if (!field) return;
  const parts = Math.max(1, Math.min(4, Math.round((CELL * pixels) / 6)));
  for (const strokes of [LINES.contour, LINES.indexContour]) {
    if (pixels < (strokes[0].from ?? 0)) continue;
    const strong = strokes === LINES.indexContour;
    const path = new Path2D();
    field.contours(path, box, parts, (number) => (number % INDEX_EVERY === 0) === strong);
    strokeLines(ctx, strokes, [{ path }], pixels, colours);
  }
}
