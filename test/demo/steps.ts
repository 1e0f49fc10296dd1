import { setTimeout as sleep } from 'node:timers/promises';
import { PROVIDER_NAMES } from '../../src/providers/providers.js';
import type { Fakes } from '../support/fakes/fakes.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, type RegisteredApp, startAutoPush } from '../support/service-steps.js';
import { type DemoDevice, EXCLUDED } from './audience.js';
import { LiveLine } from './terminal.js';
import { type Language, translate } from './texts.js';

/** The steps of the story, each a few calls of the public APIs. */

export interface KnownDevice extends DemoDevice {
  readonly deviceId: string;
  readonly secret: string;
}

const CALLS_AT_ONCE = 16;
const HOUR_MS = 3_600_000;

const WHO = {
  all_apps: true,
  all_countries: true,
  countries_exclude: [EXCLUDED.country],
  all_languages: true,
  languages_exclude: [EXCLUDED.language],
};

export const registerApps = (service: ServiceProcess, fakes: Fakes): Promise<RegisteredApp[]> =>
  Promise.all(PROVIDER_NAMES.map((provider) => createApp(service, fakes, { provider, name: `demo ${provider}` })));

/** Registers the devices like the SDK. */
export const registerDevices = async (
  service: ServiceProcess,
  devices: readonly DemoDevice[],
): Promise<KnownDevice[]> => {
  const line = new LiveLine();
  let count = 0;
  const known = await inParallel(devices, async (device) => {
    const { app, language, country, address } = device;
    const body = { ...address, language, country };
    const answer = await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body }));
    count += 1;
    if (count % 20 === 0) line.update(`  registering devices: ${count} of ${devices.length}`, '');
    return { ...device, deviceId: String(answer.device_id), secret: String(answer.device_secret) };
  });
  line.clear();
  return known;
};

/** An auto-push that sends at once on its own event. Returns the id of its scheduler. */
export const prepareAutoPush = async (
  service: ServiceProcess,
  { name, code, titles }: { name: string; code: string; titles: Readonly<Record<Language, string>> },
): Promise<number> => {
  await must(201, service.api('POST', '/events', { name, code }));
  const pushId = await createPush(service, translate(titles));
  return startAutoPush(service, { pushId, body: { name, event_include: [code], ...WHO } });
};

/** Each of these devices reports this event. */
export const reportEvents = (
  service: ServiceProcess,
  { devices, code }: { devices: readonly KnownDevice[]; code: string },
): Promise<unknown> =>
  inParallel(devices, ({ app, deviceId, secret }) => {
    const path = `/${app.serviceId}/devices/${deviceId}/events`;
    return must(202, service.sdk('POST', path, { body: { events: [{ code }] }, secret }));
  });

/** An auto-push has one run per hour. The demo watches one, so it avoids an hour's last 15 seconds. */
export const awaitRoomInHour = async (): Promise<void> => {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < 15_000) await countDown(Date.now() + left, 'a new hour, for its own run');
};

const countDown = async (until: number, what: string): Promise<void> => {
  const line = new LiveLine();
  const clock = new Date(until).toISOString().slice(11, 19);
  for (let left = until - Date.now(); left > 0; left = until - Date.now()) {
    const seconds = Math.ceil(left / 1000);
    line.update(`  waiting for ${what}: ${seconds} s`, `  waiting for ${what}, until ${clock} UTC`);
    await sleep(Math.min(left, 250));
  }
  line.clear();
};

/** The results in the order of the items. */
const inParallel = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
  return results;
};
