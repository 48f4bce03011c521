/** Lakes and seas: shores, depth lines and shallows, also along a drawn coast. */
import { meets } from "./lines.js";

/** @typedef {import("./ground.js").Sheet} Sheet */

/** How far from the shore the shallows reach, the outermost first. */
const BANDS = [0.42, 0.27, 0.13];

const scratch = document.createElement("canvas");

/** Drawn aside first, so that land may be cut out of the sea. @param {Sheet} sheet */
export function drawWater({ ctx, land, box, colours, pixels }) {
  const seen = (/** @type {import("./lines.js").Line} */ line) => meets(line, box, 1);
  const lakes = (land.areas.get("water") ?? []).filter(seen);
  const seas = (land.areas.get("sea") ?? []).filter(seen);
  const coast = land.coast.filter(({ line }) => seen(line));
  if (!lakes.length && !seas.length && !coast.length) return;
  scratch.width = ctx.canvas.width;
  scratch.height = ctx.canvas.height;
  const water = /** @type {CanvasRenderingContext2D} */ (scratch.getContext("2d"));
  water.setTransform(ctx.getTransform());
  water.fillStyle = colours.deep;
  // Loops of one area may lie in each other: all in one path, filled by even and odd.
  const mass = new Path2D();
  for (const line of [...lakes, ...seas]) mass.addPath(line.path);
  water.fill(mass, "evenodd");
  for (const { kind, line } of coast) {
    water.globalCompositeOperation = kind === "land" ? "destination-out" : "source-over";
    water.fill(line.path);
  }
  water.globalCompositeOperation = "source-atop";
  water.lineJoin = "round";
  const shores = new Path2D();
  for (const line of [...lakes, ...(coast.length ? [] : seas), ...coast.map((part) => part.line)]) {
    shores.addPath(line.path);
  }
  BANDS.forEach((far, i) => {
    if (pixels > 12) {
      water.strokeStyle = colours.waterLine;
      water.lineWidth = 2 * far + Math.max(0.03, 1.4 / pixels);
      water.stroke(shores);
    }
    water.strokeStyle = colours.waterBands[BANDS.length - 1 - i];
    water.lineWidth = 2 * far;
    water.stroke(shores);
  });
  water.strokeStyle = colours.shore;
  water.lineWidth = Math.max(0.06, 1.6 / pixels);
  water.stroke(shores);
  water.globalCompositeOperation = "source-over";
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(scratch, 0, 0);
  ctx.restore();
}
