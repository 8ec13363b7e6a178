/** Small things kept in this browser. Where storage is full or forbidden nothing is kept, and nothing breaks. */
const PREFIX = "kakomi.";

/** What was kept under a name; null where there is nothing, or nothing that can be read. */
export function recall(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // it holds until the page is left
  }
}

/** What was kept, if it is an object: its fields are still to be checked. */
export function recallFields(name: string): Record<string, unknown> {
  const found = recall(name);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
}
