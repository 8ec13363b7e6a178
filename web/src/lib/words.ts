/** Short texts that several pages need. */
import type { GameCard, GameView, OptionValue, Seat } from "./types";

/** "3 days", "1 day". */
export const plural = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** The name of a count, which games give in the plural: for one tile "tiles in hand" becomes "tile in hand". */
export const counted = (count: number, name: string): string => (count === 1 ? name.replace(/(\w)s\b/, "$1") : name);

/** A time on a clock: seconds below a minute, else minutes and seconds. */
export function duration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes ? plural(minutes, "minute") : "", rest || !minutes ? plural(rest, "second") : ""].filter(Boolean).join(" and ");
}

/** A name as words: "five_by_five" becomes "Five by five". */
export function spoken(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function seatName(seat: Seat): string {
  if (seat.kind === "open") return "an open seat";
  if (seat.kind === "computer" && seat.level !== null) return `Computer (level ${seat.level})`;
  return seat.name;
}

/** "against Ann", "against the computer (level 3)". */
const against = (seat: Seat): string => `against ${seat.kind === "computer" ? seatName(seat).replace(/^C/, "the c") : seatName(seat)}`;

/** A message as a sentence: a capital where it begins with a word (never where it begins with a move), a full stop. */
export function asSentence(text: string): string {
  const begun = /^[a-z]+[ ,:;]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
  return /[.?:)…]$/.test(begun) && !/\(\d[\d.]*\)$/.test(begun) ? begun : `${begun}.`;
}

/** The players on a card, from its reader's point of view: "against Ann", "Ann and Bo". */
export function pairing(card: Pick<GameCard, "seats" | "you">): string {
  const [first, second] = card.seats;
  if (card.you.length === 2) return "two players, one screen";
  if (card.you.length === 1 && card.seats.some((seat) => seat.kind === "open")) return "a friend, by link";
  if (card.you.length === 1) return against(card.seats[card.you[0] === 0 ? 1 : 0]);
  return bothNames(seatName(first), seatName(second));
}

/** Two people, or one who played both sides. */
export function bothNames(first: string, second: string): string {
  return first === second ? `${first}, both sides` : `${first} and ${second}`;
}

type Players = Pick<GameView, "seats" | "you" | "turn" | "outcome" | "title">;

/** Whether a player of one side is to move. */
export const isMyTurn = ({ you, turn, seats }: Pick<GameView, "you" | "turn" | "seats">): boolean =>
  you.length === 1 && turn === you[0] && seats.every((seat) => seat.kind !== "open");

export function opponentOf({ seats, you }: Pick<GameView, "seats" | "you">): string {
  return seatName(seats[you[0] === 0 ? 1 : 0]);
}

/** The title of a game's page: whose turn it is comes first, so that it is readable on a narrow tab. */
export function titleOf(game: Players | null): string {
  if (!game) return "Game";
  const between = game.you.length === 1 ? against(game.seats[game.you[0] === 0 ? 1 : 0]) : `: ${seatName(game.seats[0])} and ${seatName(game.seats[1])}`;
  const name = `${game.title} ${between}`.replace(" :", ":");
  if (game.outcome) return `Game over · ${name}`;
  if (game.you.length && game.seats.some((seat) => seat.kind === "open")) return `Waiting for your friend · ${game.title}`;
  return isMyTurn(game) ? `Your move · ${name}` : name;
}

/** How a game ended, addressing a player of one side as "you"; the wording comes from the server. */
export function endingFor({ outcome, you }: Pick<GameCard, "outcome" | "you">): string {
  const [seat] = you;
  return (you.length === 1 && seat !== undefined ? outcome?.told[seat] : outcome?.sentence) ?? "";
}

/**
 * The state of a match, including this game as soon as it is over: "Game 2 of 4. Match score: Ann 1, Bo 0." Two people at one
 * screen share one name, so Player 1 is the one who moved first in the first game.
 */
export function matchScore({ series, seats, outcome, scene }: Pick<GameView, "series" | "seats" | "outcome" | "scene">): string {
  if (!series) return "";
  const same = seats[0].kind === seats[1].kind && seatName(seats[0]) === seatName(seats[1]);
  const player = (seat: number): number => ((seat + series.number + 1) % 2) + 1;
  const name = (seat: 0 | 1): string => (same ? `Player ${player(seat)} (${scene.sides[seat]})` : seatName(seats[seat]));
  const [first, second] = series.points;
  const points = `${name(0)} ${first}, ${name(1)} ${second}`;
  if (!outcome || series.number < series.length) return `Game ${series.number} of ${series.length}. Match score: ${points}.`;
  const result = first === second ? "The match is drawn" : `${name(first > second ? 0 : 1)} wins the match`;
  return `Game ${series.number} of ${series.length}. ${result}: ${points}.`;
}

/** What a card's reader most wants to know. */
export function standing(card: GameCard): string {
  if (card.outcome) return endingFor(card);
  if (card.problem) return asSentence(card.problem);
  if (card.seats.some((seat) => seat.kind === "open")) return "Waiting for your friend.";
  if (card.you.length === 1) return card.turn === card.you[0] ? "Your move." : "Waiting for your opponent.";
  return card.scene?.status ?? "";
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];
const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A server time in words: "3 hours ago". */
export function ago(time: number, now = Date.now()): string {
  for (const [unit, length] of UNITS) {
    const count = Math.floor((now - time) / length);
    if (count >= 1) return relative.format(-count, unit);
  }
  return "just now";
}

export function optionWords(options: Record<string, OptionValue>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** Copies a text to the clipboard; false if the browser does not allow it. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
