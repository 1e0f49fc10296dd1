import { randomUUID } from 'node:crypto';
import { parseDatabaseUrl } from '../../../src/config/database-url.js';
import { Database } from '../../../src/database/database.js';
import { randomTokens, type SeedDevice, seedDevices } from '../../support/seed-devices.js';
import { type Asked, createApp, must, type RegisteredApp } from '../../support/service-steps.js';
import type { ChaosWorld } from './chaos-world.js';

/** A device that was registered by its SDK, and can report events. */
export interface Reporter {
  readonly path: string;
  readonly secret: string;
  readonly token: string;
}

/** The audience, by token, subscription id or endpoint. */
export interface Crowd {
  readonly everybody: readonly string[];
  /** Devices that have a time zone, one of `ZONES`. */
  readonly zoned: readonly string[];
  readonly reporters: readonly Reporter[];
}

/** These are the last three zones to reach any hour of a day; none has daylight saving time. */
export const ZONES = ['Pacific/Marquesas', 'Pacific/Honolulu', 'Pacific/Pago_Pago'] as const;

const PHONES = 400;
const SUBSCRIPTIONS = 150;
/** The number is small because we encrypt each message and the fake decrypts it. */
const BROWSERS = 8;
const REPORTING_PHONES = 30;
const REPORTING_SUBSCRIPTIONS = 10;

/** Three applications with their devices. */
export const gatherCrowd = async (world: ChaosWorld, door: Asked): Promise<Crowd> => {
  const phones = await createApp(door, world.fakes, { provider: 'provider_c', name: 'phones' });
  const subscriptions = await createApp(door, world.fakes, { provider: 'provider_b', name: 'subscriptions' });
  const browsers = await createApp(door, world.fakes, { provider: 'webpush', name: 'browsers' });
  const seeded: [RegisteredApp, SeedDevice[]][] = [
    [phones, randomTokens(PHONES)],
    [subscriptions, subscriptionIds(SUBSCRIPTIONS)],
    [browsers, await makeBrowsers(world, browsers)],
  ];
  // Close it, so that the faults cut the service's connections instead.
  await using database = new Database(parseDatabaseUrl(world.databaseUrl));
  await database.open();
  for (const [app, devices] of seeded) await seedDevices(database, app.id, devices.map(inAZone));
  const reporters = [
    ...(await register(door, phones, randomTokens(REPORTING_PHONES))),
    ...(await register(door, subscriptions, subscriptionIds(REPORTING_SUBSCRIPTIONS))),
  ];
  const zoned = seeded.flatMap(([, devices]) => devices.map(({ token }) => token));
  return { everybody: [...zoned, ...reporters.map(({ token }) => token)], zoned, reporters };
};

const subscriptionIds = (count: number): SeedDevice[] => Array.from({ length: count }, () => ({ token: randomUUID() }));

const makeBrowsers = async ({ fakes }: ChaosWorld, app: RegisteredApp): Promise<SeedDevice[]> => {
  const made = await fakes.makeSubscriptions({ count: BROWSERS, vapidPublicKey: app.vapidKeyPublic ?? '' });
  return made.map(({ endpoint, keys }) => ({ token: endpoint, ...keys }));
};

const inAZone = (device: SeedDevice, index: number): SeedDevice => ({
  ...device,
  timezone: ZONES[index % ZONES.length] ?? 'UTC',
});

const register = (door: Asked, app: RegisteredApp, devices: readonly SeedDevice[]): Promise<Reporter[]> =>
  Promise.all(
    devices.map(async ({ token }) => {
      const path = `/${app.serviceId}/devices`;
      const body = app.provider === 'provider_b' ? { subscription_id: token } : { token };
      const { device_id, device_secret } = await must(201, door.sdk('POST', path, { body }));
      return { path: `${path}/${device_id}/events`, secret: device_secret, token };
    }),
  );
