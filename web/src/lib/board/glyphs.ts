/**
 * Glyphs: the forms of pieces and tiles, drawn round (0, 0) in hundredths of a cell.
 *
 * They are written once into one hidden drawing of the page and used from there by every board. Their colours are
 * custom properties, so they follow the colour scheme of whoever uses them.
 */

import type { Piece, Stock, XY } from "./scene";
import { num, polygon, seedOf, shrunk, smooth, wobble } from "./vector";

const PEN_VARIANTS = 8; // a hand never draws the same dot twice; eight look like many
const SHADE = "#1a120a";
const CARVED = ["shell", "ivory", "cinnabar"];
const WORDS: Record<string, string> = { red: "cinnabar", white: "shell", black: "ink", blue: "azure" };
const SHARED: Record<string, string> = { ...WORDS, shared: "cinnabar", neutral: "ink" };

/** Who has which paint on each material. */
const PAINTS: Record<string, Record<string, string>> = {
  washi: { ...SHARED, first: "ink", second: "shell" },
  slate: { ...SHARED, black: "jet", white: "ivory", neutral: "jet", first: "jet", second: "ivory" },
  table: { ...SHARED, red: "red-peg", blue: "blue-peg", first: "blue-peg", second: "red-peg" },
  notebook: {
    ...SHARED,
    ...{ red: "red-pen", blue: "blue-pen", black: "graphite", neutral: "graphite" },
    ...{ first: "red-pen", second: "blue-pen" },
  },
  wood: { ...SHARED, first: "cinnabar", second: "ink" },
};
const TILE_PAINTS: Record<string, string> = { first: "blue-tile", second: "red-tile" };
export const SQUARE: readonly XY[] = [[-50, -50], [50, -50], [50, 50], [-50, 50]]; // prettier-ignore

/** The paint of an owner, unless the state names a colour. */
export function paintOf(material: string, owner: string, state: string): string {
  const paints = PAINTS[material] ?? SHARED;
  return paints[state in WORDS ? state : owner] ?? "ink";
}

export const colour = (paint: string, facet: "face" | "shine" | "rim" | "mark"): string => `var(--p-${paint}-${facet})`;
export const tileColour = (owner: string, facet: "face" | "rim" | "mark"): string =>
  colour(TILE_PAINTS[owner] ?? "blue-tile", facet);

// --- what is drawn once -------------------------------------------------------------------------------------------------

const made = new Set<string>();
let shelf: SVGDefsElement | null = null;

/** Keeps a definition under a name and gives the name back; `draw` writes it when it is first asked for. */
function keep(name: string, draw: () => string): string {
  const id = `kk-${name.replace(/[^\w-]/g, "")}`;
  if (made.has(id)) return id;
  made.add(id);
  if (!shelf) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "kk-shelf");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("width", "0");
    svg.setAttribute("height", "0");
    shelf = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "defs"));
    document.body.append(svg);
  }
  shelf.insertAdjacentHTML("beforeend", draw().replace(/^<(\w+)/, `<$1 id="${id}"`));
  return id;
}

type Stop = [offset: number, colour: string, opacity?: number];

function gradient(name: string, kind: "radial" | "linear", stops: Stop[], shape = ""): string {
  const content = stops.map(([at, tint, strength = 1]) => `<stop offset="${at}" stop-color="${tint}" stop-opacity="${strength}"/>`);
  return `url(#${keep(name, () => `<${kind}Gradient ${shape}>${content.join("")}</${kind}Gradient>`)})`;
}

/** Light falls on the piece from the upper left. */
function sheen(paint: string): string {
  const stops: Stop[] = [[0, colour(paint, "shine")], [1, colour(paint, "face")]]; // prettier-ignore
  return gradient(`sheen-${paint}`, "radial", stops, 'cx=".36" cy=".28" r=".72"');
}

/** Turned wood, lit from the left. */
function turned(paint: string): string {
  const face = colour(paint, "face");
  return gradient(`turned-${paint}`, "linear", [[0, face], [0.34, colour(paint, "shine")], [1, face]]); // prettier-ignore
}

const shadow = () => gradient("shadow", "radial", [[0.72, SHADE, 0.42], [1, SHADE, 0]]); // prettier-ignore

// --- pieces -------------------------------------------------------------------------------------------------------------

/** The id of a piece's drawing. Of pen marks there are several; `seed`, any text, chooses one. */
export function pieceGlyph(material: string, piece: Pick<Piece | Stock, "glyph" | "owner" | "state">, seed: string): string {
  const { glyph, owner, state } = piece;
  const paint = paintOf(material, owner, state);
  const variant = seedOf(seed) % PEN_VARIANTS;
  switch (glyph) {
    case "disk":
      if (state === "captive") return keep(`captive-${owner}-${paint}`, () => captive(paint, owner));
      return keep(`disk-${paint}`, () => group(disk(paint) + groove(paint)));
    case "peg":
      return keep(`peg-${owner}-${paint}-${state}`, () => peg(paint, owner, state === "lying"));
    case "dot":
      return keep(`dot-${paint}-${variant}`, () => dot(paint, variant));
    case "ring":
      return keep(`ring-${paint}-${variant}`, () => ring(paint, variant));
    case "hatch":
      return keep(`hatch-${owner}-${paint}`, () => swatch(paint, owner));
    case "tile":
      return tileGlyph(owner, SQUARE, 0);
    default:
      return keep(`stone-${paint}`, () => stone(paint));
  }
}

const group = (content: string, more = "") => `<g ${more}>${content}</g>`;

/** A lens-shaped stone. The pale and the red ones carry a carved ring, the dark ones are plain. */
function stone(paint: string): string {
  const carved = CARVED.includes(paint)
    ? `<circle r="22" fill="none" stroke="${colour(paint, "mark")}" stroke-width="1.8" opacity=".8"/>`
    : "";
  return group(
    `<circle cx="2" cy="5" r="46" fill="${shadow()}"/>` +
      `<circle r="40" fill="${sheen(paint)}" stroke="${colour(paint, "rim")}" stroke-width="1.6"/>${carved}`,
  );
}

/** A flat disk with a raised rim. */
function disk(paint: string): string {
  return (
    `<circle cx="1.5" cy="4" r="45" fill="${shadow()}"/>` +
    `<circle r="40" fill="${colour(paint, "face")}" stroke="${colour(paint, "rim")}" stroke-width="1.8"/>` +
    `<circle r="34" fill="${sheen(paint)}"/>`
  );
}

/** The carved ring of a pale disk. */
function groove(paint: string): string {
  if (paint !== "shell" && paint !== "ivory") return "";
  return `<circle r="17" fill="none" stroke="${colour(paint, "mark")}" stroke-width="2.4"/>`;
}

/** A red disk; its owner's colour is a dot (first) or a ring (second). */
function captive(paint: string, owner: string): string {
  const tint = colour(paint, "face");
  const mark =
    owner === "second"
      ? `<circle r="13.5" fill="none" stroke="${tint}" stroke-width="6.5"/>`
      : `<circle r="13" fill="${tint}"/>`;
  return group(disk("cinnabar") + mark);
}

/** A turned peg with a round head (first) or a square one (second). */
function peg(paint: string, owner: string, lying: boolean): string {
  const head =
    owner === "second"
      ? `<rect x="-16" y="-34" width="32" height="32" rx="3.5" fill="${sheen(paint)}"/>`
      : `<circle cy="-17" r="17.5" fill="${sheen(paint)}"/>`;
  const body = `<path d="M-8-6L-17 29Q-17 37 0 37Q17 37 17 29L8-6Z" fill="${turned(paint)}"/>`;
  const rim = `stroke="${colour(paint, "rim")}" stroke-width="2"`;
  if (lying) {
    const under = `<ellipse cx="2" cy="14" rx="45" ry="13" fill="${shadow()}"/>`;
    return group(under + group(body + head, `${rim} transform="rotate(-82) translate(0 -1)"`));
  }
  return group(`<ellipse cx="5" cy="32" rx="28" ry="10" fill="${shadow()}"/>` + group(body + head, rim));
}

function dot(paint: string, variant: number): string {
  return `<path d="${smooth(wobble(27, 1, 12, `dot ${variant}`, 0.03), true)}" fill="${colour(paint, "face")}"/>`;
}

function ring(paint: string, variant: number): string {
  const line = smooth(wobble(27, 1.07, 18, `ring ${variant}`, 0.09), false);
  return `<path d="${line}" fill="none" stroke="${colour(paint, "face")}" stroke-width="9" stroke-linecap="round"/>`;
}

/** A fill: lines that rise for the first player and fall for the second, four to a cell. */
export function hatching(paint: string, owner: string): string {
  const step = 17.68; // a quarter of a cell, measured across the slanting lines
  const box = `width="${step}" height="${step}" patternUnits="userSpaceOnUse"`;
  const turn = `patternTransform="rotate(${owner === "second" ? -45 : 45})"`;
  const line = `<path d="M${step / 2} 0V${step}" stroke="${colour(paint, "face")}" stroke-width="4" opacity=".75"/>`;
  return `url(#${keep(`hatching-${owner}-${paint}`, () => `<pattern ${box} ${turn}>${line}</pattern>`)})`;
}

/** A hatched cell by itself, for a dish. */
function swatch(paint: string, owner: string): string {
  const [tint, box] = [colour(paint, "face"), 'x="-35" y="-35" width="70" height="70"'];
  const lines = `<rect ${box} fill="${hatching(paint, owner)}" stroke="${tint}" stroke-width="3"/>`;
  return group(`<rect ${box} fill="${tint}" opacity=".13"/>${lines}`);
}

// --- tiles --------------------------------------------------------------------------------------------------------------

const VEINS =
  "M-60-33q40 8 120-3M-60-21q50-6 120 3M-60-8q60 9 120 1M-60 7q44-9 120-3M-60 20q54 6 120-4M-60 33q40-7 120 2";
const BEVEL = 10;

/** The id of a wooden tile with a soft bevel. The grain runs upward in the first player's, across in the other's. */
export function tileGlyph(owner: string, corners: readonly XY[], gap: number): string {
  const paint = TILE_PAINTS[owner] ?? "blue-tile";
  const d = polygon(shrunk(corners, [0, 0], gap + BEVEL / 2)); // the bevel is a line round this
  const shape = `tile-${owner}-${seedOf(d).toString(36)}`;
  const [face, shine, rim] = [colour(paint, "face"), colour(paint, "shine"), colour(paint, "rim")];
  return keep(shape, () => {
    const edge = gradient(`edge-${owner}`, "linear", [[0.1, shine], [0.5, face], [1, rim]], 'x2="1" y2="1"'); // prettier-ignore
    const clip = keep(`clip-${shape}`, () => `<clipPath><path d="${d}"/></clipPath>`);
    const upright = owner === "second" ? "" : 'transform="rotate(90)"';
    const under = `fill="${SHADE}" stroke="${SHADE}" opacity=".28" stroke-width="${num(BEVEL + 1)}"`;
    return group(
      `<path d="${d}" transform="translate(1.5 4)" ${under}/>` +
        `<path d="${d}" fill="${face}" stroke="${edge}" stroke-width="${BEVEL}"/>` +
        `<g clip-path="url(#${clip})"><path d="${VEINS}" ${upright} fill="none" stroke="${rim}" stroke-width="1.5" opacity=".32"/></g>`,
      'stroke-linejoin="round"',
    );
  });
}
