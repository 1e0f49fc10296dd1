import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MadeUpHouse } from '../support/made-up-house.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/** A made-up filter: by the platform that devices report. */
const FILE = 'src/audience/filters/platforms.ts';
const DEFINITION = `
import { isIn } from '../condition.js';
import { texts } from '../entries.js';
import { type AudienceFilter, known } from '../filter.js';

const LIST = 'platforms_include';

export const platforms = {
  name: 'platforms',
  step: { name: 'PLATFORM', inEstimate: 'The filter by platform.', inTrace: 'The filter by platform.' },
  setting: {
    flag: null,
    lists: [
      {
        name: LIST,
        entries: texts(['ios', 'android']),
        description: 'Platforms.',
        graph: { name: 'include', input: 'Only these.', output: 'Only these.' },
      },
    ],
    disjoint: [],
    rest: { onlyFor: null, joined: null },
    graph: {
      name: 'platforms',
      description: 'By platform.',
      isRequired: false,
      input: { name: 'PlatformsFilterInput', description: 'Which platforms.' },
      output: { name: 'SelectedPlatforms', description: 'Which platforms a scheduler reaches.' },
      facts: [],
    },
  },
  keep: ({ lists }) => lists[LIST] ?? null,
  compile: (kept) => kept && isIn('d.platform', kept),
  words: {
    subject: ({ platform }) => known('platform', platform),
    passed: 'is one of the run',
    stopped: () => 'is none of the run',
    unused: 'The run is for all platforms.',
  },
} as const satisfies AudienceFilter<readonly string[] | null>;
`;

const REGISTRY = 'src/audience/filters/index.ts';

/** Its name and its import. */
const register = async (house: MadeUpHouse): Promise<void> => {
  await house.change(REGISTRY, '  segments,\n] as const', '  segments,\n  platforms,\n] as const');
  await house.change(
    REGISTRY,
    "import { tags } from './tags.js';",
    "import { platforms } from './platforms.js';\nimport { tags } from './tags.js';",
  );
};

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
  await house.add(FILE, DEFINITION);
  await register(house);
  expect(await house.compile()).toBe('');
}, COMPILED_MS);
afterAll(() => house[Symbol.asyncDispose]());

const DUE = Date.parse('2031-12-24T18:30:00Z');
const TIMING = { date: '2031-12-24', time: '18-30', local_time: false, timezone: '+00:00' };

const CREATE = `mutation ($input: OneTimeSchedulerInput!) { oneTimeSchedulerCreate(input: $input) {
  scheduler { id audience { platforms { include } } } userErrors { field message } } }`;
const READ =
  'query ($id: ID!) { scheduler(id: $id) { audience { platforms { include } } runs(first: 1) { nodes { id status } } } }';
const ESTIMATE = `query ($audience: AudienceInput!) { audienceEstimate(audience: $audience) {
  estimate { reached steps { step remaining leftOut } } userErrors { message } } }`;
const TRACE = `query ($device: ID!, $run: ID!) { deliveryTrace(deviceId: $device, runId: $run) {
  outcome summary steps { step verdict message } } }`;

interface Audience {
  readonly audience: { readonly platforms: { readonly include: readonly string[] } };
}

describe.each(eachDatabase())('a made-up filter, one file and one entry of the registry, on $name', (kind) => {
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

  test('is accepted, shown, estimated, used for sending and traced', async () => {
    const before = await start(-600_000);
    const app = await createApp(before, world.fakes, { provider: 'provider_b', name: 'An app' });
    const devices: { id: number; address: string; platform: string | null }[] = [];
    for (const platform of ['ios', 'ios', 'android', null]) {
      const address = crypto.randomUUID();
      const body = { subscription_id: address, ...(platform && { platform }) };
      const { device_id: id } = await must(201, before.sdk('POST', `/${app.serviceId}/devices`, { body }));
      devices.push({ id: Number(id), address, platform });
    }

    // REST checks its rules, and returns it unchanged.
    const refused = await before.api('POST', '/sched/onesend', {
      ...{ name: 'x', all_apps: true, ...TIMING },
      platforms_include: ['ios', ' '],
    });
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining('platforms_include') } });
    const body = { name: 'By REST', all_apps: true, ...TIMING, platforms_include: ['ios'] };
    const { id } = await must(201, before.api('POST', '/sched/onesend', body));
    expect(await must(200, before.api('GET', `/sched/onesend/${id}`))).toMatchObject({ platforms_include: ['ios'] });
    const listed = await must(200, before.api('GET', '/sched/onesend'));
    expect(listed.schedulers).toMatchObject([{ platforms_include: ['ios'] }]);
    const { components } = await must(200, before.api('GET', '/openapi.json'));
    expect(components.schemas.OneTimeSchedulerInput.properties).toHaveProperty('platforms_include');

    // GraphQL: the same scheduler, a new one, and an estimate.
    const audience = { apps: { all: true }, platforms: { include: ['ios'] } };
    const read = await before.graphql<{ scheduler: Audience }>(READ, { id: toGlobalId('Scheduler', id) });
    expect(read.scheduler.audience).toEqual({ platforms: { include: ['ios'] } });
    const input = { name: 'By GraphQL', audience, date: TIMING.date, time: '18:30', timeZone: 'UTC' };
    const made = await before.graphql<{ oneTimeSchedulerCreate: { scheduler: Audience } }>(CREATE, { input });
    expect(made.oneTimeSchedulerCreate.scheduler.audience).toEqual({ platforms: { include: ['ios'] } });
    expect((await before.graphql<{ audienceEstimate: object }>(ESTIMATE, { audience })).audienceEstimate).toEqual({
      estimate: {
        reached: 2,
        steps: [
          { step: 'REGISTERED', remaining: 4, leftOut: 0 },
          { step: 'ACTIVE', remaining: 4, leftOut: 0 },
          { step: 'PLATFORM', remaining: 2, leftOut: 2 },
        ],
      },
      userErrors: [],
    });

    // A run, and the reason for each device.
    const pushId = await createPush(before, [{ language: 'en', title: 'Hello', text: 'Text' }]);
    await must(204, before.api('PUT', `/sched/onesend/${id}/pushes`, { push_ids: [pushId] }));
    await must(204, before.api('POST', `/sched/onesend/${id}/activate`));
    expect(await before.terminate()).toMatchObject({ code: 0 });
    const after = await start(5_000);
    const run = await eventually('the run', async () => {
      const { scheduler } = await after.graphql<{ scheduler: { runs: { nodes: { id: string; status: string }[] } } }>(
        READ,
        { id: toGlobalId('Scheduler', id) },
      );
      return scheduler.runs.nodes.find(({ status }) => status === 'FINISHED') ?? null;
    });
    const sentTo = (await world.fakes.entries()).map(({ target }) => target);
    const reached = devices.filter(({ platform }) => platform === 'ios').map(({ address }) => address);
    expect(sentTo.toSorted()).toEqual(reached.toSorted());
    const traced = [];
    for (const device of devices) {
      const ids = { device: toGlobalId('Device', device.id), run: run.id };
      const { deliveryTrace } = await after.graphql<{ deliveryTrace: { steps: { step: string; message: string }[] } }>(
        TRACE,
        ids,
      );
      traced.push(deliveryTrace.steps.find(({ step }) => step === 'PLATFORM'));
    }
    expect(traced).toEqual([
      { step: 'PLATFORM', verdict: 'PASSED', message: 'Its platform, ios, is one of the run.' },
      { step: 'PLATFORM', verdict: 'PASSED', message: 'Its platform, ios, is one of the run.' },
      { step: 'PLATFORM', verdict: 'STOPPED', message: 'Its platform, android, is none of the run.' },
      { step: 'PLATFORM', verdict: 'STOPPED', message: 'Its unknown platform is none of the run.' },
    ]);
  });
});

test(
  'a filter that lacks a part does not compile',
  async () => {
    await using other = await MadeUpHouse.open();
    for (const [part, text] of [
      ['step', /\n {2}step: .*/],
      ['inEstimate', / inEstimate: '.*?',/],
      ['entries', /\n *entries: .*/],
      ['unused', /\n *unused: .*/],
    ] as const) {
      await other.add(FILE, DEFINITION.replace(text, ''));
      expect(await other.check(FILE)).toContain(`Property '${part}' is missing`);
    }
    await other.add(FILE, DEFINITION);
    expect(await other.check(FILE)).toBe('');
  },
  COMPILED_MS,
);
