/** SVG paths: the server draws everything fixed; these are the shapes that depend on the window. */

import type { XY } from "../scene";

/** The shortest text of a rounded number. */
export function num(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  return String(rounded === 0 ? 0 : rounded);
}

export const pair = (point: XY, digits = 2): string => `${num(point[0], digits)} ${num(point[1], digits)}`;

/** A closed path with straight sides. */
export const polygon = (points: readonly XY[]): string => `M${points.map((point) => pair(point)).join("L")}Z`;

/** A cell's corners moved inwards by `inset` hundredths of a cell. */
export function shrunk(points: readonly XY[], [x, y]: XY, inset: number): XY[] {
  const keep = 1 - inset / 50;
  return points.map(([px, py]) => [x + (px - x) * keep, y + (py - y) * keep]);
}

export function circle([x, y]: XY, r: number): string {
  return `M${pair([x - r, y])}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0Z`;
}

/** A number that depends only on the text (FNV-1a): for things that should look different from place to place but never change. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
