/** Hexes of a map by number: columns and rows, labels, neighbours, lines, discs, sides.
 *
 * A hex is a whole number, column × rows + row; -1 is none. Lengths are in sides of a hex. */

/** @typedef {import("../../map/scene").Point} Point */

const ROOT3 = Math.sqrt(3);
/** Axial steps in directions 0 to 5, clockwise from the top. */
const STEPS = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];
/** Two ends of a side or a step in one number. */
const PAIR = 65536;

/** @param {number} a @param {number} b two hexes */
export const pairKey = (a, b) => (a < b ? a * PAIR + b : b * PAIR + a);
/** @param {number} key @returns {[number, number]} the lower one first */
export const pairOf = (key) => [Math.floor(key / PAIR), key % PAIR];

export class Grid {
  /** @param {"digits" | "letters" | "ranks" | ""} numbering @param {number} columns @param {number} rows
   * @param {boolean} pointy */
  constructor(numbering, columns, rows, pointy) {
    this.numbering = numbering;
    this.columns = columns;
    this.rows = rows;
    this.pointy = pointy;
    this.digits = Math.max(columns, rows) > 99 ? 3 : 2;
    this.letters = Math.max(columns, rows) > 26 ? 2 : 1;
    /** All hexes, in number order. @type {number[]} */
    this.all = [];
    for (let column = 0; column < columns; column += 1) {
      for (let row = 0; row < rows; row += 1) if (this.has(column, row)) this.all.push(column * rows + row);
    }
    /** @type {Map<string, number>} */
    this.byLabel = new Map(this.all.map((hex) => [this.label(hex), hex]));
  }

  /** @param {number} column @param {number} row */
  has(column, row) {
    const down = this.numbering === "ranks" ? this.rows - (column & 1) : this.rows;
    return column >= 0 && row >= 0 && column < this.columns && row < down;
  }

  /** @param {number} hex @returns {[number, number]} column and row, from 0 */
  spot(hex) {
    return [Math.floor(hex / this.rows), hex % this.rows];
  }

  /** @param {number} column @param {number} row */
  hex(column, row) {
    return this.has(column, row) ? column * this.rows + row : -1;
  }

  /** @param {number} hex */
  label(hex) {
    const [column, row] = this.spot(hex);
    if (this.numbering === "ranks") {
      return String((column >> 1) * (2 * this.rows - 1) + (column & 1) * this.rows + row + 1);
    }
    const parts = [column, row];
    if (this.numbering === "letters") return `@${parts.map((part) => this.letter(part)).join("")}`;
    return parts.map((part) => String(part + 1).padStart(this.digits, "0")).join("");
  }

  /** @param {number} number */
  letter(number) {
    const low = String.fromCharCode(65 + (number % 26));
    return this.letters === 1 ? low : String.fromCharCode(65 + Math.floor(number / 26)) + low;
  }

  /** @param {string | number} label @returns {number} -1 for one that is not on the map */
  parse(label) {
    return this.byLabel.get(String(label)) ?? -1;
  }

  /** @param {number} hex @returns {[number, number]} */
  axial(hex) {
    const [column, row] = this.spot(hex);
    return this.pointy ? [column - (row >> 1), row] : [column, row - (column >> 1)];
  }

  /** @param {number} q @param {number} r */
  fromAxial(q, r) {
    return this.pointy ? this.hex(q + (r >> 1), r) : this.hex(q, r + (q >> 1));
  }

  /** The centre of a hex. @param {number} hex @returns {Point} */
  centre(hex) {
    const [column, row] = this.spot(hex);
    return this.pointy ? { x: ROOT3 * (column + (row & 1) / 2), y: 1.5 * row }
      : { x: 1.5 * column, y: ROOT3 * (row + (column & 1) / 2) };
  }

  /** The hex at a point; -1 off the map. @param {Point} point */
  at({ x, y }) {
    const [q, r] = this.pointy ? [x / ROOT3 - y / 3, (y * 2) / 3] : [(x * 2) / 3, y / ROOT3 - x / 3];
    return this.fromAxial(...rounded(q, r));
  }

  /** @param {number} hex @returns {number[]} by direction; -1 off the map */
  neighbours(hex) {
    const [q, r] = this.axial(hex);
    return STEPS.map(([dq, dr]) => this.fromAxial(q + dq, r + dr));
  }

  /** @param {number} a @param {number} b */
  distance(a, b) {
    const [q, r] = [this.axial(a)[0] - this.axial(b)[0], this.axial(a)[1] - this.axial(b)[1]];
    return (Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2;
  }

  /** The hexes of the shortest line between two, both included. @param {number} a @param {number} b */
  line(a, b) {
    const [[aq, ar], [bq, br]] = [this.axial(a), this.axial(b)];
    const far = this.distance(a, b);
    const line = [];
    for (let i = 0; i <= far; i += 1) {
      const part = far ? i / far : 0;
      // A little aside, so that a line along sides does not waver.
      const hex = this.fromAxial(...rounded(aq + (bq - aq) * part + 1e-6, ar + (br - ar) * part + 2e-6));
      if (hex >= 0) line.push(hex);
    }
    return line;
  }

  /** All hexes at most so far away. @param {number} hex @param {number} far */
  disc(hex, far) {
    const [q, r] = this.axial(hex);
    const found = [];
    for (let dq = -far; dq <= far; dq += 1) {
      for (let dr = Math.max(-far, -dq - far); dr <= Math.min(far, far - dq); dr += 1) {
        const there = this.fromAxial(q + dq, r + dr);
        if (there >= 0) found.push(there);
      }
    }
    return found;
  }

  /** All hexes joined to one through hexes that please. @param {number} hex
   * @param {(hex: number) => boolean} pleases */
  flood(hex, pleases) {
    const found = new Set([hex]);
    for (const here of found) {
      for (const there of this.neighbours(here)) if (there >= 0 && !found.has(there) && pleases(there)) found.add(there);
    }
    return [...found];
  }

  /** The corners of the side between two neighbours. @param {number} a @param {number} b @returns {[Point, Point]} */
  side(a, b) {
    const [p, q] = [this.centre(a), this.centre(b)];
    const [x, y] = [(p.x + q.x) / 2, (p.y + q.y) / 2];
    // A side is as long as a hex is wide from centre to corner, and stands across.
    const [dx, dy] = [(q.x - p.x) / ROOT3 / 2, (q.y - p.y) / ROOT3 / 2];
    return [{ x: x - dy, y: y + dx }, { x: x + dy, y: y - dx }];
  }

  /** The side nearest to a point, by the hexes that it parts; null off the map.
   * @param {Point} point @returns {[number, number] | null} */
  sideAt(point) {
    const here = this.at(point);
    if (here < 0) return null;
    const centre = this.centre(here);
    let best = -1;
    let most = -Infinity;
    for (const there of this.neighbours(here)) {
      if (there < 0) continue;
      const other = this.centre(there);
      const along = (point.x - centre.x) * (other.x - centre.x) + (point.y - centre.y) * (other.y - centre.y);
      if (along > most) [best, most] = [there, along];
    }
    return best < 0 ? null : [here, best];
  }
}

/** The hex of fractional axial coordinates. @param {number} q @param {number} r @returns {[number, number]} */
function rounded(q, r) {
  const s = -q - r;
  const [a, b, c] = [Math.round(q), Math.round(r), Math.round(s)];
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) return [-b - c, b];
  return db > dc ? [a, -a - c] : [a, b];
}

/** The grid of a map as it stands in a document. @param {import("../../../types").MapLayers} form
 * @param {any} document @returns {Grid} */
export function gridOf(form, document) {
  const size = form.size;
  if (!size) return new Grid("", 0, 0, false);
  const number = (/** @type {string} */ at) => {
    const found = at.split("/").slice(1).reduce((value, part) => value?.[part], document);
    return Number.isInteger(found) && found > 0 ? found : 1;
  };
  const rows = Math.min(number(size.rows), 400);
  let columns = number(size.columns);
  if (size.count) {
    const pairs = Math.floor(columns / (2 * rows - 1));
    columns = 2 * pairs + (columns - pairs * (2 * rows - 1) >= rows ? 1 : 0);
  }
  return new Grid(form.numbering, Math.min(columns, 400), rows, form.pointy);
}
