import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { BatchWorld, HOUR } from '../delivery/batch-world.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { completeCredentials } from '../support/service-steps.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const STATUS = '{ apps { nodes { credentialStatus pausedSince pausedUntil pauseReason } } }';
const TEST = `mutation ($push: ID!, $device: ID!) { pushTest(pushId: $push, deviceId: $device) { result { outcome } } }`;
const FREE = { pausedSince: null, pausedUntil: null, pauseReason: null };

describe.each(eachDatabase())('the status of credentials on $name', ({ open }) => {
  const read = async (graph: GraphOverWorld): Promise<Json> => (await graph.data(STATUS)).apps.nodes[0];
  const instant = (ms: number): string => new Date(ms).toISOString();

  test('follows the outcomes of messages: untried, refused with start and end, working', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    await world.makeDevices(await world.makeApp('provider_c'), 2);
    expect(await read(graph)).toEqual({ credentialStatus: 'UNTRIED', ...FREE });

    await world.makeRun();
    sender.answer = () => ({
      kind: 'app-paused',
      code: 'BAD_CREDENTIALS',
      detail: '403 InvalidProviderToken',
      afterMs: null,
    });
    await world.advance(HOUR);
    const since = world.clock.now();
    const paused = {
      credentialStatus: 'REFUSED',
      pausedSince: instant(since),
      pauseReason: '403 InvalidProviderToken',
    };
    expect(await read(graph)).toEqual({ ...paused, pausedUntil: instant(since + MINUTE) });

    // It is tried and refused again, so the pause is the same.
    await world.advance(2 * MINUTE);
    expect(await read(graph)).toEqual({ ...paused, pausedUntil: instant(world.clock.now() + MINUTE) });

    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await world.advance(2 * MINUTE);
    expect(await read(graph)).toEqual({ credentialStatus: 'WORKING', ...FREE });
  });

  test('is untried again with new credentials, and a push test tries them', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const app = await world.makeApp('provider_c');
    const [registration] = await world.makeDevices(app, 1);
    const push = await world.makePush();
    const ids = { push: toGlobalId('Push', push.id), device: toGlobalId('Device', registration?.device.id ?? 0) };
    await graph.data(TEST, ids);
    expect(await read(graph)).toEqual({ credentialStatus: 'WORKING', ...FREE });

    const made = completeCredentials(await fakes.makeApp('provider_c'));
    await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', made);
    expect(await read(graph)).toEqual({ credentialStatus: 'UNTRIED', ...FREE });
    sender.answer = () => ({
      kind: 'app-paused',
      code: 'BAD_CREDENTIALS',
      detail: '403 InvalidProviderToken',
      afterMs: null,
    });
    await graph.data(TEST, ids);
    expect(await read(graph)).toEqual({ credentialStatus: 'UNTRIED', ...FREE });
    sender.answer = () => ({ kind: 'sent', providerMessageId: null });
    await graph.data(TEST, ids);
    expect(await read(graph)).toEqual({ credentialStatus: 'WORKING', ...FREE });
  });

  test('does not blame the credentials for an exhausted quota', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const [first] = await world.makeDevices(await world.makeApp('provider_c'), 2);
    await world.makeRun();
    sender.answer = ({ target }) =>
      target.kind === 'token' && target.token === first?.device.token
        ? { kind: 'sent', providerMessageId: null }
        : { kind: 'app-paused', code: 'QUOTA_EXCEEDED', detail: '429 QUOTA_EXCEEDED', afterMs: 5 * MINUTE };
    await world.advance(HOUR);
    expect(await read(graph)).toMatchObject({ credentialStatus: 'WORKING', pauseReason: '429 QUOTA_EXCEEDED' });
    expect((await read(graph)).pausedUntil).toBe(instant(world.clock.now() + 5 * MINUTE));
  });

  test('reports a missing part', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await using graph = await GraphOverWorld.open(world);
    const made = completeCredentials(await fakes.makeApp('provider_c'));
    const app = await world.makeApp('provider_c');
    await world.services.apps.updateCredentials(world.caller, app.id, 'provider_c', { ...made, topic: '' });
    expect(await read(graph)).toEqual({ credentialStatus: 'INCOMPLETE', ...FREE });
  });
});
