import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase, type TestDatabaseKind } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/*
 * Two Node.js programs with time-zone data older and newer than 2026c, with real processes and messages. The earlier
 * data puts 09:00 on this Tuesday at 08:00Z in Casablanca and 17:00Z in Vancouver; the later data puts it at 09:00Z and
 * 16:00Z.
 */
const DATE = '2026-11-24';
const NEXT_WEEK = '2026-12-01';
const at = (time: string, date = DATE): string => `${date}T${time}:00.000Z`;

const READ = `[process.versions.tz, ...['Africa/Casablanca', 'America/Vancouver'].map((timeZone) =>
  new Date('${at('12:00')}').toLocaleString('en-GB', { timeZone, timeStyle: 'short' }))].join(' ')`;

/** A program with its data release, and the local time that both zones show at noon of that day. */
const readData = (program: string) => {
  const [release = '', ...clocks] = execFileSync(program, ['-p', READ], { encoding: 'utf8' }).trim().split(' ');
  return { program, release, clocks: clocks.join(' ') };
};

const secondNode = process.env.SECOND_NODE_PATH;
const withSecondNode = secondNode ? describe : describe.skip;
const nodes = { before: '', after: '' };

beforeAll(() => {
  if (!secondNode) return;
  const both = [readData(process.execPath), readData(secondNode)].sort((a, b) => (a.release < b.release ? -1 : 1));
  if (both.map(({ clocks }) => clocks).join() !== '13:00 04:00,12:00 05:00') {
    const had = both.map(({ program, release }) => `${program} has ${release}`).join(' and ');
    throw new Error(
      `One Node.js must have time-zone data of 2025c or earlier and the other of 2026c or later, but ${had}: choose its version in test/support/second-node/install.mjs (20.20.2 has 2025c, 24.21.0 has 2026c).`,
    );
  }
  const [before, after] = both.map(({ program }) => program);
  Object.assign(nodes, { before, after });
});

type Kind = 'oneTime' | 'weekly';
const KINDS: readonly Kind[] = ['oneTime', 'weekly'];

interface Seen {
  readonly active: boolean;
  readonly nextDueAt: string | null;
  readonly nextMoments: readonly { readonly at: string }[];
  readonly runs: { readonly nodes: readonly { dueAt: string; status: string; statusMessage: string | null }[] };
}

interface Planned {
  readonly id: string;
  readonly kind: Kind;
  /** The time zone of its only device. */
  readonly token: string;
}

/** Schedulers with one device each, in a service that is stopped and restarted under other releases at other times. */
class Upgrade implements AsyncDisposable {
  static async open(kind: TestDatabaseKind): Promise<Upgrade> {
    return new Upgrade(await ServiceWorld.open(kind), kind.name === 'mysql');
  }

  private constructor(
    private readonly world: ServiceWorld,
    /** A worker of the earlier release also runs from the second start, as in a rolling upgrade. */
    private readonly isRolling: boolean,
  ) {}

  /** Runs from five seconds past that minute. */
  async live<T>(release: 'before' | 'after', time: string, act: (service: ServiceProcess) => Promise<T>): Promise<T> {
    const now = Date.parse(at(time)) + 5_000;
    await this.world.fakes.setNow(now);
    const start = (node: string, role: string) =>
      this.world.start({ ROLE: role, TZDATA: 'node' }, { node, clockShiftMs: now - Date.now() });
    const service = await start(nodes[release], 'all');
    const other = release === 'after' && this.isRolling ? await start(nodes.before, 'worker') : null;
    const result = await act(service);
    // The older one starts first: alone it would undo what it had planned.
    if (other) expect(await other.terminate()).toMatchObject({ code: 0 });
    expect(await service.terminate()).toMatchObject({ code: 0 });
    return result;
  }

  /** Activates both kinds: one-time at that local time of the day, and weekly on its weekday. */
  plan(service: ServiceProcess, place: readonly [string, string]): Promise<Planned[]> {
    return Promise.all(KINDS.map((kind) => this.planOne(service, kind, place)));
  }

  private async planOne(
    service: ServiceProcess,
    kind: Kind,
    [timeZone, time]: readonly [string, string],
  ): Promise<Planned> {
    const name = `${kind} ${timeZone} ${time}`;
    const app = await createApp(service, this.world.fakes, { provider: 'provider_c', name });
    const token = randomBytes(32).toString('hex');
    await must(201, service.sdk('POST', `/${app.serviceId}/devices`, { body: { token } }));
    const audience = { apps: { appIds: [toGlobalId('App', app.id)] } };
    const common = { name, audience, timeZone };
    const when = kind === 'oneTime' ? { date: DATE, time } : { times: [{ day: 2, times: [time] }] };
    const id = await this.createActive(service, kind, { ...common, ...when });
    return { id, kind, token };
  }

  async look(service: ServiceProcess, { id }: Planned): Promise<Seen> {
    const query = `query ($id: ID!) { scheduler(id: $id) { active nextDueAt nextMoments(first: 1) { at }
      runs(first: 10) { nodes { dueAt status statusMessage } } } }`;
    return (await service.graphql<{ scheduler: Seen }>(query, { id })).scheduler;
  }

  async untilDue(service: ServiceProcess, planned: readonly Planned[], due: string): Promise<void> {
    for (const one of planned) {
      const { nextMoments } = await eventually(`the moment of ${one.kind} at ${due}`, async () => {
        const seen = await this.look(service, one);
        return seen.nextDueAt === due ? seen : null;
      });
      expect(nextMoments).toEqual([{ at: due }]);
    }
  }

  /**
   * Expects one run that was due then, and next week's plan if it is weekly. @param next the time of day in the newer
   * data
   */
  async untilSent(service: ServiceProcess, planned: readonly Planned[], [due, next]: readonly [string, string]) {
    for (const one of planned) {
      await eventually(`the run of ${one.kind} due at ${due}`, async () =>
        (await this.look(service, one)).runs.nodes.some(({ status }) => status === 'FINISHED') ? true : null,
      );
      expect(await this.look(service, one)).toMatchObject({
        active: one.kind === 'weekly',
        nextDueAt: one.kind === 'weekly' ? at(next, NEXT_WEEK) : null,
        nextMoments: one.kind === 'weekly' ? [{ at: at(next, NEXT_WEEK) }] : [],
        runs: { nodes: [{ dueAt: at(due), status: 'FINISHED' }] },
      });
    }
  }

  /** The number of messages that came to each device. */
  async taken(planned: readonly Planned[]): Promise<number[]> {
    const counts = await this.world.fakes.countByTarget();
    return planned.map(({ token }) => counts.get(token) ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.world[Symbol.asyncDispose]();
  }

  private async createActive(service: ServiceProcess, kind: Kind, input: object): Promise<string> {
    const { made, push } = await service.graphql<{
      made: { scheduler: { id: string } };
      push: { push: { id: string } };
    }>(
      `mutation ($input: ${kind === 'oneTime' ? 'OneTime' : 'Weekly'}SchedulerInput!, $push: PushInput!) {
         made: ${kind}SchedulerCreate(input: $input) { scheduler { id } } push: pushCreate(input: $push) { push { id } } }`,
      { input, push: { defaultLang: 'en', translations: [{ language: 'en', title: 'Hello', text: 'once' }] } },
    );
    const { id } = made.scheduler;
    await service.graphql(
      `mutation ($id: ID!, $pushIds: [ID!]!) { schedulerBindPushes(id: $id, pushIds: $pushIds) { scheduler { id } }
         schedulerActivate(id: $id) { scheduler { id } } }`,
      { id, pushIds: [push.push.id] },
    );
    return id;
  }
}

withSecondNode.each(eachDatabase())('one-time and weekly schedulers under two releases of Node.js on $name', (kind) => {
  test('whose moment moves later send only then, and do not repeat what the earlier data sent', async () => {
    await using upgrade = await Upgrade.open(kind);
    const { waiting, sent, witness } = await upgrade.live('before', '07:00', async (service) => {
      const waiting = await upgrade.plan(service, ['Africa/Casablanca', '09:00']);
      const sent = await upgrade.plan(service, ['Africa/Casablanca', '08:30']);
      const witness = await upgrade.plan(service, ['+00:00', '08:00']);
      await upgrade.untilDue(service, waiting, at('08:00'));
      await upgrade.untilDue(service, sent, at('07:30'));
      return { waiting, sent, witness };
    });
    await upgrade.live('before', '07:30', (service) => upgrade.untilSent(service, sent, ['07:30', '07:30']));
    await upgrade.live('after', '08:00', async (service) => {
      await upgrade.untilDue(service, waiting, at('09:00'));
      await upgrade.untilDue(service, sent.slice(1), at('08:30', NEXT_WEEK));
      // Everything due at this minute under either data release has run.
      await upgrade.untilSent(service, witness, ['08:00', '08:00']);
      expect(await upgrade.taken([...waiting, ...sent, ...witness])).toEqual([0, 0, 1, 1, 1, 1]);
    });
    await upgrade.live('after', '09:00', async (service) => {
      await upgrade.untilSent(service, waiting, ['09:00', '09:00']);
      await upgrade.untilSent(service, sent, ['07:30', '08:30']);
      expect(await upgrade.taken([...waiting, ...sent, ...witness])).toEqual([1, 1, 1, 1, 1, 1]);
    });
  });

  test('whose moment moves earlier send then, or late if it has passed, and not again at the old instant', async () => {
    await using upgrade = await Upgrade.open(kind);
    const { coming, passed, witness } = await upgrade.live('before', '15:00', async (service) => {
      const coming = await upgrade.plan(service, ['America/Vancouver', '09:00']);
      const passed = await upgrade.plan(service, ['America/Vancouver', '08:30']);
      const witness = await upgrade.plan(service, ['+00:00', '17:00']);
      await upgrade.untilDue(service, coming, at('17:00'));
      await upgrade.untilDue(service, passed, at('16:30'));
      return { coming, passed, witness };
    });
    await upgrade.live('after', '15:40', async (service) => {
      await upgrade.untilSent(service, passed, ['15:30', '15:30']);
      for (const one of passed) {
        const [run] = (await upgrade.look(service, one)).runs.nodes;
        // The span is 15:30 to 15:40, plus the minutes that a busy machine takes to start.
        expect(run?.statusMessage).toMatch(/\b1\dm late/);
      }
      await upgrade.untilDue(service, coming, at('16:00'));
    });
    await upgrade.live('after', '16:00', (service) => upgrade.untilSent(service, coming, ['16:00', '16:00']));
    await upgrade.live('after', '17:00', async (service) => {
      await upgrade.untilSent(service, witness, ['17:00', '17:00']);
      await upgrade.untilSent(service, coming, ['16:00', '16:00']);
      expect(await upgrade.taken([...coming, ...passed, ...witness])).toEqual([1, 1, 1, 1, 1, 1]);
    });
  });
});
