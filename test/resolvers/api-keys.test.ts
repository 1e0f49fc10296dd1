import { describe, expect, test } from '@jest/globals';
import { ApiKey } from '../../src/entities/api-key.js';
import { lockCatalogue } from '../../src/services/locks.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const KEY = 'id name prefix scopes createdAt expiresAt revokedAt';
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: ApiKeyCreateInput!, $key: String) {
  apiKeyCreate(input: $input, idempotencyKey: $key) { apiKey { ${KEY} } secret ${ERRORS} } }`;
const ROTATE = `mutation ($id: ID!, $overlap: Delay, $key: String) {
  apiKeyRotate(id: $id, overlap: $overlap, idempotencyKey: $key) { apiKey { ${KEY} } secret ${ERRORS} } }`;
const REVOKE = `mutation ($id: ID!) { apiKeyRevoke(id: $id) { apiKey { ${KEY} } ${ERRORS} } }`;

describe.each(eachDatabase())('API keys, $name', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, input: Json): Promise<Json> =>
    (await user.data(CREATE, { input })).apiKeyCreate;
  const withKey = ({ userId }: GraphUser, apiKey: string): GraphUser => app().userWithKey({ userId, apiKey });
  const isGood = async (user: GraphUser): Promise<boolean> =>
    (await user.query('{ viewer { scopes } }')).status === 200;
  const later = (ms: number): string => new Date(app().clock.now() + ms).toISOString();

  test('a key is shown once, works with its scopes, and is listed without its secret', async () => {
    const user = await app().newUser();
    const expiresAt = later(86_400_000);
    const { apiKey, secret, userErrors } = await create(user, { name: 'CI', scopes: ['WRITE', 'READ'], expiresAt });
    expect(userErrors).toEqual([]);
    expect(secret).toMatch(/^pgk_[\w-]{43}$/);
    expect(apiKey).toMatchObject({ name: 'CI', prefix: secret.slice(0, 12), scopes: ['READ', 'WRITE'], expiresAt });
    const { viewer } = await withKey(user, secret).data(
      `{ viewer { scopes apiKey { id } apiKeys { totalCount nodes { ${KEY} } } } }`,
    );
    expect([viewer.scopes, viewer.apiKey]).toEqual([['READ', 'WRITE'], { id: apiKey.id }]);
    expect(viewer.apiKeys.totalCount).toBe(2);
    expect(viewer.apiKeys.nodes[1]).toEqual(apiKey);
    expect(JSON.stringify(viewer)).not.toContain(secret.slice(12));
    const rows = await app().database.query('SELECT * FROM api_key');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  test('a key cannot grant scopes that it lacks, either to a new key or by rotating another', async () => {
    const user = await app().newUser();
    const { secret } = await create(user, { scopes: ['READ', 'WRITE'] });
    const writer = withKey(user, secret);
    const refused = await create(writer, { scopes: ['WRITE', 'SEND'] });
    expect([refused.apiKey, refused.secret]).toEqual([null, null]);
    expect(refused.userErrors).toMatchObject([{ field: ['input', 'scopes'], code: 'SCOPE_LACKING' }]);
    const { viewer } = await user.data('{ viewer { apiKey { id } } }');
    const { apiKeyRotate } = await writer.data(ROTATE, { id: viewer.apiKey.id });
    expect(apiKeyRotate).toMatchObject({ apiKey: null, secret: null, userErrors: [{ code: 'SCOPE_LACKING' }] });
    expect(await isGood(user)).toBe(true);
    const reader = withKey(user, (await create(user, { scopes: ['READ'] })).secret);
    expect((await reader.query(CREATE, { input: { scopes: ['READ'] } })).errors[0].extensions.code).toBe('FORBIDDEN');
    const blind = withKey(user, (await create(user, { scopes: ['WRITE'] })).secret);
    expect((await blind.query('{ viewer { apiKeys { totalCount } } }')).errors[0].extensions.code).toBe('FORBIDDEN');
  });

  test('invalid input creates no key', async () => {
    const user = await app().newUser();
    const { userErrors } = await create(user, { name: '\u0007', scopes: [], expiresAt: later(-1) });
    const fields = userErrors.map((error: Json) => error.field.join('.'));
    expect(fields).toEqual(['input.name', 'input.scopes', 'input.expiresAt']);
  });

  test('a rotated key stays valid for the overlap; the new one expires when the old one would have', async () => {
    const user = await app().newUser();
    const old = await create(user, { name: 'App', scopes: ['READ'], expiresAt: later(10 * 86_400_000) });
    app().clock.advance(86_400_000);
    const { apiKeyRotate: rotated } = await user.data(ROTATE, { id: old.apiKey.id, overlap: '1h' });
    expect(rotated.apiKey).toMatchObject({ name: 'App', scopes: ['READ'], expiresAt: later(10 * 86_400_000) });
    const { node } = await user.data(`query ($id: ID!) { node(id: $id) { ... on ApiKey { ${KEY} } } }`, {
      id: old.apiKey.id,
    });
    expect(node).toMatchObject({ expiresAt: later(3_600_000), revokedAt: null });
    const [before, after] = [withKey(user, old.secret), withKey(user, rotated.secret)];
    expect([await isGood(before), await isGood(after)]).toEqual([true, true]);
    app().clock.advance(3_600_000);
    expect([await isGood(before), await isGood(after)]).toEqual([false, true]);
    const again = await user.data(ROTATE, { id: old.apiKey.id });
    expect(again.apiKeyRotate.userErrors).toMatchObject([{ field: ['id'], code: 'ENDED' }]);
  });

  test('without an overlap the old key expires at once, and an overlap never extends its life', async () => {
    const user = await app().newUser();
    const first = await create(user, { scopes: ['READ'] });
    const { apiKeyRotate } = await user.data(ROTATE, { id: first.apiKey.id });
    expect(apiKeyRotate.apiKey.expiresAt).toBeNull();
    expect(await isGood(withKey(user, first.secret))).toBe(false);
    const expiresAt = later(60_000);
    const short = await create(user, { scopes: ['READ'], expiresAt });
    await user.data(ROTATE, { id: short.apiKey.id, overlap: '5d' });
    const { node } = await user.data('query ($id: ID!) { node(id: $id) { ... on ApiKey { expiresAt } } }', {
      id: short.apiKey.id,
    });
    expect(node.expiresAt).toBe(expiresAt);
  });

  test('a key that another request has just rotated is not rotated a second time', async () => {
    const { services, database, clock } = app();
    const user = await app().newUser();
    const caller = await services.keys.authenticate(`Bearer ${user.apiKey}`);
    const { id } = await services.apiKeys.create(caller, { name: null, scopes: ['read'], expiresAt: null });
    let second: Promise<unknown> | null = null;
    await database.tx(async (tx) => {
      await lockCatalogue(tx, database, user.userId);
      second = services.apiKeys.rotate(caller, id, null).catch((error) => error.message);
      clock.advance(5);
      await tx.update(ApiKey, { id }, { expiresAt: new Date(clock.now()) });
    });
    expect(await second).toBe('This key is revoked or has expired; create a new one.');
  });

  test('a revoked key is refused at once, its socket closes with 4401, and it is still listed', async () => {
    const user = await app().newUser();
    const { apiKey, secret } = await create(user, { scopes: ['READ'] });
    const socket = await withKey(user, secret).socket();
    const { apiKeyRevoke } = await user.data(REVOKE, { id: apiKey.id });
    expect(apiKeyRevoke).toMatchObject({ apiKey: { revokedAt: later(0) }, userErrors: [] });
    expect(await isGood(withKey(user, secret))).toBe(false);
    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ viewer { scopes } }' } });
    expect((await socket.closed()).code).toBe(4401);
    app().clock.advance(1_000);
    expect((await user.data(REVOKE, { id: apiKey.id })).apiKeyRevoke).toEqual(apiKeyRevoke);
    const list = async (active: boolean): Promise<string[]> => {
      const { viewer } = await user.data(
        `query ($active: Boolean) { viewer { apiKeys(where: { active: $active }) { nodes { id } } } }`,
        { active },
      );
      return viewer.apiKeys.nodes.map((node: Json) => node.id);
    };
    expect(await list(false)).toEqual([apiKey.id]);
    expect(await list(true)).toHaveLength(1);
  });

  test('repeating an idempotency key creates no second key and does not show the first again', async () => {
    const user = await app().newUser();
    const variables = { input: { scopes: ['READ'] }, key: 'k1' };
    const { apiKeyCreate: first } = await user.data(CREATE, variables);
    const { apiKeyCreate: second } = await user.data(CREATE, variables);
    expect(second).toEqual({ ...first, secret: null });
    const { apiKeyRotate } = await user.data(ROTATE, { id: first.apiKey.id, overlap: '1h', key: 'k2' });
    expect((await user.data(ROTATE, { id: first.apiKey.id, overlap: '1h', key: 'k2' })).apiKeyRotate).toEqual({
      ...apiKeyRotate,
      secret: null,
    });
    const { viewer } = await user.data('{ viewer { apiKeys { totalCount } } }');
    expect(viewer.apiKeys.totalCount).toBe(3);
    const stored = await app().database.query('SELECT response_body FROM idempotency_key');
    expect(JSON.stringify(stored)).not.toContain(first.secret);
  });
});
