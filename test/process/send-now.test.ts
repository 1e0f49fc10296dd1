import { expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { expectInTime } from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

const DEVICES = 50;
/** The time from the answer to the first message. */
const PROMISED_MS = 2_000;

const CREATE = `mutation ($date: LocalDate!, $time: LocalTime!) {
  campaignCreate(input: { oneTime: {
    scheduler: { name: "now", audience: { apps: { all: true } }, date: $date, time: $time, timeZone: "UTC" }
    pushes: [{ defaultLang: "en", translations: [{ language: "en", title: "Now", text: "At once" }] }]
    activate: true, startNow: true } }) { scheduler { id } userErrors { message } } }`;

/** Sends campaigns now through one process, while this or another process works. */
const expectAtOnce = async (world: ServiceWorld, service: ServiceProcess) => {
  const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  await seedDevices(await world.db(), app.id, randomTokens(DEVICES));
  await expectInTime(PROMISED_MS, () => sendNow(world, service));
};

/** Returns the time from the answer to the first message, ms. */
const sendNow = async ({ fakes }: ServiceWorld, service: ServiceProcess): Promise<number> => {
  await fakes.reset();
  // Uses the middle of a minute, so that the answer falls in the named minute.
  await eventually('the middle of a minute', () => (new Date().getUTCSeconds() < 50 ? true : null), 60_000);
  const now = new Date().toISOString();
  const variables = { date: now.slice(0, 10), time: now.slice(11, 16) };
  const { campaignCreate } = await service.graphql<Created>(CREATE, variables);
  const answeredAt = Date.now();
  expect(campaignCreate.userErrors).toEqual([]);
  await eventually('all messages', async () => ((await fakes.count()) === DEVICES ? true : null));
  const [first] = await fakes.entries({ limit: 1 });
  return (first?.at ?? Number.POSITIVE_INFINITY) - answeredAt;
};

interface Created {
  readonly campaignCreate: { readonly userErrors: readonly unknown[] };
}

test.each(eachDatabase())('a campaign sent now starts within two seconds, on $name', async (kind) => {
  await using world = await ServiceWorld.open(kind);
  await expectAtOnce(world, await world.start());
});

withMysql('an api process and a worker on one MySQL', () => {
  test('a campaign sent now starts within two seconds', async () => {
    await using world = await openWorld();
    const api = await world.start({ ROLE: 'api' });
    await world.start({ ROLE: 'worker' });
    await expectAtOnce(world, api);
  });
});
