/** A board as data, as the server's description has it. Lengths are in cells; y grows down. */

export type { Choice, Label, Line, Mark, Piece, Place, Scene, Stock } from "$lib/types";

export type XY = readonly [number, number];

/** A move to be drawn over the board: its places, its number in a line, and whether it is the one to be made first. */
export interface Arrow {
  places: readonly string[];
  number: number;
  first: boolean;
}

export const BUTTON = "button:";
export const TILES: readonly string[] = ["first", "second"];

export const isButton = (click: string): boolean => click.startsWith(BUTTON);
