/** Alpha-beta around its compiled kernel, as in `kakomi/search/alphabeta/search.py`: deepening, windows, several lines. */
import { fitted, type Ints, type WasmModule } from "./module";
import {
  ALL_COMPLETE, ALPHA, ASPIRATION, ASPIRATION_FROM, BEST, BEST_COMPLETE, BEST_MOVE, BETA, BUCKET, CONTROL, CONTROL_LENGTH,
  DECIDED, DEEPEST, DEPTH, EXTRA, FRAME, HISTORY_SIZE, INFINITE, LINE, LOGIT, NO_MOVE, PLIES, SETTINGS, SETTINGS_LENGTH,
  WIDENING, WIDEST,
} from "./places";
import { paced } from "./pace";
import { logistic } from "./portable";
import type { CodeLine, CodeReport, Description, EngineLimit, Proven, Search } from "./types";

const LEVELS = DEEPEST + EXTRA + 2;
const LEAST_BUCKETS = 1 << 14;
const FIRST_CHUNK = 200; // nodes
const FIRST_PACE = 20; // nodes per millisecond, until it is measured

/** A root move with its value, and how certain it is. */
interface Answer {
  move: bigint;
  value: number;
  complete: boolean; // the value is exact
  settled: boolean; // nothing better or more certain can be found
  finished: boolean; // every move was searched
  variation: bigint[];
}

export class AlphaBetaSearch implements Search {
  private readonly control: Ints;
  private readonly settings: Ints;
  private readonly weights: Ints;
  private readonly positions: Ints;
  private readonly moves: Ints;
  private readonly ranks: Ints;
  private readonly frames: Ints;
  private readonly lines: Ints;
  private readonly killers: Ints;
  private readonly history: Ints;
  private readonly table: Ints;
  private readonly walked: Ints;
  private readonly out: Ints;
  private codes: bigint[] = [];
  private answers: Answer[] = [];
  private asked = 1;
  private age = 0;
  private reached = 0;
  private limit = Infinity;
  private stopped = false;
  private until = 0;
  private perMillisecond = FIRST_PACE;
  private work: Iterator<void, void> = [][Symbol.iterator]();
  private readonly byMargin: boolean;

  constructor(private readonly module: WasmModule, about: Description, private readonly length: number) {
    const { by_margin, width, megabytes, pruning } = about.alphabeta!;
    this.byMargin = by_margin;
    this.control = module.ints(CONTROL_LENGTH);
    this.settings = module.ints(SETTINGS_LENGTH);
    this.settings.view[SETTINGS.BY_MARGIN] = BigInt(by_margin);
    this.settings.view[SETTINGS.WIDTH] = BigInt(width);
    this.settings.view[SETTINGS.EXTRA] = BigInt(EXTRA);
    pruning.forEach((value, i) => (this.settings.view[SETTINGS.PRUNED_DEPTH + i] = BigInt(value)));
    this.weights = module.ints(about.weights.length);
    about.weights.forEach((weight, i) => (this.weights.view[i] = BigInt(weight)));
    this.positions = module.ints(LEVELS, length);
    this.moves = module.ints(LEVELS, about.width);
    this.ranks = module.ints(LEVELS, about.width);
    this.frames = module.ints(LEVELS * FRAME);
    this.lines = module.ints(LEVELS, LEVELS);
    this.killers = module.ints(2 * LEVELS);
    this.history = module.ints(2 * HISTORY_SIZE);
    this.walked = module.ints(length);
    this.out = module.ints(about.width);
    const buckets = 2 ** Math.floor(Math.log2((megabytes * 1048576) / 8 / BUCKET));
    this.table = fitted(module, buckets, LEAST_BUCKETS, (size) => module.ints(size * BUCKET));
  }

  begin(state: bigint[], _ply: number, limit: EngineLimit): void {
    if (limit.nodes !== undefined) {
      this.table.view.fill(0n); // a search with a node limit always gives the same answer
      this.age = 0;
    }
    this.age += 1;
    this.settings.view[SETTINGS.AGE] = BigInt(this.age);
    this.control.view.fill(0n);
    this.history.view.fill(0n);
    this.killers.view.fill(NO_MOVE);
    this.positions.view.set(state);
    this.walked.view.set(state);
    this.codes = [...this.out.view.subarray(0, this.module.call("legal_moves", this.walked, this.out))];
    this.asked = Math.min(limit.lines ?? 1, this.codes.length);
    this.limit = limit.nodes ?? Infinity;
    this.answers = [];
    this.reached = 0;
    this.stopped = false;
    this.work = this.deepen();
  }

  async step(milliseconds: number): Promise<boolean> {
    this.until = performance.now() + milliseconds;
    return this.work.next().done === true;
  }

  async end(): Promise<void> {
    this.stopped = true;
    this.work.next(); // use what was found at this depth so far
  }

  report(most: number): Omit<CodeReport, "seconds" | "done"> {
    const lines = this.answers.slice(0, most).map((answer) => this.line(answer));
    if (!lines.length) lines.push({ codes: [String(this.codes[0])], value: 0.5, proven: "", visits: 0, distance: null, points: null, policy: null });
    const nodes = Math.min(Number(this.control.view[CONTROL.NODES]), this.limit);
    return { lines, nodes, depth: this.reached };
  }

  private *deepen(): Generator<void, void> {
    for (let depth = 1; depth <= DEEPEST; depth++) {
      const answers: Answer[] = [];
      for (let number = 0; number < this.asked; number++) {
        const best = yield* this.best(depth, number, answers.map((each) => each.move));
        if (best === null) return;
        if (!best.finished) {
          if (number === 0) {
            this.answers = [best, ...this.answers.filter((each) => each.move !== best.move)].slice(0, this.asked);
          }
          return;
        }
        answers.push(best);
      }
      this.answers = answers;
      this.reached = depth;
      if (answers.every((each) => each.settled)) return;
    }
  }

  /** The best move not in `taken`, with windows around the value at the last depth; null if stopped before any was found. */
  private *best(depth: number, number: number, taken: bigint[]): Generator<void, Answer | null> {
    const codes = this.codes.filter((code) => !taken.includes(code));
    const before = this.answers[number];
    let alpha = -INFINITE, beta = INFINITE, half = ASPIRATION;
    if (before && depth >= ASPIRATION_FROM && Math.abs(before.value) < DECIDED) {
      [alpha, beta] = [before.value - half, before.value + half];
    }
    if (before) this.killers.view[0] = before.move;
    let better: Answer | null = null;
    for (;;) {
      this.settings.view[SETTINGS.ROOT_COUNT] = BigInt(codes.length);
      this.settings.view[SETTINGS.LEFT_OUT] = BigInt(taken.length);
      this.moves.view.set(codes);
      this.frames.view[BEST_MOVE] = NO_MOVE; // it stays so if the search is stopped before any move
      const done = yield* this.search(depth, alpha, beta);
      const value = this.frame(BEST);
      if (!done) {
        const some = this.frames.view[BEST_MOVE] !== NO_MOVE && alpha < value && value < beta;
        return some ? this.answer(false) : better;
      }
      half *= WIDENING;
      if (value <= alpha && alpha > -INFINITE) {
        alpha = half > WIDEST ? -INFINITE : value - half;
      } else if (value >= beta && beta < INFINITE) {
        better = this.answer(false);
        beta = half > WIDEST ? INFINITE : value + half;
      } else {
        return this.answer(true);
      }
    }
  }

  /** One search to a depth, in slices; returns whether it finished. */
  private *search(depth: number, alpha: number, beta: number): Generator<void, boolean> {
    const control = this.control.view, frames = this.frames.view;
    [frames[ALPHA], frames[BETA], frames[DEPTH]] = [BigInt(alpha), BigInt(beta), BigInt(depth)];
    const task = [this.control, this.settings, this.weights];
    const stack = [this.positions, this.moves, this.ranks, this.frames, this.lines];
    const memory = [this.killers, this.history, this.table];
    for (let level = 0n; ; level = control[CONTROL.LEVEL]!) {
      const began = performance.now();
      const nodes = Number(control[CONTROL.NODES]);
      const chunk = Math.max(FIRST_CHUNK, Math.floor(this.perMillisecond * Math.max(this.until - began, 1)));
      const end = Math.min(nodes + chunk, this.limit);
      control[CONTROL.STOP] = 0n;
      control[CONTROL.LIMIT] = BigInt(end);
      if (this.module.call("alphabeta", ...task, ...stack, ...memory, level)) return true;
      control[CONTROL.NODES] = BigInt(end); // without the one node too many
      this.perMillisecond = paced(this.perMillisecond, end - nodes, performance.now() - began);
      if (end === this.limit) return false;
      if (performance.now() >= this.until) yield;
      if (this.stopped) return false;
    }
  }

  private frame(place: number): number {
    return Number(this.frames.view[place]);
  }

  /** Read the answer from the root's frame. */
  private answer(finished: boolean): Answer {
    const value = this.frame(BEST), move = this.frames.view[BEST_MOVE]!;
    let variation = [...this.lines.view.subarray(0, this.frame(LINE))];
    if (variation[0] !== move) variation = [move];
    const exact = finished || value < this.frame(BETA);
    const complete = this.frame(BEST_COMPLETE) !== 0 && exact;
    const settled = this.frame(ALL_COMPLETE) !== 0 || (Math.abs(value) >= DECIDED && !this.byMargin);
    return { move, value, complete, settled, finished, variation };
  }

  private line({ value, complete, variation }: Answer): CodeLine {
    let proven: Proven = "";
    if (Math.abs(value) >= DECIDED) proven = value > 0 ? "win" : "loss";
    else if (complete) proven = "draw";
    const points = this.byMargin && complete ? (value > 0 ? value - DECIDED : value < 0 ? value + DECIDED : 0) : null;
    const near = (proven === "win" || proven === "loss") && complete && !this.byMargin;
    const chance = proven === "win" ? 1 : proven === "loss" ? 0 : proven === "draw" ? 0.5 : logistic(value / LOGIT);
    return {
      codes: this.followed(variation, proven !== "").map(String),
      value: chance,
      proven,
      visits: 0,
      distance: near ? DECIDED + PLIES - Math.abs(value) : null,
      points,
      policy: null,
    };
  }

  /** Extend a proven variation with moves from the table. */
  private followed(variation: bigint[], proven: boolean): bigint[] {
    if (!proven) return variation;
    const codes = [...variation];
    this.walked.view.set(this.positions.view.subarray(0, this.length));
    for (const code of codes) this.module.call("play", this.walked, code);
    while (codes.length < DEEPEST) {
      const count = this.module.call("legal_moves", this.walked, this.out);
      const code = this.module.callExact("stored_move", this.walked, this.table);
      if (!this.out.view.subarray(0, count).includes(code)) break;
      codes.push(code);
      this.module.call("play", this.walked, code);
    }
    return codes;
  }
}
