import type { App } from '../../entities/app.js';
import type { Clock } from '../../ports/clock.js';
import type { CircuitBreaker } from '../fairness/circuit-breaker.js';

/** Whoever must wait longer gives back what it holds. */
const MAX_WAIT_MS = 1_000;

/** Messages of this application that may be handed over now, after a short wait at most; 0: none, and not soon. */
export const untilReady = async (
  { breaker, clock }: { breaker: CircuitBreaker; clock: Clock },
  app: Pick<App, 'id' | 'pushProvider'>,
  signal: AbortSignal,
): Promise<number> => {
  const { most, readyAt } = breaker.check(app);
  const waitMs = readyAt - clock.now();
  if (most > 0) return most;
  if (!clock.sleep || waitMs > MAX_WAIT_MS) return 0;
  await clock.sleep(waitMs, signal);
  return breaker.check(app).most;
};
