/** Who the visitor is. The cookie belongs to the server; only the name it returned is kept here. */
import { api } from "./api";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | null>(null);

  /** Asks the server unless the answer is known; a failed request may be repeated. */
  async load(): Promise<Me> {
    return (this.me ??= await api.me());
  }
}

export const session = new Session();
