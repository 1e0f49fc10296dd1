import { expect, test } from '@jest/globals';
import { pino } from 'pino';
import { StoreOutage } from '../../src/jobs/store-outage.js';
import { eventually } from '../support/eventually.js';

test('a job store that answers late counts as slow, not down: its answer ends the outage', async () => {
  const answers: (() => void)[] = [];
  const outage = new StoreOutage({
    ping: () => new Promise((resolve) => answers.push(resolve)),
    rules: new Map(),
    logger: pino({ level: 'silent' }),
    signal: new AbortController().signal,
  });
  outage.watch();
  await eventually('an outage', () => outage.isOn || null);
  answers[0]?.();
  await new Promise(setImmediate);
  expect(outage.isOn).toBe(false);
  // Only the first request has been answered, long after its timeout.
  expect(answers.length).toBeGreaterThan(1);
  outage.stop();
});
