/**
 * A game judged move by move, as `kakomi.review` judges it: a move is marked as a mistake only after a second look, in which the
 * position after the better move is searched like the one after the move that was made.
 */
import { percent } from "../../review/look.svelte";
import type { Review, ReviewedMove } from "../../types";
import type { EngineLine } from "./loader";

export const SLIP = 0.05;
const MISTAKE = 0.1;
const BLUNDER = 0.15;
const PRIOR = 8; // virtual visits with an even result in every estimate: two lucky playouts are not a won game
const MOST_TURNING_POINTS = 3;
export const LONGEST_LINE = 12; // moves of an expected line that are shown
const GRADES: readonly (readonly [number, string])[] = [
  [98, "as good as faultless"],
  [93, "strong"],
  [85, "sound"],
  [70, "uneven"],
  [0, "full of holes"],
];
const CERTAIN: Record<string, string> = { "1": "win", "0.5": "draw", "0": "loss" };

/** A searched position; chances are for the player to move. */
export interface Look {
  player: 0 | 1;
  /** Null if the game is over. */
  best: EngineLine | null;
  second: EngineLine | null;
  value: number;
  points: number | null;
  proven: boolean;
  choices: number;
  clicks: (move: string) => string[];
}

/** The chance a line gives, pulled toward one half if it has few visits. */
export function estimate(line: EngineLine): number {
  if (line.proven || !line.visits) return line.value;
  return (line.visits * line.value + PRIOR * 0.5) / (line.visits + PRIOR);
}

export const chanceOf = (look: Look, player: 0 | 1): number => (look.player === player ? look.value : 1 - look.value);
const leadOf = (look: Look, player: 0 | 1): number | null =>
  look.points === null ? null : look.player === player ? look.points : -look.points;

export interface Verdict {
  move: ReviewedMove;
  /** The expected moves after the better one, as the engine's codes. */
  codes: readonly string[];
  after: number;
  points: number | null;
  choices: number;
}

/** A second look: the mover's chance after a given move in the position before. */
export type SecondLook = (move: string) => Promise<number>;

export async function judge(number: number, round: number, move: string, here: Look, after: Look, again: SecondLook): Promise<Verdict> {
  const { player, best, choices } = here;
  if (!best) throw new RangeError("a game that is over has no further moves");
  const made = chanceOf(after, player);
  let rival = move === best.move ? null : best;
  if (!rival && estimate(best) - made >= BLUNDER && !best.proven && choices > 1) rival = here.second; // the search did not foresee it
  let loss = 0;
  if (rival && choices > 1) {
    let wanted = estimate(rival);
    if (wanted - made >= SLIP && !rival.proven) wanted = await again(rival.move);
    loss = Math.max(0, wanted - made);
  }
  if (!loss || !rival) rival = best;
  const lead = leadOf(after, player);
  const lost = best.points === null || lead === null ? null : Math.max(0, best.points - lead);
  let chance = made;
  if (move === best.move && best.proven) chance = best.value;
  else if (!after.proven) chance = (made + Math.min(1, Math.max(0, estimate(best) - loss))) / 2;
  const before = Math.min(1, chance + loss);
  const word = wordOf(choices, loss, lost, move === rival.move || (Boolean(rival.proven) && loss === 0));
  const faulty = word === "slip" || word === "mistake" || word === "blunder";
  const sure = Boolean(rival.proven) && after.proven;
  const line = rival.variation.length ? rival.variation : [rival.move];
  return {
    move: {
      number,
      round,
      player,
      move,
      word,
      loss,
      cost: faulty ? costOf(loss, lost, sure, before) : "",
      change: faulty ? changeOf(loss, lost, sure, before, chance) : "",
      better: faulty ? { move: rival.move, clicks: here.clicks(rival.move), line: line.slice(0, LONGEST_LINE), policy: rival.policy } : null,
    },
    codes: rival.codes,
    after: chance,
    points: lost,
    choices,
  };
}

function wordOf(choices: number, loss: number, points: number | null, best: boolean): ReviewedMove["word"] {
  if (choices === 1) return "forced";
  if (loss >= BLUNDER) return "blunder";
  if (loss >= MISTAKE) return "mistake";
  if (loss >= SLIP || points) return "slip";
  return best ? "best" : "good";
}

const count = (number: number, what: string): string => (number ? `${number} ${what}${number > 1 ? "s" : ""}` : "");

function costOf(loss: number, points: number | null, sure: boolean, before: number): string {
  if (sure && loss >= SLIP) return before === 1 ? "the win" : "the draw";
  if (points && loss < SLIP) return count(points, "point");
  return percent(loss);
}

function changeOf(loss: number, lost: number | null, sure: boolean, before: number, after: number): string {
  const points = lost ? `${count(lost, "point")} lost` : "";
  if (points && loss < SLIP) return points;
  const word = (value: number) => CERTAIN[String(value)];
  const chances =
    sure && word(before) && word(after) ? `from a ${word(before)} to a ${word(after)}` : `from ${percent(before)} to ${percent(after)}`;
  return points ? `${points}, ${chances}` : chances;
}

/** The whole review, in the same form as the server's. */
export function reviewOf(first: Look, verdicts: readonly Verdict[], sides: readonly [string, string], limit: string): Review {
  const costly = verdicts.filter(({ move, points }) => move.word === "mistake" || move.word === "blunder" || points);
  costly.sort((a, b) => b.move.loss - a.move.loss || (b.points ?? 0) - (a.points ?? 0) || a.move.number - b.move.number);
  const turning = costly.slice(0, MOST_TURNING_POINTS).map(({ move }) => move.number);
  return {
    moves: verdicts.map(({ move }) => move),
    chances: [chanceOf(first, 0), ...verdicts.map(({ move, after }) => (move.player === 0 ? after : 1 - after))],
    turning_points: turning.sort((a, b) => a - b),
    players: [account(verdicts, 0, sides[0]), account(verdicts, 1, sides[1])],
    limit,
  };
}

function account(verdicts: readonly Verdict[], player: 0 | 1, side: string): Review["players"][0] {
  const own = verdicts.filter(({ move, choices }) => move.player === player && choices > 1);
  const of = (word: string) => own.filter(({ move }) => move.word === word).length;
  const [best, slips, mistakes, blunders] = [of("best"), of("slip"), of("mistake"), of("blunder")];
  const grades = own.map(({ move }) => Math.max(0, 103.1668 * Math.exp(-4.354 * move.loss) - 3.1668)); // lichess's curve
  const accuracy = grades.length ? grades.reduce((sum, grade) => sum + grade, 0) / grades.length : null;
  const figures = { side, moves: own.length, best, slips, mistakes, blunders, accuracy };
  if (accuracy === null) return { ...figures, sentence: `${side} had no choice to make.` };
  const times = ["not once", "once", "twice"][best] ?? `${best} times`;
  const faults = [count(blunders, "blunder"), count(mistakes, "mistake"), count(slips, "slip")].filter(Boolean);
  const listed = faults.length < 3 ? faults.join(" and ") : `${faults[0]}, ${faults[1]} and ${faults[2]}`;
  const grade = GRADES.find(([least]) => accuracy >= least)?.[1] ?? "";
  const sentence = `${side} found the best move ${times} out of ${own.length}${listed ? `; ${listed}` : ""}. Accuracy ${accuracy.toFixed(0)} of 100: ${grade}.`;
  return { ...figures, sentence };
}
