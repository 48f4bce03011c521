/** The ground, drawn: nothing here moves, so it is drawn once for a zoom. Units: hex sizes. */
import { random } from "./geometry.js";

/** @typedef {import("../../types").Place} Place */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {(ctx: CanvasRenderingContext2D, place: Place, colours: Palette, fine: boolean) => void} Art */

const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif';
const SANS = 'system-ui, "Segoe UI", Roboto, sans-serif';

/** @type {Art} */
function drawClear(ctx, place, colours, fine) {
  const next = random(place.id);
  for (let i = 0; i < 3; i += 1) {
    ctx.fillStyle = colours.clearSpots[i % colours.clearSpots.length];
    ctx.globalAlpha = 0.4;
    disc(ctx, place.x + (next() - 0.5) * 1.1, place.y + (next() - 0.5) * 1.0, 0.18 + next() * 0.3);
  }
  ctx.globalAlpha = 1;
  if (!fine) return;
  ctx.strokeStyle = colours.grass;
  ctx.lineWidth = 0.018;
  ctx.beginPath();
  for (let i = 0; i < 5; i += 1) {
    const x = place.x + (next() - 0.5) * 1.2;
    const y = place.y + (next() - 0.5) * 1.2;
    for (const lean of [-0.035, 0, 0.035]) {
      ctx.moveTo(x + lean * 0.4, y);
      ctx.lineTo(x + lean, y - 0.07);
    }
  }
  ctx.stroke();
}

/** @type {Art} */
function drawWoods(ctx, place, colours, fine) {
  const next = random(`wood ${place.id}`);
  if (!fine) {
    ctx.fillStyle = colours.crowns[0];
    disc(ctx, place.x, place.y, 0.72);
    return;
  }
  const trees = [];
  for (let ring = 0; ring < 3; ring += 1) {
    const count = [3, 7, 12][ring];
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * 2 * Math.PI + ring + next() * 0.5;
      const radius = [0.14, 0.45, 0.74][ring] + (next() - 0.5) * 0.14;
      trees.push({
        x: place.x + Math.cos(angle) * radius,
        y: place.y + Math.sin(angle) * radius * 0.95,
        size: 0.13 + next() * 0.08,
        colour: colours.crowns[Math.floor(next() * colours.crowns.length)],
      });
    }
  }
  trees.sort((a, b) => a.y - b.y);
  for (const tree of trees) {
    ctx.fillStyle = colours.treeShadow;
    disc(ctx, tree.x + 0.05, tree.y + 0.07, tree.size);
    ctx.fillStyle = tree.colour;
    disc(ctx, tree.x, tree.y, tree.size);
    disc(ctx, tree.x - tree.size * 0.6, tree.y + tree.size * 0.3, tree.size * 0.62);
    disc(ctx, tree.x + tree.size * 0.6, tree.y + tree.size * 0.25, tree.size * 0.62);
    ctx.fillStyle = colours.crownLight;
    disc(ctx, tree.x - tree.size * 0.3, tree.y - tree.size * 0.35, tree.size * 0.42);
  }
}

/** @type {Art} */
function drawTown(ctx, place, colours, fine) {
  const next = random(`town ${place.id}`);
  ctx.fillStyle = colours.town;
  ctx.beginPath();
  for (let i = 0; i <= 14; i += 1) {
    const angle = (i / 14) * 2 * Math.PI;
    const radius = 0.7 + 0.07 * Math.sin(i * 2.4 + place.x);
    ctx.lineTo(place.x + Math.cos(angle) * radius, place.y + Math.sin(angle) * radius * 0.94);
  }
  ctx.fill();
  const turn = (next() - 0.5) * 0.7;
  ctx.save();
  ctx.translate(place.x, place.y);
  ctx.rotate(turn);
  ctx.strokeStyle = colours.street;
  ctx.lineWidth = 0.12;
  ctx.beginPath();
  ctx.moveTo(-0.74, -0.02);
  ctx.quadraticCurveTo(0, 0.1, 0.74, -0.04);
  ctx.moveTo(0.02, -0.7);
  ctx.quadraticCurveTo(-0.08, 0, 0.04, 0.7);
  ctx.stroke();
  for (const row of [-0.48, -0.22, 0.24, 0.5]) {
    for (const column of [-0.52, -0.27, 0.25, 0.5]) {
      if (Math.hypot(row, column) > 0.68 || (!fine && next() < 0.4)) continue;
      const wide = 0.17 + next() * 0.06;
      house(ctx, column + (next() - 0.5) * 0.07, row + (next() - 0.5) * 0.06, wide,
        0.12 + next() * 0.05, (next() - 0.5) * 0.5, colours, next());
    }
  }
  ctx.restore();
}

/** A roof from above, one half in the shade.
 * @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} wide
 * @param {number} deep @param {number} turn @param {Palette} colours @param {number} chance */
function house(ctx, x, y, wide, deep, turn, colours, chance) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(chance > 0.65 ? turn + Math.PI / 2 : turn);
  ctx.fillStyle = colours.houseShadow;
  ctx.fillRect(-wide / 2 + 0.03, -deep / 2 + 0.04, wide, deep);
  ctx.fillStyle = colours.roofs[Math.floor(chance * colours.roofs.length)];
  ctx.fillRect(-wide / 2, -deep / 2, wide, deep);
  ctx.fillStyle = colours.roofDark;
  ctx.fillRect(-wide / 2, 0, wide, deep / 2);
  ctx.restore();
}

/** @type {Art} */
function drawWater(ctx, place, colours, fine) {
  if (!fine) return;
  const next = random(`water ${place.id}`);
  ctx.strokeStyle = colours.wave;
  ctx.lineWidth = 0.03;
  ctx.lineCap = "round";
  ctx.beginPath();
  for (let i = 0; i < 5; i += 1) {
    const x = place.x + (next() - 0.5) * 1.0;
    const y = place.y + (next() - 0.5) * 1.2;
    ctx.moveTo(x - 0.14, y);
    ctx.quadraticCurveTo(x - 0.07, y - 0.06, x, y);
    ctx.quadraticCurveTo(x + 0.07, y + 0.06, x + 0.14, y);
  }
  ctx.stroke();
}

/** A rise lit from the upper left, with strokes down its slope.
 * @type {Art} */
function drawHill(ctx, place, colours, fine) {
  const next = random(`hill ${place.id}`);
  const x = place.x + (next() - 0.5) * 0.25;
  const y = place.y + (next() - 0.5) * 0.25;
  const light = ctx.createRadialGradient(x - 0.1, y - 0.12, 0.05, x, y, 0.7);
  light.addColorStop(0, `rgba(${colours.hillLight}, ${colours.hillGlow})`);
  light.addColorStop(1, `rgba(${colours.hillLight}, 0)`);
  ctx.fillStyle = light;
  disc(ctx, x, y, 0.7);
  if (!fine) return;
  ctx.strokeStyle = colours.contour;
  ctx.lineCap = "round";
  for (const [ring, count] of [[0.3, 15], [0.58, 25]]) {
    for (let i = 0; i < count; i += 1) {
      const angle = (i / count) * 2 * Math.PI + (next() - 0.5) * 0.15;
      // Thicker on the side away from the light.
      ctx.lineWidth = 0.014 + 0.02 * (0.5 + 0.5 * Math.cos(angle - 0.8));
      const far = ring + 0.12 + next() * 0.07;
      const wide = 1 + 0.1 * Math.sin(angle * 2 + place.x);
      ctx.beginPath();
      ctx.moveTo(x + Math.cos(angle) * ring * wide, y + Math.sin(angle) * ring * 0.8);
      ctx.lineTo(x + Math.cos(angle) * far * wide, y + Math.sin(angle) * far * 0.8);
      ctx.stroke();
    }
  }
}

/** An art that this page does not know: a tint of its own, the same for the same name.
 * @type {Art} */
function drawUnknown(ctx, place) {
  const next = random(place.terrain);
  ctx.fillStyle = `hsl(${Math.floor(next() * 360)} 40% 50% / 0.35)`;
  disc(ctx, place.x, place.y, 0.7);
}

/** @type {Record<string, Art>} */
const ARTS = {
  clear: drawClear, woods: drawWoods, town: drawTown, water: drawWater, hill: drawHill,
};

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} r */
function disc(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.fill();
}

/** The ground under some places; the context is scaled to hex sizes.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Place[]} places
 * @param {Palette} colours @param {number} scale pixels a hex size
 * @param {HTMLImageElement | null} picture @param {boolean} numbers */
export function drawGround(ctx, geometry, places, colours, scale, picture, numbers) {
  const { board } = geometry;
  const fine = scale > 16;
  const art = (/** @type {Place} */ place) => board.terrain[place.terrain]?.art ?? "clear";
  const outlines = (/** @type {Place[]} */ some, /** @type {number} */ size) => {
    ctx.beginPath();
    for (const place of some) geometry.trace(ctx, place, size);
  };

  ctx.save();
  ctx.shadowColor = colours.shadow;
  ctx.shadowBlur = scale * 0.3;
  ctx.shadowOffsetY = scale * 0.1;
  ctx.fillStyle = colours.rim;
  outlines(places, 1.07);
  ctx.fill();
  ctx.restore();

  ctx.save();
  outlines(places, 1.012);
  ctx.clip();
  ctx.fillStyle = colours.clear;
  ctx.fill();
  for (const [name, fill] of [["woods", colours.woods], ["water", colours.water],
    ["hill", colours.hill]]) {
    ctx.fillStyle = fill;
    const some = places.filter((place) => art(place) === name);
    outlines(some, 1.01);
    ctx.fill();
  }
  const showing = picture && board.image;
  if (showing) {
    ctx.globalAlpha = showing.opacity;
    ctx.drawImage(picture, showing.x, showing.y, showing.width, showing.height);
    ctx.globalAlpha = 1;
  }
  for (const place of places) {
    const open = !["woods", "water"].includes(art(place));
    if (fine && open && !showing) drawClear(ctx, place, colours, fine);
  }
  // Over a picture too: it need not show which hexes count as wooded.
  for (const place of places) {
    if (art(place) !== "clear") (ARTS[art(place)] ?? drawUnknown)(ctx, place, colours, fine);
  }
  ctx.restore();

  ctx.strokeStyle = colours.grid;
  ctx.lineWidth = Math.max(0.025, 0.7 / scale);
  outlines(places, 1);
  ctx.stroke();
  if (numbers && scale > 26 && geometry.hexes) {
    ctx.font = `0.19px ${SANS}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.fillStyle = colours.number;
    for (const place of places) ctx.fillText(place.id, place.x, place.y - geometry.half + 0.16);
  }
}

/** The names of places, over the counters, which hide the towns themselves.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {Place[]} places
 * @param {Palette} colours @param {number} scale */
export function drawNames(ctx, geometry, places, colours, scale) {
  const size = Math.min(0.9, Math.max(0.27, 10 / scale));
  ctx.font = `600 ${size}px ${SERIF}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = size * 0.32;
  ctx.strokeStyle = colours.halo;
  ctx.fillStyle = colours.name;
  for (const place of places) {
    if (!place.name) continue;
    const y = place.y + geometry.half - 0.11;
    ctx.strokeText(place.name, place.x, y);
    ctx.fillText(place.name, place.x, y);
  }
}
