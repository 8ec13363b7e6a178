/** A probability of a policy, as people read it; there are many small ones. */
export const likelihood = (policy: number): string => (policy < 0.005 ? "<1%" : `${Math.round(100 * policy)}%`);
