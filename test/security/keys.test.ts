import { describe, expect, test } from '@jest/globals';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { connect } from '../schema/support/test-socket.js';
import { eachDatabase } from '../support/databases.js';
import { startHttpApp } from '../support/http-app.js';

const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: ApiKeyCreateInput!) {
  apiKeyCreate(input: $input) { apiKey { id expiresAt scopes parent { id } } secret ${ERRORS} } }`;
const CREATE_ID = `mutation ($input: ApiKeyCreateInput!) { apiKeyCreate(input: $input) { apiKey { id } secret ${ERRORS} } }`;
const ROTATE = `mutation ($id: ID!, $overlap: Delay) {
  apiKeyRotate(id: $id, overlap: $overlap) { apiKey { id expiresAt } secret ${ERRORS} } }`;
const REVOKE = `mutation ($id: ID!, $descendants: Boolean! = false) {
  apiKeyRevoke(id: $id, descendants: $descendants) { apiKey { id } ${ERRORS} } }`;
const ALL = ['READ', 'WRITE', 'SEND'];
const DAY = 86_400_000;

describe.each(eachDatabase())('keys of keys, $name', (kind) => {
  const app = useGraphApp(kind);
  const later = (ms: number): string => new Date(app().clock.now() + ms).toISOString();
  const as = ({ userId }: GraphUser, apiKey: string): GraphUser => app().userWithKey({ userId, apiKey });
  const mint = async (user: GraphUser, input: Json): Promise<Json> => (await user.data(CREATE, { input })).apiKeyCreate;
  const isGood = async (user: GraphUser): Promise<boolean> =>
    (await user.query('{ viewer { scopes } }')).status === 200;

  test('children of a key, and their children, expire no later than the key', async () => {
    const owner = await app().newUser();
    const end = later(DAY);
    const short = as(owner, (await mint(owner, { scopes: ALL, expiresAt: end })).secret);
    const child = await mint(short, { scopes: ALL });
    expect(child.apiKey.expiresAt).toBe(end);
    const grandchild = await mint(as(owner, child.secret), { scopes: ['READ'] });
    expect(grandchild.apiKey).toMatchObject({ expiresAt: end, parent: { id: child.apiKey.id } });
    const refused = await mint(short, { scopes: ['READ'], expiresAt: later(DAY + 1) });
    expect([refused.secret, refused.userErrors.length]).toEqual([null, 1]);
    expect(refused.userErrors[0].message).toContain(end);
    app().clock.advance(DAY);
    for (const key of [child, grandchild]) expect(await isGood(as(owner, key.secret))).toBe(false);
  });

  test('rotating extends neither the life of the calling key nor that of the rotated key', async () => {
    const owner = await app().newUser();
    const end = later(DAY);
    const short = await mint(owner, { scopes: ALL, expiresAt: end });
    app().clock.advance(DAY / 2);
    const { apiKeyRotate: own } = await as(owner, short.secret).data(ROTATE, { id: short.apiKey.id, overlap: '1h' });
    expect(own.apiKey.expiresAt).toBe(end);
    const endless = await mint(owner, { scopes: ['READ'] });
    const { apiKeyRotate: other } = await as(owner, own.secret).data(ROTATE, { id: endless.apiKey.id });
    expect(other.apiKey.expiresAt).toBe(end);
  });

  test('a write-only key cannot revoke or rotate keys with more rights, and can revoke itself', async () => {
    const owner = await app().newUser();
    const full = await mint(owner, { scopes: ALL });
    const { apiKey, secret } = await mint(owner, { scopes: ['WRITE'] });
    const writer = as(owner, secret);
    const { apiKeyRevoke } = await writer.data(REVOKE, { id: full.apiKey.id });
    expect(apiKeyRevoke).toMatchObject({ apiKey: null, userErrors: [{ code: 'SCOPE_LACKING' }] });
    const ROTATE_ID = `mutation ($id: ID!) { apiKeyRotate(id: $id) { secret ${ERRORS} } }`;
    const { apiKeyRotate } = await writer.data(ROTATE_ID, { id: full.apiKey.id });
    expect(apiKeyRotate).toMatchObject({ secret: null, userErrors: [{ code: 'SCOPE_LACKING' }] });
    expect(await isGood(as(owner, full.secret))).toBe(true);
    expect((await writer.data(REVOKE, { id: apiKey.id })).apiKeyRevoke.userErrors).toEqual([]);
    expect(await isGood(writer)).toBe(false);
  });

  test('a leaked key can be revoked alone or with all its descendants', async () => {
    const owner = await app().newUser();
    const leaked = await mint(owner, { scopes: ALL });
    const thief = as(owner, leaked.secret);
    const child = await mint(thief, { scopes: ALL });
    const rotated = (await as(owner, child.secret).data(ROTATE, { id: child.apiKey.id })).apiKeyRotate;
    const bystander = await mint(owner, { scopes: ['READ'] });
    await owner.data(REVOKE, { id: leaked.apiKey.id });
    expect([await isGood(thief), await isGood(as(owner, rotated.secret))]).toEqual([false, true]);
    await owner.data(REVOKE, { id: leaked.apiKey.id, descendants: true });
    expect(await isGood(as(owner, rotated.secret))).toBe(false);
    expect([await isGood(owner), await isGood(as(owner, bystander.secret))]).toEqual([true, true]);
  });

  test('revoking a key with its descendants leaves none behind, however fast it creates them', async () => {
    const owner = await app().newUser();
    const leaked = await mint(owner, { scopes: ALL });
    const thief = as(owner, leaked.secret);
    const making = Array.from({ length: 12 }, () => thief.query(CREATE, { input: { scopes: ALL } }));
    const ending = owner.data(REVOKE, { id: leaked.apiKey.id, descendants: true });
    const made = await Promise.all(making);
    await ending;
    const secrets = made.flatMap(({ data }) => data?.apiKeyCreate?.secret ?? []);
    for (const secret of secrets) expect(await isGood(as(owner, secret))).toBe(false);
  });

  test('a user has at most 100 valid keys, even if many are created at once', async () => {
    const owner = await app().newUser();
    await app().database.tx(async (tx) => {
      for (let n = 0; n < 94; n += 1) {
        await tx.query(
          `INSERT INTO api_key (user_id, prefix, hash, scopes, created_at) VALUES (${owner.userId}, 'x', 'seed-${owner.userId}-${n}', 'read', 0)`,
        );
      }
    });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => owner.query(CREATE, { input: { scopes: ['READ'] } })),
    );
    const made = answers.filter(({ data }) => data.apiKeyCreate.secret !== null);
    expect(made).toHaveLength(5);
    const refused = answers.find(({ data }) => data.apiKeyCreate.secret === null);
    expect(refused?.data.apiKeyCreate.userErrors[0].message).toContain('at most 100 keys');
    await expect(app().services.keys.createKey(owner.userId)).rejects.toThrow('at most 100 keys');
    // A user at the limit can still rotate, and create one for each revoked key.
    const { apiKey } = made[0]?.data.apiKeyCreate ?? {};
    expect((await owner.data(ROTATE, { id: apiKey.id })).apiKeyRotate.secret).not.toBeNull();
  });
});

describe.each(eachDatabase().slice(0, 1))('a key without READ', (kind) => {
  const app = useGraphApp(kind);
  const with_ = async (owner: GraphUser, scopes: readonly string[]): Promise<GraphUser> => {
    const { apiKeyCreate } = await owner.data(CREATE, { input: { scopes } });
    return app().userWithKey({ userId: owner.userId, apiKey: apiKeyCreate.secret });
  };
  const createApp = async (user: GraphUser, fields: string) =>
    user.query(
      `mutation { appCreate(input: { provider: { webpush: true }, name: "Shop" }) { app { ${fields} } ${ERRORS} } }`,
    );
  const countApps = async (): Promise<number> =>
    Number((await app().database.query<Json>('SELECT COUNT(*) AS n FROM app'))[0].n);

  test('can create objects and gets their ids', async () => {
    const writer = await with_(await app().newUser(), ['WRITE']);
    const { data, errors } = await createApp(writer, '__typename id databaseId');
    expect(errors).toBeUndefined();
    expect(data.appCreate.app).toMatchObject({ __typename: 'App', databaseId: expect.any(Number) });
    expect((await writer.data('{ viewer { scopes user { id } } __typename }')).viewer.scopes).toEqual(['WRITE']);
    expect((await writer.data(CREATE_ID, { input: { scopes: ['WRITE'] } })).apiKeyCreate.secret).toMatch(/^pgk_/);
  });

  test.each([
    ['a field of what was made', 'name'],
    ['a list below it', 'groups { id }'],
    ['a field in a fragment', '... on App { name }'],
    ['a field in a fragment of an interface', '... on Node { ... on App { name } }'],
    ['a field that may be skipped', 'name @skip(if: true)'],
  ])('reads nothing below a payload: %s', async (_what, fields) => {
    const writer = await with_(await app().newUser(), ['WRITE']);
    const before = await countApps();
    const { data, errors, status } = await createApp(writer, fields);
    expect([status, data, errors[0].extensions.code]).toEqual([200, undefined, 'FORBIDDEN']);
    expect(errors[0].message).toContain('"read"');
    // It is refused before it begins, so nothing has changed.
    expect(await countApps()).toBe(before);
  });

  test('cannot run queries or lists, compiled for others or not, over HTTP and WebSocket', async () => {
    const owner = await app().newUser();
    const writer = await with_(owner, ['WRITE', 'SEND']);
    const query = '{ apps { nodes { id } } }';
    for (let n = 0; n < 6; n += 1) await owner.data(query);
    for (let n = 0; n < 4; n += 1) expect((await writer.query(query)).errors[0].extensions.code).toBe('FORBIDDEN');
    for (const read of [
      '{ viewer { apiKeys { totalCount } } }',
      '{ viewer { user { name } } }',
      '{ node(id: "x") { id } }',
    ]) {
      expect((await writer.query(read)).errors[0].extensions.code).toBe('FORBIDDEN');
    }
    const socket = await writer.socket();
    for (const [id, source] of [query, 'subscription { deliveryEvents { eventId } }'].entries()) {
      socket.send({ id: String(id), type: 'subscribe', payload: { query: source } });
      expect((await socket.next('error')).payload[0].extensions.code).toBe('FORBIDDEN');
    }
    socket.close();
  });

  test('needs SEND for events that start sends, on any device, but not for others', async () => {
    const owner = await app().newUser();
    const writer = await with_(owner, ['WRITE']);
    const sender = await with_(owner, ['WRITE', 'SEND']);
    const { data } = await createApp(owner, 'id');
    await owner.data('mutation { customEventCreate(input: { code: "paid", name: "Paid" }) { customEvent { id } } }');
    const TRACK = `mutation ($app: ID!, $code: String!) { trackEvents(appId: $app, reports: [
      { subject: { externalUserId: "nobody" }, events: [{ code: $code }] }]) { results { userErrors { code } } } }`;
    const track = (user: GraphUser, code: string) => user.query(TRACK, { app: data.appCreate.app.id, code });
    const { autoPushSchedulerCreate } = await owner.data(`mutation { autoPushSchedulerCreate(input: {
      name: "Thanks", audience: { apps: { all: true } , events: { include: ["paid"] } } }) { scheduler { id } ${ERRORS} } }`);
    expect(autoPushSchedulerCreate.userErrors).toEqual([]);
    expect((await track(writer, 'paid')).errors).toBeUndefined();
    await owner.data(
      'mutation ($id: ID!) { schedulerActivate(id: $id) { userErrors { code } } }',
      autoPushSchedulerCreate.scheduler,
    );
    const refused = await track(writer, 'paid');
    expect(refused.errors[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    expect(refused.errors[0].message).toContain('"send"');
    expect((await track(writer, 'login')).errors).toBeUndefined();
    expect((await track(sender, 'paid')).errors).toBeUndefined();
  });
});

describe.each(eachDatabase().slice(0, 1))('a user who creates more keys', (kind) => {
  const app = useGraphApp(kind, { costPerMinute: 60 });

  test('does not get a larger cost budget', async () => {
    const owner = await app().newUser();
    const { apiKeyCreate } = await owner.data(CREATE, { input: { scopes: ['READ'] } });
    const second = app().userWithKey({ userId: owner.userId, apiKey: apiKeyCreate.secret });
    while ((await owner.query('{ viewer { user { name } } }')).status === 200);
    expect((await second.query('{ viewer { user { name } } }')).status).toBe(429);
  });
});

describe.each(eachDatabase().slice(0, 1))('bad keys', (kind) => {
  test('are limited on REST, and never make it refuse a known valid key', async () => {
    await using app = await startHttpApp(kind, { badKeysPerMinute: 5 });
    expect((await app.api('GET', '/apps')).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      expect((await app.apiWith(`pgk_unknown_unknown_${n}`)('GET', '/apps')).status).toBe(401);
    }
    const before = app.database.statements.count;
    const refused = await app.apiWith('pgk_unknown_unknown_unknown')('GET', '/apps');
    expect([refused.status, Object.keys(refused.body).sort()]).toEqual([429, ['error', 'req_id']]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(app.database.statements.count).toBe(before);
    expect((await app.api('GET', '/apps')).status).toBe(200);
  });
});

describe.each(eachDatabase().slice(0, 1))('bad keys at the graph', (kind) => {
  const app = useGraphApp(kind, { badKeysPerMinute: 5 });

  test('neither block a known key behind the same address nor admit a revoked one', async () => {
    const user = await app().newUser();
    expect((await user.query('{ viewer { scopes } }')).status).toBe(200);
    for (let n = 0; n < 6; n += 1) {
      await app()
        .userWithKey({ userId: 0, apiKey: `pgk_unknown_unknown_${n}` })
        .query('{ viewer { scopes } }');
    }
    expect((await user.query('{ viewer { scopes } }')).status).toBe(200);
    const socket = await connect(app().wsUrl);
    socket.send({ type: 'connection_init', payload: { authorization: `Bearer ${user.apiKey}` } });
    await socket.next('connection_ack');
    socket.close();
    await app().services.keys.revokeKey(user.apiKey.slice(0, 12));
    expect((await user.query('{ viewer { scopes } }')).status).toBe(401);
    expect((await user.query('{ viewer { scopes } }')).status).toBe(429);
  });
});
