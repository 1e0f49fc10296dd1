import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { groupBy } from '../../src/collections.js';
import type { ProviderName } from '../../src/providers/sender.js';
import { eachDatabase } from '../support/databases.js';
import type { LedgerEntry } from '../support/fakes/ledger.js';
import { randomTokens, type SeedDevice, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, startOneTime } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, recordedCount, settledCount, untilFinished, untilTaken } from './crash-run.js';

const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];
const DEVICES = 600;
const TOTAL = PROVIDERS.length * DEVICES;
const HOUR_MS = 3_600_000;
const ENV = { CHECKPOINT_SIZE: '100', BATCH_SIZE: '200', LEASE_MS: '2000' };
/** The numbers of accepted messages after which the kills happen. */
const KILLS_AT = [200, 700, 1_300];

/** An application of each provider with its devices. Returns the id of a scheduler that sends to all of them. */
const prepare = async (world: ServiceWorld, service: ServiceProcess): Promise<number> => {
  const { fakes } = world;
  for (const provider of PROVIDERS) {
    const { id, vapidKeyPublic } = await createApp(service, fakes, { provider, name: provider });
    await seedDevices(await world.db(), id, await makeDevices(world, provider, vapidKeyPublic ?? ''));
    // Slow answers keep messages in flight, where kills hit them.
    await fakes.misbehave({ provider, fault: { kind: 'delay', delayMs: 250 } });
  }
  const pushId = await createPush(service, [{ language: 'en', title: 'Hello', text: 'Once, please.' }]);
  return startOneTime(service, {
    pushId,
    at: Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS,
    body: { name: 'to all', all_apps: true },
  });
};

const makeDevices = async (
  { fakes }: ServiceWorld,
  provider: ProviderName,
  vapidPublicKey: string,
): Promise<readonly SeedDevice[]> => {
  if (provider === 'provider_b') return Array.from({ length: DEVICES }, () => ({ token: randomUUID() }));
  if (provider !== 'webpush') return randomTokens(DEVICES);
  const subscriptions = await fakes.makeSubscriptions({ count: DEVICES, vapidPublicKey });
  return subscriptions.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
};

/** The keys by which a device distinguishes messages, as sent. */
const identitiesOf = (entries: readonly LedgerEntry[]): (string | null)[] => [
  ...new Set(entries.map(({ shownAs }) => shownAs)),
];

describe.each(eachDatabase())('kill -9 during a run to all providers on $name', (kind) => {
  test('gives every repeat the identity of its first attempt, so that a device shows one message', async () => {
    await using world = await ServiceWorld.open(kind);
    let service = await world.start(ENV);
    await makeDue(world, await prepare(world, service));
    for (const count of KILLS_AT) {
      await untilTaken(world.fakes, count);
      await service.kill();
      expect(await recordedCount(world)).toBeLessThan(TOTAL);
      service = await world.start(ENV);
    }
    await untilFinished(world);
    await settledCount(world.fakes);

    const { notes } = await world.fakes.summary();
    const replays = Object.entries(notes).filter(([note]) => note.startsWith('provider_b idempot'));
    const repeated: Partial<Record<ProviderName, number>> = {
      provider_b: replays.reduce((sum, [, count]) => sum + count, 0),
    };
    for (const provider of PROVIDERS) {
      const entries = await world.fakes.entries({ provider, accepted: true, limit: 10_000 });
      const perDevice = groupBy(entries, ({ target }) => target);
      expect([provider, perDevice.size]).toEqual([provider, DEVICES]);
      repeated[provider] = (repeated[provider] ?? 0) + entries.length - DEVICES;
      const several = [...perDevice.values()].filter((group) => identitiesOf(group).length > 1);
      expect(several).toEqual([]);
      expect(entries.filter(({ shownAs }) => shownAs === null)).toEqual([]);
    }
    noteFigures({ database: kind.name, repeated });
    // Otherwise the kills hit nothing in flight.
    for (const provider of PROVIDERS) expect([provider, (repeated[provider] ?? 0) > 0]).toEqual([provider, true]);
    expect(await recordedCount(world)).toBe(TOTAL);
    expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});
