/** The available games, the labels of their buttons, and how their boards are drawn. */
import { api } from "./api";
import type { Catalogue, GameInfo, GameView } from "./types";

let asked: Promise<Catalogue> | null = null;
let known: Catalogue | null = null;

/** Requested once, and again only after a failure. */
export function catalogue(): Promise<Catalogue> {
  asked ??= api.catalogue().then(
    (answer) => (known = answer),
    (error: unknown) => {
      asked = null;
      throw error;
    },
  );
  return asked;
}

export const games = async (): Promise<GameInfo[]> => (await catalogue()).games;

/** What a game's title does not say: the rule set, if there are several, and the options that differ from the defaults. */
export async function variantOf({ game, rules, options }: Pick<GameView, "game" | "rules" | "options">): Promise<{ rules: string; options: string }> {
  const sets = (await games()).find((each) => each.name === game)?.rule_sets ?? [];
  const declared = sets.find((each) => each.name === rules)?.options ?? [];
  const changed = declared.filter((option) => option.name in options && options[option.name] !== option.default);
  return {
    rules: sets.length > 1 ? rules : "",
    options: changed.map((option) => `${option.label.toLowerCase()}: ${options[option.name]}`).join(", "),
  };
}

/** The label of the button for a move that is a word, not a place; the word itself if it has no label. */
export function buttonLabel(game: string, name: string): string {
  const labels = known?.games.find((each) => each.name === game)?.buttons ?? {};
  return labels[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
}
