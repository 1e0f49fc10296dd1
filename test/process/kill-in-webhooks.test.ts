import { describe, expect, test } from '@jest/globals';
import { appendToOutbox } from '../../src/delivery/record/outbox-writer.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { paused } from '../support/outbox-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { WebhookReceiver } from '../support/webhook-receiver.js';

const EVENTS = 1_500;
const FAILING_EVERY = 50;
const KILLS = 3;

describe.each(eachDatabase())('kill -9 of workers that deliver to webhooks, on $name', (kind) => {
  test('loses no event: two workers continue, and failed deliveries are retried', async () => {
    await using receiver = await WebhookReceiver.open();
    await using world = await ServiceWorld.open(kind);
    const env = { OUTBOUND_ALLOW_PRIVATE: 'true' };
    const api = await world.start({ ...env, ROLE: kind.name === 'mysql' ? 'api' : 'all' });
    const startWorker = () => world.start({ ...env, ROLE: kind.name === 'mysql' ? 'worker' : 'all' });
    const made = await api.graphql<{ webhookCreate: { webhook: { id: string }; secret: string } }>(
      'mutation ($url: String!) { webhookCreate(input: { url: $url }) { webhook { id } secret userErrors { message } } }',
      { url: receiver.url },
    );
    expect(made.webhookCreate.secret).toMatch(/^whsec_/);
    const database = await world.db();
    const [user] = await database.query<{ id: number }>('SELECT id FROM user_account');
    const userId = Number(user?.id);
    // Some fail the first time, so that retries are in progress too.
    const refused = new Set<string>();
    receiver.answer = (response, { headers }) => {
      const id = headers['webhook-id'] ?? '';
      const refuses = receiver.received.length % FAILING_EVERY === 0 && !refused.has(id);
      if (refuses) refused.add(id);
      setTimeout(() => response.writeHead(refuses ? 500 : 200).end(), 2);
    };
    let victim = await startWorker();
    const survivor = await startWorker();
    for (let part = 0; part < 10; part += 1) {
      const events = Array.from({ length: EVENTS / 10 }, (_, index) => paused(userId, part * 1_000 + index));
      await database.tx((tx) => appendToOutbox(tx, events));
    }
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const target = (EVENTS / (KILLS + 2)) * kill;
      await eventually('requests', () => (receiver.received.length > target ? true : null));
      await victim.kill();
      victim = await startWorker();
    }
    // The lease of a killed worker lasts twenty seconds.
    await eventually('every event', () => (new Set(accepted(receiver, refused)).size >= EVENTS ? true : null), 240_000);
    expect(new Set(accepted(receiver, refused)).size).toBe(EVENTS);
    expect(refused.size).toBeGreaterThan(5);
    // Only a page that was not recorded is sent again.
    const repeated = receiver.received.length - EVENTS - refused.size;
    expect(repeated).toBeLessThanOrEqual(100 * (KILLS + 1) + refused.size);
    for (const service of [victim, survivor, api]) expect(await service.terminate()).toMatchObject({ code: 0 });
  });
});

/** The messages that were answered with 200 at least once. */
const accepted = (receiver: WebhookReceiver, refused: ReadonlySet<string>): string[] => {
  const times = new Map<string, number>();
  for (const id of receiver.ids) times.set(id, (times.get(id) ?? 0) + 1);
  return [...times].flatMap(([id, count]) => (count > (refused.has(id) ? 1 : 0) ? [id] : []));
};
