import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { AutoPushWorld } from './auto-push-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const HOUR = 3_600_000;

describe.each(eachDatabase())('auto-push on $name', ({ open }) => {
  test('without a delay sends at once, only to the device of the event', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    const [device] = [await world.makeDevice(), await world.makeDevice()];
    await world.track(device, 'buy');
    await world.work();
    expect(sender.ledger.map((sent) => sent.token)).toEqual([device.token]);
    expect(await world.outcomes()).toEqual({ sent: 1 });
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(1);
  });

  test('sends when the delay ends, and not before', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush('1d2h30m');
    await world.track(await world.makeDevice(), 'buy');
    await world.advance(26.5 * HOUR - 1);
    expect(sender.ledger).toHaveLength(0);
    await world.advance(1);
    expect(sender.ledger).toHaveLength(1);
  });

  test('an excluded event during the delay stops the push', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush('1h', { event_include: ['buy'], event_exclude: ['leave'] });
    const [stays, leaves] = [await world.makeDevice(), await world.makeDevice()];
    await world.track(stays, 'buy');
    await world.track(leaves, 'buy');
    await world.advance(HOUR / 2);
    await world.track(leaves, 'leave');
    await world.advance(HOUR / 2);
    expect(sender.ledger.map((sent) => sent.token)).toEqual([stays.token]);
    expect(await database.query('SELECT id FROM due_send')).toEqual([]);
  });

  test('filters apply as they are at the end of the delay, not at the event', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const scheduler = await world.makeAutoPush('1h');
    const device = await world.makeDevice();
    await world.track(device, 'buy');
    const filters = { event_include: ['buy'], countries_include: ['FR'] };
    const input = world.schedulerInput('auto-push', filters, { timing: { kind: 'auto-push', delay: '1h' } });
    await world.services.schedulers.update(world.caller, scheduler.id, input);
    await world.services.devices.update(world.app, device, { country: 'fr' });
    const other = await world.makeDevice();
    await world.track(other, 'buy');
    await world.advance(HOUR);
    expect(sender.ledger.map((sent) => sent.token)).toEqual([device.token]);
  });

  test('a scheduler that is inactive when the delay ends sends nothing', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const scheduler = await world.makeAutoPush('1h');
    await world.track(await world.makeDevice(), 'buy');
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    await world.advance(HOUR);
    await world.services.schedulers.activate(world.caller, scheduler.id);
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(0);
  });

  test('a scheduler that was inactive in between and is active when the delay ends sends', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const scheduler = await world.makeAutoPush('1h');
    await world.track(await world.makeDevice(), 'buy');
    await world.services.schedulers.deactivate(world.caller, scheduler.id);
    await world.advance(HOUR / 2);
    await world.services.schedulers.activate(world.caller, scheduler.id);
    await world.advance(HOUR / 2);
    expect(sender.ledger).toHaveLength(1);
  });

  test('an event that a client reports twice counts once; two events make two sends', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    const [device, other] = [await world.makeDevice(), await world.makeDevice()];
    const once = { code: 'buy', id: 'order 1' };
    expect(await world.track(device, once, once)).toEqual({ accepted: 1, ignored: 1 });
    expect(await world.track(device, once)).toEqual({ accepted: 0, ignored: 1 });
    await world.work();
    expect(sender.ledger).toHaveLength(1);
    await world.track(other, once);
    await world.track(device, { code: 'buy', id: 'order 2' }, 'buy');
    await world.work();
    expect(sender.ledger.map((sent) => sent.token).sort()).toEqual(
      [device.token, device.token, device.token, other.token].sort(),
    );
    // Each event is separate: a provider must not mistake them for repetitions.
    expect(sender.duplicates).toBe(0);
    expect(await world.outcomes()).toEqual({ sent: 4 });
  });

  test('every scheduler for the event sends once; a scheduler for another event does not send', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null, { event_include: ['buy'] }, ['a']);
    await world.makeAutoPush('1h', { event_include: ['leave', 'buy'] }, ['b']);
    await world.makeAutoPush(null, { event_include: ['leave'] }, ['c']);
    const device = await world.makeDevice();
    await world.track(device, 'buy');
    await world.work();
    expect(sender.ledger).toHaveLength(1);
    await world.advance(HOUR);
    expect(sender.ledger).toHaveLength(2);
  });

  test('without event_include only the first registration triggers a message', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null, {});
    await world.makeAutoPush(null, { event_include: ['install'] });
    const device = await world.makeDevice();
    await world.work();
    expect(sender.ledger).toHaveLength(2);
    await world.services.ownDevices.retire(world.caller, device.id, null);
    const { device: back } = await world.services.devices.register(world.app, { token: device.token }, null);
    expect(back.id).toBe(device.id);
    expect(await world.track(device, 'install')).toEqual({ accepted: 0, ignored: 1 });
    await world.track(device, 'buy');
    await world.work();
    expect(sender.ledger).toHaveLength(2);
    // Unregistering ends a device: a later registration of its token is a new device.
    await world.services.devices.unregister(back);
    await world.services.devices.register(world.app, { token: device.token }, null);
    await world.work();
    expect(sender.ledger).toHaveLength(4);
  });

  test('several pushes arrive in the order in which they were bound', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const order: string[] = [];
    sender.answer = ({ content }) => {
      order.push(content.text);
      return { kind: 'sent', providerMessageId: null };
    };
    await world.makeAutoPush(null, { event_include: ['buy'] }, ['b', 'a', 'c']);
    await world.track(await world.makeDevice(), 'buy');
    await world.work();
    expect(order).toEqual(['b en', 'a en', 'c en']);
    expect(await world.outcomes()).toEqual({ sent: 3 });
  });

  test('an inactive custom event is not recorded and triggers nothing', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush(null);
    const { items } = await world.services.customEvents.list(world.caller, { page: 1, perPage: 10 });
    const buy = items.find((event) => event.code === 'buy');
    await world.services.customEvents.deactivate(world.caller, buy?.id ?? 0);
    const device = await world.makeDevice();
    expect(await world.track(device, 'buy', 'leave')).toEqual({ accepted: 1, ignored: 1 });
    await world.work();
    expect(sender.ledger).toHaveLength(0);
    const history = await database.query<{ event_id: number }>('SELECT event_id FROM device_event ORDER BY event_id');
    expect(history.map((row) => Number(row.event_id))).not.toContain(buy?.id);
  });

  test('history keeps the first and the last time even if events arrive late and out of order', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    const device = await world.makeDevice();
    const now = world.clock.now();
    const at = (minutes: number) => ({ code: 'buy', occurredAt: new Date(now + minutes * 60_000) });
    await world.track(device, at(-5), at(-30), at(-20), at(60));
    const sql = 'SELECT count, first_at, last_at FROM device_event WHERE event_id > 3';
    const [row] = await database.query<Record<string, number>>(sql);
    expect([row?.count, row?.first_at, row?.last_at].map(Number)).toEqual([4, now - 30 * 60_000, now]);
  });

  test('an unregistered device, and one whose application is archived, get nothing', async () => {
    await using database = await open();
    await using world = await AutoPushWorld.start({ database, fakes, sender });
    await world.makeAutoPush('1h');
    const [gone, archived] = [await world.makeDevice(), await world.makeDevice()];
    await world.track(gone, 'buy');
    await world.track(archived, 'buy');
    await world.services.devices.unregister(gone);
    await world.services.apps.archive(world.caller, world.app.id);
    await world.advance(HOUR / 2);
    await world.services.apps.unarchive(world.caller, world.app.id);
    await world.advance(HOUR / 2);
    expect(sender.ledger).toHaveLength(0);
    expect(await database.query('SELECT id FROM due_send')).toEqual([]);
  });
});
