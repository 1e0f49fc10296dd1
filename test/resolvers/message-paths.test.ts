import { describe, expect, test } from '@jest/globals';
import { FIELD_LIST, type FieldLevel } from '../../src/ports/message-fields.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

/** Every field of the graph, in its output form. */
const PUSH_FIELDS = {
  timeToLive: '1d2h',
  urgency: 'LOW',
  collapseKey: 'sale_1',
  data: { order: '17', 'ünï "code" 🎉': '' },
  sound: { name: 'bell.caf', critical: true, volume: 0.25 },
  badge: { set: null, increment: -2 },
  group: 'orders',
  channel: 'offers',
  iosCategory: 'OFFER',
  interruption: 'CRITICAL',
  relevance: 0.5,
  visibility: 'SECRET',
  color: '#1A2b3c',
  requireInteraction: false,
  renotify: true,
  buttons: [
    { id: 'buy', link: 'shop://buy', icon: 'https://cdn.example/b.png', destructive: false, input: false },
    { id: 'no', link: null, icon: null, destructive: true, input: true },
  ],
  silent: false,
  render: 'APP',
  truncate: true,
  missing: 'ABORT',
  passthrough: {
    fcm: { android: { direct_boot_ok: true } },
    apns: { headers: { 'apns-expiration': '0' }, payload: { own: [1, { two: null }] } },
    webpush: { vibrate: [200] },
    onesignal: { android_sound: 'x' },
  },
};
const TRANSLATION_FIELDS = {
  title: 'Title',
  text: 'Text',
  image: 'https://cdn.example/i.png',
  icon: 'https://cdn.example/c.png',
  link: 'https://shop.example/',
  subtitle: 'Subtitle',
  buttonLabels: { buy: 'Buy', no: 'No' },
};
const FULL = {
  name: 'Full',
  defaultLang: 'en',
  ...PUSH_FIELDS,
  translations: [{ language: 'en', ...TRANSLATION_FIELDS }],
};
const INPUT = { ...FULL, badge: { increment: -2 } };
const PLAIN = { defaultLang: 'en', translations: [{ language: 'en', title: 'T', text: 'X' }] };

const PARTS: Readonly<Record<string, string>> = {
  sound: '{ name critical volume }',
  badge: '{ set increment }',
  buttons: '{ id link icon destructive input }',
  passthrough: '{ fcm apns { headers payload } webpush onesignal }',
};
const select = (level: FieldLevel): string =>
  FIELD_LIST.filter((field) => field.level === level)
    .map(({ name, kind }) => `${name} ${PARTS[kind] ?? ''}`)
    .join(' ');
const PUSH = `id databaseId name defaultLang ${select('push')} translations { language ${select('translation')} }`;
const ERRORS = 'userErrors { field message code }';

describe.each(eachDatabase())('every field of a message, $name,', (kind) => {
  const app = useGraphApp(kind);

  const create = async (user: GraphUser, input: Json = INPUT): Promise<Json> => {
    const query = `mutation ($input: PushInput!) { pushCreate(input: $input) { push { ${PUSH} } ${ERRORS} } }`;
    const { push, userErrors } = (await user.data(query, { input })).pushCreate;
    expect(userErrors).toEqual([]);
    return push;
  };
  const read = async (user: GraphUser, id: string): Promise<Json> =>
    (await user.data(`query ($id: ID!) { node(id: $id) { ... on Push { ${PUSH} } } }`, { id })).node;
  const campaign = (pushes: Json): Json => ({
    autoPush: { scheduler: { name: 'C', audience: { apps: { all: true } }, delay: '1h' }, pushes },
  });

  test('is covered by this test', () => {
    const names = [...Object.keys(PUSH_FIELDS), ...Object.keys(TRANSLATION_FIELDS)];
    expect(names.toSorted()).toEqual(FIELD_LIST.map(({ name }) => name).toSorted());
  });

  test('is created, read by node and in a list, changed, and removed', async () => {
    const user = await app().newUser();
    const { id } = await create(user);
    expect(await read(user, id)).toMatchObject(FULL);
    const { pushes } = await user.data(`{ pushes { nodes { ${PUSH} } } }`);
    expect(pushes.nodes).toMatchObject([FULL]);
    const update = `mutation ($id: ID!, $input: PushInput!) { pushUpdate(id: $id, input: $input) { push { ${PUSH} } ${ERRORS} } }`;
    const empty = await user.data(update, { id, input: PLAIN });
    const none = Object.fromEntries(Object.keys(PUSH_FIELDS).map((name) => [name, null]));
    expect(empty.pushUpdate.push).toMatchObject({ ...none, name: 'Full', translations: [{ subtitle: null }] });
    const full = await user.data(update, { id, input: INPUT });
    expect(full.pushUpdate).toMatchObject({ push: FULL, userErrors: [] });
  });

  test('is created in bulk', async () => {
    const user = await app().newUser();
    const query = `mutation ($inputs: [PushInput!]!) { pushesCreate(inputs: $inputs) { results { push { ${PUSH} } ${ERRORS} } } }`;
    const { results } = (await user.data(query, { inputs: [INPUT, PLAIN] })).pushesCreate;
    expect(results).toMatchObject([
      { push: FULL, userErrors: [] },
      { push: { sound: null }, userErrors: [] },
    ]);
  });

  test('is kept in a campaign, its change, its copy and its draft', async () => {
    const user = await app().newUser();
    await createWebApp(user);
    const shown = `scheduler { ... on Node { id } pushes(first: 5) { nodes { ${PUSH} } } } ${ERRORS}`;
    const created = (
      await user.data(`mutation ($input: CampaignInput!) { campaignCreate(input: $input) { ${shown} } }`, {
        input: campaign([INPUT]),
      })
    ).campaignCreate;
    expect(created).toMatchObject({ scheduler: { pushes: { nodes: [FULL] } }, userErrors: [] });
    const { id } = created.scheduler;
    const [{ id: pushId }] = created.scheduler.pushes.nodes;
    const changed = (
      await user.data(
        `mutation ($id: ID!, $input: CampaignUpdateInput!) { campaignUpdate(id: $id, input: $input) { ${shown} } }`,
        {
          id,
          input: {
            scheduler: { autoPush: campaign([]).autoPush.scheduler },
            pushes: [{ id: pushId, ...INPUT, color: '#000000' }, PLAIN],
          },
        },
      )
    ).campaignUpdate;
    expect(changed.userErrors).toEqual([]);
    const nodes = [
      { ...FULL, color: '#000000' },
      { color: null, buttons: null },
    ];
    expect(changed.scheduler.pushes.nodes).toMatchObject(nodes);
    const copied = (await user.data(`mutation ($id: ID!) { schedulerDuplicate(id: $id) { ${shown} } }`, { id }))
      .schedulerDuplicate;
    expect(copied.scheduler.pushes.nodes).toMatchObject(nodes);
    const content = { pushes: [INPUT] };
    const { draftSave } = await user.data(
      'mutation ($content: JSONObject!) { draftSave(name: "D", content: $content) { draft { content } } }',
      { content },
    );
    expect(draftSave.draft.content).toEqual(content);
  });

  test('is kept by a REST update while its language stays', async () => {
    const user = await app().newUser();
    const german = { ...TRANSLATION_FIELDS, language: 'de', subtitle: 'Untertitel' };
    const { id, databaseId } = await create(user, { ...INPUT, translations: [...INPUT.translations, german] });
    const caller = await app().services.keys.authenticate(`Bearer ${user.apiKey}`);
    await app().services.pushes.updateRestFields(caller, databaseId, {
      defaultLang: 'EN',
      translations: [
        { language: 'EN', title: 'New', text: 'Words' },
        { language: 'fr', title: 'Titre', text: 'Texte' },
      ],
    });
    const { name, defaultLang: _, translations: __, ...kept } = FULL;
    const [english, french, ...others] = (await read(user, id)).translations;
    expect(await read(user, id)).toMatchObject({ name, ...kept, defaultLang: 'EN' });
    expect(english).toEqual({
      ...{ language: 'EN', title: 'New', text: 'Words', image: null, icon: null, link: null },
      ...{ subtitle: 'Subtitle', buttonLabels: TRANSLATION_FIELDS.buttonLabels },
    });
    expect(french).toMatchObject({ language: 'fr', subtitle: null, buttonLabels: null });
    expect(others).toEqual([]);
  });
});
