import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { Database, execute } from '../../src/database/database.js';
import { insertRow } from '../../src/database/write-rows.js';
import { appendRows } from '../../src/delivery/record/outbox-writer.js';
import { RETRY_SEND_TABLE } from '../../src/entities/retry-send.js';
import { WEBHOOK_TABLE } from '../../src/entities/webhook.js';
import { systemClock } from '../../src/ports/clock.js';
import { addAllAccounts } from '../../src/services/event-log/event-readers.js';
import { countOf, readRetryReasons } from '../../src/services/operations/waiting-reasons.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import { CREDS } from '../support/rest-factory.js';
import { runCli } from '../support/run-cli.js';

const KEY = Buffer.alloc(32, 7);
const MASTER_KEY = KEY.toString('base64');
const OTHER_KEY = randomBytes(32).toString('base64');

const open = async (url: string): Promise<Database> => {
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  return database;
};

const makeApp = async (database: Database): Promise<{ appId: number; userId: number }> => {
  const services = createServices({
    database,
    clock: systemClock,
    keyring: new Keyring(KEY),
    jobs: new RecordingJobs(),
  });
  const { userId } = await services.keys.createUser('somebody');
  const caller = { userId, keyId: 0, scopes: ['write' as const] };
  const input = { pushProvider: 'provider_c', name: 'An app', link: null, credentials: CREDS.provider_c } as const;
  return { appId: (await services.apps.create(caller, input)).id, userId };
};

describe.each(eachDatabase())('the doctor on $name', (kind) => {
  const examine = async (env: Record<string, string>) => {
    const { code, lines, stderr } = await runCli({ MASTER_KEY, ...env }, 'doctor', '--json');
    expect(stderr).toBe('');
    return { code, findings: lines.map(({ level, what }) => `${level}: ${what}`) };
  };

  test('finds nothing in a sound installation, and exits with 0', async () => {
    await using place = await kind.url({ migrated: true });
    const { code, lines } = await runCli({ DATABASE_URL: place.url, MASTER_KEY }, 'doctor');
    expect(lines).toEqual(['Nothing is wrong.']);
    expect(code).toBe(0);
  });

  test('reports misspelt settings, missing TLS, an unreachable Redis and an invalid value', async () => {
    await using place = await kind.url({ migrated: true });
    const env = {
      DATABASE_URL: place.url,
      CHEKPOINT_SIZE: '100',
      PUBLIC_URL: 'http://push.example.com',
      REDIS_URL: 'redis://127.0.0.1:1',
      MEDIA_URL: 's3://images?region=eu&endpoint=https://127.0.0.1:2',
      MEDIA_ACCESS_KEY_ID: 'a',
      MEDIA_SECRET_ACCESS_KEY: 'b',
    };
    const { code, findings } = await examine(env);
    expect(code).toBe(1);
    expect(findings).toEqual([
      'problem: CHEKPOINT_SIZE is not a setting.',
      expect.stringMatching(/^problem: PUBLIC_URL begins with http/),
      expect.stringMatching(/^problem: REDIS_URL: the Redis cannot be used/),
      'problem: MEDIA_URL: images cannot be read (the bucket of MEDIA_URL does not answer (ECONNREFUSED)).',
    ]);
    const wrong = await examine({ DATABASE_URL: place.url, PORT: 'x' });
    expect([wrong.code, wrong.findings]).toEqual([1, [expect.stringMatching(/^problem: PORT: /)]]);
  });

  test('reports paused applications, suspended users, late work and a key that cannot decrypt credentials', async () => {
    await using place = await kind.url({ migrated: true });
    const database = await open(place.url);
    const { appId } = await makeApp(database);
    const { userId } = await makeApp(database);
    const now = Date.now();
    await database.tx(async (tx) => {
      const pause = 'UPDATE app SET paused_until = ?, pause_reason = ? WHERE id = ?';
      await execute(tx, pause, [now + 3_600_000, 'InvalidProviderToken', appId]);
      await execute(tx, 'UPDATE user_account SET suspended = 1 WHERE id = ?', [userId]);
      await execute(
        tx,
        `INSERT INTO job (name, next_run_at, priority, disabled, definition, state)
         VALUES ('sweep', ?, 0, 0, '{}', '{}')`,
        [now - 600_000],
      );
    });
    await database.close();
    const { code, findings } = await examine({ DATABASE_URL: place.url, MASTER_KEY: OTHER_KEY });
    expect(code).toBe(1);
    expect(findings).toEqual([
      expect.stringMatching(/^problem: The master key does not open 2 stored credentials \(app \d+, app \d+\)\.$/),
      expect.stringMatching(/^problem: The oldest waiting job is 6\d\d s late\.$/),
      expect.stringMatching(/^problem: Application \d+ \(An app\) is paused until .*: InvalidProviderToken\.$/),
      expect.stringMatching(/^note: User 2 \(somebody\) is suspended by the operator\.$/),
    ]);
  });

  test('explains why messages wait for a retry, as does the status', async () => {
    await using place = await kind.url({ migrated: true });
    const database = await open(place.url);
    const { appId } = await makeApp(database);
    const later = new Date(Date.now() + 60_000);
    const parts = { runId: 1, batchId: 1, appId, pushId: 1, occurrence: 0, language: 'en', attempt: 1, unanswered: 0 };
    const none = {
      eventData: null,
      heldFor: null,
      capSubjects: null,
      variant: null,
      leaseOwner: null,
      leaseUntil: null,
    };
    const reason = { reason: '503 busy', code: 'PROVIDER_FAILED', detail: '503 busy' };
    await database.tx(async (tx) => {
      for (const [index, held] of [false, null, true].entries()) {
        const row = { ...parts, ...none, ...reason, held, deviceId: index, dueAt: later, expiresAt: later };
        await insertRow(tx, RETRY_SEND_TABLE, { ...row, waitsForApp: false, stopped: false });
      }
    });
    const [sampled] = await readRetryReasons(database, 5, 2);
    expect(sampled && countOf(sampled)).toBe('at least 2');
    await database.close();
    const env = { DATABASE_URL: place.url, MASTER_KEY };
    const { code, lines } = await runCli(env, 'doctor');
    expect(code).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(
        /^note {5}2 messages of provider_c wait for another try: 503 busy\. Check the provider's status/,
      ),
      'Nothing else is wrong.',
    ]);
    expect((await runCli(env, 'status')).lines).toContain('retries     2 of provider_c: 503 busy');
  });

  test('reports a late sink, and webhooks that fail or are disabled; the status shows them too', async () => {
    await using place = await kind.url({ migrated: true });
    const database = await open(place.url);
    const { userId } = await makeApp(database);
    const occurredAt = new Date(Date.now() - 3 * 3_600_000);
    await database.tx((tx) =>
      appendRows(tx, userId, [{ type: 'run.started', subjectId: 1, payload: {}, occurredAt, entries: null }]),
    );
    await addAllAccounts(database, 'kafka');
    const parts = { userId, url: 'https://hooks.example.com', description: '', types: [], appIds: [] };
    await database.tx(async (tx) => {
      for (const state of [
        { state: 'ENABLED', reason: null, failures: 3 },
        { state: 'ENABLED', reason: null, failures: 0 },
        { state: 'DISABLED', reason: 'GONE', failures: 1 },
        { state: 'DISABLED', reason: 'MANUAL', failures: 0 },
      ] as const) {
        await insertRow(tx, WEBHOOK_TABLE, {
          ...{ ...parts, ...state, mode: 'SINGLE', secrets: '[]', publicKey: null, formerUntil: null },
          ...{ position: 0, entry: 0, disabledAt: null, wakeAt: null, leaseOwner: null },
          ...{ pausedUntil: occurredAt, leaseUntil: occurredAt, createdAt: occurredAt, updatedAt: occurredAt },
        });
      }
    });
    await database.close();
    const env = { DATABASE_URL: place.url, KAFKA_URL: 'kafka://127.0.0.1:1' };
    const { code, findings } = await examine(env);
    expect(code).toBe(1);
    expect(findings).toEqual([
      expect.stringContaining('does not open 4 stored credentials (webhook 1'),
      'problem: Apache Kafka is 180 minutes behind.',
      'note: 1 webhooks are failing, and 0 requests wait for another attempt.',
      'note: 1 webhooks are disabled, because their endpoints kept failing.',
    ]);
    const text = (await runCli({ MASTER_KEY, ...env }, 'status')).lines.join('\n');
    expect(text).toMatch(/^webhooks {4}2 enabled, 1 failing, 1 disabled$/m);
    expect(text).toMatch(/^kafka {7}108\d\d s behind, 1 rows of events wait$/m);
  });

  test('explains why it cannot reach the database, with status 1', async () => {
    const url = kind.name === 'sqlite' ? 'sqlite:/nowhere/at/all.db' : 'mysql://u:secret@127.0.0.1:1/db';
    const { code, findings } = await examine({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(findings).toEqual([expect.stringMatching(/There is no database at|nothing answers at that host/)]);
    expect(findings.join()).not.toContain('secret');
  });
});
