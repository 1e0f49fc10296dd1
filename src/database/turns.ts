import { setImmediate as nextTurn } from 'node:timers/promises';

/** SQLite answers synchronously: without a pause, a loop of statements would block every other request. */
const LONGEST_TURN_MS = 10;

let lastPauseAt = 0;
let pause: Promise<void> | undefined;

/**
 * Pauses every caller until the next turn of the event loop once the last pause is more than 10 ms ago.
 * @returns undefined if the caller may continue at once.
 */
export const yieldIfLong = (): Promise<void> | undefined => {
  if (pause === undefined && performance.now() - lastPauseAt >= LONGEST_TURN_MS) pause = nextTurn().then(endPause);
  return pause;
};

const endPause = (): void => {
  pause = undefined;
  lastPauseAt = performance.now();
};
