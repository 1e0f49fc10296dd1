import { describe, expect, test } from '@jest/globals';
import type { Speed } from '../../src/ports/speed.js';
import { LastMessage } from '../../src/services/schedulers/last-message.js';
import type { SchedulerDraft, SchedulerInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';

const CALLER = { userId: 1, keyId: 1, scopes: [] } as const;

const EVERY_MONDAY: SchedulerInput = {
  name: 'Weekly',
  timing: { kind: 'weekly', timeSend: [{ day: 1, times: ['09:00'] }], localTime: false, timezone: '+00:00' },
  allApps: true,
  allCountries: true,
  allLanguages: true,
  allAudiences: true,
  filters: {},
  allowIanaZone: true,
};

describe.each(eachDatabase())('the last message, $name', (kind) => {
  test.each([
    ['leaves in time', 1_394, null],
    ['would leave after it has expired', 1_395, 'TOO_SLOW'],
  ])('of a run at one message a minute %s with %i devices', async (_name, devices, code) => {
    await using database = await kind.open();
    const estimate = async () => ({ steps: [{ step: 'registered', remaining: devices }] }) as never;
    const estimates = { estimate, ofScheduler: estimate };
    const lastMessage = new LastMessage({ database, clock: new FakeClock(), estimates, timeToLiveSeconds: 86_400 });
    const speed: Speed = { maxPerMinute: 1, ramp: null, stopOnTrouble: null };
    const draft = { speed, timing: { kind: 'weekly' } } as unknown as SchedulerDraft;
    const refused = await lastMessage.checkDraft(CALLER, draft, 1).then(
      () => null,
      (error) => error.details.violations[0].code,
    );
    expect(refused).toBe(code);
    const signal = new AbortController().signal;
    const preview = await lastMessage.preview(CALLER, { ...EVERY_MONDAY, speed }, { pushes: 1, signal });
    expect(preview).toMatchObject({ isTooSlow: code !== null, seconds: (devices - 1) * 62 });
  });
});
