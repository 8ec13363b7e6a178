/** The game about to start, as set in the form: what the declarations allow, with their defaults. */
import type { GameInfo, NewGame, OptionValue, OptionValues, RuleSetInfo } from "../types";
import { duration, plural } from "../words";
import { lastChoices, rememberChoices } from "./memory";

export type Against = "computer" | "screen" | "friend";
export type SeatWish = "first" | "second" | "random";
export type ClockKind = "none" | "game" | "days";
export const LENGTHS = [1, 2, 4, 6, 8, 10] as const;
const AGAINST: readonly Against[] = ["computer", "screen", "friend"];

export class Draft {
  readonly catalogue: readonly GameInfo[];
  #game = $state("");
  #rules = $state("");
  options = $state<OptionValues>({});
  against = $state<Against>("computer");
  level = $state(1);
  seat = $state<SeatWish>("first");
  clock = $state<ClockKind>("none");
  minutes = $state(10);
  increment = $state(5);
  days = $state(2);
  length = $state<number>(1);
  /** A position to start from, if not the usual one. */
  position = $state<string | null>(null);

  constructor(catalogue: readonly GameInfo[], game: string | undefined, against: string | null) {
    this.catalogue = catalogue;
    this.game = catalogue.some((each) => each.name === game) ? game! : catalogue[0]!.name;
    this.against = AGAINST.find((each) => each === against) ?? "computer";
    if (this.against === "friend") this.seat = "random";
  }

  get info(): GameInfo {
    return this.catalogue.find((each) => each.name === this.#game)!;
  }

  get ruleSet(): RuleSetInfo {
    return this.info.rule_sets.find((each) => each.name === this.#rules)!;
  }

  get game(): string {
    return this.#game;
  }
  set game(name: string) {
    this.#game = name;
    const last = lastChoices(this.info);
    this.rules = last.rules ?? this.info.rule_sets[0]!.name;
    this.options = { ...this.options, ...last.options };
    this.level = last.level ?? 1;
  }

  /** Back to the default options of the rule set. */
  reset(): void {
    this.rules = this.#rules;
  }

  /** Remember the choices for the next game of this kind, unless it starts from a position of its own. */
  remember(): void {
    if (this.position !== null) return;
    rememberChoices(this.#game, { rules: this.#rules, options: $state.snapshot(this.options), level: this.level });
  }

  get rules(): string {
    return this.#rules;
  }
  set rules(name: string) {
    this.#rules = name;
    this.position = null;
    this.options = Object.fromEntries(this.ruleSet.options.map((option) => [option.name, option.default]));
  }

  /** The options that differ from their defaults, by label. */
  get changed(): [label: string, value: OptionValue][] {
    const options = this.ruleSet.options.filter((option) => this.options[option.name] !== option.default);
    return options.map((option) => [option.label, this.options[option.name] ?? option.default]);
  }

  /** The request that is sent. */
  get wish(): NewGame {
    return {
      game: this.#game,
      rules: this.#rules,
      options: $state.snapshot(this.options),
      opponent: this.against === "computer" ? { kind: "computer", level: this.level } : { kind: this.against },
      seat: this.against === "screen" ? "first" : this.seat,
      clock: this.#clockWish(),
      games: this.length,
      position: this.position,
    };
  }

  #clockWish(): NewGame["clock"] {
    if (this.clock === "game") return { kind: "game", seconds: Math.round(this.minutes * 60), increment: this.increment };
    if (this.clock === "days") return { kind: "days", days: this.days };
    return null;
  }

  /** The request in one sentence, read before it is sent. */
  get summary(): string {
    const [first, second] = this.ruleSet.sides;
    const who = {
      computer: `against the computer (level ${this.level})`,
      screen: "two players on one screen",
      friend: "with a friend, by link",
    }[this.against];
    const what = this.length > 1 ? `A match of ${this.length} games of ${this.info.title}` : this.info.title;
    const seat = {
      first: first === "First" ? "You move first." : `You are ${first} and move first.`,
      second: second === "Second" ? "You move second." : `You are ${second} and move second.`,
      random: "Sides are chosen at random.",
    };
    const clock = {
      none: "No clock.",
      game: `${duration(this.minutes * 60_000)} per side${this.increment ? `, plus ${plural(this.increment, "second")} per move` : ""}.`,
      days: `${plural(this.days, "day")} per move.`,
    };
    const start = this.position ? "From the position shown." : "";
    return [`${what}, ${who}.`, start, this.against === "screen" ? "" : seat[this.seat], clock[this.clock]].filter(Boolean).join(" ");
  }
}
