import { setImmediate as nextTurn } from 'node:timers/promises';
import { badInput } from '../../errors.js';

/** A hundred moments by local time take some 60 ms: for all of a request, about half a second in all. */
const MAX_MOMENTS = 1_000;

/** Works out moments one scheduler after the other; between them everybody else has a turn. */
export class PreviewLimiter {
  private asked = 0;
  private last: Promise<unknown> = Promise.resolve();

  /** @param count of moments. @throws BAD_USER_INPUT if a request asks for more in all than it may. */
  async run<T>(count: number, work: () => T): Promise<T> {
    this.asked += Math.max(1, count);
    if (this.asked > MAX_MOMENTS) {
      const message = `A request may ask for up to ${MAX_MOMENTS} moments in all, and this one asks for more; ask for fewer schedulers or a smaller \`first\`.`;
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
