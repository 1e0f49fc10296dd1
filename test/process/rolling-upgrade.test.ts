import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { randomTokens, seedDevices } from '../support/seed-devices.js';
import type { ServiceProcess } from '../support/service-process.js';
import {
  createApp,
  createPush,
  must,
  type RegisteredApp,
  startAutoPush,
  startOneTime,
} from '../support/service-steps.js';
import type { ServiceWorld } from '../support/service-world.js';
import { makeDue, noteFigures, settledCount, untilTaken } from './crash-run.js';
import { openWorld, withMysql } from './three-processes.js';

/*
 * Two releases share one database: rolled forward during a run and requests, back again on the new release's tables,
 * and forward once more. test/support/previous-release/build.mjs builds the previous release.
 */
const previous = process.env.TEST_PREVIOUS_RELEASE;
const withPrevious = previous && previous !== 'none' ? withMysql : describe.skip;

type Release = 'previous' | 'present';

const CHECKPOINT_SIZE = 100;
/** A lease is longer than any wait for a busy processor: only the killed worker may lose its lease. */
const ENV = { CHECKPOINT_SIZE: String(CHECKPOINT_SIZE), BATCH_SIZE: '400', CONCURRENCY: '2', LEASE_MS: '12000' };
const DEVICES = 3_000;
const REPORTERS = 20;
const CALLERS = 4;
const PAUSE_MS = 50;
/** How long the providers take: a batch of 400 takes four times that. */
const SLOW_MS = 3_000;
const MINUTE_MS = 60_000;

withPrevious('an upgrade from the previous release, and back', () => {
  test('during sending and requests loses nothing, refuses no request and repeats no more than a kill may', async () => {
    await using world = await openWorld({ keepContent: false, migrated: false });
    const fleet = new Fleet(world);
    let [api, worker] = [await fleet.startApi('previous'), await fleet.start('previous', 'worker')];
    const runs = [await prepareRun(world, api, 'forward'), await prepareRun(world, api, 'back')] as const;
    await using traffic = await Traffic.begin(world, fleet, api);

    await beginSlowly(world, runs[0]);
    // The new processes migrate the tables while the old ones keep using them.
    let [nextApi, nextWorker] = [await fleet.startApi('present'), await fleet.start('present', 'worker')];
    await untilBothSend(world);
    await world.fakes.behave();
    await traffic.untilEach(3);
    expect((await api.request('GET', '/readyz')).status).toBe(200);
    await fleet.stop(api, worker);
    await untilFinished(world, 1);

    [api, worker] = [nextApi, nextWorker];
    await beginSlowly(world, runs[1]);
    [nextApi, nextWorker] = [await fleet.startApi('previous'), await fleet.start('previous', 'worker')];
    await untilBothSend(world);
    await traffic.untilEach(3);
    expect((await nextApi.request('GET', '/readyz')).status).toBe(200);
    // A rollback usually follows a fault, so its worker gets no time to finish.
    await worker.kill();
    await world.fakes.behave();
    await fleet.stop(api);
    await untilFinished(world, 2);
    await traffic.untilEach(3);

    const last = [await fleet.startApi('present'), await fleet.start('present', 'worker')] as const;
    await fleet.stop(nextApi, nextWorker);
    await traffic.untilEach(3);
    await traffic.end();
    await untilNothingWaits(world);

    await settledCount(world.fakes);
    const counts = await world.fakes.countByTarget();
    const promised = [...runs.flatMap(({ tokens }) => tokens.map((token) => [token, 1] as const)), ...traffic.events];
    const surplus = promised.map(([token, times]) => (counts.get(token) ?? 0) - times);
    const repeated = surplus.reduce((sum, times) => sum + times, 0);
    noteFigures({ devices: promised.length, repeated, requests: traffic.answered, events: traffic.reported });
    expect(traffic.complaints).toEqual([]);
    expect(Math.min(...surplus)).toBe(0);
    expect(counts.size).toBe(promised.length);
    // Exactly one of all these processes was killed.
    expect(repeated).toBeLessThanOrEqual(CHECKPOINT_SIZE);
    await traffic.expectKept(last[0]);
    await fleet.stop(...last);
    expect(fleet.complaints()).toEqual([]);
  });
});

/** The processes of both releases, and which of them answer requests: a load balancer's view. */
class Fleet {
  private readonly started: ServiceProcess[] = [];
  private readonly apis = new Map<ServiceProcess, Set<Promise<unknown>>>();
  private turn = 0;

  constructor(private readonly world: ServiceWorld) {}

  async start(release: Release, role: 'api' | 'worker'): Promise<ServiceProcess> {
    const options = release === 'previous' ? { program: join(previous ?? '', 'bundle/main.js') } : {};
    const service = await this.world.start({ ...ENV, ROLE: role }, options);
    this.started.push(service);
    return service;
  }

  async startApi(release: Release): Promise<ServiceProcess> {
    const api = await this.start(release, 'api');
    await eventually('a process that is ready', async () =>
      (await api.request('GET', '/readyz')).status === 200 ? true : null,
    );
    this.apis.set(api, new Set());
    return api;
  }

  /** Sends a request to the next process that accepts requests. */
  ask<T>(call: (api: ServiceProcess) => Promise<T>): Promise<T> {
    const apis = [...this.apis];
    const [api, underWay] = apis[this.turn++ % apis.length] ?? [];
    if (!api || !underWay) throw new Error('Nobody answers.');
    const answer = call(api);
    underWay.add(answer);
    return answer.finally(() => underWay.delete(answer));
  }

  /**
   * Stops a process like a load balancer: it takes no new requests, finishes those in progress, then gets the signal.
   */
  async stop(...services: ServiceProcess[]): Promise<void> {
    for (const service of services) {
      const underWay = this.apis.get(service) ?? [];
      this.apis.delete(service);
      await Promise.allSettled(underWay);
      expect(await service.terminate()).toMatchObject({ code: 0 });
    }
  }

  complaints(): unknown[] {
    return this.started.flatMap(({ log, process }) => [
      ...log.filter(({ level }) => level === 'error' || level === 'fatal'),
      ...process.stderr,
    ]);
  }
}

interface Reporter {
  readonly path: string;
  readonly secret: string;
  readonly token: string;
}

/**
 * Callers that exercise everything that one release writes and the other reads, each time through any available
 * process.
 */
class Traffic implements AsyncDisposable {
  static async begin(world: ServiceWorld, fleet: Fleet, api: ServiceProcess): Promise<Traffic> {
    const app = await createApp(api, world.fakes, { provider: 'provider_c', name: 'reporters' });
    await must(201, api.api('POST', '/events', { name: 'Order', code: 'order' }));
    const pushId = await createPush(api, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
    const body = { name: 'order', app_ids_include: [app.id], event_include: ['order'] };
    await startAutoPush(api, { pushId, body });
    const traffic = new Traffic(fleet, app);
    for (let index = 0; index < REPORTERS; index += 1) await traffic.register();
    traffic.callers = Array.from({ length: CALLERS }, (_, index) => traffic.call(index));
    return traffic;
  }

  readonly complaints: string[] = [];
  /** Accepted events, by the token of the reporting device: each is owed one message. */
  readonly events = new Map<string, number>();
  answered = 0;
  reported = 0;
  private callers: readonly Promise<void>[] = [];
  private isOver = false;
  private readonly rounds: number[] = this.steps().map(() => 0);
  private readonly reporters: Reporter[] = [];
  private readonly pushes: number[] = [];
  private readonly planned: number[] = [];

  private constructor(
    private readonly fleet: Fleet,
    private readonly app: RegisteredApp,
  ) {}

  /** Resolves when every step has run this many more times. */
  async untilEach(times: number): Promise<void> {
    const before = [...this.rounds];
    await eventually('requests of each kind', () =>
      this.rounds.every((rounds, index) => rounds >= (before[index] ?? 0) + times) ? true : null,
    );
  }

  async end(): Promise<void> {
    this.isOver = true;
    await Promise.all(this.callers);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.end();
  }

  /** The last release knows the device, whichever release wrote it. */
  async expectKept(api: ServiceProcess): Promise<void> {
    for (const id of this.pushes) await must(200, api.api('GET', `/pushes/${id}`));
    for (const id of this.planned) await must(200, api.api('GET', `/sched/onesend/${id}`));
    const { schedulers } = await api.graphql<{ schedulers: { nodes: { name: string; status: string }[] } }>(
      '{ schedulers(first: 100) { nodes { name status } } }',
    );
    noteFigures({ states: [...new Set(schedulers.nodes.map(({ name, status }) => `${name} ${status}`))] });
  }

  private steps(): readonly (() => Promise<unknown>)[] {
    return [() => this.report(), () => this.register(), () => this.write(), () => this.plan(), () => this.read()];
  }

  private async call(first: number): Promise<void> {
    const steps = this.steps();
    for (let turn = first; !this.isOver; turn += 1) {
      const index = turn % steps.length;
      try {
        await steps[index]?.();
        this.rounds[index] = (this.rounds[index] ?? 0) + 1;
      } catch (error) {
        this.complaints.push(String(error));
      }
      await sleep(PAUSE_MS);
    }
  }

  private async report(): Promise<void> {
    const reporter = this.reporters[this.reported % REPORTERS];
    if (!reporter) return;
    this.reported += 1;
    const body = { events: [{ code: 'order', id: randomUUID() }] };
    await this.must(202, (api) => api.sdk('POST', `${reporter.path}/events`, { body, secret: reporter.secret }));
    this.events.set(reporter.token, (this.events.get(reporter.token) ?? 0) + 1);
  }

  /** One process registers it, and the next knows it. */
  private async register(): Promise<void> {
    const token = randomUUID().replaceAll('-', '').repeat(2);
    const path = `/${this.app.serviceId}/devices`;
    const { device_id, device_secret } = await this.must(201, (api) => api.sdk('POST', path, { body: { token } }));
    const reporter = { path: `${path}/${device_id}`, secret: device_secret, token };
    await this.must(204, (api) =>
      api.sdk('PATCH', reporter.path, { body: { timezone: 'Europe/Berlin' }, secret: reporter.secret }),
    );
    this.reporters.push(reporter);
  }

  private async write(): Promise<void> {
    const translations = [{ language: 'en', title: 'Title', text: 'Text' }];
    const { id } = await this.must(201, (api) => api.api('POST', '/pushes', { default_lang: 'en', translations }));
    this.pushes.push(id);
    await this.must(200, (api) => api.api('GET', `/pushes/${id}`));
  }

  /** One release activates it, and the other stops it. */
  private async plan(): Promise<void> {
    const at = new Date(Date.now() + 30 * 24 * 60 * MINUTE_MS).toISOString();
    const { id } = await this.must(201, (api) =>
      api.api('POST', '/sched/onesend', {
        name: 'planned',
        app_ids_include: [this.app.id],
        date: at.slice(0, 10),
        time: '09-00',
        timezone: '+00:00',
        local_time: false,
      }),
    );
    this.planned.push(id);
    await this.must(204, (api) => api.api('POST', `/sched/onesend/${id}/activate`));
    await this.must(204, (api) => api.api('POST', `/sched/onesend/${id}/deactivate`));
  }

  private async read(): Promise<void> {
    const query = `{ apps { nodes { id name } } schedulers(first: 5) { nodes { id name } } pushes(first: 5) { nodes { id } }
      runs(first: 5) { nodes { id status counts { total sent } } } }`;
    await this.fleet.ask((api) => api.graphql(query));
    await this.must(200, (api) => api.api('GET', '/apps'));
  }

  private async must(status: number, call: (api: ServiceProcess) => ReturnType<ServiceProcess['api']>) {
    const body = await must(status, this.fleet.ask(call));
    this.answered += 1;
    return body;
  }
}

/** An application with its devices, and a scheduler that is not yet due. */
const prepareRun = async (world: ServiceWorld, api: ServiceProcess, name: string) => {
  const app = await createApp(api, world.fakes, { provider: 'provider_c', name });
  const devices = randomTokens(DEVICES);
  await seedDevices(await world.db(), app.id, devices);
  const pushId = await createPush(api, [{ language: 'en', title: 'Hello', text: 'A message that must arrive.' }]);
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS + 60 * MINUTE_MS;
  const schedulerId = await startOneTime(api, { pushId, at, body: { name, app_ids_include: [app.id] } });
  return { schedulerId, tokens: devices.map(({ token }) => token) };
};

/** After a quarter of its messages the provider slows down, so the run lasts until the others have started. */
const beginSlowly = async (world: ServiceWorld, run: { schedulerId: number; tokens: readonly string[] }) => {
  await world.fakes.misbehave({ targets: run.tokens.slice(0, DEVICES / 4), fault: { kind: 'delay', delayMs: 100 } });
  await world.fakes.misbehave({ targets: run.tokens, fault: { kind: 'delay', delayMs: SLOW_MS } });
  const before = (await world.fakes.summary()).accepted;
  await makeDue(world, run.schedulerId);
  await untilTaken(world.fakes, before + DEVICES / 4);
};

const untilBothSend = (world: ServiceWorld): Promise<true> =>
  eventually('batches at both workers', async () => {
    const sql = "SELECT COUNT(DISTINCT lease_owner) AS n FROM batch WHERE status = 'running'";
    const [row] = await (await world.db()).query<{ n: number | string }>(sql);
    return Number(row?.n) === 2 ? true : null;
  });

const untilFinished = (world: ServiceWorld, count: number): Promise<true> =>
  eventually(`the end of run ${count}`, async () => {
    const sql = "SELECT COUNT(*) AS n FROM run WHERE status = 'finished' AND kind = 'onesend'";
    const [row] = await (await world.db()).query<{ n: number | string }>(sql);
    return Number(row?.n) === count ? true : null;
  });

const untilNothingWaits = (world: ServiceWorld): Promise<true> =>
  eventually('an empty queue', async () => {
    const rows = await (await world.db()).query('SELECT id FROM due_send LIMIT 1');
    return rows.length === 0 ? true : null;
  });
