import { describe, expect, test } from '@jest/globals';
import { createWebApp } from '../schema/support/factories.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const APP = 'id databaseId name link archived ready pushProvider vapidKeyPublic groups { name }';
const ERRORS = 'userErrors { field message code }';

describe.each(eachDatabase())('applications, $name', (kind) => {
  const app = useGraphApp(kind);

  test('a webpush application is created ready, with its public key', async () => {
    const user = await app().newUser();
    const { appCreate } = await user.data(
      `mutation { appCreate(input: { name: "Web", provider: { webpush: true } }) { app { ${APP} } ${ERRORS} } }`,
    );
    expect(appCreate.userErrors).toEqual([]);
    expect(appCreate.app).toMatchObject({
      name: 'Web',
      archived: false,
      ready: true,
      pushProvider: 'WEBPUSH',
      groups: [],
    });
    expect(appCreate.app.vapidKeyPublic).toMatch(/^[\w-]{87}$/);
    const { app: again } = await user.data(`query ($id: ID!) { app(id: $id) { ${APP} } }`, { id: appCreate.app.id });
    expect(again).toEqual(appCreate.app);
  });

  test('identity verification creates a secret when it is first required, and shows each secret once', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const update = `mutation ($id: ID!, $to: IdentityVerification!) {
      appUpdate(id: $id, input: { identityVerification: $to }) { app { identityVerification } identitySecret ${ERRORS} } }`;
    const required = (await user.data(update, { id, to: 'REQUIRED' })).appUpdate;
    expect(required).toEqual({
      app: { identityVerification: 'REQUIRED' },
      identitySecret: expect.stringMatching(/^pgi_[\w-]{43}$/),
      userErrors: [],
    });
    for (const to of ['REQUIRED', 'OFF', 'REQUIRED']) {
      const again = (await user.data(update, { id, to })).appUpdate;
      expect(again).toEqual({ app: { identityVerification: to }, identitySecret: null, userErrors: [] });
    }
    const rotate = `mutation ($id: ID!, $overlap: Delay) {
      appIdentitySecretRotate(id: $id, overlap: $overlap) { app { identityVerification } identitySecret ${ERRORS} } }`;
    const rotated = (await user.data(rotate, { id, overlap: '7d' })).appIdentitySecretRotate;
    expect(rotated.identitySecret).toMatch(/^pgi_/);
    expect(rotated.identitySecret).not.toBe(required.identitySecret);
    const stranger = (await (await app().newUser()).data(rotate, { id })).appIdentitySecretRotate;
    expect(stranger).toMatchObject({ app: null, identitySecret: null, userErrors: [{ code: 'NOT_FOUND' }] });
    expect(JSON.stringify(app().log)).not.toContain('pgi_');
  });

  test('exactly one provider is required, in documents and in variables', async () => {
    const user = await app().newUser();
    const literal = await user.query('mutation { appCreate(input: { name: "x", provider: {} }) { app { id } } }');
    expect(literal.errors).toHaveLength(1);
    const create = 'mutation ($input: AppCreateInput!) { appCreate(input: $input) { app { id } } }';
    const both = { webpush: true, providerB: { appId: 'a', apiKey: 'b' } };
    for (const provider of [{}, both, { webpush: null }, { webpush: false }]) {
      const { errors, data } = await user.query(create, { input: { name: 'x', provider } });
      expect([errors[0].extensions.code, data]).toEqual(['BAD_USER_INPUT', undefined]);
    }
  });

  test('invalid input returns userErrors with paths into the arguments, and changes nothing', async () => {
    const user = await app().newUser();
    const { appCreate } = await user.data(
      `mutation ($key: String!) { appCreate(input: { name: "x", provider: { providerC: {
         topic: "t", teamId: "t", privateKeyId: "k", privateKey: $key } } }) { app { id } ${ERRORS} } }`,
      { key: 'no pem' },
    );
    expect(appCreate).toEqual({
      app: null,
      userErrors: [
        {
          field: ['input', 'provider', 'providerC', 'privateKey'],
          message: '`provider.providerC.privateKey` must be a private key in PEM form.',
          code: 'INVALID',
        },
      ],
    });
    expect((await user.data('{ apps { totalCount } }')).apps.totalCount).toBe(0);
  });

  test('credentials can be replaced, but not read', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const { appCredentialsUpdate } = await user.data(
      `mutation ($id: ID!) { appCredentialsUpdate(id: $id, credentials: { providerB: { appId: "a", apiKey: "" } }) {
         app { ${APP} } ${ERRORS} } }`,
      { id },
    );
    expect(appCredentialsUpdate.app).toMatchObject({ pushProvider: 'PROVIDER_B', ready: false, vapidKeyPublic: null });
  });

  test('a VAPID key can be renewed if there is one', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const before = await user.data('query ($id: ID!) { app(id: $id) { vapidKeyPublic } }', { id });
    const renew = `mutation ($id: ID!) { appVapidKeyRenew(id: $id) { app { ready vapidKeyPublic } ${ERRORS} } }`;
    const { appVapidKeyRenew: renewed } = await user.data(renew, { id });
    expect(renewed).toEqual({ app: { ready: true, vapidKeyPublic: expect.any(String) }, userErrors: [] });
    expect(renewed.app.vapidKeyPublic).not.toBe(before.app.vapidKeyPublic);
    const other = `mutation ($id: ID!) {
      appCredentialsUpdate(id: $id, credentials: { providerB: { appId: "a", apiKey: "b" } }) { app { id } } }`;
    await user.data(other, { id });
    const { appVapidKeyRenew: refused } = await user.data(renew, { id });
    expect(refused).toMatchObject({ app: null, userErrors: [{ field: ['id'] }] });
  });

  test('an update changes only the given fields, archiving is idempotent, and a deleted application is gone', async () => {
    const user = await app().newUser();
    const { id } = await createWebApp(user);
    const run = async (mutation: string) => Object.values(await user.data(mutation, { id }))[0];
    const update = `mutation ($id: ID!) { appUpdate(id: $id, input: { link: "https://example.com/a" }) { app { name link } } }`;
    expect(await run(update)).toEqual({ app: { name: 'Web', link: 'https://example.com/a' } });
    const archive = 'mutation ($id: ID!) { appArchive(id: $id) { app { archived } } }';
    expect(await run(archive)).toEqual({ app: { archived: true } });
    expect(await run(archive)).toEqual({ app: { archived: true } });
    expect(await run('mutation ($id: ID!) { appUnarchive(id: $id) { app { archived } } }')).toEqual({
      app: { archived: false },
    });
    const remove = `mutation ($id: ID!) { appDelete(id: $id) { deletedId ${ERRORS} } }`;
    expect(await run(remove)).toEqual({ deletedId: id, userErrors: [] });
    expect(await run(remove)).toEqual({
      deletedId: null,
      userErrors: [{ field: ['id'], message: 'There is no such application.', code: 'NOT_FOUND' }],
    });
  });

  test("another user's application appears not to exist", async () => {
    const [owner, stranger] = [await app().newUser(), await app().newUser()];
    const { id } = await createWebApp(owner);
    const read = 'query ($id: ID!) { app(id: $id) { id } node(id: $id) { id } nodes(ids: [$id]) { id } }';
    expect(await stranger.data(read, { id })).toEqual({ app: null, node: null, nodes: [null] });
    const { appArchive } = await stranger.data(
      'mutation ($id: ID!) { appArchive(id: $id) { app { id } userErrors { code } } }',
      { id },
    );
    expect(appArchive).toEqual({ app: null, userErrors: [{ code: 'NOT_FOUND' }] });
    expect((await owner.data(read, { id })).app).toEqual({ id });
  });

  test('the same idempotency key creates only once, and is refused for any other request', async () => {
    const user = await app().newUser();
    const create = `mutation ($name: String!, $key: String!) {
      appCreate(input: { name: $name, provider: { webpush: true } }, idempotencyKey: $key) { app { id } ${ERRORS} } }`;
    const first = await user.data(create, { name: 'One', key: 'k1' });
    expect(await user.data(create, { name: 'One', key: 'k1' })).toEqual(first);
    const other = await user.data(create, { name: 'Two', key: 'k1' });
    expect(other.appCreate.userErrors[0].code).toBe('CONFLICT');
    expect((await user.data('{ apps { totalCount } }')).apps.totalCount).toBe(1);
  });

  test('a key without the required scope is refused', async () => {
    const { userId } = await app().newUser();
    const reader = app().userWithKey(await app().services.keys.createKey(userId, ['read']));
    const { errors } = await reader.query(
      'mutation { appCreate(input: { name: "x", provider: { webpush: true } }) { app { id } } }',
    );
    expect(errors[0].extensions.code).toBe('FORBIDDEN');
    const writer = app().userWithKey(await app().services.keys.createKey(userId, ['write']));
    expect((await writer.query('{ apps { totalCount } }')).errors[0].extensions.code).toBe('FORBIDDEN');
  });
});
