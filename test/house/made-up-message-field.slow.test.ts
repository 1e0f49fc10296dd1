import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ProviderName } from '../../src/providers/sender.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { MadeUpHouse } from '../support/made-up-house.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, must } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';

/** Two made-up fields: one of a translation, and one of a push. */
const ENTRIES = `export const MESSAGE_FIELDS = {
  motto: inGraph('The second line.', { level: 'translation', kind: 'text', maxLength: 60 }),
  mood: inGraph('The mood.', { level: 'push', kind: 'text', maxLength: 40 }),`;

const MIGRATION = `
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumn } from './ddl.js';

export class MadeUpFields1999000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumn(runner, 'push_translation', 'motto {key 60} NULL');
    await addColumn(runner, 'push', 'mood {key 40} NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE push_translation DROP COLUMN motto');
    await runner.query('ALTER TABLE push DROP COLUMN mood');
  }
}
`;

/** Each provider's mapping of the fields. Nothing else knows them. */
const MAPPINGS: readonly (readonly [file: string, to: string])[] = [
  [
    'provider-a/fcm-fields.ts',
    'motto: ({ data }, motto) => { data.motto = motto; }, mood: ({ data }, mood) => { data.mood = mood; },',
  ],
  [
    'provider-b/onesignal-fields.ts',
    'motto: (draft, motto) => { draft.subtitle = { en: motto }; }, mood: (draft, mood) => { draft.thread_id = mood; },',
  ],
  [
    'provider-c/apns-fields.ts',
    "motto: ({ aps }, motto) => { aps.alert.subtitle = motto; }, mood: ({ aps }, mood) => { aps['thread-id'] = mood; },",
  ],
  // The fake browser refuses a payload with a key that no service worker reads, so the motto takes an existing one.
  ['webpush/web-push-fields.ts', 'motto: (draft, motto) => { draft.icon = motto; }, mood: null,'],
];

const FIELDS = 'src/ports/message-fields.ts';
const INDEX = 'src/migrations/index.ts';

const enter = (house: MadeUpHouse): Promise<void> => house.change(FIELDS, 'export const MESSAGE_FIELDS = {', ENTRIES);

/** A whole program is compiled, together with other load: 15 s on an idle machine. */
const COMPILED_MS = 400_000;

let house: MadeUpHouse;
beforeAll(async () => {
  house = await MadeUpHouse.open();
  await enter(house);
  for (const [file, to] of MAPPINGS) await house.change(`src/providers/${file}`, '  title: (', `  ${to}\n  title: (`);
  await house.add('src/migrations/1999000000000-made-up-fields.ts', MIGRATION);
  await house.change(INDEX, '] as const;', '  MadeUpFields1999000000000,\n] as const;');
  await house.change(
    INDEX,
    'import { Initial',
    "import { MadeUpFields1999000000000 } from './1999000000000-made-up-fields.js';\nimport { Initial",
  );
  expect(await house.compile()).toBe('');
}, COMPILED_MS);
afterAll(() => house[Symbol.asyncDispose]());

const DUE = Date.parse('2031-12-24T18:30:00Z');
const PROVIDERS: readonly ProviderName[] = ['provider_a', 'provider_b', 'provider_c', 'webpush'];

const CREATE = `mutation ($input: PushInput!) { pushCreate(input: $input) {
  push { id databaseId mood translations { title motto } } userErrors { field message code } } }`;
const READ = 'query ($id: ID!) { push(id: $id) { mood translations { title motto } } }';
const DUPLICATE = `mutation ($id: ID!) { schedulerDuplicate(id: $id) {
  scheduler { pushes(first: 5) { nodes { mood translations { motto } } } } userErrors { message } } }`;
const RUNS = 'query ($id: ID!) { scheduler(id: $id) { runs(first: 1) { nodes { status } } } }';

const FACTS = { mood: 'a mood', translations: [{ title: 'Hello', motto: 'A second line' }] };

describe.each(eachDatabase())('made-up message fields on $name', (kind) => {
  let world: ServiceWorld;
  beforeAll(async () => {
    world = await ServiceWorld.open(kind, { migrated: false });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  /** The made-up program, whose clock is this long after the moment (or before). */
  const start = async (afterMs: number): Promise<ServiceProcess> => {
    await world.fakes.setNow(DUE + afterMs);
    return world.start({}, { program: house.program, clockShiftMs: DUE + afterMs - Date.now() });
  };

  const addressOf = async (provider: ProviderName): Promise<object> => {
    if (provider === 'provider_b') return { subscription_id: crypto.randomUUID() };
    if (provider !== 'webpush') return { token: 'ab'.repeat(32) };
    const [made] = await world.fakes.makeSubscriptions({ count: 1, seed: 'made-up-field' });
    return { subscription: { endpoint: made?.endpoint, keys: made?.keys } };
  };

  test('are checked, stored, copied, kept by a run and sent to providers, but are not in REST', async () => {
    const before = await start(-600_000);
    for (const provider of PROVIDERS) {
      const app = await createApp(before, world.fakes, { provider, name: provider });
      await must(201, before.sdk('POST', `/${app.serviceId}/devices`, { body: await addressOf(provider) }));
    }
    const translation = { language: 'en', title: 'Hello', text: 'Text', motto: 'A second line' };
    const input = { defaultLang: 'en', mood: 'a mood', translations: [translation] };
    const create = async (given: object) =>
      (await before.graphql<{ pushCreate: Created }>(CREATE, { input: given })).pushCreate;
    const refused = await create({
      ...input,
      mood: 'x'.repeat(41),
      translations: [{ ...translation, motto: ' ' }],
    });
    expect(refused.userErrors).toMatchObject([
      { field: ['input', 'mood'], code: 'TOO_LONG' },
      { field: ['input', 'translations', '0', 'motto'] },
    ]);
    const { push } = await create(input);
    expect(push).toMatchObject(FACTS);
    expect((await before.graphql<{ push: object }>(READ, { id: push?.id })).push).toEqual(FACTS);
    const inRest = await must(200, before.api('GET', `/pushes/${push?.databaseId}`));
    expect(inRest).not.toHaveProperty('mood');
    expect(Object.keys(inRest.translations[0])).toEqual(['language', 'title', 'text', 'image', 'icon', 'link']);

    const timing = { date: '2031-12-24', time: '18-30', local_time: false, timezone: '+00:00' };
    const { id } = await must(201, before.api('POST', '/sched/onesend', { name: 'x', all_apps: true, ...timing }));
    await must(204, before.api('PUT', `/sched/onesend/${id}/pushes`, { push_ids: [push?.databaseId] }));
    const scheduler = toGlobalId('Scheduler', id);
    const copied = await before.graphql<{ schedulerDuplicate: object }>(DUPLICATE, { id: scheduler });
    expect(copied.schedulerDuplicate).toEqual({
      scheduler: { pushes: { nodes: [{ mood: 'a mood', translations: [{ motto: 'A second line' }] }] } },
      userErrors: [],
    });
    await must(204, before.api('POST', `/sched/onesend/${id}/activate`));
    expect(await before.terminate()).toMatchObject({ code: 0 });

    const after = await start(5_000);
    await eventually('the run', async () => {
      const read = await after.graphql<{ scheduler: { runs: { nodes: { status: string }[] } } }>(RUNS, {
        id: scheduler,
      });
      return read.scheduler.runs.nodes.find(({ status }) => status === 'FINISHED') ?? null;
    });
    const shown = new Map((await world.fakes.entries()).map(({ provider, content }) => [provider, content]));
    expect(Object.fromEntries(shown)).toMatchObject({
      provider_a: { data: { motto: 'A second line', mood: 'a mood' } },
      provider_b: { subtitle: { en: 'A second line' }, thread_id: 'a mood' },
      provider_c: { aps: { alert: { subtitle: 'A second line' }, 'thread-id': 'a mood' } },
      webpush: { icon: 'A second line' },
    });
  });
});

interface Created {
  readonly push: { readonly id: string; readonly databaseId: number } | null;
  readonly userErrors: readonly object[];
}

test(
  'a field that a provider does not map, or that lacks a part, does not compile',
  async () => {
    await using other = await MadeUpHouse.open();
    await enter(other);
    for (const [file] of MAPPINGS) {
      expect(await other.check(`src/providers/${file}`)).toContain('missing the following properties');
    }
    await other.change(FIELDS, ', maxLength: 60 }', ' }');
    expect(await other.check(FIELDS)).toContain("Property 'maxLength' is missing");
  },
  COMPILED_MS,
);
