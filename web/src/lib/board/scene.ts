/** A board as data, as defined by the server's API description. Lengths are in cells; y grows down. */

export type { Choice, Label, Line, Mark, Piece, Place, Scene, Stock } from "$lib/types";

export type XY = readonly [number, number];

/** A move to draw over the board: its places, its number in a line, and whether it is the first move to make. */
export interface Arrow {
  places: readonly string[];
  number: number;
  first: boolean;
}

export const BUTTON = "button:";
export const TILES: readonly string[] = ["first", "second"];

export const isButton = (click: string): boolean => click.startsWith(BUTTON);
