/** A game being played through: where one is, and the scenes on the way, fetched once and a step ahead. */
import { api } from "../api";
import type { GameView, Outcome, RecordedGame, Scene, SeatNumber } from "../types";
import { Look } from "../review/look.svelte";
import { seatName } from "../words";

/** Signs that turn the direction of a text: in a name from elsewhere they would turn what stands beside it. */
const TURNING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g;

type Fetch = (ply: number) => Promise<Scene>;

export class Course {
  at = $state(0);
  scene = $state.raw<Scene | null>(null);
  readonly #kept = new Map<number, Promise<Scene>>();

  constructor(
    readonly game: string,
    readonly moves: readonly string[],
    readonly movers: readonly SeatNumber[],
    readonly names: [string, string],
    readonly outcome: Outcome | null,
    readonly facts: string,
    private readonly fetch: Fetch,
    /** Its review can be asked for; null while the game goes on. */
    readonly look: Look | null,
    readonly id: string | null = null,
  ) {}

  static of(view: GameView): Course {
    const fetch: Fetch = async (ply) => (ply === view.ply ? view.scene : (await api.sceneAt(view.id, ply)).scene);
    const names: [string, string] = [seatName(view.seats[0]), seatName(view.seats[1])];
    const date = new Date(view.finished ?? view.created).toLocaleDateString("en", { dateStyle: "long" });
    const look = view.outcome && view.ply ? new Look(() => api.askReview(view.id), () => api.review(view.id)) : null;
    return new Course(view.game, view.moves, view.movers, names, view.outcome, date, fetch, look, view.id);
  }

  static recorded(record: RecordedGame): Course {
    const { game, rules, options, position, moves } = record;
    const fetch: Fetch = async (ply) => (await api.board({ game, rules, options, position, moves: moves.slice(0, ply) })).scene;
    const tag = (name: string) => (record.tags[name] ?? record.tags[name.toLowerCase()])?.replace(TURNING, "");
    const names: [string, string] = [tag("First") ?? "First", tag("Second") ?? "Second"];
    const facts = [tag("Event"), tag("Date")].filter((text) => text && !text.startsWith("?")).join(", ");
    const look = moves.length ? new Look(() => api.reviewBoard({ game, rules, options, position, moves })) : null;
    return new Course(game, moves, record.movers, names, record.outcome, facts, fetch, look);
  }

  /** Goes to the board after so many moves; beyond the ends, to the end. */
  async go(ply: number): Promise<void> {
    const to = Math.min(Math.max(ply, 0), this.moves.length);
    this.at = to;
    const scene = await this.#take(to);
    if (this.at === to) this.scene = scene;
    if (to < this.moves.length) this.#take(to + 1).catch(() => undefined);
  }

  #take(ply: number): Promise<Scene> {
    let found = this.#kept.get(ply);
    if (!found) {
      found = this.fetch(ply);
      this.#kept.set(ply, found);
      found.catch(() => this.#kept.delete(ply));
    }
    return found;
  }
}
