import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eventually } from '../../test/support/eventually.js';
import { percentile } from '../support/percentile.js';
import { readArrivals } from '../support/read-arrivals.js';
import type { EventsWorld } from './events-world.js';

const CONNECTIONS = 64;
const REPORTS_PER_CALL = 1_000;
const TRACK = `mutation ($app: ID!, $reports: [EventReportInput!]!) {
  trackEvents(appId: $app, reports: $reports) { results { accepted } userErrors { message } } }`;

/** Events a second through `/sdk/v1`, one per request. */
export const measureSdk = async (events: EventsWorld, count: number): Promise<number> => {
  await using pool = openPool(events);
  let next = 0;
  const keepSending = async (): Promise<void> => {
    while (next < count) await report(pool, events, { index: next++, code: 'reg' });
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, keepSending));
  return perSecond(count, startedAt);
};

/** Events a second through `trackEvents`, a thousand per call, two calls at once. */
export const measureBulk = async ({ service, app, devices }: EventsWorld, count: number): Promise<number> => {
  const found = await service.graphql<{ apps: { nodes: { id: string; databaseId: number }[] } }>(
    '{ apps { nodes { id databaseId } } }',
  );
  const id = found.apps.nodes.find(({ databaseId }) => databaseId === app.id)?.id;
  let next = 0;
  const keepCalling = async (): Promise<void> => {
    while (next < count) {
      const first = next;
      next += REPORTS_PER_CALL;
      const reports = Array.from({ length: REPORTS_PER_CALL }, (_, index) => ({
        subject: { deviceId: toGlobalId('Device', devices[(first + index) % devices.length]?.id ?? 0) },
        events: [{ code: 'reg', id: randomUUID() }],
      }));
      const { trackEvents } = await service.graphql<Tracked>(TRACK, { app: id, reports });
      const accepted = trackEvents.results.reduce((sum, result) => sum + result.accepted, 0);
      if (accepted !== REPORTS_PER_CALL) throw new Error(`Of ${REPORTS_PER_CALL} events ${accepted} were accepted.`);
    }
  };
  const startedAt = performance.now();
  await Promise.all([keepCalling(), keepCalling()]);
  return perSecond(count, startedAt);
};

interface Tracked {
  readonly trackEvents: { readonly results: readonly { readonly accepted: number }[] };
}

/** The time from a device's event to its message at the provider: ms at a steady rate, each device once. */
export const measureHandover = async (
  events: EventsWorld,
  rate: number,
): Promise<{ readonly p50: number; readonly p99: number }> => {
  await using pool = openPool(events);
  const sentAt = new Map<string, number>();
  const answers: Promise<void>[] = [];
  const startedAt = Date.now();
  while (answers.length < events.devices.length) {
    const due = Math.min(events.devices.length, ((Date.now() - startedAt) * rate) / 1_000);
    for (let index = answers.length; index < due; index += 1) {
      sentAt.set(events.devices[index]?.token ?? '', Date.now());
      answers.push(report(pool, events, { index, code: 'dep' }));
    }
    await sleep(2);
  }
  await Promise.all(answers);
  const { fakes } = events.world;
  await eventually(
    'the last message',
    async () => ((await fakes.summary()).accepted >= sentAt.size ? true : null),
    60_000,
  );
  const arrivals = await readArrivals(events.world);
  const delays = [...sentAt].map(([token, at]) => (arrivals.get(token) ?? Number.NaN) - at);
  return { p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
};

const openPool = ({ service }: EventsWorld): Pool & AsyncDisposable => {
  const pool = new Pool(service.address, { connections: CONNECTIONS });
  return Object.assign(pool, { [Symbol.asyncDispose]: () => pool.close() });
};

const report = async (
  pool: Pool,
  { app, devices, secret }: EventsWorld,
  { index, code }: { index: number; code: string },
): Promise<void> => {
  const device = devices[index % devices.length];
  const { statusCode, body } = await pool.request({
    method: 'POST',
    path: `/sdk/v1/${app.serviceId}/devices/${device?.id}/events`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [{ code, id: randomUUID() }] }),
  });
  const text = await body.text();
  if (statusCode !== 202) throw new Error(`An event was answered ${statusCode}: ${text}`);
};

const perSecond = (count: number, startedAt: number): number => (count * 1_000) / (performance.now() - startedAt);
