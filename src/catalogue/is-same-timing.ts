import { isDeepStrictEqual } from 'node:util';
import type { Timing } from '../schedule/timing.js';

/** Whether two timings have the same moments; the order of weekly times does not matter. */
export const isSameTiming = (one: Timing | null, other: Timing | null): boolean =>
  isDeepStrictEqual(inOrder(one), inOrder(other));

const inOrder = (timing: Timing | null): Timing | null =>
  timing?.kind === 'weekly'
    ? { ...timing, slots: timing.slots.toSorted((a, b) => a.day - b.day || a.minute - b.minute) }
    : timing;
