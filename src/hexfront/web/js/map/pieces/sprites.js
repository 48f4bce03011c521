/** Small pictures that the ground repeats: crowns of trees, stones, tufts. */
import { chance } from "../geometry.js";

/** @typedef {import("../palette.js").Palette} Palette */
/** @typedef {(ctx: CanvasRenderingContext2D, colours: Palette, variant: number) => void} Drawing in a
 * square from -1 to 1, light from the upper left */

const LIMIT = 400;
export const VARIANTS = 6;

/** @type {Map<string, HTMLCanvasElement>} */
const made = new Map();

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
export function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}

/** A crown of lobes. @param {CanvasRenderingContext2D} ctx @param {string} colour
 * @param {Palette} colours @param {number} variant @param {number} lobes */
function crown(ctx, colour, colours, variant, lobes) {
  const at = (/** @type {number} */ i, /** @type {number} */ far) => {
    const angle = (i / lobes) * 2 * Math.PI + variant;
    const way = far * (0.85 + 0.3 * chance(i, variant, 21));
    return { x: Math.cos(angle) * way, y: Math.sin(angle) * way };
  };
  ctx.fillStyle = colours.treeShadow;
  disc(ctx, 0.2, 0.26, 0.68);
  ctx.fillStyle = colour;
  disc(ctx, 0, 0, 0.52);
  for (let i = 0; i < lobes; i += 1) {
    const { x, y } = at(i, 0.42);
    disc(ctx, x, y, 0.27);
  }
  ctx.fillStyle = colours.crownLight;
  disc(ctx, -0.2, -0.24, 0.34);
  for (let i = 0; i < lobes; i += 1) {
    const { x, y } = at(i, 0.42);
    if (x + y < 0.1) disc(ctx, x - 0.05, y - 0.06, 0.13);
  }
}

/** @type {Record<string, Drawing>} */
const DRAWINGS = {
  woods: (ctx, colours, variant) => {
    if (variant === 5) return conifer(ctx, colours, variant);
    return crown(ctx, colours.crowns[variant % colours.crowns.length], colours, variant, 7);
  },
  jungle: (ctx, colours, variant) =>
    crown(ctx, colours.jungleCrowns[variant % colours.jungleCrowns.length], colours, variant, 9),
  plantation: (ctx, colours) => {
    ctx.fillStyle = colours.treeShadow;
    disc(ctx, 0.2, 0.25, 0.55);
    ctx.fillStyle = colours.plantationTree;
    disc(ctx, 0, 0, 0.56);
    ctx.fillStyle = colours.crownLight;
    disc(ctx, -0.16, -0.18, 0.26);
  },
  rough: (ctx, colours, variant) => {
    ctx.fillStyle = colours.rockDark;
    stone(ctx, 0.12, 0.14, 0.6, variant);
    ctx.fillStyle = colours.rock;
    stone(ctx, 0, 0, 0.6, variant);
    ctx.fillStyle = colours.rockLight;
    stone(ctx, -0.14, -0.16, 0.32, variant);
  },
  peak: (ctx, colours, variant) => {
    const [top, lean] = [-0.72 + 0.2 * chance(variant, 3, 41), (chance(variant, 5, 42) - 0.5) * 0.3];
    const half = (/** @type {string} */ colour, /** @type {[number, number][]} */ points) => {
      ctx.fillStyle = colour;
      ctx.beginPath();
      for (const [x, y] of points) ctx.lineTo(x, y);
      ctx.closePath();
      ctx.fill();
    };
    half(colours.treeShadow, [[lean, top + 0.2], [0.98, 0.62], [-0.5, 0.62]]);
    half(colours.rock, [[lean, top], [lean + 0.16, -0.05], [0.02, 0.2], [0.12, 0.52], [-0.86, 0.52]]);
    half(colours.peakDark, [[lean, top], [0.8, 0.52], [0.12, 0.52], [0.02, 0.2], [lean + 0.16, -0.05]]);
    half(colours.rockLight, [[lean, top], [lean + 0.1, -0.2], [lean - 0.06, -0.12], [lean - 0.3, -0.16]]);
  },
  swamp: (ctx, colours, variant) => {
    ctx.lineCap = "round";
    ctx.lineWidth = 0.14;
    ctx.strokeStyle = colours.swampWater;
    ctx.beginPath();
    ctx.moveTo(-0.9, 0.4);
    ctx.lineTo(0.9, 0.4);
    if (variant % 2) {
      ctx.moveTo(-0.4, 0.72);
      ctx.lineTo(0.6, 0.72);
    }
    ctx.stroke();
    ctx.strokeStyle = colours.swampGrass;
    ctx.lineWidth = 0.11;
    ctx.beginPath();
    for (const lean of [-0.45, -0.2, 0.05, 0.3, 0.5]) {
      ctx.moveTo(lean * 0.5, 0.34);
      ctx.lineTo(lean, -0.25 - 0.35 * chance(Math.round(lean * 100), variant, 3));
    }
    ctx.stroke();
  },
  desert: (ctx, colours, variant) => {
    ctx.lineCap = "round";
    ctx.lineWidth = 0.07;
    ctx.strokeStyle = colours.dune;
    ctx.beginPath();
    ctx.moveTo(-0.9, 0.15);
    ctx.quadraticCurveTo(-0.2, -0.45 - 0.05 * variant, 0.2, 0);
    ctx.quadraticCurveTo(0.5, 0.25, 0.9, 0.1);
    ctx.stroke();
  },
  beach: (ctx, colours, variant) => {
    ctx.fillStyle = colours.sand;
    for (let i = 0; i < 5; i += 1) {
      disc(ctx, chance(i, variant, 4) * 1.8 - 0.9, chance(i, variant, 5) * 1.8 - 0.9, 0.09);
    }
  },
  wave: (ctx, colours, variant) => {
    ctx.lineCap = "round";
    ctx.lineWidth = 0.13;
    ctx.strokeStyle = colours.wave;
    ctx.beginPath();
    ctx.moveTo(-0.85, 0);
    ctx.quadraticCurveTo(-0.42, -0.42, 0, 0);
    if (variant % 3) ctx.quadraticCurveTo(0.42, 0.36, 0.85, 0);
    ctx.stroke();
  },
};

/** @param {CanvasRenderingContext2D} ctx @param {Palette} colours @param {number} variant */
function conifer(ctx, colours, variant) {
  ctx.fillStyle = colours.treeShadow;
  disc(ctx, 0.2, 0.26, 0.55);
  for (const [ring, colour] of [[0.72, colours.conifers[1]], [0.48, colours.conifers[0]]]) {
    ctx.fillStyle = /** @type {string} */ (colour);
    ctx.beginPath();
    for (let i = 0; i < 18; i += 1) {
      const far = Number(ring) * (i % 2 ? 0.66 : 1);
      const angle = (i / 18) * 2 * Math.PI + variant;
      ctx.lineTo(Math.cos(angle) * far, Math.sin(angle) * far);
    }
    ctx.fill();
  }
  ctx.fillStyle = colours.crownLight;
  disc(ctx, -0.1, -0.12, 0.14);
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r
 * @param {number} variant */
function stone(ctx, x, y, r, variant) {
  ctx.beginPath();
  for (let i = 0; i < 7; i += 1) {
    const far = r * (0.7 + 0.4 * chance(i, variant, 9));
    ctx.lineTo(x + Math.cos((i / 7) * 2 * Math.PI) * far, y + Math.sin((i / 7) * 2 * Math.PI) * far * 0.8);
  }
  ctx.fill();
}

/** A picture of a drawing, so many pixels wide.
 * @param {string} name @param {number} variant @param {number} pixels @param {Palette} colours */
export function sprite(name, variant, pixels, colours) {
  const size = Math.max(3, Math.round(pixels));
  const key = `${name} ${variant} ${size} ${colours.clear}`;
  const known = made.get(key);
  if (known) return known;
  if (made.size > LIMIT) made.clear();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.setTransform(size / 2, 0, 0, size / 2, size / 2, size / 2);
  DRAWINGS[name](ctx, colours, variant);
  made.set(key, canvas);
  return canvas;
}
