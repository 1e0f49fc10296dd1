import { setTimeout as sleep } from 'node:timers/promises';

/** Resolves once `isTrue` returns true, and fails after two minutes, which a busy machine does not reach. */
export const eventually = async (what: string, isTrue: () => boolean): Promise<void> => {
  for (const deadline = performance.now() + 120_000; !isTrue(); await sleep(5))
    if (performance.now() > deadline) throw new Error(`Waited in vain for ${what}.`);
};
