import { describe, expect, test } from '@jest/globals';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const SAVE = `mutation ($id: ID, $name: String!, $content: JSONObject!, $version: Int, $key: String) {
  draftSave(id: $id, name: $name, content: $content, version: $version, idempotencyKey: $key) {
    draft { id name content version createdAt updatedAt } userErrors { field message code } } }`;

const CONTENT = { step: 2, name: 'Ünïcode 🚀', nested: { list: [1, null, 'x', { a: true }] } };

describe.each(eachDatabase())('a draft of a campaign, $name', (kind) => {
  const app = useGraphApp(kind);

  const save = async (user: GraphUser, args: Json): Promise<Json> => (await user.data(SAVE, args)).draftSave;

  const list = async (user: GraphUser): Promise<string[]> =>
    (await user.data('{ drafts { nodes { name } } }')).drafts.nodes.map(({ name }: Json) => name);

  test('is kept as saved, with versions, and listed with the most recent first', async () => {
    const user = await app().newUser();
    const { draft } = await save(user, { name: 'First', content: CONTENT });
    expect(draft).toMatchObject({ name: 'First', content: CONTENT, version: 1 });
    app().clock.advance(1_000);
    await save(user, { name: 'Second', content: {} });
    expect(await list(user)).toEqual(['Second', 'First']);
    app().clock.advance(1_000);
    const changed = await save(user, { id: draft.id, name: 'First again', content: { step: 3 }, version: 1 });
    expect(changed.draft).toMatchObject({ name: 'First again', content: { step: 3 }, version: 2 });
    expect(await list(user)).toEqual(['First again', 'Second']);
    const found = await user.data('query ($id: ID!) { node(id: $id) { ... on CampaignDraft { content version } } }', {
      id: draft.id,
    });
    expect(found.node).toEqual({ content: { step: 3 }, version: 2 });
    const { draftDelete } = await user.data(
      'mutation ($id: ID!) { draftDelete(id: $id) { deletedId userErrors { code } } }',
      { id: draft.id },
    );
    expect(draftDelete).toEqual({ deletedId: draft.id, userErrors: [] });
    expect(await list(user)).toEqual(['Second']);
  });

  test('is not overwritten if somebody else has saved it since, unless no version is given', async () => {
    const user = await app().newUser();
    const { draft } = await save(user, { name: 'D', content: {} });
    await save(user, { id: draft.id, name: 'Theirs', content: { theirs: 1 }, version: 1 });
    const late = await save(user, { id: draft.id, name: 'Mine', content: {}, version: 1 });
    expect(late).toEqual({
      draft: null,
      userErrors: [{ field: ['version'], code: 'CONFLICT', message: expect.stringContaining('read it again') }],
    });
    expect(await list(user)).toEqual(['Theirs']);
    expect((await save(user, { id: draft.id, name: 'Mine', content: {} })).draft.version).toBe(3);
  });

  test('is created once per key', async () => {
    const user = await app().newUser();
    const args = { name: 'D', content: CONTENT, key: 'k' };
    const { draft } = await save(user, args);
    expect((await save(user, args)).draft.id).toBe(draft.id);
    expect(await list(user)).toEqual(['D']);
  });

  test('has a name and at most 64 KiB of JSON, nested at most 32 deep', async () => {
    const user = await app().newUser();
    const fits = { text: 'ä'.repeat((65_536 - '{"text":""}'.length - 1) / 2) };
    expect((await save(user, { name: 'D', content: fits })).userErrors).toEqual([]);
    const broken = await save(user, { name: ' ', content: { text: `${fits.text}ää` } });
    expect(broken.userErrors).toMatchObject([
      { field: ['name'], code: 'REQUIRED' },
      { field: ['content'], code: 'TOO_LONG' },
    ]);
    const nest = (depth: number): Json => (depth === 0 ? {} : { a: nest(depth - 1) });
    expect((await save(user, { name: 'D', content: nest(31) })).userErrors).toEqual([]);
    for (const content of [nest(33), [1], 'text', null]) {
      const { data, errors } = await user.query(SAVE, { name: 'D', content });
      expect([data, errors.length]).toEqual([undefined, 1]);
    }
    const literal = await user.data(
      'mutation { draftSave(name: "L", content: { a: [1, { b: "x" }] }) { draft { content } } }',
    );
    expect(literal.draftSave.draft.content).toEqual({ a: [1, { b: 'x' }] });
    await save(user, { name: 'P', content: JSON.parse('{"a": {"__proto__": {"polluted": true}}}') });
    expect(({} as Json).polluted).toBeUndefined();
  });

  test('is refused beyond 500', async () => {
    const user = await app().newUser();
    const values = Array.from({ length: 499 }, () => `(${user.userId}, 'd', '{}', 1, 0, 0)`).join(', ');
    await app().database.tx((tx) =>
      tx.query(`INSERT INTO campaign_draft (user_id, name, content, version, created_at, updated_at) VALUES ${values}`),
    );
    const { draft } = await save(user, { name: 'Last', content: {} });
    const refused = await save(user, { name: 'More', content: {} });
    expect(refused.userErrors).toMatchObject([{ code: 'TOO_MANY', message: expect.stringContaining('delete some') }]);
    expect((await save(user, { id: draft.id, name: 'Saved all the same', content: {} })).userErrors).toEqual([]);
  });

  test('is read with the scope READ, and saved and deleted only with WRITE', async () => {
    const user = await app().newUser();
    const { draft } = await save(user, { name: 'D', content: {} });
    const { apiKeyCreate } = await user.data('mutation { apiKeyCreate(input: { scopes: [READ] }) { secret } }');
    const viewer = app().userWithKey({ userId: user.userId, apiKey: apiKeyCreate.secret });
    expect(await list(viewer)).toEqual(['D']);
    const attempts = [
      await viewer.query(SAVE, { name: 'N', content: {} }),
      await viewer.query(SAVE, { id: draft.id, name: 'N', content: {} }),
      await viewer.query('mutation ($id: ID!) { draftDelete(id: $id) { deletedId } }', { id: draft.id }),
    ];
    for (const { errors } of attempts) expect(errors[0].extensions.code).toBe('FORBIDDEN');
    expect(await list(user)).toEqual(['D']);
  });

  test('is deleted with its user', async () => {
    const [user, other] = [await app().newUser(), await app().newUser()];
    for (const one of [user, other]) await save(one, { name: 'D', content: {} });
    await user.data('mutation { userDelete(name: "someone") { userErrors { code } } }');
    await purgeDeletedUsers(app().database, new AbortController().signal);
    const rows = await app().database.query<{ user_id: number }>('SELECT user_id FROM campaign_draft');
    const owners = rows.map(({ user_id }) => Number(user_id));
    expect([owners.includes(user.userId), owners.includes(other.userId)]).toEqual([false, true]);
  });

  test('costs according to its maximum size', async () => {
    const user = await app().newUser();
    const costOf = async (fields: string): Promise<number> =>
      (await user.query(`{ drafts { nodes { ${fields} } } }`)).body.extensions.cost.requested;
    expect((await costOf('name content')) - (await costOf('name'))).toBe(20 * 101);
  });

  test('takes as many statements in a long list as on its own', async () => {
    const user = await app().newUser();
    const count = async (): Promise<number> => {
      const before = app().database.statements.count;
      await user.data('{ drafts { totalCount nodes { name content version } } }');
      return app().database.statements.count - before;
    };
    await save(user, { name: 'D', content: {} });
    const few = await count();
    for (let index = 0; index < 5; index += 1) await save(user, { name: `D${index}`, content: {} });
    expect(await count()).toBe(few);
  });
});
