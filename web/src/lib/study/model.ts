/** What a study consists of: the start, the moves with their notes, and what the server says about a position. */
import type { BoardIn, BoardOut, OptionValues, Outcome, Scene, Tree } from "../types";

/** What is played, and from where. */
export interface Start {
  game: string;
  rules: string;
  options: OptionValues;
  position: string | null;
}

/** A game with its variations; the outcome of the main line is known if the game came from the server. */
export type RecordTree = Omit<Tree, "outcome"> & { outcome?: Outcome | null };

export const queryOf = (start: Start, moves: readonly string[]): BoardIn => ({ ...start, moves: [...moves] });

/** Characters that change the direction of text: in a name from elsewhere they would also affect the text around it. */
const TURNING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** A tag of a record, safe to show. */
export function tagOf(tags: Record<string, string>, name: string): string {
  const text = (tags[name] ?? tags[name.toLowerCase()] ?? "").replace(TURNING, "");
  return text.startsWith("?") ? "" : text;
}

/** A player's name; "" where the record only says which player it is. */
export function nameOf(tags: Record<string, string>, seat: "First" | "Second"): string {
  const name = tagOf(tags, seat);
  return name === seat ? "" : name;
}

/** The board of a position with the marks of the whole last turn, not only of its last move. */
export function withTurn(board: BoardOut): Scene {
  const { scene, last_turn: turn } = board;
  const marked = new Set(scene.marks.map((mark) => mark.place));
  const more = turn.filter((place) => !marked.has(place)).map((place) => ({ place, kind: "to" }));
  return more.length ? { ...scene, marks: [...more, ...scene.marks] } : scene;
}

/**
 * The places that a move's text names, in order. Texts of lines come without clicks; the longest place that fits is
 * taken, so that "e4" is never read in "e41".
 */
export function placesIn(move: string, scene: Scene): string[] {
  const ids = scene.places.map((place) => place.id).sort((a, b) => b.length - a.length);
  if (!ids.length) return [];
  const pattern = new RegExp(ids.map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  return move.match(pattern) ?? [];
}
