import { describe, expect, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { copyRows, parameter } from '../../../src/database/write-rows.js';
import { WEBHOOK_TABLE } from '../../../src/entities/webhook.js';
import { operatorOf } from '../../../src/services/caller.js';
import { eachDatabase } from '../../support/databases.js';
import { eventually } from '../../support/eventually.js';
import { append } from '../../support/outbox-steps.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const COPIES = 2_048;
/** The webhooks of one account, and how many of them are served at once. */
const PER_ACCOUNT = 4;
const ACCOUNTS = 20;
const TROUBLED_AT_ONCE = 16;

describe.each(eachDatabase())('a healthy webhook, $name', (kind) => {
  test('is not blocked by a thousand failing webhooks that have waited longer', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { database, clock } = world;
    const { id } = await world.create(receiver.url);
    await database.tx(async (tx) => {
      const set = { failures: parameter(5), leaseUntil: parameter(0) };
      for (let copies = 1; copies < COPIES; copies *= 2) {
        await copyRows(tx, WEBHOOK_TABLE, { set, from: { sql: 'webhook o', parameters: [] } });
      }
      const healthy = 'UPDATE webhook SET lease_until = ? WHERE id = ?';
      await execute(tx, healthy, [clock.now() - 1, id]);
    });
    await world.append();
    await world.work();
    expect(await world.attemptsOf(id)).toHaveLength(1);
  });

  test.each([
    ['BATCH', 500, 300],
    ['SINGLE', 1, 0],
  ] as const)('in the mode %s, with %i new events, gets its next turn after %i ms', async (mode, events, restMs) => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { id } = await world.create(receiver.url, { mode });
    await world.append(events);
    await world.work();
    await world.append(events);
    world.clock.advance(Math.max(0, restMs - 1));
    await world.work();
    expect(await world.attemptsOf(id)).toHaveLength(restMs === 0 ? 2 : 1);
    world.clock.advance(1);
    await world.work();
    expect(await world.attemptsOf(id)).toHaveLength(2);
  });

  test('gets its turn among many endpoints that accept slowly', async () => {
    await using slow = await WebhookReceiver.open();
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind, { answerMs: 10_000 });
    const { database, clock, services } = world;
    const users: number[] = [];
    for (let account = 0; account < ACCOUNTS; account += 1) {
      const { userId } = await services.keys.createUser(`slow ${account}`);
      users.push(userId);
      for (let count = 0; count < PER_ACCOUNT; count += 1) {
        await services.webhooks.create(operatorOf(userId), { url: slow.url });
      }
      await append(database, userId);
    }
    slow.answer = (response) => setTimeout(() => response.end(), 2_500);
    while (slow.received.length < ACCOUNTS * PER_ACCOUNT) await world.work();
    const waiting: (() => void)[] = [];
    slow.answer = (response) => waiting.push(() => response.end());
    for (const userId of users) await append(database, userId);
    const { id } = await world.create(receiver.url);
    // It comes after the others.
    await database.tx((tx) => execute(tx, 'UPDATE webhook SET lease_until = ? WHERE id = ?', [clock.now(), id]));
    await world.append();
    const worked = world.work();
    await eventually('the healthy endpoint', () => (receiver.received.length > 0 ? true : null));
    expect(waiting.length).toBeLessThanOrEqual(TROUBLED_AT_ONCE);
    slow.answer = (response) => response.end();
    for (const end of waiting) end();
    await worked;
  });
});
