/** The writing of SVG: numbers, paths, and wobbles that depend on a text alone. */

import type { XY } from "./scene";

/** The shortest text of a rounded number. */
export function num(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  return String(rounded === 0 ? 0 : rounded);
}

export const pair = (point: XY, digits = 2): string => `${num(point[0], digits)} ${num(point[1], digits)}`;

/** A closed path with straight sides. */
export const polygon = (points: readonly XY[]): string => `M${points.map((point) => pair(point)).join("L")}Z`;

/** A cell's corners drawn in by `inset` hundredths of a cell. */
export function shrunk(points: readonly XY[], [x, y]: XY, inset: number): XY[] {
  const keep = 1 - inset / 50;
  return points.map(([px, py]) => [x + (px - x) * keep, y + (py - y) * keep]);
}

export function circle([x, y]: XY, r: number): string {
  return `M${pair([x - r, y])}a${num(r)} ${num(r)} 0 1 0 ${num(2 * r)} 0a${num(r)} ${num(r)} 0 1 0 ${num(-2 * r)} 0Z`;
}

/** A soft line near the points: through the middles between them, bent toward each. */
export function smooth(points: readonly XY[], closed: boolean): string {
  const at = (index: number): XY => points[index % points.length] as XY;
  const middle = (a: XY, b: XY): XY => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const bend = (by: XY, to: XY) => `Q${pair(by, 1)} ${pair(to, 1)}`;
  const last = points.length - 1;
  let path = `M${pair(closed ? middle(at(0), at(1)) : at(0), 1)}`;
  if (closed) {
    for (let i = 1; i <= points.length; i++) path += bend(at(i), middle(at(i), at(i + 1)));
    return `${path}Z`;
  }
  for (let i = 1; i < last - 1; i++) path += bend(at(i), middle(at(i), at(i + 1)));
  return path + bend(at(last - 1), at(last));
}

/** A number that depends on the text alone (FNV-1a). */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

/** Numbers from 0 to 1 that depend on the text alone, for wobbles that stay where they are. */
export function chance(text: string): () => number {
  let state = seedOf(text);
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) / 0x1000000;
  };
}

/** Points of a circle drawn by hand; `drift` is how much it widens on its way. */
export function wobble(radius: number, turns: number, steps: number, seed: string, drift: number): XY[] {
  const draw = chance(seed);
  const [start, first, second] = [draw(), draw(), draw()].map((part) => part * 2 * Math.PI) as [number, number, number];
  return Array.from({ length: steps }, (_, step) => {
    const part = step / steps;
    const angle = start + turns * 2 * Math.PI * part;
    const wave = 0.05 * Math.sin(2 * angle + first) + 0.03 * Math.sin(3 * angle + second);
    const r = radius * (1 + wave + drift * (part - 0.5));
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

/** The fibres scattered in a sheet of handmade paper. */
export function fibres(width: number, height: number): string {
  const draw = chance("fibres");
  let path = "";
  for (let i = 0; i < Math.min(150, (width * height) / 9000); i++) {
    const [x, y, angle, length] = [draw() * width, draw() * height, draw() * 2 * Math.PI, 18 + 50 * draw()];
    const bend = ((draw() - 0.5) * length) / 2;
    const [ax, ay] = [Math.cos(angle), Math.sin(angle)];
    const half: XY = [(ax * length) / 2 - ay * bend, (ay * length) / 2 + ax * bend];
    path += `M${pair([x, y], 0)}q${pair(half, 0)} ${pair([ax * length, ay * length], 0)}`;
  }
  return path;
}

/** One brush circle: it swells at once, thins as the ink runs out, frays, and does not quite close. Fill it evenodd. */
export function brushCircle(radius: number): string {
  const [start, sweep, wide] = [2.1, 5.95, radius * 0.27];
  const at = (part: number, across: number): XY => {
    const angle = start + sweep * part;
    const spent = Math.max(part, 0);
    const swell = Math.min(1, 0.5 + 7 * spent) * (1 - 0.55 * spent ** 1.3) * (1 + 0.07 * Math.sin(9 * part + 1));
    const r = radius * (0.96 + 0.03 * Math.sin(2 * angle + 0.5) + 0.07 * part) + (across * wide * swell) / 2;
    return [r * Math.cos(angle), r * Math.sin(angle)];
  };
  const steps = Array.from({ length: 41 }, (_, i) => i / 40);
  const outer = steps.map((part) => at(part, 1));
  const inner = steps.map((part) => at(1 - part, -1));
  const tail = [at(1.03, 0.8), at(0.975, 0.45), at(1.045, 0.1), at(0.98, -0.2), at(1.02, -0.7)];
  let path = smooth([...outer, ...tail, ...inner, at(-0.012, -0.5), at(-0.016, 0.4)], true);
  const draw = chance("bristles");
  for (const across of [0.74, 0.5, 0.24, -0.02, -0.3, -0.56, -0.8]) {
    const begin = 0.3 + 0.42 * draw();
    const end = Math.min(0.985, begin + 0.2 + 0.35 * draw());
    const half = 0.035 + 0.05 * draw();
    const slit = (i: number, side: number) =>
      at(begin + ((end - begin) * i) / 6, across + side * half * Math.sin((Math.PI * i) / 6));
    const there = [0, 1, 2, 3, 4, 5, 6].map((i) => slit(i, 1));
    path += smooth([...there, ...[5, 4, 3, 2, 1].map((i) => slit(i, -1))], true);
  }
  return path;
}
