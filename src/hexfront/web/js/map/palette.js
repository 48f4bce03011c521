/** The colours of the map, by theme, and of the sides. */

/** @typedef {import("../../types").BoardSide} BoardSide */

const LIGHT = {
  desk: "#cdc6b4", rim: "#6d6350", shade: "50, 40, 20",
  clear: "#e3e0bd", fields: ["#d9d8a6", "#ebe3bc", "#dcdcb2", "#e9dfb0", "#d3d7a4"],
  furrow: "rgba(130, 125, 60, 0.25)", hedge: "rgba(95, 110, 50, 0.34)",
  woods: "#b5c690", woodsEdge: "rgba(70, 100, 45, 0.55)",
  crowns: ["#6f9450", "#7b9f59", "#648a49", "#87a862"], crownLight: "rgba(222, 236, 160, 0.5)",
  conifers: ["#567d52", "#4c7350"], treeShadow: "rgba(40, 60, 20, 0.3)",
  jungle: "#93b67a", jungleEdge: "rgba(40, 90, 45, 0.6)",
  jungleCrowns: ["#3f7d46", "#4f8d4e", "#35703f", "#5f9b55"],
  plantation: "#cdd6a0", plantationTree: "#5c8a45", plantationEdge: "rgba(90, 110, 50, 0.5)",
  swamp: "#cbd7b4", swampWater: "rgba(110, 160, 180, 0.75)", swampGrass: "rgba(80, 110, 60, 0.8)",
  rough: "#d9cfae", rock: "#a3967a", rockLight: "#e2d8bf", rockDark: "rgba(70, 55, 35, 0.5)", peakDark: "#7c6a4c",
  desert: "#eddcab", dune: "rgba(170, 130, 60, 0.5)", beach: "#f1e4ba", sand: "rgba(170, 135, 70, 0.55)",
  town: "#e0cfb2", townEdge: "rgba(130, 95, 65, 0.55)", street: "#fbf4e2", streetEdge: "rgba(120, 95, 65, 0.5)",
  roofs: ["#b8654a", "#a9553f", "#c47d5a", "#99634f", "#8f7a6b"], roofDark: "rgba(60, 20, 10, 0.25)",
  houseShadow: "rgba(60, 40, 20, 0.35)", plaza: "#f3ead2",
  waterBands: ["#b9d8e4", "#abcee0", "#a3c9dc"], deep: "#8dbad2",
  shore: "#4f83a0", waterLine: "rgba(70, 125, 160, 0.42)", wave: "rgba(255, 255, 255, 0.55)",
  river: "#8fbdd6", bank: "#4f83a0", waterName: "#2b5f7e",
  hill: "rgba(206, 176, 112, 0.36)", mountain: "rgba(176, 150, 118, 0.55)",
  tint: "196, 158, 92", tintMost: 0.5, lit: "255, 250, 225", litMost: 0.6, dark: "92, 62, 25", darkMost: 0.42,
  contour: "rgba(139, 92, 40, 0.55)", contourStrong: "rgba(122, 78, 32, 0.85)", hachure: "rgba(110, 72, 34, 0.45)",
  contoured: "rgba(214, 184, 122, 0.5)", dot: "rgba(60, 62, 30, 0.9)", dotEdge: "rgba(255, 252, 230, 0.7)",
  homeMost: 0.075, border: "#8d2147", borderGlow: "rgba(190, 60, 110, 0.26)",
  part: "rgba(40, 44, 60, 0.85)", partGlow: "rgba(255, 255, 255, 0.4)",
  hazard: "rgba(255, 206, 40, 0.42)", hazardStripe: "rgba(90, 60, 0, 0.26)", hazardEdge: "#c98a00",
  hazardInk: "#231a00", hazardHalo: "rgba(255, 222, 90, 0.95)",
  road: "#fdf6df", roadEdge: "#8d6f4a", track: "#8a6a42", rail: "#3d3a36", railGap: "#f3eede", bridge: "#574a3a",
  grid: "rgba(70, 60, 25, 0.34)", number: "rgba(60, 50, 20, 0.72)", numberHalo: "rgba(250, 245, 220, 0.55)",
  landName: "rgba(85, 66, 38, 0.82)", name: "#2b2115", halo: "rgba(255, 251, 236, 0.94)",
  reach: "rgba(255, 255, 255, 0.34)", reachEdge: "#1b5e9e", reachText: "#0f3a66",
  attack: "rgba(190, 60, 0, 0.3)", attackEdge: "#b3400a", other: "rgba(120, 80, 170, 0.24)",
  otherEdge: "#6b3fa0", select: "#ffcf33", selectEdge: "rgba(0, 0, 0, 0.75)", hover: "rgba(20, 20, 20, 0.85)",
  move: "#1b5e9e", fight: "#b3400a", casing: "rgba(255, 255, 255, 0.92)", glow: "#ffb000",
  closed: "#c9c6bd", closedLine: "rgba(70, 66, 58, 0.4)", beneath: "rgba(84, 150, 190, 0.36)",
  beneathEdge: "rgba(30, 96, 140, 0.5)", canal: "#5ea7d8", wall: "#5b3a2a",
  route: "rgba(84, 52, 20, 0.6)", routeEdge: "rgba(255, 250, 232, 0.4)", land: 0.16, landEdge: 0.6,
  paper: "#f8f2e2", paperTint: 0.13, paperEdge: "rgba(62, 50, 32, 0.85)", paperLand: 0.3,
  region: "rgba(250, 244, 228, 0.6)", regionEdge: "rgba(62, 50, 32, 0.4)",
  tray: "rgba(250, 247, 238, 0.95)", trayEdge: "#5c5340", frame: "#b3400a",
};

/** @type {typeof LIGHT} */
const DARK = {
  desk: "#15181a", rim: "#08090a", shade: "0, 0, 0",
  clear: "#4d523d", fields: ["#484d37", "#535842", "#50513a", "#565740", "#464c38"],
  furrow: "rgba(180, 180, 120, 0.12)", hedge: "rgba(20, 28, 12, 0.4)",
  woods: "#3b4a31", woodsEdge: "rgba(16, 26, 12, 0.75)",
  crowns: ["#33502d", "#3c5a34", "#2c4728", "#44633a"], crownLight: "rgba(150, 185, 105, 0.28)",
  conifers: ["#27442f", "#213b2a"], treeShadow: "rgba(0, 0, 0, 0.4)",
  jungle: "#2e4630", jungleEdge: "rgba(8, 22, 12, 0.8)",
  jungleCrowns: ["#22492b", "#2b5632", "#1c3f26", "#35623a"],
  plantation: "#4a5538", plantationTree: "#36552c", plantationEdge: "rgba(14, 22, 10, 0.6)",
  swamp: "#43503e", swampWater: "rgba(90, 135, 155, 0.6)", swampGrass: "rgba(130, 160, 100, 0.6)",
  rough: "#57513f", rock: "#6f6755", rockLight: "#8a8370", rockDark: "rgba(0, 0, 0, 0.5)", peakDark: "#443c2d",
  desert: "#665a3d", dune: "rgba(225, 190, 120, 0.3)", beach: "#77693f", sand: "rgba(230, 200, 130, 0.35)",
  town: "#5c5344", townEdge: "rgba(20, 14, 8, 0.7)", street: "#80755f", streetEdge: "rgba(20, 14, 8, 0.5)",
  roofs: ["#8c4d3a", "#7c4232", "#955f47", "#704b3d", "#675b52"], roofDark: "rgba(0, 0, 0, 0.32)",
  houseShadow: "rgba(0, 0, 0, 0.45)", plaza: "#8a7f68",
  waterBands: ["#35596f", "#2f5268", "#2b4d63"], deep: "#234257",
  shore: "#0f2635", waterLine: "rgba(140, 190, 215, 0.2)", wave: "rgba(190, 220, 235, 0.22)",
  river: "#37627c", bank: "#122b3a", waterName: "#a9d3ea",
  hill: "rgba(120, 96, 58, 0.3)", mountain: "rgba(120, 104, 84, 0.5)",
  tint: "150, 112, 60", tintMost: 0.42, lit: "235, 215, 165", litMost: 0.22, dark: "0, 0, 0", darkMost: 0.5,
  contour: "rgba(214, 170, 108, 0.36)", contourStrong: "rgba(224, 180, 118, 0.6)", hachure: "rgba(225, 185, 125, 0.28)",
  contoured: "rgba(128, 104, 62, 0.5)", dot: "rgba(228, 226, 190, 0.85)", dotEdge: "rgba(15, 18, 8, 0.5)",
  homeMost: 0.13, border: "#e86a9a", borderGlow: "rgba(230, 90, 150, 0.24)",
  part: "rgba(225, 228, 240, 0.75)", partGlow: "rgba(0, 0, 0, 0.3)",
  hazard: "rgba(214, 160, 10, 0.36)", hazardStripe: "rgba(0, 0, 0, 0.3)", hazardEdge: "#f0b616",
  hazardInk: "#ffe9a0", hazardHalo: "rgba(30, 22, 0, 0.95)",
  road: "#a69878", roadEdge: "#221c14", track: "#b0946a", rail: "#121212", railGap: "#9a958a", bridge: "#d8cbb0",
  grid: "rgba(10, 10, 5, 0.5)", number: "rgba(238, 233, 208, 0.7)", numberHalo: "rgba(20, 22, 15, 0.5)",
  landName: "rgba(235, 220, 185, 0.72)", name: "#fbf4e1", halo: "rgba(20, 20, 15, 0.92)",
  reach: "rgba(170, 205, 255, 0.24)", reachEdge: "#8fc4ff", reachText: "#e4f0ff",
  attack: "rgba(255, 130, 40, 0.3)", attackEdge: "#ff9a4d", other: "rgba(200, 160, 255, 0.22)",
  otherEdge: "#c9a6ff", select: "#ffd54a", selectEdge: "rgba(0, 0, 0, 0.85)", hover: "rgba(255, 255, 255, 0.88)",
  move: "#8fc4ff", fight: "#ff9a4d", casing: "rgba(10, 14, 20, 0.88)", glow: "#ffc252",
  closed: "#2c2f31", closedLine: "rgba(205, 210, 215, 0.22)", beneath: "rgba(56, 112, 150, 0.42)",
  beneathEdge: "rgba(120, 185, 225, 0.5)", canal: "#6cb4e4", wall: "#d9b08c",
  route: "rgba(240, 214, 170, 0.5)", routeEdge: "rgba(14, 14, 10, 0.55)", land: 0.26, landEdge: 0.75,
  paper: "#2d3133", paperTint: 0.16, paperEdge: "rgba(0, 0, 0, 0.8)", paperLand: 0.42,
  region: "rgba(60, 66, 70, 0.4)", regionEdge: "rgba(200, 205, 210, 0.22)",
  tray: "rgba(34, 38, 41, 0.95)", trayEdge: "#8b8f93", frame: "#ff9a4d",
};

/** Told apart by people who see few colours; each side also has a shape and a pattern of its own. */
const SIDES = ["#b5452f", "#2f6ea8", "#b98a16", "#3b8a72", "#7a57a6", "#6b6f76"];

/** @param {"light" | "dark"} theme */
export function palette(theme) {
  return theme === "dark" ? DARK : LIGHT;
}

/** @typedef {typeof LIGHT} Palette */

/** @param {BoardSide[]} sides @param {number} side */
export function sideColour(sides, side) {
  return sides[side]?.colour || SIDES[side % SIDES.length] || "#6b6f76";
}

export const SANS = 'system-ui, "Segoe UI", Roboto, sans-serif';
export const SERIF = '"Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif';
export const NARROW = '"Arial Narrow", "Helvetica Neue", Arial, sans-serif';
