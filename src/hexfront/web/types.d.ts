/** What the server sends and what the modules share; read by `tsc`, never by a browser. */

export interface Place { id: string; x: number; y: number; terrain: string; name: string | null;
  /** What stands there: `city`, `town`, `village`, `port`, `fort`, `airfield`. */
  signs?: string[];
  /** Whose land it is. */
  side?: number | null;
  /** Its corners, where it is an area, and those of the strip in it that has the colour of its kind. */
  outline?: [number, number][]; band?: [number, number][];
  /** What is printed below its name, and what a player wants to know of it alone. */
  note?: string; facts?: string[];
}
export interface TerrainKind {
  title: string; art: string; facts: string[];
  /** Of places with outlines: what they are tinted with, and a faint sign on them. */
  colour?: string; sign?: string;
}
/** What places with outlines belong to, drawn beside them. */
export interface BoardRegion { title: string; outline: [number, number][]; x: number; y: number; turn?: number }
export interface BoardSide { name: string; title?: string; colour?: string | null }
export interface BoardImage {
  href: string; x: number; y: number; width: number; height: number; opacity: number;
}
/** Where rivers run: along sides of hexes, each given by the two places it parts, or through places. */
export interface BoardRiver {
  name?: string | null; width?: number; sides?: [string, string][]; path?: string[];
}
export interface BoardRoad { kind?: "road" | "track" | "rail"; name?: string | null; path: string[] }
export interface BoardCoast { kind: "land" | "sea"; points: [number, number][] }
/** Routes lead from centre to centre, the best of them with `look` 0; barriers run along the sides that
 * neighbours share, as `water` or as another `line`. */
export interface BoardLink {
  kind: "route" | "barrier"; name: string; title: string; look: number | string; pairs: [string, string][];
}
/** Water under a map whose places do not follow it: areas, by rings of which two make land again, and
 * courses. */
export interface BoardWater { name?: string | null; area?: [number, number][][]; line?: [number, number][] }
export interface BoardLabel {
  text: string; x: number; y: number; size?: number; turn?: number; kind?: "land" | "water";
}
/** A line along sides of hexes, each given by the two places that it parts. */
export interface BoardBorder { kind?: "border" | "sector"; name?: string | null; sides: [string, string][] }
/** A type of unit that one may set up. */
export interface ArmySetupType {
  title: string; sidcs: string[]; values: Record<string, number>; facts?: string[];
}
/** An army that each side chooses and places before the game. */
export interface ArmySetup { size: number; types: Record<string, ArmySetupType> }
/** Places that are controlled together. */
export interface Area { title: string; places: string[] }
export interface Board {
  kind: string; orientation: "flat" | "pointy"; title: string; sides: BoardSide[]; places: Place[];
  terrain: Record<string, TerrainKind>; legend?: Record<string, string>;
  /** Kinds of marks of the system's own, in words. */
  marks?: Record<string, string>; image: BoardImage | null;
  heights?: Record<string, number>; contours?: number; contours_from?: number; rivers?: BoardRiver[]; roads?: BoardRoad[];
  coast?: BoardCoast[]; labels?: BoardLabel[]; links?: BoardLink[]; beneath?: BoardWater[]; borders?: BoardBorder[];
  army_setup?: ArmySetup | null; sectors?: Area[]; regions?: BoardRegion[];
  /** Whether everybody may see everything. */
  open?: boolean;
  /** Where on the board there is room for dice and what they decide. */
  stage?: { x: number; y: number; wide: number; high: number };
  /** Charts whose newest figures stand side by side for every player, the first also above the map. */
  standings?: string[];
  /** Pieces by the word that offers have for them. */
  pieces?: Record<string, { title: string; sign: string }>;
  /** How many of the sectors win. */
  sectors_to_win?: number;
  /** Whether every key without another meaning chooses the next unit, and digits are orders. */
  cycle?: boolean;
  /** Where time runs on: the kind of the offer that lets it, and how many ticks of views a unit has. */
  clock?: { order: string; unit: string; ticks: number };
}
export interface Clause { id: string; title: string; text: string; source: string }
export interface Seat { name: string; kind: string; agent: string; person?: string }
export interface Overlay {
  name: string; title: string; description: string; key: string; of_counter: boolean;
  of_place: boolean; of_order: boolean;
  /** What one calls an order by which the counter goes to a place, if its readings suggest such. */
  suggests_orders: string; look: Look;
}
/** A number with what it follows from; `columns` where the parts are rows of a table. */
export interface Figure {
  caption: string; value?: number | string; unit?: string; clause?: string; formula?: string;
  source?: string; parts?: Figure[]; columns?: string[];
}
export interface ShownReading extends OverlayReading { look: Look }
export interface OverlayReading {
  overlay: string; subject: string; caption: string; clause: string;
  places: Record<string, number>; paths: Record<string, string[]>; figures: Figure[];
  /** What one types to go to a place by its path, where no offer leads there. */
  lines: Record<string, string>;
}
export interface GuideStep { title?: string; text: string; when: string }
export interface Guide { scenario: string; opponent: string; steps: GuideStep[] }
export interface Undo { can: boolean; caption?: string; clause?: string; reason?: string }
export interface BoardMessage {
  type: "board"; match: string; system: { name: string; title: string }; title: string;
  description: string; sides: Seat[]; commitment: string; umpire: boolean; restored: boolean;
  /** Why the match can only be read; empty where it goes on. */
  locked: string; board: Board; seats: number[];
  rulebook: { title: string; clauses: Clause[] }; overlays: Overlay[]; order_styles: OrderStyle[]; guide: Guide | null;
  /** How the commands of the system's own are written, by their first words. */
  commands: Record<string, string>;
  /** First words of those that only ask. */
  questions: string[];
  /** Whether a side can have what it is told in print. */
  prints: boolean;
}
export interface AnswerTable {
  caption: string; headings: string[]; rows: string[][]; clause: string;
  /** Columns of words, from the left; the others hold numbers. */
  words: number;
}
export interface Answer { title: string; clause: string; lines: string[]; tables: AnswerTable[] }
export interface Counter {
  id: string; side: number; place: string; name: string; sidc: string; known: boolean;
  values: Record<string, number | string>; badges: string[];
  /** What a piece without a symbol is drawn as. */
  sign?: string;
  /** Off the board because it has yet to come. */
  awaited?: boolean;
}
export interface Mark { kind: string; subject: string; places: string[]; caption: string; clause: string }
export interface Track { caption: string; value: number; limit: number | null; text: string }
export interface Gauge { chart: string; caption: string; value: number; unit: string; side: number | null }
export interface CoursePoint { time: number; gauges: Gauge[] }
export interface View {
  viewer: number; time: number; kind: number; must_act: boolean; title: string; prompt: string;
  /** By place, in the order of the board; -1 for nobody, and empty where that never changes. */
  owners?: number[];
  /** What kinds of terrain and named links of the board count as for now; "" for a link that is gone. */
  terrain_overrides?: Record<string, string>;
  counters: Counter[]; marks: Mark[]; tracks: Track[]; gauges?: Gauge[]; facts?: { sectors?: Control[] };
}
/** Who controls an area: a side or nobody; `sure` unless things unseen could have changed it. */
export interface Control { control: number | null; sure: boolean }
/** The order at a place is `first` plus its number on the board; `runs` are the first and last
 * numbers of what may be chosen, null for all. */
/** `confirmed`: the places at which the offer's `confirm` is asked; without it all. */
export interface Aim { first: number; runs: number[] | null; confirmed?: number[] }
export type Look = "move" | "fight" | "other";
/** How orders of one kind are shown: their colours, what is drawn at their places, and their buttons. */
export interface OrderStyle {
  kind: string; look: Look; sign: string; main: boolean; seldom: boolean; takes_back: boolean;
}
export interface Offer {
  style: OrderStyle;
  orders: number[]; kind: string; caption: string; clause: string; subject: string; place: string;
  path: string[]; cost: number | null; odds: Record<string, unknown> | null; typed: string;
  aim?: Aim; word?: string; key?: string;
  /** What is asked before it is given: every time, or unless one wants no reminders. */
  confirm?: string; reminder?: string;
}
export interface LogEntry {
  number: number; text: string; clause: string; kind: string; places: string[];
  subjects: string[]; details: Record<string, unknown>;
  /** Whether one who lets time run wants to stop here. */
  stops?: boolean;
}
export interface Result { winners: number[]; clause: string; reason: string; scores: number[] }
/** The clause that forbids what one would try, in words. */
export interface Barrier { clause: string; reason: string }
export interface Update {
  type: "update"; seat: number; view: View; offers: Offer[]; result: Result | null;
  /** Why units can be given no order, by the id of their counter, the most frequent reason first. */
  barred?: Record<string, Barrier[]>;
  entries: LogEntry[]; log_length: number; kept?: number; undo: Undo | null;
  before?: { view: View; log_length: number };
}
export interface Notice {
  number: number; text: string; clause: string; action?: { title: string; run: () => void };
}
export interface Point { x: number; y: number }
export interface Card {
  place: string; text: string; die: number | null; result: string; kind: string;
}
/** What the map shows; `MapView.show` takes any part of it. */
export interface Scene {
  view: View | null; selected: string;
  /** Counters that are chosen besides, and those that were laid on top of their stacks, the last first. */
  group: string[]; raised: string[];
  hover: string; targets: Map<string, Offer[]>;
  path: string[]; pathLook: Look; lit: string[]; arrows: string[][]; hideCounters: boolean;
  /** Outlines of places, their numbers, their names. */
  grid: boolean; numbers: boolean; names: boolean;
  /** Routes from place to place. */
  links: boolean;
  /** What was reckoned, over the map; the way to the hovered place is drawn too. */
  reading: ShownReading | null;
  /** The place whose stack is spread out; "" for none. */
  fan: string;
  /** Where an offer may be aimed; `places` is null for everywhere. */
  aim: Region | null;
  /** Places with one line around them. */
  area: string[];
  /** Whether the outline of the chosen counter is off for a moment, as it flashes. */
  dim: boolean;
}
export interface Region { look: Look; places: Set<string> | null }
/** What a map reports. `counter` is the one of the fan under the pointer, or "". */
export interface MapEvents {
  /** `more`: whether it is meant besides what is chosen, by Shift or Ctrl. */
  onPlace(id: string, point: Point, more: boolean): void;
  /** `inFan`: whether the pointer is over the stack that is spread out. */
  onHover(id: string, point: Point, counter: string, inFan: boolean): void;
  onCamera(): void;
  onCounter?(id: string, point: Point, more: boolean): void;
  onContext?(id: string, point: Point): void;
  /** Whether the counter at a place may be carried elsewhere: its id, or "". */
  onGrab?(id: string): string;
  onDrop?(counter: string, id: string): void;
}

declare global {
  interface Window {
    hexfront: Record<string, unknown>;
    ms: { Symbol: new (sidc: string, options?: object) => {
      isValid(): boolean; asCanvas(ratio?: number): HTMLCanvasElement;
      getSize(): { width: number; height: number };
    } };
  }
}
