/** Names of places over the counters, set so that no two lie on each other. */
import { SERIF } from "./palette.js";

/** @typedef {import("../../types").Place} Place */
/** @typedef {import("./geometry.js").Geometry} Geometry */
/** @typedef {import("./palette.js").Palette} Palette */
/** @typedef {{text: string, x: number, y: number, size: number}} Name in hex sizes */

const MARGIN = 0.12;

/** The height of letters, in hex sizes. @param {number} scale pixels of the page a hex size */
function sizeAt(scale) {
  return Math.min(2, Math.max(0.3, 11 / scale));
}

/** Kinds of places with the scale from which they are named, the most important first. */
const NAMED = /** @type {[string, number][]} */ ([["city", 0], ["port", 8], ["town", 11], ["airfield", 17], ["fort", 17],
  ["village", 20]]);

/** Places with names by their importance, those left out that need a larger scale.
 * @param {Geometry} geometry @param {number} scale @returns {Place[]} */
function namedPlaces(geometry, scale) {
  const rank = (/** @type {Place} */ { signs }) => {
    const at = signs?.length ? NAMED.findIndex(([kind]) => signs.includes(kind)) : 0;
    return at < 0 ? NAMED.length : at;
  };
  return geometry.board.places.filter((place) => place.name && scale >= (NAMED[rank(place)]?.[1] ?? 24))
    .sort((a, b) => rank(a) - rank(b));
}

/** Where names go at a scale: below their place, or where there is room; else nowhere.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {number} scale
 * @returns {Name[]} */
export function placeNames(ctx, geometry, scale) {
  const size = sizeAt(scale);
  ctx.font = `600 100px ${SERIF}`;
  /** @type {{left: number, right: number, top: number, bottom: number}[]} */
  const taken = [];
  /** @type {Name[]} */
  const names = [];
  const { bounds } = geometry;
  for (const place of namedPlaces(geometry, scale)) {
    if (!place.name) continue;
    const isBox = geometry.board.terrain[place.terrain]?.art === "box";
    const wide = (ctx.measureText(place.name).width / 100) * size;
    // Clear of the figures on a counter.
    const low = isBox ? 1.2 + size * 0.5 : Math.max(geometry.half - 0.02 - size * 0.3, 0.6 + size * 0.4);
    const over = Math.max(0, place.x + wide / 2 - bounds.right);
    const spots = [[-over, low], [-over, -low], [0, low + size * 0.8], [0.75 + wide / 2, 0], [-0.75 - wide / 2, 0]];
    for (const [dx, dy] of spots) {
      const box = { left: place.x + dx - wide / 2 - MARGIN, right: place.x + dx + wide / 2 + MARGIN,
        top: place.y + dy - size * 0.55, bottom: place.y + dy + size * 0.55 };
      if (taken.some((other) => other.left < box.right && other.right > box.left && other.top < box.bottom
        && other.bottom > box.top)) continue;
      taken.push(box);
      names.push({ text: place.name, x: place.x + dx, y: place.y + dy, size });
      break;
    }
  }
  return names;
}

/** Write names in pixels of the page, in which letters are sharpest.
 * @param {CanvasRenderingContext2D} ctx @param {Name[]} names
 * @param {import("./camera.js").Frame} frame @param {number} ratio pixels of the screen in one of them
 * @param {Palette} colours */
export function drawNames(ctx, names, frame, ratio, colours) {
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.strokeStyle = colours.halo;
  ctx.fillStyle = colours.name;
  const [wide, high] = [ctx.canvas.width / ratio, ctx.canvas.height / ratio];
  for (const name of names) {
    const [x, y] = [name.x * frame.scale + frame.x, name.y * frame.scale + frame.y];
    const size = name.size * frame.scale;
    const reach = size * name.text.length;
    if (x < -reach || x > wide + reach || y < -size || y > high + size) continue;
    ctx.font = `600 ${size}px ${SERIF}`;
    ctx.lineWidth = size * 0.3;
    ctx.strokeText(name.text, x, y);
    ctx.fillText(name.text, x, y);
  }
}
