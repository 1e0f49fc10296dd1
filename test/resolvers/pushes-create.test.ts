import { describe, expect, test } from '@jest/globals';
import { type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const CREATE = `mutation ($inputs: [PushInput!]!, $key: String) {
  pushesCreate(inputs: $inputs, idempotencyKey: $key) {
    results { index push { id translations { title } } userErrors { field code } } userErrors { field code } } }`;

const input = (title: string, defaultLang = 'en'): Json => ({
  defaultLang,
  translations: [{ language: 'en', title, text: 'Text' }],
});

describe.each(eachDatabase())('pushes in bulk, $name', (kind) => {
  const app = useGraphApp(kind);
  const count = async (user: { data(source: string): Promise<Json> }): Promise<number> =>
    (await user.data('{ pushes { totalCount } }')).pushes.totalCount;

  test('each input has its result at its index; a refused one does not stop the rest', async () => {
    const user = await app().newUser();
    const inputs = [input('One'), input(''), input('Three'), input('Four', 'de')];
    const { pushesCreate } = await user.data(CREATE, { inputs });
    expect(pushesCreate.userErrors).toEqual([]);
    const titles = pushesCreate.results.map(({ index, push }: Json) => [index, push?.translations[0].title ?? null]);
    expect(titles).toEqual([
      [0, 'One'],
      [1, null],
      [2, 'Three'],
      [3, null],
    ]);
    expect(pushesCreate.results.map((result: Json) => result.userErrors)).toEqual([
      [],
      [{ field: ['inputs', '1', 'translations', '0', 'title'], code: 'REQUIRED' }],
      [],
      [{ field: ['inputs', '3', 'translations'], code: 'MISSING_DEFAULT' }],
    ]);
    expect(await count(user)).toBe(2);
  });

  test('repeating a key returns the same answer and creates nothing; another request is refused', async () => {
    const user = await app().newUser();
    const inputs = [input(''), input('Two')];
    const first = await user.data(CREATE, { inputs, key: 'k' });
    expect(await user.data(CREATE, { inputs, key: 'k' })).toEqual(first);
    const other = await user.data(CREATE, { inputs: [input('Else')], key: 'k' });
    expect(other.pushesCreate).toEqual({ results: [], userErrors: [{ field: null, code: 'CONFLICT' }] });
    expect(await count(user)).toBe(1);
    const { id } = first.pushesCreate.results[1].push;
    await user.data('mutation ($id: ID!) { pushDelete(id: $id) { deletedId } }', { id });
    const gone = await user.data(CREATE, { inputs, key: 'k' });
    expect(gone.pushesCreate.results[1]).toEqual({
      index: 1,
      push: null,
      userErrors: [{ field: ['inputs', '1'], code: 'NOT_FOUND' }],
    });
  });

  test('at most a hundred are created per call', async () => {
    const user = await app().newUser();
    const inputs = Array.from({ length: 100 }, (_, index) => input(`Title ${index}`));
    const reads: string[] = [];
    app().database.statements.listener = (sql) => reads.push(...(sql.startsWith('SELECT') ? [sql] : []));
    const { body, data } = await user.query(CREATE, { inputs });
    app().database.statements.listener = null;
    expect(reads.filter((sql) => /^SELECT .*\bid\b.* FROM push WHERE/s.test(sql))).toHaveLength(1);
    const { pushesCreate } = data;
    expect(body.extensions.cost.requested).toBeGreaterThan(1_000);
    expect(pushesCreate.results.map(({ push }: Json) => push.translations[0].title)).toEqual(
      inputs.map(({ translations }) => translations[0].title),
    );
    for (const wrong of [[], [...inputs, input('One more')]]) {
      const refused = await user.data(CREATE, { inputs: wrong });
      expect(refused.pushesCreate).toEqual({
        results: [],
        userErrors: [{ field: ['inputs'], code: expect.stringMatching(/REQUIRED|TOO_MANY/) }],
      });
    }
    expect(await count(user)).toBe(100);
  });
});
