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

/** An application that its provider refuses. */
const pauseAnApp = async (url: string): Promise<void> => {
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  const parts = { keyring: new Keyring(randomBytes(32)), jobs: new RecordingJobs() };
  const services = createServices({ database, clock: systemClock, ...parts });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['write' as const] };
  const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
  const { id } = await services.apps.create(caller, input);
  const sql = 'UPDATE app SET paused_until = ?, paused_since = ?, pause_reason = ? WHERE id = ?';
  const now = Date.now();
  await database.tx((tx) => execute(tx, sql, [now + 60_000, now, 'BadCredentials', id]));
  await database.close();
};

describe.each(eachDatabase())('the status on $name', (kind) => {
  test('shows the version, the database, jobs, providers, the backlog and the last errors', async () => {
    await using place = await kind.url({ migrated: true });
    await pauseAnApp(place.url);
    const env = { DATABASE_URL: place.url, MASTER_KEY };
    const { code, lines } = await runCli(env, 'status', '--json');
    expect(code).toBe(0);
    expect(lines).toMatchObject([
      {
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        database: { kind: kind.name, pendingMigrations: 0, unknownMigrations: 0, writeTrouble: null },
        jobs: { store: 'database', trouble: null },
        work: {
          runs: {},
          backlog: { waiting: { batches: 0, retries: 0 }, overdueSeconds: { moments: 0 } },
          providers: [{ provider: 'provider_c', apps: 1, pausedApps: 1, sent: 0, failed: 0 }],
          lastErrors: [{ what: 'application', reason: 'BadCredentials' }],
        },
      },
    ]);
    const text = (await runCli(env, 'status')).lines.join('\n');
    expect(text).toMatch(/^version {5}pushgraph \d/m);
    expect(text).toMatch(/^provider_c {2}1 application, 1 paused/m);
    expect(text).toMatch(/^error .* application \d+: BadCredentials$/m);
  });

  test('changes nothing in a database without tables, and says so', async () => {
    await using place = await kind.url();
    if (kind.name === 'sqlite') {
      const { code, stderr } = await runCli({ DATABASE_URL: place.url }, 'status');
      expect([code, stderr]).toEqual([1, expect.stringContaining('There is no database at')]);
      return;
    }
    const { lines } = await runCli({ DATABASE_URL: place.url, MASTER_KEY }, 'status', '--json');
    expect(lines).toMatchObject([{ database: { pendingMigrations: expect.any(Number) }, work: null }]);
    expect(lines[0].database.pendingMigrations).toBeGreaterThan(10);
  });
});
