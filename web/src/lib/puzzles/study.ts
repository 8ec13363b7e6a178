/** The address of the study board with a puzzle's position on it. */
import type { Puzzle } from "../types";

export function studyOf(puzzle: Pick<Puzzle, "game" | "rules" | "options" | "position">): string {
  const query = new URLSearchParams({ game: puzzle.game, rules: puzzle.rules });
  for (const [name, value] of Object.entries(puzzle.options)) query.set(`set.${name}`, String(value));
  query.set("position", puzzle.position);
  return `/study?${query}`;
}
