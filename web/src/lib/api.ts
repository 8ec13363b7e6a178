/** The server, as functions. Every refusal is thrown as a `Refusal` whose message is a sentence that can be shown unchanged. */
import type {
  About, BoardIn, BoardOut, Catalogue, Exact, ExplainIn, Explanation, Explorer, GameList, GameView, Me, NewGame, Problem, Puzzle,
  PuzzleList, Records, KnowledgeList, ReportList, ReviewState, RulesPage, SceneAt, SessionList, Tree, Tried,
} from "./types";
import type { RecordTree } from "./study/model";
import { asSentence } from "./words";

export class Refusal extends Error {
  readonly code: string;
  readonly clause: string | null;
  readonly right: readonly string[];

  constructor(problem: Partial<Problem> & { message: string }) {
    super(asSentence(problem.message));
    this.code = problem.code ?? "unknown";
    this.clause = problem.clause ?? null;
    this.right = problem.right ?? [];
  }
}

const AWAY = "Could not reach the server. Everything stored is kept; try again in a moment.";
const ODD = "The server sent an answer this page does not understand. Reloading the page may help.";

let introduction: Promise<Me> | null = null;

/** The one request for a cookie. Two at once would make one visitor two people, and the later one would lose the earlier one's seats. */
function introduced(): Promise<Me> {
  const asking = (introduction ??= ask<Me>("GET", "/me"));
  asking.catch(() => (introduction = introduction === asking ? null : introduction));
  return asking;
}

async function ask<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const headers: Record<string, string> = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new Refusal({ code: "network", message: AWAY });
  }
  if (answer.status === 204) return undefined as T;
  let data: unknown;
  try {
    data = await answer.json();
  } catch {
    throw new Refusal({ code: `http/${answer.status}`, message: answer.status >= 502 ? AWAY : ODD });
  }
  if (answer.ok) return data as T;
  const problem = data as Partial<Problem>;
  throw new Refusal({ code: `http/${answer.status}`, ...problem, message: problem.message ?? ODD });
}

/** A request whose answer is text, such as a record or a picture. */
async function askText(path: string, body: unknown): Promise<string> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal({ code: "network", message: AWAY });
  }
  const text = await answer.text();
  if (answer.ok) return text;
  let problem: Partial<Problem> = {};
  try {
    problem = JSON.parse(text) as Partial<Problem>;
  } catch {
    // not one of our refusals
  }
  throw new Refusal({ code: `http/${answer.status}`, ...problem, message: problem.message ?? (answer.status >= 502 ? AWAY : ODD) });
}

const get = <T>(path: string, signal?: AbortSignal) => ask<T>("GET", path, undefined, signal);
const post = <T>(path: string, body: unknown = {}, signal?: AbortSignal) => ask<T>("POST", path, body, signal);
const part = encodeURIComponent;

/** A request that needs a cookie. A cookie that the server no longer knows is replaced, once. */
async function act<T>(method: string, path: string, body: unknown = {}): Promise<T> {
  const cookie = introduced();
  await cookie;
  try {
    return await ask<T>(method, path, body);
  } catch (error) {
    if (!(error instanceof Refusal && error.code.startsWith("identity/"))) throw error;
    if (introduction === cookie) introduction = null;
    await introduced();
    return ask<T>(method, path, body);
  }
}

export type Listing = "live" | "mine" | "finished";

export const api = {
  catalogue: () => get<Catalogue>("/catalogue"),
  board: (board: BoardIn, signal?: AbortSignal) => post<BoardOut>("/board", board, signal),
  explain: (asked: ExplainIn) => post<Explanation>("/explain", asked),
  rules: (game: string) => get<RulesPage>(`/rules/${part(game)}`),
  reports: (game?: string) => get<ReportList>(game === undefined ? "/reports" : `/reports?${new URLSearchParams({ game })}`),
  knowledge: (game?: string) => get<KnowledgeList>(game === undefined ? "/knowledge" : `/knowledge?${new URLSearchParams({ game })}`),
  records: (text: string) => post<Records>("/records", { text }),
  explorer: (board: BoardIn, signal?: AbortSignal) => post<Explorer>("/explorer", board, signal),
  rename: (name: string) => act<Me>("PATCH", "/me", { name }),
  makeAccount: (name: string, passphrase: string) => act<Me>("POST", "/account", { name, passphrase }),
  login: (name: string, passphrase: string) => act<Me>("POST", "/login", { name, passphrase }),
  logout: () => act<Me>("POST", "/logout"),
  sessions: () => get<SessionList>("/sessions"),
  endSession: (id: string) => act<SessionList>("DELETE", `/sessions/${part(id)}`),
  endOtherSessions: () => act<SessionList>("POST", "/sessions/end"),
  changePassphrase: (passphrase: string, fresh: string) => act<Me>("POST", "/account/passphrase", { passphrase, new: fresh }),
  deleteAccount: (passphrase: string) => act<unknown>("POST", "/account/delete", { passphrase }),
  create: (game: NewGame) => act<GameView>("POST", "/games", game),
  join: (id: string, invite: string) => act<GameView>("POST", `/games/${part(id)}/join`, { invite }),
  cancel: (id: string) => act<unknown>("POST", `/games/${part(id)}/actions`, { type: "cancel" }),
  game: (id: string) => get<GameView>(`/games/${part(id)}`),
  sceneAt: (id: string, ply: number, signal?: AbortSignal) => get<SceneAt>(`/games/${part(id)}/scenes/${ply}`, signal),
  review: (id: string) => get<ReviewState>(`/games/${part(id)}/review`),
  askReview: (id: string) => post<ReviewState>(`/games/${part(id)}/review`),
  reviewBoard: (board: BoardIn) => post<ReviewState>("/review", board),
  games: (list: Listing, more: { game?: string; before?: string; state?: "open" | "finished" } = {}) =>
    get<GameList>(`/games?${new URLSearchParams({ list, ...more })}`),
  lines: (board: BoardIn & { lines: string[][] }, signal?: AbortSignal) => post<{ lines: string[][] }>("/lines", board, signal),
  exact: (board: BoardIn, signal?: AbortSignal) => post<Exact>("/exact", board, signal),
  readPosition: (start: Pick<BoardIn, "game" | "rules" | "options"> & { text: string }, signal?: AbortSignal) =>
    post<Tree & { kind: "position" | "diagram" | "record" }>("/position", start, signal),
  study: (id: string) => get<Tree>(`/studies/${part(id)}`),
  share: (record: RecordTree) => act<{ id: string }>("POST", "/studies", record),
  recordText: (record: RecordTree) => askText("/record", record),
  picture: (board: BoardIn) => askText("/picture", board),
  puzzleGames: () => get<PuzzleList>("/puzzles/games"),
  nextPuzzle: (game: string, rules?: string, skip?: string) =>
    get<Puzzle>(`/puzzles?${new URLSearchParams({ game, ...(rules ? { rules } : {}), ...(skip ? { skip } : {}) })}`),
  puzzle: (game: string, id: string) => get<Puzzle>(`/puzzles/${part(game)}/${part(id)}`),
  tryPuzzle: ({ game, id }: Puzzle, moves: readonly string[], give_up = false) =>
    act<Tried>("POST", `/puzzles/${part(game)}/${part(id)}/try`, { moves, give_up }),
  about: () => get<About>("/about"),
  /** Who the visitor is; requested once per page. */
  me: introduced,
  /** The same, requested again. */
  meNow: () => get<Me>("/me"),
};

/** Any error as a sentence for people. */
export function sentence(error: unknown): string {
  return error instanceof Refusal ? error.message : ODD;
}
