/** Who the visitor is. The cookie is the server's; here is only the name it answered with. */
import { api } from "./api";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | null>(null);
  #asking: Promise<Me> | null = null;

  /** Asks the server once; a failed asking may be repeated. */
  load(): Promise<Me> {
    this.#asking ??= api.me().then(
      (me) => (this.me = me),
      (error: unknown) => {
        this.#asking = null;
        throw error;
      },
    );
    return this.#asking;
  }
}

export const session = new Session();
