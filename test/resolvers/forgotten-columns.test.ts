import { describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { Push } from '../../src/entities/push.js';
import { PushTranslation } from '../../src/entities/push-translation.js';
import { Scheduler } from '../../src/entities/scheduler.js';
import { SchedulerFilter } from '../../src/entities/scheduler-filter.js';
import { SchedulerSlot } from '../../src/entities/scheduler-slot.js';
import { createAutoPush, createPush, createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { registerBrowsers } from '../schema/support/register-browsers.js';
import { eachDatabase } from '../support/databases.js';
import { sharedGraph } from '../support/shared-graph.js';

/**
 * The columns that are not copied from the original. A copy takes all other columns of the table: a new column must be
 * copied as well, or be listed here.
 */
const OWN_COLUMNS: ReadonlyMap<new () => object, readonly string[]> = new Map<new () => object, readonly string[]>([
  [
    Scheduler,
    [
      ...['id', 'name', 'name_folded', 'created_at', 'updated_at'],
      // A copy is a draft that was never active.
      ...['active', 'archived', 'next_due_at', 'left_out_zones', 'tz_release', 'active_from', 'clocks_id'],
      ...['replanned_at', 'first_activated_at', 'ended_at'],
    ],
  ],
  [SchedulerFilter, ['scheduler_id']],
  [SchedulerSlot, ['scheduler_id']],
  [Push, ['id', 'scheduler_id', 'created_at', 'updated_at']],
  [PushTranslation, ['id', 'push_id']],
]);

/** Conditions that belong to the copy itself. */
const FIXED: Readonly<Record<string, unknown>> = { archived: 0, field: 'countries_include', kind: 'conversion' };

/** A value that differs from every default. */
const distinctive = ({ type, databaseName, length, transformer }: ColumnMetadata, seed: number): unknown => {
  if (databaseName in FIXED) return FIXED[databaseName];
  if (type === 'boolean') return 1;
  if (type === 'text' && transformer) return `{"a":"${seed}"}`;
  if (type === 'json' || databaseName.endsWith('_zones')) return '["Europe/Rome"]';
  if (type === 'varchar' || type === 'text') return `${databaseName}-${seed}`.slice(0, Number(length) || 100);
  return 10 + seed;
};

describe.each(eachDatabase())('a new column, $name', (kind) => {
  const app = useGraphApp(kind);

  const columnsOf = (entity: new () => object) => app().database.reader.connection.getMetadata(entity);

  const fill = async (entity: new () => object, where: string): Promise<void> => {
    const { tableName, columns } = columnsOf(entity);
    const own = OWN_COLUMNS.get(entity) ?? [];
    const filled = columns.filter(({ databaseName, isPrimary }) => {
      const isKey = isPrimary || databaseName === 'user_id' || databaseName === 'position';
      return !isKey && !own.includes(databaseName);
    });
    if (filled.length === 0) return;
    const set = filled.map(({ databaseName }) => `${databaseName} = ?`).join(', ');
    const values = filled.map((column, index) => distinctive(column, index));
    await app().database.tx((tx) => tx.query(`UPDATE ${tableName} SET ${set} WHERE ${where}`, values));
  };

  const read = async (entity: new () => object, where: string): Promise<Json> => {
    const { tableName, columns } = columnsOf(entity);
    const own = OWN_COLUMNS.get(entity) ?? [];
    const copied = columns.map(({ databaseName }) => databaseName).filter((name) => !own.includes(name));
    const [row] = await app().database.query<Json>(`SELECT ${copied.join(', ')} FROM ${tableName} WHERE ${where}`);
    return { ...row };
  };

  const withCampaign = async (user: GraphUser) => {
    await createWebApp(user);
    const scheduler = await createAutoPush(user);
    const push = await createPush(user);
    await app().database.tx(async (tx) => {
      await tx.query('UPDATE push SET scheduler_id = ?, position = 7 WHERE id = ?', [
        scheduler.databaseId,
        push.databaseId,
      ]);
      await tx.insert(SchedulerFilter, {
        ...{ schedulerId: scheduler.databaseId, field: 'countries_include' as const, value: 'DE', position: 5 },
      });
      await tx.insert(SchedulerSlot, { schedulerId: scheduler.databaseId, day: 3, minute: 77 });
    });
    return { scheduler, push };
  };

  test("is copied with a campaign, unless it is listed as the copy's own", async () => {
    const user = await app().newUser();
    const { scheduler, push } = await withCampaign(user);
    const original: [new () => object, string][] = [
      [Scheduler, `id = ${scheduler.databaseId}`],
      [SchedulerFilter, `scheduler_id = ${scheduler.databaseId}`],
      [SchedulerSlot, `scheduler_id = ${scheduler.databaseId}`],
      [Push, `id = ${push.databaseId}`],
      [PushTranslation, `push_id = ${push.databaseId}`],
    ];
    for (const [entity, where] of original) await fill(entity, where);
    const { schedulerDuplicate } = await user.data(
      `mutation ($id: ID!) { schedulerDuplicate(id: $id) { scheduler { databaseId pushes { nodes { databaseId } } } userErrors { message } } }`,
      { id: scheduler.id },
    );
    const { databaseId, pushes } = schedulerDuplicate.scheduler;
    const copy = [
      `id = ${databaseId}`,
      `scheduler_id = ${databaseId}`,
      `scheduler_id = ${databaseId}`,
      `id = ${pushes.nodes[0].databaseId}`,
      `push_id = ${pushes.nodes[0].databaseId}`,
    ];
    for (const [index, [entity, where]] of original.entries()) {
      const copied = await read(entity, copy[index] ?? '');
      expect([entity.name, copied]).toEqual([entity.name, await read(entity, where)]);
      expect(Object.keys(copied).length).toBeGreaterThan(0);
    }
  });

  test('exists if the lists above name it', () => {
    for (const [entity, own] of OWN_COLUMNS) {
      const names = columnsOf(entity).columns.map(({ databaseName }) => databaseName);
      expect([entity.name, own.filter((name) => !names.includes(name))]).toEqual([entity.name, []]);
    }
  });

  const WRONG_FIELDS: Readonly<Record<string, unknown>> = {
    ...{ timeToLive: '29d', collapseKey: 'a b', data: { a: 1 }, sound: { volume: 0.5 }, badge: { set: -1 } },
    ...{ group: ' ', channel: 'x'.repeat(256), iosCategory: ' ', relevance: 2, color: 'red' },
    buttons: Array.from({ length: 4 }, (_, index) => ({ id: `b${index}` })),
    passthrough: { fcm: { notification: { body: 'x'.repeat(20_000) } } },
  };
  /** A wrong value for every field of a push. The error must locate it in `message`. */
  const WRONG: Readonly<Record<string, { readonly message: Json; readonly field: readonly string[] }>> = {
    name: { message: { name: 'x'.repeat(256) }, field: ['message', 'name'] },
    weight: { message: { weight: 0 }, field: ['message', 'weight'] },
    defaultLang: { message: { defaultLang: 'deu' }, field: ['message', 'defaultLang'] },
    translations: { message: { translations: [] }, field: ['message', 'translations'] },
    ...Object.fromEntries(
      Object.entries(WRONG_FIELDS).map(([name, value]) => [
        name,
        { message: { [name]: value }, field: ['message', name, ...(name === 'sound' ? ['volume'] : [])] },
      ]),
    ),
  };
  const at = (name: string) => ['message', 'translations', '0', name];
  /** Types and enums refuse any other value of these fields, and a push test ignores an unknown category. */
  const ALWAYS_GOOD = ['categoryId', 'urgency', 'interruption', 'visibility', 'render', 'missing'].concat([
    ...['requireInteraction', 'renotify', 'silent', 'truncate'],
  ]);
  const WRONG_IN_TRANSLATION: Readonly<Record<string, unknown>> = {
    ...{ language: 'deu', title: '', text: 'x'.repeat(4_001) },
    ...{ image: 'ftp://example.com', icon: 'nothing', link: 'javascript:alert(1)', subtitle: ' ' },
    ...{ buttonLabels: { open: 1 } },
  };

  test('is located in the errors of `pushTest`, where a push is a `message`', async () => {
    const schema = await sharedGraph();
    const fieldsOf = (name: string): string[] => {
      const type = schema.getType(name);
      return isInputObjectType(type) ? Object.keys(type.getFields()).sort() : [];
    };
    expect(fieldsOf('PushInput')).toEqual([...Object.keys(WRONG), ...ALWAYS_GOOD].sort());
    expect(fieldsOf('TranslationInput')).toEqual(Object.keys(WRONG_IN_TRANSLATION).sort());
    const user = await app().newUser();
    const web = await createWebApp(user);
    const [device] = await registerBrowsers(user, web.id, [{}]);
    const good = { language: 'en', title: 'Title', text: 'Text' };
    const fieldsAt = async (change: Json): Promise<unknown[]> => {
      const { pushTest } = await user.data(
        'mutation ($device: ID!, $message: PushInput) { pushTest(deviceId: $device, message: $message) { userErrors { field } } }',
        { device, message: { defaultLang: 'en', translations: [good], ...change } },
      );
      return pushTest.userErrors.map(({ field }: Json) => field);
    };
    for (const { message, field } of Object.values(WRONG)) expect(await fieldsAt(message)).toContainEqual(field);
    for (const [name, value] of Object.entries(WRONG_IN_TRANSLATION)) {
      expect([name, await fieldsAt({ translations: [{ ...good, [name]: value }] })]).toEqual([
        name,
        expect.arrayContaining([at(name)]),
      ]);
    }
  });
});
