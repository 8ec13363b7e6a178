/** A puzzle being solved: the board, the moves so far, and the server's answer to each try. */
import { api, sentence } from "../api";
import { still } from "../board/motion";
import type { Mark, Puzzle, PuzzleStanding, Scene } from "../types";
import { asSentence } from "../words";

export type Phase = "open" | "busy" | "wrong" | "solved" | "shown" | "failed";

const PACE = 700; // milliseconds between two moves that are shown

export class Solving {
  readonly puzzle: Puzzle;
  scene = $state.raw<Scene | null>(null);
  phase = $state<Phase>("busy");
  words = $state("");
  marks = $state.raw<readonly Mark[]>([]);
  standing = $state.raw<PuzzleStanding | null>(null);
  /** The moves on the board. */
  moves = $state.raw<readonly string[]>([]);
  /** Those of them that are right. */
  #right: readonly string[] = [];
  #steps = 0; // counts animations: a later one ends an earlier one

  constructor(puzzle: Puzzle) {
    this.puzzle = puzzle;
    this.standing = puzzle.standing;
  }

  get start() {
    const { game, rules, options, position } = this.puzzle;
    return { game, rules, options, position };
  }

  /** Shows the position. */
  begin(): Promise<void> {
    return this.#guard(async () => {
      await this.#show([]);
      this.phase = "open";
    });
  }

  /** Try a move: it is shown at once, and then what follows. */
  play(move: string): Promise<void> {
    return this.#guard(async () => {
      this.phase = "busy";
      this.marks = [];
      const tried = [...this.#right, move];
      const [, judged] = await Promise.all([this.#show(tried), api.tryPuzzle(this.puzzle, tried)]);
      this.standing = judged.standing;
      if (judged.verdict === "right") this.#right = [...tried, ...judged.reply];
      if (judged.verdict === "wrong") this.words = judged.words;
      await this.#follow(tried, judged.reply);
      this.words = judged.words;
      this.phase = judged.verdict === "right" ? "open" : judged.verdict === "wrong" ? "wrong" : "solved";
    });
  }

  /** Back to the last position that was right. */
  retry(): Promise<void> {
    return this.#guard(async () => {
      this.phase = "busy";
      await this.#show(this.#right);
      this.words = "";
      this.phase = "open";
    });
  }

  /** Gives up, and shows the solution from the beginning. */
  reveal(): Promise<void> {
    return this.#guard(async () => {
      this.phase = "busy";
      const shown = await api.tryPuzzle(this.puzzle, [], true);
      this.standing = shown.standing;
      this.words = shown.words;
      await this.#show([]);
      await this.#follow([], this.puzzle.line);
      this.phase = "shown";
    });
  }

  /** Shows the rest of the game after the line, one way of many. */
  finish(): Promise<void> {
    return this.#guard(async () => {
      const before = this.phase;
      this.phase = "busy";
      await this.#follow(this.puzzle.line, this.puzzle.rest);
      this.phase = before;
    });
  }

  /** Explains why some clicks do not make a move. */
  async explain(clicks: string[]): Promise<void> {
    try {
      const why = await api.explain({ ...this.start, moves: [...this.moves], clicks });
      this.words = asSentence(why.message);
      this.marks = why.right.map((place) => ({ place, kind: "right" }));
    } catch (error) {
      this.words = sentence(error);
    }
  }

  close(): void {
    this.#steps += 1;
  }

  async #follow(before: readonly string[], further: readonly string[]): Promise<void> {
    for (let count = 1; count <= further.length; count += 1) {
      await new Promise((done) => setTimeout(done, still() ? 0 : PACE));
      await this.#show([...before, ...further.slice(0, count)]);
    }
  }

  async #show(moves: readonly string[]): Promise<void> {
    const step = this.#steps;
    const board = await api.board({ ...this.start, moves: [...moves] });
    if (step !== this.#steps) throw new Left();
    this.scene = board.scene;
    this.moves = moves;
  }

  /** Runs one action; an error is shown, and the puzzle can be tried again. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Left) return;
      this.words = sentence(error);
      this.phase = "failed";
    }
  }
}

/** The page was left, or another puzzle opened, while a request was pending. */
class Left extends Error {}
