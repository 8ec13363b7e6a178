/** Small things kept in this browser. Where storage is full or forbidden nothing is kept, and nothing breaks. */
const PREFIX = "kakomi.";

/** The value kept under a name; null if there is none, or none that can be read. */
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
    // it lasts until the page is left
  }
}

/** The kept value if it is an object; its fields must still be checked. */
export function recallFields(name: string): Record<string, unknown> {
  const found = recall(name);
  return typeof found === "object" && found !== null && !Array.isArray(found) ? (found as Record<string, unknown>) : {};
}
