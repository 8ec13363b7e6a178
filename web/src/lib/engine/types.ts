/** Messages between the page, the engine's worker and its helpers. Positions and moves are 64-bit integers. */

/** What the server sends about a board: the position, and its legal moves as integers and as texts. */
export interface EngineInfo {
  url: string | null;
  state: string[];
  codes: string[];
  texts: string[];
}

export interface EngineLimit {
  lines?: number;
  nodes?: number;
  seconds?: number;
}

/** GAME-RULES.json: see `kakomi.search.page_engine.description`. */
export interface Description {
  format: number;
  width: number;
  weights: number[];
  kind: "guided" | "alphabeta" | "mcts";
  modules: { one: string; several: string };
  /** The search with a net, if that is the strongest; `kind` is the strongest without one. */
  learned?: LearnedDescription;
  /** The file of the net's weights. */
  net?: string;
  alphabeta?: { by_margin: boolean; width: number; megabytes: number; pruning: number[] };
  tree?: {
    explore: number; first_play: number; temperature: number; guide: number; cut: number; virtual_loss: number; nodes: number;
  };
}

export interface LearnedDescription {
  kind: "sparse" | "conv";
  /** How many floats and 16-bit integers the weights consist of. */
  weights: number;
  shorts: number;
  /** The arrays of the net that the compiled search takes besides the weights, and the lengths of each thread's scratch arrays. */
  arrays: number[][];
  scratch: number[];
  floats: number;
  explore: number; temperature: number; reduction: number; look_ahead: number; virtual_loss: number; nodes: number;
}

export interface NetWeights {
  floats: Float32Array;
  /** The first layer of a sparse net; otherwise empty. */
  shorts: Int16Array;
}

export type Proven = "" | "win" | "draw" | "loss";

/** A line as the worker sees it: moves are integers. */
export interface CodeLine {
  codes: string[];
  value: number;
  proven: Proven;
  visits: number;
  distance: number | null;
  points: number | null;
  /** The net's prior probability of the move, before any search, from 0 to 1; null if no net was used. */
  policy: number | null;
}

export interface CodeReport {
  lines: CodeLine[];
  nodes: number;
  depth: number;
  seconds: number;
  done: boolean;
}

/** What to search. `ply` is the number of moves played: the seed of a tree search depends on it. */
export interface Task {
  url: string;
  state: string[];
  ply: number;
  limit: EngineLimit;
  threads: number;
}

export type ToWorker = { kind: "think"; id: number; task: Task } | { kind: "stop" };
export type FromWorker = { kind: "report"; id: number; report: CodeReport } | { kind: "trouble"; id: number; message: string };

/** To a helper: one thread's part of a search, in the memory that all threads share. */
export interface Share {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  stack: number;
  name: string;
  args: (number | bigint)[];
}

/** A search that runs in slices. */
export interface Search {
  begin(state: bigint[], ply: number, limit: EngineLimit): void;
  /** Work for about this many milliseconds; resolves to whether nothing is left to do. */
  step(milliseconds: number): Promise<boolean>;
  /** End it at its present state. */
  end(): Promise<void>;
  report(lines: number): Omit<CodeReport, "seconds" | "done">;
}
