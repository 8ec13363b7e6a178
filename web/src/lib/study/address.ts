/** Addresses of the study board. */
import type { GameInfo, OptionValues } from "../types";
import type { Start } from "./model";

/** The start that an address specifies, with defaults for what it leaves out. */
export function startOf(catalogue: readonly GameInfo[], query: URLSearchParams): Start {
  const game = catalogue.find((each) => each.name === query.get("game")) ?? catalogue[0]!;
  const rules = game.rule_sets.find((each) => each.name === query.get("rules")) ?? game.rule_sets[0]!;
  const options: OptionValues = {};
  for (const option of rules.options) {
    const text = query.get(`set.${option.name}`);
    if (text === null) continue;
    options[option.name] = option.kind !== "choice" && /^-?\d+$/.test(text) ? Number(text) : text;
  }
  return { game: game.name, rules: rules.name, options, position: query.get("position") || null };
}

/** The address of a start and moves from it. */
export function addressOf(start: Start, moves: readonly string[] = [], page = "/study"): string {
  const query = new URLSearchParams({ game: start.game, rules: start.rules });
  for (const [name, value] of Object.entries(start.options)) query.set(`set.${name}`, String(value));
  if (start.position) query.set("position", start.position);
  if (moves.length) query.set("moves", moves.join(" "));
  return `${page}?${query}`;
}
