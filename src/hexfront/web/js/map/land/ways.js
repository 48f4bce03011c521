/** Rivers, roads, tracks, rails with their bridges, and words that lie on the ground. */
import { meets } from "./lines.js";
import { SERIF } from "../palette.js";
import { LINES, strokeLines } from "../shapes.js";

/** @typedef {import("../scene").Point} Point */
/** @typedef {import("./ground.js").Sheet} Sheet */

/** @param {Sheet} sheet */
export function drawRivers({ ctx, land, box, colours, pixels }) {
  const rivers = land.rivers.filter(({ line }) => meets(line, box, 0.3));
  const lines = rivers.map(({ line, width }) => ({ path: line.path, own: width }));
  strokeLines(ctx, LINES.river, lines, pixels, colours);
}

/** The strokes of a road. @param {string} kind */
export function strokesOf(kind) {
  return kind === "track" || kind === "rail" ? LINES[kind] : LINES.road;
}

/** @param {Sheet} sheet */
export function drawRoads(sheet) {
  const { ctx, land, box, colours, pixels } = sheet;
  const roads = land.roads.filter(({ line }) => meets(line, box, 0.3));
  drawBridges(sheet);
  for (const strokes of [LINES.track, LINES.road, LINES.rail]) {
    const alike = roads.filter(({ kind }) => strokesOf(kind) === strokes);
    strokeLines(ctx, strokes, alike.map(({ line }) => line), pixels, colours);
  }
}

/** @param {Sheet} sheet */
function drawBridges({ ctx, land, box, colours, pixels }) {
  if (pixels < 14) return;
  for (const { x, y, turn, wide } of land.bridges) {
    if (x < box.x - 1 || x > box.x + box.wide + 1 || y < box.y - 1 || y > box.y + box.high + 1) continue;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(turn);
    const far = wide / 2 + 0.07;
    const path = new Path2D();
    for (const hand of [-0.11, 0.11]) {
      path.moveTo(-far - 0.06, hand * 1.5);
      path.lineTo(-far, hand);
      path.lineTo(far, hand);
      path.lineTo(far + 0.06, hand * 1.5);
    }
    strokeLines(ctx, LINES.bridge, [{ path }], pixels, colours);
    ctx.restore();
  }
}

/** The names of rivers along their courses. @param {Sheet} sheet */
export function drawRiverNames({ ctx, land, box, colours, pixels }) {
  if (pixels < 14) return;
  const size = Math.min(0.42, Math.max(0.26, 11.5 / pixels));
  ctx.font = `italic 500 ${size}px ${SERIF}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  for (const river of land.rivers) {
    if (!river.name || !meets(river.line, box, 1)) continue;
    const letters = lettersAlong(ctx, river, -river.width / 2 - size * 0.25, size * 0.08);
    for (const halo of [true, false]) {
      for (const { letter, x, y, turn } of letters) {
        ctx.save();
        ctx.translate(x, y);
        ctx.rotate(turn);
        ctx.lineWidth = size * 0.24;
        ctx.strokeStyle = colours.halo;
        ctx.fillStyle = colours.waterName;
        if (halo) ctx.strokeText(letter, 0, 0);
        else ctx.fillText(letter, 0, 0);
        ctx.restore();
      }
    }
  }
}

/** Letters along the straightest stretch of a river.
 * @param {CanvasRenderingContext2D} ctx @param {import("./land.js").River} river
 * @param {number} aside @param {number} spacing */
function lettersAlong(ctx, { name, line }, aside, spacing) {
  const points = evened(line.points);
  const lengths = points.map((point, i) => (i ? Math.hypot(point.x - points[i - 1].x, point.y - points[i - 1].y) : 0));
  const whole = lengths.reduce((a, b) => a + b, 0);
  const widths = [...name].map((letter) => ctx.measureText(letter).width + spacing);
  const wide = widths.reduce((a, b) => a + b, 0);
  if (wide > whole * 0.8) return [];
  const chord = (/** @type {number} */ from) => {
    const [a, b] = [onLine(points, lengths, from), onLine(points, lengths, from + wide)];
    return { a, b, straight: Math.hypot(b.x - a.x, b.y - a.y) / wide };
  };
  let best = { from: 0, straight: 0 };
  for (let from = whole * 0.08; from + wide < whole * 0.92; from += 0.3) {
    const { a, b, straight } = chord(from);
    // Level words are read more easily.
    const level = 0.06 * Math.abs(Math.cos(Math.atan2(b.y - a.y, b.x - a.x)));
    if (straight + level > best.straight) best = { from, straight: straight + level };
  }
  const { a, b } = chord(best.from);
  const back = b.x < a.x;
  let at = back ? best.from + wide : best.from;
  return [...name].map((letter, i) => {
    const step = back ? -widths[i] : widths[i];
    const [p, q] = [onLine(points, lengths, at), onLine(points, lengths, at + step)];
    const turn = Math.atan2(q.y - p.y, q.x - p.x);
    at += step;
    return { letter, turn, x: (p.x + q.x) / 2 - Math.sin(turn) * aside, y: (p.y + q.y) / 2 + Math.cos(turn) * aside };
  });
}

/** A line without its small bends, for words. @param {Point[]} points @returns {Point[]} */
function evened(points) {
  const reach = 9;
  return points.map((_, i) => {
    const near = points.slice(Math.max(0, i - reach), i + reach + 1);
    return { x: near.reduce((sum, point) => sum + point.x, 0) / near.length,
      y: near.reduce((sum, point) => sum + point.y, 0) / near.length };
  });
}

/** @param {Point[]} points @param {number[]} lengths @param {number} far */
function onLine(points, lengths, far) {
  let left = far;
  for (let i = 1; i < points.length; i += 1) {
    if (left <= lengths[i] || i === points.length - 1) {
      const part = lengths[i] ? left / lengths[i] : 0;
      return { x: points[i - 1].x + (points[i].x - points[i - 1].x) * part,
        y: points[i - 1].y + (points[i].y - points[i - 1].y) * part };
    }
    left -= lengths[i];
  }
  return points[points.length - 1];
}

/** Names of regions and seas. @param {Sheet} sheet */
export function drawLabels({ ctx, land, box, colours, pixels }) {
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  for (const { text, x, y, size = 0.6, turn = 0, kind = "land" } of land.geometry.board.labels ?? []) {
    const far = text.length * size;
    if (size * pixels < 7 || x < box.x - far || x > box.x + box.wide + far || y < box.y - far
      || y > box.y + box.high + far) continue;
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate((turn * Math.PI) / 180);
    ctx.font = `${kind === "water" ? "italic 500" : "600"} ${size}px ${SERIF}`;
    ctx.letterSpacing = `${size * 0.18}px`;
    ctx.strokeStyle = colours.numberHalo;
    ctx.lineWidth = size * 0.12;
    ctx.strokeText(text, 0, 0);
    ctx.fillStyle = kind === "water" ? colours.waterName : colours.landName;
    ctx.fillText(text, 0, 0);
    ctx.restore();
  }
}
