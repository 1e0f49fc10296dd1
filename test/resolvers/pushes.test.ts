import { describe, expect, test } from '@jest/globals';
import { createPush } from '../schema/support/factories.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const PUSH =
  'push { id active archived defaultLang translations { language title text link } } userErrors { field message code }';

describe.each(eachDatabase())('pushes, $name', (kind) => {
  const app = useGraphApp(kind);

  test('a push is created active with its translations, and an update replaces them', async () => {
    const user = await app().newUser();
    const { id } = await createPush(user);
    const { pushUpdate } = await user.data(
      `mutation ($id: ID!, $input: PushInput!) { pushUpdate(id: $id, input: $input) { ${PUSH} } }`,
      {
        id,
        input: {
          defaultLang: 'de',
          translations: [
            { language: 'de', title: 'Hallo', text: 'Text', link: 'shop://cart' },
            { language: 'pt', title: 'Olá', text: 'Texto' },
          ],
        },
      },
    );
    expect(pushUpdate.push).toEqual({
      id,
      active: true,
      archived: false,
      defaultLang: 'de',
      translations: [
        { language: 'de', title: 'Hallo', text: 'Text', link: 'shop://cart' },
        { language: 'pt', title: 'Olá', text: 'Texto', link: null },
      ],
    });
  });

  test('every broken rule is reported with its place', async () => {
    const user = await app().newUser();
    const { pushCreate } = await user.data(
      `mutation { pushCreate(input: { defaultLang: "en", translations: [
         { language: "de", title: "", text: "t" }, { language: "de", title: "t", text: "t" }] }) { ${PUSH} } }`,
    );
    expect(pushCreate.push).toBeNull();
    expect(pushCreate.userErrors).toEqual([
      {
        field: ['input', 'translations', '0', 'title'],
        message: '`translations[0].title` must have 1 to 255 characters.',
        code: 'REQUIRED',
      },
      {
        field: ['input', 'translations'],
        message: '`translations` must not repeat a language, and "de" appears twice.',
        code: 'DUPLICATE',
      },
      {
        field: ['input', 'translations'],
        message: '`translations` must include one for `defaultLang` ("en").',
        code: 'MISSING_DEFAULT',
      },
    ]);
  });

  test('states change as requested', async () => {
    const user = await app().newUser();
    const { id } = await createPush(user);
    const change = async (name: string) => {
      const answer = await user.data(
        `mutation ($id: ID!) { ${name}(id: $id) { push { active archived } userErrors { message } } }`,
        { id },
      );
      return answer[name].push ?? answer[name].userErrors[0].message;
    };
    expect(await change('pushDeactivate')).toEqual({ active: false, archived: false });
    expect(await change('pushActivate')).toEqual({ active: true, archived: false });
    expect(await change('pushArchive')).toEqual({ active: false, archived: true });
    expect(await change('pushActivate')).toContain('unarchive it');
    expect(await change('pushUnarchive')).toEqual({ active: false, archived: false });
    const { pushDelete } = await user.data('mutation ($id: ID!) { pushDelete(id: $id) { deletedId } }', { id });
    expect(pushDelete.deletedId).toBe(id);
    expect(await user.data('query ($id: ID!) { push(id: $id) { id } }', { id })).toEqual({ push: null });
  });
});
