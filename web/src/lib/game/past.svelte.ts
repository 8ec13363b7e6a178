/** Looking back through a game: the scene after a number of moves, fetched from the server once and kept. */

import { api } from "$lib/api";
import type { GameView, Scene } from "$lib/types";

export class Past {
  /** How many moves are shown; null: the current position. */
  ply = $state<number | null>(null);
  scene = $state.raw<Scene | null>(null);
  readonly #kept = new Map<number, Scene>();
  #id = "";
  #moves: readonly string[] = [];
  #asked = 0;

  /** Follow a change of the game: the positions after an undone move are dropped. */
  follow(game: GameView): void {
    const same = this.#moves.findIndex((move, i) => game.moves[i] !== move);
    const valid = game.id !== this.#id ? -1 : same < 0 ? this.#moves.length : same;
    for (const ply of this.#kept.keys()) if (ply > valid) this.#kept.delete(ply);
    this.#id = game.id;
    this.#moves = game.moves;
    this.#kept.set(game.ply, game.scene);
    if (this.ply !== null && this.ply >= game.ply) this.leave();
  }

  leave(): void {
    this.ply = null;
    this.scene = null;
  }

  async show(ply: number): Promise<void> {
    const last = this.#moves.length;
    const wanted = Math.max(0, ply);
    if (wanted >= last) return this.leave();
    this.ply = wanted;
    const asked = ++this.#asked;
    try {
      const scene = await this.#get(wanted);
      if (asked === this.#asked && this.ply === wanted) this.scene = scene;
    } catch {
      if (asked === this.#asked) this.leave(); // the connection banner says why
    }
    if (wanted > 0) void this.#get(wanted - 1).catch(() => undefined); // so that the next step back comes at once
  }

  step(by: number): Promise<void> {
    return this.show((this.ply ?? this.#moves.length) + by);
  }

  async #get(ply: number): Promise<Scene> {
    const kept = this.#kept.get(ply);
    if (kept) return kept;
    const { scene } = await api.sceneAt(this.#id, ply);
    this.#kept.set(ply, scene);
    return scene;
  }
}
