import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { ServiceGone } from '../support/service-client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, prepareRun, recordedCount, settledCount, untilTaken } from './crash-run.js';
import {
  type Cluster,
  haveTools,
  startBehindNetwork,
  startGalera,
  startReplicated,
  startSharded,
  startVitess,
} from './failover/clusters.js';

/* The database fails during a run while events arrive: `npm run verify:failover`, docs/reliability.md. */

const CHECKPOINT_SIZE = 100;
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '300', CONCURRENCY: '2', LEASE_MS: '4000' };
const DEVICES = 5_000;
const PHONES = 40;
const EVENT_CODE = 'order';
/** The service drops connections that the network has forgotten after a minute. */
const RUN_MS = 180_000;

interface Fault {
  readonly title: string;
  readonly start: () => Promise<Cluster>;
  /** The cluster writes to several nodes at once, so some commits must have been refused. */
  readonly hasConflicts?: true;
  /** The servers do not number rows in steps. */
  readonly isDense?: true;
  /** How long the provider takes, so that the run outlasts the failure; 150 by default. */
  readonly answerMs?: number;
}

const { VITESS_PATH: vitess, VITESS_MYSQLD_PATH: mysqld } = process.env;

/** `npm run verify:vitess` sets the variables. */
const VITESS: readonly Fault[] =
  vitess && mysqld
    ? [
        {
          title: 'Vitess loses the mysqld of its primary, and VTOrc promotes a replica',
          start: () => startVitess({ vitess, mysqld }),
          isDense: true,
        },
        {
          title: 'Vitess moves the devices from two shards to four',
          start: () => startSharded({ vitess, mysqld }),
          isDense: true,
          answerMs: 2_000,
        },
      ]
    : [];

const CLUSTERS: readonly Fault[] = [
  { title: 'a primary dies, and its replica is promoted', start: startReplicated },
  { title: 'a Galera cluster loses the node that is written to', start: () => startGalera('one', 'killed') },
  {
    title: 'a Galera cluster that is written to at each node loses one',
    start: () => startGalera('all', 'killed'),
    hasConflicts: true,
  },
  {
    title: 'a Galera cluster that is written to at each node has one cut off, which comes back',
    start: () => startGalera('all', 'cut off'),
    hasConflicts: true,
  },
  { title: 'the network to the database drops what it carries, and closes nothing', start: startBehindNetwork },
];

const faults = VITESS.length > 0 ? VITESS : CLUSTERS;
const withTools = VITESS.length > 0 || haveTools() ? describe : describe.skip;

withTools.each(faults)('$title', ({ start, hasConflicts, isDense, answerMs = 150 }) => {
  test('during a run: nothing is lost, little is sent twice, ids have gaps', async () => {
    await using cluster = await start();
    const place = { url: cluster.url, [Symbol.asyncDispose]: async () => undefined };
    const open = () => Promise.reject(new Error('for processes alone'));
    await using world = await ServiceWorld.open(
      { name: 'mysql', open, url: async () => place },
      { keepContent: false },
    );
    const api = await world.start({ ...ENV, ROLE: 'api' });
    const workers = await Promise.all([1, 2].map(() => world.start({ ...ENV, ROLE: 'worker' })));
    const { schedulerId, targets } = await prepareRun(world, api, { apple: DEVICES, web: 0 });
    await using reporters = await Reporters.begin(api);
    await world.fakes.misbehave({ fault: { kind: 'delay', delayMs: answerMs } });
    await makeDue(world, schedulerId);
    await untilTaken(world.fakes, DEVICES / 4);
    await using watch = new Watch(world, api);

    const failedAt = performance.now();
    await cluster.fail();
    const switchedAfterMs = Math.round(performance.now() - failedAt);
    await untilTaken(world.fakes, DEVICES / 2, RUN_MS);
    await reporters.untilAccepted(20);
    await eventually(
      'the end of the run',
      async () => {
        const [run] = await ask(world, "SELECT status FROM run WHERE kind = 'onesend'");
        return run?.status === 'finished' ? true : null;
      },
      RUN_MS,
    );
    const finishedAfterMs = Math.round(performance.now() - failedAt);
    await reporters.end();
    await watch.end();
    await eventually(
      'an empty queue',
      async () => ((await ask(world, 'SELECT id FROM due_send LIMIT 1')).length === 0 ? true : null),
      RUN_MS,
    );
    await settledCount(world.fakes);

    const counts = await world.fakes.countByTarget();
    const promised = [...targets.map((token) => [token, 1] as const), ...reporters.accepted];
    const surplus = promised.map(([token, times]) => (counts.get(token) ?? 0) - times);
    const lost = surplus.filter((times) => times < 0).length;
    const repeated = surplus.reduce((sum, times) => sum + Math.max(0, times), 0);
    const conflicts = await cluster.conflicts();
    const ids = (await ask(world, 'SELECT id FROM batch')).map(({ id }) => Number(id));
    noteFigures({
      cluster: cluster.name,
      conflicts,
      ids: { count: ids.length, span: Math.max(...ids) - Math.min(...ids) + 1 },
      messages: promised.reduce((sum, [, times]) => sum + times, 0),
      lost,
      repeated,
      switchedAfterMs,
      noMessageForMs: watch.longestStandstillMs,
      notReadyForMs: watch.notReadyMs,
      eventsRefusedForMs: reporters.longestRefusalMs,
      finishedAfterMs,
    });
    expect(lost).toBe(0);
    expect(repeated).toBeLessThanOrEqual(workers.length * CHECKPOINT_SIZE);
    expect(await eventually('the counts', () => recordedCount(world).catch(() => null))).toBeGreaterThanOrEqual(
      DEVICES,
    );
    // Setup also gets ids in steps of three; nothing may rely on more than their uniqueness.
    if (!isDense) expect(Math.max(...ids) - Math.min(...ids) + 1).toBeGreaterThan(ids.length);
    if (hasConflicts) expect(conflicts).toBeGreaterThan(0);
    for (const service of [api, ...workers]) expect(await service.terminate()).toMatchObject({ code: 0 });
  }, 600_000);
});

/** This observer's connections die with the server too. */
const ask = async (world: ServiceWorld, sql: string): Promise<Record<string, unknown>[]> =>
  eventually(
    'an answer of the database',
    async () => (await world.db()).query<Record<string, unknown>>(sql).catch(() => null),
    RUN_MS,
  );

/** Phones that report event after event, and repeat each with its id until it is accepted. */
class Reporters implements AsyncDisposable {
  static async begin(api: ServiceProcess): Promise<Reporters> {
    await must(201, api.api('POST', '/events', { name: 'Order', code: EVENT_CODE }));
    const pushId = await createPush(api, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
    await startAutoPush(api, { pushId, body: { name: 'order', all_apps: true, event_include: [EVENT_CODE] } });
    const { apps } = await must(200, api.api('GET', '/apps'));
    const app = apps.find(({ name }: { name: string }) => name === 'phones');
    const { service_id } = await must(200, api.api('GET', `/apps/${app.id}`));
    const phones = await Promise.all(
      Array.from({ length: PHONES }, async (_, index) => {
        const token = `${index}`.padStart(64, '0');
        const path = `/${service_id}/devices`;
        const { device_id, device_secret } = await must(201, api.sdk('POST', path, { body: { token } }));
        return { path: `${path}/${device_id}/events`, secret: device_secret, token };
      }),
    );
    const reporters = new Reporters(api);
    // These devices are registered before the run, so they belong to its audience too.
    for (const { token } of phones) reporters.accepted.set(token, 1);
    reporters.callers = phones.map((phone) => reporters.call(phone));
    return reporters;
  }

  readonly accepted = new Map<string, number>();
  longestRefusalMs = 0;
  private total = 0;
  private isOver = false;
  private callers: readonly Promise<void>[] = [];

  private constructor(private readonly api: ServiceProcess) {}

  async untilAccepted(more: number): Promise<void> {
    const before = this.total;
    await eventually(`${more} further events`, () => (this.total >= before + more ? true : null), RUN_MS);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  private async call({ path, secret, token }: { path: string; secret: string; token: string }): Promise<void> {
    while (!this.isOver) {
      const id = randomUUID();
      const startedAt = performance.now();
      // The event stays open until it is accepted. Without an answer the caller cannot know.
      while (!(await this.report(path, { secret, id }))) await sleep(200);
      this.longestRefusalMs = Math.max(this.longestRefusalMs, Math.round(performance.now() - startedAt));
      this.accepted.set(token, (this.accepted.get(token) ?? 0) + 1);
      this.total += 1;
      await sleep(1_000);
    }
  }

  private async report(path: string, { secret, id }: { secret: string; id: string }): Promise<boolean> {
    const body = { events: [{ code: EVENT_CODE, id }] };
    try {
      return (await this.api.sdk('POST', path, { body, secret })).status === 202;
    } catch (error) {
      if (error instanceof ServiceGone) return false;
      throw error;
    }
  }
}

/** The time without messages, and the time in which the service reported that it was not ready. */
class Watch implements AsyncDisposable {
  longestStandstillMs = 0;
  notReadyMs = 0;
  private isOver = false;
  private readonly watching: Promise<unknown>;

  constructor(
    private readonly world: ServiceWorld,
    private readonly api: ServiceProcess,
  ) {
    this.watching = Promise.all([this.watchMessages(), this.watchReadiness()]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.watching;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  private async watchMessages(): Promise<void> {
    let [last, since] = [-1, performance.now()];
    while (!this.isOver) {
      const { accepted } = await this.world.fakes.summary();
      if (accepted !== last) [last, since] = [accepted, performance.now()];
      this.longestStandstillMs = Math.max(this.longestStandstillMs, Math.round(performance.now() - since));
      await sleep(50);
    }
  }

  private async watchReadiness(): Promise<void> {
    let since: number | null = null;
    while (!this.isOver) {
      const { status } = await this.api.request('GET', '/readyz');
      if (status !== 200) since ??= performance.now();
      else since = null;
      if (since !== null) this.notReadyMs = Math.max(this.notReadyMs, Math.round(performance.now() - since));
      await sleep(100);
    }
  }
}
