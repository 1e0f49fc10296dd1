import { describe, expect, test } from '@jest/globals';
import { MEMBER_ROLES, type MemberRole } from '../../src/entities/member.js';
import type { Json } from '../schema/support/graph-app.js';
import { type Account, type ConsoleApp, type Person, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { callOf, fieldsOf } from './support/sample-call.js';

/** The least role for each mutation. A missing mutation fails the test: decide its role and add it. */
const MUTATIONS: Readonly<Record<string, MemberRole>> = {
  alertRuleDelete: 'ADMIN',
  alertRuleUpsert: 'ADMIN',
  apiKeyCreate: 'ADMIN',
  apiKeyRevoke: 'ADMIN',
  apiKeyRotate: 'ADMIN',
  appArchive: 'EDITOR',
  appCreate: 'EDITOR',
  appCredentialsCheck: 'EDITOR',
  appCredentialsUpdate: 'EDITOR',
  appDelete: 'EDITOR',
  appGroupArchive: 'EDITOR',
  appGroupCreate: 'EDITOR',
  appGroupDelete: 'EDITOR',
  appGroupUnarchive: 'EDITOR',
  appGroupUpdate: 'EDITOR',
  appIdentitySecretRotate: 'EDITOR',
  appUnarchive: 'EDITOR',
  appUpdate: 'EDITOR',
  appVapidKeyRenew: 'EDITOR',
  attributeDefine: 'EDITOR',
  autoPushSchedulerCreate: 'EDITOR',
  autoPushSchedulerUpdate: 'EDITOR',
  campaignCreate: 'EDITOR',
  campaignUpdate: 'EDITOR',
  categoryCreate: 'EDITOR',
  categoryDelete: 'EDITOR',
  categoryUpdate: 'EDITOR',
  customEventActivate: 'EDITOR',
  customEventCreate: 'EDITOR',
  customEventDeactivate: 'EDITOR',
  customEventDelete: 'EDITOR',
  customEventUpdate: 'EDITOR',
  deviceDelete: 'EDITOR',
  deviceImportCancel: 'EDITOR',
  deviceImportCreate: 'EDITOR',
  deviceImportStart: 'EDITOR',
  deviceRetire: 'EDITOR',
  deviceUpdate: 'EDITOR',
  draftDelete: 'EDITOR',
  draftSave: 'EDITOR',
  mediaDelete: 'EDITOR',
  memberInvite: 'ADMIN',
  memberInviteRenew: 'ADMIN',
  memberRemove: 'ADMIN',
  // This is for other members. Everybody may change their own name (test/console/members.test.ts).
  memberUpdate: 'ADMIN',
  messageTemplateCreate: 'EDITOR',
  messageTemplateDelete: 'EDITOR',
  messageTemplateUpdate: 'EDITOR',
  segmentCreate: 'EDITOR',
  segmentDelete: 'EDITOR',
  segmentUpdate: 'EDITOR',
  oneTimeSchedulerCreate: 'EDITOR',
  oneTimeSchedulerUpdate: 'EDITOR',
  passwordChange: 'VIEWER',
  preferencesBulkUpdate: 'EDITOR',
  preferencesUpdate: 'EDITOR',
  pushActivate: 'EDITOR',
  pushArchive: 'EDITOR',
  pushCreate: 'EDITOR',
  pushDeactivate: 'EDITOR',
  pushDelete: 'EDITOR',
  messageSend: 'SENDER',
  pushTest: 'SENDER',
  pushUnarchive: 'EDITOR',
  pushUpdate: 'EDITOR',
  pushesCreate: 'EDITOR',
  registerDevices: 'EDITOR',
  runCancel: 'SENDER',
  runPause: 'SENDER',
  runResume: 'SENDER',
  runWinnerChoose: 'SENDER',
  schedulerActivate: 'SENDER',
  schedulerArchive: 'EDITOR',
  schedulerBindPushes: 'EDITOR',
  schedulerDeactivate: 'EDITOR',
  schedulerDelete: 'EDITOR',
  schedulerDuplicate: 'EDITOR',
  schedulerUnarchive: 'EDITOR',
  sessionRevoke: 'VIEWER',
  sessionsRevokeOthers: 'VIEWER',
  tagGroupCreate: 'EDITOR',
  tagGroupDelete: 'EDITOR',
  tagGroupUpdate: 'EDITOR',
  trackEvents: 'EDITOR',
  userDelete: 'ADMIN',
  userErase: 'EDITOR',
  userErasureLift: 'EDITOR',
  userExport: 'EDITOR',
  userResume: 'ADMIN',
  userSuspend: 'ADMIN',
  accountUpdate: 'ADMIN',
  userUpdate: 'ADMIN',
  userUpsert: 'EDITOR',
  liveActivitySend: 'SENDER',
  usersUpsert: 'EDITOR',
  webhookCreate: 'ADMIN',
  webhookDelete: 'ADMIN',
  webhookDisable: 'ADMIN',
  webhookEnable: 'ADMIN',
  webhookReplay: 'ADMIN',
  webhookRotateSecret: 'ADMIN',
  webhookTest: 'ADMIN',
  webhookUpdate: 'ADMIN',
  weeklySchedulerCreate: 'EDITOR',
  weeklySchedulerUpdate: 'EDITOR',
};

/** Queries that need more than membership. Everybody may use all others. */
const QUERIES: Readonly<Record<string, MemberRole>> = { auditLog: 'ADMIN', linkCheck: 'EDITOR', members: 'ADMIN' };

/** Fields of `Query` and `Subscription` that a viewer may use; the list makes authors decide about new ones. */
const FOR_ALL: ReadonlySet<string> = new Set(
  `abortEstimate alert alertRule alertRules alerts app appGroup appGroups apps attributeDefinitions audienceEstimate bestHourPreview campaignCapPreview capPreview categories category clickHeatMap clickHeatMapExport customEvent customEvents
   deliveryEvents deliveryTrace device deviceCounts deviceImport deviceImportProgress deviceImports devices devicesExport
   drafts erasure erasures experimentSize media mediaUsage messagePreview messageTemplates node nodes outcomesExport push pushes report reportExport run runProgress runs runsExport scheduler
   schedulers schedulerStatus segment segmentEstimate segments speedPreview tag tagGroup tagGroups tags templateCheck traffic
   upcomingMoments user users viewer webhook webhooks`.split(/\s+/),
);

const isAtLeast = (role: MemberRole, least: MemberRole): boolean =>
  MEMBER_ROLES.indexOf(role) >= MEMBER_ROLES.indexOf(least);

describe('every action has a decision:', () => {
  test('a mutation has its least role', () => {
    expect(fieldsOf('Mutation').flatMap(({ name }) => (MUTATIONS[name] ? [] : name))).toEqual([]);
  });

  test('a query or subscription is for everybody, or has its least role', () => {
    const all = [...fieldsOf('Query'), ...fieldsOf('Subscription')];
    expect(all.flatMap(({ name }) => (QUERIES[name] || FOR_ALL.has(name) ? [] : name))).toEqual([]);
  });
});

describe.each(eachDatabase().slice(0, 1))('each role, over the graph,', (kind) => {
  const app = useConsoleApp(kind);

  const peopleOf = async (from: ConsoleApp, account: Account): Promise<[MemberRole, Person][]> => {
    const people: [MemberRole, Person][] = [];
    for (const role of MEMBER_ROLES) people.push([role, await from.person(account, role)]);
    return people;
  };

  /** `refused`, or `let in` for any other outcome. */
  const tryCall = async ({ browser }: Person, call: { query: string; variables: Json }): Promise<string> => {
    const { body, errors = [] } = await browser.query(call.query, call.variables);
    if (errors.some((error: Json) => error.extensions.code === 'FORBIDDEN')) return 'refused';
    // It was executed: a parse or validation error would leave no data.
    expect([call.query, errors, Object.keys(body)]).toEqual([
      call.query,
      expect.anything(),
      expect.arrayContaining(['data']),
    ]);
    return 'let in';
  };

  test.each(fieldsOf('Mutation').map(({ name }) => name))('does or does not: %s', async (name) => {
    const account = await app().newAccount();
    const other = await app().person(account, 'VIEWER');
    const { members } = await (await app().person(account, 'ADMIN')).browser.data('{ members { nodes { id } } }');
    const own = name === 'memberUpdate' ? { id: members.nodes[0].id, input: { name: 'x' } } : {};
    expect(members.nodes).toHaveLength(2);
    for (const [role, person] of await peopleOf(app(), account)) {
      const expected = isAtLeast(role, MUTATIONS[name] ?? 'ADMIN') ? 'let in' : 'refused';
      expect([role, name, await tryCall(person, callOf('mutation', name, own))]).toEqual([role, name, expected]);
    }
    expect(other.memberId).toBeGreaterThan(0);
  });

  test('may run each query, or is refused', async () => {
    const account = await app().newAccount();
    for (const [role, person] of await peopleOf(app(), account)) {
      for (const { name } of fieldsOf('Query')) {
        const expected = isAtLeast(role, QUERIES[name] ?? 'VIEWER') ? 'let in' : 'refused';
        expect([role, name, await tryCall(person, callOf('query', name))]).toEqual([role, name, expected]);
      }
    }
  });

  test('may run each subscription over a WebSocket, or is refused', async () => {
    const account = await app().newAccount();
    for (const [, { browser }] of await peopleOf(app(), account)) {
      const socket = await browser.openSocket();
      socket.send({ id: 'a', type: 'subscribe', payload: { query: 'subscription { deliveryEvents { eventId } }' } });
      socket.send({ id: 'b', type: 'subscribe', payload: { query: '{ viewer { role } }' } });
      await socket.next('next');
      expect(socket.waiting('error')).toEqual([]);
      socket.close();
    }
  });

  test('appears in the graph with its scopes; an API key counts by its scopes', async () => {
    const account = await app().newAccount();
    const seen: Json[] = [];
    for (const [, { browser }] of await peopleOf(app(), account)) {
      const { viewer } = await browser.data('{ viewer { role scopes member { role } apiKey { id } } }');
      seen.push([viewer.role, viewer.member.role, viewer.scopes, viewer.apiKey]);
    }
    expect(seen).toEqual([
      ['VIEWER', 'VIEWER', ['READ'], null],
      ['EDITOR', 'EDITOR', ['READ', 'WRITE'], null],
      ['SENDER', 'SENDER', ['READ', 'WRITE', 'SEND'], null],
      ['ADMIN', 'ADMIN', ['READ', 'WRITE', 'SEND'], null],
    ]);
    const roles: Json[] = [];
    for (const scopes of [['read'], ['read', 'write'], ['write', 'send'], ['read', 'write', 'send']]) {
      const { apiKey } = await app().services.keys.createKey(account.userId, scopes);
      const { data } = await app()
        .browser()
        .query(
          '{ viewer { role member { id } sessions { id } } }',
          {},
          {
            authorization: `Bearer ${apiKey}`,
          },
        );
      roles.push(data.viewer);
    }
    const ofKey = (role: string) => ({ role, member: null, sessions: [] });
    expect(roles).toEqual(['VIEWER', 'EDITOR', 'SENDER', 'ADMIN'].map(ofKey));
  });

  test('an API key without all scopes can neither see members nor read the audit log', async () => {
    const { userId } = await app().newAccount();
    const { apiKey } = await app().services.keys.createKey(userId, ['read', 'write']);
    for (const query of ['{ members { totalCount } }', '{ auditLog { totalCount } }']) {
      const { errors } = await app()
        .browser()
        .query(query, {}, { authorization: `Bearer ${apiKey}` });
      expect(errors[0].extensions.code).toBe('FORBIDDEN');
    }
  });
});
