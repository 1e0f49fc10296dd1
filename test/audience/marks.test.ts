import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../src/database/database.js';
import { rebuildMarks } from '../../src/services/devices/rebuild-marks.js';
import { eachDatabase } from '../support/databases.js';
import { Account } from './account.js';

/** Enough to share bits: a row has 240. */
const TAGS = Array.from({ length: 300 }, (_, index) => `tag ${index}`);
const CODES = ['one', 'two', 'three'];

interface Marks {
  readonly hasTags: boolean;
  readonly tagWords: readonly string[];
  readonly eventWords: readonly string[];
}

describe.each(eachDatabase())('the bits of tags and events on $name', ({ open }) => {
  test('agree with the link tables after any registrations, updates and events', async () => {
    await using database = await open();
    const account = await makeAccount(database);
    const update = fc.record({
      device: fc.nat({ max: 5 }),
      audiences: fc.subarray(TAGS, { maxLength: 5 }),
      codes: fc.array(fc.constantFrom(...CODES, 'reg', 'dep'), { maxLength: 3 }),
    });
    const property = fc.asyncProperty(fc.array(update, { minLength: 1, maxLength: 6 }), async (updates) => {
      for (const { device: index, audiences, codes } of updates) {
        const device = account.devices[index];
        if (!device) continue;
        await account.update(device, { audiences });
        if (codes.length > 0) await account.track(device, codes);
      }
      expect(await readWords(database)).toEqual(await wordsByLinks(database));
    });
    await fc.assert(property, { numRuns: 8, endOnFailure: true });
  });

  test('agree even after two concurrent updates of a device', async () => {
    await using database = await open();
    const account = await makeAccount(database);
    const [device] = account.devices;
    if (!device) throw new Error('no device');
    await Promise.all([
      account.update(device, { audiences: TAGS.slice(0, 4) }),
      account.update(device, { audiences: TAGS.slice(2, 9) }),
      account.track(device, ['one', 'two']),
      account.track(device, ['two', 'reg']),
    ]);
    expect(await readWords(database)).toEqual(await wordsByLinks(database));
    const sql = 'SELECT SUM(count) AS n FROM device_event WHERE device_id = ?';
    const [events] = await database.query<{ n: number }>(sql, [device.id]);
    expect(Number(events?.n)).toBe(5);
  });

  test('are recalculated in steps by the rebuild, which changes only wrong ones', async () => {
    await using database = await open();
    const account = await makeAccount(database);
    const [first, second, third] = account.devices;
    if (!first || !second || !third) throw new Error('no devices');
    await account.update(first, { audiences: ['tag 1', 'tag 61', 'tag 299'] });
    await account.track(second, ['one', 'reg']);
    await account.update(third, { audiences: ['tag 59'] });
    const right = await readWords(database);
    const damage = [
      ['UPDATE device SET tag_w0 = 0, tag_w1 = 1152921504606846975 WHERE id = ?', first.id],
      ['UPDATE device SET event_w0 = event_w0 | 576460752303423488 WHERE id = ?', second.id],
      ['UPDATE device SET has_tags = 0 WHERE id = ?', third.id],
    ] as const;
    await database.tx(async (tx) => {
      for (const [sql, id] of damage) await tx.query(sql, [id]);
    });
    expect(await readWords(database)).not.toEqual(right);
    const steps: number[] = [];
    const onStep = ({ examined }: { examined: number }) => steps.push(examined);
    expect(await rebuildMarks(database, { devicesPerStep: 4, onStep })).toEqual({ examined: 6, corrected: 3 });
    expect(steps).toEqual([4, 6]);
    expect(await readWords(database)).toEqual(right);
    expect(await rebuildMarks(database)).toEqual({ examined: 6, corrected: 0 });
  });

  test('lose the bit of a deleted event in the rebuild, and a stopped rebuild leaves the rest for later', async () => {
    await using database = await open();
    const account = await makeAccount(database);
    for (const device of account.devices) await account.track(device, ['one']);
    const event = await account.services.customEvents.list(account.caller, { page: 1, perPage: 10 });
    const one = event.items.find((item) => item.code === 'one');
    await account.services.customEvents.delete(account.caller, one?.id ?? 0);
    const stop = new AbortController();
    const options = { devicesPerStep: 2, signal: stop.signal, onStep: () => stop.abort() };
    expect(await rebuildMarks(database, options)).toEqual({ examined: 2, corrected: 2 });
    expect(await rebuildMarks(database)).toEqual({ examined: 6, corrected: 4 });
    expect(await readWords(database)).toEqual(await wordsByLinks(database));
  });
});

const makeAccount = async (database: Database): Promise<Account> => {
  const account = await Account.open(database);
  const appIds = [await account.addApp()];
  for (const code of CODES) await account.services.customEvents.create(account.caller, { name: code, code });
  for (let index = 0; index < 6; index += 1) await account.addDevice(appIds[0] ?? 0, {});
  const [first] = account.devices;
  if (first) {
    await account.update(first, { audiences: TAGS });
    await account.update(first, { audiences: [] });
  }
  return account;
};

const WORDS = [0, 1, 2, 3];

/** The values are texts, because they do not fit in a number. */
const readWords = async (database: Database): Promise<Map<number, Marks>> => {
  const type = database.dialect.name === 'mysql' ? 'CHAR' : 'TEXT';
  const columns = ['tag', 'event'].flatMap((name) => WORDS.map((w) => `CAST(${name}_w${w} AS ${type}) AS ${name}${w}`));
  const sql = `SELECT id, has_tags, ${columns.join(', ')} FROM device ORDER BY id`;
  const rows = await database.query<Record<string, string>>(sql);
  return new Map(
    rows.map((row) => [
      Number(row.id),
      {
        hasTags: Number(row.has_tags) === 1,
        tagWords: WORDS.map((w) => row[`tag${w}`] ?? ''),
        eventWords: WORDS.map((w) => row[`event${w}`] ?? ''),
      },
    ]),
  );
};

/** The same values, calculated from the link tables one ordinal after another. */
const wordsByLinks = async (database: Database): Promise<Map<number, Marks>> => {
  const tags = await linked(database, 'device_tag l JOIN tag m ON m.id = l.tag_id');
  const events = await linked(database, 'device_event l JOIN custom_event m ON m.id = l.event_id');
  const devices = await database.query<{ id: number }>('SELECT id FROM device ORDER BY id');
  return new Map(
    devices.map(({ id }) => {
      const [tagged, seen] = [tags.get(Number(id)) ?? [], events.get(Number(id)) ?? []];
      return [Number(id), { hasTags: tagged.length > 0, tagWords: toText(tagged), eventWords: toText(seen) }];
    }),
  );
};

const linked = async (database: Database, from: string): Promise<Map<number, number[]>> => {
  const ordinals = new Map<number, number[]>();
  for (const row of await database.query<{ id: number; n: number }>(
    `SELECT l.device_id AS id, m.ordinal AS n FROM ${from}`,
  )) {
    ordinals.set(Number(row.id), [...(ordinals.get(Number(row.id)) ?? []), Number(row.n)]);
  }
  return ordinals;
};

const toText = (ordinals: readonly number[]): string[] =>
  WORDS.map((word) => {
    const bits = new Set(ordinals.filter((ordinal) => Math.floor(ordinal / 60) % 4 === word).map((n) => n % 60));
    return String([...bits].reduce((sum, bit) => sum + 2n ** BigInt(bit), 0n));
  });
