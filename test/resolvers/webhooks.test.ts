import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const LINE = `id databaseId url description types mode state disabledReason disabledAt publicKey formerSecretUntil
  failures pausedUntil waiting apps { id }`;
const ERRORS = 'userErrors { field message code }';
const CREATE = `mutation ($input: WebhookInput!, $key: String) { webhookCreate(input: $input, idempotencyKey: $key) {
  webhook { ${LINE} } secret ${ERRORS} } }`;
const UPDATE = `mutation ($id: ID!, $input: WebhookUpdateInput!) { webhookUpdate(id: $id, input: $input) {
  webhook { ${LINE} } ${ERRORS} } }`;
const ATTEMPTS = `query ($id: ID!, $where: WebhookAttemptWhereInput) { webhook(id: $id) {
  attempts(first: 10, where: $where) { totalCount nodes { id kind result messageId httpStatus answer events } } } }`;

describe.each(eachDatabase())('webhooks in the graph, $name', (kind) => {
  const app = useGraphApp(kind);
  const create = async (user: GraphUser, input: Json = {}, key?: string): Promise<Json> =>
    (await user.data(CREATE, { input: { url: 'https://example.com/hook', ...input }, key })).webhookCreate;
  const insertAttempts = (userId: number, webhookId: number): Promise<unknown> =>
    app().database.tx(async (tx) => {
      const columns = `user_id, webhook_id, after_position, after_entry, until_position, until_entry, events, kind,
        attempt, result, http_status, duration_ms, answer, at`;
      const rows = [
        [userId, webhookId, 0, 0, 1, 0, 1, 'LIVE', 1, 'SUCCESS', 204, 12, null, 1_000],
        [userId, webhookId, 1, 0, 1, 3, 3, 'LIVE', 1, 'REFUSED', 500, 12, 'no', 2_000],
        [userId, webhookId, 0, 0, 0, 0, 1, 'TEST', 1, 'TIMEOUT', null, 15_000, null, 3_000],
      ];
      for (const row of rows) {
        await tx.query(`INSERT INTO webhook_attempt (${columns}) VALUES (${row.map(() => '?').join(', ')})`, row);
      }
    });

  test('are created once per key, show the secret once, and are listed, changed and deleted', async () => {
    const user = await app().newUser();
    const own = await createWebApp(user);
    const input = { types: ['MESSAGE_SENT', 'RUN_FINISHED'], appIds: [own.id], mode: 'BATCH', asymmetric: true };
    const made = await create(user, input, 'once');
    expect(made.userErrors).toEqual([]);
    expect(made.secret).toMatch(/^whsec_/);
    expect(made.webhook).toMatchObject({
      ...{ url: 'https://example.com/hook', description: '', types: ['MESSAGE_SENT', 'RUN_FINISHED'], mode: 'BATCH' },
      ...{ state: 'ENABLED', disabledReason: null, failures: 0, pausedUntil: null, waiting: 0 },
      ...{ publicKey: expect.stringMatching(/^whpk_/), apps: [{ id: own.id }] },
    });
    const again = await create(user, input, 'once');
    expect([again.webhook.id, again.secret]).toEqual([made.webhook.id, null]);
    const { id } = made.webhook;
    const changed = await user.data(UPDATE, { id, input: { description: 'Warehouse', types: [], asymmetric: false } });
    expect(changed.webhookUpdate.webhook).toMatchObject({
      ...{ description: 'Warehouse', types: [], mode: 'BATCH', publicKey: null, url: 'https://example.com/hook' },
    });
    expect((await user.data(`{ webhooks { nodes { ${LINE} } } }`)).webhooks.nodes).toEqual([
      changed.webhookUpdate.webhook,
    ]);
    const gone = `mutation ($id: ID!) { webhookDelete(id: $id) { deletedId ${ERRORS} } }`;
    expect((await user.data(gone, { id })).webhookDelete).toEqual({ deletedId: id, userErrors: [] });
    expect((await user.data('{ webhooks { nodes { id } } }')).webhooks.nodes).toEqual([]);
  });

  test('are paused after a failed request, but not while a batch fills', async () => {
    const user = await app().newUser();
    const { webhook } = await create(user, { mode: 'BATCH' });
    const until = new Date(Date.now() + 1_000);
    const pausedUntil = async (failures: number) => {
      const sql = 'UPDATE webhook SET paused_until = ?, failures = ? WHERE id = ?';
      await app().database.tx((tx) => tx.query(sql, [until.getTime(), failures, webhook.databaseId]));
      return (await user.data('query ($id: ID!) { webhook(id: $id) { pausedUntil } }', webhook)).webhook.pausedUntil;
    };
    expect([await pausedUntil(0), await pausedUntil(1)]).toEqual([null, until.toISOString()]);
  });

  test('report each broken rule with its place', async () => {
    const user = await app().newUser();
    const stranger = await createWebApp(await app().newUser());
    const bad = await create(user, { url: 'ftp://example.com', description: 'a'.repeat(256), appIds: [stranger.id] });
    expect(bad.secret).toBeNull();
    expect(bad.userErrors.map(({ field, code }: Json) => [field.join('.'), code])).toEqual([
      ['input.url', 'INVALID'],
      ['input.description', 'TOO_LONG'],
      ['input.appIds', 'NOT_FOUND'],
    ]);
    const { webhook } = await create(user);
    const rotate = `mutation ($id: ID!, $overlap: Delay) { webhookRotateSecret(id: $id, overlap: $overlap) {
      webhook { formerSecretUntil } secret ${ERRORS} } }`;
    const long = await user.data(rotate, { id: webhook.id, overlap: '8d' });
    expect(long.webhookRotateSecret.userErrors).toMatchObject([{ field: ['overlap'] }]);
    const rotated = await user.data(rotate, { id: webhook.id });
    expect(rotated.webhookRotateSecret.secret).toMatch(/^whsec_/);
    expect(rotated.webhookRotateSecret.webhook.formerSecretUntil).not.toBeNull();
    const replay = `mutation ($id: ID!, $input: WebhookReplayInput!) { webhookReplay(id: $id, input: $input) { ${ERRORS} } }`;
    for (const input of [{}, { attemptId: 'x', from: '2026-01-01T00:00:00Z' }, { attemptId: 'x' }]) {
      const answer = await user.data(replay, { id: webhook.id, input });
      expect(answer.webhookReplay.userErrors).toMatchObject([{ field: ['input', 'attemptId'] }]);
    }
  });

  test('are enabled and disabled, with the reason', async () => {
    const user = await app().newUser();
    const { id } = (await create(user)).webhook;
    const states: Json[] = [];
    for (const name of ['webhookDisable', 'webhookDisable', 'webhookEnable']) {
      const answer = await user.data(
        `mutation ($id: ID!) { done: ${name}(id: $id) { webhook { state disabledReason } } }`,
        { id },
      );
      states.push(answer.done.webhook);
    }
    expect(states).toEqual([
      { state: 'DISABLED', disabledReason: 'MANUAL' },
      { state: 'DISABLED', disabledReason: 'MANUAL' },
      { state: 'ENABLED', disabledReason: null },
    ]);
  });

  test('list attempts, the latest first, with filters and the id of the message', async () => {
    const user = await app().newUser();
    const { id, databaseId } = (await create(user)).webhook;
    await insertAttempts(user.userId, databaseId);
    const read = async (where: Json = {}) => (await user.data(ATTEMPTS, { id, where })).webhook.attempts;
    const all = await read();
    expect(all.totalCount).toBe(3);
    expect(all.nodes.map(({ kind: of, result, messageId }: Json) => [of, result, decode(messageId)])).toEqual([
      ['TEST', 'TIMEOUT', null],
      ['LIVE', 'REFUSED', `events:${user.userId}:1:0:1:3`],
      ['LIVE', 'SUCCESS', `event:${user.userId}:1`],
    ]);
    expect((await read({ failed: true })).totalCount).toBe(2);
    expect((await read({ failed: false })).totalCount).toBe(1);
    expect((await read({ kind: ['TEST'] })).totalCount).toBe(1);
    expect((await read({ from: new Date(2_000).toISOString() })).totalCount).toBe(2);
    const other = await app().newUser();
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    const attempt = all.nodes[0].id;
    expect((await user.data(node, { id: attempt })).node).toEqual({ id: attempt });
    expect((await other.data(node, { id: attempt })).node).toBeNull();
    expect((await other.data(ATTEMPTS, { id })).webhook).toBeNull();
    expect(toGlobalId('Webhook', databaseId)).toBe(id);
  });
});

const decode = (id: string | null): string | null => id && Buffer.from(id, 'base64url').toString('latin1');
