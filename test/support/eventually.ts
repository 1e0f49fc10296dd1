import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 25;

/**
 * Polls until the answer is not null, for events in another process. The deadline only catches events that never
 * happen. A busy machine must not reach it.
 */
export const eventually = async <T>(
  what: string,
  ask: () => Promise<T | null> | T | null,
  deadlineMs = 300_000,
): Promise<T> => {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.`);
    await sleep(EVERY_MS);
  }
};

/** Repeats an assertion about a page until it holds, because pages render after the event. Reports its last failure. */
export const soon = async (assertion: () => Promise<void>, deadlineMs = 120_000): Promise<void> => {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    try {
      return await assertion();
    } catch (failure) {
      if (performance.now() > deadline) throw failure;
    }
    await sleep(EVERY_MS);
  }
};
