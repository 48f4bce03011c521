/** Pieces that are no units of an army: drawn by their sign, in the colour of their side. */
import { NARROW } from "../palette.js";

/** @typedef {(ctx: CanvasRenderingContext2D, colour: string) => void} Draw in a square from -1 to 1 */

const INK = "rgba(20, 16, 10, 0.85)";
const LINE = 0.09;

/** A colour made lighter, or with a number below 0 darker. @param {string} colour @param {number} part */
export function shaded(colour, part) {
  const number = Number.parseInt(colour.slice(1), 16);
  const to = part > 0 ? 255 : 0;
  const mixed = [16, 8, 0].map((shift) => {
    const old = (number >> shift) & 255;
    return Math.round(old + (to - old) * Math.abs(part));
  });
  return `rgb(${mixed.join(", ")})`;
}

/** Fill and edge what was traced. @param {CanvasRenderingContext2D} ctx @param {string | CanvasGradient} fill */
function paint(ctx, fill) {
  ctx.fillStyle = fill;
  ctx.fill();
  ctx.strokeStyle = INK;
  ctx.lineWidth = LINE;
  ctx.lineJoin = "round";
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} colour */
function sheen(ctx, colour) {
  const light = ctx.createLinearGradient(-0.7, 0, 0.75, 0);
  light.addColorStop(0, shaded(colour, 0.42));
  light.addColorStop(0.45, colour);
  light.addColorStop(1, shaded(colour, -0.35));
  return light;
}

/** @param {CanvasRenderingContext2D} ctx @param {[number, number][]} points */
function trace(ctx, points) {
  ctx.beginPath();
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
  ctx.closePath();
}

/** @type {Record<string, Draw>} */
const SIGNS = {
  pawn: (ctx, colour) => {
    const light = sheen(ctx, colour);
    ctx.beginPath();
    ctx.moveTo(-0.2, -0.2);
    ctx.bezierCurveTo(-0.22, 0.15, -0.36, 0.36, -0.52, 0.52);
    ctx.lineTo(0.52, 0.52);
    ctx.bezierCurveTo(0.36, 0.36, 0.22, 0.15, 0.2, -0.2);
    ctx.closePath();
    paint(ctx, light);
    ctx.beginPath();
    ctx.roundRect(-0.66, 0.5, 1.32, 0.36, 0.16);
    paint(ctx, light);
    ctx.beginPath();
    ctx.ellipse(0, -0.16, 0.38, 0.12, 0, 0, 2 * Math.PI);
    paint(ctx, light);
    ctx.beginPath();
    ctx.arc(0, -0.52, 0.37, 0, 2 * Math.PI);
    paint(ctx, light);
    ctx.fillStyle = "rgba(255, 255, 255, 0.55)";
    ctx.beginPath();
    ctx.ellipse(-0.13, -0.65, 0.12, 0.08, -0.6, 0, 2 * Math.PI);
    ctx.fill();
  },
  unit: (ctx, colour) => {
    trace(ctx, [[0, -0.84], [0.76, -0.44], [0, -0.02], [-0.76, -0.44]]);
    paint(ctx, shaded(colour, 0.4));
    trace(ctx, [[-0.76, -0.44], [0, -0.02], [0, 0.86], [-0.76, 0.42]]);
    paint(ctx, colour);
    trace(ctx, [[0.76, -0.44], [0, -0.02], [0, 0.86], [0.76, 0.42]]);
    paint(ctx, shaded(colour, -0.3));
  },
  shield: (ctx, colour) => {
    const half = (/** @type {number} */ way) => {
      ctx.beginPath();
      ctx.moveTo(0, -0.84);
      ctx.bezierCurveTo(way * 0.25, -0.68, way * 0.5, -0.62, way * 0.72, -0.62);
      ctx.bezierCurveTo(way * 0.76, 0.1, way * 0.5, 0.6, 0, 0.88);
      ctx.closePath();
    };
    half(-1);
    paint(ctx, shaded(colour, 0.3));
    half(1);
    paint(ctx, shaded(colour, -0.22));
    ctx.strokeStyle = "#ffffff";
    ctx.lineWidth = 0.16;
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(-0.28, 0.02);
    ctx.lineTo(-0.06, 0.25);
    ctx.lineTo(0.32, -0.26);
    ctx.stroke();
  },
  building: (ctx, colour) => {
    ctx.beginPath();
    ctx.rect(-0.74, -0.12, 0.62, 0.94);
    paint(ctx, shaded(colour, -0.2));
    ctx.beginPath();
    ctx.rect(-0.2, -0.82, 0.86, 1.64);
    paint(ctx, sheen(ctx, colour));
    ctx.fillStyle = "rgba(255, 250, 215, 0.95)";
    for (let i = 0; i < 6; i += 1) ctx.fillRect(-0.06 + (i % 2) * 0.34, -0.64 + Math.floor(i / 2) * 0.44, 0.22, 0.26);
    for (let i = 0; i < 2; i += 1) ctx.fillRect(-0.58, 0.06 + i * 0.36, 0.22, 0.2);
  },
  agent: (ctx, colour) => {
    ctx.beginPath();
    ctx.moveTo(-0.72, 0.86);
    ctx.bezierCurveTo(-0.72, 0.3, -0.4, 0.14, 0, 0.14);
    ctx.bezierCurveTo(0.4, 0.14, 0.72, 0.3, 0.72, 0.86);
    ctx.closePath();
    paint(ctx, sheen(ctx, colour));
    trace(ctx, [[-0.2, 0.18], [0, 0.52], [0.2, 0.18]]);
    paint(ctx, "#f6f0e2");
    ctx.beginPath();
    ctx.ellipse(0, -0.14, 0.34, 0.38, 0, 0, 2 * Math.PI);
    paint(ctx, "#ecd2b0");
    ctx.fillStyle = INK;
    ctx.fillRect(-0.34, -0.2, 0.68, 0.15);
    ctx.beginPath();
    ctx.ellipse(0, -0.38, 0.72, 0.14, 0, 0, 2 * Math.PI);
    paint(ctx, shaded(colour, -0.25));
    ctx.beginPath();
    ctx.moveTo(-0.38, -0.42);
    ctx.bezierCurveTo(-0.36, -0.92, 0.36, -0.92, 0.38, -0.42);
    ctx.closePath();
    paint(ctx, colour);
  },
  card: (ctx, colour) => {
    ctx.save();
    ctx.rotate(-0.14);
    ctx.beginPath();
    ctx.roundRect(-0.56, -0.8, 1.12, 1.6, 0.14);
    paint(ctx, "#fbf6ea");
    ctx.beginPath();
    ctx.roundRect(-0.43, -0.67, 0.86, 1.34, 0.08);
    ctx.fillStyle = colour;
    ctx.fill();
    trace(ctx, [[0, -0.42], [0.28, 0], [0, 0.42], [-0.28, 0]]);
    ctx.fillStyle = "rgba(255, 255, 255, 0.75)";
    ctx.fill();
    ctx.restore();
  },
  bank: (ctx, colour) => {
    trace(ctx, [[-0.86, -0.3], [0, -0.84], [0.86, -0.3]]);
    paint(ctx, shaded(colour, 0.25));
    for (const x of [-0.6, -0.12, 0.36]) {
      ctx.beginPath();
      ctx.rect(x, -0.26, 0.24, 0.74);
      paint(ctx, shaded(colour, 0.4));
    }
    ctx.beginPath();
    ctx.rect(-0.84, 0.5, 1.68, 0.28);
    paint(ctx, colour);
  },
  rest: (ctx, colour) => {
    ctx.beginPath();
    ctx.rect(-0.1, 0.2, 0.2, 0.62);
    paint(ctx, "#7a5a3a");
    ctx.beginPath();
    ctx.arc(0, -0.24, 0.58, 0, 2 * Math.PI);
    paint(ctx, colour);
  },
};

/** Draw a sign around a point. @param {CanvasRenderingContext2D} ctx @param {string} sign
 * @param {string} colour @param {number} x @param {number} y @param {number} radius */
export function drawPiece(ctx, sign, colour, x, y, radius) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  const draw = SIGNS[sign];
  if (draw) draw(ctx, colour);
  else {
    ctx.beginPath();
    ctx.arc(0, 0, 0.8, 0, 2 * Math.PI);
    paint(ctx, sheen(ctx, colour));
    writeIn(ctx, sign.slice(0, 1).toUpperCase(), 0, 0.05, 1);
  }
  ctx.restore();
}

/** How many there are, in a disc at the lower right of a square from -1 to 1.
 * @param {CanvasRenderingContext2D} ctx @param {number | string} number */
export function drawNumber(ctx, number) {
  ctx.beginPath();
  ctx.arc(0.62, 0.58, 0.42, 0, 2 * Math.PI);
  ctx.fillStyle = "#1d1d1b";
  ctx.fill();
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = 0.08;
  ctx.stroke();
  writeIn(ctx, String(number), 0.62, 0.61, 0.62);
}

/** @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y
 * @param {number} size */
function writeIn(ctx, text, x, y, size) {
  ctx.fillStyle = "#ffffff";
  ctx.font = `700 ${size}px ${NARROW}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.fillText(text, x, y);
}
