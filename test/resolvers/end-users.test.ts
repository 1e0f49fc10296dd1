import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

const UPSERT = `mutation ($users: [UserUpsertInput!]!, $key: String) {
  usersUpsert(input: { users: $users }, idempotencyKey: $key) {
    results { index created user { id externalUserId attributes } userErrors { field message code } }
    userErrors { field message code } } }`;

const upsert = async (user: GraphUser, users: Json[], key?: string): Promise<Json> =>
  (await user.data(UPSERT, { users, key: key ?? null })).usersUpsert;

const DEFINE = `mutation ($input: AttributeDefineInput!) { attributeDefine(input: $input) {
  attributeDefinition { key type writableByDevice } userErrors { field message code } } }`;

const define = async (user: GraphUser, input: Json): Promise<Json> =>
  (await user.data(DEFINE, { input })).attributeDefine;

describe.each(eachDatabase())('users in the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  test('can be created and merged one at a time, with errors by field, once per key', async () => {
    const user = await app().newUser();
    const mutation = `mutation ($input: UserUpsertInput!, $key: String) { userUpsert(input: $input, idempotencyKey: $key) {
      user { externalUserId attributes } created userErrors { field code } } }`;
    const one = async (attributes: Json, key: string | null = null): Promise<Json> =>
      (await user.data(mutation, { input: { externalUserId: 'anna', attributes }, key })).userUpsert;
    const anna = (attributes: Json) => ({ externalUserId: 'anna', attributes });
    const made = { user: anna({ plan: 'pro' }), created: true, userErrors: [] };
    expect(await one({ plan: 'pro' }, 'once')).toEqual(made);
    expect(await one({ plan: 'pro' }, 'once')).toEqual(made);
    expect(await one({ age: 5 })).toEqual({ user: anna({ plan: 'pro', age: 5 }), created: false, userErrors: [] });
    expect(await one({ age: 'five' })).toEqual({
      ...{ user: null, created: null },
      userErrors: [{ field: ['input', 'attributes', 'age'], code: 'INVALID' }],
    });
  });

  test('are created and merged in bulk, each with its own result', async () => {
    const user = await app().newUser();
    const first = await upsert(user, [
      { externalUserId: 'anna', attributes: { plan: 'pro', age: 5, tags: ['a', 'b'], born: '2001-02-03' } },
      { externalUserId: ' ', attributes: {} },
      { externalUserId: 'ben', attributes: { age: 'five', Plan: 'x', first_name: { no: 1 } } },
      { externalUserId: 'cleo', attributes: { born: '2001-02-03T04:05:06+02:00' } },
      { externalUserId: 'anna', attributes: { age: null, vip: true } },
    ]);
    expect(first).toEqual({
      results: [
        { index: 0, created: true, user: expect.objectContaining({ externalUserId: 'anna' }), userErrors: [] },
        {
          ...{ index: 1, created: null, user: null },
          userErrors: [
            {
              field: ['input', 'users', '1', 'externalUserId'],
              message: expect.stringContaining('externalUserId'),
              code: 'REQUIRED',
            },
          ],
        },
        {
          ...{ index: 2, created: null, user: null },
          userErrors: [
            { field: ['input', 'users', '2', 'attributes', 'Plan'], message: expect.any(String), code: 'INVALID' },
            {
              field: ['input', 'users', '2', 'attributes', 'first_name'],
              message:
                '`attributes.first_name` must be a text of at most 255 characters, a finite number, true, false, or a list of at most 100 such texts.',
              code: 'INVALID',
            },
          ],
        },
        { index: 3, created: true, user: expect.objectContaining({ externalUserId: 'cleo' }), userErrors: [] },
        { index: 4, created: false, user: expect.objectContaining({ externalUserId: 'anna' }), userErrors: [] },
      ],
      userErrors: [],
    });
    expect(first.results[0].user.attributes).toEqual({
      ...{ plan: 'pro', tags: ['a', 'b'], vip: true },
      born: '2001-02-03T00:00:00.000Z',
    });
    expect(first.results[3].user.attributes).toEqual({ born: '2001-02-03T02:05:06.000Z' });
    const { attributeDefinitions } = await user.data(
      '{ attributeDefinitions { nodes { key type writableByDevice } } }',
    );
    expect(attributeDefinitions.nodes.map(({ key, type }: Json) => `${key} ${type}`)).toEqual([
      ...['age NUMBER', 'born DATE', 'plan STRING', 'tags LIST', 'vip BOOLEAN'],
    ]);
    const wrong = await upsert(user, [{ externalUserId: 'anna', attributes: { plan: 5, first_name: 'Anna' } }]);
    expect(wrong.results[0].userErrors).toEqual([
      {
        field: ['input', 'users', '0', 'attributes', 'plan'],
        message: '`attributes.plan` must be a text, because the key has the type STRING.',
        code: 'INVALID',
      },
    ]);
    const { user: same } = await user.data('{ user(externalUserId: "anna") { attributes } }');
    expect(same.attributes).toEqual(first.results[0].user.attributes);
  });

  test('may have at most 100 attributes and 32 KiB', async () => {
    const user = await app().newUser();
    const many = (count: number, value: Json) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`key_${n}`, value]));
    const one = async (attributes: Json) =>
      (await upsert(user, [{ externalUserId: 'anna', attributes }])).results[0].userErrors.map(
        ({ code }: Json) => code,
      );
    expect(await one(many(101, 'x'))).toEqual(['TOO_MANY']);
    expect(await one(many(100, 'x'))).toEqual([]);
    expect(await one({ another: 'x' })).toEqual(['TOO_MANY']);
    expect(await one({ another: 'x', key_0: null })).toEqual([]);
    expect(await one(many(100, 'ü'.repeat(255)))).toEqual(['TOO_MANY', 'TOO_LONG']);
    expect(await one({ another: 'x'.repeat(256) })).toEqual(['INVALID']);
    expect(await one({ another: 'x'.repeat(255) })).toEqual([]);
  });

  test('are refused as a whole if there are none or too many', async () => {
    const user = await app().newUser();
    const at = ['input', 'users'];
    expect((await upsert(user, [])).userErrors).toMatchObject([{ field: at, code: 'REQUIRED' }]);
    const many = Array.from({ length: 1_001 }, (_, n) => ({ externalUserId: `u${n}`, attributes: {} }));
    expect((await upsert(user, many)).userErrors).toMatchObject([{ field: at, code: 'TOO_MANY' }]);
    expect((await user.data('{ users { totalCount } }')).users.totalCount).toBe(0);
  });

  test('get the same answer again for the same idempotency key', async () => {
    const user = await app().newUser();
    const users = [{ externalUserId: 'anna', attributes: { plan: 'pro' } }];
    const first = await upsert(user, users, 'once');
    expect(first.results).toMatchObject([{ created: true }]);
    expect(await upsert(user, users, 'once')).toEqual(first);
    expect((await upsert(user, users)).results).toMatchObject([{ created: false }]);
  });

  test("pass their attributes to their devices in every application, where the device's own take precedence", async () => {
    const user = await app().newUser();
    const [one, two] = [await createWebApp(user), await createWebApp(user)];
    await registerBrowsers(user, one.id, [
      { externalUserId: 'anna', attributes: { plan: 'own', theme: 'dark' } },
      { externalUserId: 'ben' },
    ]);
    await registerBrowsers(user, two.id, [{ externalUserId: 'anna' }]);
    await user.data('mutation ($id: ID!) { appArchive(id: $id) { userErrors { code } } }', { id: two.id });
    await upsert(user, [{ externalUserId: 'anna', attributes: { plan: 'pro', age: 5 } }]);
    const { users } = await user.data(
      `{ users(first: 2) { nodes { externalUserId attributes devices(first: 5) { totalCount nodes { attributes ownAttributes user { externalUserId } } } } } }`,
    );
    const anna = { externalUserId: 'anna' };
    expect(users.nodes).toEqual([
      {
        ...{ ...anna, attributes: { plan: 'pro', age: 5 } },
        devices: {
          totalCount: 2,
          nodes: [
            {
              attributes: { plan: 'own', theme: 'dark', age: 5 },
              ownAttributes: { plan: 'own', theme: 'dark' },
              user: anna,
            },
            { attributes: { plan: 'pro', age: 5 }, ownAttributes: {}, user: anna },
          ],
        },
      },
      {
        ...{ externalUserId: 'ben', attributes: {} },
        devices: { totalCount: 1, nodes: [{ attributes: {}, ownAttributes: {}, user: { externalUserId: 'ben' } }] },
      },
    ]);
  });

  test('leave and join devices with `deviceUpdate`', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const [id] = await registerBrowsers(user, appId, [{ externalUserId: 'anna' }]);
    await upsert(user, [
      { externalUserId: 'anna', attributes: { plan: 'pro' } },
      { externalUserId: 'ben', attributes: { plan: 'free', age: 7 } },
    ]);
    const update = async (input: Json): Promise<Json> => {
      const { deviceUpdate } = await user.data(
        `mutation ($id: ID!, $input: DeviceUpdateInput!) { deviceUpdate(id: $id, input: $input) {
          device { attributes ownAttributes } userErrors { field message } } }`,
        { id: id ?? '', input },
      );
      return deviceUpdate.device ?? deviceUpdate.userErrors;
    };
    expect((await update({ attributes: { theme: 'dark' } })).attributes).toEqual({ plan: 'pro', theme: 'dark' });
    expect((await update({ externalUserId: 'ben' })).attributes).toEqual({ plan: 'free', age: 7, theme: 'dark' });
    expect((await update({ externalUserId: null })).attributes).toEqual({ theme: 'dark' });
    const both = { externalUserId: 'anna', attributes: { theme: null, plan: 'own' } };
    expect(await update(both)).toEqual({ attributes: { plan: 'own' }, ownAttributes: { plan: 'own' } });
    expect(await update({ attributes: null })).toEqual({ attributes: { plan: 'pro' }, ownAttributes: {} });
    expect(await update({ attributes: { age: 'seven' } })).toEqual([
      {
        field: ['input', 'attributes', 'age'],
        message: '`attributes.age` must be a number, because the key has the type NUMBER.',
      },
    ]);
  });

  test('are found by id, by the start of their id and by an attribute, in order', async () => {
    const user = await app().newUser();
    await upsert(user, [
      { externalUserId: 'anna', attributes: { plan: 'pro', since: '2026-01-01', tags: ['a', 'b'] } },
      { externalUserId: 'anne', attributes: { plan: 'free', age: 5 } },
      { externalUserId: 'Anna', attributes: { plan: 'pro"}', age: 55 } },
      { externalUserId: 'ben', attributes: { age: 5.5, vip: true } },
    ]);
    const find = async (where: string, order = ''): Promise<string[]> => {
      const { users } = await user.data(
        `{ users(where: { ${where} } ${order}) { totalCount nodes { externalUserId } } }`,
      );
      expect(users.totalCount).toBe(users.nodes.length);
      return users.nodes.map(({ externalUserId }: Json) => externalUserId);
    };
    expect(await find('externalUserIdStartsWith: "ann"')).toEqual(['anna', 'anne']);
    expect(await find('externalUserIds: ["ben", "nobody"]')).toEqual(['ben']);
    expect(await find('attribute: { key: "plan", equals: "pro" }')).toEqual(['anna']);
    expect(await find('attribute: { key: "age", equals: 5 }')).toEqual(['anne']);
    expect(await find('attribute: { key: "age", equals: 5.5 }')).toEqual(['ben']);
    expect(await find('attribute: { key: "vip", equals: true }')).toEqual(['ben']);
    expect(await find('attribute: { key: "since", equals: "2026-01-01" }')).toEqual(['anna']);
    expect(await find('attribute: { key: "tags", equals: ["a", "b"] }')).toEqual(['anna']);
    expect(await find('attribute: { key: "plan\\":", equals: "x" }')).toEqual([]);
    const order = 'orderBy: { field: EXTERNAL_USER_ID, direction: DESC }';
    expect(await find('', order)).toEqual(['ben', 'anne', 'anna', 'Anna']);
  });

  test('are queried by exactly one id', async () => {
    const user = await app().newUser();
    const { results } = await upsert(user, [{ externalUserId: 'anna', attributes: {} }]);
    const ask = (args: string) => user.query(`{ user(${args}) { externalUserId databaseId } }`);
    const anna = { user: { externalUserId: 'anna', databaseId: expect.any(Number) } };
    expect((await ask(`id: "${results[0].user.id}"`)).data).toEqual(anna);
    expect((await ask('externalUserId: "anna"')).data).toEqual(anna);
    expect((await ask('externalUserId: "nobody"')).data).toEqual({ user: null });
    for (const args of ['id: null', `id: "${results[0].user.id}", externalUserId: "anna"`]) {
      expect((await ask(args)).errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
  });

  test('of a shared id with more than 1,000 devices keep their attributes', async () => {
    const user = await app().newUser();
    const { id: appId } = await createWebApp(user);
    const devices = Array.from({ length: 1_001 }, () => ({
      ...{ externalUserId: 'everybody' },
      subscription: {
        endpoint: `https://push.example.com/${randomBytes(16).toString('hex')}`,
        keys: {
          p256dh: Buffer.concat([Buffer.of(4), randomBytes(64)]).toString('base64url'),
          auth: randomBytes(16).toString('base64url'),
        },
      },
    }));
    const register = `mutation ($id: ID!, $devices: [DeviceInput!]!) { registerDevices(appId: $id, devices: $devices) { userErrors { message } } }`;
    await user.data(register, { id: appId, devices: devices.slice(0, 1_000) });
    const change = async (plan: string) =>
      (await upsert(user, [{ externalUserId: 'everybody', attributes: { plan } }])).results[0].userErrors;
    expect(await change('pro')).toEqual([]);
    await user.data(register, { id: appId, devices: devices.slice(1_000) });
    expect(await change('free')).toMatchObject([{ code: 'TOO_MANY' }]);
    const { devices: found } = await user.data(
      '{ devices(first: 1, orderBy: { field: ID, direction: DESC }) { nodes { attributes } } }',
    );
    expect(found.nodes).toEqual([{ attributes: { plan: 'pro' } }]);
  });
});

describe.each(eachDatabase())('attribute definitions, $name', (kind) => {
  const app = useGraphApp(kind);

  test('are created and changed; the type only while no value exists', async () => {
    const user = await app().newUser();
    const plan = { key: 'plan', type: 'NUMBER', writableByDevice: true };
    expect(await define(user, plan)).toEqual({ attributeDefinition: plan, userErrors: [] });
    const text = { ...plan, type: 'STRING' };
    expect(await define(user, { key: 'plan', type: 'STRING' })).toEqual({ attributeDefinition: text, userErrors: [] });
    await upsert(user, [{ externalUserId: 'anna', attributes: { plan: 'pro' } }]);
    expect(await define(user, { key: 'plan', type: 'DATE' })).toEqual({
      attributeDefinition: null,
      userErrors: [
        {
          field: ['input', 'type'],
          message:
            '`type` must stay STRING while users or devices have values of "plan". Remove the values first, or use another key.',
          code: 'CONFLICT',
        },
      ],
    });
    expect((await define(user, { key: 'plan', writableByDevice: false })).attributeDefinition).toEqual({
      ...{ key: 'plan', type: 'STRING', writableByDevice: false },
    });
    await upsert(user, [{ externalUserId: 'anna', attributes: { plan: null } }]);
    const { id: appId } = await createWebApp(user);
    const [id = ''] = await registerBrowsers(user, appId, [{ attributes: { plan: 'own' } }]);
    expect((await define(user, { key: 'plan', type: 'DATE' })).userErrors).toMatchObject([{ code: 'CONFLICT' }]);
    await user.data(
      'mutation ($id: ID!) { deviceUpdate(id: $id, input: { attributes: null }) { userErrors { code } } }',
      {
        id,
      },
    );
    expect((await define(user, { key: 'plan', type: 'DATE' })).attributeDefinition).toMatchObject({ type: 'DATE' });
  });

  test('keep the type while a segment compares the attribute', async () => {
    const user = await app().newUser();
    await define(user, { key: 'age', type: 'NUMBER' });
    const tree = { and: [{ not: { attribute: { key: 'age', op: 'LT', value: 30 } } }] };
    const { segmentCreate } = await user.data(
      'mutation ($input: SegmentInput!) { segmentCreate(input: $input) { segment { id } } }',
      { input: { name: 'Young', tree } },
    );
    expect((await define(user, { key: 'age', type: 'STRING' })).userErrors).toEqual([
      {
        field: ['input', 'type'],
        message: '`type` must stay NUMBER while segments compare "age": "Young".',
        code: 'CONFLICT',
      },
    ]);
    expect((await define(user, { key: 'age', writableByDevice: true })).userErrors).toEqual([]);
    await user.data('mutation ($id: ID!) { segmentDelete(id: $id) { deletedId } }', { id: segmentCreate.segment.id });
    expect((await define(user, { key: 'age', type: 'STRING' })).userErrors).toEqual([]);
  });

  test('need a valid key, and a type if they are new', async () => {
    const user = await app().newUser();
    expect((await define(user, { key: 'Plan', type: 'DATE' })).userErrors).toMatchObject([
      { field: ['input', 'key'], code: 'INVALID' },
    ]);
    expect((await define(user, { key: 'plan' })).userErrors).toMatchObject([
      { field: ['input', 'type'], code: 'REQUIRED' },
    ]);
  });

  test('are limited to 1,000 per account, even if values create them', async () => {
    const user = await app().newUser();
    const users = Array.from({ length: 10 }, (_, n) => ({
      externalUserId: `u${n}`,
      attributes: Object.fromEntries(Array.from({ length: 100 }, (_each, key) => [`key_${n}_${key}`, true])),
    }));
    const more = { externalUserId: 'more', attributes: { one_more: true } };
    const { results } = await upsert(user, [...users, more]);
    expect(results.map(({ userErrors }: Json) => userErrors.map(({ code }: Json) => code))).toEqual([
      ...users.map(() => []),
      ['TOO_MANY'],
    ]);
    expect((await user.data('{ attributeDefinitions { totalCount } }')).attributeDefinitions.totalCount).toBe(1_000);
  });
});
