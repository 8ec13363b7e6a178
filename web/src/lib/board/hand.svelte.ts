/**
 * The part of a move that the player has clicked so far.
 *
 * A scene lists its legal moves as paths of clicks. The hand follows those paths and knows no rules: the clicks so far
 * are the beginning of some paths, and the next steps of those paths can be clicked now.
 */

import { BUTTON, isButton, type Choice, type Scene } from "./scene";

export interface HandEvents {
  move?: ((move: string) => void) | undefined;
  illegal?: ((clicks: string[]) => void) | undefined;
  /** Something was clicked while moves are not allowed. */
  idle?: (() => void) | undefined;
}

/** The button of a move that is a word: its click, and its name. */
export interface Word {
  click: string;
  name: string;
}

export class Hand {
  choices = $state.raw<readonly Choice[]>([]);
  path = $state.raw<readonly string[]>([]);
  active = $state(false);
  game = $state("");
  events: HandEvents = {};

  /** The moves that begin with what has been clicked. */
  readonly open = $derived(this.beginningWith(this.path));
  /** What can be clicked next. */
  readonly next = $derived(new Set(this.open.flatMap((choice) => choice.clicks.slice(this.path.length)[0] ?? [])));
  /** Where any move can begin. */
  readonly starts = $derived(new Set(this.choices.flatMap((choice) => choice.clicks[0] ?? [])));
  /** Moves that are complete while others continue from the same clicks: a word must tell which is meant. */
  readonly complete = $derived(
    this.path.length ? this.open.filter((choice) => choice.clicks.length === this.path.length) : [],
  );
  readonly words = $derived(
    [...this.next].filter(isButton).map((click): Word => ({ click, name: click.slice(BUTTON.length) })),
  );
  /** The mode that a button has started, such as "sacrifice"; "" if none. */
  readonly mode = $derived(this.path[0] && isButton(this.path[0]) ? this.path[0].slice(BUTTON.length) : "");
  readonly chosen = $derived(this.path.filter((click) => !isButton(click)));

  /** Take a new position, cancelling any selection. */
  take(scene: Scene, active: boolean): void {
    this.choices = active ? [...scene.choices, ...scene.shortcuts] : [];
    this.active = active;
    this.game = scene.game;
    this.path = [];
  }

  cancel(): void {
    this.path = [];
  }

  /** A place or a button was clicked. */
  click(id: string): void {
    if (!this.active) return this.events.idle?.();
    if (this.next.has(id)) return this.push([...this.path, id]);
    if (this.path.includes(id)) return this.cancel();
    if (this.starts.has(id)) return this.push([id]);
    this.events.illegal?.([...this.path, id]);
  }

  /** Choose one of the moves that are already complete. */
  finish(choice: Choice): void {
    this.path = [];
    this.events.move?.(choice.move);
  }

  private push(path: readonly string[]): void {
    const open = this.beginningWith(path);
    const [only] = open;
    if (only && open.length === 1 && only.clicks.length === path.length) return this.finish(only);
    this.path = path;
  }

  private beginningWith(path: readonly string[]): readonly Choice[] {
    return this.choices.filter((choice) => path.every((click, i) => choice.clicks[i] === click));
  }
}
