/** What goes between pages and server: made by `make types` from `hexfront.server`. */

/** What all may know and never changes; once, on joining. */
export interface BoardMessage {
  type: "board";
  match: string;
  system: SystemName;
  title: string;
  description: string;
  sides: Seat[];
  umpire: boolean;
  commitment: string;
  /** Whether the match goes on from a kept situation. */
  restored: boolean;
  /** Why the match can only be read; empty where it goes on. */
  locked: string;
  board: Board;
  seats: number[];
  rulebook: Rulebook;
  order_styles: OrderStyle[];
  overlays: Overlay[];
  /** How the commands of the system's own are written, by their first words. */
  commands: Record<string, string>;
  /** Those with several fields: how the fields stand in the words. */
  forms: Form[];
  /** First words of those that only ask. */
  questions: string[];
  /** Whether a side can have what it is told in print. */
  prints: boolean;
  /** Whether an opponent can say after the end what each side could expect. */
  estimates: boolean;
  guide: Guide | null;
  glossary: Word[];
}

/** A rule system. */
export interface SystemName {
  name: string;
  title: string;
}

/** Who plays a side. */
export interface Seat {
  name: string;
  kind: string;
  agent: string;
  person: string;
}

/** A board. */
export interface Board {
  kind: string;
  orientation?: "flat" | "pointy";
  title: string;
  sides: BoardSide[];
  places: Place[];
  terrain: Record<string, TerrainKind>;
  /** What words and short forms mean. */
  legend?: Record<string, string>;
  /** Kinds of marks of the system's own, in words. */
  marks?: Record<string, string>;
  image?: BoardImage | null;
  heights?: Record<string, number>;
  contours?: number;
  contours_from?: number;
  rivers?: BoardRiver[];
  roads?: BoardRoad[];
  coast?: BoardCoast[];
  labels?: BoardLabel[];
  links?: BoardLink[];
  beneath?: BoardWater[];
  borders?: BoardBorder[];
  army_setup?: ArmySetup | null;
  sectors?: Area[];
  /** How many of the sectors win. */
  sectors_to_win?: number;
  regions?: BoardRegion[];
  /** Whether everybody may see everything. */
  open?: boolean;
  /** Whether rivers and roads are more than lines on paper. */
  ruled?: boolean;
  stage?: BoardStage;
  /** Charts whose newest figures stand side by side for every player, the first above the map. */
  standings?: string[];
  /** The kind of the log entries that begin a player's turn; their subject is his piece. */
  turn_entry?: string;
  /** The kinds of the log entries on cards that players hold; their clause is that on cards. */
  card_entries?: string[];
  /** Goods by the word that offers have for them. */
  pieces?: Record<string, Goods>;
  /** Whether every key without another meaning chooses the next unit, and digits are orders. */
  cycle?: boolean;
  clock?: BoardClock;
}

/** A side, as the board names and colours it. */
export interface BoardSide {
  name: string;
  title?: string;
  colour?: string | null;
}

/** Where counters may stand. */
export interface Place {
  id: string;
  x: number;
  y: number;
  terrain: string;
  name?: string | null;
  /** What stands there: `city`, `town`, `village`, `port`, `fort`, `airfield`. */
  signs?: string[];
  /** Whose land it is. */
  side?: number | null;
  /** Its corners, where it is an area. */
  outline?: [number, number][];
  /** The strip in it that has the colour of its kind. */
  band?: [number, number][];
  /** What is printed below its name. */
  note?: string;
  /** What a player wants to know of it alone. */
  facts?: string[];
}

/** A kind of ground. */
export interface TerrainKind {
  title: string;
  art: string;
  facts: string[];
  /** Of places with outlines: what they are tinted with. */
  colour?: string;
  /** Of places with outlines: a faint sign on them. */
  sign?: string;
}

/** A picture under the map. */
export interface BoardImage {
  href: string;
  x: number;
  y: number;
  width: number;
  height: number;
  opacity: number;
}

/** Where a river runs. */
export interface BoardRiver {
  name?: string | null;
  width?: number;
  /** Sides of hexes, each given by the two places that it parts. */
  sides?: [string, string][];
  /** Places that it runs through. */
  path?: string[];
}

/** A road, track or railway. */
export interface BoardRoad {
  kind?: "road" | "track" | "rail";
  name?: string | null;
  path: string[];
}

/** A shore: a closed line. */
export interface BoardCoast {
  kind: "land" | "sea";
  points: [number, number][];
}

/** A name on the map. */
export interface BoardLabel {
  text: string;
  x: number;
  y: number;
  size?: number;
  turn?: number;
  kind?: "land" | "water";
}

/** What joins or parts neighbours: routes lead from centre to centre, barriers along sides. */
export interface BoardLink {
  kind: "route" | "barrier";
  name: string;
  title: string;
  /** Of routes the rank, 0 for the best; of barriers `water` or another `line`. */
  look: number | string;
  pairs: [string, string][];
}

/** Water of the real country under a map whose places do not follow it. */
export interface BoardWater {
  name?: string | null;
  /** Rings; what lies in two of them is land again. */
  area?: [number, number][][];
  line?: [number, number][];
}

/** A line along sides of hexes, each given by the two places that it parts. */
export interface BoardBorder {
  kind?: "border" | "sector";
  name?: string | null;
  sides: [string, string][];
}

/** An army that each side chooses and places before the game. */
export interface ArmySetup {
  size: number;
  types: Record<string, ArmySetupType>;
  clause?: string;
}

/** A type of unit that one may set up. */
export interface ArmySetupType {
  title: string;
  sidcs: string[];
  values: Record<string, number>;
  facts?: string[];
}

/** Places that are controlled together. */
export interface Area {
  title: string;
  places: string[];
}

/** What places with outlines belong to, drawn beside them. */
export interface BoardRegion {
  title: string;
  outline: [number, number][];
  x: number;
  y: number;
  turn?: number;
}

/** Where on the board there is room for dice and what they decide. */
export interface BoardStage {
  x: number;
  y: number;
  wide: number;
  high: number;
}

/** Something that can be bought. */
export interface Goods {
  title: string;
  sign: string;
}

/** How time runs on until somebody stops it. */
export interface BoardClock {
  /** The kind of the offer that lets it run. */
  order: string;
  unit: string;
  /** How many ticks of views a unit has. */
  ticks: number;
}

/** The rules in clauses, and what makes a manual of them. */
export interface Rulebook {
  title: string;
  clauses: Clause[];
  summary: string[];
  parts: RulePart[];
  diagrams: RuleDiagram[];
  tables: RuleTable[];
  /** The path of all of it as a page to print. */
  page: string;
}

/** One clause of a rulebook. */
export interface Clause {
  id: string;
  title: string;
  /** In our own words. */
  text: string;
  /** Where the source document says so, or that it is a decision of ours. */
  source: string;
}

/** A part of the rulebook, from a clause on. */
export interface RulePart {
  title: string;
  first: string;
}

/** A picture beside a clause. */
export interface RuleDiagram {
  clause: string;
  caption: string;
  /** Its path. */
  picture: string;
}

/** A table of the rules, beside a clause. */
export interface RuleTable {
  title: string;
  clause: string;
  corner: string;
  columns: string[];
  rows: TableRow[];
  /** The details of a log entry that pick the columns; empty where none does. */
  keys: string[];
  /** The names of those details. */
  row_detail: string;
  column_detail: string;
}

/** A row of a table of the rules. */
export interface TableRow {
  title: string;
  cells: string[];
  /** The detail of a log entry that picks the row; empty where none does. */
  key: string;
}

/** How screens show orders of one kind. */
export interface OrderStyle {
  /** The `kind` of the offers. */
  kind: string;
  look: "move" | "fight" | "other";
  /** What is drawn at places to which such an order may point (docs: `board`); empty for none. */
  sign: string;
  /** Whether such an order ends what one is doing: its button is the large one, Enter gives it. */
  main: boolean;
  /** Whether its button comes last, and Enter never gives it. */
  seldom: boolean;
  /** Whether it takes back what was ordered before: of its counter, or at its place. */
  takes_back: boolean;
}

/** Something that a viewer may ask to see on the board, such as the reach of a unit. */
export interface Overlay {
  name: string;
  title: string;
  /** What the figures of its overlays mean. */
  description: string;
  /** A hot key: one letter, for the same in all systems; a capital is pressed with Shift. */
  key: string;
  /** Whether one asks it of a counter, friend or enemy; else of the board as a whole, or: */
  of_counter: boolean;
  /** Of a place. */
  of_place: boolean;
  /** Of an order as it would be typed, before it is given. */
  of_order: boolean;
  /** What one calls an order by which the counter goes to a place, if its readings suggest such. */
  suggests_orders: string;
  look: "move" | "fight" | "other";
}

/** One command; its first part is the word that it begins with. */
export interface Form {
  title: string;
  clause: string;
  parts: (string | Field | Group)[];
}

/** What one fills in: a word, or several. */
export interface Field {
  /** It stands once among the parts that it belongs to. */
  name: string;
  caption: string;
  /** `counter`: one of the own, by id; `place`: of the board, by label. */
  kind: "counter" | "place" | "choice" | "number";
  /** Whether it takes one or more words. */
  many: boolean;
  choices: Choice[];
}

/** One of the words that a field may be. */
export interface Choice {
  /** As it is typed; it may be several words. */
  word: string;
  caption: string;
  /** Other words for the same. */
  also: string[];
  /** The only side that has it; None for all. */
  side: number | null;
}

/** Parts that belong together. */
export interface Group {
  parts: (string | Field | Group)[];
  /** Whether it is left out where no field of it is filled in; then it begins with a word. */
  optional: boolean;
  /** What one of several is called: they stand one after another, with commas between. */
  repeated: string;
}

/** A guided first game. */
export interface Guide {
  scenario: string;
  opponent: string;
  minutes: number;
  about: AboutSystem;
  steps: GuideStep[];
}

/** The usual game of a system, for who chooses one. */
export interface AboutSystem {
  players: string;
  length: string;
  /** From 1, the easiest to learn, to 5. */
  difficulty: number;
}

/** A step of a guided first game. */
export interface GuideStep {
  title: string;
  text: string;
  /** What ends it. */
  when: string;
  /** Whom it speaks of; empty for none. */
  unit: string;
  /** Places at which something is to be done. */
  at: string[];
  /** The `data-testid` of what is to be pressed; empty for none. */
  control: string;
}

/** A word of the game, explained where one meets it. */
export interface Word {
  name: string;
  /** Other forms of it. */
  also: string[];
  text: string;
  clause: string;
}

/** What has changed for a seat. */
export interface Update {
  type: "update";
  seat: number;
  view: View;
  offers: Offer[];
  result: Result | null;
  undo: Undoable | null;
  /** Why units can be given no order, by the id of their counter, the most frequent first. */
  barred?: Record<string, Barrier[]>;
  log_length: number;
  /** How many entries stay, where some were taken back. */
  kept?: number;
  entries: LogEntry[];
  before?: Before;
}

/** What a viewer may know; see `hexfront.core.contract.View`. */
export interface View {
  viewer: number;
  time: number;
  kind: number;
  must_act: boolean;
  title: string;
  prompt: string;
  counters: Counter[];
  marks: Mark[];
  tracks: Track[];
  gauges: Gauge[];
  /** Whose each place of the board is, -1 for nobody's; empty where that never changes. */
  owners: number[];
  /** What kinds of terrain and named links count as for now; "" for a link that is gone. */
  terrain_overrides: Record<string, string>;
  facts?: ShownFacts;
}

/** One playing piece as a viewer knows it. */
export interface Counter {
  id: string;
  side: number;
  /** The label of a place on the board; empty when off the board. */
  place: string;
  name: string;
  /** NATO symbol code, 20 digits; empty for a piece that is drawn by its `sign`. */
  sidc: string;
  known: boolean;
  /** Shown figures by name, such as strength and movement. */
  values: Record<string, number | string>;
  /** Short states, such as `moved` or `plotted`. */
  badges: string[];
  /** What a piece without a NATO symbol is drawn as, such as `pawn` (docs: `board`). */
  sign: string;
  /** Off the board because it has yet to come, such as a reinforcement; so it is no loss. */
  awaited: boolean;
}

/** A drawing on the board that a viewer may see, such as an arrow of his own plan. */
export interface Mark {
  /** `move` or `attack`, or a kind of the system's own. */
  kind: string;
  /** The id of a counter. */
  subject: string;
  places: string[];
  caption: string;
  clause: string;
}

/** A figure with a caption: the turn, a score, a stock. */
export interface Track {
  caption: string;
  value: number;
  limit: number | null;
  text: string;
}

/** A figure that one follows over time, as charts do, such as the strength of a side. */
export interface Gauge {
  /** The chart it belongs to, in words; gauges of one chart share its scale. */
  chart: string;
  /** Its name in the chart. */
  caption: string;
  value: number;
  unit: string;
  /** Whose it is, for its colour. */
  side: number | null;
}

/** Facts of a view that a page draws; the others are for opponents' search. */
export interface ShownFacts {
  sectors?: Control[];
}

/** Who controls an area. */
export interface Control {
  /** A side; None for nobody. */
  control: number | null;
  /** Unless things unseen could have changed it. */
  sure: boolean;
}

/** Orders that a side may give now. */
export interface Offer {
  /** Given one after another. */
  orders: number[];
  kind: string;
  caption: string;
  clause: string;
  /** The id of the counter that is ordered, or "". */
  subject: string;
  place: string;
  path: string[];
  cost: number | null;
  odds: Record<string, any> | null;
  /** What one types to give it. */
  typed: string;
  aim?: Aim;
  word?: string;
  key?: string;
  /** What is asked every time before it is given. */
  confirm?: string;
  /** What is asked before it is given, unless one wants no reminders. */
  reminder?: string;
  /** The counters that it leaves without orders though they could be given some. */
  leaves?: string[];
}

/** Many places at which one offer may point. */
export interface Aim {
  /** The order at a place is this plus its number on the board. */
  first: number;
  /** First and last number of each run of places that may be chosen; None for all. */
  runs: number[] | null;
  /** Runs of the places at which the offer's `confirm` is asked; without it all. */
  confirmed?: number[];
}

/** How a game ended. */
export interface Result {
  /** Sides; empty for a draw. */
  winners: number[];
  clause: string;
  reason: string;
  /** One number a side, in the system's own measure. */
  scores: number[];
  /** Whether the rules name winners at all; where they do not, `()` is no draw: scores tell. */
  names_winner: boolean;
}

/** Whether the last request can be taken back, and why not. */
export interface Undoable {
  can: boolean;
  clause?: string;
  reason?: string;
}

/** Why a unit can be given no order. */
export interface Barrier {
  clause: string;
  reason: string;
}

/** An event in words, for one viewer. */
export interface LogEntry {
  number: number;
  text: string;
  clause: string;
  kind: string;
  places: string[];
  subjects: string[];
  details: Record<string, any>;
  /** Whether one who lets time run wants to stop here. */
  stops: boolean;
  /** Whether a turn begins with it, or what the game has instead. */
  heading?: boolean;
  /** What it is about; the log can be filtered by it. */
  topic?: string;
  /** Whose doing it is, as far as the viewer knows. */
  side?: number;
  /** 1 for what decides something, -1 for what most people need no word of. */
  weight?: number;
  /** What it says of a battle. */
  battle?: BattlePart;
  /** How things stand now, at a heading. */
  digest?: DigestRow[];
}

/** What an entry says of the battle that it belongs to; whatever it leaves out stays. */
export interface BattlePart {
  /** Which battle, where several go on at once; empty for the one that began last. */
  key?: string;
  begins?: boolean;
  /** Who attacks, in words; of several parts together. */
  attackers?: string[];
  defenders?: string[];
  /** The side that attacks and the one that defends; -1 where the viewer does not know. */
  sides?: number[];
  place?: string;
  /** Before the throw; a later one of the same caption takes the place of the first. */
  terms?: BattleTerm[];
  /** What might have come of the throw, the worst for the attackers first. */
  chances?: Chance[];
  /** Which of the chances came. */
  came?: number;
  /** In a few words. */
  result?: string;
  ends?: boolean;
}

/** What a battle is fought with, such as strengths, a column, a force ratio. */
export interface BattleTerm {
  caption: string;
  value: string;
  clause?: string;
}

/** What may come of a throw. */
export interface Chance {
  text: string;
  /** 0 … 1; those of a throw add up to 1. */
  chance: number;
  /** How good it is for the attackers, in the system's own measure. */
  value: number;
}

/** One line of a report. */
export interface DigestRow {
  /** What it is about, such as losses; rows of a group stand together. */
  group: string;
  caption: string;
  value: number | string;
  /** Whose it is. */
  side?: number;
  /** Whether the value is of all time, so that the difference to the last report is told. */
  running?: boolean;
}

/** What a viewer had been shown when he left. */
export interface Before {
  view: View;
  log_length: number;
}

/** A view of the past. */
export interface Moment {
  type: "moment";
  number: number;
  log_length: number;
  view: View;
}

/** What a machine opponent would do in one's seat. */
export interface HintMessage {
  type: "hint";
  number: number;
  /** The level or the agent who was asked. */
  by: string;
  /** Why there is no hint; empty where there is one. */
  problem: string;
  /** One after another. */
  orders: number[];
  /** The same in words. */
  lines: string[];
  why: string;
  /** How things would stand then, as far as one can know; None where there is no hint. */
  view: View | null;
}

/** What a search thinks of the turns, as far as it has come. */
export interface ThoughtsMessage {
  type: "thoughts";
  number: number;
  /** How many turns there are. */
  count: number;
  /** Why it does not go on; empty where it does. */
  problem: string;
  points: ThoughtPoint[];
}

/** A turn of a finished match, and what a search expects of it. */
export interface ThoughtPoint {
  side: number;
  /** From 1: how many times there have been at which somebody had to order. */
  turn: number;
  /** In ticks. */
  time: number;
  title: string;
  /** The part of what can be won that its best plan promises; None where there was no choice. */
  estimate: number | null;
}

/** One turn in full. */
export interface ThoughtMessage {
  type: "thought";
  number: number;
  title: string;
  /** The plan, in words. */
  lines: string[];
  why: string;
  /** How things would have stood then, as far as its side knew. */
  view: View;
  /** A position that fits what its side knew: one of those the plans were tried on. */
  believed: View;
}

/** A reading that was asked for. */
export interface OverlayMessage {
  type: "overlay";
  number: number;
  reading: OverlayReading;
}

/** The answer to an overlay; see `hexfront.core.contract.OverlayReading`. */
export interface OverlayReading {
  overlay: string;
  subject: string;
  caption: string;
  clause: string;
  places: Record<string, number>;
  paths: Record<string, string[]>;
  figures: Figure[];
  /** What one types to go to a place by its path, where no offer leads there. */
  lines: Record<string, string>;
}

/** A number with what it follows from; see `hexfront.core.contract.Figure`. */
export interface Figure {
  caption: string;
  value?: number | string;
  unit?: string;
  clause?: string;
  formula?: string;
  source?: string;
  parts?: Figure[];
  /** Where the parts are rows of a table: titles of its columns. */
  columns?: string[];
}

/** Points of the charts. */
export interface TimeSeriesMessage {
  type: "time_series";
  number: number;
  since: number;
  until: number;
  points: TimePoint[];
}

/** The gauges at a time, in ticks. */
export interface TimePoint {
  time: number;
  gauges: Gauge[];
}

/** Orders were carried out. */
export interface Done {
  type: "done";
  key: string;
  accepted: number;
  /** Of prepared orders, which are kept: words that one should look at again. */
  doubts?: Problem[];
}

/** One thing that is wrong. */
export interface Problem {
  place: string;
  found: string;
  expected: string;
}

/** What a page let run has ended. */
export interface Ran {
  type: "ran";
  seat: number;
  why: "event" | "time" | "over" | "refused";
}

/** Orders were taken back. */
export interface Undone {
  type: "undone";
  key: string;
  orders: number[];
}

/** An order was refused. */
export interface Refused {
  type: "refused";
  key: string;
  accepted: number;
  given: number;
  clause: string;
  reason: string;
  place: string;
  found: string;
  expected: string;
}

/** Something was wrong: with the frame of this `key` or `number`, or with none that has one. */
export interface ErrorMessage {
  type: "error";
  text: string;
  problems: Problem[];
  key?: string;
  number?: number;
}

/** The answer to a question; `key` of a typed one, `number` of one that was asked beside. */
export interface AnswerMessage {
  type: "answer";
  answer: Answer;
  key?: string;
  number?: number;
}

/** What a viewer is told about a question; computed from what he may know. */
export interface Answer {
  title: string;
  clause: string;
  /** Text as it stands, each line for itself, such as a map drawn with characters. */
  lines: string[];
  tables: Table[];
}

/** Rows under headings; units of measurement stand in the headings. */
export interface Table {
  caption: string;
  headings: string[];
  rows: string[][];
  /** Where the rules say what the figures mean. */
  clause: string;
  /** Columns that hold words, from the left; the others hold numbers. */
  words: number;
}

/** Lines that a typed beginning may become. */
export interface Completions {
  type: "completions";
  number: number;
  lines: string[];
  /** What is wrong with it as an order, where that was asked; None: it would be taken. */
  problem?: Problem | null;
}

/** Which seats of a shared screen must act. */
export interface Turn {
  type: "turn";
  waiting: number[];
}

/** Somebody took a seat. */
export interface Seated {
  type: "seated";
  side: number;
  person: string;
}

/** Another match follows this one. */
export interface Again {
  type: "again";
  match: string;
  title: string;
  restored?: boolean;
}

/** Whether the rules are compiled while they run as Python. */
export interface Compiling {
  type: "compiling";
  compiling: boolean;
}

/** What screens have added to the dice. */
export interface Shares {
  type: "shares";
  shares: DiceShare[];
}

/** What the screen of a side adds to the dice. */
export interface DiceShare {
  side: number;
  /** The promise of it; empty where none was made. */
  hash: string;
  added: boolean;
  /** Empty until all have added theirs. */
  share: string;
}

/** What persons have said about the end of the match; all of it each time. */
export interface Ends {
  type: "ends";
  /** The sides that offer a draw. */
  draw: number[];
  /** The sides that would leave the match without a result. */
  abandon: number[];
  withdrawn: Withdrawn[];
}

/** Who has resigned while others play on, and the machine that plays for him. */
export interface Withdrawn {
  side: number;
  agent: string;
}

/** The clocks of a match, all of them each time; of one whose side plans unseen as if it ran. */
export interface Clocks {
  type: "clocks";
  /** To be answered by `heard` at once. */
  number: number;
  /** The time of the server, by which all others are. */
  now: number;
  /** What the pace is called. */
  title: string;
  /** Whether there are clocks; without them one may only be away. */
  timed: boolean;
  /** Whether who has no time left has lost at once; otherwise it is claimed. */
  at_once: boolean;
  /** From so many seconds on there is little time left. */
  low: number;
  /** The seconds that one gives another by courtesy. */
  gift: number;
  /** After so many seconds that somebody is away the others may claim that. */
  absence: number;
  paused: boolean;
  /** The sides that ask for a pause. */
  wants_pause: number[];
  sides: SideTime[];
}

/** The clock of a side. */
export interface SideTime {
  side: number;
  /** Seconds on a clock that stands; None where it runs. */
  remaining: number | null;
  /** When the time of one that runs is over, in seconds since 1970; None where it stands. */
  due: number | null;
  /** The times until then in which it stands although its side must act, such as holidays: when each begins and ends. */
  stops: number[][];
  /** How often others have given it time since the server began to serve the match. */
  gifts: number;
}

/** The orders that a seat has prepared for its next turn. */
export interface PreparedMessage {
  type: "prepared";
  seat: number;
  lines: string[];
  /** What became of the last ones; empty while they wait. */
  said: string;
}

/** Which sides agree that the match be deleted. */
export interface Deletion {
  type: "deletion";
  sides: number[];
}

/** The match is gone. */
export interface Deleted {
  type: "deleted";
  text: string;
}

/** What was said, and where one may speak. */
export interface ChatMessage {
  type: "chat";
  /** The room in which one may speak oneself. */
  speaks: "players" | "watchers" | null;
  /** Why one may not. */
  closed: string;
  /** Whether one has turned it off oneself, and may let all talk again. */
  reopens: boolean;
  lines: ChatLine[];
}

/** Something that was said at a match. */
export interface ChatLine {
  room: "players" | "watchers";
  /** In its room. */
  number: number;
  /** Of who plays; of a watcher -1. */
  side: number;
  /** Empty for a player without one. */
  name: string;
  /** Whether the name is that of an account. */
  account: boolean;
  text: string;
  /** In seconds since 1970. */
  said: number;
}

/** The operator does not want this page here any more. */
export interface Banned {
  type: "banned";
  text: string;
}

/** Too many other pages have been opened for the same seat since: this one is of no more use. */
export interface Replaced {
  type: "replaced";
  text: string;
}

/** Whether a match of the lobby is rated, and what that came to. */
export interface MatchTerms {
  type: "terms";
  /** Whether its players wanted it so. */
  rated: boolean;
  /** Why it counts for no rating all the same, as far as the one who reads may know. */
  unrated: string;
  /** The tournament of which it is a game: who leaves it has lost there; empty for none. */
  tournament: string;
  /** Empty before the end. */
  after: RatedSide[];
}

/** What a match has done to the rating of a side's player. */
export interface RatedSide {
  side: number;
  /** After it. */
  rating: number;
  deviation: number;
}

/** What the operator tells everybody. */
export interface Announcement {
  type: "announcement";
  text: string;
}

/** Open a match with the tokens of the seats at this screen. */
export interface Join {
  type: "join";
  tokens: string[];
  log_length?: number | null;
}

/** Look at the match from one of the joined seats, and from no other. */
export interface Sit {
  type: "sit";
  seat: number;
  log_length?: number | null;
}

/** Orders of one seat, given one after another; a known key is not carried out again. */
export interface Orders {
  type: "orders";
  seat: number;
  orders: number[];
  key: string;
}

/** An order in words, a question, or `save NAME`. */
export interface Typed {
  type: "typed";
  seat: number;
  text: string;
  key: string;
  /** Of a script: what such lines take for granted is given in its place, and it comes again. */
  script?: boolean;
}

/** Take back the last request of a seat. */
export interface Undo {
  type: "undo";
  seat: number;
  key: string;
}

/** Let time run: an order is given for the seat again and again, while it must act. */
export interface Run {
  type: "run";
  seat: number;
  /** None: stop what runs. */
  order: number | null;
  /** The time of the game at which it stops. */
  until?: number | null;
  /** Whether it stops at an entry of the log that asks for it. */
  stops?: boolean;
  key: string;
}

/** Resign a seat, offer or agree to a draw, ask to leave the match, or decline what is asked. */
export interface End {
  type: "end";
  seat: number;
  way: "resign" | "draw" | "abandon" | "decline";
  key: string;
}

/** Claim a win on time or for absence, give time, ask for a pause, or let the game go on. */
export interface Time {
  type: "time";
  seat: number;
  /** `leave` claims as `claim` does, and ends the match without a result. */
  way: "claim" | "leave" | "give" | "pause" | "go_on";
  /** Whom time is given. */
  to?: number;
  key: string;
}

/** Keep orders for the next turn of a seat, each as it would be typed; none to forget them. */
export interface Prepare {
  type: "prepare";
  seat: number;
  lines: string[];
  key: string;
}

/** What a seat's screen adds to the dice: first its hash, then, when all have given one, it. */
export interface Share {
  type: "share";
  seat: number;
  hash?: string;
  share?: string;
}

/** Something to those who play, or who watch: whoever sits here belongs to. */
export interface Say {
  type: "say";
  seat: number;
  text: string;
  key: string;
}

/** A message about clocks has come: how long that takes is not charged. */
export interface Heard {
  type: "heard";
  number: number;
}

/** An overlay, from what the viewer knows. */
export interface AskOverlay {
  type: "overlay";
  seat: number;
  name: string;
  subject?: string;
  number: number;
}

/** A question in words, of one who only looks, too. */
export interface AskAnswer {
  type: "ask";
  seat: number;
  text: string;
  number: number;
}

/** What the beginning of a line may become. */
export interface AskCompletions {
  type: "complete";
  seat: number;
  text: string;
  /** Whether one wants to know what would be wrong with the line as an order. */
  judge?: boolean;
  number: number;
}

/** The map as the viewer knew it when he had been told so many things. */
export interface AskMoment {
  type: "moment";
  seat: number;
  log_length: number;
  number: number;
}

/** What the viewer's gauges showed over time, from point number `since` on. */
export interface AskTimeSeries {
  type: "time_series";
  seat: number;
  since?: number;
  number: number;
}

/** What a strong machine opponent would do in this seat, and why; the match is marked. */
export interface AskHint {
  type: "hint";
  seat: number;
  number: number;
}

/** After the end: what a search thinks of the turns, from number `since` on; asked again while */
export interface AskThoughts {
  type: "thoughts";
  seat: number;
  since?: number;
  number: number;
}

/** One of these turns in full. */
export interface AskThought {
  type: "thought";
  seat: number;
  turn: number;
  number: number;
}

/** A system that can be played here. */
export interface SystemInfo {
  name: string;
  title: string;
  summary: string;
  agents: string[];
  /** The agents in words, in the same order. */
  opponents: AgentInfo[];
  /** Opponents by strength, the weakest first; none where the system names none. */
  levels: LevelInfo[];
  /** Who plays where nothing else is chosen: a level, or an agent where there are no levels. */
  usual: string;
  options: OptionInfo[];
  scenarios: ScenarioInfo[];
  picture: string;
  guide: GuideInfo | null;
  /** How a new scenario of it begins with nothing; null where one always begins with a copy. */
  blank: BlankInfo | null;
}

/** A machine opponent. */
export interface AgentInfo {
  name: string;
  /** How it plays, in a sentence; may be empty. */
  description: string;
}

/** A machine opponent by its strength. */
export interface LevelInfo {
  /** `easy`, `fair`, `hard` or `hardest`, in this order. */
  name: string;
  /** Who plays it, with parameters or without. */
  agent: string;
  /** How it plays, in a sentence; may be empty. */
  description: string;
  /** Null where it has not been measured. */
  rating: LevelRating | null;
}

/** How strong a level is, as an arena has measured it. */
export interface LevelRating {
  level: string;
  /** Whom the level meant then. */
  agent: string;
  /** Who played: by trials, where the agent has seconds, so that it can be measured again. */
  measured: string;
  /** Elo above `easy`. */
  rating: number;
  low: number;
  /** Bounds of its interval of 95 %. */
  high: number;
  games: number;
  /** Its part of the points against `easy`. */
  against_easy: number | null;
}

/** An option of a system, in words. */
export interface OptionInfo {
  name: string;
  title: string;
  description: string;
}

/** A scenario that ships with a system or is in an installed pack. */
export interface ScenarioInfo {
  name: string;
  title: string;
  description: string;
  sides: string[];
  side_titles: string[];
  options: Record<string, OptionValues>;
  default: boolean;
  /** The path of a picture of its start. */
  picture: string;
  /** How long a game is, such as `6 turns`; empty where nobody has measured it. */
  length: string;
  /** How often each side won between machines, in words; empty likewise. */
  balance: string;
}

/** The values of an option that a scenario can be played with, and its own. */
export interface OptionValues {
  values: string[];
  value: string;
  /** Of an option that says how many players there are: the titles of the sides by its value. */
  side_titles: Record<string, string[]>;
}

/** What the guided first game of a system is played with. */
export interface GuideInfo {
  scenario: string;
  opponent: string;
  minutes: number;
  /** Of the system's usual game, as are the next two. */
  players: string;
  length: string;
  /** From 1, the easiest to learn, to 5. */
  difficulty: number;
}

/** How a scenario begins with nothing in it. */
export interface BlankInfo {
  title: string;
  about: string;
  questions: BlankQuestionInfo[];
}

/** A number or some names that a designer gives before he begins with nothing. */
export interface BlankQuestionInfo {
  name: string;
  title: string;
  usual: number | string[];
  /** The least number that can be given; or how many names, at least. */
  least: number;
  most: number;
  step: number;
}

/** A match, and what opens one's seats in it. Given once. */
export interface MatchMade {
  match: string;
  title: string;
  /** By side. */
  tokens: Record<string, string>;
  /** By side; each seats one person, once. */
  invites: Record<string, string>;
  spectator: string;
  /** Empty where there is none. */
  umpire: string;
}

/** A match to be made. */
export interface NewMatch {
  system: string;
  /** Empty for the system's default. */
  scenario?: string;
  /** One a side. */
  seats: NewSeat[];
  options?: Record<string, string>;
  /** Whether an umpire gets a token, who sees everything from the start; all are told. */
  umpire?: boolean;
  /** Whether players and watchers may talk. */
  chat?: boolean;
}

/** Who plays a side: somebody at this screen, somebody with an invite, or a machine. */
export interface NewSeat {
  kind: "person" | "invited" | "machine";
  /** The opponent on a machine's seat: a level, or one by name. */
  agent?: string;
  /** What the person at this screen is called. */
  name?: string;
}

/** The seat that an invite gave. */
export interface Claimed {
  match: string;
  title: string;
  side: number;
  token: string;
  spectator: string;
}

/** An invited person who sits down. */
export interface Claim {
  invite: string;
  name: string;
  /** A fresh secret; the same request again gets the same answer. */
  key?: string;
}

/** One of one's matches. */
export interface MatchInfo {
  id: string;
  system: string;
  title: string;
  created: string;
  over: boolean;
  /** One's own; -2 for a spectator. */
  sides: number[];
  /** Those of one's own sides whose turn it is. */
  must_act: number[];
  /** Who plays the other sides; empty for a person without a name. */
  opponents: string[];
  /** The sides whose invited persons have not come yet. */
  waits_for: number[];
  result: Result | null;
  /** The sides whose persons want it deleted. */
  wishes: number[];
  /** The sides that took hints: one's own, and after the end all. */
  hinted: number[];
  /** The day after which it is deleted for its age unless somebody opens it; empty: never. */
  kept_until: string;
}

/** Tokens of one's seats. */
export interface TokenList {
  tokens: string[];
}

/** What has become of a match that players want deleted. */
export interface MatchDeleted {
  deleted: boolean;
  /** The sides whose persons have not agreed yet. */
  waits_for: number[];
}

/** When this server deletes matches. */
export interface KeepingInfo {
  /** A sentence; empty where all are kept. */
  text: string;
}

/** A situation to go on from: one that a holder has kept, or a match that somebody restored. */
export interface Restoring {
  tokens: string[];
  name?: string;
  /** In place of a name. */
  match?: string;
}

/** A match file that was verified and can be looked at. */
export interface ReplayMade {
  match: string;
  title: string;
  spectator: string;
}

/** A campaign that can be played. */
export interface CampaignInfo {
  system: string;
  system_title: string;
  name: string;
  title: string;
  description: string;
  battles: number;
  /** Who plays the other side where nothing else is chosen. */
  opponent: string;
  /** Who may. */
  opponents: string[];
  picture: string;
}

/** A campaign that is being played. */
export interface CampaignState {
  token: string;
  system: string;
  title: string;
  opponent: string;
  points: number;
  /** The number of units that grows. */
  figure: string;
  units: CampaignUnit[];
  fought: FoughtInfo[];
  /** Null where the campaign is over. */
  battle: CampaignBattle | null;
  ending: CampaignEnding | null;
  /** The match of the battle that is being fought; empty between battles. */
  match: string;
  /** Opens one's seat in it. */
  match_token: string;
}

/** A unit of the campaign. */
export interface CampaignUnit {
  name: string;
  /** What it is. */
  title: string;
  /** Its figure in the next battle; null where that does not have it. */
  value: number | null;
  /** How many it has survived. */
  battles: number;
  /** What that adds to its figure. */
  more: number;
  lost: boolean;
  /** Points that raise it again. */
  cost: number;
}

/** A battle that is over. */
export interface FoughtInfo {
  title: string;
  won: boolean;
  losses: string[];
  text: string;
}

/** The battle that comes next, or is being fought. */
export interface CampaignBattle {
  number: number;
  title: string;
  /** The briefing. */
  text: string;
  /** Its title. */
  scenario: string;
  /** What its scenario says of itself: the task. */
  about: string;
  picture: string;
}

/** How a campaign has ended. */
export interface CampaignEnding {
  title: string;
  text: string;
  victory: boolean;
}

/** A campaign to be begun. */
export interface NewCampaign {
  system: string;
  /** `PACK:CAMPAIGN` for one of a pack. */
  name: string;
  /** A level or an opponent by name; empty for the campaign's own. */
  opponent?: string;
}

/** The token of one seat. */
export interface OneToken {
  token: string;
}

/** The next battle of a campaign, to be fought now. */
export interface NewBattle {
  /** That of the campaign. */
  token: string;
  /** Names of units to raise again before. */
  units: string[];
}

/** Who is signed in. */
export interface Me {
  /** Empty for a guest. */
  name: string;
  ways: Ways;
  /** How many of one's matches go on. */
  games: number;
  /** In how many of them one must act. */
  turns: number;
  /** Why the operator lets one do nothing; empty where one may. */
  banned: string;
  /** What the operator has told everybody a moment ago; empty for nothing. */
  announcement: string;
}

/** How one can sign in at this address. */
export interface Ways {
  password: boolean;
  passkey: boolean;
  /** Whether the operator takes new accounts. */
  sign_up: boolean;
  /** This page at an address with a name, where passkeys need one; empty where it has one. */
  named: string;
  /** What the operator must install for accounts; empty where all is there. */
  missing: string;
}

/** Who is signed in now; the session itself is in a cookie that no script reads. */
export interface SignedInAs {
  name: string;
  /** Recovery codes, given once; empty where there are no new ones. */
  codes: string[];
}

/** Who one is, and the proof. */
export interface NameAndPassword {
  name: string;
  password: string;
}

/** Who one is, and a recovery code. */
export interface NameAndCode {
  name: string;
  code: string;
}

/** What the browser is asked to do. */
export interface PasskeyTask {
  ticket: string;
  /** Of WebAuthn, as JSON. */
  options: Record<string, any>;
}

/** What a passkey shall be made or used for. */
export interface PasskeyWish {
  purpose: "sign-up" | "sign-in" | "add";
  /** Of a new account. */
  name?: string;
}

/** What the browser has made of it. */
export interface PasskeyAnswer {
  ticket: string;
  credential: Record<string, any>;
  /** What the passkey is called in the list of an account. */
  label?: string;
}

/** A request that needs nothing but the session. */
export interface Nothing {
}

/** An account as its owner sees it. */
export interface AccountInfo {
  name: string;
  password: boolean;
  passkeys: Passkey[];
  codes_left: number;
  sessions: SessionInfo[];
  blocked: string[];
  muted: string[];
  /** Whether one has signed in lately enough to change how one signs in, or to delete it. */
  fresh: boolean;
}

/** A passkey of an account. */
export interface Passkey {
  id: string;
  label: string;
  created: string;
}

/** A browser that is signed in. */
export interface SessionInfo {
  id: string;
  device: string;
  created: string;
  seen: string;
  here: boolean;
}

/** Something of one's own, by its id. */
export interface OneId {
  id: string;
}

/** A password in place of the old one, if there was one. */
export interface NewPassword {
  password: string;
}

/** New recovery codes, given once. */
export interface Codes {
  codes: string[];
}

/** A name, typed. */
export interface OneName {
  name: string;
}

/** A seat that one played as a guest. */
export interface GuestSeat {
  token: string;
}

/** One of one's matches, and what opens it in this session. */
export interface OwnGame {
  info: MatchInfo;
  /** In the lobby, such as the round of a tournament; elsewhere that of the scenario. */
  title: string;
  tokens: string[];
  spectator: string;
  /** The seconds until one's time is over, where one's clock runs. */
  left: number | null;
}

/** Whom one does not want to meet or hear, or does again. */
export interface Avoiding {
  name: string;
  on: boolean;
}

/** What the operator shall know of a player. */
export interface Reporting {
  name: string;
  about: string;
}

/** Something has gone its way. */
export interface Sent {
  sent: boolean;
}

/** Whether all may talk in a match, wished by a player of it. */
export interface ChatWish {
  token: string;
  on: boolean;
}

/** What the operator shall know of something that was said. */
export interface ReportedWords {
  /** Of a seat from which one reads it. */
  token: string;
  room: "players" | "watchers";
  /** Of the line in its room. */
  number: number;
  about: string;
}

/** One's holidays. */
export interface HolidayState {
  holidays: HolidayInfo[];
  /** In a calendar year. */
  days: number;
  left: HolidayDays[];
  /** The seconds before they begin that they are announced at the latest. */
  ahead: number;
}

/** Announced days on which one's clocks of correspondence stand. */
export interface HolidayInfo {
  id: string;
  first: string;
  /** Both are free. */
  last: string;
  state: "ahead" | "now" | "over";
}

/** What is left of a calendar year's holidays. */
export interface HolidayDays {
  year: number;
  left: number;
}

/** Days on which one will be away. */
export interface NewHolidays {
  /** Such as 2031-07-15. */
  first: string;
  last: string;
}

/** The lobby as one sees it. */
export interface LobbyState {
  games: OpenGameInfo[];
  /** The strongest players first. */
  live: LiveGameInfo[];
  /** Who is in the lobby. */
  present: string[];
  guests: number;
  /** Those that one can enter first, then those that are played. */
  tournaments: TournamentInfo[];
  paces: PaceInfo[];
  /** How many of one's matches go on. */
  own: number;
  /** In how many of them one must act. */
  turns: number;
  /** What the operator has told everybody a moment ago; empty for nothing. */
  announcement: string;
}

/** A game that waits for players. */
export interface OpenGameInfo {
  id: string;
  system: string;
  scenario: string;
  title: string;
  persons: number;
  pace: string;
  rated: boolean;
  /** Who has joined; the first has opened it. */
  players: PlayerInfo[];
  /** The sides that they have chosen, -1 for any. */
  sides: number[];
  mine: boolean;
  joined: boolean;
  /** The player whom it is for; empty where anybody may join. */
  invited: string;
  /** Whether that one does not want to play it. */
  declined: boolean;
}

/** Somebody who plays. */
export interface PlayerInfo {
  /** Empty for a guest. */
  name: string;
  machine: boolean;
  /** Of a machine the level that it plays, if any. */
  level: string;
  /** In the system that is spoken of. */
  rating: number;
  deviation: number;
  /** Whether it is known well. */
  sure: boolean;
}

/** A match of the lobby that is played. */
export interface LiveGameInfo {
  match: string;
  system: string;
  title: string;
  rated: boolean;
  pace: string;
  players: PlayerInfo[];
  /** What opens it for watchers. */
  spectator: string;
}

/** A tournament in the list. */
export interface TournamentInfo {
  id: string;
  name: string;
  system: string;
  /** Of the scenario. */
  title: string;
  form: "swiss" | "round-robin" | "knockout";
  state: "open" | "running" | "done" | "cancelled";
  /** What it is called. */
  pace: string;
  rated: boolean;
  /** How many persons play in it; once it is over, how many have played. */
  entrants: number;
  most: number;
  /** The newest; 0 before the first. */
  round: number;
  /** 0 before the first. */
  rounds: number;
  /** When registration ends, in seconds since 1970; 0 for when the first round is paired. */
  closes: number;
  /** When the first round is paired; 0 for when the organiser says so. */
  starts: number;
  /** Whether one may enter now. */
  can_enter: boolean;
}

/** How fast a game is played. */
export interface PaceInfo {
  name: string;
  title: string;
  about: string;
}

/** A game that one has joined. */
export interface Joined {
  began: boolean;
  /** Empty while it waits. */
  match: string;
  tokens: string[];
}

/** A game for the lobby. */
export interface NewGame {
  system: string;
  /** Empty for the system's default. */
  scenario?: string;
  /** A side, or -1 for any. */
  side?: number;
  /** How many play, oneself among them; the usual machine plays the other sides. */
  persons?: number;
  pace?: string;
  rated?: boolean;
  /** Whether players and watchers may talk. */
  chat?: boolean;
  /** The name of the player whom it is for; empty for a game that anybody may join. */
  invite?: string;
}

/** A game of the lobby. */
export interface OneGame {
  game: string;
}

/** A player in the list of a system. */
export interface RatedInfo {
  name: string;
  machine: boolean;
  /** Of a machine the level that it plays, if any. */
  level: string;
  rating: number;
  deviation: number;
  sure: boolean;
  games: number;
}

/** A player as everybody sees him. */
export interface PlayerPage {
  name: string;
  machine: boolean;
  ratings: RatingInfo[];
  /** The newest first. */
  games: PlayedGame[];
}

/** The rating of a player in one system. */
export interface RatingInfo {
  system: string;
  rating: number;
  deviation: number;
  games: number;
  sure: boolean;
}

/** A finished game of a player. */
export interface PlayedGame {
  system: string;
  title: string;
  outcome: "won" | "lost" | "draw" | "none";
  reason: string;
  ended: string;
  /** Why it moved no rating; empty where it did. */
  unrated: string;
  /** After it. */
  rating: number | null;
  deviation: number | null;
  side: number;
  /** The others; empty for somebody who has left. */
  players: string[];
  /** What opens it; empty where it is not kept, or was played by those alone who had its links. */
  spectator: string;
}

/** How this server can tell players that it is their turn. */
export interface NoticeWays {
  email: boolean;
  /** What the address of a webhook must begin with; empty where there are none. */
  webhooks: string[];
}

/** Where a seat is told of its turns. */
export interface NoticesKept {
  email: string;
  webhook: string;
  /** Whether the owner of the e-mail address has still to agree. */
  email_waits: boolean;
}

/** Where the person on a seat wants to be told that it is his turn. */
export interface NewNotice {
  token: string;
  /** Empty to end it; as it was where it is not given. */
  email?: string | null;
  webhook?: string | null;
}

/** The address of a channel, and what its owner has said. */
export interface MailConsent {
  address: string;
  state: "asked" | "agreed" | "refused";
}

/** What the owner of an address says of notices from this server. */
export interface MailAnswer {
  /** That of one of our notices. */
  token: string;
  /** Without it the answer is what he has said before. */
  agrees?: boolean | null;
}

/** How one is told, and how one can be. */
export interface ChannelList {
  /** Whether this server sends e-mails. */
  email: boolean;
  /** What the address of a webhook must begin with; empty where there are none. */
  webhooks: string[];
  /** What a browser needs to subscribe; empty where nothing is sent to browsers. */
  push_key: string;
  channels: ChannelInfo[];
}

/** One way by which one is told. */
export interface ChannelInfo {
  id: string;
  way: "email" | "webhook" | "push";
  /** Of a browser what it is called. */
  address: string;
  /** Whether the owner of the address has agreed; before that nothing is sent. */
  confirmed: boolean;
  daily: boolean;
  files: boolean;
  /** Why the last notice could not be sent; empty where it could. */
  note: string;
}

/** Where one wants to be told; what is not given stays as it is, an empty address ends it. */
export interface NewChannel {
  email?: string | null;
  webhook?: string | null;
  browser?: BrowserKeys | null;
}

/** The subscription of a browser, as its push manager gives it. */
export interface BrowserKeys {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What becomes of a channel. */
export interface ChannelChange {
  id: string;
  do: "end" | "test" | "set";
  /** Of e-mails that are set: whether one a day tells all. */
  daily?: boolean;
  /** Of e-mails that are set: whether turns come as files, to be answered by e-mail. */
  files?: boolean;
}

/** What turn files are signed with. */
export interface TurnKey {
  /** The public key, 64 hex digits; empty where this server makes none. */
  key: string;
}

/** What became of a file of orders. */
export interface OrdersAnswer {
  /** Of the match. */
  title: string;
  /** The orders that were carried out. */
  done: string[];
  /** Why it stopped before its end, if it did. */
  problem: ErrorProblem | null;
  /** Whether it is still one's turn. */
  your_turn: boolean;
}

/** One thing that is wrong with a request. */
export interface ErrorProblem {
  place: string;
  found: string;
  expected: string;
}

/** A file of orders, filled in. */
export interface OrdersGiven {
  text: string;
  /** Whether it came by e-mail, so that its account is answered by e-mail. */
  by_mail?: boolean;
}

/** A tournament as everybody sees it. */
export interface TournamentPage {
  info: TournamentInfo;
  /** What the operator has told everybody a moment ago; empty for nothing. */
  announcement: string;
  terms: Terms;
  /** His name; empty where he has left this server. */
  organiser: string;
  /** Why it has ended, where it has not been played to its end. */
  note: string;
  /** What the sides of the game are called. */
  sides: string[];
  /** What decides where points are level, in this order. */
  tie_breaks: string[];
  /** The strongest first, as they are seeded. */
  entrants: EntrantInfo[];
  /** The leader first; empty before the first round. */
  standings: StandingInfo[];
  games: TournamentGame[];
  /** When the next round is paired, or the games of this are decided; 0 for no set time. */
  next: number;
  /** The newest first. */
  record: TournamentDeed[];
}

/** What an organiser says of a tournament. */
export interface Terms {
  name: string;
  system: string;
  /** Empty for the system's default. */
  scenario: string;
  form: "swiss" | "round-robin" | "knockout";
  /** Of a Swiss; 0 for as many as the field needs. */
  rounds: number;
  /** Whether in a round robin all meet twice, with sides exchanged. */
  double: boolean;
  pace: string;
  rated: boolean;
  /** Whether a machine fills an odd field; tables of more than two sides are always filled. */
  machines: boolean;
  /** Whether one may enter a Swiss that has begun. */
  late: boolean;
  /** How many may enter. */
  most: number;
  /** When registration ends, in seconds since 1970; 0 for when the first round is paired. */
  closes: number;
  /** When the first round is paired, in seconds since 1970; 0 for when the organiser says so. */
  starts: number;
  /** From one round's time to the next; 0 for as soon as a round is over. */
  round_hours: number;
  /** After so many hours who is waited for has lost; 0 for never. */
  deadline_hours: number;
}

/** Somebody who has entered a tournament. */
export interface EntrantInfo {
  number: number;
  /** Of a machine its level; empty for somebody who has left this server. */
  name: string;
  machine: boolean;
  /** When he entered. */
  rating: number;
  /** Whether he plays no more. */
  out: boolean;
}

/** One line of the table. */
export interface StandingInfo {
  entrant: number;
  rank: number;
  /** In a knockout the rounds that he has survived. */
  points: number;
  /** In the order of `TournamentPage.tie_breaks`. */
  tie_breaks: number[];
  played: number;
}

/** A game of a round. */
export interface TournamentGame {
  round: number;
  board: number;
  /** 2 for the replay of a drawn game. */
  number: number;
  /** The entrants by side; one alone has a bye. */
  seats: number[];
  /** Of each seat; empty while it goes on. */
  points: number[];
  /** How it has got them; empty while it goes on. */
  how: "" | "played" | "bye" | "missed" | "left" | "void" | "corrected";
  match: string;
  /** What opens it for watchers; empty where there is nothing to see. */
  spectator: string;
}

/** Something that somebody has done in a tournament. */
export interface TournamentDeed {
  /** In seconds since 1970. */
  happened: number;
  name: string;
  deed: string;
}

/** A tournament as its organiser wants it. */
export interface NewTournament {
  name: string;
  system: string;
  scenario?: string;
  form?: "swiss" | "round-robin" | "knockout";
  rounds?: number;
  double?: boolean;
  pace?: string;
  rated?: boolean;
  machines?: boolean;
  late?: boolean;
  most?: number;
  closes?: number;
  starts?: number;
  round_hours?: number;
  deadline_hours?: number;
}

/** A tournament. */
export interface OneTournament {
  tournament: string;
}

/** Somebody who has entered a tournament. */
export interface OneEntrant {
  tournament: string;
  /** His number. */
  entrant: number;
}

/** The result of a game, as the organiser sets it. */
export interface Correction {
  tournament: string;
  round: number;
  board: number;
  /** 2 for the replay of a drawn game. */
  number?: number;
  /** Of each side. */
  points: number[];
}

/** What the operator's page shows. */
export interface OperatorState {
  processes: ProcessInfo[];
  /** The newest. */
  matches: OperatedMatch[];
  /** Matches that go on, in all. */
  unfinished: number;
  finished: number;
  /** Open here. */
  sockets: number;
  /** Matches here in which a machine thinks. */
  thinking: number;
  /** What this process and the store hold, and how much that may be. */
  fullness: LimitInfo[];
  /** What is deleted when, in words. */
  limits: string;
  /** At once, at one process. */
  connections: number;
  /** Of one address that comes to the server itself, and not by a proxy. */
  connections_per_address: number;
  /** That may be made at once. */
  accounts_per_address: number;
  bans: Ban[];
  /** That nobody has looked at, the oldest first. */
  reports: ReportInfo[];
  /** Accounts that are muted or banned. */
  restricted: RestrictedInfo[];
  /** The newest first. */
  deeds: Deed[];
}

/** A server process. */
export interface ProcessInfo {
  process: string;
  /** Where the others reach it. */
  address: string;
  /** Whether it has answered this. */
  here: boolean;
  alive: boolean;
  draining: boolean;
  /** How many it serves. */
  matches: number;
}

/** A match, as an operator sees it: nothing of what is played in it. */
export interface OperatedMatch {
  match: string;
  system: string;
  title: string;
  created: string;
  over: boolean;
  /** Whether one may talk there. */
  chat: boolean;
  /** That serves it, if any does. */
  process: string;
}

/** How full a server is of something. */
export interface LimitInfo {
  what: string;
  now: number;
  /** None where there may be any number. */
  most: number | null;
}

/** An address that this server does not answer. */
export interface Ban {
  network: string;
  reason: string;
  since: string;
}

/** What somebody has told the operator. */
export interface ReportInfo {
  id: string;
  /** Who reports; empty for a guest, or one who has left. */
  by: string;
  /** Of who is reported. */
  name: string;
  /** Whether he has an account. */
  known: boolean;
  about: string;
  /** Where it was said; empty for a report from his page. */
  match: string;
  said: SaidLine[];
  created: string;
}

/** Something that was said, in a report. */
export interface SaidLine {
  /** Of who plays; of a watcher -1. */
  side: number;
  name: string;
  text: string;
  /** In seconds since 1970. */
  said: number;
  /** Whether it is what was reported. */
  this: boolean;
}

/** An account that is muted or banned. */
export interface RestrictedInfo {
  name: string;
  banned: boolean;
  /** Of a mute, in seconds since 1970. */
  until: number;
  reason: string;
}

/** What was done on the operator's page. */
export interface Deed {
  happened: string;
  /** From where. */
  address: string;
  deed: string;
  about: string;
}

/** Who asks. */
export interface OperatorToken {
  /** The operator's token. */
  operator: string;
}

/** What every page is to show. */
export interface Announcing {
  operator: string;
  text: string;
}

/** Whether a process takes new matches. */
export interface Draining {
  operator: string;
  /** Empty where there is one alone. */
  process: string;
  draining: boolean;
}

/** Whom this server does not answer. */
export interface Banning {
  operator: string;
  /** An address, or a network such as 203.0.113.0/24. */
  network: string;
  reason?: string;
  /** False lifts the ban. */
  banned: boolean;
}

/** A report that is done with. */
export interface ClosingReport {
  operator: string;
  report: string;
  /** For oneself, in the record of what was done. */
  note?: string;
}

/** Whether all may talk in a match. */
export interface TurningChat {
  operator: string;
  match: string;
  on: boolean;
}

/** Who may say nothing in any match. */
export interface MutingAccount {
  operator: string;
  name: string;
  /** 0 lets him speak again. */
  hours: number;
  /** He is told it. */
  reason: string;
}

/** Which account may do nothing here any more. */
export interface BanningAccount {
  operator: string;
  name: string;
  /** Its owner is told it. */
  reason: string;
  /** False lifts the ban. */
  banned: boolean;
}

/** What may point to one person with two accounts. Nothing follows from it by itself. */
export interface SignalInfo {
  names: string[];
  /** From how many networks both were used lately. */
  networks: number;
  /** Finished with each other. */
  games: number;
  /** Of how many each. */
  of_all: number[];
  wins: number[];
  /** What is out of the ordinary, in words. */
  signs: string[];
}

/** A page of accounts, the newest first. */
export interface KnownAccounts {
  /** How many accounts there are. */
  every: number;
  /** How many of them have the part of a name that was looked for. */
  found: number;
  page: number;
  pages: number;
  accounts: KnownAccount[];
}

/** An account, as an operator sees it. */
export interface KnownAccount {
  name: string;
  created: string;
  /** When a browser of it was last here, in seconds since 1970; 0 where none is signed in. */
  seen: number;
  /** Of its games, those that go on. */
  games: number;
  banned: boolean;
  /** Until when, in seconds since 1970; 0 where it is not. */
  muted: number;
}

/** Which accounts somebody looks for. */
export interface SeekingAccounts {
  operator: string;
  /** A part of the name; empty for all. */
  name?: string;
  page?: number;
}

/** The drafts that one may open. */
export interface DraftList {
  /** Whether whoever asks owns this server, and may open them all without a token. */
  owner: boolean;
  /** Whether he may begin one. */
  allowed: boolean;
  drafts: DraftInfo[];
}

/** A draft in a list. */
export interface DraftInfo {
  id: string;
  system: string;
  name: string;
  created: string;
  changed: string;
  version: number;
  /** Of the history, where it stands. */
  node: number;
}

/** Tokens of one's drafts. */
export interface DraftTokens {
  tokens: string[];
}

/** A new draft. */
export interface DraftMade {
  draft: string;
  /** Opens it; given once. */
  token: string;
}

/** A draft to be begun: as a copy of a scenario, or with nothing in it. */
export interface NewDraft {
  system: string;
  /** Shipped or of a pack; empty for the system's default. */
  scenario?: string;
  name: string;
  /** Answers to what `SystemInfo.blank` asks of one who begins with nothing; what is left out is as usual. None for a copy. */
  blank?: Record<string, number | string[]> | null;
}

/** A copy of a draft, with a history of its own. */
export interface CopyOrder {
  name: string;
}

/** A draft whole. */
export interface DraftOpened {
  draft: DraftInfo;
  /** By role; that of the scenario is `scenario`. */
  documents: Record<string, any>;
  problems: ProblemOfDraft[];
  can_undo: boolean;
  can_redo: boolean;
}

/** Something that is wrong with a draft. */
export interface ProblemOfDraft {
  role: string;
  /** JSON pointer in the document of this role. */
  pointer: string;
  /** The hex or the unit where it is; null where there is none. */
  place: string | null;
  text: string;
  /** Whether the scenario can be played all the same. */
  warning: boolean;
}

/** A step that was made. */
export interface DraftStep {
  version: number;
  node: number;
  title: string;
  /** What it has changed; null where a page must read the documents anew. */
  patches: Record<string, Record<string, any>[]> | null;
  problems: ProblemOfDraft[];
  can_undo: boolean;
  can_redo: boolean;
}

/** One change of a draft. */
export interface DraftChange {
  /** The version that it was made in. */
  base: number;
  title: string;
  /** JSON Patches by the roles of the documents. */
  patches: Record<string, Record<string, any>[]>;
  /** Of one's own: the same request again gets the same answer, and changes nothing. */
  key?: string;
}

/** A step through the history of a draft. */
export interface DraftMove {
  base: number;
  /** Or the number of a change in the history. */
  to: "undo" | "redo" | number;
}

/** The changes of a draft, the last one first. */
export interface DraftHistory {
  /** Where the draft stands. */
  node: number;
  changes: HistoryEntry[];
  /** How many changes before these are not listed. */
  older: number;
}

/** A change. */
export interface HistoryEntry {
  node: number;
  parent: number | null;
  title: string;
  /** Of a version that somebody named. */
  name: string;
  made: string;
}

/** The name of a version; empty to take it away. */
export interface VersionName {
  node: number;
  name: string;
}

/** Another name of a draft. */
export interface DraftRename {
  name: string;
}

/** A draft as players would see it, as it was when it was last sound. */
export interface DraftBoard {
  /** Where no sound version is found, its map alone, or null. */
  board: any;
  /** Null with the map alone. */
  view: any;
  /** Whether it is so now. */
  sound: boolean;
}

/** What the map of a draft holds. */
export interface DraftMap {
  /** None for a system whose maps cannot be drawn. */
  layers: MapLayers | null;
  /** The published schema of the document with the map, for forms. */
  json_schema: Record<string, any> | null;
}

/** What a map holds. */
export interface MapLayers {
  /** The document in which it stands. */
  role: string;
  /** How hexes are called: CCRR or CCCRRR, `@AB`, or numbers down columns of which every second has one hex less. Empty for a map that has none. */
  numbering: "digits" | "letters" | "ranks" | "";
  /** Whether hexes have points on top; the second, fourth, … column, or row, stands half a hex further. */
  pointy: boolean;
  size: Size | null;
  /** The first is the terrain, which says which hexes there are. */
  layers: Layer[];
  /** What a hex without terrain is; None where the map then has no such hex. */
  missing: LayerValue | null;
  coast: Coast | null;
  lists: ItemList[];
}

/** How large a map is, and may be. */
export interface Size {
  /** Where its columns stand. */
  columns: string;
  /** Where its rows, or the hexes of its first column, stand. */
  rows: string;
  least: [number, number];
  most: [number, number];
  step: [number, number];
  /** Whether `columns` holds the number of all hexes. */
  count: boolean;
}

/** A layer of a map. */
export interface Layer {
  name: string;
  title: string;
  /** Values of hexes; of sides between two; of steps from hex to hex. */
  on: "hexes" | "sides" | "ways";
  store: Records | Entries | Values | Members | Lines | Pairs | Links;
  /** Which part of the board shows it; `tint` where the editor alone does. */
  draws: "terrain" | "heights" | "names" | "rivers" | "roads" | "links" | "tint";
  /** What it may have, the usual one first. Empty for heights and for names. */
  values: LayerValue[];
  /** Whether the rules read it. */
  ruled: boolean;
  /** What the rules make of it, or that it only pleases the eye; a sentence. */
  about: string;
  /** Hexes on which it cannot be changed. */
  barred: string[];
  /** Why, in words. */
  barred_for: string;
  /** Terrains that both hexes of a side or step must have; empty for all. */
  within: string[];
  /** Whether it says where units may be set up or arrive. */
  zone: boolean;
}

/** A list of objects, one for each hex: `[{"hex": "0101", "terrain": "woods"}]`. */
export interface Records {
  at: string;
  /** The field with the hex's label. */
  key: string;
  /** The field with the value. */
  field: string;
  /** Whether there is an entry where there is a value, and none elsewhere. */
  whole: boolean;
  /** Whether labels are written as numbers. */
  number: boolean;
  /** What a new entry has besides. */
  fresh: Record<string, any>;
  form: "records";
}

/** An object with an object for each hex: `{"0101": {"terrain": "woods"}}`. */
export interface Entries {
  at: string;
  field: string;
  /** As of `Records`. */
  whole: boolean;
  form: "entries";
}

/** An object with a value for each hex: `{"0101": 40}`. */
export interface Values {
  at: string;
  form: "values";
}

/** A list of hexes, which have the layer's last value; all others have its first. */
export interface Members {
  at: string;
  form: "members";
}

/** A list of objects with a chain of sides or a way through hexes each. */
export interface Lines {
  at: string;
  field: "sides" | "path";
  /** The field that tells which value a line has; the layer's first where it is left out. */
  kind: string;
  /** Whether each side of a line meets the one before in a corner. */
  chained: boolean;
  form: "lines";
}

/** A list of pairs of neighbours. */
export interface Pairs {
  at: string;
  form: "pairs";
}

/** A list of objects with two neighbours each, and what joins or parts them. */
export interface Links {
  at: string;
  /** The field with the pair. */
  key: string;
  field: string;
  /** All fields that make an entry worth keeping. */
  fields: string[];
  /** As of `Records`. */
  number: boolean;
  form: "links";
}

/** Something that a layer may have in a place. */
export interface LayerValue {
  name: string;
  title: string;
  /** Of terrain: how it is drawn; of links: their `look`. */
  art: string;
  /** Of what the map itself does not draw. */
  colour: string;
  /** What it means, in a few words. */
  about: string;
  /** Whether its hexes must have names. */
  named: boolean;
}

/** What the entries of land hexes say of the sea beside them, kept right by an editor. */
export interface Coast {
  /** The object with the entries. */
  at: string;
  /** The list of the directions behind which there is sea. */
  field: string;
  /** The list of the names of these seas; of a hex of sea, its own. */
  seas: string;
  /** The terrain. */
  water: string;
  /** The sea of a hex of sea with none beside it. */
  usual: string;
  /** What directions 0 to 5 are called. */
  directions: string[];
  /** The field with how much of a hex is land. */
  extent: string;
}

/** A list of things in the document that are changed in forms, such as the spaces of a ring. */
export interface ItemList {
  name: string;
  title: string;
  at: string;
  /** Where the schema of one of them stands in the schema of the document. */
  schema: string;
  /** The field by which the places of the board are known, if they are these. */
  key: string;
  /** A new one, where the schema alone does not tell. */
  fresh: Record<string, any>;
  about: string;
}

/** What forms of a draft are made of. */
export interface DraftForms {
  /** The published JSON Schema, with the parts that may be files of their own inside. */
  schema_of_scenario: Record<string, any>;
  /** Schemas of these parts by role; references in them lead into that of the scenario. */
  parts: Record<string, any>;
  force_lists: ForceListInfo[];
}

/** Where a scenario lists units: as `core.force_list.ForceList`. */
export interface ForceListInfo {
  at: string;
  role: string;
  title: string;
  side: string;
  name: string;
  side_member: string;
  symbol: string;
  place: string;
  number: boolean;
  groups: string[];
  elsewhere: string[];
  barred: string[];
}

/** Who may play a draft. */
export interface DraftSides {
  /** Titles; empty while it has problems. */
  sides: string[];
  /** Who plays where nothing else is chosen. */
  usual: string;
  /** The strongest that plays a hundred games soon. */
  quick: string;
  levels: string[];
  agents: string[];
}

/** A match of a draft as it is now. */
export interface DraftMatch {
  /** One a side. */
  seats: NewSeat[];
}

/** The last games that were asked for of a draft. */
export interface DraftRun {
  kind: "none" | "games" | "fair";
  /** Of the draft that is played. */
  version: number;
  running: boolean;
  /** Why it ended before its time. */
  problem: string;
  done: number;
  /** Games. */
  of: number;
  games: GamesPlayed | null;
  /** Those still in the race, the fairest first. */
  candidates: FairCandidate[];
  proposal: FairProposal | null;
}

/** What came of games. */
export interface GamesPlayed {
  games: number;
  sides: SideWon[];
  draws: number;
  /** Of a game, on average, with chance and those of all sides. */
  orders: number;
  /** Null for fewer than two games. */
  orders_interval: [number, number] | null;
  /** All games together. */
  seconds: number;
  /** Why games ended. */
  reasons: Record<string, number>;
  /** Where units stood when they were last seen before they were lost. */
  lost: UnitsLost[];
}

/** What a side has won. */
export interface SideWon {
  name: string;
  title: string;
  wins: number;
  /** Of all games, without draws. */
  share: number;
  /** That holds the true share 95 times in a hundred (Wilson). */
  interval: [number, number];
}

/** Units of a side that were lost at a place, in all games. */
export interface UnitsLost {
  place: string;
  side: number;
  count: number;
}

/** Numbers that were tried. */
export interface FairCandidate {
  /** None for the draft as it is. */
  changes: NumberChanged[];
  games: number;
  /** Of each side. */
  shares: ShareWon[];
}

/** A number, before and after. */
export interface NumberChanged {
  role: string;
  pointer: string;
  old: number;
  new: number;
}

/** What a side has won of games, draws shared by all sides. */
export interface ShareWon {
  share: number;
  /** That holds the true share 95 times in a hundred (Wilson). */
  interval: [number, number];
}

/** Numbers that came nearest to fair, judged by games that they were not chosen by. */
export interface FairProposal {
  changes: NumberChanged[];
  patches: Record<string, Record<string, any>[]>;
  before: GamesPlayed;
  after: GamesPlayed;
}

/** Games of a draft between machines. */
export interface DraftGamesOrder {
  /** One a side. */
  agents: string[];
  games?: number;
}

/** A search for numbers that make a draft fair. */
export interface FairOrder {
  agents: string[];
  games?: number;
  numbers: DraftNumber[];
}

/** A number that may change, and its bounds. */
export interface DraftNumber {
  role: string;
  pointer: string;
  low: number;
  high: number;
}

/** What one may ask of a draft as it is now; nothing where it cannot be played. */
export interface DraftPreviews {
  overlays: PreviewOverlay[];
  /** Whether of two units the odds are known. */
  pairs: boolean;
}

/** An overlay that one may ask for of the start of a draft. */
export interface PreviewOverlay {
  name: string;
  title: string;
  description: string;
  /** Of a unit; else of the board as a whole. */
  of_counter: boolean;
}

/** The answer to an overlay. */
export interface PreviewReading {
  /** As of the wire's `OverlayReading`. */
  reading: any;
}

/** The odds of a fight between two units as they stand in a draft. */
export interface PreviewOdds {
  /** What was said of it, as for `hexfront odds`. */
  attacker: string;
  defender: string;
  title: string;
  sides: FightSide[];
  chances: Likely[];
  /** What is no chance, such as an expected number of rounds. */
  means: Likely[];
  courses: FightCourse[];
  notes: string[];
}

/** What a side fights with. */
export interface FightSide {
  name: string;
  total: string;
  /** How much, where from, by which clause. */
  shares: [string, string, string][];
}

/** What may come of a fight. */
export interface Likely {
  result: string;
  chance: number;
}

/** A table of what comes of a fight for sure. */
export interface FightCourse {
  title: string;
  headings: string[];
  rows: string[][];
}

/** A document as text. */
export interface DraftTextShown {
  version: number;
  text: string;
  /** The line, from 1, of each problem, and what it is. */
  lines: [number, string][];
}

/** A document as it was written by hand. */
export interface DraftText {
  base: number;
  role: string;
  form: "json" | "toml";
  text: string;
}

/** In what two versions of a draft differ. */
export interface DraftDifferences {
  differences: DraftDifference[];
  /** How many others are not listed. */
  more: number;
}

/** One thing in which two versions differ. */
export interface DraftDifference {
  role: string;
  pointer: string;
  /** The hex, the unit or the entry; empty for none. */
  place: string;
  kind: "added" | "removed" | "changed";
  text: string;
}

/** Where a draft was saved. */
export interface DraftSaved {
  paths: string[];
  /** Files that somebody else has written: where there is one, nothing was saved. */
  in_the_way: string[];
}

/** How a draft is saved as files. */
export interface SaveOrder {
  form?: "json" | "toml";
  /** Whether files of the same names that this draft has not written are replaced. */
  replace?: boolean;
}

/** The installed packs. */
export interface PackList {
  /** Whether whoever asks may install and take away. */
  owner: boolean;
  packs: PackInfo[];
  /** What is to be said of the one that was installed last. */
  warnings: string[];
}

/** An installed pack. */
export interface PackInfo {
  name: string;
  title: string;
  version: string;
  system: string;
  scenarios: string[];
}

/** A pack by its name. */
export interface PackName {
  name: string;
}

/** Any message of the server. */
export type Message =
  BoardMessage | Update | Moment | HintMessage | ThoughtsMessage | ThoughtMessage | OverlayMessage | TimeSeriesMessage | Done | Ran | Undone | Refused | ErrorMessage | AnswerMessage | Completions | Turn | Seated | Again | Compiling | Shares | Ends | Clocks | PreparedMessage | Deletion | Deleted | ChatMessage | Banned | Replaced | MatchTerms | Announcement;

/** Any frame of a page. */
export type Frame =
  Join | Sit | Orders | Typed | Undo | Run | End | Time | Prepare | Share | Say | Heard | AskOverlay | AskAnswer | AskCompletions | AskMoment | AskTimeSeries | AskHint | AskThoughts | AskThought;

/** Answers to GET requests by their path. */
export interface Answers {
  "/api/systems": SystemInfo[];
  "/api/keeping": KeepingInfo;
  "/api/campaigns": CampaignInfo[];
  "/api/people/me": Me;
  "/api/people/account": AccountInfo;
  "/api/people/export": Record<string, any>;
  "/api/people/holidays": HolidayState;
  "/api/lobby": LobbyState;
  "/api/people/ratings": RatedInfo[];
  "/api/people/player": PlayerPage;
  "/api/notices": NoticeWays;
  "/api/people/notices": ChannelList;
  "/api/turn-files": TurnKey;
  "/api/tournaments": TournamentInfo[];
  "/api/tournaments/page": TournamentPage;
  "/api/drafts/{draft}": DraftOpened;
  "/api/drafts/{draft}/history": DraftHistory;
  "/api/drafts/{draft}/board": DraftBoard;
  "/api/drafts/{draft}/map": DraftMap;
  "/api/drafts/{draft}/forms": DraftForms;
  "/api/drafts/{draft}/sides": DraftSides;
  "/api/drafts/{draft}/run": DraftRun;
  "/api/drafts/{draft}/previews": DraftPreviews;
  "/api/drafts/{draft}/reading": PreviewReading;
  "/api/drafts/{draft}/odds": PreviewOdds;
  "/api/drafts/{draft}/text": DraftTextShown;
  "/api/drafts/{draft}/differences": DraftDifferences;
  "/api/packs": PackList;
}

/** Bodies of POST requests, and answers to them, by their path. */
export interface Posts {
  "/api/matches": { body: NewMatch; answer: MatchMade };
  "/api/seats/claim": { body: Claim; answer: Claimed };
  "/api/matches/mine": { body: TokenList; answer: MatchInfo[] };
  "/api/matches/delete": { body: TokenList; answer: MatchDeleted };
  "/api/matches/again": { body: TokenList; answer: MatchMade };
  "/api/matches/restored": { body: Restoring; answer: MatchMade };
  "/api/replays": { body: Blob; answer: ReplayMade };
  "/api/campaigns": { body: NewCampaign; answer: CampaignState };
  "/api/campaigns/state": { body: OneToken; answer: CampaignState };
  "/api/campaigns/battle": { body: NewBattle; answer: MatchMade };
  "/api/people/sign-up": { body: NameAndPassword; answer: SignedInAs };
  "/api/people/sign-in": { body: NameAndPassword; answer: SignedInAs };
  "/api/people/recover": { body: NameAndCode; answer: SignedInAs };
  "/api/people/passkeys/begin": { body: PasskeyWish; answer: PasskeyTask };
  "/api/people/passkeys/finish": { body: PasskeyAnswer; answer: SignedInAs };
  "/api/people/sign-out": { body: Nothing; answer: Me };
  "/api/people/passkeys/remove": { body: OneId; answer: AccountInfo };
  "/api/people/password": { body: NewPassword; answer: AccountInfo };
  "/api/people/codes": { body: Nothing; answer: Codes };
  "/api/people/sessions/end": { body: OneId; answer: AccountInfo };
  "/api/people/claim": { body: GuestSeat; answer: OneName };
  "/api/people/games": { body: Nothing; answer: OwnGame[] };
  "/api/people/delete": { body: OneName; answer: Me };
  "/api/people/block": { body: Avoiding; answer: AccountInfo };
  "/api/people/mute": { body: Avoiding; answer: AccountInfo };
  "/api/people/report": { body: Reporting; answer: AccountInfo };
  "/api/chat/turn": { body: ChatWish; answer: Sent };
  "/api/chat/report": { body: ReportedWords; answer: Sent };
  "/api/people/holidays": { body: NewHolidays; answer: HolidayState };
  "/api/people/holidays/end": { body: OneId; answer: HolidayState };
  "/api/lobby/open": { body: NewGame; answer: Joined };
  "/api/lobby/join": { body: OneGame; answer: Joined };
  "/api/lobby/leave": { body: OneGame; answer: LobbyState };
  "/api/lobby/decline": { body: OneGame; answer: LobbyState };
  "/api/notices": { body: NewNotice; answer: NoticesKept };
  "/api/mail": { body: MailAnswer; answer: MailConsent };
  "/api/people/notices": { body: NewChannel; answer: ChannelList };
  "/api/people/notices/change": { body: ChannelChange; answer: ChannelList };
  "/api/turn-files": { body: OrdersGiven; answer: OrdersAnswer };
  "/api/tournaments": { body: NewTournament; answer: TournamentPage };
  "/api/tournaments/enter": { body: OneTournament; answer: TournamentPage };
  "/api/tournaments/leave": { body: OneTournament; answer: TournamentPage };
  "/api/tournaments/start": { body: OneTournament; answer: TournamentPage };
  "/api/tournaments/pair": { body: OneTournament; answer: TournamentPage };
  "/api/tournaments/cancel": { body: OneTournament; answer: TournamentPage };
  "/api/tournaments/remove": { body: OneEntrant; answer: TournamentPage };
  "/api/tournaments/result": { body: Correction; answer: TournamentPage };
  "/api/operator/state": { body: OperatorToken; answer: OperatorState };
  "/api/operator/announce": { body: Announcing; answer: OperatorState };
  "/api/operator/drain": { body: Draining; answer: OperatorState };
  "/api/operator/ban": { body: Banning; answer: OperatorState };
  "/api/operator/report": { body: ClosingReport; answer: OperatorState };
  "/api/operator/chat": { body: TurningChat; answer: OperatorState };
  "/api/operator/mute": { body: MutingAccount; answer: OperatorState };
  "/api/operator/ban-account": { body: BanningAccount; answer: OperatorState };
  "/api/operator/signals": { body: OperatorToken; answer: SignalInfo[] };
  "/api/operator/accounts": { body: SeekingAccounts; answer: KnownAccounts };
  "/api/drafts/mine": { body: DraftTokens; answer: DraftList };
  "/api/drafts": { body: NewDraft; answer: DraftMade };
  "/api/drafts/{draft}/copy": { body: CopyOrder; answer: DraftMade };
  "/api/drafts/{draft}/changes": { body: DraftChange; answer: DraftStep };
  "/api/drafts/{draft}/moves": { body: DraftMove; answer: DraftStep };
  "/api/drafts/{draft}/versions": { body: VersionName; answer: DraftHistory };
  "/api/drafts/{draft}/name": { body: DraftRename; answer: DraftInfo };
  "/api/drafts/{draft}/delete": { body: DraftTokens; answer: DraftList };
  "/api/drafts/{draft}/play": { body: DraftMatch; answer: MatchMade };
  "/api/drafts/{draft}/games": { body: DraftGamesOrder; answer: DraftRun };
  "/api/drafts/{draft}/fair": { body: FairOrder; answer: DraftRun };
  "/api/drafts/{draft}/run/stop": { body: Nothing; answer: DraftRun };
  "/api/drafts/{draft}/text": { body: DraftText; answer: DraftStep };
  "/api/drafts/{draft}/save": { body: SaveOrder; answer: DraftSaved };
  "/api/packs": { body: Blob; answer: PackList };
  "/api/packs/remove": { body: PackName; answer: PackList };
}
