import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { Database, execute } from '../../src/database/database.js';
import { systemClock } from '../../src/ports/clock.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';
import { runCli } from '../support/run-cli.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

describe.each(eachDatabase())('user purge on $name', (kind) => {
  test('deletes the data about one user of one account, and nothing else', async () => {
    await using place = await kind.url({ migrated: true });
    const database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    await using _open = database;
    const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
    const { keys, apps, devices } = createServices({ database, clock: systemClock, ...parts });
    const register = async (userId: number, externalUserId: string): Promise<number> => {
      const caller = { userId, keyId: 0, scopes: ['write' as const] };
      const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
      const app = await apps.create(caller, input);
      const token = randomBytes(32).toString('hex');
      const { device } = await devices.register(app, { token, externalUserId, audiences: ['vip'] }, null);
      await database.tx(async (tx) => {
        for (const runId of [0, 5]) {
          const receipt = `INSERT INTO receipt (run_id, push_id, device_id, kind, app_id, received_at)
                           VALUES (?, 3, ?, 'delivered', ?, 1)`;
          await execute(tx, receipt, [runId, device.id, app.id]);
        }
      });
      return device.id;
    };
    const [own, other] = [(await keys.createUser('own')).userId, (await keys.createUser('other')).userId];
    await database.tx((tx) =>
      execute(
        tx,
        `INSERT INTO run (id, user_id, scheduler_id, kind, due_at, status, left_out, cut_index, cut_id, created_at)
         VALUES (5, ?, 1, 'onesend', 1, 'finished', 0, 0, 0, 1)`,
        [own],
      ),
    );
    await register(own, 'customer-17');
    await register(own, 'customer-17');
    const kept = [await register(own, 'customer-18'), await register(other, 'customer-17')];
    const purge = (...words: string[]) =>
      runCli({ DATABASE_URL: place.url, MASTER_KEY }, 'user', 'purge', '--user', String(own), ...words);

    const asked = await purge('--external-id', 'customer-17');
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('--yes')]);
    const ofNobody = ['user', 'purge', '--user', '99', '--external-id', 'customer-17', '--yes'];
    for (const words of [ofNobody, ['key', 'list', '99'], ['run', 'list', '--user', '99']]) {
      const refused = await runCli({ DATABASE_URL: place.url, MASTER_KEY }, ...words);
      expect(refused).toMatchObject({ code: 1, lines: [], stderr: 'There is no such user.' });
    }
    expect(await purge('--external-id', 'customer-17', '--yes')).toMatchObject({
      code: 0,
      lines: [{ user_id: own, devices: 2, events: 2, tags: 2, receipts: 4, failures: 0, waiting: 0, users: 1 }],
    });
    const users = await database.query<{ id: string }>(
      'SELECT external_user_id AS id FROM end_user ORDER BY external_user_id, user_id',
    );
    expect(users.map(({ id }) => id)).toEqual(['customer-17', 'customer-18']);
    const left = await database.query<{ id: number }>('SELECT id FROM device ORDER BY id');
    expect(left.map(({ id }) => Number(id))).toEqual(kept);
    const receipts = await database.query<{ id: number }>('SELECT DISTINCT device_id AS id FROM receipt ORDER BY id');
    expect(receipts.map(({ id }) => Number(id))).toEqual(kept);
    expect((await purge('--external-id', 'customer-17', '--yes')).lines).toMatchObject([{ devices: 0, receipts: 0 }]);
  });
});
