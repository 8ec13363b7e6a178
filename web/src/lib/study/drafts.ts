/** Unfinished studies, kept in this browser until they are deleted or newer ones need the space. */
import type { RecordTree } from "./model";

export interface Draft {
  title: string;
  /** Milliseconds since 1970. */
  saved: number;
  /** The moves to the position that was shown. */
  at: string[];
  record: RecordTree;
}

const PREFIX = "kakomi.study ";
const MOST = 12;
const FORBIDDEN =
  "This browser does not allow pages to keep anything, so this study is gone when the page is closed. Share or download it to keep it.";
const FULL =
  "This browser's storage is full, so this study is gone when the page is closed. Share or download it to keep it.";

function read(key: string): Draft | null {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    return isDraft(draft) ? draft : null;
  } catch {
    return null;
  }
}

function isDraft(value: unknown): value is Draft {
  const draft = value as Partial<Draft> | null;
  return Boolean(draft?.record && Array.isArray(draft.record.nodes) && Array.isArray(draft.at));
}

/** All drafts, the newest first. */
export function drafts(): [key: string, draft: Draft][] {
  const found: [string, Draft][] = [];
  try {
    for (let i = 0; i < localStorage.length; i++) {
      const name = localStorage.key(i) ?? "";
      const draft = name.startsWith(PREFIX) ? read(name.slice(PREFIX.length)) : null;
      if (draft) found.push([name.slice(PREFIX.length), draft]);
    }
  } catch {
    return [];
  }
  return found.sort(([, one], [, other]) => other.saved - one.saved);
}

export const draftOf = (key: string): Draft | null => read(key);

/** Keeps a draft, replacing the oldest ones if necessary; returns why it failed, or "". */
export function keepDraft(key: string, draft: Draft): string {
  const text = JSON.stringify(draft);
  const others = drafts().filter(([other]) => other !== key);
  for (const [old] of others.slice(MOST - 1)) dropDraft(old);
  const oldest = others.slice(0, MOST - 1).map(([old]) => old);
  for (;;) {
    try {
      localStorage.setItem(PREFIX + key, text);
      return "";
    } catch (error) {
      const full = error instanceof DOMException && error.name === "QuotaExceededError";
      const old = oldest.pop();
      if (!full) return FORBIDDEN;
      if (old === undefined) return FULL;
      dropDraft(old);
    }
  }
}

export function dropDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // nothing was stored
  }
}

/** Moves a draft to a name of its own, so that its key is free. */
export function setAside(key: string): void {
  const draft = read(key);
  if (draft && !keepDraft(`kept ${draft.saved.toString(36)}`, draft)) dropDraft(key);
}
