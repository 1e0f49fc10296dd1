import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { DeliveryConfig } from '../../src/config/config.js';
import { execute } from '../../src/database/database.js';
import { ClockWatch } from '../../src/delivery/upkeep/clock-watch.js';
import type { TimingInput } from '../../src/services/schedulers/scheduler-input.js';
import { eachDatabase } from '../support/databases.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';
import { RecordingSender } from '../support/recording-sender.js';
import { BatchWorld, HOUR, LEASE } from './batch-world.js';
import { LocalWorld } from './local-world.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const AT_NOON: TimingInput = { kind: 'one-time', date: '2026-11-22', time: '12-00', localTime: true, timezone: null };

describe.each(eachDatabase())('a clock that is set back on $name', ({ open }) => {
  test('sends to a travelling device once per local time, whatever zones it reports after the clock went back', async () => {
    await using database = await open();
    await using world = new LocalWorld({ database, fakes, sender, config: { leaseMs: 600_000 } });
    await world.init();
    const patched = await world.addDevice('by patch', 'Asia/Tokyo', 'u1');
    await world.addDevice('in bulk', 'Asia/Tokyo', 'u2');
    await world.send(AT_NOON);
    // The first instant of that noon is 22:00Z the day before; Tokyo's is 03:00Z.
    await world.goTo('2026-11-22T03:00:00Z');
    expect(world.taken()).toEqual(['by patch', 'in bulk']);
    world.clock.set(Date.parse('2026-11-21T20:00:00Z'));
    await world.services.devices.update(world.app, patched, { timezone: 'Europe/Paris' });
    const tokens = new Map([...world.names].map(([token, name]) => [name, token]));
    const registrations = [{ token: tokens.get('in bulk') ?? '', timezone: 'Europe/Paris' }];
    await world.services.deviceBulk.register(world.caller, world.app.id, registrations);
    await world.goTo('2026-11-23T03:00:00Z', 3 * HOUR);
    expect(world.taken()).toEqual([]);
  });

  test('does not extend the lease of a dead worker by as much', async () => {
    await using database = await open();
    await using world = await BatchWorld.start({ database, fakes, sender });
    await world.seedDevices(await world.makeApp('provider_c'), 3);
    await world.makeRun();
    let steady = 0;
    const heard: number[] = [];
    const watch = new ClockWatch(
      {
        database,
        clock: world.clock,
        config: world.config,
        log: { info: () => undefined, warn: (_d, line) => world.log.push(line), error: () => undefined },
      },
      { steady: () => steady, onSetBack: (ms) => heard.push(ms) },
    );
    await world.advance(0);
    const now = world.clock.now();
    await database.tx((tx) =>
      execute(
        tx,
        `INSERT INTO batch (run_id, app_id, from_id, to_id, cursor_id, status, lease_owner, lease_until, attempts)
         VALUES (999, 1, 0, 9, 0, 'running', 'dead', ?, 1)`,
        [now + LEASE],
      ),
    );
    const leaseUntil = async () =>
      Number((await database.query<{ at: number }>('SELECT lease_until AS at FROM batch'))[0]?.at);
    steady += 1_000;
    world.clock.advance(1_000);
    await watch.look();
    expect(await leaseUntil()).toBe(now + LEASE);
    // The clock goes back by more than ten leases while two seconds pass.
    steady += 2_000;
    world.clock.advance(-12 * LEASE);
    await watch.look();
    expect(await leaseUntil()).toBe(world.clock.now() + LEASE);
    // The clock goes back by twelve leases and the two elapsed seconds.
    expect(heard).toEqual([12 * LEASE + 2_000]);
    expect(world.log).toContain('the clock of this machine was set back');
  });

  test("is compared with the database's clock, if it has one", async () => {
    await using database = await open();
    const config = { leaseMs: 15_000 } as DeliveryConfig;
    const compareAt = async (now: () => number): Promise<string[]> => {
      const lines: string[] = [];
      const log = {
        info: () => undefined,
        warn: (_d: object, line: string) => lines.push(line),
        error: () => undefined,
      };
      const watch = new ClockWatch({ database, clock: { now }, config, log }, { onSetBack: () => undefined });
      watch.start();
      await watch.stop();
      return lines;
    };
    expect(await compareAt(() => Date.now())).toEqual([]);
    const differs = expect.stringContaining("this machine's clock and the database's differ");
    const said = database.dialect.name === 'mysql' ? [differs] : [];
    expect(await compareAt(() => Date.now() + 60_000)).toEqual(said);
    expect(await compareAt(() => Date.now() - 60_000)).toEqual(said);
  });
});
