/**
 * Measures three times and returns the least. A busy machine only adds: CPU time of other work in the process, or
 * statements, such as those of a repeated transaction.
 */
export const leastOf = async (measure: () => Promise<number>): Promise<number> =>
  Math.min(await measure(), await measure(), await measure());
