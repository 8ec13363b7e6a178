/** A requested review: its progress, and what it says about each move. */
import { sentence } from "../api";
import type { Mark, Review, ReviewedMove, ReviewState } from "../types";

export type Stage = "idle" | "waiting" | "ready" | "failed";
type Ask = () => Promise<ReviewState>;

const SOON = 400;
const LATER = 1500;
const isPlace = (click: string): boolean => !click.startsWith("button:");

export class Look {
  stage = $state<Stage>("idle");
  /** The share that is done; null while the review is queued. */
  progress = $state<number | null>(null);
  message = $state("");
  review = $state.raw<Review | null>(null);
  #timer = 0;
  #asked = 0;

  /** `ask` requests the review, `again` asks for its progress. */
  constructor(
    private readonly ask: Ask,
    private readonly again: Ask = ask,
    private readonly pace = LATER,
  ) {}

  begin(): void {
    if (this.stage === "waiting") return;
    if (this.review) {
      this.stage = "ready";
      return;
    }
    this.stage = "waiting";
    this.progress = null;
    void this.#turn(this.ask, SOON);
  }

  /** Stop showing it; what has arrived is kept. */
  close(): void {
    clearTimeout(this.#timer);
    this.#asked += 1;
    this.stage = "idle";
  }

  async #turn(ask: Ask, pause: number): Promise<void> {
    const asked = ++this.#asked;
    let now: ReviewState | null = null;
    try {
      now = await ask();
    } catch (error) {
      if (asked === this.#asked) [this.stage, this.message] = ["failed", sentence(error)];
    }
    if (!now || asked !== this.#asked) return;
    if (now.review) [this.stage, this.review] = ["ready", now.review];
    else if (now.state === "failed") [this.stage, this.message] = ["failed", now.message ?? ""];
    else {
      this.progress = now.progress;
      const next = now.state === "none" ? this.ask : this.again; // its maker is gone: request it again
      this.#timer = window.setTimeout(() => void this.#turn(next, this.pace), pause);
    }
  }

  get shown(): Review | null {
    return this.stage === "ready" ? this.review : null;
  }

  /** The move that led to a position; `next` is the one that was made there. */
  made(ply: number): ReviewedMove | null {
    return this.shown?.moves[ply - 1] ?? null;
  }

  next(ply: number): ReviewedMove | null {
    return this.shown?.moves[ply] ?? null;
  }

  /** What to mark in a position: the better move, where there was one. */
  marks(ply: number): Mark[] {
    return (this.next(ply)?.better?.clicks ?? []).filter(isPlace).map((place) => ({ place, kind: "hint" }));
  }

  /** The moves that were not good, by number, and what they are called. */
  get words(): ReadonlyMap<number, string> {
    return new Map((this.shown?.moves ?? []).filter((move) => move.better).map((move) => [move.number, move.word]));
  }
}

/** A chance as text; only a certain result is 0 or 100. */
export function percent(chance: number): string {
  const whole = Math.round(100 * chance);
  return `${chance > 0 && chance < 1 ? Math.min(99, Math.max(1, whole)) : whole}%`;
}
