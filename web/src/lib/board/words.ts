/** Places and moves in words, for screen readers and for buttons. */

import type { Material } from "./drawing/materials.svelte";
import type { Layout } from "./layout";
import { TILES, type Piece, type Scene } from "./scene";

const GLYPHS: Record<string, string> = { dot: "mark", ring: "mark", hatch: "coloured cell" };
const COLOURS = ["red", "white", "black", "blue"];

/**
 * The owner of a player's pieces. Where colours can be swapped, pieces keep the owner they are painted for and `sides` says
 * which colour each player has now.
 */
export function ownerOf(scene: Scene, material: Material, player: number): string {
  const word = (scene.sides[player] ?? "").toLowerCase();
  const painted = COLOURS.includes(word) ? material.paint("", word) : "";
  return TILES.find((owner) => material.paint(owner) === painted) ?? TILES[player] ?? "first";
}

/** The name of an owner's colour: what the scene calls the two sides. */
export function sideOf(scene: Scene, material: Material, owner: string): string {
  const player = [0, 1].find((each) => ownerOf(scene, material, each) === owner);
  return TILES.includes(owner) && player !== undefined ? (scene.sides[player] ?? "") : "";
}

function pieceWords(scene: Scene, material: Material, piece: Piece): string {
  const tint = COLOURS.includes(piece.state) ? piece.state : sideOf(scene, material, piece.owner);
  const state = piece.state && !COLOURS.includes(piece.state) ? `${piece.state} ` : "";
  return `${state}${tint} ${GLYPHS[piece.glyph] ?? piece.glyph}`.trim();
}

/** The contents of each place, in words. */
export function placeWords(scene: Scene, material: Material): Map<string, string> {
  const words = new Map<string, string>();
  for (const place of scene.places) {
    const tile = TILES.includes(place.tone) ? `${sideOf(scene, material, place.tone)} tile` : "";
    words.set(place.id, tile || (place.tone === "closed" ? "closed" : place.tone === "vacant" ? "a tile can go here" : "empty"));
  }
  for (const piece of scene.pieces) {
    const under = words.get(piece.place) ?? "";
    const here = pieceWords(scene, material, piece);
    words.set(piece.place, under.endsWith("tile") ? `${here} on ${under}` : here);
  }
  return words;
}

type Direction = readonly [number, number];
export const ARROWS: Record<string, Direction> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * The place an arrow key leads to: the nearest in that direction. `lane` is the line being followed, so that moving
 * along a row of hexagons does not drift up or down.
 */
export function neighbour(layout: Layout, from: string, [dx, dy]: Direction, lane: number): string | null {
  const [x, y] = layout.spot(from);
  let best: string | null = null;
  let least = Infinity;
  for (const place of layout.places.values()) {
    const [px, py] = layout.at(place.centre);
    const along = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs(dx ? py - y : px - x);
    if (along < 20 || aside > along * 2.2) continue;
    const cost = along + 1.6 * aside + 0.5 * Math.abs((dx ? py : px) - lane);
    if (cost < least - 1e-6) [best, least] = [place.id, cost];
  }
  return best;
}
