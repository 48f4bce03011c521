/** Dice as things: cubes with spots, and polygons with figures. */
import { html } from "./dom.js";

/** Where spots lie by the face, on a field of three by three. */
export const SPOTS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** The face in front and the edges behind it, on a field of 100 by 100, by the number of faces.
 * @type {Record<number, {shape: string, face: string, edges: string, x: number, y: number, size: number}>} */
const POLYGONS = {
  4: { shape: "50,6 96,88 4,88", face: "50,6 96,88 4,88", edges: "", x: 50, y: 66, size: 40 },
  8: { shape: "50,3 92,27 92,73 50,97 8,73 8,27", face: "50,3 92,73 8,73", edges: "M92 27 50 3 8 27M92 27V73L50 97 8 73V27",
    x: 50, y: 53, size: 38 },
  10: { shape: "50,3 95,42 95,58 50,97 5,58 5,42", face: "50,3 82,58 50,74 18,58",
    edges: "M82 58 95 58M18 58 5 58M50 74V97", x: 50, y: 48, size: 36 },
  12: { shape: "50,3 79,12 97,37 97,63 79,88 50,97 21,88 3,63 3,37 21,12", face: "50,22 78,42 67,75 33,75 22,42",
    edges: "M50 22V3M78 42 97 37M67 75 79 88M33 75 21 88M22 42 3 37", x: 50, y: 51, size: 34 },
  20: { shape: "50,3 92,27 92,73 50,97 8,73 8,27", face: "50,24 78,70 22,70",
    edges: "M50 24V3M50 24 92 27M50 24 8 27M78 70 92 27M78 70 92 73M78 70 50 97M22 70 8 27M22 70 8 73M22 70 50 97",
    x: 50, y: 56, size: 26 },
};

/** A cube. @param {{value: number, on?: boolean, look?: string}} props `on` where it is part of a pattern */
export function Cube({ value, on = false, look = "" }) {
  return html`<svg class=${`cube ${on ? "on" : ""} ${look}`} viewBox="0 0 40 40" aria-hidden="true">
    <rect class="under" x="3" y="4" width="35" height="35" rx="8" />
    <rect class="body" x="2" y="2" width="35" height="35" rx="8" />
    <path class="light" d="M9 4.5H30Q34.5 4.5 34.5 9" />
    ${SPOTS[value]?.map((spot) => html`<circle key=${spot} cx=${10 + (spot % 3) * 9.5} cy=${10 + Math.floor(spot / 3) * 9.5} r="3.1" />`)
      ?? html`<text x="19.5" y="20.5" font-size="20" dominant-baseline="central" text-anchor="middle">${value}</text>`}
  </svg>`;
}

/** A die with another number of faces than six, red or white. @param {{faces: number, value: number | null,
 *   tone: "red" | "white", on?: boolean, look?: string}} props no value: at rest */
export function Polygon({ faces, value, tone, on = false, look = "" }) {
  const { shape, face, edges, x, y, size } = POLYGONS[faces] ?? { ...POLYGONS[20], size: 24 };
  const text = value === null ? `d${faces}` : String(value);
  const high = value === null ? Math.min(size, 26) : size;
  return html`<svg class=${`polygon ${tone} ${on ? "on" : ""} ${look}`} viewBox="-3 -3 106 106" aria-hidden="true">
    <polygon class="under" points=${shape} transform="translate(3 4)" />
    <polygon class="body" points=${shape} />
    <polygon class="face" points=${face} />
    ${edges && html`<path class="edge" d=${edges} />`}
    <polygon class="rim" points=${shape} />
    <text x=${x} y=${y} font-size=${high} dominant-baseline="central" text-anchor="middle">${text}</text>
    ${[6, 9].includes(Number(value)) && faces > 8 && html`<path class="edge" d=${`M${x - size * 0.24} ${y + size * 0.48}h${size * 0.48}`} />`}
  </svg>`;
}
