import { randomBytes } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { parseDatabaseUrl } from '../../src/config/database-url.js';
import { Database } from '../../src/database/database.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { ServiceProcess } from '../support/service-process.js';
import { must } from '../support/service-steps.js';

const DEVICES = 40_000;
/** Each has two devices, in distant lines. */
const USERS = DEVICES / 2;
const KILLS = 2;

interface Import {
  readonly status: string;
  readonly imported: number;
  readonly updated: number;
  readonly rejected: number;
  readonly size: number;
  readonly done: number;
}

const READ = 'query ($id: ID!) { deviceImport(id: $id) { status imported updated rejected size done } }';

/** The users and attributes of devices. */
const readCopies = async (url: string) => {
  const database = new Database(parseDatabaseUrl(url));
  await database.open();
  try {
    return await database.query<{ external_user_id: string; attributes: string; n: number }>(
      'SELECT external_user_id, attributes, COUNT(*) AS n FROM device GROUP BY external_user_id, attributes',
    );
  } finally {
    await database.close();
  }
};

describe.each(eachDatabase())('kill -9 during an import on $name', (kind) => {
  test('the import continues where it stopped: every line is counted once', async () => {
    await using place = await kind.url({ migrated: true });
    const env = { DATABASE_URL: place.url, MASTER_KEY: randomBytes(32).toString('base64') };
    let service = await ServiceProcess.start(env);
    const creds = { topic: 't', team_id: 'x', private_key_id: 'y', private_key: '' };
    const body = { push_provider: 'provider_c', name: 'iPhone', provider_c_creds: creds };
    const { id: appId } = await must(201, service.api('POST', '/apps', body));
    const { deviceImportCreate: made } = await service.graphql<{
      deviceImportCreate: { deviceImport: { id: string }; uploadUrl: string };
    }>(
      `mutation ($appId: ID!) { deviceImportCreate(input: { appId: $appId, fileName: "a.csv", format: CSV }) {
         deviceImport { id } uploadUrl userErrors { message } } }`,
      { appId: toGlobalId('App', appId) },
    );
    // Every tenth line is invalid.
    const lines = Array.from({ length: DEVICES }, (_, index) =>
      index % 10 === 9
        ? ',de,,,,'
        : `${index.toString(16).padStart(64, '0')},de,vip|t${index % 7},user-${index % USERS},${index},${index % 3}`,
    );
    const columns = 'token,language,audiences,external_user_id,attr.line,device_attr.size';
    const file = `${columns}\n${lines.join('\n')}\n`;
    const sent = await fetch(new URL(made.uploadUrl, service.address), { method: 'PUT', body: file });
    expect(sent.status).toBe(204);
    const { id } = made.deviceImport;
    const read = async (): Promise<Import> =>
      (await service.graphql<{ deviceImport: Import }>(READ, { id })).deviceImport;
    await service.graphql('mutation ($id: ID!) { deviceImportStart(id: $id) { userErrors { message } } }', { id });
    let before = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = await eventually('the import', async () => {
        const now = await read();
        return now.imported > before ? now : null;
      });
      expect(at.status).toBe('RUNNING');
      await service.kill();
      before = at.imported;
      service = await ServiceProcess.start(env);
    }
    let done = await read();
    while (done.status === 'RUNNING') {
      const last = done;
      done = await eventually('progress of the import', async () => {
        const now = await read();
        return now.status !== 'RUNNING' || now.done > last.done ? now : null;
      });
    }
    expect(done).toEqual({
      status: 'FINISHED',
      imported: DEVICES * 0.9,
      updated: 0,
      rejected: DEVICES * 0.1,
      size: file.length,
      done: file.length,
    });
    const { app, deviceImport } = await service.graphql<{
      app: { deviceCount: number };
      deviceImport: { rejectedUrl: string };
    }>('query ($app: ID!, $id: ID!) { app(id: $app) { deviceCount } deviceImport(id: $id) { rejectedUrl } }', {
      app: toGlobalId('App', appId),
      id,
    });
    expect(app).toEqual({ deviceCount: DEVICES * 0.9 });
    const rejected = await (await fetch(new URL(deviceImport.rejectedUrl, service.address))).text();
    const numbers = rejected
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    expect(numbers).toEqual(lines.flatMap((line, index) => (line === ',de,,,,' ? [index + 2] : [])));
    expect(await service.terminate()).toMatchObject({ code: 0 });
    const copies = await readCopies(place.url);
    const lastLines = new Map(
      lines.flatMap((_line, index) => (index % 10 === 9 ? [] : [[`user-${index % USERS}`, index]])),
    );
    for (const { external_user_id: user, attributes } of copies) {
      expect([user, JSON.parse(attributes)]).toEqual([user, { line: lastLines.get(user), size: expect.any(Number) }]);
    }
    expect(copies.reduce((sum, { n }) => sum + Number(n), 0)).toBe(DEVICES * 0.9);
  });
});
