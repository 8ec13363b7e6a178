/** Who the visitor is. The cookie is the server's; here is only the name it answered with. */
import { api } from "./api";
import type { Me } from "./types";

class Session {
  me = $state.raw<Me | null>(null);

  /** Asks the server unless the answer is known; a failed asking may be repeated. */
  async load(): Promise<Me> {
    return (this.me ??= await api.me());
  }
}

export const session = new Session();
