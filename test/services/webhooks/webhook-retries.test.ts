import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { appendToOutbox, type OutboxEvent } from '../../../src/delivery/record/outbox-writer.js';
import type { AttemptResult } from '../../../src/entities/webhook-message.js';
import { RETRY_DELAYS_MS } from '../../../src/services/webhooks/retry-schedule.js';
import { eachDatabase } from '../../support/databases.js';
import { makeTls } from '../../support/fakes/tls.js';
import { type Answering, WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The limit for an endpoint whose answer never ends. Its retry is answered sooner, even on a busy machine. */
const ANSWER_MS = 3_000;

interface Misbehaviour {
  readonly name: string;
  readonly answer: Answering;
  readonly result: AttemptResult;
  readonly httpStatus: number | null;
  /** Absent: that of the service. */
  readonly answerMs?: number;
}

const MISBEHAVING: readonly Misbehaviour[] = [
  { name: 'never answers', answer: () => undefined, result: 'TIMEOUT', httpStatus: null, answerMs: ANSWER_MS },
  {
    name: 'resets the connection',
    answer: (_response, _request, message) => message.socket.resetAndDestroy(),
    result: 'CONNECTION_FAILED',
    httpStatus: null,
  },
  {
    name: 'answers 500 and then one byte at a time, without an end',
    answer: (response) => {
      response.writeHead(500);
      const writing = setInterval(() => response.write('x'), 50).unref();
      response.on('close', () => clearInterval(writing));
    },
    result: 'REFUSED',
    httpStatus: 500,
    answerMs: ANSWER_MS,
  },
  {
    name: 'answers 500 with a body of 50 MB',
    answer: (response) => response.writeHead(500).end(Buffer.alloc(50_000_000, 'x')),
    result: 'REFUSED',
    httpStatus: 500,
  },
  {
    name: 'breaks HTTP',
    answer: (response) => response.socket?.end('SMTP 1\r\n\r\n'),
    result: 'CONNECTION_FAILED',
    httpStatus: null,
  },
  { name: 'refuses', answer: (response) => response.writeHead(400).end('no'), result: 'REFUSED', httpStatus: 400 },
];

describe.each(eachDatabase())('webhooks whose endpoint misbehaves, $name', (kind) => {
  test.each(MISBEHAVING)('$name: the message waits and is sent again with its id', async (misbehaviour) => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind, misbehaviour);
    const { clock, create, append, work, attemptsOf, waiting } = world;
    const { id } = await create(receiver.url);
    receiver.answer = misbehaviour.answer;
    await append();
    await work();
    const [first] = await attemptsOf(id);
    expect(first).toMatchObject({ kind: 'LIVE', attempt: 1, events: 1, ...pick(misbehaviour) });
    expect((first?.answer ?? '').length).toBeLessThanOrEqual(256);
    expect(await waiting(id)).toBe(1);
    await work();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (response) => response.end();
    clock.advance(RETRY_DELAYS_MS[0]);
    await work();
    expect((await attemptsOf(id)).at(-1)).toMatchObject({ kind: 'RETRY', attempt: 2, result: 'SUCCESS', answer: null });
    expect(new Set(receiver.ids).size).toBe(1);
    const [before, after] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect(Number(after) - Number(before)).toBe(5);
    expect(await waiting(id)).toBe(0);
    expect(await world.webhook(id)).toMatchObject({ failures: 0, state: 'ENABLED', leaseOwner: null });
  });

  test.each(['SINGLE', 'BATCH'] as const)(
    '%s: the events of an application survive a failure among those of others',
    async (mode) => {
      await using receiver = await WebhookReceiver.open();
      await using world = await openWebhookWorld(kind);
      const { database, userId, clock, work } = world;
      const app = { pushProvider: 'webpush', link: null, credentials: null } as const;
      const [one, other] = [
        await world.services.apps.create(world.caller, { ...app, name: 'One' }),
        await world.services.apps.create(world.caller, { ...app, name: 'Other' }),
      ];
      const { id } = await world.create(receiver.url, { mode, appIds: [other.id] });
      receiver.status(500);
      const paused = (appId: number): OutboxEvent => ({
        ...{ userId, type: 'app.paused', appId, payload: { reason: 'x' }, occurredAt: new Date(clock.now()) },
      });
      const apps = [one, other, one, other, one, other];
      await database.tx((tx) =>
        appendToOutbox(
          tx,
          apps.map(({ id: appId }) => paused(appId)),
        ),
      );
      await until(world, async () => (await world.waiting(id)) > 0);
      receiver.answer = (response) => response.end();
      const failed = receiver.received.length;
      await until(world, async () => (await world.waiting(id)) === 0 && receiver.received.length > failed);
      await work();
      const got = receiver.received.slice(failed).flatMap(({ body }) => eventsIn(body));
      expect(new Set(got.map((event) => event.id)).size).toBe(3);
      expect(new Set(got.map((event) => event.data.app_id))).toEqual(new Set([String(other.id)]));
      expect((await world.attemptsOf(id)).filter(({ result }) => result === 'EXPIRED')).toEqual([]);
    },
  );

  test('a waiting message does not change with the types or the mode of its webhook', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller, append, database, userId, clock } = world;
    const { id } = await world.create(receiver.url, { mode: 'BATCH', types: ['run.paused'] });
    receiver.status(500);
    const resumed: OutboxEvent = { userId, type: 'run.resumed', runId: 1, payload: {}, occurredAt: new Date() };
    for (let count = 0; count < 3; count += 1) {
      await database.tx((tx) => appendToOutbox(tx, [resumed]));
      await append();
    }
    clock.advance(HOUR_MS);
    await until(world, async () => (await world.waiting(id)) > 0);
    await services.webhooks.update(caller, id, { mode: 'SINGLE', types: [] });
    receiver.answer = (response) => response.end();
    await until(world, async () => (await world.waiting(id)) === 0);
    const [first, second] = receiver.received;
    expect(second?.body).toBe(first?.body);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(eventsIn(second?.body ?? '').map(({ type }) => type)).toEqual(Array(3).fill('run.paused'));
  });

  test('a redirect is a failure, and is not followed', async () => {
    await using receiver = await WebhookReceiver.open();
    await using other = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { id } = await world.create(receiver.url);
    receiver.status(307, { location: other.url });
    await world.append();
    await world.work();
    expect(await world.attemptsOf(id)).toMatchObject([{ result: 'REDIRECTED', httpStatus: 307 }]);
    expect(other.received).toEqual([]);
  });

  test('410 disables at once, with an audit entry; enabling continues with the waiting messages', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller, database, append, work } = world;
    const { id } = await world.create(receiver.url, { description: 'Orders' });
    receiver.status(410);
    await append(3);
    await work();
    expect(await world.webhook(id)).toMatchObject({ state: 'DISABLED', reason: 'GONE' });
    expect(receiver.received).toHaveLength(1);
    await services.audit.flush();
    const entries = await database.query('SELECT summary FROM audit_entry');
    expect(entries).toEqual([
      { summary: 'The service disabled, because it kept failing or answered 410, the webhook "Orders".' },
    ]);
    receiver.status(200);
    await append(2);
    await work();
    expect(receiver.received).toHaveLength(1);
    await services.webhooks.enable(caller, id, { isFresh: false });
    await work();
    expect(new Set(receiver.ids).size).toBe(5);
    expect(receiver.received).toHaveLength(6);
  });

  test('constant 500: ten attempts at the scheduled times, then the webhook is disabled', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, work } = world;
    const { id } = await world.create(receiver.url);
    receiver.status(500);
    await world.append();
    await work();
    for (const [index, delayMs] of RETRY_DELAYS_MS.entries()) {
      clock.advance(delayMs - 1);
      await work();
      expect(receiver.received).toHaveLength(index + 1);
      clock.advance(1);
      await work();
      expect(receiver.received).toHaveLength(index + 2);
    }
    expect(receiver.received).toHaveLength(10);
    expect(await world.webhook(id)).toMatchObject({ state: 'DISABLED', reason: 'EXHAUSTED', failures: 10 });
    expect((await world.attemptsOf(id)).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(receiver.ids).size).toBe(1);
    clock.advance(100 * HOUR_MS);
    await world.append();
    await work();
    expect(receiver.received).toHaveLength(10);
    expect(world.warnings).toContain('a webhook was disabled');
  });

  test.each([
    { name: 'seconds', header: () => '90' },
    { name: 'a date', header: (now: number) => new Date(now + 90_000).toUTCString() },
  ])('429 with Retry-After as $name: the endpoint gets nothing before that time', async ({ header }) => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, append, work } = world;
    clock.set(Math.floor(clock.now() / 1000) * 1000);
    const { id } = await world.create(receiver.url);
    receiver.status(429, { 'retry-after': header(clock.now()) });
    await append(2);
    await work();
    expect(await world.attemptsOf(id)).toMatchObject([{ result: 'SLOWED', httpStatus: 429 }]);
    receiver.status(200);
    clock.advance(89_000);
    await append();
    await work();
    expect(receiver.received).toHaveLength(1);
    clock.advance(1_001);
    await work();
    expect(new Set(receiver.ids).size).toBe(3);
    expect(receiver.received).toHaveLength(4);
  });

  test.each([502, 503, 504])('%d without Retry-After pauses the endpoint for longer each time', async (status) => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, work } = world;
    const { id } = await world.create(receiver.url);
    receiver.status(status);
    await world.append(3);
    const pauses: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      await work();
      const { pausedUntil } = await world.webhook(id);
      pauses.push(pausedUntil.getTime() - clock.now());
      clock.set(pausedUntil.getTime());
    }
    expect(pauses).toEqual([5_000, 10_000, 20_000, 40_000, 80_000, 160_000, 300_000, 300_000, 300_000]);
    expect(receiver.received).toHaveLength(9);
  });

  test('an endpoint that refuses everything gets at most a hundred messages', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock, work, waiting } = world;
    const { id } = await world.create(receiver.url);
    receiver.status(400);
    await world.append(130);
    // A turn ends after ten seconds, even on a slow machine.
    for (let turn = 0; turn < 20 && (await waiting(id)) < 100; turn += 1) await work();
    expect(await waiting(id)).toBe(100);
    expect(receiver.received).toHaveLength(100);
    const { pausedUntil } = await world.webhook(id);
    expect(pausedUntil.getTime() - clock.now()).toBeGreaterThan(0);
    receiver.status(200);
    for (let round = 0; round < 10; round += 1) {
      clock.advance(MINUTE_MS);
      await work();
    }
    expect(new Set(receiver.ids).size).toBe(130);
    expect(await waiting(id)).toBe(0);
  });

  test('a certificate from an unknown authority is refused', async () => {
    const { cert, key, ca } = await makeTls();
    const server = createServer({ cert, key }, (_request, response) => response.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (const options of [{}, { ca }]) {
      await using world = await openWebhookWorld(kind, options);
      const { id } = await world.create(url);
      await world.append();
      await world.work();
      const expected = 'ca' in options ? { result: 'SUCCESS' } : { result: 'CERTIFICATE', httpStatus: null };
      expect(await world.attemptsOf(id)).toMatchObject([expected]);
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  test('an unknown name is distinguished from other failures', async () => {
    await using world = await openWebhookWorld(kind);
    const { id } = await world.create('https://no-such-name.invalid/hook');
    await world.append();
    await world.work();
    expect((await world.attemptsOf(id)).map(({ httpStatus }) => httpStatus)).toEqual([null]);
    expect(['NAME_NOT_FOUND', 'CONNECTION_FAILED']).toContain((await world.attemptsOf(id))[0]?.result);
  });
});

const eventsIn = (body: string): { id: string; type: string; data: Record<string, unknown> }[] => {
  const message = JSON.parse(body);
  return message.type === 'batch' ? message.data : [message];
};

/** Checks repeatedly while time passes. */
const until = async (
  { clock, work }: Awaited<ReturnType<typeof openWebhookWorld>>,
  isDone: () => Promise<boolean>,
): Promise<void> => {
  for (let looks = 0; looks < 20; looks += 1) {
    await work();
    if (await isDone()) return;
    clock.advance(MINUTE_MS);
  }
  throw new Error('nothing changed in twenty minutes');
};

const pick = ({ result, httpStatus }: Misbehaviour) => ({ result, httpStatus });
