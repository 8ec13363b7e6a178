/** Watches the player's moves against the lower levels and points out blunders, using the engine in the page. */
import { api } from "../api";
import type { Engine as PageEngine, EngineLine } from "../engine/engine";
import { keep, recall } from "../storage";
import { estimate } from "../study/engine/judge";
import type { BoardIn, BoardOut, GameView, Mark, SeatNumber } from "../types";

const HIGHEST_LEVEL = 4;
const NODES = 8_000; // per search
const BLUNDER = 0.15; // in winning chance, as in reviews
const STEPS = 20; // a cost is rounded to twentieths: it is an estimate
const CHOICE = "teacher";
const FIRST_GAME = "first-game";

export interface Warning {
  /** The number of moves up to and including this one. */
  ply: number;
  percent: number;
  reply: { move: string; places: string[] } | null;
}

interface Look {
  board: BoardOut;
  best: EngineLine | null; // null if the game is over
}

export class Teacher {
  #on = $state(false);
  warning = $state.raw<Warning | null>(null);
  /** Whether the player asked for the reply. */
  shown = $state(false);
  #engine: PageEngine | null = null;
  #looks = new Map<string, Promise<Look>>();
  #last: Promise<unknown> = Promise.resolve();
  #judged: number | null = null;
  #asked = 0;

  get on(): boolean {
    return this.#on;
  }
  set on(on: boolean) {
    this.#on = on;
    keep(CHOICE, on);
    if (!on) this.dismiss();
  }

  /** Available in games against a low level without a clock; switched on by default in the very first of them. */
  static fits(game: GameView): boolean {
    const [mine] = game.you;
    if (game.you.length !== 1 || mine === undefined || game.clock) return false;
    const opponent = game.seats[mine === 0 ? 1 : 0];
    return opponent.kind === "computer" && opponent.level !== null && opponent.level <= HIGHEST_LEVEL;
  }

  /** On in the first game, unless the player has chosen otherwise. */
  begin(game: GameView): void {
    const chosen = recall(CHOICE);
    const first = recall(FIRST_GAME);
    if (first === null) keep(FIRST_GAME, game.id);
    this.#on = typeof chosen === "boolean" ? chosen : first === null || first === game.id;
  }

  /** The game has changed. Moves made before the page was opened are not judged. */
  follow(game: GameView): void {
    const mine = game.you[0]!;
    const made = game.movers.lastIndexOf(mine) + 1;
    this.#judged ??= made;
    if (this.warning && (game.ply < this.warning.ply || made > this.warning.ply || game.outcome)) this.dismiss();
    const fresh = made > this.#judged;
    if (made < this.#judged || game.outcome) this.#asked += 1; // undone moves need not be judged, nor those of a game that is over
    this.#judged = made;
    if (!this.#on || game.outcome) return;
    if (fresh) void this.#judge(game, made, mine);
    else if (game.turn === mine) void this.#look(game, game.ply).catch(() => undefined); // so that judging is quick later
  }

  dismiss(): void {
    this.warning = null;
    this.shown = false;
  }

  close(): void {
    this.#asked += 1;
    this.#engine?.close();
    this.#engine = null;
  }

  /** The marks of the reply on the position after the move, if the player asked for it. */
  marks(ply: number): Mark[] {
    if (!this.shown || !this.warning?.reply || ply !== this.warning.ply) return [];
    return this.warning.reply.places.map((place) => ({ place, kind: "hint" }));
  }

  async #judge(game: GameView, ply: number, mine: SeatNumber): Promise<void> {
    const asked = ++this.#asked;
    try {
      const before = await this.#look(game, ply - 1);
      if (asked !== this.#asked || !before.best) return;
      const after = await this.#look(game, ply);
      const made = chanceOf(after, mine);
      if (asked !== this.#asked || estimate(before.best) - made < BLUNDER) return;
      // Judge both moves alike: the move that looked better is searched as deeply as the one that was played.
      const better = await this.#look(game, ply - 1, before.best.move);
      const cost = chanceOf(better, mine) - made;
      if (asked !== this.#asked || cost < BLUNDER) return;
      const reply = after.best && after.board.turn !== mine ? replyIn(after) : null;
      this.warning = { ply, percent: (Math.round(cost * STEPS) * 100) / STEPS, reply };
    } catch {
      // no engine or no connection: without a search the teacher says nothing
    }
  }

  /** The engine's view of the position after this many moves, and perhaps one more; one search at a time. */
  #look(game: GameView, ply: number, more?: string): Promise<Look> {
    const moves = [...game.moves.slice(0, ply), ...(more === undefined ? [] : [more])];
    const key = moves.join(" ");
    let look = this.#looks.get(key);
    if (!look) {
      const { rules, options, start_position: position } = game;
      look = this.#last.then(() => this.#think({ game: game.game, rules, options, position, moves }));
      this.#last = look.catch(() => this.#looks.delete(key));
      this.#looks.set(key, look);
    }
    return look;
  }

  async #think(query: BoardIn): Promise<Look> {
    const board = await api.board(query);
    if (!board.engine) return { board, best: null };
    this.#engine ??= await loaded();
    const { lines } = await this.#engine.think({ board: query, engine: board.engine }, { nodes: NODES, lines: 2 });
    return { board, best: lines[0] ?? null };
  }
}

async function loaded(): Promise<PageEngine> {
  const { Engine, engineSupport } = await import("../engine/engine");
  if (!engineSupport().ok) throw new Error("no engine");
  return new Engine(1);
}

function chanceOf({ board, best }: Look, mine: SeatNumber): number {
  if (!best) return board.outcome?.winner === null ? 0.5 : board.outcome?.winner === mine ? 1 : 0;
  return board.turn === mine ? estimate(best) : 1 - estimate(best);
}

function replyIn({ board, best }: Look): Warning["reply"] {
  const choice = board.scene.choices.find((each) => each.move === best!.move);
  return { move: best!.move, places: (choice?.clicks ?? []).filter((click) => !click.startsWith("button:")) };
}
