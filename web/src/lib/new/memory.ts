/** The last choices for each game, kept in this browser and checked against what the game declares now. */
import { keep, recallFields } from "../storage";
import type { GameInfo, OptionInfo, OptionValue, OptionValues } from "../types";

interface Remembered {
  rules?: string;
  options?: OptionValues;
  level?: number;
}

const name = (game: string): string => `new.${game}`;

function allowed(option: OptionInfo, value: unknown): value is OptionValue {
  if (typeof value === "string") return option.words.includes(value);
  const [low, high] = [option.low ?? 1, option.high ?? 0];
  return Number.isInteger(value) && (value as number) >= low && (value as number) <= high;
}

/** The last choices, as far as they are still possible. */
export function lastChoices(game: GameInfo): Remembered {
  const kept = recallFields(name(game.name));
  const found: Remembered = {};
  const ruleSet = game.rule_sets.find((each) => each.name === kept["rules"]);
  if (ruleSet) {
    found.rules = ruleSet.name;
    const values = (typeof kept["options"] === "object" && kept["options"]) || {};
    const usable = ruleSet.options.filter((option) => allowed(option, (values as OptionValues)[option.name]));
    found.options = Object.fromEntries(usable.map((option) => [option.name, (values as OptionValues)[option.name]!]));
  }
  const level = kept["level"];
  if (Number.isInteger(level) && (level as number) >= 1 && (level as number) <= game.levels) found.level = level as number;
  return found;
}

export const rememberChoices = (game: string, choices: Required<Remembered>): void => keep(name(game), choices);
