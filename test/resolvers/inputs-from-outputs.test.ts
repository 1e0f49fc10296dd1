import { describe, expect, test } from '@jest/globals';
import { createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';

/** Each noun with the fields of its update's input, as its output has them. */
const NOUNS = {
  app: ['AppUpdateInput', 'name link'],
  customEvent: ['CustomEventInput', 'name code'],
  device: ['DeviceUpdateInput', 'language country timeZone externalUserId tags platform appVersion'],
  push: ['PushInput', 'defaultLang translations { language title text image icon link }'],
  tagGroup: ['TagGroupInput', 'name tags'],
} as const;

describe.each(eachDatabase())('an input filled from an output, $name', (kind) => {
  const app = useGraphApp(kind);

  const setUp = async (user: GraphUser): Promise<Record<keyof typeof NOUNS, string>> => {
    const web = await createWebApp(user);
    const attributes = { language: 'pt-BR', country: 'BR', timeZone: 'Asia/Tokyo', externalUserId: 'ann', tags: ['a'] };
    const [device = ''] = await registerBrowsers(user, web.id, [attributes]);
    const made = await user.data(`mutation {
      customEventCreate(input: { name: "Bought", code: "bought" }) { customEvent { id } }
      tagGroupCreate(input: { name: "Some", tags: ["a", "b"] }) { tagGroup { id } } }`);
    return {
      app: web.id,
      device,
      push: (await createPush(user)).id,
      customEvent: made.customEventCreate.customEvent.id,
      tagGroup: made.tagGroupCreate.tagGroup.id,
    };
  };

  test('by the names of its fields changes nothing', async () => {
    const user = await app().newUser();
    const ids = await setUp(user);
    for (const [noun, [input, fields]] of Object.entries(NOUNS)) {
      const id = ids[noun as keyof typeof NOUNS];
      const read = async (): Promise<Json> =>
        (await user.data(`query ($id: ID!) { ${noun}(id: $id) { ${fields} } }`, { id }))[noun];
      const before = await read();
      const update = `mutation ($id: ID!, $input: ${input}!) { ${noun}Update(id: $id, input: $input) { userErrors { field message } } }`;
      const answer = await user.data(update, { id, input: before });
      expect([noun, answer[`${noun}Update`].userErrors]).toEqual([noun, []]);
      expect([noun, await read()]).toEqual([noun, before]);
    }
  });
});
