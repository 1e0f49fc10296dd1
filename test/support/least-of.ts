/**
 * The least of three counts of statements. A busy machine only adds some, such as a second look at what must stop, or the
 * repetition of a transaction.
 */
export const leastOf = async (count: () => Promise<number>): Promise<number> =>
  Math.min(await count(), await count(), await count());
