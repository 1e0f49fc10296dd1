import { describe, expect, test } from '@jest/globals';
import { checkCampaign } from '../../web/console/pages/composer/checklist.js';
import { emptyMessage, emptyState, emptyText, withText } from '../../web/console/pages/composer/state.js';
import { useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';

const HOSTILE_LINKS = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'blob:https://example.com/x',
  'file:///etc/passwd',
  'filesystem:https://example.com/temporary/x',
  'FileSystem:https://example.com/temporary/x',
  'view-source:javascript:alert(1)',
  'VIEW-SOURCE:https://example.com',
  'jar:https://example.com/a.jar!/b.html',
  'feed:javascript:alert(1)',
  'FEED:feed:javascript:alert(1)',
  'feed:data:text/html,x',
  ' feed:https://example.com',
  '\tfeed:https://example.com',
  '\u0000feed:https://example.com',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'fe\ted:x',
  '\u00a0jar:x',
  '\u200bfeed:x',
  '\ufefffeed:x',
];
const HONEST_LINKS = ['https://example.com/feed:x', 'shop://cart', 'feeder:x', 'mailto:ann@example.com'];

describe.each(eachDatabase().slice(0, 1))('a link that runs code, carries content or wraps another', (kind) => {
  const app = useConsoleApp(kind);

  test('is refused by REST and the graph, for pushes and applications, in any spelling', async () => {
    const { apiKey } = await app().newAccount();
    const post = async (url: string, payload: object) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      const { statusCode, body } = await app().server.inject({ method: 'POST', url, headers, payload });
      return { status: statusCode, body: JSON.parse(body) };
    };
    const { body: made } = await post('/graphql', {
      query: 'mutation { appCreate(input: { name: "A", provider: { webpush: true } }) { app { id } } }',
    });
    const { id } = made.data.appCreate.app;
    const judge = async (link: string) => {
      const push = await post('/api/b/v2/pushes', {
        default_lang: 'en',
        translations: [{ language: 'en', title: 't', text: 't', link }],
      });
      const created = await post('/api/b/v2/apps', { name: 'A', link, push_provider: 'webpush' });
      const { body } = await post('/graphql', {
        query: `mutation ($id: ID!, $link: String!) {
          pushCreate(input: { defaultLang: "en", translations: [{ language: "en", title: "t", text: "t", link: $link }] }) {
            userErrors { code }
          }
          appUpdate(id: $id, input: { link: $link }) { userErrors { code } } }`,
        variables: { id, link },
      });
      const { pushCreate, appUpdate } = body.data;
      return [push.status, created.status, pushCreate.userErrors[0]?.code, appUpdate.userErrors[0]?.code];
    };
    for (const link of HOSTILE_LINKS) {
      expect([link, ...(await judge(link))]).toEqual([link, 400, 400, 'INVALID', 'INVALID']);
    }
    for (const link of HONEST_LINKS) {
      expect([link, ...(await judge(link))]).toEqual([link, 201, 201, undefined, undefined]);
    }
  });

  test('blocks the campaign in the console before it is sent', () => {
    const around = { providers: [], audience: [], areFiltersRefused: false, reached: 1, now: 0 } as never;
    const isBlockedBy = (link: string): boolean => {
      const text = { ...emptyText('en'), title: 't', text: 't', link };
      const state = { ...emptyState('en', 'UTC'), messages: [withText(emptyMessage('en'), text)] };
      return checkCampaign(state, around).some(({ id }) => id === 'addresses');
    };
    expect(HOSTILE_LINKS.filter((link) => !isBlockedBy(link))).toEqual([]);
    expect(HONEST_LINKS.filter(isBlockedBy)).toEqual([]);
  });
});
