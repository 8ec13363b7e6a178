/** The engine in the page (lib/engine), loaded on first use. */
import { sentence } from "../../api";
import type { Engine } from "../../engine/engine";

export type { EngineLine, EngineReport } from "../../engine/engine";
export type PageEngine = Pick<Engine, "think" | "stop" | "close">;

const NOT_LOADED = "The engine could not be loaded. Everything else works; switch it on again to try once more.";

/** The engine in this browser, or why there is none. */
export async function loadEngine(): Promise<{ engine: PageEngine | null; reason: string }> {
  try {
    const { Engine, engineSupport } = await import("../../engine/engine");
    const { ok, reason } = engineSupport();
    return ok ? { engine: new Engine(), reason: "" } : { engine: null, reason: reason || NOT_LOADED };
  } catch {
    return { engine: null, reason: NOT_LOADED };
  }
}

/** What went wrong, as a sentence: the server's refusals and the engine's own. */
export const troubleOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof TypeError) && error.message ? error.message : sentence(error);
