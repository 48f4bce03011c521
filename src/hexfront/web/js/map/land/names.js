/** Names of places, set so that no two lie on each other, and beside counters. */
import { SANS, SERIF } from "../palette.js";
import { pileReach } from "../pieces/stacks.js";
import { inRoom, roomOf } from "./rooms.js";

/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("../palette.js").Palette} Palette */
/** In hex sizes; `turn` in radians, and `small` what is less than a name.
 * @typedef {{text: string, x: number, y: number, size: number, turn?: number, small?: boolean}} Name */
/** @typedef {import("./rooms.js").Room} Room */
/** @typedef {import("../pieces/stacks.js").Reach} Reach */

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

/** Where names go at a scale: below their place, or where there is room and no counter; where all is
 * full, under counters as little as can be; nowhere where another name is.
 * @param {CanvasRenderingContext2D} ctx @param {Geometry} geometry @param {number} scale
 * @param {Map<string, unknown[]>} [stacks] counters by their place @returns {Name[]} */
export function placeNames(ctx, geometry, scale, stacks = new Map()) {
  const size = sizeAt(scale);
  ctx.font = `600 100px ${SERIF}`;
  /** @type {Reach[]} */
  const taken = [];
  /** @type {Name[]} */
  const names = [];
  for (const place of geometry.outlines.size ? geometry.board.places : []) {
    names.push(...namesWithin(ctx, geometry, place, scale));
  }
  const piles = geometry.outlines.size ? [] : [...stacks].flatMap(([id, stack]) => {
    const place = geometry.places.get(id);
    return place ? [pileReach(place, stack.length, scale)] : [];
  });
  for (const place of namedPlaces(geometry, scale)) {
    if (!place.name || geometry.outlines.has(place.id)) continue;
    const wide = (ctx.measureText(place.name).width / 100) * size;
    const near = piles.filter(({ left, right, top, bottom }) => left < place.x + 2 * wide + 2
      && right > place.x - 2 * wide - 2 && top < place.y + 2 * size + 2 && bottom > place.y - 2 * size - 2);
    /** @type {{spot: [number, number], box: Reach, hidden: number} | null} */
    let best = null;
    for (const [dx, dy] of spotsOf(geometry, place, wide, size, stacks.get(place.id)?.length ?? 0)) {
      const box = { left: place.x + dx - wide / 2 - MARGIN, right: place.x + dx + wide / 2 + MARGIN,
        top: place.y + dy - size * 0.55, bottom: place.y + dy + size * 0.55 };
      if (taken.some((other) => shared(other, box) > 0)) continue;
      const letters = { left: box.left + MARGIN, right: box.right - MARGIN,
        top: place.y + dy - size * LETTERS, bottom: place.y + dy + size * LETTERS };
      const hidden = near.reduce((sum, pile) => sum + shared(pile, letters), 0);
      if (!best || hidden < best.hidden - 0.01) best = { spot: [dx, dy], box, hidden };
      if (hidden === 0) break;
    }
    if (!best) continue;
    taken.push(best.box);
    names.push({ text: place.name, x: place.x + best.spot[0], y: place.y + best.spot[1], size });
  }
  return names;
}

/** Half the height of letters, in their size. */
const LETTERS = 0.4;

/** @param {Reach} a @param {Reach} b @returns {number} the area that both cover */
function shared(a, b) {
  return Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
}

/** Where the name of a place may stand, as seen from its middle, the best first.
 * @param {Geometry} geometry @param {Place} place @param {number} wide @param {number} size of the name
 * @param {number} count of counters there @returns {[number, number][]} */
function spotsOf(geometry, place, wide, size, count) {
  const isBox = geometry.board.terrain[place.terrain]?.art === "box";
  const edge = pileReach({ x: 0, y: 0 }, count, Infinity);
  // Clear of the figures on a counter.
  const low = isBox ? 1.2 + size * 0.5
    : Math.max(geometry.half - 0.02 - size * 0.3, edge.bottom + 0.02 + size * LETTERS);
  const over = Math.max(0, place.x + wide / 2 - geometry.bounds.right);
  const beside = Math.max(0.75, edge.right + 0.05) + wide / 2;
  return [[-over, low], [-over, -low], [0, low + size * 0.8], [beside, 0], [-beside, 0], [beside - 0.4, low - size * 0.4],
    [-beside + 0.4, low - size * 0.4], [beside - 0.4, size * 0.4 - low], [-beside + 0.4, size * 0.4 - low], [0, -low - size * 0.8]];
}

/** Heights of letters within an outline: in hex sizes, and in pixels of the page. */
const LARGEST = 0.42;
const LEAST_PIXELS = 5.5;
const MOST_PIXELS = 19;
/** What can be read without effort; on a small screen names are no smaller if they fit along the place. */
const EASY_PIXELS = 9.5;
/** How much smaller than a name the note below it is, and how far its lines lie apart. */
const NOTE = 0.82;
const LEADING = 1.08;

/** Words of a name that is too long are cut, but not to fewer letters. */
const LEAST_LETTERS = 5;

/** The name of a place with an outline, broken into lines that stay within: upright, or along the
 * place where that makes them larger; cut, or nowhere, where they could not be read.
 * @param {CanvasRenderingContext2D} ctx with the font of names at 100 pixels
 * @param {Geometry} geometry @param {Place} place @param {number} scale @returns {Name[]} */
function namesWithin(ctx, geometry, place, scale) {
  const room = roomOf(geometry, place);
  if (!room || !place.name) return [];
  const words = place.name.split(" ");
  const most = Math.min(Math.max(LARGEST, EASY_PIXELS / scale), MOST_PIXELS / scale);
  const along = Math.atan2(room.out.y, room.out.x);
  const turn = Math.abs(along) > Math.PI / 2 + 0.01 ? along - Math.PI * Math.sign(along) : along;
  const set = (/** @type {string[]} */ parts, /** @type {number} */ size) => {
    const lines = linesOf(ctx, parts, size, room).map((text) => ({ text, size, small: false }));
    const note = place.note && size * NOTE * scale > 7 ? [{ text: place.note, size: size * NOTE, small: true }] : [];
    return setLines(ctx, [...lines, ...note], room, 0) ?? (scale * size <= EASY_PIXELS ? setLines(ctx, lines, room, turn) : null);
  };
  for (let size = most; size * scale >= LEAST_PIXELS; size *= 0.94) {
    const found = set(words, size);
    if (found) return found;
  }
  for (let letters = Math.max(...words.map(({ length }) => length)) - 2; letters >= LEAST_LETTERS; letters -= 1) {
    const cut = words.map((word) => (word.length > letters + 1 ? `${word.slice(0, letters)}…` : word));
    const found = set(cut, LEAST_PIXELS / scale);
    if (found) return found;
  }
  return [];
}

/** Words in as few lines as about fit. @param {CanvasRenderingContext2D} ctx @param {string[]} words
 * @param {number} size @param {Room} room @returns {string[]} */
function linesOf(ctx, words, size, room) {
  const fits = (/** @type {string} */ text) => (ctx.measureText(text).width / 100) * size < room.wide * 0.92;
  /** @type {string[]} */
  const lines = [];
  for (const word of words) {
    const last = lines[lines.length - 1];
    if (last && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Lines as a block next to the band; null where it does not fit.
 * @param {CanvasRenderingContext2D} ctx @param {{text: string, size: number, small: boolean}[]} lines
 * @param {Room} room @param {number} turn @returns {Name[] | null} */
function setLines(ctx, lines, room, turn) {
  const wide = Math.max(...lines.map(({ text, size }) => (ctx.measureText(text).width / 100) * size)) + 0.06;
  const high = lines.reduce((sum, { size }) => sum + size * LEADING, 0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  // What runs along the place is narrow, and may go beside counters.
  const limit = room.split + (turn ? 0.55 : 0.12);
  // How far the block reaches towards the band.
  const half = (Math.abs(room.out.x * cos + room.out.y * sin) * wide + Math.abs(room.out.y * cos - room.out.x * sin) * high) / 2;
  for (let down = room.top + 0.1 + half; down + half <= limit || down === room.top + 0.1 + half; down += 0.08) {
    if (down + half > limit + 0.05) return null;
    const centre = inRoom(room, down);
    const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: centre.x + x * cos - y * sin, y: centre.y + x * sin + y * cos });
    const edge = [-1, -0.5, 0, 0.5, 1].flatMap((part) => [at((part * wide) / 2, high / 2), at((part * wide) / 2, -high / 2),
      at(wide / 2, (part * high) / 2), at(-wide / 2, (part * high) / 2)]);
    if (!edge.every(({ x, y }) => room.free(x, y))) continue;
    let y = -high / 2;
    return lines.map(({ text, size, small }) => {
      y += size * LEADING;
      return { text, ...at(0, y - (size * LEADING) / 2), size, turn, small };
    });
  }
  return null;
}

/** Write names in pixels of the page, in which letters are sharpest.
 * @param {CanvasRenderingContext2D} ctx @param {Name[]} names
 * @param {import("../camera.js").Frame} frame @param {number} ratio pixels of the screen in one of them
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
    ctx.font = `${name.small ? 500 : 600} ${size}px ${name.small ? SANS : SERIF}`;
    if (name.turn !== undefined) {
      // Printed on paper, which needs no halo.
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(name.turn);
      ctx.globalAlpha = name.small ? 0.8 : 1;
      ctx.fillText(name.text, 0, 0);
      ctx.restore();
      continue;
    }
    ctx.lineWidth = size * 0.3;
    ctx.strokeText(name.text, x, y);
    ctx.fillText(name.text, x, y);
  }
}
