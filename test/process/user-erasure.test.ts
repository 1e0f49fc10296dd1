import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import yauzl from 'yauzl';
import { execute } from '../../src/database/database.js';
import { activeSubjectOf } from '../../src/delivery/judgement/active-hours.js';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { findText } from '../support/find-text.js';
import type { ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, type RegisteredApp, startOneTime } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { makeDue } from './crash-run.js';

const ERASED = 'customer-17 "Ünï"';
const KEPT = 'customer-18';
const MINUTE_MS = 60_000;

const ERASE = `mutation ($id: String!) { userErase(input: { externalUserId: $id }) {
  erasure { id status } userErrors { message } } }`;
const READ = `query ($id: ID!) { erasure(id: $id) {
  status trouble finishedAt counts { type count } remains { place until advice } } }`;

interface Read {
  readonly erasure: {
    readonly status: string;
    readonly trouble: string | null;
    readonly counts: readonly { readonly type: string; readonly count: number }[];
    readonly remains: readonly { readonly place: string }[];
  };
}

const readErasure = async (service: ServiceProcess, id: string) => (await service.graphql<Read>(READ, { id })).erasure;

const erase = async (service: ServiceProcess, externalUserId: string): Promise<string> => {
  const { userErase } = await service.graphql<{ userErase: { erasure: { id: string } } }>(ERASE, {
    id: externalUserId,
  });
  return userErase.erasure.id;
};

const untilErased = (service: ServiceProcess, id: string) =>
  eventually('the end of the erasure', async () => {
    const erasure = await readErasure(service, id);
    return erasure.status === 'FINISHED' ? erasure : null;
  });

const countsOf = ({ counts }: Read['erasure']) => Object.fromEntries(counts.map(({ type, count }) => [type, count]));

interface Populated {
  readonly apps: readonly RegisteredApp[];
  /** The addresses of the erased user's devices. */
  readonly tokens: readonly string[];
  readonly subscriptionId: string;
}

/** Two users with devices at two providers, tags, events, a sent message, lists that name them, and a failed import. */
const populate = async (world: ServiceWorld, service: ServiceProcess): Promise<Populated> => {
  const apple = await createApp(service, world.fakes, { provider: 'provider_c', name: 'iPhone' });
  const oneSignal = await createApp(service, world.fakes, { provider: 'provider_b', name: 'OneSignal' });
  const tokens: string[] = [];
  for (const external_user_id of [ERASED, KEPT]) {
    const token = randomBytes(32).toString('hex');
    const subscriptionId = randomUUID();
    for (const [app, address] of [
      [apple, { token }],
      [oneSignal, { subscription_id: subscriptionId }],
    ] as const) {
      const path = `/${app.serviceId}/devices`;
      await must(201, service.sdk('POST', path, { body: { ...address, external_user_id, audiences: ['vip'] } }));
    }
    if (external_user_id === ERASED) tokens.push(token, subscriptionId);
  }
  const pushId = await createPush(service, [{ language: 'en', title: 'Hi', text: 'There' }]);
  const at = Math.ceil((Date.now() + MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
  // A list that names only the erased user must not become "everybody".
  await makeDue(
    world,
    await startOneTime(service, {
      pushId,
      at,
      body: { name: 'one', app_ids_include: [apple.id, oneSignal.id], external_ids: [ERASED] },
    }),
  );
  await eventually('the messages', async () => ((await world.fakes.count()) === 2 ? true : null));
  const to = { externalIds: [ERASED] };
  const message = { defaultLang: 'en', translations: [{ language: 'en', title: 'Now', text: 'At once' }] };
  await service.graphql('mutation ($input: MessageSendInput!) { messageSend(input: $input) { run { id } } }', {
    input: { to, message },
  });
  await eventually('the messages', async () => ((await world.fakes.count()) === 4 ? true : null));
  const failed = await importFile(
    service,
    apple.id,
    `token,external_user_id,timezone\n${randomBytes(32).toString('hex')},${KEPT},UTC\n${tokens[0]},${JSON.stringify(ERASED).replaceAll('\\"', '""')},Mars/Base\n`,
  );
  expect(failed).toMatchObject({ rejected: 1 });
  return { apps: [apple, oneSignal], tokens, subscriptionId: tokens[1] ?? '' };
};

const importFile = async (service: ServiceProcess, appId: number, file: string) => {
  const { deviceImportCreate: made } = await service.graphql<{
    deviceImportCreate: { deviceImport: { id: string }; uploadUrl: string };
  }>(
    `mutation ($appId: ID!) { deviceImportCreate(input: { appId: $appId, fileName: "a.csv", format: CSV }) {
       deviceImport { id } uploadUrl } }`,
    { appId: toGlobalId('App', appId) },
  );
  await fetch(new URL(made.uploadUrl, service.address), { method: 'PUT', body: file });
  const { id } = made.deviceImport;
  await service.graphql('mutation ($id: ID!) { deviceImportStart(id: $id) { userErrors { message } } }', { id });
  return eventually('the end of the import', async () => {
    const query = 'query ($id: ID!) { deviceImport(id: $id) { status imported updated rejected } }';
    const { deviceImport } = await service.graphql<{ deviceImport: { status: string; rejected: number } }>(query, {
      id,
    });
    return deviceImport.status === 'FINISHED' ? deviceImport : null;
  });
};

/** Whether each user has hours of activity. */
const countActiveHours = async (world: ServiceWorld, users: readonly string[]): Promise<number[]> => {
  const database = await world.db();
  const [app] = await database.query<{ user_id: number }>('SELECT user_id FROM app LIMIT 1');
  const sql = 'SELECT COUNT(DISTINCT subject) AS n FROM active_hour WHERE subject = ?';
  const counts: number[] = [];
  for (const externalUserId of users) {
    const subject = activeSubjectOf(Number(app?.user_id), { deviceId: 0, externalUserId });
    const [row] = await database.query<{ n: number }>(sql, [subject]);
    counts.push(Number(row?.n));
  }
  return counts;
};

/** The files of a zip, each as the objects of its lines. */
const readZip = (bytes: Buffer): Promise<Map<string, string>> =>
  new Promise((resolve, reject) => {
    const files = new Map<string, string>();
    yauzl.fromBuffer(bytes, { lazyEntries: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => resolve(files));
      zip.on('entry', (entry) =>
        zip.openReadStream(entry, async (failure, stream) => {
          if (failure) return reject(failure);
          files.set(entry.fileName, Buffer.concat(await stream.toArray()).toString());
          zip.readEntry();
        }),
      );
      zip.readEntry();
    });
  });

const EXPORT = `mutation ($id: String!) { userExport(input: { externalUserId: $id }) { url expiresAt userErrors { code } } }`;

interface Exported {
  readonly userExport: { readonly url: string; readonly userErrors: readonly object[] };
}

describe.each(eachDatabase())('exporting a user on $name', (kind) => {
  test('returns a zip with everything about the user, nothing about others, and no address or secret', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const { tokens } = await populate(world, service);
    await service.graphql(
      `mutation ($id: String!) {
         usersUpsert(input: { users: [{ externalUserId: $id, attributes: { plan: "pro" } }] }) { userErrors { message } }
         preferencesUpdate(input: { externalUserId: $id, choices: [{ allMarketing: true, choice: OFF }] }) {
           userErrors { message } } }`,
      { id: ERASED },
    );
    const { userExport } = await service.graphql<Exported>(EXPORT, { id: ERASED });
    const answer = await fetch(new URL(userExport.url, service.address));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip']);
    const files = await readZip(Buffer.from(await answer.arrayBuffer()));
    const rows = (name: string) =>
      (files.get(name) ?? '')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as object);
    expect(files.get('README.txt')).toContain('one JSON object per line');
    for (const name of files.keys()) if (name !== 'README.txt') expect(files.get('README.txt')).toContain(`\n${name} `);
    expect(rows('user.ndjson')).toEqual([
      expect.objectContaining({ externalUserId: ERASED, attributes: { plan: 'pro' } }),
    ]);
    expect(rows('preferences.ndjson')).toEqual([expect.objectContaining({ category: 'all marketing', choice: 'OFF' })]);
    expect(rows('devices.ndjson')).toEqual([
      expect.objectContaining({ externalUserId: ERASED, tags: ['vip'] }),
      expect.objectContaining({ externalUserId: ERASED, tags: ['vip'] }),
    ]);
    expect(rows('events.ndjson')).toEqual([
      expect.objectContaining({ event: 'install', count: 1 }),
      expect.objectContaining({ event: 'install', count: 1 }),
    ]);
    // Both registrations were sessions of the user.
    const [{ weightByLocalHour, ...ofUser } = { weightByLocalHour: [] as number[] }] = rows('activity.ndjson') as {
      weightByLocalHour: number[];
    }[];
    expect([ofUser, weightByLocalHour.reduce((sum, weight) => sum + weight, 0)]).toEqual([{ deviceId: null }, 2]);
    // Two devices, each with the message of the scheduler and the one sent at once.
    expect(rows('messages.ndjson')).toHaveLength(4);
    expect([rows('waiting.ndjson'), rows('caps.ndjson')]).toEqual([[], []]);
    const all = [...files.values()].join();
    for (const secret of [KEPT, ...tokens, 'secretHash', 'tokenHash']) expect(all).not.toContain(secret);

    const forged = new URL(userExport.url.replace(/\d+\?/, '999?'), service.address);
    expect((await fetch(forged)).status).toBe(403);
    const unknown = await service.graphql<Exported>(EXPORT, { id: 'nobody' });
    expect(unknown.userExport).toMatchObject({ url: null, userErrors: [{ code: 'NOT_FOUND' }] });
    await untilErased(service, await erase(service, ERASED));
    expect((await fetch(new URL(userExport.url, service.address))).status).toBe(404);
  });
});

describe.each(eachDatabase())('erasing a user on $name', (kind) => {
  test('removes everything about the user, keeps everything about others, and widens no list', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start({ BACKUP_RETENTION_DAYS: '30' });
    const { tokens, subscriptionId } = await populate(world, service);
    expect((await findText(world, ERASED)).length).toBeGreaterThan(3);
    const others = await findText(world, KEPT);

    const erasure = await untilErased(service, await erase(service, ERASED));
    expect(erasure).toMatchObject({ trouble: null, finishedAt: expect.any(String) });
    expect(countsOf(erasure)).toMatchObject({ users: 1, devices: 2, tags: 2, providerDevices: 1, imports: 1 });
    expect(erasure.remains[0]).toMatchObject({ place: 'BACKUPS', until: expect.any(String) });
    const places = kind.name === 'sqlite' ? ['FREE_PAGES'] : ['FREE_PAGES', 'BINARY_LOG'];
    expect(erasure.remains.slice(1).map(({ place }) => place)).toEqual(places);
    expect((await world.fakes.summary()).notes).toMatchObject({
      [`provider_b subscription ${subscriptionId} deleted`]: 1,
    });
    for (const text of [ERASED, ...tokens]) expect(await findText(world, text)).toEqual([]);
    expect(await findText(world, KEPT)).toEqual(others);
    expect(await countActiveHours(world, [ERASED, KEPT])).toEqual([0, 1]);
    const lists = await (await world.db()).query<{ value: string }>(
      "SELECT value FROM scheduler_filter WHERE field = 'external_ids'",
    );
    expect(lists).toEqual([{ value: expect.stringMatching(/^erased-[0-9a-f]{24}$/) }]);

    const { auditLog } = await service.graphql<{ auditLog: { nodes: { action: string; summary: string }[] } }>(
      '{ auditLog(first: 5) { nodes { action summary } } }',
    );
    expect(auditLog.nodes.map(({ action }) => action)).toEqual(expect.arrayContaining(['userErase', 'userErased']));
    expect(JSON.stringify(auditLog)).not.toContain('customer-17');
    await service.terminate();
    if (kind.name !== 'sqlite') return;
    expect(await world.cli('vacuum')).toMatchObject({ code: 0 });
    const file = await readFile(world.databaseUrl.replace('sqlite:', ''));
    for (const text of ['customer-17', ...tokens]) expect(file.includes(text)).toBe(false);
    expect(file.includes(KEPT)).toBe(true);
  });

  test('survives a kill, and a failing provider delays only its own devices', async () => {
    await using world = await ServiceWorld.open(kind);
    let service = await world.start();
    await populate(world, service);
    await world.fakes.misbehave({ provider: 'provider_b', fault: { kind: 'answer', status: 503 } });
    const id = await erase(service, ERASED);
    const waiting = await eventually('the trouble', async () => {
      const erasure = await readErasure(service, id);
      return erasure.trouble === null ? null : erasure;
    });
    expect(waiting).toMatchObject({ status: 'WAITING', trouble: "OneSignal did not delete the user's devices: 503" });
    expect(countsOf(waiting)).toMatchObject({ devices: 1 });
    await service.kill();
    await world.fakes.behave();
    service = await world.start();
    const database = await world.db();
    await database.tx((tx) => execute(tx, 'UPDATE erasure SET due_at = 0'));
    // A second request wakes the job and does not create another.
    expect(await erase(service, ERASED)).toBe(id);
    expect(countsOf(await untilErased(service, id))).toMatchObject({ devices: 2, providerDevices: 1 });
    expect(await findText(world, ERASED)).toEqual([]);
  });

  test('keeps late registrations, imports and messages from restoring the user until it is lifted', async () => {
    await using world = await ServiceWorld.open(kind);
    const service = await world.start();
    const { apps } = await populate(world, service);
    await untilErased(service, await erase(service, ERASED));
    const [apple] = apps;
    const register = (external_user_id: string) => {
      const body = { token: randomBytes(32).toString('hex'), external_user_id };
      return service.sdk('POST', `/${apple?.serviceId}/devices`, { body });
    };
    const refused = await register(ERASED);
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringMatching(/was erased/) } });
    expect((await register(KEPT)).status).toBe(201);
    const csv = `token,external_user_id\n${randomBytes(32).toString('hex')},"customer-17 ""Ünï"""\n`;
    expect(await importFile(service, apple?.id ?? 0, csv)).toMatchObject({ imported: 0, rejected: 1 });
    expect(await findText(world, ERASED)).toEqual([]);
    const lift = 'mutation ($id: String!) { userErasureLift(input: { externalUserId: $id }) { wasErased } }';
    expect(await service.graphql(lift, { id: ERASED })).toEqual({ userErasureLift: { wasErased: true } });
    expect(await service.graphql(lift, { id: ERASED })).toEqual({ userErasureLift: { wasErased: false } });
    expect((await register(ERASED)).status).toBe(201);
  });
});
