import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { NodeProcess } from '../support/child-process.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeZoneinfo } from '../support/zoneinfo.js';

/*
 * A government changes its clocks while the service runs. The initial data puts 09:00 at 08:00Z in Casablanca and
 * 17:00Z in Vancouver; the later data puts it at 09:00Z and 16:00Z.
 */
const DATE = '2031-11-25';
const at = (time: string): string => `${DATE}T${time}:00.000Z`;
const HOUR = 3_600;
const EARLIER = { 'Africa/Casablanca': HOUR, 'America/Vancouver': -8 * HOUR };
const LATER = { 'Africa/Casablanca': 0, 'America/Vancouver': -7 * HOUR };

/** A service with the test's own zoneinfo. Its clock stands at the minute that the test sets. */
class ChangingClocks implements AsyncDisposable {
  static async open(kind: TestDatabaseKind): Promise<ChangingClocks> {
    return new ChangingClocks(await ServiceWorld.open(kind));
  }

  private constructor(private readonly world: ServiceWorld) {}

  private get env() {
    return { TZDATA: 'system', TZDATA_PATH: join(this.world.folder, 'zoneinfo') };
  }

  publish(release: string, others: Readonly<Record<string, number>>): Promise<void> {
    return makeZoneinfo(this.env.TZDATA_PATH, release, { at: Date.parse(at('00:00')), others });
  }

  /** Time runs from five seconds past that minute until `act` is done. */
  async live<T>(time: string, act: (service: ServiceProcess) => Promise<T>): Promise<T> {
    const now = Date.parse(at(time)) + 5_000;
    await this.world.fakes.setNow(now);
    const service = await this.world.start(this.env, { clockShiftMs: now - Date.now() });
    const result = await act(service);
    expect(await service.terminate()).toMatchObject({ code: 0 });
    return result;
  }

  /** Activates a scheduler for 09:00 of that day, with its own device. */
  async plan(service: ServiceProcess, zone: { timeZone: string } | { localTime: true }, deviceZone: string) {
    const app = await createApp(service, this.world.fakes, { provider: 'provider_c', name: deviceZone });
    const token = randomBytes(32).toString('hex');
    const device = { token, timezone: deviceZone };
    await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body: device }));
    const audience = { apps: { appIds: [toGlobalId('App', app.id)] } };
    const { made, push } = await service.graphql<{
      made: { scheduler: { id: string } };
      push: { push: { id: string } };
    }>(
      `mutation ($input: OneTimeSchedulerInput!, $push: PushInput!) {
         made: oneTimeSchedulerCreate(input: $input) { scheduler { id } } push: pushCreate(input: $push) { push { id } } }`,
      {
        input: { name: deviceZone, date: DATE, time: '09:00', audience, ...zone },
        push: { defaultLang: 'en', translations: [{ language: 'en', title: 'Hello', text: 'once' }] },
      },
    );
    const { id } = made.scheduler;
    await service.graphql(
      `mutation ($id: ID!, $pushIds: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $pushIds) { scheduler { id } }
         schedulerActivate(id: $id) { scheduler { id } } }`,
      { id, pushIds: [push.push.id] },
    );
    return { id, token };
  }

  look(service: ServiceProcess, { id }: { id: string }) {
    return service
      .graphql<{ scheduler: Seen }>(
        `query ($id: ID!) { scheduler(id: $id) { active nextDueAt nextMoments(first: 1) { at }
           runs(first: 10) { nodes { dueAt status statusMessage } } } }`,
        { id },
      )
      .then(({ scheduler }) => scheduler);
  }

  /** Expects one run, which was due then and is not late. */
  async untilSent(service: ServiceProcess, planned: { id: string }, due: string): Promise<void> {
    const seen = await eventually(`the run at ${due}`, async () => {
      const found = await this.look(service, planned);
      return found.runs.nodes.some(({ status }) => status === 'FINISHED') ? found : null;
    });
    expect(seen).toMatchObject({ active: false, runs: { nodes: [{ dueAt: due, statusMessage: null }] } });
  }

  async taken({ token }: { token: string }): Promise<number> {
    return (await this.world.fakes.countByTarget()).get(token) ?? 0;
  }

  /** Checks that the service reports the same as the command line. */
  async version(): Promise<string> {
    await using cli = new NodeProcess('src/cli/main.js', this.env, { words: ['--version'] });
    await cli.exited;
    return cli.stdout.join('');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }
}

interface Seen {
  readonly active: boolean;
  readonly nextDueAt: string | null;
  readonly nextMoments: readonly { readonly at: string }[];
  readonly runs: { readonly nodes: readonly { dueAt: string; status: string; statusMessage: string | null }[] };
}

const scrapeRelease = async (service: ServiceProcess): Promise<string | undefined> => {
  const text = await (await fetch(`${service.address}/metrics`)).text();
  return /^pushgraph_tzdata_info\{.*\} 1$/m.exec(text)?.[0];
};

describe.each(eachDatabase())('time-zone data replaced under a running service on $name', (kind) => {
  test('moves pending moments, and each is sent once, at the instant from the new data', async () => {
    await using clocks = await ChangingClocks.open(kind);
    await clocks.publish('2099a', EARLIER);
    const { earlier, later, local } = await clocks.live('07:00', async (service) => {
      const later = await clocks.plan(service, { timeZone: 'Africa/Casablanca' }, 'Africa/Casablanca');
      const earlier = await clocks.plan(service, { timeZone: 'America/Vancouver' }, 'America/Vancouver');
      const local = await clocks.plan(service, { localTime: true }, 'America/Vancouver');
      expect((await clocks.look(service, later)).nextDueAt).toBe(at('08:00'));
      expect((await clocks.look(service, earlier)).nextDueAt).toBe(at('17:00'));
      expect(await scrapeRelease(service)).toContain('version="2099a",source="system"');
      await clocks.publish('2099b', LATER);
      process.kill(service.process.pid, 'SIGHUP');
      for (const [planned, due] of [
        [later, at('09:00')],
        [earlier, at('16:00')],
      ] as const) {
        const seen = await eventually(`the moment at ${due}`, async () => {
          const found = await clocks.look(service, planned);
          return found.nextDueAt === due ? found : null;
        });
        expect(seen).toMatchObject({ nextMoments: [{ at: due }], runs: { nodes: [] } });
      }
      expect(await scrapeRelease(service)).toContain('version="2099b",source="system"');
      const said = () => service.log.filter(({ msg }) => msg === 'time-zone data');
      await eventually('the line about the new release', () => said().length > 1 || null);
      expect(said()).toMatchObject([{ tzdata: '2099a' }, { tzdata: '2099b' }]);
      return { earlier, later, local };
    });
    if (kind.name === 'sqlite') {
      await clocks.live('09:00', async (service) => {
        await clocks.untilSent(service, later, at('09:00'));
        expect([await clocks.taken(later), await clocks.taken(earlier)]).toEqual([1, 0]);
      });
    }
    await clocks.live('16:00', async (service) => {
      await clocks.untilSent(service, earlier, at('16:00'));
      await eventually('both messages to Vancouver', async () =>
        (await clocks.taken(earlier)) === 1 && (await clocks.taken(local)) === 1 ? true : null,
      );
    });
    if (kind.name === 'sqlite') expect(await clocks.version()).toContain('time-zone data 2099b');
  });
});
