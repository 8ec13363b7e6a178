/** What the study needs of the engine in the page (lib/engine). It is loaded when it is first asked for. */
import type { BoardIn, EngineInfo } from "../../types";

export interface EngineLine {
  move: string;
  /** The chance of winning of the player to move, from 0 to 1. */
  value: number;
  proven: "" | "win" | "draw" | "loss";
  visits: number;
  variation: string[];
  codes: string[];
  distance: number | null;
  points: number | null;
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

export interface EngineLimit {
  lines?: number;
  nodes?: number;
  seconds?: number;
}

export interface PageEngine {
  think(position: EnginePosition, limit: EngineLimit, progress?: (report: EngineReport) => void): Promise<EngineReport>;
  stop(): void;
  close(): void;
}

interface EngineModule {
  Engine: new () => PageEngine;
  engineSupport(): { ok: boolean; reason: string; threads: number };
}

const MODULES = import.meta.glob<EngineModule>("../../engine/engine.ts");
const NO_ENGINE = "There are no engine files on this server, so there are no engine lines. Everything else works.";
const NOT_LOADED = "The engine could not be loaded. Everything else works; switch it on again to try once more.";

/** The engine of this browser, or why there is none. */
export async function loadEngine(): Promise<{ engine: PageEngine | null; reason: string }> {
  const [load] = Object.values(MODULES);
  if (!load) return { engine: null, reason: NO_ENGINE };
  try {
    const { Engine, engineSupport } = await load();
    const { ok, reason } = engineSupport();
    return ok ? { engine: new Engine(), reason: "" } : { engine: null, reason: reason || NOT_LOADED };
  } catch {
    return { engine: null, reason: NOT_LOADED };
  }
}
