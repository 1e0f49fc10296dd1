import type { Steps } from './steps.js';

/**
 * The required answers to simultaneous equal calls. `same`: all succeed. `gone`: the later ones may get NOT_FOUND. A
 * text instead of a case says why a mutation has none.
 */
export interface MutationCase {
  readonly rule: 'same' | 'gone';
  /** Creates the objects of the calls. Returns the variables, which also name the types in `declare`. */
  readonly prepare: (steps: Steps) => Promise<Readonly<Record<string, unknown>>>;
  /** `$name: Type` for each variable; the default is `$id: ID!`. */
  readonly declare?: string;
}

const CREATES = 'makes something new at each call';
const SHOWS_SECRET = 'makes a new secret at each call';
const NEEDS_SESSION = 'needs a signed-in member, not an API key';

const same = (prepare: MutationCase['prepare'], declare?: string): MutationCase => ({
  rule: 'same',
  prepare,
  ...(declare === undefined ? {} : { declare }),
});
const gone = (prepare: MutationCase['prepare']): MutationCase => ({ rule: 'gone', prepare });
const idOf = (make: (steps: Steps) => Promise<string>) => async (steps: Steps) => ({ id: await make(steps) });

const ERASED = async (steps: Steps) => ({ input: { externalUserId: steps.newName() } });
const AUDIENCE = { apps: { all: true } };
const PUSH = { defaultLang: 'en', translations: [{ language: 'en', title: 'Changed', text: 'Text' }] };

/** This lists every mutation of the graph: a new one without an entry here fails the test. */
export const MUTATION_CASES: Readonly<Record<string, MutationCase | string>> = {
  webhookCreate: CREATES,
  webhookDelete: gone(idOf((steps) => steps.webhook())),
  webhookDisable: same(idOf((steps) => steps.webhook())),
  webhookEnable: same(idOf((steps) => steps.webhook())),
  webhookReplay: 'sends the events again at each call',
  webhookRotateSecret: SHOWS_SECRET,
  webhookTest: 'sends an example at each call',
  webhookUpdate: same(
    async (steps) => ({ id: await steps.webhook(), input: { description: 'Changed', mode: 'BATCH' } }),
    '$id: ID!, $input: WebhookUpdateInput!',
  ),
  alertRuleDelete: gone(idOf((steps) => steps.alertRule())),
  alertRuleUpsert: same(
    async (steps) => ({ id: await steps.alertRule(), input: { name: 'Changed', kind: 'APP_PAUSED', minutes: 9 } }),
    '$id: ID, $input: AlertRuleInput!',
  ),
  apiKeyCreate: CREATES,
  apiKeyRevoke: same(idOf((steps) => steps.apiKey())),
  apiKeyRotate: SHOWS_SECRET,
  appArchive: same(idOf((steps) => steps.app())),
  appCreate: CREATES,
  appCredentialsCheck: 'changes nothing, and asks a provider',
  appCredentialsUpdate: same(
    async (steps) => ({
      id: await steps.app('providerB: { appId: "app", apiKey: "a-key-of-ten" }'),
      credentials: { providerB: { appId: 'app', apiKey: 'another-key' } },
    }),
    '$id: ID!, $credentials: CredentialsInput!',
  ),
  appDelete: gone(idOf((steps) => steps.app())),
  appGroupArchive: same(idOf((steps) => steps.group())),
  appGroupCreate: CREATES,
  appGroupDelete: gone(idOf((steps) => steps.group())),
  appGroupUnarchive: same(idOf((steps) => steps.done('appGroupArchive', steps.group()))),
  appGroupUpdate: same(
    async (steps) => ({ id: await steps.group(), input: { name: 'Changed', appIds: [await steps.app()] } }),
    '$id: ID!, $input: AppGroupInput!',
  ),
  appIdentitySecretRotate: SHOWS_SECRET,
  appUnarchive: same(idOf((steps) => steps.done('appArchive', steps.app()))),
  appUpdate: same(
    async (steps) => ({ id: await steps.app(), input: { name: 'Changed', identityVerification: 'REQUIRED' } }),
    '$id: ID!, $input: AppUpdateInput!',
  ),
  appVapidKeyRenew: SHOWS_SECRET,
  autoPushSchedulerCreate: CREATES,
  autoPushSchedulerUpdate: same(
    async (steps) => ({
      id: await steps.autoPush(),
      input: { name: 'Changed', audience: AUDIENCE, delay: '2h' },
    }),
    '$id: ID!, $input: AutoPushSchedulerInput!',
  ),
  campaignCreate: CREATES,
  campaignUpdate: same(
    async (steps) => ({
      id: await steps.active(steps.oneTime()),
      input: { scheduler: { oneTime: steps.oneTimeInput('Changed') }, pushes: [PUSH] },
    }),
    '$id: ID!, $input: CampaignUpdateInput!',
  ),
  categoryCreate: CREATES,
  categoryDelete: gone(idOf((steps) => steps.category())),
  categoryUpdate: same(
    async (steps) => ({
      id: await steps.category(),
      input: { key: steps.newName(), names: [{ language: 'en', text: 'Changed' }] },
    }),
    '$id: ID!, $input: CategoryInput!',
  ),
  customEventActivate: same(idOf((steps) => steps.done('customEventDeactivate', steps.event()))),
  customEventCreate: CREATES,
  customEventDeactivate: same(idOf((steps) => steps.event())),
  customEventDelete: gone(idOf((steps) => steps.event())),
  customEventUpdate: same(
    async (steps) => ({ id: await steps.event(), input: { name: 'Changed', code: steps.newName() } }),
    '$id: ID!, $input: CustomEventInput!',
  ),
  deviceDelete: gone(idOf((steps) => steps.device())),
  deviceImportCancel: same(idOf((steps) => steps.deviceImport())),
  deviceImportCreate: CREATES,
  deviceImportStart: 'needs a file; a second start is refused, since columns may differ',
  deviceRetire: same(idOf((steps) => steps.device())),
  deviceUpdate: same(
    async (steps) => ({
      id: await steps.device(),
      input: { tags: [steps.newName(), steps.newName()], language: 'de' },
    }),
    '$id: ID!, $input: DeviceUpdateInput!',
  ),
  mediaDelete: gone(idOf((steps) => steps.image())),
  messageTemplateCreate: CREATES,
  messageTemplateDelete: gone(idOf((steps) => steps.template())),
  messageTemplateUpdate: same(
    async (steps) => ({ id: await steps.template(), input: { name: 'Changed', content: PUSH } }),
    '$id: ID!, $input: MessageTemplateUpdateInput!',
  ),
  segmentCreate: CREATES,
  segmentDelete: gone(idOf((steps) => steps.segment())),
  segmentUpdate: same(
    async (steps) => ({ id: await steps.segment(), input: { name: 'Changed', tree: { country: { in: ['AT'] } } } }),
    '$id: ID!, $input: SegmentUpdateInput!',
  ),
  draftDelete: gone(idOf((steps) => steps.draft())),
  draftSave: same(
    async (steps) => ({ id: await steps.draft(), name: 'Changed', content: { step: 2 } }),
    '$id: ID!, $name: String!, $content: JSONObject!',
  ),
  memberInvite: CREATES,
  memberInviteRenew: SHOWS_SECRET,
  memberRemove: gone(idOf((steps) => steps.member())),
  memberUpdate: same(
    async (steps) => ({ id: await steps.member(), input: { name: 'Changed', role: 'EDITOR' } }),
    '$id: ID!, $input: MemberUpdateInput!',
  ),
  messageSend: 'sends a message at each call',
  oneTimeSchedulerCreate: CREATES,
  oneTimeSchedulerUpdate: same(
    async (steps) => ({ id: await steps.active(steps.oneTime()), input: steps.oneTimeInput('Changed') }),
    '$id: ID!, $input: OneTimeSchedulerInput!',
  ),
  passwordChange: NEEDS_SESSION,
  preferencesBulkUpdate: same(
    async (steps) => ({
      inputs: [{ externalUserId: 'ann', choices: [{ categoryId: await steps.category(), choice: 'OFF' }] }],
    }),
    '$inputs: [PreferencesInput!]!',
  ),
  preferencesUpdate: same(
    async (steps) => ({
      input: { externalUserId: 'ann', choices: [{ categoryId: await steps.category(), choice: 'OFF' }] },
    }),
    '$input: PreferencesInput!',
  ),
  pushActivate: same(idOf((steps) => steps.done('pushDeactivate', steps.push()))),
  pushArchive: same(idOf((steps) => steps.push())),
  pushCreate: CREATES,
  pushDeactivate: same(idOf((steps) => steps.push())),
  pushDelete: gone(idOf((steps) => steps.push())),
  liveActivitySend: 'sends a change at each call',
  pushTest: 'sends a message at each call',
  pushUnarchive: same(idOf((steps) => steps.done('pushArchive', steps.push()))),
  pushUpdate: same(async (steps) => ({ id: await steps.push(), input: PUSH }), '$id: ID!, $input: PushInput!'),
  pushesCreate: CREATES,
  userUpsert: same(
    async (steps) => ({ input: { externalUserId: steps.newName(), attributes: { plan: 'pro' } } }),
    '$input: UserUpsertInput!',
  ),
  usersUpsert: same(
    async (steps) => ({ input: { users: [{ externalUserId: steps.newName(), attributes: { plan: 'pro', age: 5 } }] } }),
    '$input: UsersUpsertInput!',
  ),
  attributeDefine: same(
    async (steps) => ({ input: { key: `key_${steps.newName().replace(/\W/g, '').toLowerCase()}`, type: 'DATE' } }),
    '$input: AttributeDefineInput!',
  ),
  registerDevices: same(
    async (steps) => ({
      appId: await steps.app('providerB: { appId: "app", apiKey: "a-key-of-ten" }'),
      devices: [steps.deviceInput(), { ...steps.deviceInput(), tags: [steps.newName()] }],
    }),
    '$appId: ID!, $devices: [DeviceInput!]!',
  ),
  runCancel: same(idOf((steps) => steps.run('running'))),
  runPause: same(idOf((steps) => steps.run('running'))),
  runResume: same(idOf((steps) => steps.run('paused'))),
  runWinnerChoose: same((steps) => steps.experiment(), '$id: ID!, $pushId: ID!'),
  schedulerActivate: same(idOf((steps) => steps.oneTime())),
  schedulerArchive: same(idOf((steps) => steps.active(steps.oneTime()))),
  schedulerBindPushes: same(
    async (steps) => ({ id: await steps.oneTime(), pushIds: [await steps.push(), await steps.push()] }),
    '$id: ID!, $pushIds: [ID!]!',
  ),
  schedulerDeactivate: same(idOf((steps) => steps.active(steps.oneTime()))),
  schedulerDelete: gone(idOf((steps) => steps.active(steps.oneTime()))),
  schedulerDuplicate: CREATES,
  schedulerUnarchive: same(idOf((steps) => steps.done('schedulerArchive', steps.oneTime()))),
  sessionRevoke: NEEDS_SESSION,
  sessionsRevokeOthers: NEEDS_SESSION,
  tagGroupCreate: CREATES,
  tagGroupDelete: gone(idOf((steps) => steps.tagGroup())),
  tagGroupUpdate: same(
    async (steps) => ({ id: await steps.tagGroup(), input: { name: 'Changed', tags: ['a', 'b'] } }),
    '$id: ID!, $input: TagGroupInput!',
  ),
  trackEvents: same(async (steps) => {
    const { id: deviceId, appId } = await steps.deviceOfApp();
    return { appId, reports: [{ subject: { deviceId }, events: [{ id: 'the-same', code: 'session' }] }] };
  }, '$appId: ID!, $reports: [EventReportInput!]!'),
  userErase: same(ERASED, '$input: ExternalUserInput!'),
  userErasureLift: same(ERASED, '$input: ExternalUserInput!'),
  userExport: 'changes nothing, and needs a user',
  userDelete: 'ends the account of the whole test; nothing answers after it',
  userResume: same(async (steps) => {
    await steps.suspend();
    return {};
  }, ''),
  userSuspend: same(async () => ({}), ''),
  accountUpdate: same(async () => ({ input: { timeZone: 'Europe/Vienna' } }), '$input: AccountUpdateInput!'),
  userUpdate: same(async () => ({ input: { name: 'Renamed' } }), '$input: UserUpdateInput!'),
  weeklySchedulerCreate: CREATES,
  weeklySchedulerUpdate: same(
    async (steps) => ({ id: await steps.active(steps.weekly()), input: steps.weeklyInput('Changed') }),
    '$id: ID!, $input: WeeklySchedulerInput!',
  ),
};
