/** What lies on a board, worked out once: areas that merge, courses of rivers and roads, heights. */
import { bordersOf, homesOf } from "./borders.js";
import { holds, random } from "../geometry.js";
import { heightField, postsOf } from "./heights.js";
import {
  boxAround, cornersOf, courses, loopsAround, meets, smoothLine, smoothLoop, straightLoop, strayed, vertexKey,
} from "./lines.js";
import { Mass } from "./mass.js";
import { networkOf } from "./network.js";
import { MASSES } from "../shapes.js";

/** @typedef {import("../../../types").Board} Board */
/** @typedef {import("../../../types").Place} Place */
/** @typedef {import("../scene").Point} Point */
/** @typedef {import("../geometry.js").Box} Box */
/** @typedef {import("../geometry.js").Geometry} Geometry */
/** @typedef {import("./lines.js").Line} Line */
/** @typedef {{line: Line, width: number, name: string}} River */
/** @typedef {{line: Line, kind: string, name: string}} Road */
/** @typedef {{x: number, y: number, turn: number, wide: number, kind: string}} Bridge */
/** @typedef {{roads: Road[], rivers: River[], lines: Line[], far: number}} Way */
/** What was drawn of each road and river of the board. @typedef {Map<object, Way>} Ways */
/** @typedef {{x: number, y: number, wide: number, deep: number, turn: number, roof: number}} House */
/** @typedef {{streets: Line[], houses: House[], plaza: Point | null}} Town */

const STRAY = 0.12;
const RIVER_WIDTH = 0.16;
const SPOT = 0.12;
/** How far from a hex that has changed the ground may look different. */
const REACH = 3;
const NEAR = [[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1], [0.7, 0.7], [-0.7, -0.7], [0.7, -0.7], [-0.7, 0.7]];

/** @param {number} x @param {number} y */
const spot = (x, y) => (Math.floor(x / SPOT) + 32768) * 65536 + Math.floor(y / SPOT) + 32768;

export class Land {
  /** @param {Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    const { board } = geometry;
    /** @type {Map<string, string>} */
    this.arts = new Map(Object.entries(board.terrain).map(([name, kind]) => [name, kind.art]));
    /** Hexes just off the board, which go on as the board does there. @type {Map<number, Point>} */
    this.beyond = new Map();
    /** Places beside the map. */
    this.boxes = board.places.filter((place) => this.isBox(place));
    /** What the land is like in hexes of water that a coast crosses. @type {Map<string, string>} */
    this.shores = new Map();
    this.border = loopsAround(geometry, board.places.filter((place) => !this.isBox(place))).map(straightLoop);
    /** All that is on the board. */
    this.whole = new Path2D();
    for (const { path } of this.border) this.whole.addPath(path);
    if (geometry.hexes) this.lookBeyond();
    if (geometry.hexes && board.coast?.length) this.lookAshore();
    /** @type {Map<string, Line[]>} */
    this.areas = new Map();
    /** @type {Map<string, Mass>} */
    this.masses = new Map();
    /** The art that hexes, and those beyond the board, have in the areas. @type {Map<string | number, string>} */
    this.placed = new Map();
    if (geometry.hexes) this.placeAreas(board.places, this.beyond.values());
    else for (const { art } of MASSES) this.addArea(art);
    this.homes = homesOf(geometry);
    this.borders = bordersOf(geometry);
    this.network = networkOf(geometry);
    this.coast = (board.coast ?? []).map(({ kind, points }) =>
      ({ kind, line: smoothLoop(points.map(([x, y]) => ({ x, y }))) }));
    this.heights = heightField(geometry, (point) => this.nearest(point), [...this.beyond.values()]);
    /** @type {Road[]} */
    this.roads = [];
    /** @type {River[]} */
    this.rivers = [];
    /** Each as it was drawn. @type {Ways} */
    this.ways = new Map();
    /** Spots where no tree stands, by how often a road or a river keeps them free. @type {Map<number, number>} */
    this.kept = new Map();
    /** @type {Bridge[]} */
    this.bridges = [];
    /** The bridges of each road over each river. @type {WeakMap<Road, Map<River, Bridge[]>>} */
    this.crossed = new WeakMap();
    /** @type {Map<string, Point[]>} */
    this.exits = new Map();
    /** @type {Map<string, Town>} */
    this.towns = new Map();
    this.drawLines();
  }

  /** Roads and rivers, and what follows from where they run; those that were drawn before stay.
   * @param {Set<object>} [anew] but for these @returns {Line[]} what is new, and what is there no more */
  drawLines(anew = new Set()) {
    const { board } = this.geometry;
    const before = this.ways;
    this.ways = new Map([...board.roads ?? [], ...board.rivers ?? []].map((way) =>
      [way, (anew.has(way) ? null : before.get(way)) ?? this.drawWay(way)]));
    /** @type {Line[]} */
    const changed = [];
    for (const [ways, others, by] of /** @type {[Ways, Ways, 1 | -1][]} */ ([[before, this.ways, -1], [this.ways, before, 1]])) {
      for (const [way, drawn] of ways) {
        if (others.get(way) === drawn) continue;
        for (const line of drawn.lines) this.keep(line, drawn.far, by);
        changed.push(...drawn.lines);
      }
    }
    this.roads = [...this.ways.values()].flatMap(({ roads }) => roads);
    this.rivers = [...this.ways.values()].flatMap(({ rivers }) => rivers);
    this.bridges = this.findBridges();
    this.exits = this.findExits();
    this.towns.clear();
    return changed;
  }

  /** @param {import("../../../types").BoardRoad | import("../../../types").BoardRiver} way @returns {Way} */
  drawWay(way) {
    if (this.geometry.board.rivers?.includes(way)) {
      const rivers = this.course(way);
      return { roads: [], rivers, lines: rivers.map(({ line }) => line), far: (rivers[0]?.width ?? RIVER_WIDTH) / 2 + 0.16 };
    }
    const { kind = "road", name, path } = /** @type {import("../../../types").BoardRoad} */ (way);
    const points = this.runOff(path, path.flatMap((id) => this.anchor(id)));
    const roads = points.length > 1 ? [{ kind, name: name ?? "", line: smoothLine(points) }] : [];
    return { roads, rivers: [], lines: roads.map(({ line }) => line), far: 0.17 };
  }

  /** Put hexes, and those beyond the board, into the areas of their arts.
   * @param {Iterable<Place>} places @param {Iterable<Point>} beyond
   * @returns {Point[]} the centres of those that have changed */
  placeAreas(places, beyond) {
    /** @type {Point[]} */
    const moved = [];
    const arts = new Set();
    const put = (/** @type {string | number} */ key, /** @type {Point} */ centre, /** @type {string} */ art) => {
      const before = this.placed.get(key);
      if (before === art) return;
      this.placed.set(key, art);
      moved.push(centre);
      for (const [name, on] of /** @type {[string | undefined, boolean][]} */ ([[before, false], [art, true]])) {
        const kind = MASSES.find((mass) => mass.art === name);
        if (!kind) continue;
        const mass = this.masses.get(kind.art) ?? new Mass(this.geometry, kind.stray ?? STRAY);
        this.masses.set(kind.art, mass);
        mass.set(centre, on);
        arts.add(kind.art);
      }
    };
    for (const place of places) put(place.id, place, this.art(place));
    for (const there of beyond) put(vertexKey(there), there, this.art(this.nearest(there)));
    for (const { art } of MASSES) {
      const mass = this.masses.get(art);
      if (mass && arts.has(art)) this.areas.set(art, mass.lines());
    }
    return moved;
  }

  /** Work out anew what follows from other terrain or heights of some hexes.
   * @param {Place[]} places whose terrain or height has changed on the board
   * @param {boolean} lasting whether they stay so: the scale of heights is then fitted to all
   * @returns {Box | null} what is to be drawn anew; null for nothing */
  change(places, lasting) {
    const { geometry } = this;
    const around = new Map(places.flatMap((place) => [place, ...this.beside(place)]).map((place) => [place.id, place]));
    const before = this.shores;
    if (this.shores.size || geometry.board.coast?.length) this.lookAshore();
    for (const id of new Set([...before.keys(), ...this.shores.keys()])) {
      const place = geometry.places.get(id);
      if (place && before.get(id) !== this.shores.get(id)) around.set(id, place);
    }
    const near = [...around.values()];
    const beyond = new Map(near.flatMap((place) => this.offBoard(place).map((there) => [vertexKey(there), there])));
    const isTown = (/** @type {string | undefined} */ art) => art === "town";
    const towns = new Set(near.filter(({ id }) => isTown(this.placed.get(id))));
    const moved = this.placeAreas(near, beyond.values());
    for (const place of near) this.towns.delete(place.id);
    const raised = this.changeHeights(near, [...beyond.values()], lasting);
    if (raised === "all") {
      const { left, right, top, bottom } = geometry.bounds;
      return boxAround([{ x: left, y: top }, { x: right, y: bottom }], 1);
    }
    const points = [...moved, ...raised, ...this.moveAnchors(near.filter((place) => towns.has(place) !== isTown(this.art(place))))];
    return points.length ? boxAround(points, REACH) : null;
  }

  /** Draw anew the ways through places: in a town they lead through its middle.
   * @param {Place[]} places @returns {Point[]} the corners of what has changed */
  moveAnchors(places) {
    if (!places.length) return [];
    const ids = new Set(places.map(({ id }) => id));
    const moved = [...this.ways.keys()].filter((way) => "path" in way && Array.isArray(way.path) && way.path.some((id) => ids.has(id)));
    return moved.length ? this.drawLines(new Set(moved)).flatMap(cornersOf) : [];
  }

  /** @param {Place[]} places @param {Point[]} beyond @param {boolean} lasting
   * @returns {Point[] | "all"} where heights have changed */
  changeHeights(places, beyond, lasting) {
    const posts = postsOf(this.geometry, places, (point) => this.nearest(point), beyond);
    if (this.heights?.fits(posts)) return this.heights.change(posts);
    if (!this.heights && posts.every((post) => post.height === 0)) return [];
    if (!lasting) return this.heights?.change(posts) ?? [];
    this.heights = heightField(this.geometry, (point) => this.nearest(point), [...this.beyond.values()]);
    return "all";
  }

  /** The hexes beside one. @param {Place} place */
  beside(place) {
    return Array.from({ length: 6 }, (_, side) => this.geometry.at(this.geometry.beyond(place, side))).flatMap((there) => there ?? []);
  }

  /** Centres beside a hex that are not on the board. @param {Place} place */
  offBoard(place) {
    return Array.from({ length: 6 }, (_, side) => this.geometry.beyond(place, side)).filter((there) => this.beyond.has(vertexKey(there)));
  }

  /** Work out roads, rivers and links anew. @param {Board["links"]} before the links that there were
   * @returns {Box | null} what is to be drawn anew; null for nothing */
  changeLines(before) {
    const changed = this.drawLines();
    this.network = networkOf(this.geometry);
    const points = [...linkPoints(this.geometry, before, this.geometry.board.links),
      ...changed.flatMap(cornersOf)];
    return points.length ? boxAround(points, REACH) : null;
  }

  /** @param {Place} place */
  art(place) {
    return this.shores.get(place.id) ?? this.arts.get(place.terrain) ?? "clear";
  }

  /** @param {Place} place */
  isBox(place) {
    return this.arts.get(place.terrain) === "box";
  }

  /** @param {number} x @param {number} y */
  artAt(x, y) {
    const place = this.geometry.find(x, y);
    return place ? this.art(place) : "";
  }

  lookBeyond() {
    const { geometry } = this;
    for (const place of geometry.board.places) {
      for (let side = 0; side < 6 && !this.isBox(place); side += 1) {
        const there = geometry.beyond(place, side);
        if (!geometry.at(there)) this.beyond.set(vertexKey(there), there);
      }
    }
  }

  /** Land in a hex of water is like most of the land beside it. */
  lookAshore() {
    const { geometry } = this;
    const found = geometry.board.places.flatMap((place) => {
      if (this.art(place) !== "sea") return [];
      /** @type {Map<string, number>} */
      const counts = new Map();
      for (let side = 0; side < 6; side += 1) {
        const there = geometry.at(geometry.beyond(place, side));
        const art = there ? this.art(there) : "sea";
        if (art !== "sea" && art !== "mountain") counts.set(art, (counts.get(art) ?? 0) + 1);
      }
      const [most] = [...counts].sort((a, b) => b[1] - a[1]);
      return most ? [[place.id, most[0]]] : [];
    });
    this.shores = new Map(/** @type {[string, string][]} */ (found));
  }

  /** The art at a point by the drawn coast, as far as one must know to tell it from another.
   * @param {number} x @param {number} y @param {string} sought */
  groundAt(x, y, sought) {
    const art = this.artAt(x, y);
    if (!this.coast.length || (art === "sea" && sought !== "sea") || (art !== sought && sought !== "sea")) return art;
    return this.wet(x, y) ? "sea" : art === "sea" ? "" : art;
  }

  /** The place at or next to a point that is most like its surroundings.
   * @param {Point} point @returns {Place} */
  nearest(point) {
    const { geometry } = this;
    const here = geometry.at(point);
    if (here) return here;
    /** @type {Map<string, Place[]>} */
    const kinds = new Map();
    for (let side = 0; side < 6; side += 1) {
      const place = geometry.at(geometry.beyond(point, side));
      if (place) kinds.set(this.art(place), [...(kinds.get(this.art(place)) ?? []), place]);
    }
    const common = [...kinds.values()].sort((a, b) => b.length - a.length)[0];
    return common?.[0] ?? geometry.board.places[0];
  }

  /** Areas of places that are no hexes. @param {string} art */
  addArea(art) {
    const places = this.geometry.board.places.filter((place) => this.art(place) === art);
    if (places.length) this.areas.set(art, loopsAround(this.geometry, places).map(straightLoop));
  }

  /** Where roads pass through a place: all through the same spot, so that they meet.
   * @param {string} id @returns {Point[]} */
  anchor(id) {
    const place = this.geometry.places.get(id);
    if (!place) return [];
    return [this.art(place) === "town" ? { x: place.x, y: place.y } : strayed(place, 0.2)];
  }

  /** A line that ends at the edge of the board, but in no town, runs off it.
   * @param {string[]} path @param {Point[]} points */
  runOff(path, points) {
    if (points.length < 2 || !this.geometry.hexes) return points;
    const off = (/** @type {string} */ id, /** @type {Point} */ end, /** @type {Point} */ before) => {
      const place = this.geometry.places.get(id);
      if (!place || this.art(place) === "town") return [];
      const ways = Array.from({ length: 6 }, (_, side) => this.geometry.beyond(place, side))
        .filter((there) => !this.geometry.at(there));
      const bend = (/** @type {Point} */ there) => ((there.x - end.x) * (end.x - before.x)
        + (there.y - end.y) * (end.y - before.y)) / Math.hypot(there.x - end.x, there.y - end.y);
      return ways.sort((a, b) => bend(b) - bend(a)).slice(0, 1);
    };
    const last = points.length - 1;
    return [...off(path[0], points[0], points[1]), ...points,
      ...off(path[path.length - 1], points[last], points[last - 1])];
  }

  /** @param {import("../../../types").BoardRiver} river @returns {River[]} */
  course({ name, width, sides = [], path = [] }) {
    const edges = sides.flatMap(([a, b]) => {
      const side = this.geometry.side(a, b);
      return side ? [side] : [];
    });
    const lines = courses(edges).map((points) => points.flatMap((point, i) => {
      const next = points[i + 1];
      const bent = strayed(point, 0.1);
      return next ? [bent, strayed({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, 0.13)] : [bent];
    }));
    const through = path.flatMap((id) => this.geometry.places.get(id) ?? []);
    if (through.length > 1) lines.push(this.runOff(path, through.map((point) => strayed(point, 0.22))));
    return lines.map((points, i) =>
      ({ line: smoothLine(points), width: width ?? RIVER_WIDTH, name: i === 0 ? name ?? "" : "" }));
  }

  /** Keep a strip free of trees, or no more. @param {Line} line @param {number} far to either side @param {1 | -1} by */
  keep({ points }, far, by) {
    for (let i = 0; i + 1 < points.length; i += 1) {
      for (const part of [0, 0.25, 0.5, 0.75]) {
        const x = points[i].x + (points[i + 1].x - points[i].x) * part;
        const y = points[i].y + (points[i + 1].y - points[i].y) * part;
        for (const [dx, dy] of NEAR) {
          const key = spot(x + dx * far, y + dy * far);
          const count = (this.kept.get(key) ?? 0) + by;
          if (count > 0) this.kept.set(key, count);
          else this.kept.delete(key);
        }
      }
    }
  }

  /** Whether a road or a river runs there. @param {number} x @param {number} y */
  taken(x, y) {
    return this.kept.size > 0 && this.kept.has(spot(x, y));
  }

  /** Whether a point lies in the sea by the drawn coast. @param {number} x @param {number} y */
  wet(x, y) {
    const sheet = this.coast.findLast(({ line }) => meets(line, { x, y, wide: 0, high: 0 }, 0)
      && holds(line.points, x, y));
    return sheet ? sheet.kind === "sea" : false;
  }

  /** Where roads cross rivers. @returns {Bridge[]} */
  findBridges() {
    return this.roads.flatMap((road) => this.rivers.flatMap((river) => {
      const known = this.crossed.get(road) ?? new Map();
      this.crossed.set(road, known);
      if (!known.has(river)) {
        const found = meets(road.line, river.line.box, 0) ? crossings(road.line.points, river.line) : [];
        known.set(river, found.map(({ point, turn }) => ({ ...point, turn, wide: river.width, kind: road.kind })));
      }
      return /** @type {Bridge[]} */ (known.get(river));
    }));
  }

  /** The directions in which roads leave a place. */
  findExits() {
    /** @type {Map<string, Point[]>} */
    const exits = new Map();
    for (const { kind, path } of this.geometry.board.roads ?? []) {
      if (kind === "rail") continue;
      path.forEach((id, i) => {
        for (const other of [path[i - 1], path[i + 1]]) {
          if (other) exits.set(id, [...(exits.get(id) ?? []), ...this.anchor(other)]);
        }
      });
    }
    return exits;
  }

  /** The streets and houses of a town's place. @param {Place} place @returns {Town} */
  town(place) {
    const known = this.towns.get(place.id);
    if (known) return known;
    const town = this.buildTown(place);
    this.towns.set(place.id, town);
    return town;
  }

  /** @param {Place} place @returns {Town} */
  buildTown(place) {
    const next = random(`town ${place.id}`);
    const turns = (this.exits.get(place.id) ?? []).map((there) =>
      Math.atan2(there.y - place.y, there.x - place.x));
    for (let side = 0; side < 6 && this.geometry.hexes; side += 1) {
      const there = this.geometry.beyond(place, side);
      if (this.artAt(there.x, there.y) === "town") turns.push(Math.atan2(there.y - place.y, there.x - place.x));
    }
    const spin = next() * Math.PI;
    for (let i = 0; turns.length < 4 && i < 8; i += 1) {
      const turn = (turns[0] ?? spin) + [Math.PI / 2, -Math.PI / 2, Math.PI, 0.8, -0.8, 2.3, -2.3, 0][i];
      if (turns.every((other) => Math.cos(other - turn) < 0.5)) turns.push(turn);
    }
    const streets = [];
    for (const turn of turns) {
      const ray = (/** @type {number} */ far, /** @type {number} */ aside) => ({
        x: place.x + Math.cos(turn) * far - Math.sin(turn) * aside,
        y: place.y + Math.sin(turn) * far + Math.cos(turn) * aside });
      streets.push([ray(0, 0), ray(0.45, (next() - 0.5) * 0.08), ray(0.83, 0)]);
      const branch = next() < 0.5 ? 1 : -1;
      streets.push([ray(0.42, 0), ray(0.46, branch * 0.24), ray(0.42, branch * 0.44)]);
    }
    const lines = streets.map(smoothLine);
    return { streets: lines, houses: this.houses(place, lines, next),
      plaza: next() < 0.8 ? { x: place.x, y: place.y } : null };
  }

  /** Houses in rows along streets, where there is room.
   * @param {Place} place @param {Line[]} streets @param {() => number} next @returns {House[]} */
  houses(place, streets, next) {
    const ways = [...streets, ...this.roads.filter(({ line }) =>
      meets(line, { x: place.x - 1, y: place.y - 1, wide: 2, high: 2 }, 0)).map(({ line }) => line)]
      .flatMap(({ points }) => points.filter((point) => Math.hypot(point.x - place.x, point.y - place.y) < 1.1));
    /** @type {House[]} */
    const houses = [];
    for (const { points } of streets) {
      for (let i = 0; i + 1 < points.length; i += 1) {
        const [a, b] = [points[i], points[i + 1]];
        const turn = Math.atan2(b.y - a.y, b.x - a.x);
        for (const hand of [1, -1]) {
          for (const row of [0.135, 0.3]) {
            const wide = 0.11 + next() * 0.07;
            const deep = 0.085 + next() * 0.03;
            const off = row + next() * 0.03;
            const x = (a.x + b.x) / 2 - Math.sin(turn) * hand * off;
            const y = (a.y + b.y) / 2 + Math.cos(turn) * hand * off;
            const away = Math.hypot(x - place.x, y - place.y);
            if (away > 0.78 || away < 0.16 || next() < away * 0.3) continue;
            if (houses.some((other) => Math.hypot(other.x - x, other.y - y) < (other.wide + wide) * 0.6)) continue;
            if (ways.some((way) => Math.hypot(way.x - x, way.y - y) < 0.115)) continue;
            houses.push({ x, y, wide, deep, turn: turn + (next() - 0.5) * 0.12, roof: next() });
          }
        }
      }
    }
    return houses.sort((p, q) => p.y - q.y);
  }
}

/** Where two lines cross, and which way the first then runs.
 * @param {Point[]} first @param {Line} other */
function crossings(first, { box, points: second }) {
  const found = [];
  for (let i = 0; i + 1 < first.length; i += 1) {
    const [a, b] = [first[i], first[i + 1]];
    if (Math.max(a.x, b.x) < box.x || Math.min(a.x, b.x) > box.x + box.wide
      || Math.max(a.y, b.y) < box.y || Math.min(a.y, b.y) > box.y + box.high) continue;
    for (let j = 0; j + 1 < second.length; j += 1) {
      const [c, d] = [second[j], second[j + 1]];
      const det = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
      if (!det) continue;
      const t = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / det;
      const u = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / det;
      if (t < 0 || t >= 1 || u < 0 || u >= 1) continue;
      found.push({ point: { x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y) },
        turn: Math.atan2(b.y - a.y, b.x - a.x) });
    }
  }
  return found;
}

/** The ends of links that one board has and another has not.
 * @param {Geometry} geometry @param {Board["links"]} before @param {Board["links"]} now */
function linkPoints({ places }, before, now) {
  const ends = (/** @type {Board["links"]} */ links) => new Map((links ?? []).flatMap(({ name, look, pairs }) =>
    pairs.map((pair) => [`${name} ${look} ${pair.join(" ")}`, pair])));
  const [old, fresh] = [ends(before), ends(now)];
  return [...old, ...fresh].flatMap(([key, pair]) =>
    (old.has(key) && fresh.has(key) ? [] : pair.flatMap((id) => places.get(id) ?? [])));
}
