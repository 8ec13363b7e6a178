/** `kakomi/search/portable_math.py`, operation by operation: bit-identical results. */

const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const PER_LN2 = 1.4426950408889634;
const SMALLEST = 40;

function decay(x: number): number {
  if (x > SMALLEST) return 0;
  const halvings = Math.trunc(x * PER_LN2 + 0.5);
  const r = halvings * LN2_HIGH - x + halvings * LN2_LOW;
  const r2 = r * r;
  const r4 = r2 * r2;
  const low = 1 + r + r2 * (1 / 2 + r * (1 / 6));
  const high = 1 / 24 + r * (1 / 120) + r2 * (1 / 720 + r * (1 / 5040));
  return (low + r4 * (high + r4 * (1 / 40320 + r * (1 / 362880)))) / 2 ** halvings;
}

/** The chance of winning for a number of logits. */
export function logistic(x: number): number {
  const e = decay(Math.abs(x));
  return x >= 0 ? 1 / (1 + e) : e / (1 + e);
}
