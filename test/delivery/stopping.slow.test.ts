import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../src/database/database.js';
import { PROVIDER_NAMES } from '../../src/providers/providers.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import { eventually } from '../support/eventually.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { type SeedDevice, seedDevices } from '../support/seed-devices.js';
import { HOUR } from './batch-world.js';
import { latestRun } from './life-cycle-world.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

/** One page holds more than any sender has in flight at once. */
const DEVICES = 600;
/** An application whose provider has not answered yet gets a fifth of it. */
const CONFIG = { checkpointSize: 5 * DEVICES, batchSize: 2 * DEVICES };
/** provider_b sends identical content in one call: one call per language, and eight calls at once. */
const LANGUAGES = 'bg cs da de el en es et fi fr hr hu it ja lt lv nl pl pt ro ru sk sl sv tr uk'.split(' ');
/** Longer than a stop takes on a busy machine. */
const ANSWER_MS = 2_000;

const startWorld = async (database: Database, provider: ProviderName) => {
  const world = await new DeliveryWorld({ database, fakes, config: CONFIG, isHasty: false }).init();
  const app = await world.makeApp(provider);
  await seedDevices(database, app.id, await addressesOf(provider));
  return world;
};

const addressesOf = async (provider: ProviderName): Promise<SeedDevice[]> => {
  const languageOf = (index: number) => LANGUAGES[Math.floor((index * LANGUAGES.length) / DEVICES)] ?? 'en';
  if (provider !== 'webpush') {
    const token = () => (provider === 'provider_b' ? crypto.randomUUID() : randomBytes(32).toString('hex'));
    return Array.from({ length: DEVICES }, (_, index) => ({ token: token(), language: languageOf(index) }));
  }
  const subscriptions = await fakes.makeSubscriptions({ count: DEVICES });
  return subscriptions.map(({ endpoint, keys }, index) => ({
    token: endpoint,
    ...keys,
    language: languageOf(index),
  }));
};

/** A run whose only page is partly in flight. Returns its scheduler, and a wait for the end of all sending. */
const startRun = async (world: DeliveryWorld, provider: ProviderName) => {
  const scheduler = await world.makeActive('one-time', { pushes: [await world.makePush(LANGUAGES)] });
  await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: ANSWER_MS } });
  const sending = world.advance(HOUR);
  await eventually('the first messages', async () => ((await fakes.summary()).accepted > 0 ? true : null));
  return { scheduler, sending };
};

const stopNow = async (world: DeliveryWorld, stop: () => Promise<unknown>) => {
  await stop();
  await world.flow.lookForStops();
};

describe.each(eachDatabase())('on $name', ({ open }) => {
  test.each(PROVIDER_NAMES)('a cancelled run sends nothing more of its page, %s', async (provider) => {
    await using database = await open();
    await using world = await startWorld(database, provider);
    const { sending } = await startRun(world, provider);
    await stopNow(world, async () => world.services.runs.cancel(world.caller, (await latestRun(database)).id));
    await sending;
    await world.work();
    const sent = await fakes.count();
    expect(sent).toBeLessThan(DEVICES);
    expect(await world.outcomes()).toEqual({ cancelled: DEVICES - sent, sent });
    expect(await database.query('SELECT id FROM retry_send')).toEqual([]);
    expect(await database.query('SELECT id FROM batch WHERE lease_owner IS NOT NULL')).toEqual([]);
  });

  test.each(PROVIDER_NAMES)('a paused run keeps the rest of its page and sends it once, %s', async (provider) => {
    await using database = await open();
    await using world = await startWorld(database, provider);
    const { sending } = await startRun(world, provider);
    const { id } = await latestRun(database);
    await stopNow(world, () => world.services.runs.pause(world.caller, id));
    await sending;
    await world.work();
    const sent = await fakes.count();
    expect(sent).toBeLessThan(DEVICES);
    expect((await world.outcomes()).sent).toBe(sent);
    expect((await world.outcomes()).retrying ?? 0).toBeLessThan(DEVICES - sent);
    await fakes.behave();
    await world.services.runs.resume(world.caller, id);
    await world.advance(60_000);
    // On a busy machine, a page does not wait for the last answers of a push service.
    await world.settle();
    expect(await world.outcomes()).toEqual({ sent: DEVICES });
    expect(await fakes.duplicates()).toEqual([]);
    expect(await latestRun(database)).toMatchObject({ status: 'finished' });
  });
});
