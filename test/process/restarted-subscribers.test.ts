import { describe, expect, test } from '@jest/globals';
import { type Client, createClient, WatchRunDocument } from '@pushgraph/client';
import { WebSocket } from 'ws';
import { toEventId } from '../../src/services/pubsub/event-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { append, placeOf } from '../support/outbox-steps.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, prepareRun } from './crash-run.js';

/** Identifies the key that the first start creates. */
const USER_ID = 1;

describe.each(eachDatabase())('subscribers of @pushgraph/client on $name, across a restart of the service', (kind) => {
  test('get every delivery event once, and see the state of the connection', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const states: string[] = [];
    const retries: string[] = [];
    const client = connect(service, {
      onConnectionState: (state) => states.push(state),
      onRetry: ({ attempt, error }) => retries.push(`${attempt}: ${error.message}`),
    });
    const places: number[] = [];
    let ending: unknown = null;
    const after = toEventId({ userId: USER_ID, position: 0 });
    const reading = (async () => {
      for await (const { deliveryEvents } of client.deliveryEvents({ after })) places.push(placeOf(deliveryEvents));
      ending = 'complete';
    })().catch((error) => {
      ending = error;
    });
    const database = await world.db();
    await append(database, USER_ID, 3);
    await eventually('the first events', () => (places.length === 3 ? true : null));

    expect(await service.terminate()).toMatchObject({ code: 0 });
    await append(database, USER_ID, 4);
    await world.start({ PORT: portOf(service) });
    await eventually('the events since', () => (places.length >= 7 ? true : null));
    await append(database, USER_ID, 1);
    await eventually('the last event', () => (places.length >= 8 ? true : null));

    expect([places, ending]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], null]);
    expect(client.connectionState).toBe('connected');
    expect(states.slice(0, 3)).toEqual(['connecting', 'connected', 'waiting']);
    expect(retries[0]).toBe('1: The server is stopping (close code 1001).');
    await client.close();
    await reading;
    expect([ending, client.connectionState]).toEqual(['complete', 'idle']);
  });

  test('watch a run until it has ended', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const client = connect(service);
    const { schedulerId } = await prepareRun(world, service, { apple: 2, web: 0 });
    await world.fakes.misbehave({ provider: 'provider_c', fault: { kind: 'answer', status: 503 } });
    await makeDue(world, schedulerId);
    const runId = await eventually('the run', async () => {
      const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>('{ runs { nodes { id } } }');
      return runs.nodes[0]?.id ?? null;
    });
    const states: string[] = [];
    const watching = (async () => {
      for await (const { runProgress } of client.subscribe(WatchRunDocument, { runId })) {
        states.push(runProgress.run.status);
      }
    })();
    await eventually('the first state', () => states[0] ?? null);
    await service.terminate();
    await world.fakes.behave();
    await world.start({ PORT: portOf(service) });
    await watching;
    expect(states.at(-1)).toBe('FINISHED');
    await client.close();
  });
});

const connect = ({ address }: ServiceProcess, options: Partial<Parameters<typeof createClient>[0]> = {}): Client =>
  createClient({ url: address, apiKey: async () => SERVICE_KEY, webSocketImpl: WebSocket, ...options });

const portOf = ({ address }: ServiceProcess): string => new URL(address).port;
