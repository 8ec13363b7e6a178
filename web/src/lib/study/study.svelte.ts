/** A study: the current node in its tree, and the boards on the way, each fetched once. */
import { api, sentence } from "../api";
import type { BoardOut, Outcome, SeatNumber } from "../types";
import { keepDraft, type Draft } from "./drafts";
import { queryOf, nameOf, type RecordTree, type Start } from "./model";
import { MoveTree, type Glyph, type TreeNode } from "./tree/tree";

/** Where a study came from; this determines the draft's key in this browser. */
export interface Origin {
  key: string;
  /** The game on this server that it shows, if any. */
  game: string | null;
  /** Why no engine may be used, if that is so. */
  closed: string;
  /** The seats that the visitor had. */
  you: readonly SeatNumber[];
}

export class Study {
  readonly tree: MoveTree;
  readonly start: Start;
  readonly tags: Record<string, string>;
  /** Grows with every change of the tree, which is not itself reactive state. */
  version = $state(0);
  at = $state.raw<TreeNode>() as TreeNode;
  board = $state.raw<BoardOut | null>(null);
  failure = $state("");
  /** Whether there is anything here that is not stored elsewhere. */
  changed = $state(false);
  /** Why the last change could not be kept in this browser; else empty. */
  unkept = $state("");
  #playing = false;
  #outcome: Outcome | null;
  /** The moves as played, without later additions. */
  #played: string;
  readonly #boards = new Map<number, Promise<BoardOut>>();

  constructor(
    record: RecordTree,
    readonly origin: Origin,
    readonly title: string,
  ) {
    const { game, rules, options, position } = record;
    this.start = { game, rules, options, position };
    this.tags = record.tags;
    this.tree = MoveTree.of(record.nodes, record.comment);
    this.#outcome = record.outcome ?? null;
    this.#played = this.#mainMoves();
    this.at = this.tree.root;
  }

  get names(): [string, string] {
    return [nameOf(this.tags, "First"), nameOf(this.tags, "Second")];
  }

  /** The moves that lead to the current node. */
  get moves(): string[] {
    return this.tree.moves(this.at);
  }

  #mainMoves(): string {
    return this.tree.moves(this.tree.end(this.tree.root)).join(" ");
  }

  /** The outcome of the main line as played; null if the main line has changed since. */
  get outcome(): Outcome | null {
    void this.version;
    return this.#outcome && this.#mainMoves() === this.#played ? this.#outcome : null;
  }

  /** How the game ended, if its last move is shown. */
  get ending(): Outcome | null {
    const played = this.outcome && !this.at.children.length && this.tree.branch(this.at) === null;
    return this.board?.outcome ?? (played ? this.outcome : null);
  }

  /** Shows a position. If it cannot be fetched, an error is shown and the board stays as it was. */
  async go(node: TreeNode): Promise<boolean> {
    const before = this.at;
    this.at = node;
    try {
      const board = await this.boardAt(node);
      if (this.at !== node) return false;
      this.board = board;
      this.failure = "";
      if (this.changed) this.#keep(); // the current node is part of the draft
    } catch (error) {
      if (this.at !== node) return false;
      this.failure = sentence(error);
      this.at = this.board ? before : node;
      return false;
    }
    const next = this.tree.next(node);
    if (next !== node) this.boardAt(next).catch(() => undefined); // prefetch the next step
    return true;
  }

  boardAt(node: TreeNode): Promise<BoardOut> {
    let board = this.#boards.get(node.id);
    if (!board) {
      board = api.board(queryOf(this.start, this.tree.moves(node)));
      this.#boards.set(node.id, board);
      board.catch(() => this.#boards.delete(node.id));
    }
    return board;
  }

  /** Plays moves from the current node: along the tree, or as a new variation. A move that is refused ends the line. */
  async play(...moves: string[]): Promise<void> {
    if (this.#playing) return;
    this.#playing = true;
    let node = this.at;
    let refusal = "";
    try {
      for (const move of moves) node = await this.#next(node, move);
    } catch (error) {
      refusal = sentence(error);
    }
    this.#playing = false;
    await this.go(node);
    if (refusal) this.failure = refusal;
  }

  /** The node after a move; the server decides whether the move is legal. */
  async #next(node: TreeNode, move: string): Promise<TreeNode> {
    const there = node.children.find((child) => child.move === move);
    if (there) return there;
    const { turn } = await this.boardAt(node);
    if (turn === null) return node;
    const next = this.tree.add(node, move, turn);
    try {
      await this.boardAt(next);
    } catch (error) {
      this.tree.remove(next);
      throw error;
    }
    this.#touch();
    return next;
  }

  annotate(node: TreeNode, notes: { glyph?: Glyph; comment?: string }): void {
    Object.assign(node, notes);
    this.#touch();
  }

  promote(node: TreeNode): boolean {
    const done = this.tree.promote(node);
    if (done) this.#touch();
    return done;
  }

  async remove(node: TreeNode): Promise<void> {
    const before = this.tree.remove(node);
    this.#touch();
    await this.go(before);
  }

  get record(): RecordTree {
    const { Result: result = "", Clause: clause = "", ...tags } = this.tags;
    return {
      ...this.start,
      tags: this.outcome ? { ...tags, ...(result && { Result: result }), ...(clause && { Clause: clause }) } : tags,
      comment: this.tree.root.comment,
      nodes: this.tree.nodes(),
    };
  }

  /** The draft to keep in this browser. */
  get draft(): Draft {
    return { title: this.title, saved: Date.now(), at: this.moves, record: { ...this.record, outcome: this.outcome } };
  }

  #touch(): void {
    this.version += 1;
    this.changed = true;
    this.#keep();
  }

  #keep(): void {
    this.unkept = keepDraft(this.origin.key, this.draft);
  }
}
