/** The gauges of a seat over time: asked for as time goes on, and sorted into charts. */
/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("../../types").TimePoint} CoursePoint */
/** @typedef {{caption: string, side: number | null, points: [number, number | null][]}} Line */
/** @typedef {{title: string, unit: string, lines: Line[]}} Chart */

/** With so many points all are asked for again, since the server leaves some out then. */
const MOST = 2000;

/** What the gauges of one seat showed, asked for as time goes on. */
export class TimeSeries {
  /** @param {Session} session */
  constructor(session) {
    this.session = session;
    this.points = /** @type {CoursePoint[]} */ ([]);
    /** The number of the point that comes next; of many points some are left out. */
    this.next = 0;
    this.seat = /** @type {number | null} */ (null);
    this.match = "";
    this.asking = false;
  }

  /** Ask for what has come since. */
  async follow() {
    const { session } = this;
    if (this.asking || session.seat === null || !session.open) return;
    if (this.seat !== session.seat) {
      this.forget();
      this.seat = session.seat;
    }
    if (this.points.length && this.points[this.points.length - 1].time >= (session.now?.time ?? 0)) return;
    this.asking = true;
    const { seat } = this;
    const since = this.points.length < MOST ? this.next : 0;
    const answer = await session.connection.ask({ type: "time_series", seat, since });
    this.asking = false;
    if (answer.type !== "time_series" || session.seat !== seat) return;
    this.points = [...(answer.since ? this.points : []), ...answer.points];
    this.next = answer.until;
    if (answer.points.length) session.changed();
  }

  forget() {
    this.points = [];
    this.next = 0;
    this.seat = null;
  }
}

/** The charts of a time series: each gauge a line, broken where it was not there.
 * @param {CoursePoint[]} points @returns {Chart[]} */
export function chartsOf(points) {
  /** @type {Map<string, {unit: string, lines: Map<string, Line>}>} */
  const charts = new Map();
  points.forEach((point, i) => {
    for (const gauge of point.gauges) {
      const chart = charts.get(gauge.chart) ?? { unit: gauge.unit, lines: new Map() };
      charts.set(gauge.chart, chart);
      const line = chart.lines.get(gauge.caption)
        ?? { caption: gauge.caption, side: gauge.side, points: [] };
      chart.lines.set(gauge.caption, line);
      line.side = gauge.side;
      const last = line.points[line.points.length - 1];
      if (last && i && last[0] < points[i - 1].time) line.points.push([points[i - 1].time, null]);
      line.points.push([point.time, gauge.value]);
    }
  });
  return [...charts].map(([title, { unit, lines }]) => ({ title, unit, lines: [...lines.values()] }));
}
