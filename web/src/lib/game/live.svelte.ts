/**
 * A live game: the socket, the last state it sent, and the requests that can be made.
 *
 * The server is authoritative. A move counts when the server confirms it; after a lost connection the whole state
 * is sent again, so nothing has to be guessed here.
 */

import { api, Refusal, sentence } from "$lib/api";
import { BUTTON, isButton } from "$lib/board/scene";
import { buttonLabel } from "$lib/catalogue";
import { likelihood } from "$lib/review/policy";
import type { GameView, HintOut, LiveIn, LiveOut, SeatNumber } from "$lib/types";

export type Link = "connecting" | "open" | "lost" | "refused";
export type OfferWhat = "draw" | "undo" | "rematch";

/** An answer in words, with the places it mentions. */
export interface Answer {
  message: string;
  clause: string | null;
  places: readonly string[];
  kind: "right" | "hint";
}

type Outgoing = LiveIn extends infer Message ? (Message extends { id?: number } ? Omit<Message, "id"> : never) : never;

/** The label of the button that a move begins with, since its text may be a mere sign; empty if it begins with none. */
function buttonOf(game: GameView, move: string): string {
  const [first = ""] = game.scene.choices.find((choice) => choice.move === move)?.clicks ?? [];
  return isButton(first) ? buttonLabel(game.game, first.slice(BUTTON.length)) : "";
}

/** A hint: the move, and the net's favourites before any search, if any; symmetric images of a move count as one. */
function hintOf(game: GameView, { move, places: clicks, likely }: HintOut): Answer {
  const places = clicks.filter((click) => !isButton(click));
  const where = places.length ? ` on ${places.join(", ")}` : "";
  const label = buttonOf(game, move);
  const advice = label ? `The computer would choose “${label}”${where}.` : `The computer would play ${move}.`;
  const named = likely.map((each) => {
    const button = buttonOf(game, each.move);
    const more = each.images ? ` with ${each.images} more by symmetry` : "";
    return `${button ? `“${button}” (${each.move})` : each.move} ${likelihood(each.policy)}${more}`;
  });
  const message = named.length ? `${advice} Its first thoughts: ${named.join(", ")}.` : advice;
  return { message, clause: null, places, kind: "hint" };
}

const PAUSES = [300, 800, 1600, 3000, 5000, 8000]; // milliseconds until the next try
const PING = 20_000;
const PATIENCE = 8_000; // without a message from the server after a ping: the connection is dead
const FINAL = [4401, 4403, 4404]; // close codes of refusals that a retry would meet again: identity, a ban, no game

export class Live {
  game = $state.raw<GameView | null>(null);
  link = $state<Link>("connecting");
  answer = $state.raw<Answer | null>(null);
  /** Why there is no game to show. */
  trouble = $state("");
  /** There is no such game: asking again would not help. */
  unknown = $state(false);
  /** A move is on its way. */
  sending = $state(false);
  thinking = $state<SeatNumber | null>(null);
  asking = $state(false);
  /** Our own offer that the other player has just declined. */
  declined = $state<OfferWhat | null>(null);
  /** The server's clock minus ours, in milliseconds. */
  skew = $state(0);

  readonly #id: string;
  #socket: WebSocket | null = null;
  #next = 1;
  #tries = 0;
  #retry = 0;
  #ping = 0;
  #dead = 0;
  #closed = false;
  #withdrawn = new Set<OfferWhat>();
  readonly #leave = new AbortController();

  constructor(id: string) {
    this.#id = id;
    const { signal } = this.#leave;
    addEventListener("online", () => this.#again(), { signal });
    document.addEventListener("visibilitychange", () => document.hidden || this.#again(), { signal });
    addEventListener("pagehide", () => this.#socket?.close(), { signal });
  }

  async open(): Promise<void> {
    try {
      this.#take(await api.game(this.#id));
      this.trouble = "";
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "network") {
        this.trouble = sentence(error);
        this.unknown = error instanceof Refusal && error.code === "game/unknown";
        return;
      }
      this.link = "lost";
    }
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    this.#leave.abort();
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    clearTimeout(this.#dead);
    this.#socket?.close();
  }

  // --- requests --------------------------------------------------------------------------------------------------------

  move(move: string): void {
    if (!this.game || this.sending) return;
    this.answer = null;
    if (!this.#send({ type: "move", ply: this.game.ply, move })) return;
    this.sending = true;
  }

  explain(clicks: string[]): void {
    this.#send({ type: "explain", clicks });
  }

  resign(): void {
    this.#send({ type: "resign", seat: null });
  }

  cancel(): void {
    this.#send({ type: "cancel" });
  }

  offer(what: OfferWhat): void {
    this.declined = null;
    this.#withdrawn.delete(what);
    this.#send({ type: "offer", what });
  }

  reply(what: OfferWhat, accept: boolean): void {
    this.#send({ type: "answer", what, accept });
  }

  withdraw(what: OfferWhat): void {
    this.#withdrawn.add(what);
    this.#send({ type: "withdraw", what });
  }

  hint(): void {
    this.answer = null;
    this.asking = this.#send({ type: "hint" });
  }

  // --- the connection ---------------------------------------------------------------------------------------------------

  #send(message: Outgoing): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify({ ...message, id: this.#next++ }));
    return true;
  }

  #connect(): void {
    if (this.#closed) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/games/${encodeURIComponent(this.#id)}/live`);
    this.#socket = socket;
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearInterval(this.#ping);
      this.#ping = window.setInterval(() => this.#listen(), PING);
    };
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#dead);
      let message: LiveOut;
      try {
        message = JSON.parse(String(event.data)) as LiveOut;
      } catch {
        return;
      }
      this.#hear(message);
    };
    socket.onclose = (event) => socket === this.#socket && this.#lost(event.code);
  }

  /** Pings the server; silence means the connection is dead although it was never closed. */
  #listen(): void {
    this.#send({ type: "ping" });
    clearTimeout(this.#dead);
    this.#dead = window.setTimeout(() => this.#socket?.close(), PATIENCE);
  }

  #lost(code: number): void {
    clearInterval(this.#ping);
    clearTimeout(this.#dead);
    if (this.#closed) return;
    const admitted = this.link === "open";
    this.sending = false;
    this.asking = false;
    if (this.game && !admitted && FINAL.includes(code)) {
      this.link = "refused"; // the answer says why; without a game to show, the next try requests it and gets the reason
      return;
    }
    this.link = "lost";
    const pause = PAUSES[Math.min(this.#tries++, PAUSES.length - 1)]!;
    clearTimeout(this.#retry);
    this.#retry = window.setTimeout(() => this.#reopen(), pause * (0.75 + Math.random() / 2));
  }

  #reopen(): void {
    if (this.game) this.#connect();
    else void this.open();
  }

  /** The network or the visitor is back: no reason to wait. */
  #again(): void {
    if (this.#closed || this.trouble) return;
    if (this.link === "open") this.#listen();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING) {
      clearTimeout(this.#retry);
      this.#reopen();
    }
  }

  // --- messages to the page -----------------------------------------------------------------------------------------------------

  #take(game: GameView): void {
    if (game.clock) this.skew = game.clock.now - Date.now();
    if (game.turn !== this.thinking) this.thinking = null;
    this.sending = false;
    if (this.game) this.#noticeAnswers(this.game, game);
    this.game = game;
  }

  /** An offer of ours that is gone without being carried out or withdrawn was declined, explicitly or by playing on. */
  #noticeAnswers(before: GameView, now: GameView): void {
    const done = { draw: now.outcome !== null, undo: now.ply < before.ply || now.outcome !== null, rematch: now.next !== null };
    for (const what of ["draw", "undo", "rematch"] as const) {
      const seat = before.offers[what];
      if (seat === null || !now.you.includes(seat) || now.offers[what] !== null) continue;
      if (!done[what] && !this.#withdrawn.has(what)) this.declined = what;
    }
  }

  #hear(message: LiveOut): void {
    const game = this.game;
    switch (message.type) {
      case "state":
        this.#tries = 0;
        this.link = "open"; // only now: the server also accepts a connection in order to refuse it
        if (game && (message.game.ply !== game.ply || message.game.outcome)) this.answer = null;
        return this.#take(message.game);
      case "moved": {
        if (!game || message.sequence <= game.sequence) return;
        if (message.ply !== game.ply + 1 || message.sequence !== game.sequence + 1) {
          this.#send({ type: "sync" });
          return;
        }
        const { type: _, move, by, labels, ...now } = message;
        const [first, second] = game.seats;
        const seats: GameView["seats"] = [{ ...first, label: labels[0] }, { ...second, label: labels[1] }];
        this.answer = null;
        return this.#take({ ...game, ...now, seats, moves: [...game.moves, move], movers: [...game.movers, by] });
      }
      case "refused":
        this.sending = false;
        this.asking = false;
        this.answer = { message: message.message, clause: message.clause, places: message.right ?? [], kind: "right" };
        if (message.code === "move/stale") this.#send({ type: "sync" });
        return;
      case "explained":
        this.answer = { message: message.message, clause: message.clause, places: message.right, kind: "right" };
        return;
      case "hint":
        this.asking = false;
        if (game && !game.outcome) this.answer = hintOf(game, message);
        return;
      case "pong":
        this.skew = message.now - Date.now();
        return;
      case "watchers":
        if (game) this.game = { ...game, watchers: message.count };
        return;
      case "seats":
        if (game) this.game = { ...game, seats: message.seats };
        return;
      case "thinking":
        this.thinking = message.seat;
    }
  }
}
