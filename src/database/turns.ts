import { setImmediate as nextTurn } from 'node:timers/promises';

/** SQLite answers within the turn that asks: a loop of statements would hold up every other request until its end. */
const LONGEST_TURN_MS = 10;

let beganAt: number | null = null;

/** Resolves in a later turn of the event loop if this one has lasted too long; undefined if it may continue. */
export const yieldIfLong = (): Promise<void> | undefined => {
  if (beganAt === null) {
    beganAt = performance.now();
    setImmediate(endTurn);
    return undefined;
  }
  return performance.now() - beganAt < LONGEST_TURN_MS ? undefined : nextTurn();
};

const endTurn = (): void => {
  beganAt = null;
};
