import { setTimeout as sleep } from 'node:timers/promises';
import { judgeStartError } from './describe-start-error.js';

/** Follows a start that may have to wait for its stores. */
export interface StartWatch {
  /** Aborted by SIGTERM or SIGINT. */
  readonly signal: AbortSignal;
  /** Called after each attempt with the reason while a store delays the start, then once with null. */
  readonly waitingFor: (wait: StartWait | null) => Promise<void>;
  readonly migrated?: (migration: string, ms: number, isFirst: boolean) => void;
}

export interface StartWait {
  readonly store: 'database' | 'jobs';
  /** Names the setting and says what to do. */
  readonly line: string;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 3_000;

/**
 * Repeats `work` until its store answers. Only wrong settings and our own faults end the start.
 * @param watch null lets the first failure end the start.
 */
export const untilItAnswers = async <T>(
  store: StartWait['store'],
  work: () => Promise<T>,
  watch: StartWatch | null,
): Promise<T> => {
  if (watch === null) return work();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    watch.signal.throwIfAborted();
    try {
      const result = await work();
      await watch.waitingFor(null);
      return result;
    } catch (error) {
      const { kind, line } = judgeStartError(error);
      if (kind !== 'away') throw error;
      await watch.waitingFor({ store, line });
    }
    await sleep(pauseMs, undefined, { signal: watch.signal });
  }
};
