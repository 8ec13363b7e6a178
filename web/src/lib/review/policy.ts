/** A policy's probability as text; many of them are small. */
export const likelihood = (policy: number): string => (policy < 0.005 ? "<1%" : `${Math.round(100 * policy)}%`);
