import { expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { noteFigures } from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

const DEVICES = 50;
/** The time from the answer to the first message. */
const PROMISED_MS = 2_000;
/** With few processors the fakes may read late what was written in time. */
const READ_MS = 1_000;

const CREATE = `mutation ($date: LocalDate!, $time: LocalTime!) {
  campaignCreate(input: { oneTime: {
    scheduler: { name: "now", audience: { apps: { all: true } }, date: $date, time: $time, timeZone: "UTC" }
    pushes: [{ defaultLang: "en", translations: [{ language: "en", title: "Now", text: "At once" }] }]
    activate: true, startNow: true } }) { scheduler { id } userErrors { message } } }`;

/** Sends a campaign now through one process, while this or another process works. */
const expectAtOnce = async (world: ServiceWorld, service: ServiceProcess) => {
  const app = await createApp(service, world.fakes, { provider: 'provider_c', name: 'phones' });
  await seedDevices(await world.db(), app.id, randomTokens(DEVICES));
  // The middle of a minute is used, so the answer surely falls in the named minute.
  await eventually('the middle of a minute', () => (new Date().getUTCSeconds() < 50 ? true : null), 60_000);
  const now = new Date().toISOString();
  const variables = { date: now.slice(0, 10), time: now.slice(11, 16) };
  const { campaignCreate } = await service.graphql<Created>(CREATE, variables);
  const answeredAt = Date.now();
  expect(campaignCreate.userErrors).toEqual([]);
  await eventually('all messages', async () => ((await world.fakes.count()) === DEVICES ? true : null));
  const [first] = await world.fakes.entries({ limit: 1 });
  const tookMs = (first?.at ?? Number.POSITIVE_INFINITY) - answeredAt;
  noteFigures({ tookMs });
  expect(tookMs).toBeLessThanOrEqual(PROMISED_MS + READ_MS);
};

interface Created {
  readonly campaignCreate: { readonly userErrors: readonly unknown[] };
}

test.each(eachDatabase())('a campaign that is sent now starts within two seconds, on $name', async (kind) => {
  await using world = await ServiceWorld.open(kind);
  await expectAtOnce(world, await world.start());
});

withMysql('an api process and a worker on one MySQL', () => {
  test('a campaign that is sent now starts within two seconds', async () => {
    await using world = await openWorld();
    const api = await world.start({ ROLE: 'api' });
    await world.start({ ROLE: 'worker' });
    await expectAtOnce(world, api);
  });
});
