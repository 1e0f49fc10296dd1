import { describe, expect, test } from '@jest/globals';
import { purgeDeletedUsers } from '../../src/delivery/upkeep/purge-users.js';
import { FIELD_LIST } from '../../src/ports/message-fields.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const CREATE = `mutation ($name: String!, $content: PushInput!, $key: String) {
  messageTemplateCreate(input: { name: $name, content: $content }, idempotencyKey: $key) {
    messageTemplate { id name content createdAt updatedAt } userErrors { field message code } } }`;
const UPDATE = `mutation ($id: ID!, $input: MessageTemplateUpdateInput!) { messageTemplateUpdate(id: $id, input: $input) {
  messageTemplate { name content } userErrors { field code } } }`;

const TRANSLATION = { language: 'en', title: 'Sale', text: 'Half price!' };
const CONTENT = { defaultLang: 'en', translations: [TRANSLATION] };

/** A push that has every field. */
const FULL = {
  name: 'Sommer 🌞',
  defaultLang: 'ar',
  timeToLive: '2d3h',
  urgency: 'VERY_LOW',
  collapseKey: 'sale_2026-1',
  data: { screen: 'sale', 'key with "quotes"': "it's" },
  sound: { name: 'ding.caf', critical: true, volume: 0.5 },
  badge: { set: 3 },
  group: 'sales',
  channel: 'offers',
  iosCategory: 'SALE',
  interruption: 'CRITICAL',
  relevance: 0.75,
  visibility: 'SECRET',
  color: '#ff8800',
  requireInteraction: true,
  renotify: false,
  buttons: [{ id: 'open', link: 'myapp://sale', icon: 'https://cdn.example/i.png', destructive: false, input: true }],
  silent: false,
  render: 'APP',
  truncate: true,
  missing: 'DEFAULT',
  passthrough: { fcm: { android: { direct_boot_ok: true } }, apns: { payload: { extra: [1, null] } } },
  translations: [
    {
      language: 'ar',
      title: 'تخفيضات',
      text: 'نصف السعر',
      image: 'https://cdn.example/a.png',
      icon: 'https://cdn.example/i.png',
      link: 'https://shop.example/sale?x=1#top',
      subtitle: 'اليوم',
      buttonLabels: { open: 'افتح' },
    },
    TRANSLATION,
  ],
};

describe.each(eachDatabase())('a message template, $name', (kind) => {
  const app = useGraphApp(kind);
  const create = async (user: GraphUser, args: Json): Promise<Json> =>
    (await user.data(CREATE, args)).messageTemplateCreate;
  const list = async (user: GraphUser): Promise<string[]> =>
    (await user.data('{ messageTemplates { nodes { name } } }')).messageTemplates.nodes.map(({ name }: Json) => name);

  test('holds every field of a push, exactly as given, and makes a push', async () => {
    const given = Object.keys({ ...FULL, ...FULL.translations[0] });
    expect(FIELD_LIST.map(({ name }) => name).filter((name) => !given.includes(name))).toEqual([]);
    const user = await app().newUser();
    const { messageTemplate, userErrors } = await create(user, { name: 'Full', content: FULL });
    expect(userErrors).toEqual([]);
    expect(messageTemplate.content).toEqual(FULL);
    const { pushCreate } = await user.data(
      'mutation ($input: PushInput!) { pushCreate(input: $input) { push { name urgency } userErrors { message } } }',
      { input: messageTemplate.content },
    );
    expect(pushCreate).toEqual({ push: { name: FULL.name, urgency: 'VERY_LOW' }, userErrors: [] });
  });

  test('can be renamed, replaced, listed by its last change, and deleted', async () => {
    const user = await app().newUser();
    const first = (await create(user, { name: 'First', content: CONTENT })).messageTemplate;
    app().clock.advance(1_000);
    await create(user, { name: 'Second', content: CONTENT });
    expect(await list(user)).toEqual(['Second', 'First']);
    app().clock.advance(1_000);
    const renamed = await user.data(UPDATE, { id: first.id, input: { name: 'Best' } });
    expect(renamed.messageTemplateUpdate.messageTemplate).toEqual({ name: 'Best', content: CONTENT });
    expect(await list(user)).toEqual(['Best', 'Second']);
    const replaced = await user.data(UPDATE, { id: first.id, input: { content: FULL } });
    expect(replaced.messageTemplateUpdate.messageTemplate).toEqual({ name: 'Best', content: FULL });
    const { messageTemplateDelete } = await user.data(
      'mutation ($id: ID!) { messageTemplateDelete(id: $id) { deletedId userErrors { code } } }',
      { id: first.id },
    );
    expect(messageTemplateDelete).toEqual({ deletedId: first.id, userErrors: [] });
    expect(await list(user)).toEqual(['Second']);
  });

  test('is refused with the place of each broken rule, and if it is too large', async () => {
    const user = await app().newUser();
    const broken = await create(user, {
      name: ' ',
      content: { defaultLang: 'de', translations: [{ ...TRANSLATION, title: '' }] },
    });
    expect(broken.messageTemplate).toBeNull();
    expect(broken.userErrors.map(({ field, code }: Json) => [field.join('.'), code])).toEqual([
      ['input.content.translations.0.title', 'REQUIRED'],
      ['input.content.translations', 'MISSING_DEFAULT'],
    ]);
    const nameless = await create(user, { name: ' ', content: CONTENT });
    expect(nameless.userErrors).toMatchObject([{ field: ['input', 'name'] }]);
    const languages = 'en de fr es it nl pl pt ru sv tr uk zh ja ko ar cs da el fi he hi hu id no ro sk th vi bg'.split(
      ' ',
    );
    const text = '漢'.repeat(4_000);
    const large = await create(user, {
      name: 'Large',
      content: { defaultLang: 'en', translations: languages.map((language) => ({ ...TRANSLATION, language, text })) },
    });
    expect(large.userErrors).toMatchObject([{ field: ['input', 'content'], code: 'TOO_LONG' }]);
  });

  test('is created once per key, and is deleted with its account', async () => {
    const user = await app().newUser();
    const args = { name: 'T', content: CONTENT, key: 'k' };
    const { messageTemplate } = await create(user, args);
    expect((await create(user, args)).messageTemplate.id).toBe(messageTemplate.id);
    await app().services.users.delete(user.userId, null);
    await purgeDeletedUsers(app().database, new AbortController().signal);
    const rows = await app().database.query('SELECT id FROM message_template WHERE user_id = ?', [user.userId]);
    expect(rows).toEqual([]);
  });
});
