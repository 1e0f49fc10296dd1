import { setImmediate as nextTurn } from 'node:timers/promises';
import { badInput } from '../../errors.js';

/** A hundred moments with local time take about 60 ms, so one request takes about half a second. */
const MAX_MOMENTS = 1_000;

/** Calculates the moments of one scheduler at a time and yields between them. */
export class PreviewLimiter {
  private asked = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** @param count of moments. @throws BAD_USER_INPUT if the request exceeds the limit */
  async run<T>(count: number, work: () => T): Promise<T> {
    this.asked += Math.max(1, count);
    if (this.asked > MAX_MOMENTS) {
      const message = `A request may contain up to ${MAX_MOMENTS} moments in total. Request fewer schedulers or a smaller \`first\`.`;
      throw badInput('first', message, 'TOO_MANY');
    }
    const before = this.last;
    const mine = before
      .catch(() => undefined)
      .then(async () => {
        await nextTurn();
        return work();
      });
    this.last = mine;
    return mine;
  }
}
