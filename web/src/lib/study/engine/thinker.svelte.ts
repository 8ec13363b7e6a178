/** The engine at work on the position shown: its lines, as proven results if the tables know them. */
import { api } from "../../api";
import { likelihood } from "../../review/policy";
import { percent } from "../../review/look.svelte";
import type { BoardIn, ExactMove } from "../../types";
import { queryOf } from "../model";
import type { Study } from "../study.svelte";
import type { TreeNode } from "../tree/tree";
import { loadEngine, troubleOf, type EngineLine, type EngineReport, type PageEngine } from "./loader";

export const LINES = 3;
const PAUSE = 400; // milliseconds between two requests for the texts of lines
const NO_FILE = "No engine has been built for this rule set. Everything else works.";

/** A line as shown. */
export interface ShownLine {
  move: string;
  chance: string;
  proven: "" | "win" | "draw" | "loss";
  texts: string[];
  /** The net's prior probability of the move, before any search; empty if no net was used. */
  policy: string;
}

export class Thinker {
  on = $state(false);
  /** Why there are no lines, if there are none. */
  reason = $state("");
  lines = $state.raw<ShownLine[]>([]);
  report = $state.raw<EngineReport | null>(null);
  exact = $state(false);
  thinking = $state(false);
  /** Whether it has answered before, so its files are loaded. */
  loaded = $state(false);
  #engine: PageEngine | null = null;
  #asked = 0;
  #texts = new Map<string, string[]>(); // by the codes of a line
  #latest = new Map<string, string[]>(); // by its first move: shown until the texts of a new line arrive
  #waiting: EngineLine[] | null = null;
  #timer = 0;

  /** The engine itself, loaded once; null, with `reason` set, if there is none. */
  async engine(): Promise<PageEngine | null> {
    if (this.#engine) return this.#engine;
    const { engine, reason } = await loadEngine();
    this.#engine ??= engine;
    this.reason = this.#engine ? "" : reason;
    return this.#engine;
  }

  /** Thinks about a position until stopped; does nothing while it is off. */
  async follow(study: Study, node: TreeNode): Promise<void> {
    const asked = ++this.#asked;
    this.#engine?.stop();
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#waiting = null;
    this.#texts.clear();
    this.#latest.clear();
    [this.lines, this.report, this.exact, this.thinking] = [[], null, false, false];
    if (!this.on) return;
    if (study.origin.closed) {
      this.reason = study.origin.closed;
      return;
    }
    this.reason = "";
    try {
      const board = await study.boardAt(node);
      if (asked !== this.#asked || board.turn === null) return;
      const query = queryOf(study.start, study.tree.moves(node));
      const exact = await api.exact(query).catch(() => null);
      if (asked !== this.#asked) return;
      if (exact?.known) {
        this.exact = true;
        this.lines = exact.moves.slice(0, LINES).map(shownExact);
        return;
      }
      const engine = await this.engine();
      if (asked !== this.#asked || !engine) return;
      if (!board.engine?.url) {
        this.reason = NO_FILE;
        return;
      }
      this.thinking = true;
      const take = (report: EngineReport) => {
        if (asked === this.#asked) this.#take(report, query, asked);
      };
      take(await engine.think({ board: query, engine: board.engine }, { lines: LINES }, take));
    } catch (error) {
      if (asked === this.#asked) this.reason = troubleOf(error);
    }
    if (asked === this.#asked) this.thinking = false;
  }

  switch(study: Study, node: TreeNode, on = !this.on): void {
    this.on = on;
    void this.follow(study, node);
  }

  close(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.#engine?.close();
    this.#engine = null;
  }

  #take(report: EngineReport, query: BoardIn, asked: number): void {
    this.report = report;
    this.loaded = true;
    this.#show(report.lines);
    this.#waiting = report.lines;
    this.#timer ||= window.setTimeout(() => void this.#read(query, asked), this.#texts.size ? PAUSE : 0);
  }

  #show(lines: readonly EngineLine[]): void {
    this.lines = lines.slice(0, LINES).map((line) => ({
      move: line.move,
      chance: line.proven ? proven(line) : percent(line.value),
      proven: line.proven,
      policy: line.policy === null ? "" : likelihood(line.policy),
      texts: line.variation.length > 1 ? line.variation : (this.#texts.get(line.codes.join()) ?? this.#begun(line)),
    }));
  }

  /** The known texts of a line that has grown since they were requested. */
  #begun(line: EngineLine): string[] {
    for (let length = line.codes.length - 1; length > 1; length--) {
      const texts = this.#texts.get(line.codes.slice(0, length).join());
      if (texts) return texts;
    }
    return this.#latest.get(line.move) ?? [line.move];
  }

  /** Requests the texts of the lines' moves; only the server knows the rules. */
  async #read(query: BoardIn, asked: number): Promise<void> {
    const lines = (this.#waiting ?? []).filter((line) => line.variation.length < line.codes.length);
    this.#waiting = null;
    const fresh = lines.filter((line) => !this.#texts.has(line.codes.join()));
    if (fresh.length) {
      const answer = await api.lines({ ...query, lines: fresh.map((line) => line.codes.slice(0, 24)) }).catch(() => null);
      if (asked !== this.#asked) return;
      answer?.lines.forEach((texts, i) => {
        this.#texts.set(fresh[i]?.codes.join() ?? "", texts);
        if (texts[0]) this.#latest.set(texts[0], texts);
      });
      if (this.report) this.#show(this.report.lines);
    }
    this.#timer = 0;
    if (this.#waiting) this.#timer = window.setTimeout(() => void this.#read(query, asked), PAUSE);
  }
}

/** A proven result in words: "Win in 5", "Draw", "Loss, 3 points behind". */
export function proven(line: { proven: "" | "win" | "draw" | "loss"; distance: number | null; points: number | null }): string {
  const word = { win: "Win", draw: "Draw", loss: "Loss", "": "" }[line.proven];
  const points = line.points ? ` ${line.points > 0 ? "+" : "−"}${Math.abs(line.points)}` : "";
  return `${word}${points}${line.distance && line.proven !== "draw" ? ` in ${line.distance}` : ""}`;
}

const shownExact = (move: ExactMove): ShownLine => ({ move: move.move, chance: proven(move), proven: move.proven, texts: [move.move], policy: "" });
