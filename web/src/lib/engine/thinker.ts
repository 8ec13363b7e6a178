/** One engine in one worker: fetches the module, keeps its memory between searches, thinks in slices. */
import { AlphaBetaSearch } from "./alphabeta";
import { WasmModule } from "./module";
import { TreeSearch } from "./tree";
import type { CodeReport, Description, NetWeights, Search, Task } from "./types";

const FORMAT = 3; // `FORMAT` in kakomi/search/page_engine/description.py
const SLICE = 25; // milliseconds between two checks for messages from the page
const REPORT_EVERY = 200; // milliseconds
const FIRST_REPORT = 60;

/** Where the files come from; tests read them from the disk. */
export interface Source {
  describe(url: string): Promise<Description>;
  module(url: string, name: string): Promise<WebAssembly.Module>;
  /** The weights of a net. */
  weights(url: string, name: string): Promise<ArrayBuffer>;
}

export class Thinker {
  private search: Search | null = null;
  private loaded = "";

  constructor(
    private readonly source: Source,
    private readonly pause: () => Promise<void>,
  ) {}

  async think(task: Task, stopped: () => boolean, progress: (report: CodeReport) => void): Promise<CodeReport> {
    const search = await this.load(task);
    const lines = task.limit.lines ?? 1;
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    let due = FIRST_REPORT;
    search.begin(task.state.map(BigInt), task.ply, task.limit);
    for (;;) {
      if (stopped() || seconds() >= (task.limit.seconds ?? Infinity)) break;
      if (await search.step(SLICE)) break;
      const report = performance.now() - began >= due ? search.report(lines) : null;
      if (report?.nodes) { // further threads may take long to start: until then there is nothing to report
        due = performance.now() - began + REPORT_EVERY;
        progress({ ...report, seconds: seconds(), done: false });
      }
      await this.pause();
    }
    await search.end();
    return { ...search.report(lines), seconds: seconds(), done: true };
  }

  /** The search for these rules and options; the previous one is reused if it is the same. */
  private async load({ url, state, threads }: Task): Promise<Search> {
    const wanted = `${url} ${state.length} ${threads}`;
    if (this.search && this.loaded === wanted) return this.search;
    this.search = null; // so that its memory can be freed
    const about = await this.source.describe(url);
    if (about.format !== FORMAT) throw new Error("This page and the server's engine do not fit together. Reload the page.");
    const weights = await this.net(url, about);
    const alphabeta = about.kind === "alphabeta" && !weights;
    const together = threads > 1 && !alphabeta;
    const module = await WasmModule.open(await this.source.module(url, about.modules[together ? "several" : "one"]), together);
    this.search =
      alphabeta
        ? new AlphaBetaSearch(module, about, state.length)
        : new TreeSearch(module, about, state.length, together ? threads : 1, weights);
    this.loaded = wanted;
    return this.search;
  }

  /** The weights of the net; null if there is none or it could not be loaded completely: then the search runs without it. */
  private async net(url: string, { learned, net }: Description): Promise<NetWeights | null> {
    if (!learned || !net) return null;
    const bytes = await this.source.weights(url, net).catch(() => null);
    const { weights, shorts } = learned;
    if (bytes?.byteLength !== 4 * weights + 2 * shorts) return null;
    return { floats: new Float32Array(bytes, 0, weights), shorts: new Int16Array(bytes, 4 * weights) };
  }
}
