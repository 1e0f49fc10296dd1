import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { Keyring } from '../../src/crypto/keyring.js';
import { Scheduler, type SchedulerKind } from '../../src/entities/scheduler.js';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';

const CLOCK = { localTime: true, timezone: null } as const;
const KINDS: readonly [SchedulerKind, stored: string, timing: TimingInput][] = [
  ['auto-push', 'conversion', { kind: 'auto-push', delay: '1h' }],
  ['one-time', 'onesend', { kind: 'one-time', date: '2030-01-01', time: '09:00', ...CLOCK }],
  ['weekly', 'smartweekly', { kind: 'weekly', timeSend: [{ day: 1, times: ['09:00'] }], ...CLOCK }],
];
const EVERYTHING = { allApps: true, allCountries: true, allLanguages: true, allAudiences: false };

describe.each(eachDatabase())('the kinds of schedulers on $name', ({ open }) => {
  test('keep their names in columns of existing rows', async () => {
    await using database = await open();
    const keyring = new Keyring(randomBytes(32));
    const dueSignal = { dueAt: () => undefined };
    const services = createServices({
      database,
      clock: new FakeClock(),
      keyring,
      jobs: new RecordingJobs(),
      dueSignal,
    });
    const { userId } = await services.keys.createUser('somebody');
    const caller = { userId, keyId: 0, scopes: ['read', 'write', 'send'] as ('read' | 'write' | 'send')[] };
    const credentials = { app_id: 'a', api_key: 'k' };
    await services.apps.create(caller, { pushProvider: 'provider_b', name: 'app', link: null, credentials });
    for (const [kind, stored, timing] of KINDS) {
      const input = { ...EVERYTHING, name: kind, filters: {}, timing, allowIanaZone: false };
      const { id } = await services.schedulers.create(caller, input);
      expect(await database.query('SELECT kind FROM scheduler WHERE id = ?', [id])).toEqual([{ kind: stored }]);
      expect((await services.schedulers.get(caller, id, kind)).scheduler.kind).toBe(kind);
      expect(await database.reader.findOneBy(Scheduler, { id, kind })).toMatchObject({ name: kind, kind });
    }
  });
});
