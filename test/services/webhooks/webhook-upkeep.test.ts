import { describe, expect, test } from '@jest/globals';
import { purgeDeletedUsers } from '../../../src/delivery/upkeep/purge-users.js';
import { Retention } from '../../../src/delivery/upkeep/retention.js';
import { forgetAnswers } from '../../../src/services/webhooks/forget-answers.js';
import { eachDatabase } from '../../support/databases.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import { openWebhookWorld } from '../../support/webhook-world.js';

const DAY_MS = 86_400_000;
const TABLES = ['webhook', 'webhook_retry', 'webhook_replay', 'webhook_attempt'] as const;

type World = Awaited<ReturnType<typeof openWebhookWorld>>;

const countRows = async ({ database }: World): Promise<number[]> => {
  const counts: number[] = [];
  for (const table of TABLES) {
    const [row] = await database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`);
    counts.push(Number(row?.n));
  }
  return counts;
};

const runRetention = ({ database, clock }: World): Promise<void> => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const config = { historyRetentionDays: 0, runRetentionDays: 0, inactiveDeviceRetentionDays: 0 };
  const deps = { database, clock, config, log } as unknown as ConstructorParameters<typeof Retention>[0];
  return new Retention(deps).run(new AbortController().signal);
};

/** A webhook with a success, a waiting failure, and a replay. */
const fill = async (world: World, receiver: WebhookReceiver): Promise<number> => {
  const { id } = await world.create(receiver.url);
  receiver.status(200);
  await world.append();
  await world.work();
  receiver.answer = (response) => response.writeHead(500).end('ann@example.com is unknown');
  await world.append();
  await world.work();
  await world.services.webhookReplays.request(world.caller, id, { from: new Date(0), to: null });
  return id;
};

describe.each(eachDatabase())('the upkeep of webhooks, $name', (kind) => {
  test('deletes all data of a deleted account', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    await fill(world, receiver);
    expect(await countRows(world)).toEqual([1, 1, 1, 2]);
    await world.database.tx((tx) => tx.query('UPDATE user_account SET deleted_at = 1'));
    await purgeDeletedUsers(world.database, new AbortController().signal);
    expect(await countRows(world)).toEqual([0, 0, 0, 0]);
  });

  test('deletes the attempts of a deleted webhook, and of others after seven days', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const { services, caller, clock } = world;
    const first = await fill(world, receiver);
    const kept = await fill(world, receiver);
    await services.webhooks.delete(caller, first);
    await runRetention(world);
    expect((await world.attemptsOf(first)).length).toBe(0);
    const remaining = (await world.attemptsOf(kept)).length;
    expect(remaining).toBeGreaterThan(0);
    clock.advance(6 * DAY_MS);
    await runRetention(world);
    expect((await world.attemptsOf(kept)).length).toBe(remaining);
    clock.advance(2 * DAY_MS);
    await runRetention(world);
    expect((await world.attemptsOf(kept)).length).toBe(0);
  });

  test("deletes the receivers' answers when a user is erased", async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await openWebhookWorld(kind);
    const id = await fill(world, receiver);
    const answers = async () => (await world.attemptsOf(id)).map(({ answer }) => answer);
    expect(await answers()).toContain('ann@example.com is unknown');
    await forgetAnswers(world.database, world.userId);
    expect(new Set(await answers())).toEqual(new Set([null]));
  });
});
