import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { BatchWorld } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const ERRORS = 'userErrors { field message code }';
const TRACK = `mutation ($app: ID!, $reports: [EventReportInput!]!) {
  trackEvents(appId: $app, reports: $reports) { results { accepted ignored deviceId ${ERRORS} } ${ERRORS} } }`;

/** The number of devices in one statement. */
const AT_ONCE = 500;

const reportOf = (externalUserId: string): Json => ({ subject: { externalUserId }, events: [{ code: 'reg' }] });

describe.each(eachDatabase())('events of users on $name', ({ open }) => {
  const start = async (world: BatchWorld, counts: Record<string, number>) => {
    const app = await world.makeApp('provider_c');
    const first = new Map<string, number>();
    for (const [externalUserId, count] of Object.entries(counts)) {
      for (let rest = count; rest > 0; rest -= AT_ONCE) {
        const [device] = await world.seedDevices(app, Math.min(rest, AT_ONCE), () => ({ externalUserId }));
        if (!first.has(externalUserId)) first.set(externalUserId, device?.id ?? 0);
      }
    }
    return { app: toGlobalId('App', app.id), idOf: (user: string) => toGlobalId('Device', first.get(user) ?? 0) };
  };

  test('with more than 1,000 devices are refused individually, with only the necessary reads', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app, idOf } = await start(world, { crowd: 11_000, many: 1_000, ann: 2 });
    const named = { subject: { deviceId: idOf('crowd') }, events: [{ code: 'reg' }] };
    const reports = [reportOf('crowd'), reportOf('many'), reportOf('ann'), reportOf('nobody'), named];
    const seen: string[] = [];
    database.statements.listener = (sql) => seen.push(sql);
    const { trackEvents } = await graph.data(TRACK, { app, reports });
    database.statements.listener = null;
    expect(trackEvents.results.map(({ accepted }: Json) => accepted)).toEqual([0, 1_000, 2, 0, 1]);
    expect(trackEvents.results[0].userErrors).toEqual([
      {
        field: ['reports', '0', 'subject', 'externalUserId'],
        message:
          '`subject.externalUserId` has more than 1,000 devices in this application; report for single devices by their `deviceId` instead.',
        code: 'TOO_MANY',
      },
    ]);
    expect(trackEvents.results[1]).toMatchObject({ deviceId: idOf('many'), userErrors: [] });
    expect(trackEvents.results[3].userErrors).toMatchObject([{ field: ['reports', '3'], code: 'NOT_FOUND' }]);
    const reads = seen.filter((sql) => /external_user_id IN/.test(sql));
    expect(reads).not.toEqual([]);
    expect(reads.filter((sql) => !/ LIMIT \d+$/.test(sql))).toEqual([]);
  });

  test('count at most 10,000 times per call, each once for every device; the rest needs another call', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const { app } = await start(world, { many: 1_000, ann: 1 });
    const reports = [...Array.from({ length: 9 }, () => reportOf('many')), ...['ann', 'many', 'ann'].map(reportOf)];
    const { results } = (await graph.data(TRACK, { app, reports })).trackEvents;
    expect(results.map(({ accepted }: Json) => accepted)).toEqual([...Array(9).fill(1_000), 1, 0, 1]);
    expect(results[10].userErrors).toEqual([
      {
        field: ['reports', '10'],
        message: 'The reports of one call may concern at most 10,000 devices; send this report in another call.',
        code: 'TOO_MANY',
      },
    ]);
  });
});
