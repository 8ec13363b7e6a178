/** The tree search around its compiled kernel, as in `kakomi/search/mcts/search.py` and `storage.py`, and with a net as in
    `kakomi/search/learned/search.py`. */
import { Helpers } from "./helpers";
import { paced } from "./pace";
import { fitted, flat, type Ints, type Slots, type WasmModule } from "./module";
import {
  DEEPEST_PATH, DRAW, FULL, LIMIT, LOOK_EVERY, ONE, SHARED_LENGTH, SHORTEST_LINE, STARTED, STOP, UNEXPANDED, UNKNOWN, USED,
} from "./places";
import type { CodeLine, CodeReport, Description, EngineLimit, LearnedDescription, NetWeights, Proven, Search } from "./types";

const LEAST_NODES = 100_000;
const NEVER = 1n << 62n;
const FIRST_CHUNK = 16;

interface Nodes {
  first: Slots<Int32Array>; children: Slots<Int32Array>; move: Ints; visits: Slots<Int32Array>; value: Ints;
  proven: Slots<Int8Array>; prior: Slots<Float32Array>; guess: Slots<Float32Array>; shared: Ints;
}

/** The private data of each thread. */
interface Own {
  random: Slots<BigUint64Array>;
  args: (Ints | Slots<BigUint64Array>)[];
  /** With a net: the arrays in which it is evaluated. */
  scratch: (Ints | Slots<Float32Array>)[];
}

export class TreeSearch implements Search {
  private readonly nodes: Nodes;
  private readonly root: Ints;
  private readonly walked: Ints;
  private readonly settings: Slots<Float64Array>;
  private readonly weights: Ints;
  private readonly owns: Own[];
  private readonly helpers: Helpers | null;
  /** The entry point of the module; "sparse" and "conv" are kinds of nets. */
  private readonly name: "uct" | "guided" | "sparse" | "conv";
  private readonly guided: boolean;
  /** The arrays of the net; empty without one. */
  private readonly net: (Ints | Slots<Float32Array> | Slots<Int16Array>)[] = [];
  private readonly learned: LearnedDescription | null;
  private state = "";
  private player = 0;
  private codes: bigint[] = [];
  private readonly out: Ints;
  private begunWith = 0;
  private started = 0;
  private limit = Infinity;
  private hasty = false;
  private shares: Promise<void> | null = null;
  private perMillisecond = 1;

  /** With `weights`, which must fit the description, it searches with the net. */
  constructor(private readonly module: WasmModule, about: Description, length: number, threads: number, weights: NetWeights | null = null) {
    const learned = (this.learned = weights && about.learned ? about.learned : null);
    this.name = learned ? learned.kind : about.kind === "guided" ? "guided" : "uct";
    this.guided = this.name !== "uct";
    this.root = module.ints(length);
    this.walked = module.ints(length);
    this.out = module.ints(about.width);
    this.weights = filled(module, about.weights);
    this.settings = module.array(Float64Array, 5);
    if (weights && learned) {
      const floats = module.array(Float32Array, weights.floats.length);
      floats.view.set(weights.floats);
      const shorts = module.array(Int16Array, weights.shorts.length);
      shorts.view.set(weights.shorts);
      this.net = [floats, ...(learned.shorts ? [shorts] : []), ...learned.arrays.map((each) => filled(module, each))];
    }
    const own = (): Own => {
      const walk = [module.ints(length), module.ints(DEEPEST_PATH + 1), module.ints(DEEPEST_PATH + 1)];
      const random = module.array(BigUint64Array, 1);
      const scratch = learned ? [...learned.scratch.map((each) => module.ints(each)), module.array(Float32Array, learned.floats)] : [];
      return { random, scratch, args: [...walk, module.ints(about.width), random, module.ints(length), module.ints(about.width)] };
    };
    this.owns = Array.from({ length: threads }, own);
    this.helpers = threads > 1 ? new Helpers(module, threads) : null;
    this.nodes = fitted(module, (learned ?? about.tree!).nodes, LEAST_NODES, (nodes) => {
      const guesses = this.guided ? nodes : 1;
      return {
        first: module.array(Int32Array, nodes), children: module.array(Int32Array, nodes), move: module.ints(nodes),
        visits: module.array(Int32Array, nodes), value: module.ints(nodes), proven: module.array(Int8Array, nodes),
        prior: module.array(Float32Array, guesses), guess: module.array(Float32Array, guesses),
        shared: module.ints(SHARED_LENGTH),
      };
    });
    if (learned) {
      this.settings.view.set([learned.explore, learned.temperature, 0, learned.reduction, learned.look_ahead]);
    } else {
      const { explore, first_play, temperature, guide, cut } = about.tree!;
      this.settings.view.set(this.guided ? [explore, temperature, 0, guide, cut] : [explore, first_play, 0, 0, 0]);
    }
    this.virtualLoss = (learned ?? about.tree!).virtual_loss;
  }

  private readonly virtualLoss: number;

  begin(state: bigint[], ply: number, limit: EngineLimit): void {
    const key = state.join(" ");
    const fresh = key !== this.state || limit.nodes !== undefined; // a search with a node limit always gives the same answer
    this.state = key;
    this.root.view.set(state);
    this.player = this.module.call("to_move", this.root);
    this.codes = [...this.out.view.subarray(0, this.module.call("legal_moves", this.root, this.out))];
    if (fresh) this.clear();
    this.begunWith = this.nodes.visits.view[0]!;
    this.started = 0;
    this.limit = limit.nodes ?? Infinity;
    this.hasty = limit.nodes !== undefined && (limit.lines ?? 1) === 1;
    const shared = this.nodes.shared.view;
    shared[STOP] = 0n;
    shared[STARTED] = 0n;
    shared[LIMIT] = NEVER;
    this.owns.forEach((own, number) => (own.random.view[0] = BigInt(number * 7919 + ply)));
    const together = this.helpers !== null && limit.nodes === undefined;
    this.settings.view[2] = together ? this.virtualLoss : 0;
    this.shares = null;
    if (together) this.shares = this.helpers!.run(this.name, this.owns.map((own) => flat(this.args(own))));
  }

  async step(milliseconds: number): Promise<boolean> {
    const nodes = this.nodes;
    if (this.shares) {
      const over = await Promise.race([this.shares.then(() => true), sleep(milliseconds).then(() => false)]);
      return over || this.finished();
    }
    const until = performance.now() + milliseconds;
    for (let now = performance.now(); now < until; now = performance.now()) {
      if (this.finished() || this.started >= this.limit) return true;
      if (this.hasty && this.started % LOOK_EVERY === 0 && this.settled()) return true;
      let chunk = Math.max(FIRST_CHUNK, Math.floor((this.perMillisecond * milliseconds) / 4));
      if (this.hasty) chunk = LOOK_EVERY - (this.started % LOOK_EVERY);
      const end = Math.min(this.started + chunk, this.limit);
      nodes.shared.view[STARTED] = BigInt(this.started);
      nodes.shared.view[LIMIT] = BigInt(end);
      this.module.call(this.name, ...this.args(this.owns[0]!));
      this.perMillisecond = paced(this.perMillisecond, end - this.started, performance.now() - now);
      this.started = end;
    }
    return this.finished() || this.started >= this.limit;
  }

  /** Whether the search can find nothing more: the root is proven, or, with a net, there is no room for more nodes. */
  private finished(): boolean {
    const { proven, shared } = this.nodes;
    return proven.view[0] !== UNKNOWN || (this.learned !== null && shared.view[FULL] !== 0n);
  }

  async end(): Promise<void> {
    if (!this.shares) return;
    Atomics.store(this.nodes.shared.view, STOP, 1n);
    await this.shares;
    this.shares = null;
  }

  report(most: number): Omit<CodeReport, "seconds" | "done"> {
    const children = this.sorted(0, this.player).slice(0, Math.max(1, most));
    const policy = this.policy();
    const lines = children.map((child) => this.line(child, policy(child)));
    if (!lines.length) lines.push({ codes: [String(this.codes[0])], value: 0.5, proven: "", visits: 0, distance: null, points: null, policy: null });
    const depth = Math.max(...lines.map((line) => line.codes.length));
    return { lines, nodes: this.nodes.visits.view[0]! - this.begunWith, depth };
  }

  private args(own: Own) {
    const { first, children, move, visits, value, proven, prior, guess, shared } = this.nodes;
    const tree = [this.root, first, children, move, visits, value, proven, prior, guess, shared, this.settings];
    if (this.learned) return [...tree, ...this.net, ...own.scratch, ...own.args];
    return [...tree, ...(this.guided ? [this.weights] : []), ...own.args];
  }

  private clear(): void {
    const { children, visits, value, proven, shared } = this.nodes;
    children.view[0] = UNEXPANDED;
    visits.view[0] = 0;
    value.view[0] = 0n;
    proven.view[0] = UNKNOWN;
    shared.view.fill(0n);
    shared.view[USED] = 1n;
  }

  /** Whether the move with the most visits will stay so, whatever the remaining simulations bring. */
  private settled(): boolean {
    let most = 0, second = 0;
    for (const child of this.children(0)) {
      const visits = this.nodes.visits.view[child]!;
      if (visits > most) [most, second] = [visits, most];
      else if (visits > second) second = visits;
    }
    return most - second > this.limit - this.started;
  }

  private children(node: number): number[] {
    const begin = this.nodes.first.view[node]!;
    return Array.from({ length: Math.max(0, this.nodes.children.view[node]!) }, (_, i) => begin + i);
  }

  /** The children of a node, best first for the player who moves there: proven wins, then by visits, proven losses last. */
  private sorted(node: number, player: number): number[] {
    const { visits, prior, proven } = this.nodes;
    const ranked = this.children(node).map((child) => {
      const word = wordFor(proven.view[child]!, player);
      return { child, rank: word === "win" ? 2 : word === "loss" ? 0 : 1, count: visits.view[child]! + (this.guided ? prior.view[child]! : 0) };
    });
    return ranked.sort((a, b) => b.rank - a.rank || b.count - a.count).map((each) => each.child);
  }

  /** The net's policy for each child of the root: its prior, with the temperature undone. */
  private policy(): (child: number) => number | null {
    const { learned } = this;
    if (!learned) return () => null;
    const power = (child: number) => this.nodes.prior.view[child]! ** learned.temperature;
    const total = this.children(0).reduce((sum, child) => sum + power(child), 0);
    return (child) => (total ? power(child) / total : null);
  }

  private line(child: number, policy: number | null): CodeLine {
    const { visits, value, proven, guess, move } = this.nodes;
    const count = visits.view[child]!;
    const word = wordFor(proven.view[child]!, this.player);
    let chance = count ? 0.5 + Number(value.view[child]!) / (2 * ONE * count) : this.guided ? 0.5 + guess.view[child]! / 2 : 0.5;
    if (word) chance = word === "win" ? 1 : word === "draw" ? 0.5 : 0;
    const codes: string[] = [];
    this.walked.view.set(this.root.view);
    for (let node: number | undefined = child; node !== undefined; ) {
      const code = move.view[node]!;
      codes.push(String(code));
      this.module.call("play", this.walked, code);
      const mover = this.module.call("to_move", this.walked);
      node = this.sorted(node, mover).find((each) => visits.view[each]! >= SHORTEST_LINE || proven.view[each] !== UNKNOWN);
    }
    return { codes, value: chance, proven: word, visits: count, distance: null, points: null, policy };
  }
}

function filled(module: WasmModule, numbers: readonly number[]): Ints {
  const array = module.ints(numbers.length);
  numbers.forEach((each, i) => (array.view[i] = BigInt(each)));
  return array;
}

function wordFor(status: number, player: number): Proven {
  return status === UNKNOWN ? "" : status === 1 + DRAW ? "draw" : status === 1 + player ? "win" : "loss";
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
