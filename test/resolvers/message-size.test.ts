import { describe, expect, test } from '@jest/globals';
import { contentOf } from '../../src/ports/message-fields.js';
import { PROVIDERS } from '../../src/providers/providers.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const ERRORS = 'userErrors { field message code size { provider bytes limit } }';
const CREATE = `mutation ($input: PushInput!) { pushCreate(input: $input) { push { id databaseId } ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: PushInput!) { pushUpdate(id: $id, input: $input) { push { id } ${ERRORS} } }`;
const CREATE_MANY = `mutation ($inputs: [PushInput!]!) {
  pushesCreate(inputs: $inputs) { results { index push { id } ${ERRORS} } userErrors { message } } }`;
const CAMPAIGN = `mutation ($input: CampaignInput!) { campaignCreate(input: $input) { scheduler { id } ${ERRORS} } }`;

const WEB_LIMIT = 3_993;
/** The character takes three bytes. */
const text = (characters: number): string => '中'.repeat(characters);

const pushOf = (...texts: string[]): Json => ({
  defaultLang: 'en',
  translations: texts.map((one, index) => ({ language: ['en', 'de', 'fr'][index], title: 'T', text: one })),
});

/** The longest ASCII text that still fits in the provider's message. */
const roomOf = (provider: 'provider_a' | 'provider_c' | 'webpush'): number => {
  const { size } = PROVIDERS[provider];
  const content = contentOf({}, { title: 'T', text: '' });
  const [id, receipt] = ['00000000-0000-8000-8000-000000000000', 'r'.repeat(70)];
  return (size?.limitBytes ?? 0) - (size?.measure({ id, receipt, content, target: { kind: 'token', token: '' } }) ?? 0);
};

describe.each(eachDatabase())('a message that is too large, $name,', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, input: Json): Promise<Json> => (await user.data(CREATE, { input })).pushCreate;
  const callerOf = (user: GraphUser) => app().services.keys.authenticate(`Bearer ${user.apiKey}`);

  test('is refused when it is saved, with its largest translation, its bytes and the limit', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const { push, userErrors } = await create(user, pushOf('short', text(1_400), text(1_300)));
    expect(push).toBeNull();
    const [{ size, message, ...rest }] = userErrors;
    expect(userErrors).toHaveLength(1);
    expect(rest).toEqual({ field: ['input', 'translations', '1', 'text'], code: 'TOO_LARGE' });
    expect(size).toEqual({ provider: PROVIDERS.webpush.words.title, bytes: expect.any(Number), limit: WEB_LIMIT });
    expect(size.bytes).toBeGreaterThan(3 * 1_400);
    expect(message).toContain(`${size.bytes} bytes`);
    expect(message).toContain(`${WEB_LIMIT}`);
  });

  test('is one byte over the limit, and is saved with one byte less', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const room = roomOf('webpush');
    expect((await create(user, pushOf('x'.repeat(room + 1)))).userErrors[0]?.size.bytes).toBe(WEB_LIMIT + 1);
    expect((await create(user, pushOf('x'.repeat(room)))).userErrors).toEqual([]);
  });

  test('is judged by the providers of live applications, or by all without any', async () => {
    const user = await app().newUser();
    const caller = await callerOf(user);
    const between = pushOf('x'.repeat(roomOf('webpush') + 1));
    expect((await create(user, between)).userErrors).toMatchObject([{ code: 'TOO_LARGE' }]);
    const make = (pushProvider: 'provider_a' | 'provider_b', credentials: Readonly<Record<string, string>>) =>
      app().services.apps.create(caller, { pushProvider, name: pushProvider, link: null, credentials });
    const { id } = await make('provider_b', { app_id: '', api_key: '' });
    expect((await create(user, pushOf('x'.repeat(4_000)))).userErrors).toEqual([]);
    const web = await createWebApp(user);
    expect((await create(user, between)).userErrors).toMatchObject([{ code: 'TOO_LARGE' }]);
    expect(id).not.toBe(web.id);
    await app().services.apps.archive(caller, web.databaseId ?? 0);
    expect((await create(user, between)).userErrors).toEqual([]);
  });

  test('is refused by an update, among several pushes, and in a campaign too', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const [good, large] = [pushOf('short'), pushOf(text(1_400))];
    const { push } = await create(user, good);
    const updated = (await user.data(UPDATE, { id: push.id, input: large })).pushUpdate;
    expect(updated.userErrors).toMatchObject([{ code: 'TOO_LARGE', field: ['input', 'translations', '0', 'text'] }]);

    const { results } = (await user.data(CREATE_MANY, { inputs: [good, large] })).pushesCreate;
    expect(results).toMatchObject([
      { push: { id: expect.any(String) }, userErrors: [] },
      { push: null, userErrors: [{ code: 'TOO_LARGE', field: ['inputs', '1', 'translations', '0', 'text'] }] },
    ]);

    const scheduler = { name: 'Auto', audience: { apps: { all: true } }, delay: '1h' };
    const input = { autoPush: { scheduler, pushes: [good, large] } };
    const made = (await user.data(CAMPAIGN, { input })).campaignCreate;
    expect(made.scheduler).toBeNull();
    expect(made.userErrors).toMatchObject([
      { code: 'TOO_LARGE', field: ['input', 'autoPush', 'pushes', '1', 'translations', '0', 'text'] },
    ]);
  });

  test('is saved over REST, and fails at its provider', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const caller = await callerOf(user);
    const translation = { language: 'en', title: 'T', text: text(1_400), image: null, icon: null, link: null };
    const saved = await app().services.pushes.create(caller, { defaultLang: 'en', translations: [translation] });
    expect(saved.id).toBeGreaterThan(0);
  });
});

test('counts emoji in their wire bytes, and quotation marks as escaped there', () => {
  const measure = (textOf: string): number => {
    const content = contentOf({}, { title: 'T', text: textOf });
    return (
      PROVIDERS.provider_c.size?.measure({ id: '', receipt: '', content, target: { kind: 'token', token: '' } }) ?? 0
    );
  };
  expect(measure('🚀') - measure('')).toBe(4);
  expect(measure('"') - measure('')).toBe(2);
});
