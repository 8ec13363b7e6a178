/** What happened between two scenes, and how it is shown: one thing at a time, in the order in which the rules apply. */

import type { Layout } from "./layout";
import { TILES, type Line, type Piece, type Scene, type XY } from "./scene";

export const MOVE = 190; // milliseconds
export const PLACE = 150;
export const TURN = 200;
export const GO = 170;
export const COLOUR = 220;

/** Whether animation is switched off. */
export const still = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

export interface Change {
  moved: { from: string; to: string }[]; // a piece that went from one place to another
  placed: string[]; // a piece that was not there before
  tiles: string[]; // a tile that was not there before
  turned: { was: Piece; place: string }[]; // another face or another owner
  gone: Piece[]; // pieces that were taken
  coloured: string[];
  strokes: string[]; // names of pen lines drawn just now
}

const alike = (a: Piece, b: Piece): boolean => a.glyph === b.glyph && a.owner === b.owner && a.state === b.state;
const key = (piece: Piece): string => `${piece.place} ${piece.glyph === "hatch" ? "hatch" : ""}`;

export const lineName = (line: Line): string => `${line.tone} ${line.points.join(" ")}`;

/** The difference between two scenes, as a spectator would describe it. */
export function changeBetween(before: Scene, after: Scene): Change {
  const was = new Map(before.pieces.map((piece) => [key(piece), piece]));
  const now = new Map(after.pieces.map((piece) => [key(piece), piece]));
  const change: Change = { moved: [], placed: [], tiles: [], turned: [], gone: [], coloured: [], strokes: [] };
  const [left, arrived]: [Piece[], Piece[]] = [[], []];
  for (const [name, piece] of was) {
    const other = now.get(name);
    if (!other) left.push(piece);
    else if (other.owner !== piece.owner && piece.glyph !== "disk") {
      left.push(piece); // only disks turn over: this piece was taken by the one that stands here now
      arrived.push(other);
    } else if (!alike(piece, other)) change.turned.push({ was: piece, place: piece.place });
  }
  for (const [name, piece] of now) if (!was.has(name)) arrived.push(piece);
  for (const piece of arrived) {
    if (piece.glyph === "hatch") {
      change.coloured.push(piece.place);
      continue;
    }
    const origins = left.filter((each) => each.glyph === piece.glyph && each.owner === piece.owner);
    const marked = origins.find((each) => after.marks.some((m) => m.place === each.place && m.kind === "from"));
    const origin = marked ?? origins.find((each) => each.place !== piece.place);
    if (origin && origin.place !== piece.place) {
      left.splice(left.indexOf(origin), 1);
      change.moved.push({ from: origin.place, to: piece.place });
    } else change.placed.push(piece.place);
  }
  change.gone = left.filter((piece) => piece.glyph !== "hatch");
  const tiled = new Set(before.places.filter((place) => TILES.includes(place.tone)).map((place) => place.id));
  change.tiles = after.places.filter((p) => TILES.includes(p.tone) && !tiled.has(p.id)).map((p) => p.id);
  const lines = new Set(before.lines.map(lineName));
  change.strokes = after.lines.map(lineName).filter((name) => name.startsWith("pen-") && !lines.has(name));
  return change;
}

/** Whether the two scenes are from one game, a move or so apart: otherwise nothing is animated. */
export function related(before: Scene, after: Scene): boolean {
  if (before.game !== after.game || before.rules !== after.rules) return false;
  const { moved, placed, gone, turned } = changeBetween(before, after);
  return moved.length <= 2 && placed.length <= 3 && gone.length <= 20 && turned.length <= 30;
}

const EASE = "cubic-bezier(.2,.7,.2,1)";

function play(element: Element | null | undefined, frames: Keyframe[], duration: number, delay: number): void {
  element?.animate(frames, { duration, delay, easing: EASE, fill: "backwards" });
}

/**
 * Animates a change on a board that is already drawn in its final state, with ghosts of the pieces that are gone.
 * Returns the time it takes, in milliseconds.
 */
export function perform(root: Element, change: Change, layout: Layout): number {
  const find = (kind: string, place: string) => root.querySelector(`[data-${kind}="${CSS.escape(place)}"]`);
  let at = 0;
  let first = 0;
  for (const place of change.tiles) {
    play(find("tile", place), [{ opacity: 0, transform: "translateY(-14px) scale(1.06)" }, { opacity: 1 }], PLACE, at);
    first = PLACE;
  }
  for (const { from, to } of change.moved) {
    const [a, b]: [XY, XY] = [layout.spot(from), layout.spot(to)];
    play(find("piece", to), [{ transform: `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px)` }, { transform: "none" }], MOVE, at);
    first = MOVE;
  }
  for (const place of change.placed) {
    play(find("piece", place), [{ opacity: 0, transform: "scale(1.18)" }, { opacity: 1, transform: "none" }], PLACE, at);
    first = Math.max(first, PLACE);
  }
  at += first;
  for (const piece of change.gone) {
    play(find("ghost", piece.place), [{ opacity: 1 }, { opacity: 0, transform: "scale(.7)" }], GO, at);
  }
  if (change.gone.length) at += GO;
  for (const { place } of change.turned) {
    const [flat, whole] = [{ opacity: 1, transform: "scaleX(0)" }, { opacity: 1, transform: "none" }];
    play(find("ghost", place), [whole, flat], TURN / 2, at);
    play(find("piece", place), [flat, whole], TURN / 2, at + TURN / 2);
  }
  if (change.turned.length) at += TURN;
  for (const each of root.querySelectorAll("[data-late]")) play(each, [{ opacity: 0 }, { opacity: 1 }], PLACE, at - PLACE / 2);
  const sweep = (kind: string) => {
    const strokes = root.querySelectorAll(`[data-sweep="${kind}"]`);
    for (const each of strokes) play(each, [{ strokeDashoffset: "1" }, { strokeDashoffset: "0" }], COLOUR, at);
    if (strokes.length) at += COLOUR;
  };
  sweep("pen");
  const fresh = root.querySelectorAll("[data-fresh]");
  for (const each of fresh) play(each, [{ opacity: 0 }, { opacity: 1 }], COLOUR, at);
  if (fresh.length) at += COLOUR;
  sweep("win");
  return at;
}
