import { describe, expect, test } from '@jest/globals';
import { DeliveryFailure } from '../../src/entities/delivery-failure.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { createAutoPush, createRun, createWebApp, recordCount } from '../schema/support/factories.js';
import { useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

describe.each(eachDatabase())('runs, $name', (kind) => {
  const app = useGraphApp(kind);

  const userWithRun = async () => {
    const user = await app().newUser();
    const web = await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const runId = await createRun(app().database, { userId: user.userId, schedulerId: scheduler.databaseId });
    return { user, web, scheduler, runId, id: toGlobalId('Run', runId) };
  };

  test('the counts are the sums of all batches, in every breakdown', async () => {
    const { user, web, runId, id } = await userWithRun();
    const { database } = app();
    const counts = { runId, appId: web.databaseId };
    await recordCount(database, { ...counts, outcome: 'sent', count: 5, batchId: 1 });
    await recordCount(database, { ...counts, outcome: 'sent', count: 7, batchId: 2, language: 'de' });
    await recordCount(database, { ...counts, outcome: 'invalid_token', count: 2 });
    await recordCount(database, { ...counts, outcome: 'retrying', count: 1, appId: 999_999 });
    const { run } = await user.data(
      `query ($id: ID!) { run(id: $id) { status kind dueAt scheduler { name } batches { total done }
         counts { total sent failed invalidToken retrying expired cancelled }
         breakdown { byProvider { provider counts { total } } byApp { appDatabaseId app { name } counts { sent } }
           byLanguage { language counts { sent } } byOutcome { outcome count } } } }`,
      { id },
    );
    expect(run).toMatchObject({ status: 'RUNNING', kind: 'AUTO_PUSH', scheduler: { name: 'Auto' } });
    expect(run.counts).toEqual({
      total: 15,
      sent: 12,
      failed: 0,
      invalidToken: 2,
      retrying: 1,
      expired: 0,
      cancelled: 0,
    });
    expect(run.breakdown.byProvider).toEqual([
      { provider: 'WEBPUSH', counts: { total: 14 } },
      { provider: null, counts: { total: 1 } },
    ]);
    expect(run.breakdown.byApp).toContainEqual({ appDatabaseId: 999_999, app: null, counts: { sent: 0 } });
    expect(run.breakdown.byLanguage).toContainEqual({ language: 'de', counts: { sent: 7 } });
    expect(run.breakdown.byOutcome).toContainEqual({ outcome: 'SENT', count: 12 });
  });

  test('failures are paged with their reasons', async () => {
    const { user, web, runId, id } = await userWithRun();
    await app().database.tx(async (tx) => {
      for (let deviceId = 1; deviceId <= 3; deviceId += 1) {
        const row = { runId, pushId: 1, deviceId, occurrence: 0, appId: web.databaseId, reason: `reason ${deviceId}` };
        await tx.insert(DeliveryFailure, { ...row, outcome: 'failed', failedAt: new Date(0) });
      }
    });
    const query = `query ($id: ID!, $after: String) { run(id: $id) { failures(first: 2, after: $after) { totalCount
      pageInfo { hasNextPage endCursor } nodes { reason outcome deviceId failedAt app { name } push { id } } } } }`;
    const { failures } = (await user.data(query, { id })).run;
    expect(failures).toMatchObject({ totalCount: 3, pageInfo: { hasNextPage: true } });
    expect(failures.nodes[0]).toEqual({
      reason: 'reason 1',
      outcome: 'FAILED',
      deviceId: toGlobalId('Device', 1),
      failedAt: '1970-01-01T00:00:00.000Z',
      app: { name: 'Web' },
      push: null,
    });
    const rest = await user.data(query, { id, after: failures.pageInfo.endCursor });
    expect(rest.run.failures.nodes.map((node: { reason: string }) => node.reason)).toEqual(['reason 3']);
  });

  test('runs outlive their scheduler, and nobody else sees them', async () => {
    const { user, scheduler, id } = await userWithRun();
    await user.data('mutation ($id: ID!) { schedulerDelete(id: $id) { deletedId } }', { id: scheduler.id });
    const query =
      '{ runs(where: { status: [CANCELLED, RUNNING] }) { nodes { id schedulerDatabaseId scheduler { id } } } }';
    expect((await user.data(query)).runs.nodes).toEqual([
      { id, schedulerDatabaseId: scheduler.databaseId, scheduler: null },
    ]);
    const stranger = await app().newUser();
    expect((await stranger.data(query)).runs.nodes).toEqual([]);
    expect(await stranger.data('query ($id: ID!) { run(id: $id) { id } }', { id })).toEqual({ run: null });
  });
});
