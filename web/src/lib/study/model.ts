/** What a study is made of: the start, the moves with their notes, and what the server says of a position. */
import type { BoardIn, BoardOut, OptionValue, OptionValues, Outcome, Scene } from "../types";
import type { RecordNode } from "./tree/tree";

/** What is played, and from where. */
export interface Start {
  game: string;
  rules: string;
  options: OptionValues;
  position: string | null;
}

/** A position for the engine in the page: all integers as decimal texts. */
export interface EngineInfo {
  url: string | null;
  state: string[];
  codes: string[];
  texts: string[];
}

export interface StudyBoard extends BoardOut {
  engine?: EngineInfo | null;
  seats?: { label: string }[];
  last_turn?: string[];
  diagram?: string;
}

export interface RecordTree {
  game: string;
  rules: string;
  options: Record<string, OptionValue>;
  position: string | null;
  tags: Record<string, string>;
  comment: string;
  nodes: RecordNode[];
  outcome?: Outcome | null;
}

export interface ExactMove {
  move: string;
  proven: "win" | "draw" | "loss";
  points: number | null;
  distance: number | null;
}

export interface Exact {
  known: boolean;
  moves: ExactMove[];
}

export const queryOf = (start: Start, moves: readonly string[]): BoardIn => ({ ...start, moves: [...moves] });

/** Signs that turn the direction of a text: in a name from elsewhere they would turn what stands beside it. */
const TURNING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

/** A tag of a record, as it may be shown. */
export function tagOf(tags: Record<string, string>, name: string): string {
  const text = (tags[name] ?? tags[name.toLowerCase()] ?? "").replace(TURNING, "");
  return text.startsWith("?") ? "" : text;
}

/** The board of a position with the marks of the whole last turn, not only of its last move. */
export function withTurn(board: StudyBoard): Scene {
  const { scene, last_turn: turn = [] } = board;
  const marked = new Set(scene.marks.map((mark) => mark.place));
  const more = turn.filter((place) => !marked.has(place)).map((place) => ({ place, kind: "to" }));
  return more.length ? { ...scene, marks: [...more, ...scene.marks] } : scene;
}

/**
 * The places that a move's text names, in order. Texts of lines come without clicks; the longest place that fits is
 * meant, so that "e4" is never read in "e41".
 */
export function placesIn(move: string, scene: Scene): string[] {
  const ids = scene.places.map((place) => place.id).sort((a, b) => b.length - a.length);
  if (!ids.length) return [];
  const pattern = new RegExp(ids.map((id) => id.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
  return move.match(pattern) ?? [];
}
