import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, execute } from '../../src/database/database.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import type { Json } from '../schema/support/graph-app.js';
import { GraphOverWorld } from '../schema/support/graph-over-world.js';
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

const CREATE = `mutation ($input: PushInput!) { pushCreate(input: $input) {
  push { id missing templateWarnings { field language line column message severity } } userErrors { field message } } }`;
const UPDATE = `mutation ($id: ID!, $input: PushInput!) { pushUpdate(id: $id, input: $input) {
  push { missing } userErrors { field message } } }`;
const CHECK = `query ($push: PushInput, $text: String) { templateCheck(push: $push, text: $text) {
  problems { field language line column message severity } } }`;
const PREVIEW = `query ($push: PushInput!, $device: ID, $user: String) {
  messagePreview(push: $push, deviceId: $device, externalUserId: $user) {
    previews { provider body warnings { code message } } userErrors { field message code } } }`;
const TEST = `mutation ($push: PushInput!, $device: ID!) { pushTest(message: $push, deviceId: $device) {
  result { outcome reason reasonCode } userErrors { message } } }`;
const ESTIMATE = `query ($id: ID, $push: PushInput, $audience: AudienceInput!) {
  abortEstimate(pushId: $id, push: $push, audience: $audience) {
    estimate { sampled aborted failed isComplete reasons { code reason deviceCount } } userErrors { field code } } }`;

const pushOf = (text: string, more: object = {}): Json => ({
  defaultLang: 'en',
  translations: [{ language: 'en', title: 'Hello', text }],
  ...more,
});

const setAttributes = (database: Database, id: number, attributes: object): Promise<unknown> =>
  database.tx((tx) => execute(tx, 'UPDATE device SET attributes = ? WHERE id = ?', [JSON.stringify(attributes), id]));

describe.each(eachDatabase())('templates in the graph on $name', ({ open }) => {
  const start = async (database: Database) => {
    const world = await new DeliveryWorld({ database, fakes }).init();
    const graph = await GraphOverWorld.open(world);
    const dispose = async () => {
      await graph[Symbol.asyncDispose]();
      await world[Symbol.asyncDispose]();
    };
    return { world, graph, [Symbol.asyncDispose]: dispose };
  };

  test('Liquid in a text makes a push a template, and mistakes are refused with their place', async () => {
    await using database = await open();
    await using set = await start(database);
    const { graph } = set;
    const create = async (input: Json) => (await graph.data(CREATE, { input })).pushCreate as Json;
    expect(await create(pushOf('Plain'))).toMatchObject({ push: { missing: null, templateWarnings: [] } });
    const made = await create(pushOf('Hi {{ user.plan }}'));
    expect(made).toMatchObject({
      push: {
        missing: 'DEFAULT',
        templateWarnings: [
          { field: 'translations[0].text', language: 'en', line: 1, column: 4, severity: 'WARNING' },
          { line: 1, column: 7, message: expect.stringContaining('No attribute `plan` is defined') },
        ],
      },
    });
    expect(await create(pushOf('Hi {{ user.plan }}', { missing: 'ABORT' }))).toMatchObject({
      push: { missing: 'ABORT' },
    });
    const refused = await create({
      ...pushOf('x'),
      buttons: [{ id: 'buy' }],
      translations: [
        { language: 'en', title: 'A', text: 'B' },
        { language: 'de', title: 'Hallo\n{% if %}', text: '{{ a | shout }}', buttonLabels: { buy: '{{ customer }}' } },
      ],
    });
    expect(
      (refused.userErrors as Json[]).map(({ field, message }) => [(field as string[]).join('.'), message]),
    ).toEqual([
      ['input.translations.1.title', expect.stringMatching(/line 2, column 6: /)],
      ['input.translations.1.text', expect.stringMatching(/line 1, column 1: Undefined filter: shout\./)],
      [
        'input.translations.1.buttonLabels',
        expect.stringMatching(/"buy", line 1, column 4: "customer" is not known\./),
      ],
    ]);
    const named = await create(pushOf('{{ first_name }}', { missing: 'ABORT' }));
    expect(named).toMatchObject({ userErrors: [{ message: expect.stringContaining('"first_name" is not known') }] });
    expect(await create(pushOf('{% abort_message reason %}'))).toMatchObject({
      userErrors: [{ message: expect.stringContaining('"abort_message" takes a reason') }],
    });
    const { id } = made.push as Json;
    const update = async (input: Json) => (await graph.data(UPDATE, { id, input })).pushUpdate as Json;
    expect(await update(pushOf('{{ user.a'))).toMatchObject({ push: null, userErrors: [{}] });
    expect(await update(pushOf('Plain again'))).toMatchObject({ push: { missing: null }, userErrors: [] });
  });

  test('a defined attribute causes no warning, and `templateCheck` also checks a text outside a push', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, graph } = set;
    const define =
      'INSERT INTO attribute_definition (user_id, name, type, writable_by_device, created_at) VALUES (?, ?, ?, 0, 0)';
    await database.tx((tx) => execute(tx, define, [world.caller.userId, 'plan', 'STRING']));
    const check = async (variables: Json) => ((await graph.data(CHECK, variables)).templateCheck as Json).problems;
    const text = '{{ user.plan | default: "x" }}\n{{ user.age | default: 1 }} {{ oops }}';
    expect(await check({ text })).toEqual([
      expect.objectContaining({ severity: 'ERROR', line: 2, column: 32, field: null, language: null }),
      expect.objectContaining({ severity: 'WARNING', line: 2, column: 4, message: expect.stringContaining('`age`') }),
    ]);
    expect(await check({ push: pushOf('{{ user.plan | default: "x" }}') })).toEqual([]);
  });

  test('REST sends texts unchanged, and a template made in the graph stays one', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, graph } = set;
    const { pushes } = world.services;
    const rest = (text: string) => ({ defaultLang: 'en', translations: [{ language: 'en', title: 'T', text }] });
    const verbatim = await pushes.create(world.caller, rest('{{ user.name }} {% nonsense %}'));
    expect(verbatim.missing).toBeNull();
    expect((await pushes.updateRestFields(world.caller, verbatim.id, rest('{{ more'))).missing).toBeNull();
    const { push } = (await graph.data(CREATE, { input: pushOf('{{ user.name | default: "x" }}') })).pushCreate as Json;
    const [row] = await database.query<{ id: number }>('SELECT MAX(id) AS id FROM push');
    const id = Number(row?.id);
    expect(push).toMatchObject({ missing: 'DEFAULT' });
    expect((await pushes.updateRestFields(world.caller, id, rest('{{ user.age | default: 1 }}'))).missing).toBe(
      'DEFAULT',
    );
    await expect(pushes.updateRestFields(world.caller, id, rest('{{ user.age'))).rejects.toThrow(
      'translations[0].text',
    );
  });

  test('a preview and a test show a device or a user their own values', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, graph } = set;
    const app = await world.makeApp('provider_c');
    const [anna, bert] = await world.makeDevices(app, 2, (index) => ({
      externalUserId: ['anna', 'bert'][index] ?? '',
    }));
    await setAttributes(database, anna?.device.id ?? 0, { name: 'Anna' });
    const push = pushOf('Hi {{ user.name }}', { missing: 'ABORT' });
    const preview = async (variables: Json) =>
      (await graph.data(PREVIEW, { push, ...variables })).messagePreview as Json;
    const device = toGlobalId('Device', anna?.device.id ?? 0);
    for (const variables of [{ device }, { user: 'anna' }]) {
      expect(await preview(variables)).toMatchObject({
        previews: [{ provider: 'PROVIDER_C', body: expect.stringContaining('Hi Anna'), warnings: [] }],
      });
    }
    const message = 'Nothing would be sent to this device: the device has no value for user.name.';
    expect(await preview({ user: 'bert' })).toMatchObject({
      previews: [{ body: null, warnings: [{ code: 'NOT_RENDERED', message }] }],
    });
    expect(await preview({ user: 'nobody' })).toMatchObject({
      userErrors: [{ field: ['externalUserId'], code: 'NOT_FOUND' }],
    });
    const tested = async (deviceId: string) => (await graph.data(TEST, { push, device: deviceId })).pushTest as Json;
    expect(await tested(device)).toMatchObject({ result: { outcome: 'SENT' } });
    expect(await tested(toGlobalId('Device', bert?.device.id ?? 0))).toMatchObject({
      result: { outcome: 'FAILED', reasonCode: 'VALUE_MISSING', reason: 'the device has no value for user.name' },
    });
    expect(await fakes.count()).toBe(1);
  });

  test('an estimate gives the number of devices that a template excludes', async () => {
    await using database = await open();
    await using set = await start(database);
    const { world, graph } = set;
    for (const provider of ['provider_c', 'provider_a'] as const) {
      const devices = await world.makeDevices(await world.makeApp(provider), 20);
      for (const [index, { device }] of devices.entries()) {
        if (index < 15) await setAttributes(database, device.id, { name: `N${index}`, age: index });
      }
    }
    const text = '{% if user.age < 5 %}{% abort_message "young" %}{% endif %}{{ user.name }}';
    const audience = { apps: { all: true } };
    const estimate = async (variables: Json) =>
      (await graph.data(ESTIMATE, { audience, ...variables })).abortEstimate as Json;
    const reasons = [
      { code: 'TEMPLATE_ABORTED', reason: 'its template aborted it: young', deviceCount: 10 },
      { code: 'VALUE_MISSING', reason: 'the device has no value for user.name', deviceCount: 10 },
    ];
    const push = pushOf(text, { missing: 'ABORT' });
    const expected = { estimate: { sampled: 40, aborted: 20, failed: 0, isComplete: true, reasons }, userErrors: [] };
    expect(await estimate({ push })).toEqual(expected);
    const made = (await graph.data(CREATE, { input: push })).pushCreate as Json;
    expect(await estimate({ id: (made.push as Json).id as string })).toEqual(expected);
    expect(await estimate({ push: pushOf('Plain') })).toMatchObject({ estimate: { sampled: 0, aborted: 0 } });
    expect(await estimate({})).toMatchObject({ estimate: null, userErrors: [{ code: 'REQUIRED' }] });
    expect(await estimate({ id: toGlobalId('Push', 999) })).toMatchObject({ userErrors: [{ code: 'NOT_FOUND' }] });
  });
});
