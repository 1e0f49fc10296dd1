import type { Senders } from '../../src/providers/create-senders.js';
import type { ThreadOptions } from '../../src/providers/threads/thread-pool.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { compiledThread } from '../support/threads/compiled-thread.js';
import { sendersFor, TestClock } from './harness.js';

const THREAD = 'src/providers/threads/transport-thread.js';

/** Senders that send every batch on a thread, once this many threads are running. */
export async function threadedSendersFor(
  fakes: Fakes,
  { count = 1, file = compiledThread(THREAD), smallestTask = 1, watch, ...more }: Partial<ThreadOptions> = {},
  clock = new TestClock(),
): Promise<Senders> {
  return new Promise((resolve) => {
    const senders = sendersFor(fakes, {
      clock,
      threads: {
        ...{ count, file, smallestTask, isAlwaysShared: true, ...more },
        watch: {
          aliveChanged: (alive) => {
            watch?.aliveChanged(alive);
            if (alive === count) resolve(senders);
          },
          threadEnded: (reason, restartAfterMs) => watch?.threadEnded(reason, restartAfterMs),
          tried: (provider, result) => watch?.tried(provider, result),
        },
      },
    });
  });
}
