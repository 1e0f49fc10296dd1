import { describe, expect, test } from '@jest/globals';
import { listKeys } from '../../src/services/users/list-users.js';
import type { Json } from '../schema/support/graph-app.js';
import { type Account, type Person, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const MAKER = 'createdBy { name member { id } apiKey { id } }';
const CREATE = `mutation ($input: ApiKeyCreateInput!) {
  apiKeyCreate(input: $input) { apiKey { id prefix ${MAKER} } secret userErrors { code } } }`;
const REMOVE = `mutation ($id: ID!, $keepKeys: Boolean) { memberRemove(id: $id, keepKeys: $keepKeys) {
  deletedId apiKeys { id name revokedAt ${MAKER} } userErrors { code } } }`;
const IMPORT = `mutation ($input: DeviceImportInput!) {
  deviceImportCreate(input: $input) { deviceImport { id } uploadUrl userErrors { code } } }`;
const APP = 'mutation { appCreate(input: { name: "A", provider: { webpush: true } }) { app { id } } }';

describe.each(eachDatabase())('the keys of a member who is removed, $name', (kind) => {
  const app = useConsoleApp(kind);

  const idOf = async ({ browser }: Person): Promise<string> =>
    (await browser.data('{ viewer { member { id } } }')).viewer.member.id;
  const withKey = async (secret: string, query: string, variables: Json = {}) => {
    const headers = { authorization: `Bearer ${secret}` };
    const payload = { query, variables };
    const { statusCode, body } = await app().server.inject({ method: 'POST', url: '/graphql', headers, payload });
    return { status: statusCode, data: JSON.parse(body).data };
  };
  const isGood = async (secret: string): Promise<boolean> =>
    (await withKey(secret, '{ viewer { role } }')).status === 200;
  const makeKey = async ({ browser }: Person, name: string): Promise<Json> =>
    (await browser.data(CREATE, { input: { name, scopes: ['READ', 'WRITE', 'SEND'] } })).apiKeyCreate;

  /** Two admins. The second one created a key, and another one with that key. */
  const newStory = async () => {
    const account = await app().newAccount();
    const [admin, leaving] = [await app().person(account, 'ADMIN'), await app().person(account, 'ADMIN')];
    const first = await makeKey(leaving, 'first');
    const input = { name: 'second', scopes: ['READ', 'WRITE'] };
    const second = (await withKey(first.secret, CREATE, { input })).data.apiKeyCreate;
    const other = await makeKey(admin, 'of the admin');
    return { account, admin, leaving, first, second, other, id: await idOf(leaving) };
  };

  test('name the member or the key that created them', async () => {
    const { account, admin, leaving, first, second, id } = await newStory();
    const { viewer } = await admin.browser.data(`{ viewer { apiKeys { nodes { ${MAKER} } } } }`);
    const name = await nameOf(leaving);
    expect(viewer.apiKeys.nodes.map((key: Json) => key.createdBy)).toEqual([
      null,
      { name, member: { id }, apiKey: null },
      { name: 'first', member: null, apiKey: { id: first.apiKey.id } },
      { name: await nameOf(admin), member: { id: await idOf(admin) }, apiKey: null },
    ]);
    expect(second.apiKey.createdBy.name).toBe('first');
    // Callers without access to members get only the name.
    const viewing = await app().person(account, 'VIEWER');
    const { viewer: seen } = await viewing.browser.data(`{ viewer { apiKeys { nodes { ${MAKER} } } } }`);
    expect(seen.apiKeys.nodes[1].createdBy).toEqual({ name, member: null, apiKey: null });
    const lines = await listKeys(app().database, account.userId, app().clock.now());
    expect(lines.map(({ made_by, made_by_member }) => [made_by, made_by_member])).toEqual([
      [null, null],
      [null, name],
      [first.apiKey.prefix, null],
      [null, await nameOf(admin)],
    ]);
  });

  test('are listed first, end together with all the keys they created, and each leaves an entry', async () => {
    const { admin, first, second, other, id } = await newStory();
    const MEMBER_KEYS = 'query ($id: ID!) { node(id: $id) { ... on Member { apiKeys { id } } } }';
    const { node } = await admin.browser.data(MEMBER_KEYS, { id });
    expect(node.apiKeys).toEqual([{ id: first.apiKey.id }, { id: second.apiKey.id }]);
    const { memberRemove } = await admin.browser.data(REMOVE, { id });
    expect(memberRemove).toMatchObject({
      deletedId: id,
      apiKeys: [
        { id: first.apiKey.id, name: 'first', revokedAt: expect.any(String), createdBy: { member: null } },
        { id: second.apiKey.id, name: 'second', revokedAt: expect.any(String), createdBy: { name: 'first' } },
      ],
      userErrors: [],
    });
    expect(await Promise.all([first, second, other].map(({ secret }) => isGood(secret)))).toEqual([false, false, true]);
    const { auditLog } = await admin.browser.data('{ auditLog(first: 3) { nodes { action subject } } }');
    expect(auditLog.nodes).toEqual([
      { action: 'memberRemove', subject: expect.any(String) },
      { action: 'apiKeyRevoke', subject: 'second' },
      { action: 'apiKeyRevoke', subject: 'first' },
    ]);
  });

  test('stay valid with `keepKeys`, and still name their member', async () => {
    const { admin, leaving, first, second, id } = await newStory();
    const name = await nameOf(leaving);
    const { memberRemove } = await admin.browser.data(REMOVE, { id, keepKeys: true });
    expect(memberRemove.apiKeys).toMatchObject([
      { revokedAt: null, createdBy: { name, member: null, apiKey: null } },
      { revokedAt: null },
    ]);
    expect(await Promise.all([first, second].map(({ secret }) => isGood(secret)))).toEqual([true, true]);
  });

  test("do not end if no member is removed: the last admin, a stranger, a viewer's attempt", async () => {
    const { account, admin, first, id } = await newStory();
    const viewer = await app().person(account, 'VIEWER');
    expect((await viewer.browser.query(REMOVE, { id })).errors[0].extensions.code).toBe('FORBIDDEN');
    const stranger = await app().person(await app().newAccount(), 'ADMIN');
    expect((await stranger.browser.data(REMOVE, { id })).memberRemove).toMatchObject({ deletedId: null, apiKeys: [] });
    await admin.browser.data(
      'mutation ($id: ID!) { memberUpdate(id: $id, input: { role: VIEWER }) { member { id } } }',
      {
        id: await idOf(admin),
      },
    );
    const { data } = await withKey(first.secret, REMOVE, { id });
    expect(data.memberRemove).toMatchObject({ deletedId: null, apiKeys: [], userErrors: [{ code: 'LAST_ADMIN' }] });
    expect(await isGood(first.secret)).toBe(true);
  });

  describe('an upload address', () => {
    const put = async (url: string): Promise<number> =>
      (
        await app().server.inject({
          method: 'PUT',
          url: new URL(url, app().origin).href.slice(app().origin.length),
          headers: { 'content-type': 'text/csv' },
          payload: 'token\nx\n',
        })
      ).statusCode;
    const newImport = async (ask: (query: string, variables?: Json) => Promise<Json>): Promise<string> => {
      const { appCreate } = await ask(APP);
      const input = { appId: appCreate.app.id, fileName: 'devices.csv', format: 'CSV' };
      return (await ask(IMPORT, { input })).deviceImportCreate.uploadUrl;
    };
    const ofPerson = ({ browser }: Person) => newImport((query, variables) => browser.data(query, variables));
    const ofKey = (secret: string) =>
      newImport(async (query, variables) => (await withKey(secret, query, variables)).data);
    const UPDATE =
      'mutation ($id: ID!, $role: MemberRole!) { memberUpdate(id: $id, input: { role: $role }) { member { id } } }';
    const team = async (): Promise<{ account: Account; admin: Person; editor: Person }> => {
      const account = await app().newAccount();
      return { account, admin: await app().person(account, 'ADMIN'), editor: await app().person(account, 'EDITOR') };
    };

    test('ends if its member is removed or may no longer write, but not with another member', async () => {
      const { account, admin, editor } = await team();
      const [removed, ofAdmin] = [await ofPerson(editor), await ofPerson(admin)];
      await admin.browser.data(REMOVE, { id: await idOf(editor) });
      expect([await put(removed), await put(ofAdmin)]).toEqual([403, 204]);
      const second = await app().person(account, 'SENDER');
      const url = await ofPerson(second);
      await admin.browser.data(UPDATE, { id: await idOf(second), role: 'VIEWER' });
      expect(await put(url)).toBe(403);
      await admin.browser.data(UPDATE, { id: await idOf(second), role: 'EDITOR' });
      expect(await put(url)).toBe(204);
    });

    test('ends if its key is revoked, directly or with the member who created the key', async () => {
      const { admin, editor } = await team();
      const key = await makeKey(admin, 'import');
      const url = await ofKey(key.secret);
      await admin.browser.data('mutation ($id: ID!) { apiKeyRevoke(id: $id) { apiKey { id } } }', {
        id: key.apiKey.id,
      });
      expect(await put(url)).toBe(403);
      await admin.browser.data(UPDATE, { id: await idOf(editor), role: 'ADMIN' });
      const made = await makeKey(editor, 'of the editor');
      const [gone, forged] = [await ofKey(made.secret), await ofPerson(admin)];
      await admin.browser.data(REMOVE, { id: await idOf(editor) });
      expect(await put(gone)).toBe(403);
      expect(await put(forged.replace(/holder=m\d+/, 'holder=m1'))).toBe(403);
      expect(await put(forged.replace(/&holder=m\d+/, ''))).toBe(400);
      expect(await put(forged)).toBe(204);
    });
  });

  const nameOf = async ({ browser }: Person): Promise<string> =>
    (await browser.data('{ viewer { member { name } } }')).viewer.member.name;
});
