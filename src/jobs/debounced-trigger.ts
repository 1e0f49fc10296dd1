import type { Clock } from '../ports/clock.js';
import type { DueSignal } from '../ports/due-signal.js';
import type { JobQueue } from '../ports/job-queue.js';

const AT_MOST_EVERY_MS = 25;

/**
 * Starts the due-send loop when an event makes something due at once; many events within milliseconds start it once.
 */
export class DebouncedTrigger implements DueSignal {
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly jobs: JobQueue,
    private readonly clock: Clock,
  ) {}

  dueAt(instant: number | null): void {
    if (instant === null || instant > this.clock.now() || this.timer) return;
    this.timer = setTimeout(() => {
      this.timer = null;
      // Only a hint: without it, the repeating job finds the rows within a second.
      this.jobs.enqueue('due-sends', {}).catch(() => undefined);
    }, AT_MOST_EVERY_MS).unref();
  }
}
