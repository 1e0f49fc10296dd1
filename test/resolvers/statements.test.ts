import { describe, expect, test } from '@jest/globals';
import { createAutoPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

/** Nested lists, each with its count. */
const QUERY = `query {
  appGroups { totalCount nodes { apps { totalCount nodes { name groups { name } } } schedulers { totalCount nodes { name } } } }
  tagGroups { totalCount nodes { tags schedulers { totalCount nodes { name } } } }
  tags { totalCount nodes { name deviceCount } }
  customEvents { totalCount nodes { code listeners { totalCount nodes { name } } schedulers { totalCount nodes { name } } } }
  viewer { apiKey { prefix } apiKeys { totalCount nodes { prefix scopes } } }
}`;

describe.each(eachDatabase())('statements of the graph, $name', (kind) => {
  const app = useGraphApp(kind);

  const addOfEach = async (user: GraphUser, index: number): Promise<void> => {
    const { id } = await createWebApp(user);
    await user.data(
      `mutation ($app: ID!, $code: String!) {
         appGroupCreate(input: { name: "g", appIds: [$app] }) { userErrors { code } }
         tagGroupCreate(input: { name: "g", tags: ["t"] }) { userErrors { code } }
         customEventCreate(input: { name: "e", code: $code }) { userErrors { code } }
         apiKeyCreate(input: { scopes: [READ] }) { userErrors { code } }
       }`,
      { app: id, code: `event_${index}` },
    );
    await createAutoPush(user);
    await app().database.tx((tx) =>
      tx.query('INSERT INTO tag (user_id, name, ordinal) VALUES (?, ?, ?)', [user.userId, `tag ${index}`, index]),
    );
  };

  const count = async (user: GraphUser): Promise<number> => {
    const before = app().database.statements.count;
    const data: Json = await user.data(QUERY);
    expect(data.appGroups.nodes.length).toBeGreaterThan(1);
    return app().database.statements.count - before;
  };

  test('are as many for many rows as for two', async () => {
    const user = await app().newUser();
    for (let index = 0; index < 2; index += 1) await addOfEach(user, index);
    const few = await count(user);
    for (let index = 2; index < 12; index += 1) await addOfEach(user, index);
    expect(await count(user)).toBe(few);
    // One statement for each list and one for its count, and one each for the key, user, groups of applications and
    // devices.
    expect(few).toBeLessThanOrEqual(26);
  });
});
