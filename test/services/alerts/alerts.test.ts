import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { execute } from '../../../src/database/database.js';
import { AlertRule } from '../../../src/entities/alert-rule.js';
import { toGlobalId } from '../../../src/schema/global-id.js';
import { AlertMails, MAILS_PER_HOUR } from '../../../src/services/alerts/alert-mails.js';
import type { AlertRuleInput } from '../../../src/services/alerts/alert-rule-service.js';
import { AlertWatch } from '../../../src/services/alerts/alert-watch.js';
import { ALERT_KIND_DEFINITIONS } from '../../../src/services/alerts/kinds/index.js';
import { openSmtpMailer } from '../../../src/services/alerts/smtp-mailer.js';
import { EventLog } from '../../../src/services/event-log/event-log.js';
import { BatchWorld, HOUR } from '../../delivery/batch-world.js';
import { upkeep } from '../../delivery/history-world.js';
import type { Json } from '../../schema/support/graph-app.js';
import { GraphOverWorld } from '../../schema/support/graph-over-world.js';
import { eachDatabase } from '../../support/databases.js';
import type { Fakes } from '../../support/fakes/fakes.js';
import { startFakes } from '../../support/fakes/start-fakes.js';
import { RecordingSender } from '../../support/recording-sender.js';
import { MailServer } from './mail-server.js';

let fakes: Fakes;
const sender = new RecordingSender();
beforeAll(async () => {
  fakes = await startFakes();
});
afterAll(() => fakes.close());
beforeEach(() => sender.reset());

const MINUTE = 60_000;
const DAY = 86_400_000;
const REFUSED = { kind: 'failed', code: 'WRONG_TOPIC', detail: '400 BadTopic' } as const;
const SENT = { kind: 'sent', providerMessageId: null } as const;
const { signal } = new AbortController();
const RULE: AlertRuleInput = {
  ...{ kind: 'RUN_FAILURES', name: 'Too many failures', enabled: true, appId: null, minutes: null },
  ...{ share: 0.2, minCount: 10, recipients: ['ops@example.com'] },
};
const ALERTS = `{ alerts { nodes { kind message raisedAt resolvedAt rule { name } run { databaseId } app { databaseId } } } }`;

describe.each(eachDatabase())('alerts on $name', ({ open }) => {
  const start = async () => {
    const database = await open();
    const world = await BatchWorld.start({ database, fakes, sender });
    const graph = await GraphOverWorld.open(world);
    const mails = await MailServer.start({ disabledCommands: ['AUTH', 'STARTTLS'] });
    const server = { host: '127.0.0.1', port: mails.port, isTls: false, requiresTls: false };
    const mailer = openSmtpMailer({ ...server, user: null, password: null, from: 'push@example.com' });
    const lines: [Record<string, unknown>, string][] = [];
    const note = (details: Record<string, unknown>, message: string) => void lines.push([details, message]);
    const deps = { database, clock: world.clock, log: { info: note, error: note } };
    const [watch, sending] = [
      new AlertWatch(deps),
      new AlertMails({ ...deps, mailer, publicUrl: 'https://push.example.com' }),
    ];
    const look = async () => {
      await watch.run(signal);
      await sending.run(signal);
    };
    const read = async (): Promise<Json[]> => (await graph.data(ALERTS)).alerts.nodes;
    return {
      ...{ database, world, graph, mails, look, watch, sending, lines, read, deps },
      async [Symbol.asyncDispose]() {
        mailer.close();
        await mails[Symbol.asyncDispose]();
        await graph[Symbol.asyncDispose]();
        await world[Symbol.asyncDispose]();
        await database[Symbol.asyncDispose]();
      },
    };
  };

  test('a rule deleted during its evaluation leaves no open alert', async () => {
    await using set = await start();
    const { world, database, deps, read } = set;
    const rule = await world.services.alertRules.create(world.caller, RULE);
    const app = await world.makeApp('provider_c');
    await world.seedDevices(app, 20);
    sender.answer = () => REFUSED;
    await world.makeRun();
    await world.advance(HOUR);
    const deletes = new Proxy(database, {
      get: (target, name) => {
        if (name !== 'longRead') return Reflect.get(target, name);
        return async (userId: number, sql: string, values: readonly unknown[]) => {
          const rows = await target.longRead(userId, sql, values);
          await world.services.alertRules.delete(world.caller, rule.id);
          return rows;
        };
      },
    });
    await new AlertWatch({ ...deps, database: deletes }).run(signal);
    expect(await read()).toEqual([]);
  });

  test('a share is reached by exactly as many failures, despite rounding of doubles', async () => {
    await using set = await start();
    const { world, look, read } = set;
    await world.services.alertRules.create(world.caller, { ...RULE, share: 0.28 });
    const app = await world.makeApp('provider_c');
    const tokens = (await world.seedDevices(app, 25)).map(({ token }) => token);
    sender.answer = ({ target }) => (target.kind === 'token' && tokens.indexOf(target.token) < 7 ? REFUSED : SENT);
    await world.makeRun();
    await world.advance(HOUR);
    await look();
    expect((await read()).map(({ message }) => message)).toEqual([
      '7 of 25 messages of the run of "a one-time" failed.',
    ]);
  });

  test('a run with too many failures raises one alert, by e-mail and as an event, which ends after a day', async () => {
    await using set = await start();
    const { world, look, mails, read, database } = set;
    await world.services.alertRules.create(world.caller, RULE);
    const app = await world.makeApp('provider_c');
    const tokens = (await world.seedDevices(app, 40)).map(({ token }) => token);
    sender.answer = ({ target }) => (target.kind === 'token' && tokens.indexOf(target.token) < 8 ? REFUSED : SENT);
    await world.makeRun();
    await look();
    expect([await read(), mails.received]).toEqual([[], []]);
    await world.advance(HOUR);
    const raisedAt = new Date(world.clock.now()).toISOString();
    // Two processes evaluate the rule at the same time.
    await Promise.all([set.watch.run(signal), new AlertWatch(set.deps).run(signal)]);
    await look();
    world.clock.advance(MINUTE);
    await look();
    const [alert, ...others] = await read();
    expect(others).toEqual([]);
    expect(alert).toEqual({
      ...{ kind: 'RUN_FAILURES', raisedAt, resolvedAt: null, rule: { name: 'Too many failures' }, app: null },
      ...{ run: { databaseId: 1 }, message: '8 of 40 messages of the run of "a one-time" failed.' },
    });
    expect(mails.received.length).toBe(1);
    const [mail] = mails.received;
    expect([mail?.from, mail?.to]).toEqual(['push@example.com', ['ops@example.com']]);
    expect(mail?.raw).toMatch(/^Subject: \[pushgraph\] Alert: Too many failures\r$/m);
    expect(mail?.raw).toContain('8 of 40 messages of the run of "a one-time" failed.');
    expect(mail?.raw).toContain('https://push.example.com/console/');
    const log = new EventLog(database);
    const from = await log.oldest(world.caller.userId);
    const { events } = await log.readAfter(world.caller.userId, from, { limit: 500, types: new Set(['alert.raised']) });
    expect(events.map(({ data }) => JSON.parse(data))).toEqual([
      expect.objectContaining({ kind: 'RUN_FAILURES', run_id: '1', message: alert?.message }),
    ]);
    world.clock.advance(DAY);
    await look();
    await look();
    expect(mails.received.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual([
      '[pushgraph] Alert: Too many failures',
      '[pushgraph] Resolved: Too many failures',
    ]);
    expect((await read())[0]?.resolvedAt).toBe(new Date(world.clock.now()).toISOString());
    world.skip(181 * DAY);
    await upkeep(world);
    expect(await read()).toEqual([]);
    expect(await database.query('SELECT * FROM alert_mail')).toEqual([]);
  });

  test('thresholds are exact: one failure fewer, or too few messages, raises no alert', async () => {
    await using set = await start();
    const { world, look, read } = set;
    const app = await world.makeApp('provider_c');
    const tokens = (await world.seedDevices(app, 40)).map(({ token }) => token);
    sender.answer = ({ target }) => (target.kind === 'token' && tokens.indexOf(target.token) < 8 ? REFUSED : SENT);
    const { alertRules } = world.services;
    await alertRules.create(world.caller, { ...RULE, name: 'a', share: 0.201 });
    await alertRules.create(world.caller, { ...RULE, name: 'b', minCount: 41 });
    await alertRules.create(world.caller, { ...RULE, name: 'c', enabled: false });
    await alertRules.create(world.caller, { ...RULE, name: 'd', appId: (await world.makeApp('provider_c')).id });
    const { id } = await alertRules.create(world.caller, {
      ...RULE,
      name: 'e',
      share: 0.2,
      minCount: 40,
      appId: app.id,
    });
    await world.makeRun();
    await world.advance(HOUR);
    await look();
    expect((await read()).map(({ rule }) => rule.name)).toEqual(['e']);
    await alertRules.update(world.caller, id, { ...RULE, name: 'e', share: 0.5 });
    await look();
    expect((await read()).map(({ resolvedAt }) => resolvedAt === null)).toEqual([false]);
    await alertRules.delete(world.caller, id);
    expect(await read()).toEqual([]);
  });

  test('an application without deliveries raises an alert until a device reports a delivery', async () => {
    await using set = await start();
    const { world, look, read, database } = set;
    const [quiet, silent] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    const add = (appId: number, ago: number, counts: { sent?: number; delivered?: number }) =>
      database.tx((tx) =>
        execute(
          tx,
          `INSERT INTO traffic (user_id, minute, app_id, scheduler_id, push_id, shard, sent, failed, delivered, clicked, dismissed)
           VALUES (?, ?, ?, 1, 1, 0, ?, 0, ?, 0, 0)`,
          [
            world.caller.userId,
            Math.floor(world.clock.now() / MINUTE) - ago,
            appId,
            counts.sent ?? 0,
            counts.delivered ?? 0,
          ],
        ),
      );
    const rule = { ...RULE, kind: 'NO_DELIVERIES', share: null, minCount: 10, minutes: 30, recipients: [] } as const;
    await world.services.alertRules.create(world.caller, rule);
    await add(quiet.id, 10_000, { sent: 5, delivered: 5 });
    for (const { id } of [quiet, silent]) await add(id, 10, { sent: 10 });
    await look();
    // The other one has never reported a delivery, so it does not use receipts.
    const [alert, ...others] = await read();
    expect([alert?.app, others]).toEqual([{ databaseId: quiet.id }, []]);
    expect(alert?.message).toBe(
      'No device reported a delivery from "provider_c" within 30 minutes, although 10 messages were sent.',
    );
    await add(quiet.id, 0, { delivered: 1 });
    await look();
    expect((await read())[0]?.resolvedAt).not.toBeNull();
    await add(quiet.id, 4, { sent: 100 });
    world.clock.advance(31 * MINUTE);
    await look();
    expect((await read()).filter(({ resolvedAt }) => resolvedAt === null)).toEqual([]);
  });

  test('a paused application raises an alert after the set time, and again at its next pause', async () => {
    await using set = await start();
    const { world, look, read, database } = set;
    const app = await world.makeApp('provider_c');
    const rule = { ...RULE, kind: 'APP_PAUSED', share: null, minCount: null, minutes: 5 } as const;
    await world.services.alertRules.create(world.caller, rule);
    const pause = (since: number | null, until: number | null) =>
      database.tx((tx) =>
        execute(tx, "UPDATE app SET paused_since = ?, paused_until = ?, pause_reason = 'BadCertificate' WHERE id = ?", [
          ...[since, until, app.id],
        ]),
      );
    await pause(world.clock.now(), world.clock.now() + HOUR);
    await look();
    expect(await read()).toEqual([]);
    world.clock.advance(5 * MINUTE);
    await look();
    await look();
    expect((await read()).map(({ message }) => message)).toEqual([
      'The application "provider_c" is paused: its provider refuses its messages (BadCertificate).',
    ]);
    await pause(null, null);
    await look();
    await pause(world.clock.now() - HOUR, world.clock.now() + HOUR);
    await look();
    expect((await read()).map(({ resolvedAt }) => resolvedAt === null)).toEqual([true, false]);
    expect(set.mails.received.length).toBe(3);
  });

  test('e-mails are retried, dropped after six attempts, and limited per hour', async () => {
    await using set = await start();
    const { world, look, mails, database, lines } = set;
    const recipients = Array.from({ length: 10 }, (_, index) => `ops${index}@example.com`);
    const app = await world.makeApp('provider_c');
    const rule = { ...RULE, kind: 'APP_PAUSED', share: null, minCount: null, minutes: 0 } as const;
    for (const name of ['a', 'b', 'c'])
      await world.services.alertRules.create(world.caller, { ...rule, name, recipients });
    mails.refusals = 1;
    mails.refusal = 'secret text of the server';
    const pause = 'UPDATE app SET paused_since = 0, paused_until = ? WHERE id = ?';
    await database.tx((tx) => execute(tx, pause, [world.clock.now() + 100 * DAY, app.id]));
    await look();
    expect(mails.received.length).toBe(MAILS_PER_HOUR);
    expect(lines.find(([, message]) => message.includes('could not be sent'))?.[0]).toMatchObject({
      reason: 'EMESSAGE 451',
    });
    expect(JSON.stringify(lines)).not.toContain('secret text');
    world.clock.advance(30 * MINUTE);
    await look();
    expect(mails.received.length).toBe(MAILS_PER_HOUR);
    world.clock.advance(30 * MINUTE + 1);
    await look();
    expect(mails.received.length).toBe(30);
    expect(new Set(mails.received.map(({ to, raw }) => `${to} ${/Rule: (.)/.exec(raw)?.[1]}`)).size).toBe(30);

    mails.refusals = 1_000;
    await database.tx((tx) => execute(tx, 'DELETE FROM alert_mail'));
    await database.tx((tx) => execute(tx, 'UPDATE app SET paused_until = NULL'));
    for (const ms of [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR]) {
      world.clock.advance(ms);
      await look();
    }
    const rows = await database.query<{ attempts: number; due_at: number | null; sent_at: number | null }>(
      'SELECT attempts, due_at, sent_at FROM alert_mail',
    );
    expect(rows.length).toBe(30);
    for (const row of rows) expect([Number(row.attempts), row.due_at, row.sent_at]).toEqual([6, null, null]);
    expect(lines.filter(([, message]) => message === 'an e-mail was given up').length).toBe(30);
  });

  test('only admins can change rules and see addresses, and the errors name the broken rule', async () => {
    await using set = await start();
    const { world, graph } = set;
    const save = `mutation ($input: AlertRuleInput!, $id: ID) { alertRuleUpsert(input: $input, id: $id) {
      alertRule { id name kind share minCount minutes enabled recipients app { databaseId } } userErrors { field message code } } }`;
    const input = {
      kind: 'RUN_FAILURES',
      name: 'Failures',
      share: 0.1,
      minCount: 100,
      recipients: ['Ops@Example.com'],
    };
    const { alertRuleUpsert: made } = await graph.data(save, { input });
    expect(made).toMatchObject({
      userErrors: [],
      alertRule: { name: 'Failures', share: 0.1, recipients: ['ops@example.com'] },
    });
    const id = made.alertRule.id;
    const app = await world.makeApp('provider_c');
    const changed = { ...input, kind: 'NO_DELIVERIES', share: null, minutes: 60, appId: toGlobalId('App', app.id) };
    const { alertRuleUpsert: second } = await graph.data(save, { input: changed, id });
    expect(second.alertRule).toMatchObject({ id, kind: 'NO_DELIVERIES', app: { databaseId: app.id } });
    const errorsOf = async (more: object) =>
      (await graph.data(save, { input: { ...input, ...more } })).alertRuleUpsert.userErrors.map(
        ({ field, code }: Json) => [field.join('.'), code],
      );
    expect(await errorsOf({ share: 2 })).toEqual([['input.share', 'INVALID']]);
    expect(await errorsOf({ minCount: null })).toEqual([['input.minCount', 'REQUIRED']]);
    expect(await errorsOf({ minutes: 5 })).toEqual([['input.minutes', 'INVALID']]);
    expect(await errorsOf({ name: ' ' })).toEqual([['input.name', 'REQUIRED']]);
    for (const bad of ['nobody', 'a@b\r\nBcc: x@y', 'a@b, c@d', '<a@b>', '"a"@b']) {
      expect([bad, await errorsOf({ recipients: [bad] })]).toEqual([bad, [['input.recipients.0', 'INVALID']]]);
    }
    expect(await errorsOf({ recipients: Array(11).fill('a@b.de') })).toEqual([['input.recipients', 'TOO_MANY']]);
    await using stranger = await graph.stranger();
    expect(await stranger.data('{ alertRules { nodes { id } } }')).toEqual({ alertRules: { nodes: [] } });
    const { apiKey } = await world.services.keys.createKey(world.caller.userId, ['read', 'write']);
    const editor = await world.services.keys.authenticate(`Bearer ${apiKey}`);
    await using asEditor = await GraphOverWorld.open(world, editor);
    expect((await asEditor.query(save, { input })).errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
    expect((await asEditor.data('{ alertRules { nodes { recipients } } }')).alertRules.nodes).toEqual([
      { recipients: null },
    ]);
    const remove = 'mutation ($id: ID!) { alertRuleDelete(id: $id) { deletedId userErrors { message } } }';
    expect((await graph.data(remove, { id })).alertRuleDelete.userErrors).toEqual([]);
    expect((await graph.data('{ alertRules { nodes { id } } }')).alertRules.nodes).toEqual([]);
  });
});

describe.each(eachDatabase().filter(({ name }) => name === 'mysql'))('alerts on $name as on Vitess', ({ open }) => {
  test('failures of runs are found without a join over both keyspaces', async () => {
    await using database = await open();
    database.isVitess = true;
    await using world = await BatchWorld.start({ database, fakes, sender });
    const [app, other] = [await world.makeApp('provider_c'), await world.makeApp('provider_c')];
    const tokens = (await world.seedDevices(app, 40)).map(({ token }) => token);
    await world.seedDevices(other, 10);
    sender.answer = ({ target }) =>
      target.kind === 'token' && tokens.indexOf(target.token) % 5 === 0 ? REFUSED : SENT;
    await world.makeRun();
    await world.advance(HOUR);
    const read = jest.spyOn(database, 'longRead');
    const find = async (settings: Partial<AlertRuleInput>) => {
      const rule = Object.assign(new AlertRule(), { ...RULE, userId: world.caller.userId, ...settings });
      const findings = await ALERT_KIND_DEFINITIONS.RUN_FAILURES.find({ database, rule, now: world.clock.now() });
      return findings.map(({ appId, runId, facts }) => [appId, runId, facts.failed, facts.messages, facts.name]);
    };
    expect(await find({ share: 0.16 })).toEqual([[null, 1, 8, 50, 'a one-time']]);
    expect(await find({ share: 0.161 })).toEqual([]);
    expect(await find({ minCount: 40, appId: app.id })).toEqual([[app.id, 1, 8, 40, 'a one-time']]);
    expect(await find({ minCount: 41, appId: app.id })).toEqual([]);
    const tables = read.mock.calls.map(([, sql]) =>
      [...sql.matchAll(/(?:FROM|JOIN) (\w{1,99})/g)].map(([, name]) => name),
    );
    expect(tables.filter((names) => names.includes('batch_count'))).toEqual(Array(4).fill(['batch_count']));
  });
});
