import { describe, expect, test } from '@jest/globals';
import { credentialsContext } from '../../src/catalogue/credential-vault.js';
import { Keyring } from '../../src/crypto/keyring.js';
import { signReceipt, verifyReceipt } from '../../src/crypto/receipt-token.js';
import type { Database } from '../../src/database/database.js';
import { checkMasterKey, resealAll } from '../../src/services/keys/master-key.js';
import { createServices } from '../../src/services/services.js';
import { eachDatabase } from '../support/databases.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';

const [OLD, NEW, OTHER] = [1, 2, 3].map((n) => Buffer.alloc(32, n)) as [Buffer, Buffer, Buffer];

/** Applications with sealed VAPID keys, created like in the service. */
const makeApps = async (database: Database, keyring: Keyring, count: number): Promise<void> => {
  const services = createServices({ database, clock: new FakeClock(), jobs: new RecordingJobs(), keyring });
  const { apiKey } = await services.keys.createUser('owner');
  const caller = await services.keys.authenticate(`Bearer ${apiKey}`);
  for (let n = 0; n < count; n += 1) {
    await services.apps.create(caller, { name: `App ${n}`, pushProvider: 'webpush', credentials: null, link: null });
  }
};

interface Sealed {
  readonly id: number;
  readonly credentials: string;
}

const readSealed = (database: Database): Promise<Sealed[]> =>
  database.query<Sealed>('SELECT id, credentials FROM app ORDER BY id');

const opensWith = async (database: Database, keyring: Keyring): Promise<boolean[]> =>
  (await readSealed(database)).map(({ id, credentials }) => {
    try {
      return keyring.open(credentials, credentialsContext(Number(id))).length > 0;
    } catch {
      return false;
    }
  });

describe.each(eachDatabase())('the master key of a database, $name', (kind) => {
  test('is recorded at the first start, and a different one is refused', async () => {
    await using database = await kind.open();
    await checkMasterKey(database, new Keyring(OLD), 0);
    await checkMasterKey(database, new Keyring(OLD), 0);
    await expect(checkMasterKey(database, new Keyring(OTHER), 0)).rejects.toThrow(/^MASTER_KEY: does not open/);
    await expect(checkMasterKey(database, new Keyring(OTHER, NEW), 0)).rejects.toThrow(/^MASTER_KEY:/);
  });

  test('of processes that start at once with different keys, one wins', async () => {
    await using database = await kind.open();
    const starts = [OLD, NEW, OTHER, OLD, NEW].map((key) => checkMasterKey(database, new Keyring(key), 0));
    const outcomes = await Promise.allSettled(starts);
    const good = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect([1, 2]).toContain(good);
    expect(await database.query('SELECT key_id FROM sealing_key')).toHaveLength(1);
  });

  test('of an older database is recognised by its sealed values', async () => {
    await using database = await kind.open();
    const keyring = new Keyring(OLD);
    await makeApps(database, keyring, 3);
    // The format of values before they named their key.
    await database.tx((tx) =>
      tx.query(`UPDATE app SET credentials = REPLACE(credentials, 'v2.${keyring.id}.', 'v1.')`),
    );
    expect((await readSealed(database))[0]?.credentials).toMatch(/^v1\./);
    await expect(checkMasterKey(database, new Keyring(OTHER), 0)).rejects.toThrow(/^MASTER_KEY:/);
    expect(await database.query('SELECT key_id FROM sealing_key')).toEqual([]);
    await checkMasterKey(database, keyring, 0);
    expect(await opensWith(database, keyring)).toEqual([true, true, true]);
    await resealAll(database, keyring, () => undefined);
    expect((await readSealed(database))[0]?.credentials).toContain(`v2.${keyring.id}.`);
  });

  test('is changed in steps: both keys, then the reseal, then only the new one', async () => {
    await using database = await kind.open();
    await checkMasterKey(database, new Keyring(OLD), 0);
    await makeApps(database, new Keyring(OLD), 250);
    const both = new Keyring(NEW, OLD);
    await checkMasterKey(database, both, 0);
    for (const alone of [OLD, NEW]) {
      await expect(checkMasterKey(database, new Keyring(alone), 0)).rejects.toThrow(/^MASTER_KEY_PREVIOUS: .*reseal/);
    }
    const seen: number[] = [];
    expect(await resealAll(database, both, (count) => seen.push(count))).toEqual({ resealed: 250, unreadable: [] });
    expect(seen).toEqual([100, 200, 250]);
    expect((await opensWith(database, new Keyring(NEW))).every(Boolean)).toBe(true);
    await checkMasterKey(database, new Keyring(NEW), 0);
    await checkMasterKey(database, both, 0);
    await expect(checkMasterKey(database, new Keyring(OLD), 0)).rejects.toThrow(/^MASTER_KEY:/);
    expect(await resealAll(database, both, () => undefined)).toEqual({ resealed: 0, unreadable: [] });
  });

  test('an interrupted reseal continues, and keeps concurrent changes', async () => {
    await using database = await kind.open();
    await makeApps(database, new Keyring(OLD), 150);
    const both = new Keyring(NEW, OLD);
    await checkMasterKey(database, both, 0);
    const breakOff = (): never => {
      throw new Error('the power is gone');
    };
    await expect(resealAll(database, both, breakOff)).rejects.toThrow('the power is gone');
    const last = (await readSealed(database)).at(-1) as Sealed;
    const context = credentialsContext(Number(last.id));
    // During the first page of the reseal, a running process seals other credentials with the former key.
    let changing: Promise<unknown> = Promise.resolve();
    const change = (sealed: string) =>
      database.tx((tx) => tx.query('UPDATE app SET credentials = ? WHERE id = ?', [sealed, last.id]));
    changing = change(new Keyring(OLD).seal('{"changed":"yes"}', context));
    const { resealed } = await resealAll(database, both, () => undefined);
    await changing;
    expect(resealed).toBeLessThanOrEqual(51);
    // On MySQL the change may come after the reseal has passed its row. The next reseal finds it.
    expect((await resealAll(database, both, () => undefined)).resealed).toBeLessThanOrEqual(1);
    const after = (await readSealed(database)).at(-1) as Sealed;
    expect(new Keyring(NEW).open(after.credentials, context)).toBe('{"changed":"yes"}');
  });

  test('values that neither key opens are reported, unchanged, and do not keep the former key alive', async () => {
    await using database = await kind.open();
    await makeApps(database, new Keyring(OLD), 2);
    const [first] = (await readSealed(database)) as [Sealed];
    const lost = new Keyring(OTHER).seal('{}', credentialsContext(Number(first.id)));
    await database.tx((tx) => tx.query('UPDATE app SET credentials = ? WHERE id = ?', [lost, first.id]));
    const both = new Keyring(NEW, OLD);
    await checkMasterKey(database, both, 0);
    expect(await resealAll(database, both, () => undefined)).toEqual({ resealed: 1, unreadable: [`app ${first.id}`] });
    expect((await readSealed(database))[0]?.credentials).toBe(lost);
    await checkMasterKey(database, new Keyring(NEW), 0);
  });
});

test('older receipts stay valid while the former key is set', () => {
  const claims = { runId: 1, pushId: 2, appId: 3, deviceId: 4 };
  const token = signReceipt(new Keyring(OLD), claims);
  expect(verifyReceipt(new Keyring(NEW, OLD), token)).toEqual(claims);
  expect(verifyReceipt(new Keyring(OLD, NEW), signReceipt(new Keyring(NEW, OLD), claims))).toEqual(claims);
  expect(verifyReceipt(new Keyring(NEW), token)).toBeNull();
});
