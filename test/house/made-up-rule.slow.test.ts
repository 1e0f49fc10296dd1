import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MadeUpHouse } from '../support/made-up-house.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

const DUE = Date.parse('2031-12-24T18:30:00Z');
const HOUR = 3_600_000;

/** A made-up rule: it drops messages to version 14 of an app, and holds French ones for an hour. */
const FILE = 'src/delivery/judgement/moon.ts';
const DEFINITION = `
import { type Answer, GO, type JudgementRule } from './rule.js';

const RISES_AT = ${DUE + HOUR};
const FULL = { kind: 'drop', outcome: 'FULL_MOON', code: 'RULE:FULL_MOON', detail: 'phase 14' } as const;
const LOW = { kind: 'wait', until: RISES_AT, code: 'RULE:LOW_MOON', detail: '18:30' } as const;

export const moon: JudgementRule = {
  name: 'moon',
  asked: 'page',
  needs: ['appVersion'],
  texts: { 'RULE:FULL_MOON': 'the moon was full: {detail}', 'RULE:LOW_MOON': 'the moon was low at {detail}' },
  outcomes: { FULL_MOON: { logByte: 200, description: 'The moon was full.' } },
  open: (_page, { clock }) => (pairs) =>
    pairs.map(({ device }): Answer => {
      if (device?.appVersion === '14.0') return FULL;
      return device?.language === 'fr' && clock.now() < RISES_AT ? LOW : GO;
    }),
};
`;

const REGISTRY = 'src/delivery/judgement/index.ts';

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
  await house.add(FILE, DEFINITION);
  await house.change(REGISTRY, ' = [\n  retired,', ' = [\n  retired,\n  moon,');
  await house.change(REGISTRY, 'import { retired }', "import { moon } from './moon.js';\nimport { retired }");
  expect(await house.compile()).toBe('');
}, COMPILED_MS);
afterAll(() => house[Symbol.asyncDispose]());

const TIMING = { date: '2031-12-24', time: '18-30', local_time: false, timezone: '+00:00' };
const RUN = `query ($id: ID!) { scheduler(id: $id) { runs(first: 1) { nodes { id status
  counts { total sent failed retrying held }
  breakdown { byOutcome { outcome count } }
  failuresByReason { reason reasonCode outcome count }
  waitingByReason { reason reasonCode count nextTryAt } } } } }`;
const TRACE = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
  outcome decidedBy { step verdict code values message outcome reason reasonCode } } }`;
const DELIVERIES = `query ($run: ID!) { run(id: $run) {
  deliveries(first: 10, where: { outcome: [FULL_MOON] }) { nodes { outcome } }
  held: deliveries(first: 10, where: { outcome: [HELD] }) { totalCount nodes { outcome tries nextTryAt } }
  retrying: deliveries(first: 10, where: { outcome: [RETRYING] }) { totalCount nodes { outcome } } } }`;

interface RunOfMoon {
  readonly id: string;
  readonly status: string;
  readonly counts: { readonly total: number };
}

describe.each(eachDatabase())('a made-up rule, one file and one entry of the registry, on $name', (kind) => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.open(kind);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** The made-up program, whose clock is this long after the moment (or before). */
  const start = async (afterMs: number): Promise<ServiceProcess> => {
    await world.fakes.setNow(DUE + afterMs);
    return world.start({}, { program: house.program, clockShiftMs: DUE + afterMs - Date.now() });
  };

  const findRun = async (service: ServiceProcess, schedulerId: number, isWanted: (run: RunOfMoon) => boolean) => {
    const read = async () => {
      const { scheduler } = await service.graphql<{ scheduler: { runs: { nodes: RunOfMoon[] } } }>(RUN, {
        id: toGlobalId('Scheduler', schedulerId),
      });
      return scheduler.runs.nodes.find(isWanted) ?? null;
    };
    await eventually('the run', read);
    // Several statements read the parts of an answer, so the first may see only part of a checkpoint.
    return eventually('the run at rest', read);
  };

  test('holds and drops messages, and appears in counts, reasons, traces and metrics', async () => {
    const before = await start(-600_000);
    const app = await createApp(before, world.fakes, { provider: 'provider_b', name: 'An app' });
    const devices = new Map<string, { id: number; address: string }>();
    for (const language of ['en', 'de', 'fr']) {
      const address = crypto.randomUUID();
      const body = { subscription_id: address, language, ...(language === 'de' ? { app_version: '14.0' } : {}) };
      const { device_id: id } = await must(201, before.sdk('POST', `/${app.serviceId}/devices`, { body }));
      devices.set(language, { id: Number(id), address });
    }
    const { id } = await must(201, before.api('POST', '/sched/onesend', { name: 'x', all_apps: true, ...TIMING }));
    const pushId = await createPush(before, [{ language: 'en', title: 'Hello', text: 'Text' }]);
    await must(204, before.api('PUT', `/sched/onesend/${id}/pushes`, { push_ids: [pushId] }));
    await must(204, before.api('POST', `/sched/onesend/${id}/activate`));
    expect(await before.terminate()).toMatchObject({ code: 0 });

    const evening = await start(5_000);
    const run = await findRun(evening, id, ({ counts }) => counts.total === 3);
    expect(run).toMatchObject({
      status: 'RUNNING',
      counts: { total: 3, sent: 1, failed: 0, retrying: 0, held: 1 },
      breakdown: {
        byOutcome: expect.arrayContaining([
          { outcome: 'FULL_MOON', count: 1 },
          { outcome: 'HELD', count: 1 },
          { outcome: 'SENT', count: 1 },
        ]),
      },
      failuresByReason: [
        { reason: 'the moon was full: phase 14', reasonCode: 'FULL_MOON', outcome: 'FULL_MOON', count: 1 },
      ],
      waitingByReason: [
        {
          reason: 'the moon was low at 18:30',
          reasonCode: 'LOW_MOON',
          count: 1,
          nextTryAt: new Date(DUE + HOUR).toISOString(),
        },
      ],
    });
    const trace = async (service: ServiceProcess, language: string) => {
      const ids = { device: toGlobalId('Device', devices.get(language)?.id ?? 0), run: run.id };
      return (await service.graphql<{ deliveryTrace: unknown }>(TRACE, ids)).deliveryTrace;
    };
    expect(await trace(evening, 'de')).toEqual({
      outcome: 'FAILED',
      decidedBy: {
        step: 'TRY',
        verdict: 'STOPPED',
        code: 'RULE_DROPPED',
        values: { push: pushId, rule: 'moon', because: ': the moon was full: phase 14' },
        message: `The rule moon dropped push ${pushId}: the moon was full: phase 14.`,
        outcome: 'FULL_MOON',
        reason: 'the moon was full: phase 14',
        reasonCode: 'FULL_MOON',
      },
    });
    expect(await trace(evening, 'fr')).toMatchObject({
      outcome: 'WAITING',
      decidedBy: {
        step: 'TRY',
        verdict: 'WAITING',
        code: 'RULE_HELD',
        values: { push: pushId, rule: 'moon', reason: 'the moon was low at 18:30', dueAt: '2031-12-24T19:30:00Z' },
        outcome: 'HELD',
        reasonCode: 'LOW_MOON',
      },
    });
    expect(await evening.graphql(DELIVERIES, { run: run.id })).toEqual({
      run: {
        deliveries: { nodes: [{ outcome: 'FULL_MOON' }] },
        held: { totalCount: 1, nodes: [{ outcome: 'HELD', tries: 0, nextTryAt: new Date(DUE + HOUR).toISOString() }] },
        retrying: { totalCount: 0, nodes: [] },
      },
    });
    const metrics = await (await fetch(`${evening.address}/metrics`)).text();
    const counters = metrics.split('\n').filter((line) => line.startsWith('pushgraph_messages_'));
    const counted = (...labels: readonly string[]) =>
      counters.filter((line) => labels.every((label) => line.includes(label)) && line.endsWith(' 1'));
    expect(metrics).toContain('pushgraph_waiting{kind="held_messages"} 1\n');
    expect(counted('judged', 'rule="moon"', 'answer="drop"', 'code="RULE:FULL_MOON"')).toHaveLength(1);
    expect(counted('judged', 'rule="moon"', 'answer="wait"', 'code="RULE:LOW_MOON"')).toHaveLength(1);
    expect(counted('provider="provider_b"', 'outcome="FULL_MOON"')).toHaveLength(1);
    expect(await evening.terminate()).toMatchObject({ code: 0 });

    const night = await start(HOUR + 5_000);
    const ended = await findRun(night, id, ({ status }) => status === 'FINISHED');
    expect(ended).toMatchObject({
      counts: { total: 3, sent: 2, failed: 0, retrying: 0, held: 0 },
      waitingByReason: [],
    });
    expect(await trace(night, 'fr')).toMatchObject({ outcome: 'SENT' });
    const reached = ['en', 'fr'].map((language) => devices.get(language)?.address);
    expect((await world.fakes.entries()).map(({ target }) => target)).toEqual(reached);
  });
});

test(
  'a rule that lacks a part, or returns an invalid verdict, does not compile',
  async () => {
    await using other = await MadeUpHouse.open();
    for (const [part, changed] of [
      [`"moon phase"' is not assignable`, DEFINITION.replace("'appVersion'", "'moon phase'")],
      ["Property 'asked' is missing", DEFINITION.replace(/\n {2}asked: .*/, '')],
      ["Property 'open' is missing", DEFINITION.replace(/\n {2}open: [\s\S]*?\n\};/, '\n};')],
      ["Property 'until' is missing", DEFINITION.replace(' until: RISES_AT,', '')],
      ["'logByte' is missing", DEFINITION.replace('logByte: 200, ', '')],
    ] as const) {
      await other.add(FILE, changed);
      expect(await other.check(FILE)).toContain(part);
    }
    await other.add(FILE, DEFINITION);
    expect(await other.check(FILE)).toBe('');
  },
  COMPILED_MS,
);
