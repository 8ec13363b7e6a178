/** How much work fits into a slice. */

const SHORTEST = 0.5; // milliseconds: a clock is too coarse for less
const FASTER = 1.5; // a lucky measurement must not make the next slice long

/** Work in a millisecond, after some more of it was measured. */
export function paced(before: number, work: number, milliseconds: number): number {
  return Math.min(work / Math.max(milliseconds, SHORTEST), before * FASTER);
}
