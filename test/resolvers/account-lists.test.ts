import { describe, expect, test } from '@jest/globals';
import { AuditEntry } from '../../src/entities/audit-entry.js';
import { CampaignDraft } from '../../src/entities/campaign-draft.js';
import { DeviceImport } from '../../src/entities/device-import.js';
import { Member } from '../../src/entities/member.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { createWebApp } from '../schema/support/factories.js';
import { type GraphUser, type Json, useGraphApp } from '../schema/support/graph-app.js';
import { eachDatabase } from '../support/databases.js';

const at = (minute: number): Date => new Date(1_790_000_000_000 + minute * 60_000);

interface Case {
  readonly args: string;
  readonly found: string;
}

/** The names in the order of the list, joined. */
const check = async (
  user: GraphUser,
  { list, name, cases }: { list: string; name: string; cases: readonly Case[] },
) => {
  for (const { args, found } of cases) {
    const data: Json = await user.data(`{ ${list}${args} { totalCount nodes { ${name} } } }`);
    const names = data[list].nodes.map((node: Json) => node[name]).join(' ');
    expect([args, names, data[list].totalCount]).toEqual([args, found, found === '' ? 0 : found.split(' ').length]);
  }
};

describe.each(eachDatabase())('lists of an account, $name', (kind) => {
  const app = useGraphApp(kind);

  const insert = (entity: new () => object, rows: readonly object[]) =>
    app().database.tx((tx) => tx.insert(entity, rows));

  test('drafts are filtered and sorted', async () => {
    const user = await app().newUser();
    const draft = (name: string, created: number, updated: number) => ({
      ...{ userId: user.userId, name, content: {}, version: 1, editor: null },
      ...{ createdAt: at(created), updatedAt: at(updated) },
    });
    await insert(CampaignDraft, [draft('Sale', 1, 9), draft('sale_2', 2, 3), draft('Autumn', 3, 5)]);
    const cases = [
      { args: '', found: 'Sale Autumn sale_2' },
      { args: '(orderBy: { field: ID })', found: 'Sale sale_2 Autumn' },
      { args: '(orderBy: { field: NAME })', found: 'Autumn Sale sale_2' },
      { args: '(orderBy: { field: CREATED_AT, direction: DESC })', found: 'Autumn sale_2 Sale' },
      { args: '(where: { nameContains: "SALE" })', found: 'Sale sale_2' },
      { args: '(where: { nameContains: "_" })', found: 'sale_2' },
      { args: `(where: { updatedFrom: "${at(5).toISOString()}" })`, found: 'Sale Autumn' },
      { args: `(where: { updatedBefore: "${at(5).toISOString()}" })`, found: 'sale_2' },
    ];
    await check(user, { list: 'drafts', name: 'name', cases });
  });

  test('members are filtered and sorted', async () => {
    const user = await app().newUser();
    const member = (name: string, email: string, more: object) => ({
      ...{ userId: user.userId, name, email: `${email}.${user.userId}@example.com` },
      ...{ role: 'VIEWER', createdAt: at(1), joinedAt: null, ...more },
    });
    await insert(Member, [
      member('Zoe', 'a', { role: 'ADMIN', joinedAt: at(2) }),
      member('Ann', 'c', { createdAt: at(3) }),
      member('Bob', 'b', { role: 'SENDER', joinedAt: at(4), createdAt: at(2) }),
    ]);
    const cases = [
      { args: '', found: 'Zoe Ann Bob' },
      { args: '(orderBy: { field: NAME })', found: 'Ann Bob Zoe' },
      { args: '(orderBy: { field: EMAIL, direction: DESC })', found: 'Ann Bob Zoe' },
      { args: '(orderBy: { field: CREATED_AT })', found: 'Zoe Bob Ann' },
      { args: '(where: { role: [ADMIN, SENDER] })', found: 'Zoe Bob' },
      { args: '(where: { nameContains: "o" })', found: 'Zoe Bob' },
      { args: `(where: { emailContains: "C.${user.userId}@EXAMPLE" })`, found: 'Ann' },
      { args: '(where: { joined: true })', found: 'Zoe Bob' },
      { args: '(where: { joined: false })', found: 'Ann' },
    ];
    await check(user, { list: 'members', name: 'name', cases });
  });

  test('imports are filtered and sorted', async () => {
    const user = await app().newUser();
    const [first, second] = [await createWebApp(user), await createWebApp(user, 'Second')];
    const file = (fileName: string, more: object) => ({
      ...{ userId: user.userId, appId: first.databaseId, fileName, format: 'csv', status: 'finished', hasFile: false },
      ...{ done: 0, nextLine: 1, imported: 0, updated: 0, rejected: 0, rejectedBytes: 0, attempts: 0 },
      ...{ columnsTaken: [], sample: [], workedAt: at(0), createdAt: at(1), finishedAt: at(0), ...more },
    });
    await insert(DeviceImport, [
      file('b.csv', { appId: second.databaseId }),
      file('c.jsonl', { format: 'jsonl', status: 'failed', createdAt: at(3) }),
      file('a.csv', { createdAt: at(2) }),
    ]);
    const cases = [
      { args: '', found: 'a.csv c.jsonl b.csv' },
      { args: '(orderBy: { field: FILE_NAME })', found: 'a.csv b.csv c.jsonl' },
      { args: '(orderBy: { field: CREATED_AT })', found: 'b.csv a.csv c.jsonl' },
      { args: `(where: { appIds: ["${second.id}"] })`, found: 'b.csv' },
      { args: '(where: { status: [FAILED, RUNNING] })', found: 'c.jsonl' },
      { args: '(where: { format: [CSV] })', found: 'a.csv b.csv' },
      { args: '(where: { fileNameContains: "JSON" })', found: 'c.jsonl' },
      {
        args: `(where: { createdFrom: "${at(2).toISOString()}", createdBefore: "${at(3).toISOString()}" })`,
        found: 'a.csv',
      },
    ];
    await check(user, { list: 'deviceImports', name: 'fileName', cases });
  });

  test('the audit log is filtered by actor and subject, and read from either end', async () => {
    const user = await app().newUser();
    const entry = (summary: string, more: object) => ({
      ...{ userId: user.userId, at: at(0), action: 'pushCreate', summary, ...more },
    });
    await insert(AuditEntry, [
      entry('created', { apiKeyId: 5, nodeType: 'Push', nodeId: 3 }),
      entry('changed', { memberId: 6, nodeType: 'Push', nodeId: 3 }),
      entry('other', { apiKeyId: 5, nodeType: 'App', nodeId: 3 }),
    ]);
    const cases = [
      { args: '', found: 'other changed created' },
      { args: '(orderBy: { field: ID, direction: ASC })', found: 'created changed other' },
      { args: `(where: { apiKeyIds: ["${toGlobalId('ApiKey', 5)}"] })`, found: 'other created' },
      { args: `(where: { nodeIds: ["${toGlobalId('Push', 3)}"] })`, found: 'changed created' },
      { args: `(where: { nodeIds: ["${toGlobalId('App', 3)}", "${toGlobalId('Push', 4)}"] })`, found: 'other' },
      { args: '(where: { nodeIds: [] })', found: '' },
      { args: '(where: { summaryContains: "CHANGE" })', found: 'changed' },
    ];
    await check(user, { list: 'auditLog', name: 'summary', cases });
    const { errors } = await user.query('{ auditLog(where: { nodeIds: ["x"] }) { totalCount } }');
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});
