/** The engine in the page: it thinks in a worker, in the visitor's browser, and can be stopped at any time. */
import type { BoardIn } from "../types";
import type { CodeReport, EngineInfo, EngineLimit, FromWorker, Proven, Task, ToWorker } from "./types";

export type { EngineInfo, EngineLimit };

export interface EngineLine {
  move: string;
  /** The chance of winning for the player to move, from 0 to 1. */
  value: number;
  proven: Proven;
  visits: number;
  /** The expected moves as texts: only the first, because only the server knows the texts of the others. */
  variation: string[];
  /** All of them as integers, which the server can turn into texts (`POST /api/lines`). */
  codes: string[];
  distance: number | null;
  points: number | null;
  /** The net's prior probability of the move, before any search, from 0 to 1; null if no net was used. */
  policy: number | null;
}

export interface EngineReport {
  lines: EngineLine[];
  nodes: number;
  depth: number;
  seconds: number;
  done: boolean;
}

export interface EnginePosition {
  board: BoardIn;
  engine: EngineInfo;
}

const MOST_THREADS = 8;
const NONE: EngineReport = { lines: [], nodes: 0, depth: 0, seconds: 0, done: true };
const NO_MODULES = "This browser cannot run the engine: it has no WebAssembly, or an old version of it.";
const NO_WORKERS = "This browser cannot run the engine: it has no workers.";
const NOT_BUILT = "There is no engine for this game on this server.";
const CRASHED = "The engine has stopped working. Switch it on again to try once more.";
// The smallest module with a vector (SIMD) instruction; the engines use them.
const VECTORS = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

/** Whether this browser can run it, and with how many threads. `reason` is a sentence if it cannot. */
export function engineSupport(): { ok: boolean; reason: string; threads: number } {
  if (typeof Worker === "undefined") return { ok: false, reason: NO_WORKERS, threads: 0 };
  const modules = typeof WebAssembly === "object" && typeof BigInt64Array !== "undefined" && WebAssembly.validate(VECTORS);
  if (!modules) return { ok: false, reason: NO_MODULES, threads: 0 };
  const spare = globalThis.crossOriginIsolated ? navigator.hardwareConcurrency - 1 : 1; // one core is left for the page
  return { ok: true, reason: "", threads: Math.max(1, Math.min(spare, MOST_THREADS)) };
}

interface Thought {
  id: number;
  texts: Map<string, string>;
  last: EngineReport;
  progress?: (report: EngineReport) => void;
  resolve(report: EngineReport): void;
  reject(error: Error): void;
}

export class Engine {
  #worker: Worker | null = null;
  #thoughts: Thought[] = [];
  #numbered = 0;

  constructor(private readonly threads = engineSupport().threads) {}

  /** Think until a limit, a stop or a proof; `progress` is called now and then. A search limited by nodes uses one thread
      and always gives the same answer. A new search ends the previous one. */
  think(position: EnginePosition, limit: EngineLimit, progress?: (report: EngineReport) => void): Promise<EngineReport> {
    const { board, engine } = position;
    if (engine.url === null) return Promise.reject(new Error(NOT_BUILT));
    const task: Task = { url: engine.url, state: engine.state, ply: board.moves?.length ?? 0, limit, threads: this.threads };
    const id = ++this.#numbered;
    const texts = new Map(engine.codes.map((code, i) => [code, engine.texts[i]!]));
    return new Promise((resolve, reject) => {
      this.#thoughts.push({ id, texts, last: NONE, progress, resolve, reject });
      this.#tell({ kind: "think", id, task });
    });
  }

  /** End the running search; its promise resolves with what it has. */
  stop(): void {
    if (this.#thoughts.length) this.#tell({ kind: "stop" });
  }

  /** End the worker. A running search resolves with its last report. */
  close(): void {
    this.#worker?.terminate();
    this.#worker = null;
    for (const thought of this.#thoughts.splice(0)) thought.resolve({ ...thought.last, done: true });
  }

  #tell(message: ToWorker): void {
    if (!this.#worker) {
      this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.#hear(data);
      this.#worker.onerror = () => {
        const lost = this.#thoughts.splice(0);
        this.close();
        for (const thought of lost) thought.reject(new Error(CRASHED));
      };
    }
    this.#worker.postMessage(message);
  }

  #hear(message: FromWorker): void {
    const thought = this.#thoughts.find((each) => each.id === message.id);
    if (!thought) return;
    const over = message.kind === "trouble" || message.report.done;
    if (over) this.#thoughts.splice(this.#thoughts.indexOf(thought), 1);
    if (message.kind === "trouble") {
      thought.reject(new Error(message.message));
      return;
    }
    thought.last = worded(message.report, thought.texts);
    if (over) thought.resolve(thought.last);
    else thought.progress?.(thought.last);
  }
}

function worded(report: CodeReport, texts: Map<string, string>): EngineReport {
  const lines = report.lines.map((line) => {
    const move = texts.get(line.codes[0]!) ?? "";
    return { ...line, move, variation: [move] };
  });
  return { ...report, lines };
}
