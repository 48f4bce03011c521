/** What the map is given to draw, and what it reports; no server sends these. */
import type { Offer, OrderStyle, OverlayReading, View } from "../../types";

export type Look = OrderStyle["look"];
export interface Point { x: number; y: number }
/** An offer with the style of its kind. */
export interface StyledOffer extends Offer { style: OrderStyle }
/** A reading with the look of its overlay; `heights` are tinted from the lowest to the highest. */
export interface ShownReading extends OverlayReading { look: Look | "heights" }
/** Where an offer may be aimed; `places` is null for everywhere. */
export interface Region { look: Look; places: Set<string> | null }
export interface Card {
  place: string; text: string; die: number | null; result: string; kind: string;
}
/** What the map shows; `MapView.show` takes any part of it. */
export interface Scene {
  view: View | null; selected: string;
  /** Counters that are chosen besides, and those that were laid on top of their stacks, the last first. */
  group: string[]; raised: string[];
  hover: string; targets: Map<string, StyledOffer[]>;
  path: string[]; pathLook: Look; lit: string[]; arrows: string[][]; hideCounters: boolean;
  /** Outlines of places, their numbers, their names. */
  grid: boolean; numbers: boolean; names: boolean;
  /** Routes from place to place. */
  links: boolean;
  /** What was reckoned, over the map; the way to the hovered place is drawn too. */
  reading: ShownReading | null;
  /** Other readings that lie below it, the last first. */
  below: ShownReading[];
  /** The place whose stack is spread out; "" for none. */
  fan: string;
  /** Where an offer may be aimed; `places` is null for everywhere. */
  aim: Region | null;
  /** Places with one line around them. */
  area: string[];
  /** Whether the outline of the chosen counter is off for a moment, as it flashes. */
  dim: boolean;
}
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
  /** Whether a press is the beginning of a stroke, which then goes on with `onStroke` and ends with
   * `onLift`: at a point, or null where it is given up, as when a second finger comes. */
  onPress?(point: Point, event: PointerEvent): boolean;
  onStroke?(point: Point, event: PointerEvent): void;
  onLift?(point: Point | null): void;
  /** Something more is drawn over all; the context is scaled to hex sizes. */
  onPaint?(ctx: CanvasRenderingContext2D, pixels: number): void;
}
