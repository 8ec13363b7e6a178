/** The review of a study's main line, by the engine in the page if there is one, else by the server; and its exercises. */
import { api } from "../../api";
import { Look } from "../../review/look.svelte";
import type { SeatNumber } from "../../types";
import { loadEngine, type PageEngine } from "../engine/loader";
import { chanceOf } from "../engine/judge";
import { LineReview } from "../engine/review.svelte";
import { queryOf } from "../model";
import type { Study } from "../study.svelte";
import type { TreeNode } from "../tree/tree";
import { Drill, slipsOf } from "./drill.svelte";

const PACE = 300; // milliseconds between two checks on a review made in this page

export class ReviewSession {
  look = $state.raw<Look | null>(null);
  /** The nodes that are reviewed, without the start. */
  line = $state.raw<readonly TreeNode[]>([]);
  drill = $state.raw<Drill | null>(null);
  /** Why the server makes the review, if it does. */
  note = $state("");
  #review: LineReview | null = null;
  #engine: PageEngine | null = null;

  constructor(private readonly study: Study) {}

  /** The main line as it is now. */
  get moves(): TreeNode[] {
    void this.study.version;
    return this.study.tree.path(this.study.tree.end(this.study.tree.root));
  }

  /** Whether the main line is no longer the one that was reviewed. */
  get stale(): boolean {
    const { moves, line } = this;
    return line.length > 0 && (moves.length !== line.length || moves.some((node, i) => node !== line[i]));
  }

  /** The current place on the reviewed line; off it, the place where the path leaves it. */
  get ply(): number {
    const path = this.study.tree.path(this.study.at);
    const off = path.findIndex((node, i) => node !== this.line[i]);
    return off < 0 ? path.length : off;
  }

  /** What the review calls some of the moves, by node. */
  get words(): ReadonlyMap<number, string> {
    const words = new Map<number, string>();
    for (const [number, word] of this.look?.words ?? []) {
      const node = this.line[number - 1];
      if (node) words.set(node.id, word);
    }
    return words;
  }

  async begin(): Promise<void> {
    this.close();
    const { study, moves } = this;
    this.line = moves;
    const start = await study.boardAt(study.tree.root).catch(() => null);
    if (start?.engine?.url) {
      const { engine, reason } = await loadEngine();
      [this.#engine, this.note] = [engine, reason];
    }
    const { game } = study.origin;
    const query = queryOf(study.start, moves.map((node) => node.move));
    if (this.#engine) {
      const review = (this.#review = new LineReview(study, moves, this.#engine));
      this.look = new Look(async () => review.ask(), undefined, PACE);
    } else if (game && !study.changed) this.look = new Look(() => api.askReview(game), () => api.review(game));
    else this.look = new Look(() => api.reviewBoard(query));
    this.look.begin();
  }

  /** Goes to a position of the reviewed line. */
  async show(ply: number): Promise<void> {
    await this.study.go(this.line[ply - 1] ?? this.study.tree.root);
  }

  /** Starts the exercises on the slips. */
  async practise(players: readonly SeatNumber[], sides: readonly [string, string]): Promise<void> {
    const slips = this.look?.shown ? slipsOf(this.look.shown, players) : [];
    if (!slips.length) return;
    const judge = async (node: TreeNode, move: string, player: SeatNumber) =>
      this.#review ? chanceOf(await this.#review.after(node, move), player) : null;
    this.drill = new Drill(this.study, this.line, slips, sides, judge);
    await this.drill.show(0);
  }

  close(): void {
    this.look?.close();
    this.#review?.close();
    this.#engine?.close();
    [this.look, this.line, this.drill, this.note, this.#review, this.#engine] = [null, [], null, "", null, null];
  }
}
