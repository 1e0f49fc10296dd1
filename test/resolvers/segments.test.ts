import { describe, expect, test } from '@jest/globals';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { AttributeDefinition } from '../../src/entities/attribute-definition.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const CREATE = `mutation ($input: SegmentInput!, $key: String) { segmentCreate(input: $input, idempotencyKey: $key) {
  segment { id databaseId name description tree cost createdAt } userErrors { field message code } } }`;
const UPDATE = `mutation ($id: ID!, $input: SegmentUpdateInput!) { segmentUpdate(id: $id, input: $input) {
  segment { name description tree } userErrors { field message code } } }`;
const DELETE = `mutation ($id: ID!) { segmentDelete(id: $id) { deletedId userErrors { field message code } } }`;
const ESTIMATE = `query ($id: ID, $tree: SegmentNodeInput, $exact: Boolean!) {
  segmentEstimate(id: $id, tree: $tree, exact: $exact) {
    devices isExact marginOfError activeDevices examined userErrors { field message code } } }`;
const SCHEDULE = `mutation ($input: AutoPushSchedulerInput!) { autoPushSchedulerCreate(input: $input) {
  scheduler { id audience { segments { include exclude includeSegments { name } } } } userErrors { field message code } } }`;

const GERMANS = { country: { in: ['DE'] } };

describe.each(eachDatabase())('segments in the graph, $name', (kind) => {
  const app = useGraphApp(kind);
  const create = async (user: GraphUser, tree: Json, name = 'Germans'): Promise<Json> =>
    (await user.data(CREATE, { input: { name, tree } })).segmentCreate;
  const idOf = async (user: GraphUser, tree: Json = GERMANS): Promise<string> => (await create(user, tree)).segment.id;
  const errorsOf = async (user: GraphUser, tree: Json): Promise<string[]> =>
    (await create(user, tree)).userErrors.map(
      ({ field, code, message }: Json) => `${field.join('.')} ${code}: ${message}`,
    );
  const schedule = async (user: GraphUser, segments: Json): Promise<Json> => {
    const input = { name: 'Uses it', audience: { apps: { all: true }, segments } };
    return (await user.data(SCHEDULE, { input })).autoPushSchedulerCreate;
  };
  const define = (user: GraphUser, types: Record<string, AttributeDefinition['type']>): Promise<unknown> =>
    app().database.tx(async (tx) => {
      const parts = { userId: user.userId, writableByDevice: false, createdAt: new Date(0) };
      for (const [name, type] of Object.entries(types)) await tx.insert(AttributeDefinition, { ...parts, name, type });
    });

  test('are created once per key, listed, changed and deleted, with the tree as given', async () => {
    const user = await app().newUser();
    const own = await createWebApp(user);
    await define(user, { plan: 'STRING', age: 'NUMBER', since: 'DATE' });
    const { tagGroupCreate } = await user.data(
      'mutation { tagGroupCreate(input: { name: "g", tags: ["vip"] }) { tagGroup { id } } }',
    );
    const tree = {
      or: [
        { and: [GERMANS, { language: { in: ['de', 'pt-BR'] } }, { not: { platform: { in: ['ios'] } } }] },
        { app: { in: [own.id] } },
        { tag: { in: ['vip'] } },
        { tagGroup: { in: [tagGroupCreate.tagGroup.id] } },
        { timeZone: { in: ['Europe/Berlin'] } },
        { appVersion: { op: 'GE', value: '2.10' } },
        { lastActive: { within: '7d' } },
        { registered: { before: '2026-01-01T00:00:00.000Z' } },
        { attribute: { key: 'plan', op: 'IN', values: ['pro', 'free'] } },
        { attribute: { key: 'age', op: 'LT', value: 30 } },
        { attribute: { key: 'since', op: 'GE', value: '2026-01-01T00:00:00.000Z' } },
        { event: { code: 'dep', op: 'AT_LEAST', times: 3, within: '30d' } },
      ],
    };
    const input = { name: 'Ａll', description: 'Everything', tree };
    const first = (await user.data(CREATE, { input, key: 'once' })).segmentCreate;
    expect(first.userErrors).toEqual([]);
    expect(first.segment).toMatchObject({ name: 'All', description: 'Everything', tree });
    const again = (await user.data(CREATE, { input, key: 'once' })).segmentCreate;
    expect(again.segment.id).toBe(first.segment.id);
    const { segments } = await user.data('{ segments(where: { nameContains: "al" }) { nodes { id } totalCount } }');
    expect(segments).toEqual({ nodes: [{ id: first.segment.id }], totalCount: 1 });
    // The output of the graph is valid input.
    const same = await user.data(UPDATE, { id: first.segment.id, input: { tree: first.segment.tree } });
    expect(same.segmentUpdate).toMatchObject({ segment: { name: 'All', tree }, userErrors: [] });
    const changed = { name: 'Named', description: '', tree: { not: GERMANS } };
    expect((await user.data(UPDATE, { id: first.segment.id, input: changed })).segmentUpdate.segment).toEqual(changed);
    const stranger = await app().newUser();
    const foreign = await stranger.data('query ($id: ID!) { segment(id: $id) { id } }', { id: first.segment.id });
    expect(foreign.segment).toBeNull();
    expect((await stranger.data(DELETE, { id: first.segment.id })).segmentDelete.userErrors[0].code).toBe('NOT_FOUND');
    expect((await user.data(DELETE, { id: first.segment.id })).segmentDelete).toEqual({
      deletedId: first.segment.id,
      userErrors: [],
    });
    expect((await user.data('{ segments { totalCount } }')).segments.totalCount).toBe(0);
  });

  test('report every fault of a tree with its place', async () => {
    const user = await app().newUser();
    await define(user, { plan: 'STRING', age: 'NUMBER', vip: 'BOOLEAN', likes: 'LIST', since: 'DATE' });
    const attribute = (key: string, op: string, rest: Json = {}) => ({ attribute: { key, op, ...rest } });
    expect(
      await errorsOf(user, {
        and: [
          {},
          { ...GERMANS, platform: { in: ['ios'] } },
          { or: [] },
          { not: { country: { in: [] } } },
          { appVersion: { op: 'GE', value: 'v2' } },
          { lastActive: { within: '7d', before: '2026-01-01T00:00:00Z' } },
          { tagGroup: { in: [Buffer.from('TagGroup:999').toString('base64url')] } },
          { timeZone: { in: ['Europe/Atlantis'] } },
          attribute('plann', 'EQ', { value: 'pro' }),
          attribute('plan', 'LT', { value: 'pro' }),
          attribute('age', 'EQ', { value: 'five' }),
          attribute('vip', 'EXISTS', { value: true }),
          attribute('plan', 'IN', { value: 'pro' }),
          attribute('since', 'GT', { value: 'yesterday' }),
          { event: { code: 'dept', op: 'DID' } },
          { event: { code: 'dep', op: 'AT_LEAST', within: '91d' } },
          attribute('since', 'GT', { value: '2026-02-30' }),
          attribute('since', 'LT', { value: '9999-12-31T23:59:59-01:00' }),
        ],
      }),
    ).toEqual([
      expect.stringMatching(/^input\.tree\.and\.0 INVALID: .*exactly one field/),
      expect.stringMatching(/^input\.tree\.and\.1 INVALID: .*exactly one field/),
      expect.stringMatching(/^input\.tree\.and\.2\.or REQUIRED/),
      expect.stringMatching(/^input\.tree\.and\.3\.not\.country\.in REQUIRED: `in` must have 1 to 1000 values\.$/),
      expect.stringMatching(/^input\.tree\.and\.4\.appVersion\.value INVALID/),
      expect.stringMatching(/^input\.tree\.and\.5\.lastActive INVALID: .*exactly one of/),
      expect.stringMatching(/^input\.tree\.and\.6\.tagGroup\.in\.0 NOT_FOUND: .*tag group 999/),
      expect.stringMatching(/^input\.tree\.and\.7\.timeZone\.in\.0 INVALID: .*not an IANA time zone/),
      expect.stringMatching(/^input\.tree\.and\.8\.attribute\.key NOT_FOUND: .*Did you mean "plan"\?$/),
      expect.stringMatching(/^input\.tree\.and\.9\.attribute\.op INVALID: .*type STRING allows only/),
      expect.stringMatching(/^input\.tree\.and\.10\.attribute\.value INVALID: `value` must be a number\.$/),
      expect.stringMatching(/^input\.tree\.and\.11\.attribute\.value INVALID: `value` is not allowed with `EXISTS`\.$/),
      expect.stringMatching(/^input\.tree\.and\.12\.attribute\.value INVALID/),
      expect.stringMatching(/^input\.tree\.and\.12\.attribute\.values REQUIRED/),
      expect.stringMatching(/^input\.tree\.and\.13\.attribute\.value INVALID: .*a date such as/),
      expect.stringMatching(/^input\.tree\.and\.14\.event\.code NOT_FOUND: .*Did you mean "dep"\?$/),
      expect.stringMatching(/^input\.tree\.and\.15\.event\.times REQUIRED/),
      expect.stringMatching(/^input\.tree\.and\.15\.event\.within TOO_LARGE/),
      expect.stringMatching(/^input\.tree\.and\.16\.attribute\.value INVALID: .*a date such as/),
      expect.stringMatching(/^input\.tree\.and\.17\.attribute\.value INVALID: .*a date such as/),
    ]);
  });

  test('are limited in depth, conditions, values and cost', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const nested = (depth: number): Json => (depth === 0 ? GERMANS : { not: nested(depth - 1) });
    expect(await errorsOf(user, nested(5))).toEqual([]);
    expect((await errorsOf(user, nested(6)))[0]).toMatch(/nested at most 5 deep/);
    const many = (count: number, node: Json = GERMANS): Json => ({ or: Array.from({ length: count }, () => node) });
    expect(await errorsOf(user, many(50))).toEqual([]);
    expect(await errorsOf(user, many(51))).toEqual(['input.tree TOO_MANY: A segment has at most 50 conditions.']);
    const values = (count: number) => Array.from({ length: count }, (_, index) => `platform ${index}`);
    expect((await errorsOf(user, { platform: { in: values(1_001) } }))[0]).toMatch(/tree\.platform\.in TOO_MANY/);
    expect((await errorsOf(user, many(11, { platform: { in: values(1_000) } })))[0]).toMatch(/at most 10,000 values/);
    const daily = { event: { code: 'dep', op: 'AT_LEAST', times: 2, within: '7d' } };
    expect(await errorsOf(user, many(16, daily))).toEqual([]);
    expect((await errorsOf(user, many(17, daily)))[0]).toMatch(/TOO_LARGE: The segment costs 510, and at most 500/);
    // The limits apply to a scheduler as a whole, even if one of its segments grows later.
    const [half, other] = [await idOf(user, many(9, daily)), await idOf(user, many(8, daily))];
    const { userErrors } = await schedule(user, { include: [half], exclude: [other] });
    expect(userErrors[0].message).toMatch(/at most 500 together .* these cost 510/);
    const small = await idOf(user);
    expect((await schedule(user, { include: [half, small] })).userErrors).toEqual([]);
    const grown = (await user.data(UPDATE, { id: small, input: { tree: many(8, daily) } })).segmentUpdate;
    expect(grown.userErrors[0].message).toMatch(/which this change would exceed: "Uses it"\.$/);
  });

  test('are estimated and counted, saved or not', async () => {
    const user = await app().newUser();
    const own = await createWebApp(user);
    await registerBrowsers(user, own.id, [{ country: 'DE' }, { country: 'DE' }, { country: 'FR' }, {}]);
    const id = await idOf(user);
    const estimate = async (args: Json): Promise<Json> =>
      (await user.data(ESTIMATE, { exact: false, ...args })).segmentEstimate;
    const two = { devices: 2, isExact: true, marginOfError: 0, activeDevices: 4, examined: 4, userErrors: [] };
    expect(await estimate({ id })).toEqual(two);
    expect(await estimate({ tree: { not: GERMANS }, exact: true })).toEqual(two);
    expect((await estimate({})).userErrors[0].message).toMatch(/Exactly one of `id` and `tree`/);
    expect(await estimate({ tree: { or: [] } })).toMatchObject({
      devices: null,
      userErrors: [{ field: ['tree', 'or'], code: 'REQUIRED' }],
    });
    const { audienceEstimate } = await user.data(
      `query ($id: ID!) { audienceEstimate(audience: { apps: { all: true }, segments: { exclude: [$id] } }) {
         estimate { reached steps { step leftOut } } } }`,
      { id },
    );
    expect(audienceEstimate.estimate).toMatchObject({
      reached: 2,
      steps: expect.arrayContaining([{ step: 'SEGMENTS', leftOut: 2 }]),
    });
  });

  test('list the schedulers that use them, and cannot be deleted before those', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const id = await idOf(user);
    const { scheduler } = await schedule(user, { include: [id] });
    expect(scheduler.audience.segments).toEqual({ include: [id], exclude: [], includeSegments: [{ name: 'Germans' }] });
    const { segment } = await user.data('query ($id: ID!) { segment(id: $id) { schedulers { nodes { id } } } }', {
      id,
    });
    expect(segment.schedulers.nodes).toEqual([{ id: scheduler.id }]);
    expect((await user.data(DELETE, { id })).segmentDelete).toEqual({
      deletedId: null,
      userErrors: [
        {
          field: ['id'],
          code: 'CONFLICT',
          message: 'The segment cannot be deleted while schedulers use it: "Uses it".',
        },
      ],
    });
    const unknown = await schedule(user, { include: [Buffer.from('Segment:999').toString('base64url')] });
    expect(unknown.userErrors[0]).toMatchObject({
      field: ['input', 'audience', 'segments', 'include', '0'],
      code: 'NOT_FOUND',
    });
    await user.data('mutation ($id: ID!) { schedulerDelete(id: $id) { deletedId } }', { id: scheduler.id });
    expect((await user.data(DELETE, { id })).segmentDelete.deletedId).toBe(id);
  });

  test('protect the objects that they name: events follow a new code, and neither events nor tag groups can be deleted', async () => {
    const user = await app().newUser();
    const made = await user.data(`mutation {
      customEventCreate(input: { name: "Buy", code: "buy" }) { customEvent { id } }
      tagGroupCreate(input: { name: "g", tags: ["vip"] }) { tagGroup { id } } }`);
    const [event, group] = [made.customEventCreate.customEvent.id, made.tagGroupCreate.tagGroup.id];
    const id = await idOf(user, { and: [{ event: { code: 'buy', op: 'DID' } }, { tagGroup: { in: [group] } }] });
    const told = await user.data(
      `mutation ($event: ID!, $group: ID!) {
         customEventUpdate(id: $event, input: { name: "Buy", code: "bought" }) { userErrors { message } }
         customEventDelete(id: $event) { deletedId userErrors { message } }
         tagGroupDelete(id: $group) { deletedId userErrors { message } } }`,
      { event, group },
    );
    expect([told.customEventDelete, told.tagGroupDelete]).toEqual([
      { deletedId: null, userErrors: [{ message: 'The event cannot be deleted while segments use it: "Germans".' }] },
      {
        deletedId: null,
        userErrors: [{ message: 'The tag group cannot be deleted while segments use it: "Germans".' }],
      },
    ]);
    const { segment } = await user.data('query ($id: ID!) { segment(id: $id) { tree } }', { id });
    expect(segment.tree.and[0]).toEqual({ event: { code: 'bought', op: 'DID' } });
    await user.data(UPDATE, { id, input: { tree: GERMANS } });
    const freed = await user.data('mutation ($id: ID!) { tagGroupDelete(id: $id) { deletedId } }', { id: group });
    expect(freed.tagGroupDelete.deletedId).toBe(group);
  });

  test('need READ for queries and WRITE for changes, and are deleted with their account', async () => {
    const user = await app().newUser();
    const { apiKeyCreate } = await user.data('mutation { apiKeyCreate(input: { scopes: [READ] }) { secret } }');
    const reader = app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
    expect((await reader.data('{ segments { nodes { id } } }')).segments.nodes).toEqual([]);
    const refused = await reader.query(CREATE, { input: { name: 'x', tree: GERMANS } });
    expect(refused.errors[0].extensions.code).toBe('FORBIDDEN');
    await idOf(user);
    await app().database.tx((tx) => tx.query('UPDATE user_account SET deleted_at = 1 WHERE id = ?', [user.userId]));
    await purgeDeletedUsers(app().database, new AbortController().signal);
    for (const table of ['segment', 'segment_reference']) {
      const [row] = await app().database.query<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table} WHERE user_id = ?`, [
        user.userId,
      ]);
      expect([table, Number(row?.n)]).toEqual([table, 0]);
    }
  });
});
