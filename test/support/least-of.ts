/**
 * Measures three times and returns the least. A busy machine only adds: CPU time of other work in the process, or
 * statements, such as those of a repeated transaction.
 */
export const leastOf = async (measure: () => Promise<number>): Promise<number> =>
  Math.min(await measure(), await measure(), await measure());

/** The CPU time of this process during the work, ms. Elapsed time would grow on a busy machine. */
export const cpuMsOf = (work: () => unknown): Promise<number> =>
  leastOf(async () => {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
