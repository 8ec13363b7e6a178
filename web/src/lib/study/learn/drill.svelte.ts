/** Learn from mistakes: the player's own slips in a reviewed game, each replayed until a better move is found. */
import { api } from "../../api";
import { percent } from "../../review/look.svelte";
import type { BoardOut, Mark, Review, ReviewedMove, SeatNumber } from "../../types";
import { troubleOf } from "../engine/loader";
import { SLIP } from "../engine/judge";
import { queryOf } from "../model";
import type { Study } from "../study.svelte";
import type { TreeNode } from "../tree/tree";

export type Stage = "find" | "checking" | "right" | "wrong" | "shown" | "done";

/** The mover's chance after a move; null if there is no engine. */
export type Judge = (node: TreeNode, move: string, player: SeatNumber) => Promise<number | null>;

/** The moves of these players for which the review found a better one. */
export const slipsOf = (review: Review, players: readonly SeatNumber[]): ReviewedMove[] =>
  review.moves.filter((move) => move.better && players.includes(move.player));

export class Drill {
  place = $state(0);
  stage = $state<Stage>("find");
  words = $state("");
  /** The board after a move that was tried. */
  board = $state.raw<BoardOut | null>(null);
  /** How many were solved without looking at the solution. */
  found = $state(0);
  #tries = 0;
  #asked = 0;

  constructor(
    private readonly study: Study,
    /** The reviewed line, without the start. */
    private readonly line: readonly TreeNode[],
    readonly slips: readonly ReviewedMove[],
    readonly sides: readonly [string, string],
    private readonly judge: Judge,
  ) {}

  get slip(): ReviewedMove {
    return this.slips[this.place]!;
  }

  /** The position in which the slip was made. */
  get node(): TreeNode {
    return this.line[this.slip.number - 2] ?? this.study.tree.root;
  }

  get task(): string {
    return `${this.sides[this.slip.player]} to move: find a better move than ${this.slip.move}.`;
  }

  /** What to mark on the board: the better move, once it may be seen. */
  get marks(): Mark[] {
    if (this.stage !== "shown") return [];
    return (this.slip.better?.clicks ?? []).filter((click) => !click.startsWith("button:")).map((place) => ({ place, kind: "hint" }));
  }

  /** Shows a slip. */
  async show(place: number): Promise<void> {
    this.#asked += 1;
    if (place >= this.slips.length) {
      [this.stage, this.board] = ["done", null];
      this.words = `${this.found} of ${this.slips.length} found without help.`;
      return;
    }
    [this.place, this.#tries] = [place, 0];
    this.retry();
    await this.study.go(this.node);
  }

  next(): Promise<void> {
    return this.show(this.place + 1);
  }

  retry(): void {
    this.#asked += 1;
    [this.stage, this.words, this.board] = ["find", "", null];
  }

  solve(): void {
    this.retry();
    const { move, better, change } = this.slip;
    this.stage = "shown";
    this.words = `${better?.move} was better than ${move}: ${change}.`;
    const line = better?.line.slice(1) ?? [];
    if (line.length) this.words += ` It could go on with ${line.slice(0, 4).join(", ")}.`;
  }

  /** Try a move. */
  async attempt(move: string): Promise<void> {
    if (this.stage !== "find") return;
    const asked = ++this.#asked;
    const { slip, node } = this;
    this.stage = "checking";
    this.words = `Checking ${move}.`;
    try {
      const moves = [...this.study.tree.moves(node), move];
      const board = await api.board(queryOf(this.study.start, moves));
      if (asked !== this.#asked) return;
      this.board = board;
      const [right, words] = await this.#verdict(move, slip, node);
      if (asked !== this.#asked) return;
      [this.stage, this.words] = [right ? "right" : "wrong", words];
      if (right && !this.#tries) this.found += 1;
      this.#tries += 1;
    } catch (error) {
      if (asked !== this.#asked) return;
      [this.stage, this.words, this.board] = ["find", troubleOf(error), null];
    }
  }

  async #verdict(move: string, slip: ReviewedMove, node: TreeNode): Promise<[right: boolean, words: string]> {
    const best = slip.better?.move ?? "";
    if (move === slip.move) return [false, `${move} is the move that was played: ${slip.change}.`];
    if (move === best) return [true, `${move} is the move to find. ${slip.move} went ${slip.change}.`];
    const [made, wanted] = [await this.judge(node, move, slip.player), await this.judge(node, best, slip.player)];
    if (made === null || wanted === null) {
      return [false, `${move} is not the move of the review. Without the engine in the page, only that one can be checked.`];
    }
    const loss = Math.max(0, wanted - made);
    if (loss < SLIP) return [true, `${move} is just as good as ${best}: winning chance ${percent(made)}.`];
    return [false, `${move} has a winning chance of ${percent(made)}; there is a move with ${percent(wanted)}.`];
  }
}
