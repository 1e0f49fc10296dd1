import { createAutoPush, createPush, createRun, createWebApp, recordCount } from './factories.js';
import type { GraphApp, GraphUser } from './graph-app.js';

/** A user with some rows in every list. */
export const createFullAccount = async (app: GraphApp): Promise<GraphUser> => {
  const user = await app.newUser();
  const apps = [await createWebApp(user, 'One'), await createWebApp(user, 'Two')];
  await user.data(
    `mutation ($apps: [ID!]!) {
       appGroupCreate(input: { name: "g", appIds: $apps }) { userErrors { code } }
       tagGroupCreate(input: { name: "a", tags: ["tag 1", "tag 2"] }) { userErrors { code } }
       customEventCreate(input: { name: "e", code: "event_1" }) { userErrors { code } }
       apiKeyCreate(input: { scopes: [READ] }) { userErrors { code } }
     }`,
    { apps: apps.map(({ id }) => id) },
  );
  await user.data(
    `mutation ($app: ID!) { deviceImportCreate(input: { appId: $app, fileName: "a.csv", format: CSV }) {
       userErrors { code } } }`,
    { app: apps[0]?.id },
  );
  for (const ordinal of [1, 2, 3]) {
    await app.database.tx((tx) =>
      tx.query('INSERT INTO tag (user_id, name, ordinal) VALUES (?, ?, ?)', [user.userId, `tag ${ordinal}`, ordinal]),
    );
  }
  for (const name of ['First', 'Second', 'Third']) {
    const scheduler = await createAutoPush(user, name);
    const pushes = [await createPush(user), await createPush(user)];
    await app.database.tx((tx) =>
      tx.query('UPDATE push SET scheduler_id = ? WHERE id IN (?, ?)', [
        scheduler.databaseId,
        ...pushes.map(({ databaseId }) => databaseId),
      ]),
    );
    const runId = await createRun(app.database, { userId: user.userId, schedulerId: scheduler.databaseId });
    const appId = apps[0]?.databaseId ?? 0;
    await recordCount(app.database, { runId, appId, outcome: 'sent', count: 3 });
  }
  return user;
};
