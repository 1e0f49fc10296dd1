import type { ServerResponse } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const DAY_MS = 24 * 3_600_000;

const sizesOf = (receiver: WebhookReceiver): number[] =>
  receiver.received.map(({ body }) => {
    const { type, data } = JSON.parse(body);
    expect(type).toBe('batch');
    return data.length;
  });

describe.each(eachDatabase())('the delivery to webhooks, $name', (kind) => {
  test('sends each event once, in order without failures, from the creation on', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    await world.append(5);
    const { id } = await world.create(receiver.url);
    await world.append(250);
    await world.work();
    expect(receiver.received).toHaveLength(250);
    expect(new Set(receiver.ids).size).toBe(250);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
      id: receiver.ids[0],
      type: 'run.paused',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      data: expect.objectContaining({ run_id: '1' }),
    });
    expect(world.attempts).toHaveLength(250);
    await world.work();
    expect(receiver.received).toHaveLength(250);
    expect(await world.webhook(id)).toMatchObject({ position: 255, entry: 0, failures: 0 });
  });

  test('filters by type, and sends no request for other events', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { id } = await world.create(receiver.url, { types: ['run.finished'] });
    const { id: all } = await world.create(receiver.url, { types: ['run.paused', 'run.finished'] });
    await world.append(3);
    await world.work();
    expect(await world.attemptsOf(id)).toEqual([]);
    expect(await world.attemptsOf(all)).toHaveLength(3);
    expect((await world.webhook(id)).position).toBe(3);
  });

  test('sends batches of up to 500 events, and a smaller one a second after its first event', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock } = world;
    const { id } = await world.create(receiver.url, { mode: 'BATCH' });
    await world.append(1_101);
    clock.set(Date.now());
    await world.work();
    expect(sizesOf(receiver)).toEqual([500, 500]);
    clock.advance(1_500);
    await world.work();
    expect(sizesOf(receiver)).toEqual([500, 500, 101]);
    expect(await world.attemptsOf(id)).toHaveLength(3);
    const ids = receiver.received.flatMap(({ body }) => JSON.parse(body).data.map((event: { id: string }) => event.id));
    expect(new Set(ids).size).toBe(1_101);
  });

  test('a failed batch is sent again with the same id and events', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock } = world;
    const { id } = await world.create(receiver.url, { mode: 'BATCH' });
    await world.append(7);
    receiver.status(500);
    clock.set(Date.now() + 2_000);
    await world.work();
    await world.append(4);
    receiver.status(200);
    clock.advance(6_000);
    await world.work();
    expect(sizesOf(receiver)).toEqual([7, 7, 4]);
    const [first, again] = receiver.received;
    expect(again?.body).toBe(first?.body);
    expect(receiver.ids[1]).toBe(receiver.ids[0]);
    expect(receiver.ids[2]).not.toBe(receiver.ids[0]);
    expect(await world.waiting(id)).toBe(0);
  });

  test('one failed batch of several is sent again alone', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { clock } = world;
    await world.create(receiver.url, { mode: 'BATCH' });
    await world.append(1_700);
    clock.set(Date.now() + 2_000);
    const accepted: string[] = [];
    receiver.answer = (response, { body }) => {
      const isRefused = receiver.received.length === 2;
      if (!isRefused) accepted.push(...JSON.parse(body).data.map((event: { id: string }) => event.id));
      response.writeHead(isRefused ? 500 : 200).end();
    };
    await world.work();
    clock.advance(6_000);
    await world.work();
    expect(accepted).toHaveLength(1_700);
    expect(new Set(accepted).size).toBe(1_700);
    const [, refused] = receiver.received;
    expect(receiver.received.filter(({ body }) => body === refused?.body)).toHaveLength(2);
    expect(receiver.ids.filter((id) => id === receiver.ids[1])).toHaveLength(2);
  });

  test('stores no answer if a user was erased during the request', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { database, services, caller, clock } = world;
    const { id } = await world.create(receiver.url);
    await world.append();
    receiver.status(500);
    await world.work();
    expect(await world.attemptsOf(id)).toEqual([expect.objectContaining({ answer: 'no' })]);
    const erase = async () => {
      const erasure = await services.erasures.request(caller, 'user-17');
      const sql = "UPDATE erasure SET status = 'finished', external_user_id = NULL, finished_at = ? WHERE id = ?";
      await database.tx((tx) => execute(tx, sql, [clock.now(), erasure]));
    };
    receiver.answer = (response) => void erase().then(() => response.writeHead(500).end('user-17'));
    clock.advance(6_000);
    await world.work();
    expect((await world.attemptsOf(id)).map(({ answer }) => answer)).toEqual(['no', null]);
  });

  test('a hanging endpoint delays no other', async () => {
    await using hanging = await WebhookReceiver.open();
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind, { answerMs: 250_000 });
    const held: ServerResponse[] = [];
    hanging.answer = (response) => void held.push(response);
    for (let n = 0; n < 3; n += 1) await world.create(hanging.url);
    await world.create(receiver.url);
    await world.append(20);
    const worked = world.work();
    const areThere = () => (receiver.received.length === 20 && held.length === 3 ? true : null);
    await eventually('20 events at one endpoint while another holds three requests', areThere);
    hanging.status(200);
    for (const response of held) response.end();
    await worked;
    expect(hanging.received).toHaveLength(60);
  });

  test('two workers share the webhooks without sending twice', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    for (let n = 0; n < 4; n += 1) await world.create(receiver.url);
    await world.append(50);
    const other = world.createWorker();
    await Promise.all([world.work(), world.work(other)]);
    await world.work();
    expect(receiver.received).toHaveLength(200);
    await other.stop();
  });

  test('a webhook whose next events were deleted reports it and continues with the oldest', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { database } = world;
    await world.create(receiver.url);
    await world.append(5);
    await database.tx((tx) => tx.query('DELETE FROM outbox WHERE position <= 3'));
    await world.work();
    expect(receiver.received).toHaveLength(2);
    expect(world.warnings).toContain(
      'a webhook has missed events that the log no longer keeps; it continues with the oldest',
    );
  });

  test('sends nothing to suspended accounts until they are resumed', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    await world.create(receiver.url);
    await world.append();
    await world.database.tx((tx) => tx.query('UPDATE user_account SET suspended = 1'));
    await world.work();
    expect(receiver.received).toEqual([]);
    await world.database.tx((tx) => tx.query('UPDATE user_account SET suspended = 0'));
    await world.work();
    expect(receiver.received).toHaveLength(1);
  });

  test('a deleted webhook gets nothing, and nothing waits for it', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { id } = await world.create(receiver.url);
    receiver.status(500);
    await world.append(2);
    await world.work();
    await world.services.webhooks.delete(world.caller, id);
    world.clock.advance(DAY_MS);
    const seen = receiver.received.length;
    await world.work();
    expect(receiver.received).toHaveLength(seen);
    expect(await world.waiting(id)).toBe(0);
  });
});

describe.each(eachDatabase())('replays of webhooks, $name', (kind) => {
  test('send the events of an attempt or a period again, with their ids', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller, database } = world;
    const { id } = await world.create(receiver.url);
    await world.append(6);
    await world.work();
    const ids = receiver.ids;
    const attempts = await world.attemptsOf(id);
    receiver.received.length = 0;
    await services.webhookReplays.request(caller, id, { attemptId: Number(attempts[2]?.id) });
    await world.work();
    expect(receiver.received).toHaveLength(1);
    expect(ids).toContain(receiver.ids[0]);
    expect((await world.attemptsOf(id)).at(-1)).toMatchObject({ kind: 'REPLAY', result: 'SUCCESS' });

    const now = Date.now();
    for (let position = 1; position <= 6; position += 1) {
      const values = [now - 60_000 * (7 - position), position];
      await database.tx((tx) => tx.query('UPDATE outbox SET occurred_at = ? WHERE position = ?', values));
    }
    receiver.received.length = 0;
    const time = { from: new Date(now - 5 * 60_000), to: new Date(now - 2 * 60_000) };
    await services.webhookReplays.request(caller, id, time);
    await world.work();
    expect(receiver.received).toHaveLength(3);
    receiver.received.length = 0;
    await services.webhookReplays.request(caller, id, { from: new Date(0), to: null });
    await world.work();
    expect(new Set(receiver.ids)).toEqual(new Set(ids));
    expect(await database.query('SELECT id FROM webhook_replay')).toEqual([]);
  });

  test('are refused for a period without events, for deleted events, and for a disabled webhook', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller, database } = world;
    const { id } = await world.create(receiver.url);
    await world.append(3);
    await world.work();
    const [attempt] = await world.attemptsOf(id);
    const replay = (wish: Parameters<typeof services.webhookReplays.request>[2]) =>
      services.webhookReplays.request(caller, id, wish);
    const future = { from: new Date(Date.now() + DAY_MS), to: new Date(Date.now() + 2 * DAY_MS) };
    await expect(replay(future)).rejects.toThrow('The log has no events from this period.');
    await expect(replay({ attemptId: 4711 })).rejects.toThrow('attempt of this webhook');
    await database.tx((tx) => tx.query('DELETE FROM outbox WHERE position <= 2'));
    await expect(replay({ attemptId: Number(attempt?.id) })).rejects.toThrow('The log no longer keeps these events');
    await services.webhooks.disable(caller, id);
    await expect(replay({ from: new Date(0), to: null })).rejects.toThrow('This webhook is disabled');
  });
});
