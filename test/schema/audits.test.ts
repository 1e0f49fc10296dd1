import { describe, expect, test } from '@jest/globals';
import { serverAudits } from 'graphql-http';
import { eachDatabase } from '../support/databases.js';
import { useGraphApp } from './support/graph-app.js';

/** All 61 audits of https://github.com/graphql/graphql-http#audit-for-servers-usage run here. */
describe('the audits of GraphQL over HTTP', () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  const app = useGraphApp(sqlite);
  let authorization = '';
  const fetchAsUser = async (url: string, init: RequestInit = {}): Promise<Response> => {
    authorization ||= `Bearer ${(await app().newUser()).apiKey}`;
    const headers = new Headers(init.headers);
    headers.set('authorization', authorization);
    return fetch(url, { ...init, headers });
  };
  const audits = serverAudits({ url: () => app().wsUrl.replace('ws:', 'http:'), fetchFn: fetchAsUser });

  test('are complete', () => {
    expect(audits).toHaveLength(61);
  });

  test.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_name, audit) => {
    const result = await audit.fn();
    const reason = result.status === 'ok' ? '' : result.reason;
    expect([result.status, reason]).toEqual(['ok', '']);
  });
});
