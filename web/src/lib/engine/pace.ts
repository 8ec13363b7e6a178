/** How much work fits into a slice. */

const SHORTEST = 0.5; // milliseconds: a clock is too coarse for less
const FASTER = 1.5; // limits the increase: a lucky measurement must not make the next slice long

/** Work per millisecond, updated with one more measurement. */
export function paced(before: number, work: number, milliseconds: number): number {
  return Math.min(work / Math.max(milliseconds, SHORTEST), before * FASTER);
}
