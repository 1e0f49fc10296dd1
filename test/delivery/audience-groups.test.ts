import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eachDatabase } from '../support/databases.js';
import { DeliveryWorld } from '../support/delivery-world.js';
import type { Fakes } from '../support/fakes/fakes.js';
import { startFakes } from '../support/fakes/start-fakes.js';

let fakes: Fakes;
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => fakes.reset());

const HOUR = 3_600_000;

/** Two devices have the tag `vip`, three have `beta`, four have none. */
class Tagged extends DeliveryWorld {
  override async init(): Promise<this> {
    await super.init();
    const app = await this.makeApp('provider_c');
    await this.makeDevices(app, 9, (index) => ({ audiences: index < 2 ? ['vip'] : index < 5 ? ['beta'] : [] }));
    return this;
  }

  async makeGroup(...tags: string[]): Promise<number> {
    return (await this.services.audienceGroups.create(this.caller, { name: 'group', tags })).id;
  }

  fill(id: number, ...tags: string[]): Promise<void> {
    return this.services.audienceGroups.update(this.caller, id, { name: 'group', tags });
  }

  async makeOneTime(filters: Record<string, (string | number)[]>): Promise<number> {
    return (await this.makeActive('one-time', { pushes: [await this.makePush()], filters })).id;
  }

  async isActive(schedulerId: number): Promise<boolean> {
    return (await this.services.schedulers.get(this.caller, schedulerId)).scheduler.active;
  }

  /** The number of devices that get messages due within an hour. */
  async reached(): Promise<number> {
    await fakes.reset();
    await this.advance(HOUR);
    return (await fakes.countByTarget()).size;
  }
}

describe.each(eachDatabase())('audience groups in sending on $name', ({ open }) => {
  test("use the devices' tags at the time of sending", async () => {
    await using database = await open();
    await using world = await new Tagged({ database, fakes }).init();
    const group = await world.makeGroup('vip');
    await world.makeOneTime({ audience_groups_include: [group] });
    await world.fill(group, 'beta', 'of no device');
    expect(await world.reached()).toBe(3);
  });

  test('an emptied group reaches nobody, either by one-time or by auto-push', async () => {
    await using database = await open();
    await using world = await new Tagged({ database, fakes }).init();
    const group = await world.makeGroup('vip');
    await world.makeOneTime({ audience_groups_include: [group] });
    await world.makeActive('auto-push', {
      pushes: [await world.makePush()],
      filters: { audience_groups_include: [group] },
      input: { timing: { kind: 'auto-push', delay: '30m' } },
    });
    const app = await world.makeApp('provider_c');
    await world.makeDevices(app, 2, () => ({ audiences: ['vip'] }));
    await world.fill(group);
    expect(await world.reached()).toBe(0);
    await world.fill(group, 'vip');
    await world.makeDevices(app, 1, () => ({ audiences: ['vip'] }));
    expect(await world.reached()).toBe(1);
  });

  test('other includes still apply if one group is empty', async () => {
    await using database = await open();
    await using world = await new Tagged({ database, fakes }).init();
    const [empty, full] = [await world.makeGroup(), await world.makeGroup('beta')];
    await world.makeOneTime({ audience_groups_include: [empty, full] });
    expect(await world.reached()).toBe(3);
    await world.makeOneTime({ audience_groups_include: [empty], audiences_include: ['vip'] });
    expect(await world.reached()).toBe(2);
  });

  test('deleting the only included group stops the scheduler, which reaches nobody if activated again', async () => {
    await using database = await open();
    await using world = await new Tagged({ database, fakes }).init();
    const group = await world.makeGroup('vip');
    const id = await world.makeOneTime({ audience_groups_include: [group] });
    await world.services.audienceGroups.delete(world.caller, group);
    expect(await world.isActive(id)).toBe(false);
    await world.services.schedulers.activate(world.caller, id);
    expect(await world.reached()).toBe(0);
    expect(await world.outcomes()).toEqual({});
  });

  test('a deleted group leaves the other includes unchanged, and no longer excludes', async () => {
    await using database = await open();
    await using world = await new Tagged({ database, fakes }).init();
    const [group, other] = [await world.makeGroup('vip'), await world.makeGroup('beta')];
    const including = await world.makeOneTime({ audience_groups_include: [group, other] });
    await world.services.audienceGroups.delete(world.caller, group);
    expect([await world.isActive(including), await world.reached()]).toEqual([true, 3]);
    const excluded = await world.makeGroup('vip');
    await world.makeOneTime({ audience_groups_exclude: [excluded] });
    expect(await world.reached()).toBe(7);
    await world.makeOneTime({ audience_groups_exclude: [excluded] });
    await world.services.audienceGroups.delete(world.caller, excluded);
    expect(await world.reached()).toBe(9);
  });
});
