/** The visitor's preferences, kept in this browser only. */

export type Theme = "auto" | "light" | "dark";
const KEY = "kakomi";

interface Kept {
  theme: Theme;
  sound: boolean | null; // null: never asked; the first move switches it on
  coordinates: boolean;
  notify: boolean;
}

function read(): Partial<Kept> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

class Preferences {
  #theme = $state<Theme>("auto");
  #sound = $state<boolean | null>(null);
  #coordinates = $state(true);
  #notify = $state(false);

  constructor() {
    const kept = read();
    if (kept.theme === "light" || kept.theme === "dark") this.#theme = kept.theme;
    if (typeof kept.sound === "boolean") this.#sound = kept.sound;
    if (typeof kept.notify === "boolean") this.#notify = kept.notify;
    if (typeof kept.coordinates === "boolean") this.#coordinates = kept.coordinates;
  }

  get theme(): Theme {
    return this.#theme;
  }
  set theme(theme: Theme) {
    this.#theme = theme;
    if (theme === "auto") delete document.documentElement.dataset["theme"];
    else document.documentElement.dataset["theme"] = theme;
    this.#keep();
  }

  get sound(): boolean | null {
    return this.#sound;
  }
  set sound(sound: boolean | null) {
    this.#sound = sound;
    this.#keep();
  }

  get coordinates(): boolean {
    return this.#coordinates;
  }
  set coordinates(coordinates: boolean) {
    this.#coordinates = coordinates;
    this.#keep();
  }

  /** Whether to notify the player of their turn. The browser asks for its own permission. */
  get notify(): boolean {
    return this.#notify;
  }
  set notify(notify: boolean) {
    this.#notify = notify;
    this.#keep();
  }

  #keep(): void {
    const kept: Kept = { theme: this.#theme, sound: this.#sound, coordinates: this.#coordinates, notify: this.#notify };
    try {
      localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // storage is not available: the choice lasts until the page is left
    }
  }
}

export const preferences = new Preferences();
