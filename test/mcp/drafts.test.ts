import { describe, expect, test } from '@jest/globals';
import { readState } from '../../web/console/pages/composer/read-draft.js';
import { emptyState } from '../../web/console/pages/composer/state.js';
import type { Json } from '../schema/support/graph-app.js';
import { post } from '../schema/support/graph-app.js';
import { fieldsOf } from '../security/support/sample-call.js';
import { type Account, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { connectMcp, postMcp, rpc, toolCall } from './support/mcp-client.js';

const TEXT = { language: 'en', title: 'Sale', text: 'Everything for half the price' };
const DRAFT = { name: 'Sale', messages: [{ defaultLang: 'en', texts: [TEXT] }] };

describe.each(eachDatabase().slice(0, 1))('a draft of an assistant', (kind) => {
  const app = useConsoleApp(kind, { publicUrl: 'https://push.example.com' });

  const keyOf = async ({ userId }: Account, ...scopes: string[]): Promise<string> =>
    (await app().services.keys.createKey(userId, scopes)).apiKey;

  test('opens in the console as intended, at the address that the tool returns', async () => {
    const account = await app().newAccount();
    await using mcp = await connectMcp(app().origin, await keyOf(account, 'read', 'draft'));
    const { draftSave, reviewUrl } = await mcp.data('create_draft', {
      ...DRAFT,
      audience: { appIds: ['app'], tags: ['vip'] },
      when: { kind: 'ONCE', date: '2026-12-01', time: '09:30', timeZone: 'Europe/Berlin' },
    });
    const { id } = draftSave.draft;
    expect(reviewUrl).toBe(`https://push.example.com/console/campaigns/new?draft=${encodeURIComponent(id)}`);
    const { browser } = await app().person(account, 'EDITOR');
    const { node } = await browser.data('query ($id: ID!) { node(id: $id) { ... on CampaignDraft { content } } }', {
      id,
    });
    const start = emptyState('de', 'UTC');
    const state = readState(node.content, start);
    expect(state).toMatchObject({
      name: 'Sale',
      audience: { ...start.audience, allApps: false, appIds: ['app'], tags: ['vip'] },
      when: { ...start.when, kind: 'ONCE', date: '2026-12-01', time: '09:30', timeZone: 'Europe/Berlin' },
    });
    expect(state.messages).toEqual([
      { ...start.messages[0], defaultLang: 'en', texts: [{ ...start.messages[0]?.texts[0], ...TEXT }] },
    ]);
  });

  test('is replaced only with its version, and only until somebody else saves it', async () => {
    const account = await app().newAccount();
    await using mcp = await connectMcp(app().origin, await keyOf(account, 'read', 'draft'));
    const created = await mcp.data('create_draft', DRAFT);
    const { id, version } = created.draftSave.draft;
    const update = async (given: Json): Promise<Json> =>
      (await mcp.call('update_draft', { ...DRAFT, id, ...given })).structuredContent;
    expect((await update({ version, name: 'Sale 2' })).data.draftSave.draft).toMatchObject({
      name: 'Sale 2',
      version: 2,
    });
    expect((await update({ version })).errors[0].code).toBe('CONFLICT');
    const { browser } = await app().person(account, 'EDITOR');
    const SAVE = 'mutation ($id: ID) { draftSave(id: $id, name: "Mine", content: {}) { draft { version } } }';
    expect((await browser.data(SAVE, { id })).draftSave.draft.version).toBe(3);
    expect((await update({ version: 3 })).errors[0]).toEqual({
      code: 'FORBIDDEN',
      message: 'Somebody else has saved this draft. Save your version as a new draft.',
    });
  });

  test('is all that a key can create here, even if it may write and send', async () => {
    const account = await app().newAccount();
    const key = await keyOf(account, 'read', 'write', 'send');
    await using mcp = await connectMcp(app().origin, key);
    const { draft } = (await mcp.data('create_draft', DRAFT)).draftSave;
    expect(draft.version).toBe(1);
    const headers = { authorization: `Bearer ${key}` };
    for (const { name } of fieldsOf('Mutation')) {
      const answer = await postMcp(app().origin, toolCall(name, { id: draft.id }), headers);
      expect([name, answer.body.error.code]).toEqual([name, -32_602]);
      const method = await postMcp(app().origin, rpc(name, { id: draft.id }), headers);
      expect([name, method.body.error.code]).toEqual([name, -32_601]);
    }
    const smuggled = { ...DRAFT, query: 'mutation { userSuspend { userErrors { code } } }', operationName: 'x' };
    const { body } = await postMcp(app().origin, toolCall('create_draft', smuggled), headers);
    expect(body.result.isError).toBe(true);
    // The account is not suspended, so the key still works.
    const { data } = await post(app().server, { query: '{ drafts { totalCount } runs { totalCount } }' }, headers);
    expect(data).toEqual({ drafts: { totalCount: 1 }, runs: { totalCount: 0 } });
  });
});
