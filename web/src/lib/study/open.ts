/** Studies by address: a new board, a game of this server, a shared study, a pasted record. */
import { api } from "../api";
import type { GameInfo, GameView, SeatNumber } from "../types";
import { seatName, spoken } from "../words";
import { addressOf, startOf } from "./address";
import { draftOf, drafts } from "./drafts";
import type { RecordTree, Start } from "./model";
import { Study, type Origin } from "./study.svelte";
import { MoveTree } from "./tree/tree";

const LIVE = "This game is still being played, so there are no engine lines for it until it is over.";

export interface Opened {
  study: Study;
  /** The moves to the position to show. */
  at: string[];
  /** Whether the study was kept in this browser from last time. */
  resumed: boolean;
}

const titleOf = (catalogue: readonly GameInfo[], game: string): string =>
  catalogue.find((each) => each.name === game)?.title ?? spoken(game);

/** Opens what an address asks for. */
export async function openAddress(catalogue: readonly GameInfo[], id: string | undefined, query: URLSearchParams): Promise<Opened> {
  const from = query.get("from");
  if (id !== undefined) return openShared(catalogue, id);
  if (from !== null) return openGame(catalogue, await api.game(from), query.get("ply"));
  if (query.get("game") === null) {
    const [latest] = drafts();
    const known = latest && catalogue.some((each) => each.name === latest[1].record.game);
    if (known) return resume(latest[0], catalogue) ?? openNew(catalogue, startOf(catalogue, query), []);
  }
  return openNew(catalogue, startOf(catalogue, query), (query.get("moves") ?? "").split(" ").filter(Boolean));
}

export function resume(key: string, catalogue: readonly GameInfo[], closed = "", you: readonly SeatNumber[] = []): Opened | null {
  const draft = draftOf(key);
  if (!draft) return null;
  const game = key.startsWith("game ") ? key.slice(5) : null;
  const study = new Study(draft.record, { key, game, closed, you }, titleOf(catalogue, draft.record.game));
  study.changed = true;
  return { study, at: draft.at, resumed: true };
}

function opened(record: RecordTree, origin: Origin, catalogue: readonly GameInfo[], at: string[]): Opened {
  return { study: new Study(record, origin, titleOf(catalogue, record.game)), at, resumed: false };
}

export const startKey = (start: Start, moves: readonly string[] = []): string => `start ${addressOf(start, moves)}`;

/** A board from a start and some moves, as it was left if it has been opened before. */
async function openNew(catalogue: readonly GameInfo[], start: Start, moves: string[]): Promise<Opened> {
  const key = startKey(start, moves);
  const kept = resume(key, catalogue);
  if (kept) return kept;
  const board = await api.board({ ...start, moves });
  const nodes = MoveTree.line(board.moves, board.movers).nodes();
  return opened({ ...start, tags: {}, comment: "", nodes }, { key, game: null, closed: "", you: [] }, catalogue, board.moves);
}

async function openShared(catalogue: readonly GameInfo[], id: string): Promise<Opened> {
  const record = await api.study(id);
  const key = `study ${id}`;
  return resume(key, catalogue) ?? opened(record, { key, game: null, closed: "", you: [] }, catalogue, []);
}

/** A game of this server, with its moves as the main line. */
export function openGame(catalogue: readonly GameInfo[], view: GameView, ply: string | null): Opened {
  const key = `game ${view.id}`;
  const people = view.seats.every((seat) => seat.kind !== "computer") && view.you.length < 2;
  const closed = view.outcome === null && people ? LIVE : "";
  const at = ply === null || !/^\d+$/.test(ply) ? (view.outcome ? [] : view.moves) : view.moves.slice(0, Number(ply));
  const kept = resume(key, catalogue, closed, view.you);
  const tree = kept?.study.tree;
  if (kept && tree && tree.moves(tree.follow(view.moves)).length === view.moves.length) {
    return { ...kept, at: ply === null ? kept.at : at }; // otherwise the game has continued since, and is shown as it is now
  }
  const record: RecordTree = {
    game: view.game,
    rules: view.rules,
    options: view.options,
    position: view.start_position,
    tags: tagsOf(view),
    comment: "",
    nodes: MoveTree.line(view.moves, view.movers).nodes(),
    outcome: view.outcome,
  };
  return opened(record, { key, game: view.id, closed, you: view.you }, catalogue, at);
}

function tagsOf(view: GameView): Record<string, string> {
  const date = new Date(view.finished ?? view.created).toISOString().slice(0, 10);
  const players = { First: seatName(view.seats[0]), Second: seatName(view.seats[1]), Date: date };
  if (!view.outcome) return players;
  const { winner, clause } = view.outcome;
  return { ...players, Result: winner === null ? "1/2-1/2" : winner === 0 ? "1-0" : "0-1", Clause: clause };
}

/** A record that was pasted. */
export function openRecord(catalogue: readonly GameInfo[], record: RecordTree): Opened {
  const text = JSON.stringify([record.game, record.rules, record.options, record.position, record.nodes]);
  let hash = 5381;
  for (let i = 0; i < text.length; i++) hash = ((hash * 33) ^ text.charCodeAt(i)) >>> 0;
  const key = `record ${hash.toString(36)}`;
  return resume(key, catalogue) ?? opened(record, { key, game: null, closed: "", you: [] }, catalogue, []);
}
