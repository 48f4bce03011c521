/** The colours of the map, by theme, and of the sides. */

/** @typedef {import("../../types").BoardSide} BoardSide */

const LIGHT = {
  desk: "#cfc8b8", rim: "#6d6350", shadow: "rgba(50, 40, 20, 0.35)",
  clear: "#dfdcb4", clearSpots: ["#d5d5a4", "#e6e2c0", "#d9d3a2"], grass: "rgba(110, 120, 50, 0.35)",
  woods: "#b9c68c", crowns: ["#5d8240", "#6b9149", "#527539", "#78994f"],
  crownLight: "rgba(200, 220, 130, 0.55)", treeShadow: "rgba(40, 55, 20, 0.35)",
  town: "#d3c4a4", street: "#efe6d0", roofs: ["#b0573a", "#9c4a34", "#c0714c", "#8d5b45"],
  roofDark: "rgba(50, 15, 5, 0.32)", houseShadow: "rgba(50, 35, 15, 0.35)",
  water: "#8fb8cf", waterDeep: "#6f9fbd", wave: "rgba(255, 255, 255, 0.5)",
  hill: "#d3bf8d", contour: "rgba(110, 75, 30, 0.55)",
  hillLight: "255, 246, 215", hillGlow: 0.7,
  grid: "rgba(70, 60, 25, 0.3)", number: "rgba(60, 50, 20, 0.62)",
  name: "#2b2115", halo: "rgba(255, 250, 232, 0.92)",
  reach: "rgba(255, 255, 255, 0.36)", reachEdge: "rgba(30, 90, 160, 0.75)", reachText: "#123a66",
  attack: "rgba(200, 30, 20, 0.28)", attackEdge: "#b3160f", other: "rgba(150, 100, 0, 0.28)",
  otherEdge: "#9a6a00", select: "#ffcf33", hover: "rgba(20, 20, 20, 0.75)",
  move: "#1f5fa8", fight: "#b3160f", casing: "rgba(255, 255, 255, 0.9)", lit: "#ffb000",
};

/** @type {typeof LIGHT} */
const DARK = {
  desk: "#16191a", rim: "#0b0c0c", shadow: "rgba(0, 0, 0, 0.6)",
  clear: "#565b42", clearSpots: ["#50563c", "#5c6147", "#535639"], grass: "rgba(160, 170, 100, 0.22)",
  woods: "#414c33", crowns: ["#2f4a2a", "#38562f", "#294226", "#426137"],
  crownLight: "rgba(140, 170, 90, 0.35)", treeShadow: "rgba(0, 0, 0, 0.4)",
  town: "#655c4a", street: "#82765d", roofs: ["#8a4a37", "#7a3f30", "#955b44", "#6f4a3b"],
  roofDark: "rgba(0, 0, 0, 0.35)", houseShadow: "rgba(0, 0, 0, 0.45)",
  water: "#2f4e63", waterDeep: "#264255", wave: "rgba(200, 225, 240, 0.25)",
  hill: "#6a5c3f", contour: "rgba(210, 175, 115, 0.4)",
  hillLight: "225, 200, 150", hillGlow: 0.28,
  grid: "rgba(10, 10, 5, 0.45)", number: "rgba(235, 230, 205, 0.6)",
  name: "#fbf4e1", halo: "rgba(20, 20, 15, 0.9)",
  reach: "rgba(170, 205, 255, 0.26)", reachEdge: "rgba(150, 200, 255, 0.85)", reachText: "#e4f0ff",
  attack: "rgba(255, 70, 50, 0.3)", attackEdge: "#ff6a56", other: "rgba(255, 190, 60, 0.25)",
  otherEdge: "#ffc252", select: "#ffd54a", hover: "rgba(255, 255, 255, 0.8)",
  move: "#7db4f5", fight: "#ff6a56", casing: "rgba(10, 14, 20, 0.85)", lit: "#ffc252",
};

/** Told apart by people who see few colours; each side also has a pattern of its own. */
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
