import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signReceipt } from '../../../src/crypto/receipt-token.js';
import { appendEvents } from '../../../src/services/event-log/append-events.js';
import { BatchWorld, HOUR } from '../../delivery/batch-world.js';
import { eachDatabase } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());

const DEVICES = 240;

describe.each(eachDatabase())('writers of one account at once on $name', ({ open }) => {
  test('lose no event and leave no gap', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    const { services, caller } = world;
    const app = await world.makeApp('provider_c');
    const other = await world.makeApp('provider_c');
    const devices = await world.seedDevices(app, DEVICES, (index) => ({ id: 1_000_000 + index }));
    const ids = new Map(devices.map(({ token, id }) => [token, id]));
    const others: Promise<unknown>[] = [];
    const rolledBack = () =>
      database
        .tx(async (tx) => {
          const data = { alert_id: '1', kind: 'TEST', message: 'no' };
          await appendEvents(tx, { userId: caller.userId, now: 0 }, [{ type: 'alert.raised', data }]);
          throw new Error('rolled back');
        })
        .catch(() => undefined);
    // Each page of the run meets receipts of its devices, registrations, and a transaction that fails.
    sender.after = async ({ messages }) => {
      const [run] = await database.query<{ id: number }>('SELECT id FROM run');
      const [push] = await database.query<{ id: number }>('SELECT id FROM push');
      for (const { target } of messages) {
        const deviceId = ids.get(target.kind === 'token' ? target.token : '') ?? 0;
        const claims = { runId: Number(run?.id), pushId: Number(push?.id), appId: app.id, deviceId };
        const receipt = signReceipt(world.keyring, claims);
        for (const kind of ['delivered', 'clicked'] as const) {
          others.push(services.receipts.record(app, { receipt, kind }));
        }
      }
      others.push(world.makeDevices(other, 2), rolledBack());
    };
    sender.answer = ({ target }) => {
      const id = ids.get(target.kind === 'token' ? target.token : '') ?? 0;
      const dead = { kind: 'invalid-token', code: 'UNREGISTERED', detail: '410', deadSince: null } as const;
      return id % 8 === 0 ? dead : { kind: 'sent', providerMessageId: null };
    };
    await world.makeRun();
    await world.advance(HOUR);
    await Promise.all(others);
    const page = await services.eventLog.readAfter(caller.userId, { position: 0, entry: 0 }, { limit: 10_000 });
    expect(page).toMatchObject({ isLast: true, cursor: await services.eventLog.head(caller.userId) });
    const counts: Record<string, number> = {};
    for (const { type } of page.events) counts[type] = (counts[type] ?? 0) + 1;
    expect(counts).toEqual({
      'run.started': 1,
      'message.sent': DEVICES - DEVICES / 8,
      'message.failed': DEVICES / 8,
      'device.retired': DEVICES / 8,
      'message.delivered': DEVICES,
      'message.clicked': DEVICES,
      'device.registered': expect.any(Number),
      'run.finished': 1,
    });
    expect(counts['device.registered']).toBeGreaterThan(20);
    // A missing position would have failed the page.
    const rows = await database.query('SELECT position FROM outbox');
    expect(rows).toHaveLength(page.cursor.position);
  });
});
