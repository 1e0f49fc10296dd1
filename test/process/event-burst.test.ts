import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { connect, type TestSocket } from '../schema/support/test-socket.js';
import { freshDatabaseUrl } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { HEAP_PROBE_ENV, HeapProbe } from '../support/heap-probe.js';
import { append, placeOf } from '../support/outbox-steps.js';
import { SERVICE_KEY, ServiceProcess } from '../support/service-process.js';
import { subscribe } from '../support/subscribe.js';
import { noteFigures } from './crash-run.js';
import { withMysql } from './three-processes.js';

const BURST = 100_000;
const STEP = 2_000;
const WARM_UP = 4_000;
const FEW = 500;
const TOTAL = WARM_UP + BURST;
const MIB = 2 ** 20;
/** We measured 2 MiB; an unlimited queue takes 170, and writing regardless of the socket's backlog takes 220. */
const MAX_HEAP_GROWTH = 20 * MIB;
/** Padding that makes the slow client's events larger, so that the system's buffers fill early. */
const LONG_ID = 'x'.repeat(2_000);
const QUERY = 'subscription ($after: ID) { deliveryEvents(after: $after) { eventId } }';

interface Told {
  readonly deliveryEvents: { readonly eventId: string };
}

withMysql(`a burst of ${BURST} events`, () => {
  test('reaches clients that read, in order; a client that stops reading is disconnected, and the process keeps none of its events', async () => {
    await using place = await freshDatabaseUrl('mysql', { migrated: true });
    await using service = await ServiceProcess.start({
      DATABASE_URL: place.url,
      MASTER_KEY: randomBytes(32).toString('base64'),
      ...HEAP_PROBE_ENV,
    });
    await using database = new Database(parseDatabaseUrl(place.url));
    await database.open();
    const { viewer } = await service.graphql<Viewer>('{ viewer { user { databaseId } } }');
    const userId = viewer.user.databaseId;
    const reading = readAll(service);
    const slow = await openSlow(service, null);
    await untilSubscribed(service, 2);
    // A chunk is smaller than a subscriber's queue, because on a busy machine this process reads its events late.
    let slowBegin: Place = { eventId: '' };
    for (let written = 0; written < WARM_UP; written += FEW) {
      await append(database, userId, FEW);
      slowBegin = await untilTold(slow, written + 1, written + FEW);
    }
    slow.raw.pause();
    await using heap = await HeapProbe.open(service.process);
    const before = await heap.usedBytes();
    for (let written = 0; written < BURST; written += STEP) await append(database, userId, STEP);
    // Meanwhile other requests are answered, and the client that reads misses nothing.
    expect((await service.graphql<Viewer>('{ viewer { user { databaseId } } }')).viewer.user.databaseId).toBe(userId);
    expect(await reading.finished).toBe(TOTAL);
    const growth = (await heap.usedBytes()) - before;
    noteFigures({ heapGrowthMiB: growth / MIB });
    expect(growth).toBeLessThan(MAX_HEAP_GROWTH);

    const { last, ending } = await readRest(slow, slowBegin);
    expect(['SUBSCRIPTION_OVERFLOW', 'RESYNC_REQUIRED', 1006]).toContain(ending);
    // It reconnects with the last event that it got, and misses nothing.
    const again = await openSlow(service, last.eventId);
    expect(placeOf((await again.next('next')).payload.data.deliveryEvents)).toBe(placeOf(last) + 1);
    again.close();
    await untilSubscribed(service, 0);
  });
});

interface Viewer {
  readonly viewer: { readonly user: { readonly databaseId: number } };
}

/**
 * Reads every event and expects them in order without a gap. This process also writes them, so on a busy machine it may
 * fall behind and be disconnected. It then reconnects with the last event that it got, as a client should.
 */
const readAll = (service: ServiceProcess): { finished: Promise<number> } => {
  let place = 0;
  let after: string | null = null;
  const readOn = async (): Promise<void> => {
    for await (const { deliveryEvents } of subscribe<Told>(service, { query: QUERY, variables: { after } })) {
      if (placeOf(deliveryEvents) !== place + 1) throw new Error(`${placeOf(deliveryEvents)} came after ${place}`);
      place += 1;
      after = deliveryEvents.eventId;
      if (place === TOTAL) return;
    }
  };
  const read = async (): Promise<number> => {
    while (place < TOTAL) {
      await readOn().catch((error) => {
        if (!isOverflow(error)) throw error;
      });
    }
    return place;
  };
  return { finished: read() };
};

const isOverflow = (error: unknown): boolean =>
  Array.isArray(error) && error[0]?.extensions?.code === 'SUBSCRIPTION_OVERFLOW';

const openSlow = async (service: ServiceProcess, after: string | null): Promise<TestSocket> => {
  const socket = await connect(`${service.address.replace(/^http/, 'ws')}/graphql`);
  socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${SERVICE_KEY}` } });
  await socket.next('connection_ack');
  socket.send({ id: LONG_ID, type: 'subscribe', payload: { query: QUERY, variables: { after } } });
  return socket;
};

type Place = Told['deliveryEvents'];

/** Reads events from one place to another. */
const untilTold = async (socket: TestSocket, first: number, end: number): Promise<Place> => {
  let last: Place = { eventId: '' };
  for (let place = first; place <= end; place += 1) {
    last = (await socket.next('next')).payload.data.deliveryEvents;
    expect(placeOf(last)).toBe(place);
  }
  return last;
};

/** Returns the last event sent before the disconnect, and the reason the client got. */
const readRest = async (socket: TestSocket, begin: Place): Promise<{ last: Place; ending: string | number | null }> => {
  socket.raw.resume();
  let ending: string | number | null = null;
  socket.closed().then(({ code }) => {
    ending ??= code;
  });
  await eventually('the end of the slow one', () => {
    ending ??= socket.waiting('error')[0]?.payload[0].extensions.code ?? null;
    return ending;
  });
  const places: Place[] = socket.waiting('next').map(({ payload }) => payload.data.deliveryEvents);
  expect(places.length).toBeLessThan(BURST);
  expect(places.map(placeOf)).toEqual(places.map((_, index) => placeOf(begin) + 1 + index));
  socket.close();
  return { last: places.at(-1) ?? begin, ending };
};

const untilSubscribed = (service: ServiceProcess, count: number): Promise<true> =>
  eventually(`${count} subscriptions`, async () => {
    const metrics = await (await fetch(`${service.address}/metrics`)).text();
    return metrics.includes(`\npushgraph_subscriptions{kind="events"} ${count}\n`) ? true : null;
  });
