/** A review of a line of moves by the engine in the page, one position after another. */
import { api } from "../../api";
import type { BoardOut, Review, ReviewState } from "../../types";
import { queryOf } from "../model";
import type { Study } from "../study.svelte";
import type { TreeNode } from "../tree/tree";
import { troubleOf, type EngineLine, type PageEngine } from "./loader";
import { chanceOf, estimate, judge, LONGEST_LINE, reviewOf, type Look, type Verdict } from "./judge";

export const NODES = 20_000; // for each position
const LIMIT = `${NODES.toLocaleString("en")} nodes a position`;

export class LineReview {
  #progress = 0;
  #review: Review | null = null;
  #message = "";
  #running = false;
  #closed = false;

  constructor(
    private readonly study: Study,
    /** The nodes of the line, without the start. */
    private readonly line: readonly TreeNode[],
    private readonly engine: PageEngine,
  ) {}

  /** Starts the review unless it has started; answers as the server does. */
  ask(): ReviewState {
    if (!this.#running && !this.#review) {
      [this.#running, this.#message] = [true, ""];
      void this.#run();
    }
    const state = this.#review ? "ready" : this.#message ? "failed" : "waiting";
    return { state, progress: this.#progress, message: this.#message || null, review: this.#review };
  }

  close(): void {
    this.#closed = true;
    this.engine.stop();
  }

  async #run(): Promise<void> {
    try {
      const first = await this.look(this.study.tree.root);
      let here = first;
      const verdicts = [];
      for (const [i, node] of this.line.entries()) {
        if (this.#closed) return;
        const after = await this.look(node);
        const before = node.parent ?? this.study.tree.root;
        const again = async (move: string) => chanceOf(await this.after(before, move), here.player);
        const verdict = await judge(i + 1, this.study.tree.round(node), node.move, here, after, again);
        verdicts.push(await this.#worded(verdict, before));
        here = after;
        this.#progress = (i + 1) / this.line.length;
      }
      const { scene } = await this.study.boardAt(this.study.tree.root);
      if (!this.#closed) this.#review = reviewOf(first, verdicts, scene.sides, LIMIT);
    } catch (error) {
      this.#message = troubleOf(error);
    }
    this.#running = false;
  }

  /** A verdict with the texts of its better line; the line is optional, and stays short if the texts are not available. */
  async #worded(verdict: Verdict, before: TreeNode): Promise<Verdict> {
    const { better } = verdict.move;
    if (!better || verdict.codes.length < 2) return verdict;
    const query = queryOf(this.study.start, this.study.tree.moves(before));
    const answer = await api.lines({ ...query, lines: [verdict.codes.slice(0, LONGEST_LINE)] }).catch(() => null);
    const line = answer?.lines[0] ?? [];
    return line.length ? { ...verdict, move: { ...verdict.move, better: { ...better, line } } } : verdict;
  }

  /** Searches a position of the tree. */
  async look(node: TreeNode): Promise<Look> {
    return this.#see(await this.study.boardAt(node), this.study.tree.moves(node));
  }

  /** Searches the position after a move that need not be in the tree. */
  async after(node: TreeNode, move: string): Promise<Look> {
    const moves = [...this.study.tree.moves(node), move];
    return this.#see(await api.board(queryOf(this.study.start, moves)), moves);
  }

  async #see(board: BoardOut, moves: readonly string[]): Promise<Look> {
    const { outcome, scene } = board;
    const clicks = (move: string) => scene.choices.find((choice) => choice.move === move)?.clicks ?? [];
    const plain = { second: null, points: null, choices: scene.choices.length, clicks };
    if (outcome) {
      const value = outcome.winner === null ? 0.5 : 1 - outcome.winner;
      const points = outcome.score ? outcome.score[0] - outcome.score[1] : null;
      return { ...plain, player: 0, best: null, value, points, proven: true };
    }
    const [best, second] = await this.#lines(board, moves);
    if (!best) throw new Error("the engine found no move");
    return { ...plain, player: board.turn ?? 0, best, second: second ?? null, value: estimate(best), points: best.points, proven: Boolean(best.proven) };
  }

  async #lines(board: BoardOut, moves: readonly string[]): Promise<EngineLine[]> {
    const query = queryOf(this.study.start, moves);
    const exact = await this.#exact(query);
    if (exact) return exact;
    const { lines } = await this.engine.think({ board: query, engine: board.engine! }, { lines: 2, nodes: NODES });
    return lines;
  }

  #tables = true; // false after the first position that the tables do not know

  async #exact(query: ReturnType<typeof queryOf>): Promise<EngineLine[] | null> {
    if (!this.#tables) return null;
    const exact = await api.exact(query).catch(() => null);
    this.#tables = exact?.known ?? false;
    if (!exact?.known) return null;
    const value = { win: 1, draw: 0.5, loss: 0 };
    return exact.moves.map((each) => ({ ...each, value: value[each.proven], visits: 0, variation: [each.move], codes: [], policy: null }));
  }
}
