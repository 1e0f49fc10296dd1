/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AccountEventType =
  | 'ALERT_RAISED'
  | 'APP_PAUSED'
  | 'APP_RESUMED'
  | 'CONVERSION'
  | 'DEVICE_REGISTERED'
  | 'DEVICE_RETIRED'
  | 'MESSAGE_CLICKED'
  | 'MESSAGE_DELIVERED'
  | 'MESSAGE_DISMISSED'
  | 'MESSAGE_DROPPED'
  | 'MESSAGE_FAILED'
  | 'MESSAGE_HELD'
  | 'MESSAGE_SENT'
  | 'PREFERENCE_CHANGED'
  | 'RUN_CANCELLED'
  | 'RUN_FINISHED'
  | 'RUN_MISSED'
  | 'RUN_PAUSED'
  | 'RUN_RESUMED'
  | 'RUN_STARTED';

export type AccountUpdateInput = {
  attribution?: AttributionInput | null | undefined;
  frequencyCaps?: FrequencyCapsInput | null | undefined;
  holdout?: HoldoutInput | null | undefined;
  quietHours?: QuietHoursInput | null | undefined;
  timeZone?: string | null | undefined;
};

export type AlertKind =
  | 'APP_PAUSED'
  | 'NO_DELIVERIES'
  | 'RUN_FAILURES';

export type AlertRuleInput = {
  appId?: string | number | null | undefined;
  enabled?: boolean;
  kind: AlertKind;
  minCount?: number | null | undefined;
  minutes?: number | null | undefined;
  name: string;
  recipients?: Array<string> | null | undefined;
  share?: number | null | undefined;
};

export type ApiKeyCreateInput = {
  expiresAt?: string | null | undefined;
  name?: string | null | undefined;
  scopes: Array<Scope>;
};

export type ApnsPassthroughInput = {
  headers?: Record<string, unknown> | null | undefined;
  payload?: Record<string, unknown> | null | undefined;
};

export type AppCreateInput = {
  icon?: string | null | undefined;
  link?: string | null | undefined;
  messageDefaults?: MessageDefaultsInput | null | undefined;
  name: string;
  provider: AppProviderInput;
};

export type AppGroupInput = {
  allApps?: boolean | null | undefined;
  appIds?: Array<string | number> | null | undefined;
  name: string;
};

export type AppGroupOrderInput = {
  direction?: OrderDirection;
  field: AppGroupSort;
};

export type AppGroupSort =
  | 'CREATED_AT'
  | 'ID'
  | 'NAME'
  | 'UPDATED_AT';

export type AppKeyInput = {
  apiKey: string;
  appId: string;
};

export type AppOrderInput = {
  direction?: OrderDirection;
  field: AppSort;
};

export type AppProviderInput =
  {   providerA: ServiceAccountInput; providerB?: never; providerC?: never; webpush?: never; }
  |  { providerA?: never;   providerB: AppKeyInput; providerC?: never; webpush?: never; }
  |  { providerA?: never; providerB?: never;   providerC: SigningKeyInput; webpush?: never; }
  |  { providerA?: never; providerB?: never; providerC?: never;   webpush: true; };

export type AppSort =
  | 'CREATED_AT'
  | 'ID'
  | 'NAME'
  | 'UPDATED_AT';

export type AppUpdateInput = {
  icon?: string | null | undefined;
  identityVerification?: IdentityVerification | null | undefined;
  link?: string | null | undefined;
  messageDefaults?: MessageDefaultsInput | null | undefined;
  name?: string | null | undefined;
  quietHours?: QuietHoursInput | null | undefined;
};

export type AppWhereInput = {
  archived?: boolean | null | undefined;
  nameContains?: string | null | undefined;
  pushProvider?: Array<PushProvider> | null | undefined;
};

export type AppsFilterInput = {
  all?: boolean | null | undefined;
  appIds?: Array<string | number> | null | undefined;
  exceptAppIds?: Array<string | number> | null | undefined;
  exceptGroupIds?: Array<string | number> | null | undefined;
  groupIds?: Array<string | number> | null | undefined;
};

export type ArmKind =
  | 'CONTROL'
  | 'HOLDOUT'
  | 'ROLLOUT'
  | 'VARIANT';

export type AttributeDefineInput = {
  key: string;
  type?: AttributeType | null | undefined;
  writableByDevice?: boolean | null | undefined;
};

export type AttributeDefinitionOrderInput = {
  direction?: OrderDirection;
  field: AttributeDefinitionSort;
};

export type AttributeDefinitionSort =
  | 'CREATED_AT'
  | 'KEY';

export type AttributeFilterInput = {
  equals: string | number | boolean | readonly string[];
  key: string;
};

export type AttributeType =
  | 'BOOLEAN'
  | 'DATE'
  | 'LIST'
  | 'NUMBER'
  | 'STRING';

export type AttributionInput = {
  clickWindow: number;
  sendWindow: number;
};

export type AudienceInput = {
  apps: AppsFilterInput;
  countries?: CountriesFilterInput | null | undefined;
  events?: EventsFilterInput | null | undefined;
  languages?: LanguagesFilterInput | null | undefined;
  segments?: SegmentsFilterInput | null | undefined;
  tags?: TagsFilterInput | null | undefined;
};

export type AudienceStep =
  | 'ACTIVE'
  | 'COUNTRY'
  | 'EVENTS'
  | 'EXTERNAL_ID'
  | 'LANGUAGE'
  | 'REGISTERED'
  | 'SEGMENTS'
  | 'TAGS';

export type AuditWhereInput = {
  action?: Array<string> | null | undefined;
  apiKeyIds?: Array<string | number> | null | undefined;
  from?: string | null | undefined;
  memberIds?: Array<string | number> | null | undefined;
  nodeIds?: Array<string | number> | null | undefined;
  summaryContains?: string | null | undefined;
  to?: string | null | undefined;
};

export type AutoPushCampaignInput = {
  activate?: boolean;
  pushes: Array<PushInput>;
  scheduler: AutoPushSchedulerInput;
};

export type AutoPushSchedulerInput = {
  audience: AudienceInput;
  delay?: string | null | undefined;
  experiment?: ExperimentInput | null | undefined;
  goals?: Array<GoalInput> | null | undefined;
  name: string;
  quietHours?: QuietHoursInput | null | undefined;
  speed?: SpeedInput | null | undefined;
};

export type BadgeInput =
  {   increment: number; set?: never; }
  |  { increment?: never;   set: number; };

export type BestHourInput = {
  controlShare?: number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};

export type ButtonInput = {
  destructive?: boolean | null | undefined;
  icon?: string | null | undefined;
  id: string;
  input?: boolean | null | undefined;
  link?: string | null | undefined;
};

export type CampaignInput =
  {   autoPush: AutoPushCampaignInput; oneTime?: never; weekly?: never; }
  |  { autoPush?: never;   oneTime: OneTimeCampaignInput; weekly?: never; }
  |  { autoPush?: never; oneTime?: never;   weekly: WeeklyCampaignInput; };

export type CampaignPushInput = {
  active?: boolean | null | undefined;
  badge?: BadgeInput | null | undefined;
  buttons?: Array<ButtonInput> | null | undefined;
  categoryId?: string | number | null | undefined;
  channel?: string | null | undefined;
  collapseKey?: string | null | undefined;
  color?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
  defaultLang: string;
  group?: string | null | undefined;
  id?: string | number | null | undefined;
  interruption?: Interruption | null | undefined;
  iosCategory?: string | null | undefined;
  missing?: MissingValue | null | undefined;
  name?: string | null | undefined;
  passthrough?: PassthroughInput | null | undefined;
  relevance?: number | null | undefined;
  render?: Render | null | undefined;
  renotify?: boolean | null | undefined;
  requireInteraction?: boolean | null | undefined;
  silent?: boolean | null | undefined;
  sound?: SoundInput | null | undefined;
  timeToLive?: string | null | undefined;
  translations: Array<TranslationInput>;
  truncate?: boolean | null | undefined;
  urgency?: Urgency | null | undefined;
  visibility?: Visibility | null | undefined;
  weight?: number | null | undefined;
};

export type CampaignSchedulerInput =
  {   autoPush: AutoPushSchedulerInput; oneTime?: never; weekly?: never; }
  |  { autoPush?: never;   oneTime: OneTimeSchedulerInput; weekly?: never; }
  |  { autoPush?: never; oneTime?: never;   weekly: WeeklySchedulerInput; };

export type CampaignUpdateInput = {
  deletePushIds?: Array<string | number> | null | undefined;
  pushes: Array<CampaignPushInput>;
  scheduler: CampaignSchedulerInput;
  startNow?: boolean;
  unchangedSince?: string | null | undefined;
};

export type CategoryInput = {
  androidChannel?: string | null | undefined;
  default?: PreferenceChoice;
  descriptions?: Array<CategoryTextInput> | null | undefined;
  key: string;
  kind?: CategoryKind;
  listed?: boolean;
  names: Array<CategoryTextInput>;
};

export type CategoryKind =
  | 'MARKETING'
  | 'SERVICE'
  | 'TRANSACTIONAL';

export type CategoryOrderInput = {
  direction?: OrderDirection;
  field: CategorySort;
};

export type CategorySort =
  | 'CREATED_AT'
  | 'ID'
  | 'KEY'
  | 'UPDATED_AT';

export type CategoryTextInput = {
  language: string;
  text: string;
};

export type ClockChange =
  | 'NONE'
  | 'REPEATED'
  | 'SKIPPED';

export type CountriesFilterInput = {
  all?: boolean | null | undefined;
  exclude?: Array<string> | null | undefined;
  include?: Array<string> | null | undefined;
};

export type CredentialStatus =
  | 'INCOMPLETE'
  | 'REFUSED'
  | 'UNTRIED'
  | 'WORKING';

export type CredentialsInput =
  {   providerA: ServiceAccountInput; providerB?: never; providerC?: never; }
  |  { providerA?: never;   providerB: AppKeyInput; providerC?: never; }
  |  { providerA?: never; providerB?: never;   providerC: SigningKeyInput; };

export type CustomEventInput = {
  code: string;
  name: string;
};

export type CustomEventOrderInput = {
  direction?: OrderDirection;
  field: CustomEventSort;
};

export type CustomEventSort =
  | 'CODE'
  | 'ID'
  | 'NAME';

export type DeliveryEventType =
  | 'APP_PAUSED'
  | 'APP_RESUMED'
  | 'DEVICE_RETIRED'
  | 'RUN_CANCELLED'
  | 'RUN_FINISHED'
  | 'RUN_MISSED'
  | 'RUN_PAUSED'
  | 'RUN_PROGRESS'
  | 'RUN_RESUMED'
  | 'RUN_STARTED';

export type DeliveryTraceCode =
  | 'APPLICATION_ARCHIVED'
  | 'APPLICATION_NOT_OF_RUN'
  | 'APPLICATION_OF_RUN'
  | 'APPLICATION_PAUSED'
  | 'BATCH_BEING_CUT'
  | 'BATCH_CANCELLED'
  | 'BATCH_NONE'
  | 'BATCH_PACED'
  | 'BATCH_PASSED_BY'
  | 'BATCH_SENT'
  | 'BATCH_TO_COME'
  | 'DELAY_HAD_STARTED'
  | 'DELAY_RUNS'
  | 'DEVICE_ACTIVE'
  | 'DEVICE_SILENT'
  | 'FILTERS_UNKNOWN'
  | 'FILTER_PASSED'
  | 'FILTER_STOPPED'
  | 'FILTER_UNUSED'
  | 'HISTORY_DELETED'
  | 'LANGUAGE_DEFAULT'
  | 'LANGUAGE_DEVICE_UNKNOWN'
  | 'LANGUAGE_INSTEAD'
  | 'LANGUAGE_NEAREST'
  | 'LANGUAGE_OF_DEVICE'
  | 'NOT_TARGETED'
  | 'NO_EVENT'
  | 'NO_PUSH'
  | 'OPTED_OUT_BY_USER'
  | 'OPTED_OUT_ON_DEVICE'
  | 'RECEIPT_BUTTON_CLICKED'
  | 'RECEIPT_CLICKED'
  | 'RECEIPT_DELIVERED'
  | 'RECEIPT_DISMISSED'
  | 'RECEIPT_NONE'
  | 'REGISTERED_AFTER_BEGIN'
  | 'REGISTERED_AFTER_END'
  | 'REGISTERED_DURING_RUN'
  | 'REGISTERED_IN_TIME'
  | 'RETIRED_BEFORE'
  | 'RETIRED_SINCE'
  | 'RULE_DROPPED'
  | 'RULE_HELD'
  | 'RUN_CANCELLED'
  | 'RUN_FINISHED'
  | 'RUN_MISSED'
  | 'RUN_PAUSED'
  | 'RUN_UNDER_WAY'
  | 'RUN_WITHOUT_APPLICATION'
  | 'RUN_WITHOUT_DEVICE'
  | 'RUN_WITHOUT_PUSH'
  | 'SEGMENT_STOPPED'
  | 'TARGETED'
  | 'TRY_AGAIN'
  | 'TRY_AGAIN_AFTER_ONE'
  | 'TRY_CANCELLED'
  | 'TRY_EXPIRED'
  | 'TRY_FAILED'
  | 'TRY_HELD'
  | 'TRY_INVALID_TOKEN'
  | 'TRY_SENT'
  | 'TRY_WAITING'
  | 'VARIANT_AFTER_DECISION'
  | 'VARIANT_CONTROL'
  | 'VARIANT_TESTED'
  | 'VARIANT_WAITS';

export type DeliveryTraceOutcome =
  | 'FAILED'
  | 'NOT_SENT'
  | 'SENT'
  | 'UNKNOWN'
  | 'WAITING';

export type DeliveryTraceStepKind =
  | 'ACTIVITY'
  | 'APPLICATION'
  | 'BATCH'
  | 'COUNTRY'
  | 'EVENTS'
  | 'EXTERNAL_ID'
  | 'HISTORY'
  | 'LANGUAGE'
  | 'RECEIPT'
  | 'REGISTRATION'
  | 'RUN'
  | 'SEGMENTS'
  | 'TAGS'
  | 'TARGET'
  | 'TIME_ZONE'
  | 'TRANSLATION'
  | 'TRIGGER'
  | 'TRY'
  | 'VARIANT';

export type DeliveryTraceVerdict =
  | 'NOTE'
  | 'PASSED'
  | 'STOPPED'
  | 'WAITING';

export type DeviceImportInput = {
  appId: string | number;
  fileName: string;
  format: ImportFormat;
};

export type DeviceUpdateInput = {
  appVersion?: string | null | undefined;
  attributes?: Record<string, unknown> | null | undefined;
  country?: string | null | undefined;
  externalUserId?: string | null | undefined;
  language?: string | null | undefined;
  platform?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  timeZone?: string | null | undefined;
};

export type DeviceWhereInput = {
  active?: boolean | null | undefined;
  appIds?: Array<string | number> | null | undefined;
  appVersions?: Array<string> | null | undefined;
  countries?: Array<string> | null | undefined;
  externalUserIds?: Array<string> | null | undefined;
  foreignSubscription?: boolean | null | undefined;
  language?: string | null | undefined;
  lastActiveBefore?: string | null | undefined;
  lastActiveFrom?: string | null | undefined;
  platforms?: Array<string> | null | undefined;
  registeredBefore?: string | null | undefined;
  registeredFrom?: string | null | undefined;
  retired?: boolean | null | undefined;
  tag?: string | null | undefined;
  tagsAll?: Array<string> | null | undefined;
  tagsAny?: Array<string> | null | undefined;
  timeZones?: Array<string> | null | undefined;
};

export type EndUserOrderInput = {
  direction?: OrderDirection;
  field: EndUserSort;
};

export type EndUserSort =
  | 'EXTERNAL_USER_ID'
  | 'UPDATED_AT';

export type EndUserWhereInput = {
  attribute?: AttributeFilterInput | null | undefined;
  externalUserIdStartsWith?: string | null | undefined;
  externalUserIds?: Array<string> | null | undefined;
};

export type ErasureRemainderPlace =
  | 'BACKUPS'
  | 'BINARY_LOG'
  | 'FREE_PAGES';

export type ErasureStatus =
  | 'FINISHED'
  | 'WAITING';

export type EventsFilterInput = {
  exclude?: Array<string> | null | undefined;
  include?: Array<string> | null | undefined;
};

export type ExperimentInput = {
  controlShare?: number | null | undefined;
  decideAfter?: number | null | undefined;
  metric?: ExperimentMetric | null | undefined;
  testShare?: number | null | undefined;
  winner?: WinnerRule | null | undefined;
};

export type ExperimentMetric =
  | 'CLICKED'
  | 'CONVERTED';

export type FrequencyCapInput = {
  categories?: Array<string> | null | undefined;
  max: number;
  minGap?: string | null | undefined;
  rolling?: string | null | undefined;
  subject: FrequencyCapSubject;
  window: FrequencyCapWindow;
};

export type FrequencyCapPolicy =
  | 'DEFER'
  | 'DROP';

export type FrequencyCapSubject =
  | 'DEVICE'
  | 'USER';

export type FrequencyCapWindow =
  | 'CALENDAR_DAY'
  | 'CALENDAR_WEEK'
  | 'ROLLING';

export type FrequencyCapsInput = {
  caps: Array<FrequencyCapInput>;
  onCapped: FrequencyCapPolicy;
};

export type GoalInput = {
  event: string;
  name: string;
  valueProperty?: string | null | undefined;
  window?: number | null | undefined;
};

export type HoldoutInput = {
  generation?: number | null | undefined;
  share: number;
};

export type IdentityVerification =
  | 'OFF'
  | 'REQUIRED';

export type ImportColumnInput = {
  attribute?: string | null | undefined;
  column: string;
  field?: ImportField | null | undefined;
};

export type ImportFailure =
  | 'ARCHIVED'
  | 'BAD_HEADER'
  | 'EXPIRED'
  | 'NO_LINES'
  | 'STUCK'
  | 'TOO_MANY_LINES';

export type ImportField =
  | 'APP_VERSION'
  | 'AUDIENCES'
  | 'AUTH'
  | 'COUNTRY'
  | 'ENDPOINT'
  | 'EXTERNAL_USER_ID'
  | 'LANGUAGE'
  | 'P256DH'
  | 'PLATFORM'
  | 'SUBSCRIPTION_ID'
  | 'TIMEZONE'
  | 'TOKEN';

export type ImportFormat =
  | 'CSV'
  | 'JSONL';

export type ImportStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'FINISHED'
  | 'RUNNING'
  | 'UPLOADED'
  | 'WAITING_FOR_FILE';

export type Interruption =
  | 'ACTIVE'
  | 'CRITICAL'
  | 'PASSIVE'
  | 'TIME_SENSITIVE';

export type LanguagesFilterInput = {
  all?: boolean | null | undefined;
  exclude?: Array<string> | null | undefined;
  include?: Array<string> | null | undefined;
};

export type LinkState =
  | 'CERTIFICATE'
  | 'FAILING'
  | 'NOT_CHECKABLE'
  | 'NOT_FOUND'
  | 'NOT_PUBLIC'
  | 'NO_HOST'
  | 'REACHABLE'
  | 'REDIRECTED'
  | 'REDIRECT_LOOP'
  | 'REFUSED'
  | 'TIMEOUT'
  | 'UNREACHABLE';

export type MemberInviteInput = {
  email: string;
  name: string;
  role: MemberRole;
};

export type MemberRole =
  | 'ADMIN'
  | 'EDITOR'
  | 'SENDER'
  | 'VIEWER';

export type MemberUpdateInput = {
  name?: string | null | undefined;
  role?: MemberRole | null | undefined;
};

export type MessageDefaultsInput = {
  badge?: BadgeInput | null | undefined;
  buttons?: Array<ButtonInput> | null | undefined;
  channel?: string | null | undefined;
  collapseKey?: string | null | undefined;
  color?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
  group?: string | null | undefined;
  interruption?: Interruption | null | undefined;
  iosCategory?: string | null | undefined;
  missing?: MissingValue | null | undefined;
  passthrough?: PassthroughInput | null | undefined;
  relevance?: number | null | undefined;
  render?: Render | null | undefined;
  renotify?: boolean | null | undefined;
  requireInteraction?: boolean | null | undefined;
  silent?: boolean | null | undefined;
  sound?: SoundInput | null | undefined;
  timeToLive?: string | null | undefined;
  truncate?: boolean | null | undefined;
  urgency?: Urgency | null | undefined;
  visibility?: Visibility | null | undefined;
};

export type MessageSendInput = {
  appIds?: Array<string | number> | null | undefined;
  category?: string | null | undefined;
  categoryId?: string | number | null | undefined;
  idempotencyKey?: string | null | undefined;
  message?: PushInput | null | undefined;
  pushId?: string | number | null | undefined;
  to: MessageTargetInput;
};

export type MessageTargetInput =
  {   deviceIds: Array<string | number>; externalIds?: never; tag?: never; }
  |  { deviceIds?: never;   externalIds: Array<string>; tag?: never; }
  |  { deviceIds?: never; externalIds?: never;   tag: string; };

export type MessageTemplateInput = {
  content: PushInput;
  name: string;
};

export type MessageTemplateUpdateInput = {
  content?: PushInput | null | undefined;
  name?: string | null | undefined;
};

export type MessageWarningCode =
  | 'FIELD_IGNORED'
  | 'NOT_RENDERED'
  | 'NOT_SENT'
  | 'NO_LINK'
  | 'SHORTENED'
  | 'TEXT_CUT'
  | 'TITLE_CUT'
  | 'TOO_LARGE';

export type MissingValue =
  | 'ABORT'
  | 'DEFAULT';

export type OneTimeCampaignInput = {
  activate?: boolean;
  pushes: Array<PushInput>;
  scheduler: OneTimeSchedulerInput;
  startNow?: boolean;
};

export type OneTimeSchedulerInput = {
  audience: AudienceInput;
  bestHour?: BestHourInput | null | undefined;
  date: string;
  experiment?: ExperimentInput | null | undefined;
  externalIds?: Array<string> | null | undefined;
  goals?: Array<GoalInput> | null | undefined;
  gracePeriod?: string | null | undefined;
  localTime?: boolean | null | undefined;
  name: string;
  quietHours?: QuietHoursInput | null | undefined;
  speed?: SpeedInput | null | undefined;
  time: string;
  timeZone?: string | null | undefined;
};

export type OrderDirection =
  | 'ASC'
  | 'DESC';

export type Outcome =
  | 'ABORTED'
  | 'CANCELLED'
  | 'CAPPED'
  | 'CONTROL'
  | 'EXPIRED'
  | 'FAILED'
  | 'HELD'
  | 'HOLDOUT'
  | 'INVALID_TOKEN'
  | 'OPTED_OUT'
  | 'QUIET'
  | 'QUIET_EXPIRED'
  | 'RENDER_FAILED'
  | 'RETRYING'
  | 'SENT';

export type PassthroughInput = {
  apns?: ApnsPassthroughInput | null | undefined;
  fcm?: Record<string, unknown> | null | undefined;
  onesignal?: Record<string, unknown> | null | undefined;
  webpush?: Record<string, unknown> | null | undefined;
};

export type PreferenceChoice =
  | 'OFF'
  | 'ON';

export type PreferenceChoiceInput = {
  allMarketing?: boolean | null | undefined;
  categoryId?: string | number | null | undefined;
  choice: PreferenceChoice;
};

export type PreferenceScope =
  | 'DEVICE'
  | 'USER';

export type PreferenceSource =
  | 'API'
  | 'DEVICE'
  | 'PAGE';

export type PreferencesInput = {
  choices: Array<PreferenceChoiceInput>;
  deviceId?: string | number | null | undefined;
  externalUserId?: string | null | undefined;
};

export type PushInput = {
  badge?: BadgeInput | null | undefined;
  buttons?: Array<ButtonInput> | null | undefined;
  categoryId?: string | number | null | undefined;
  channel?: string | null | undefined;
  collapseKey?: string | null | undefined;
  color?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
  defaultLang: string;
  group?: string | null | undefined;
  interruption?: Interruption | null | undefined;
  iosCategory?: string | null | undefined;
  missing?: MissingValue | null | undefined;
  name?: string | null | undefined;
  passthrough?: PassthroughInput | null | undefined;
  relevance?: number | null | undefined;
  render?: Render | null | undefined;
  renotify?: boolean | null | undefined;
  requireInteraction?: boolean | null | undefined;
  silent?: boolean | null | undefined;
  sound?: SoundInput | null | undefined;
  timeToLive?: string | null | undefined;
  translations: Array<TranslationInput>;
  truncate?: boolean | null | undefined;
  urgency?: Urgency | null | undefined;
  visibility?: Visibility | null | undefined;
  weight?: number | null | undefined;
};

export type PushProvider =
  | 'PROVIDER_A'
  | 'PROVIDER_B'
  | 'PROVIDER_C'
  | 'WEBPUSH';

export type PushTestOutcome =
  | 'APP_REFUSED'
  | 'FAILED'
  | 'INVALID_TOKEN'
  | 'SENT'
  | 'TRY_AGAIN'
  | 'UNKNOWN';

export type QuietHoursInput = {
  days?: Array<Weekday> | null | undefined;
  end?: string | null | undefined;
  off?: boolean | null | undefined;
  policy?: QuietPolicy | null | undefined;
  releaseOver?: string | null | undefined;
  start?: string | null | undefined;
  unknownZone?: UnknownZone | null | undefined;
};

export type QuietPolicy =
  | 'DROP'
  | 'HOLD';

export type ReasonCode =
  | 'ACCOUNT_SUSPENDED'
  | 'ADDRESS_OF_OTHER_PROVIDER'
  | 'ADDRESS_REFUSED'
  | 'BEST_HOUR'
  | 'CAPPED'
  | 'CHECK_UNANSWERED'
  | 'CONTROL'
  | 'DEVICE_GONE'
  | 'DEVICE_RETIRED'
  | 'HOLDOUT'
  | 'INTERRUPTED'
  | 'MASTER_KEY_CHANGED'
  | 'MESSAGE_NOT_RENDERED'
  | 'MESSAGE_TOO_LARGE'
  | 'NOT_OPTED_IN'
  | 'NO_ANSWER_IN_TIME'
  | 'NO_CREDENTIALS'
  | 'OPTED_OUT'
  | 'PROVIDER_A_INVALID_ARGUMENT'
  | 'PROVIDER_A_NOT_ALLOWED'
  | 'PROVIDER_A_NO_ACCESS_TOKEN'
  | 'PROVIDER_A_QUOTA_EXCEEDED'
  | 'PROVIDER_A_SENDER_ID_MISMATCH'
  | 'PROVIDER_A_THIRD_PARTY_AUTH_ERROR'
  | 'PROVIDER_A_UNKNOWN_PROJECT'
  | 'PROVIDER_B_KEY_REFUSED'
  | 'PROVIDER_B_NOT_SUBSCRIBED'
  | 'PROVIDER_B_UNKNOWN_APP'
  | 'PROVIDER_C_CLOCK'
  | 'PROVIDER_C_KEY_REFUSED'
  | 'PROVIDER_C_SANDBOX_TOKEN'
  | 'PROVIDER_C_TOKEN_UPDATES'
  | 'PROVIDER_C_WRONG_TOPIC'
  | 'PROVIDER_FAILED'
  | 'PROVIDER_NOT_REACHED'
  | 'PUSH_SERVICE_UNPROVEN'
  | 'PUSH_SERVICE_WAITS'
  | 'QUIET'
  | 'RETIRED_BY_OWNER'
  | 'SENDING_STOPPED'
  | 'SET_ASIDE'
  | 'TEMPLATE_ABORTED'
  | 'TEMPLATE_FAILED'
  | 'TEMPLATE_LIMIT'
  | 'TIME_TO_LIVE_ENDED'
  | 'TOO_MANY_MESSAGES'
  | 'UNREGISTERED_BY_DEVICE'
  | 'VALUE_MISSING'
  | 'VARIANT'
  | 'WEBPUSH_FOREIGN_KEY'
  | 'WEBPUSH_NO_PUSH_SERVICE'
  | 'WEBPUSH_REFUSED'
  | 'WEBPUSH_SILENT_REFUSED'
  | 'WEBPUSH_SUBSCRIPTION_ENDED'
  | 'WEBPUSH_SUBSCRIPTION_UNUSABLE'
  | 'WEBPUSH_UNUSABLE_KEYS';

export type Render =
  | 'APP'
  | 'SYSTEM';

export type ReportDimension =
  | 'APPLICATION'
  | 'CAMPAIGN'
  | 'CATEGORY'
  | 'DAY'
  | 'LANGUAGE'
  | 'PUSH'
  | 'RUN'
  | 'VARIANT';

export type ReportMeasure =
  | 'ATTRIBUTED'
  | 'CLICKED'
  | 'CONVERTED'
  | 'DELIVERED'
  | 'DISMISSED'
  | 'FAILED'
  | 'OPTED_OUT'
  | 'OPT_OUTS'
  | 'RETIRED'
  | 'RETIREMENTS'
  | 'SENT';

export type ReportOrderInput = {
  direction?: OrderDirection;
  measure: ReportMeasure;
};

export type ReportPeriodInput = {
  from: string;
  timeZone?: string;
  to: string;
};

export type ReportWhereInput = {
  appId?: string | number | null | undefined;
  pushId?: string | number | null | undefined;
  schedulerId?: string | number | null | undefined;
};

export type RunStatus =
  | 'CANCELLED'
  | 'FINISHED'
  | 'MISSED'
  | 'PAUSED'
  | 'PLANNING'
  | 'RUNNING';

export type RunStatusCode =
  | 'CANCELLED_BY_OPERATOR'
  | 'CANCELLED_BY_OWNER'
  | 'EVENT_DELETED'
  | 'NO_APPLICATION_LEFT'
  | 'SCHEDULER_ARCHIVED'
  | 'SCHEDULER_DEACTIVATED'
  | 'SCHEDULER_DELETED'
  | 'SERVICE_WAS_DOWN'
  | 'STOPPED_ON_TROUBLE'
  | 'TAG_GROUP_DELETED'
  | 'TIME_ZONE_DATA_CHANGED';

export type RunStatusReason =
  | 'NO_ACTIVE_PUSH'
  | 'NO_APPLICATIONS'
  | 'NO_DEVICES';

export type RunTargetKind =
  | 'DEVICE_IDS'
  | 'EXTERNAL_IDS'
  | 'TAG';

export type RunWhereInput = {
  appId?: string | number | null | undefined;
  dueBefore?: string | null | undefined;
  dueFrom?: string | null | undefined;
  kind?: Array<SchedulerKind> | null | undefined;
  schedulerIds?: Array<string | number> | null | undefined;
  sentAtOnce?: boolean | null | undefined;
  status?: Array<RunStatus> | null | undefined;
};

export type SchedulerKind =
  | 'AUTO_PUSH'
  | 'ONE_TIME'
  | 'WEEKLY';

export type SchedulerOrderInput = {
  direction?: OrderDirection;
  field: SchedulerSort;
};

export type SchedulerSort =
  | 'ACTIVE'
  | 'CREATED_AT'
  | 'ID'
  | 'NAME'
  | 'UPDATED_AT';

export type SchedulerState =
  | 'ARCHIVED'
  | 'DRAFT'
  | 'LISTENING'
  | 'MISSED'
  | 'NOTHING_TO_SEND'
  | 'PAUSED'
  | 'SCHEDULED'
  | 'SENDING'
  | 'SENT';

export type SchedulerWhereInput = {
  active?: boolean | null | undefined;
  appId?: string | number | null | undefined;
  archived?: boolean | null | undefined;
  country?: string | null | undefined;
  kind?: Array<SchedulerKind> | null | undefined;
  language?: string | null | undefined;
  nameContains?: string | null | undefined;
  search?: string | null | undefined;
  status?: Array<SchedulerState> | null | undefined;
};

export type Scope =
  | 'DRAFT'
  | 'READ'
  | 'SEND'
  | 'WRITE';

export type SegmentAppInput = {
  in: Array<string | number>;
};

export type SegmentAppVersionInput = {
  op: SegmentVersionOperator;
  value: string;
};

export type SegmentAttributeInput = {
  key: string;
  op: SegmentAttributeOperator;
  value?: string | number | boolean | null | undefined;
  values?: Array<string | number | boolean> | null | undefined;
};

export type SegmentAttributeOperator =
  | 'CONTAINS'
  | 'EQ'
  | 'EXISTS'
  | 'GE'
  | 'GT'
  | 'IN'
  | 'LE'
  | 'LT'
  | 'NE';

export type SegmentCountryInput = {
  in: Array<string>;
};

export type SegmentEventInput = {
  code: string;
  op: SegmentEventOperator;
  times?: number | null | undefined;
  within?: string | null | undefined;
};

export type SegmentEventOperator =
  | 'AT_LEAST'
  | 'DID'
  | 'DID_NOT';

export type SegmentInput = {
  description?: string | null | undefined;
  name: string;
  tree: SegmentNodeInput;
};

export type SegmentLanguageInput = {
  in: Array<string>;
};

export type SegmentLastActiveInput = {
  after?: string | null | undefined;
  before?: string | null | undefined;
  within?: string | null | undefined;
};

export type SegmentNodeInput = {
  and?: Array<SegmentNodeInput> | null | undefined;
  app?: SegmentAppInput | null | undefined;
  appVersion?: SegmentAppVersionInput | null | undefined;
  attribute?: SegmentAttributeInput | null | undefined;
  country?: SegmentCountryInput | null | undefined;
  event?: SegmentEventInput | null | undefined;
  language?: SegmentLanguageInput | null | undefined;
  lastActive?: SegmentLastActiveInput | null | undefined;
  not?: SegmentNodeInput | null | undefined;
  or?: Array<SegmentNodeInput> | null | undefined;
  platform?: SegmentPlatformInput | null | undefined;
  registered?: SegmentRegisteredInput | null | undefined;
  tag?: SegmentTagInput | null | undefined;
  tagGroup?: SegmentTagGroupInput | null | undefined;
  timeZone?: SegmentTimeZoneInput | null | undefined;
};

export type SegmentOrderInput = {
  direction?: OrderDirection;
  field: SegmentSort;
};

export type SegmentPlatformInput = {
  in: Array<string>;
};

export type SegmentRegisteredInput = {
  after?: string | null | undefined;
  before?: string | null | undefined;
  within?: string | null | undefined;
};

export type SegmentSort =
  | 'CREATED_AT'
  | 'ID'
  | 'NAME'
  | 'UPDATED_AT';

export type SegmentTagGroupInput = {
  in: Array<string | number>;
};

export type SegmentTagInput = {
  in: Array<string>;
};

export type SegmentTimeZoneInput = {
  in: Array<string>;
};

export type SegmentUpdateInput = {
  description?: string | null | undefined;
  name?: string | null | undefined;
  tree?: SegmentNodeInput | null | undefined;
};

export type SegmentVersionOperator =
  | 'EQ'
  | 'GE'
  | 'GT'
  | 'LE'
  | 'LT'
  | 'NE';

export type SegmentWhereInput = {
  nameContains?: string | null | undefined;
};

export type SegmentsFilterInput = {
  exclude?: Array<string | number> | null | undefined;
  include?: Array<string | number> | null | undefined;
};

export type ServiceAccountInput = {
  authProviderX509CertUrl: string;
  authUri: string;
  clientEmail: string;
  clientId: string;
  clientX509CertUrl: string;
  privateKey: string;
  privateKeyId: string;
  projectId: string;
  tokenUri: string;
  type: string;
  universeDomain: string;
};

export type SigningKeyInput = {
  privateKey: string;
  privateKeyId: string;
  teamId: string;
  topic: string;
};

export type SoundInput = {
  critical?: boolean | null | undefined;
  name?: string | null | undefined;
  volume?: number | null | undefined;
};

export type SpeedInput = {
  maxPerMinute?: number | null | undefined;
  ramp?: SpeedRampInput | null | undefined;
  stopOnTrouble?: StopOnTroubleInput | null | undefined;
};

export type SpeedRampInput = {
  every: number;
  factor: number;
  start: number;
};

export type StopOnTroubleInput = {
  after: number;
  share: number;
  window: number;
};

export type TagGroupInput = {
  name: string;
  tags: Array<string>;
};

export type TagGroupOrderInput = {
  direction?: OrderDirection;
  field: TagGroupSort;
};

export type TagGroupSort =
  | 'CREATED_AT'
  | 'ID'
  | 'NAME'
  | 'UPDATED_AT';

export type TagOrderInput = {
  direction?: OrderDirection;
  field: TagSort;
};

export type TagSort =
  | 'ID'
  | 'NAME';

export type TagWhereInput = {
  nameContains?: string | null | undefined;
  names?: Array<string> | null | undefined;
};

export type TagsFilterInput = {
  anyTag?: boolean | null | undefined;
  exclude?: Array<string> | null | undefined;
  excludeGroupIds?: Array<string | number> | null | undefined;
  include?: Array<string> | null | undefined;
  includeGroupIds?: Array<string | number> | null | undefined;
};

export type TemplateProblemCode =
  | 'MAY_BE_MISSING'
  | 'NO_CURRENCY'
  | 'NO_OTHER_FORM'
  | 'SYNTAX'
  | 'UNDEFINED_ATTRIBUTE'
  | 'UNKNOWN_KEY'
  | 'UNKNOWN_VALUE';

export type TemplateSeverity =
  | 'ERROR'
  | 'WARNING';

export type TranslationInput = {
  buttonLabels?: Record<string, unknown> | null | undefined;
  icon?: string | null | undefined;
  image?: string | null | undefined;
  language: string;
  link?: string | null | undefined;
  subtitle?: string | null | undefined;
  text: string;
  title: string;
};

export type UnknownZone =
  | 'ACCOUNT_ZONE'
  | 'SEND';

export type UpcomingMomentWhereInput = {
  appId?: string | number | null | undefined;
  kind?: Array<SchedulerKind> | null | undefined;
};

export type Urgency =
  | 'HIGH'
  | 'LOW'
  | 'NORMAL'
  | 'VERY_LOW';

export type UserErrorCode =
  | 'ARCHIVED'
  | 'AUTO_PUSH'
  | 'BOUND'
  | 'CONFLICT'
  | 'DEACTIVATED'
  | 'DUPLICATE'
  | 'ENDED'
  | 'INVALID'
  | 'LAST_ADMIN'
  | 'MISSING_DEFAULT'
  | 'NOT_FOUND'
  | 'NO_APPS'
  | 'NO_CREDENTIALS'
  | 'NO_PASSWORD'
  | 'OVER'
  | 'OVERLAP'
  | 'PAST'
  | 'REQUIRED'
  | 'RETIRED'
  | 'SCOPE_LACKING'
  | 'TOO_LARGE'
  | 'TOO_LONG'
  | 'TOO_MANY'
  | 'TOO_MANY_TAGS'
  | 'TOO_SHORT'
  | 'TOO_SLOW'
  | 'WEAK_PASSWORD'
  | 'WRONG_PASSWORD';

export type UserUpsertInput = {
  attributes: Record<string, unknown>;
  externalUserId: string;
};

export type UsersUpsertInput = {
  users: Array<UserUpsertInput>;
};

export type Visibility =
  | 'PRIVATE'
  | 'PUBLIC'
  | 'SECRET';

export type WebhookAttemptKind =
  | 'LIVE'
  | 'REPLAY'
  | 'RETRY'
  | 'TEST';

export type WebhookAttemptResult =
  | 'ADDRESS_NOT_PUBLIC'
  | 'CERTIFICATE'
  | 'CONNECTION_FAILED'
  | 'EXPIRED'
  | 'GONE'
  | 'NAME_NOT_FOUND'
  | 'REDIRECTED'
  | 'REFUSED'
  | 'SLOWED'
  | 'SUCCESS'
  | 'TIMEOUT';

export type WebhookAttemptWhereInput = {
  failed?: boolean | null | undefined;
  from?: string | null | undefined;
  kind?: Array<WebhookAttemptKind> | null | undefined;
  result?: Array<WebhookAttemptResult> | null | undefined;
  to?: string | null | undefined;
};

export type WebhookDisabledReason =
  | 'EXHAUSTED'
  | 'GONE'
  | 'MANUAL';

export type WebhookInput = {
  appIds?: Array<string | number> | null | undefined;
  asymmetric?: boolean | null | undefined;
  description?: string | null | undefined;
  mode?: WebhookMode | null | undefined;
  types?: Array<AccountEventType> | null | undefined;
  url: string;
};

export type WebhookMode =
  | 'BATCH'
  | 'SINGLE';

export type WebhookReplayInput = {
  attemptId?: string | number | null | undefined;
  from?: string | null | undefined;
  to?: string | null | undefined;
};

export type WebhookState =
  | 'DISABLED'
  | 'ENABLED';

export type WebhookUpdateInput = {
  appIds?: Array<string | number> | null | undefined;
  asymmetric?: boolean | null | undefined;
  description?: string | null | undefined;
  mode?: WebhookMode | null | undefined;
  types?: Array<AccountEventType> | null | undefined;
  url?: string | null | undefined;
};

export type Weekday =
  | 'FRI'
  | 'MON'
  | 'SAT'
  | 'SUN'
  | 'THU'
  | 'TUE'
  | 'WED';

export type WeeklyCampaignInput = {
  activate?: boolean;
  pushes: Array<PushInput>;
  scheduler: WeeklySchedulerInput;
};

export type WeeklySchedulerInput = {
  audience: AudienceInput;
  bestHour?: BestHourInput | null | undefined;
  experiment?: ExperimentInput | null | undefined;
  goals?: Array<GoalInput> | null | undefined;
  gracePeriod?: string | null | undefined;
  localTime?: boolean | null | undefined;
  name: string;
  quietHours?: QuietHoursInput | null | undefined;
  speed?: SpeedInput | null | undefined;
  timeZone?: string | null | undefined;
  times: Array<WeeklyTimesInput>;
};

export type WeeklyTimesInput = {
  day: number;
  times: Array<string>;
};

export type WinnerReason =
  | 'BEST'
  | 'CHOSEN'
  | 'NOT_WANTED'
  | 'NO_CLEAR_WINNER'
  | 'ONLY_VARIANT'
  | 'SAMPLE_RATIO_MISMATCH';

export type WinnerRule =
  | 'BEST'
  | 'NONE';

export type UserErrorFieldsFragment = { code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null };

export type QuietHoursPartsFragment = { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null };

export type PageCursorFragment = { hasNextPage: boolean, endCursor: string | null };

export type DeletionFragment = { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type AlertLineFragment = { id: string, kind: AlertKind, facts: Record<string, unknown>, message: string, raisedAt: string, resolvedAt: string | null, rule: { id: string, name: string } | null, app: { id: string, name: string } | null, run: { id: string } | null };

export type AlertRuleLineFragment = { id: string, kind: AlertKind, name: string, enabled: boolean, share: number | null, minCount: number | null, minutes: number | null, recipients: Array<string> | null, app: { id: string, name: string } | null };

export type OpenAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenAlertsQuery = { alerts: { nodes: Array<{ id: string, kind: AlertKind, facts: Record<string, unknown>, message: string, raisedAt: string, resolvedAt: string | null, rule: { id: string, name: string } | null, app: { id: string, name: string } | null, run: { id: string } | null }> } };

export type LatestAlertsQueryVariables = Exact<{ [key: string]: never; }>;


export type LatestAlertsQuery = { alerts: { nodes: Array<{ id: string, kind: AlertKind, facts: Record<string, unknown>, message: string, raisedAt: string, resolvedAt: string | null, rule: { id: string, name: string } | null, app: { id: string, name: string } | null, run: { id: string } | null }> } };

export type AlertRulesQueryVariables = Exact<{ [key: string]: never; }>;


export type AlertRulesQuery = { alertRules: { nodes: Array<{ id: string, kind: AlertKind, name: string, enabled: boolean, share: number | null, minCount: number | null, minutes: number | null, recipients: Array<string> | null, app: { id: string, name: string } | null }> } };

export type AlertRuleUpsertMutationVariables = Exact<{
  input: AlertRuleInput;
  id?: string | number | null | undefined;
  key?: string | null | undefined;
}>;


export type AlertRuleUpsertMutation = { alertRuleUpsert: { alertRule: { id: string, kind: AlertKind, name: string, enabled: boolean, share: number | null, minCount: number | null, minutes: number | null, recipients: Array<string> | null, app: { id: string, name: string } | null } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type AlertRuleDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type AlertRuleDeleteMutation = { alertRuleDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppStateFragment = { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number };

export type AppsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: AppWhereInput | null | undefined;
  orderBy: AppOrderInput;
}>;


export type AppsQuery = { apps: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number }> } };

export type AppChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type AppChoicesQuery = { apps: { nodes: Array<{ id: string, name: string, pushProvider: PushProvider }> } };

export type AppQueryVariables = Exact<{
  id: string | number;
  from: string;
}>;


export type AppQuery = { app: { link: string | null, icon: string | null, serviceId: string, vapidKeyPublic: string | null, identityVerification: IdentityVerification, createdAt: string, id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, messageDefaults: { interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null } | null, groups: Array<{ id: string, name: string }>, deviceCounts: Array<{ date: string, active: number, registered: number, retired: number }> } | null };

export type AppCreateMutationVariables = Exact<{
  input: AppCreateInput;
  key?: string | null | undefined;
}>;


export type AppCreateMutation = { appCreate: { app: { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppUpdateMutationVariables = Exact<{
  id: string | number;
  input: AppUpdateInput;
}>;


export type AppUpdateMutation = { appUpdate: { app: { id: string, name: string, link: string | null, icon: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppIdentityMutationVariables = Exact<{
  id: string | number;
  input: AppUpdateInput;
}>;


export type AppIdentityMutation = { appUpdate: { identitySecret: string | null, app: { id: string, identityVerification: IdentityVerification } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppIdentitySecretRotateMutationVariables = Exact<{
  id: string | number;
  overlap?: string | null | undefined;
}>;


export type AppIdentitySecretRotateMutation = { appIdentitySecretRotate: { identitySecret: string | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppCredentialsUpdateMutationVariables = Exact<{
  id: string | number;
  credentials: CredentialsInput;
}>;


export type AppCredentialsUpdateMutation = { appCredentialsUpdate: { app: { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppCredentialsCheckMutationVariables = Exact<{
  id: string | number;
}>;


export type AppCredentialsCheckMutation = { appCredentialsCheck: { accepted: boolean | null, message: string, reason: string | null, reasonCode: ReasonCode | null, advice: string | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppVapidKeyRenewMutationVariables = Exact<{
  id: string | number;
}>;


export type AppVapidKeyRenewMutation = { appVapidKeyRenew: { app: { id: string, vapidKeyPublic: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppArchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type AppArchiveMutation = { appArchive: { app: { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppUnarchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type AppUnarchiveMutation = { appUnarchive: { app: { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type AppDeleteMutation = { appDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MessageDefaultsFragment = { interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null };

export type AppQuietHoursMutationVariables = Exact<{
  id: string | number;
  input: AppUpdateInput;
}>;


export type AppQuietHoursMutation = { appUpdate: { app: { id: string, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppMessageDefaultsMutationVariables = Exact<{
  id: string | number;
  input: AppUpdateInput;
}>;


export type AppMessageDefaultsMutation = { appUpdate: { app: { id: string, messageDefaults: { interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppChangeFragment = { app: { id: string, name: string, pushProvider: PushProvider, archived: boolean, credentialStatus: CredentialStatus, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, foreignSubscriptionCount: number, deviceCount: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type CalendarQueryVariables = Exact<{
  from: string;
  to: string;
  where: UpcomingMomentWhereInput;
}>;


export type CalendarQuery = { upcomingMoments: Array<{ at: string, lastAt: string, clockChange: ClockChange | null, quietPolicy: QuietPolicy | null, quietUntil: string | null, isThrottled: boolean, waves: Array<{ at: string, zones: Array<string> }>, scheduler:
      | { id: string, name: string, kind: SchedulerKind, preview: string | null }
      | { id: string, name: string, kind: SchedulerKind, preview: string | null }
      | { id: string, name: string, kind: SchedulerKind, preview: string | null }
     }> };

export type CalendarDurationQueryVariables = Exact<{
  id: string | number;
}>;


export type CalendarDurationQuery = { scheduler:
    | { id: string, sendingSeconds: number | null }
    | { id: string, sendingSeconds: number | null }
    | { id: string, sendingSeconds: number | null }
   | null };

export type CalendarRunsQueryVariables = Exact<{
  where: RunWhereInput;
  after?: string | null | undefined;
}>;


export type CalendarRunsQuery = { runs: { nodes: Array<{ id: string, dueAt: string, status: RunStatus, kind: SchedulerKind, counts: { total: number, sent: number }, scheduler:
        | { id: string, name: string, kind: SchedulerKind, preview: string | null }
        | { id: string, name: string, kind: SchedulerKind, preview: string | null }
        | { id: string, name: string, kind: SchedulerKind, preview: string | null }
       | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

type CampaignRow_AutoPushScheduler_Fragment = { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null };

type CampaignRow_OneTimeScheduler_Fragment = { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null };

type CampaignRow_WeeklyScheduler_Fragment = { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null };

export type CampaignRowFragment =
  | CampaignRow_AutoPushScheduler_Fragment
  | CampaignRow_OneTimeScheduler_Fragment
  | CampaignRow_WeeklyScheduler_Fragment
;

export type CampaignsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where: SchedulerWhereInput;
  orderBy: SchedulerOrderInput;
}>;


export type CampaignsQuery = { schedulers: { nodes: Array<
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
    >, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type DraftsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type DraftsQuery = { drafts: { nodes: Array<{ id: string, name: string, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CampaignAudienceFragment = { apps: { all: boolean, appIds: Array<string>, groupIds: Array<string>, exceptAppIds: Array<string>, exceptGroupIds: Array<string>, apps: Array<{ id: string, name: string }>, groups: Array<{ id: string, name: string }>, exceptApps: Array<{ id: string, name: string }>, exceptGroups: Array<{ id: string, name: string }> }, countries: { include: Array<string>, exclude: Array<string> }, languages: { include: Array<string>, exclude: Array<string> }, tags: { anyTag: boolean, include: Array<string>, exclude: Array<string>, includeGroupIds: Array<string>, excludeGroupIds: Array<string>, includeGroups: Array<{ id: string, name: string }>, excludeGroups: Array<{ id: string, name: string }> }, events: { include: Array<string>, exclude: Array<string> }, segments: { include: Array<string>, exclude: Array<string>, includeSegments: Array<{ id: string, name: string }>, excludeSegments: Array<{ id: string, name: string }> } };

export type CampaignPushFragment = { id: string, weight: number | null, name: string | null, active: boolean, defaultLang: string, interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, missing: MissingValue | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, category: { id: string, kind: CategoryKind } | null, translations: Array<{ language: string, title: string, text: string, image: string | null, icon: string | null, link: string | null, subtitle: string | null, buttonLabels: Record<string, unknown> | null }>, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null };

export type GoalPartsFragment = { name: string, event: string, window: number, valueProperty: string | null };

export type ExperimentSizeQueryVariables = Exact<{
  baseline: number;
  lift: number;
  arms: number;
}>;


export type ExperimentSizeQuery = { experimentSize: { unitsPerArm: number, units: number } };

export type BestHourPartsFragment = { from: string, to: string, controlShare: number };

export type ExperimentPartsFragment = { controlShare: number, testShare: number, decideAfter: number | null, metric: ExperimentMetric, winner: WinnerRule };

export type SpeedPartsFragment = { maxPerMinute: number | null, ramp: { start: number, factor: number, every: number } | null, stopOnTrouble: { share: number, after: number, window: number } | null };

export type CampaignQueryVariables = Exact<{
  id: string | number;
  runsAfter?: string | null | undefined;
}>;


export type CampaignQuery = { scheduler:
    | { __typename: 'AutoPushScheduler', delay: string | null, createdAt: string, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, warnings: Array<{ code: RunStatusReason }>, audience: { apps: { all: boolean, appIds: Array<string>, groupIds: Array<string>, exceptAppIds: Array<string>, exceptGroupIds: Array<string>, apps: Array<{ id: string, name: string }>, groups: Array<{ id: string, name: string }>, exceptApps: Array<{ id: string, name: string }>, exceptGroups: Array<{ id: string, name: string }> }, countries: { include: Array<string>, exclude: Array<string> }, languages: { include: Array<string>, exclude: Array<string> }, tags: { anyTag: boolean, include: Array<string>, exclude: Array<string>, includeGroupIds: Array<string>, excludeGroupIds: Array<string>, includeGroups: Array<{ id: string, name: string }>, excludeGroups: Array<{ id: string, name: string }> }, events: { include: Array<string>, exclude: Array<string> }, segments: { include: Array<string>, exclude: Array<string>, includeSegments: Array<{ id: string, name: string }>, excludeSegments: Array<{ id: string, name: string }> } }, bestHour: { from: string, to: string, controlShare: number } | null, goals: Array<{ name: string, event: string, window: number, valueProperty: string | null }> | null, experiment: { controlShare: number, testShare: number, decideAfter: number | null, metric: ExperimentMetric, winner: WinnerRule } | null, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, speed: { maxPerMinute: number | null, ramp: { start: number, factor: number, every: number } | null, stopOnTrouble: { share: number, after: number, window: number } | null } | null, nextMoments: Array<{ at: string, localTimes: Array<{ local: string, zones: Array<string>, clockChange: ClockChange }> }>, pushes: { nodes: Array<{ id: string, weight: number | null, name: string | null, active: boolean, defaultLang: string, interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, missing: MissingValue | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, category: { id: string, kind: CategoryKind } | null, translations: Array<{ language: string, title: string, text: string, image: string | null, icon: string | null, link: string | null, subtitle: string | null, buttonLabels: Record<string, unknown> | null }>, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null }>, pageInfo: { hasNextPage: boolean } }, runs: { nodes: Array<{ id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
            | { id: string, name: string }
            | { id: string, name: string }
            | { id: string, name: string }
           | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
    | { __typename: 'OneTimeScheduler', date: string, time: string, createdAt: string, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, oneTimeLocal: boolean, oneTimeZone: string | null, oneTimeGrace: string | null, externalIds: { nodes: Array<string>, pageInfo: { hasNextPage: boolean } }, warnings: Array<{ code: RunStatusReason }>, audience: { apps: { all: boolean, appIds: Array<string>, groupIds: Array<string>, exceptAppIds: Array<string>, exceptGroupIds: Array<string>, apps: Array<{ id: string, name: string }>, groups: Array<{ id: string, name: string }>, exceptApps: Array<{ id: string, name: string }>, exceptGroups: Array<{ id: string, name: string }> }, countries: { include: Array<string>, exclude: Array<string> }, languages: { include: Array<string>, exclude: Array<string> }, tags: { anyTag: boolean, include: Array<string>, exclude: Array<string>, includeGroupIds: Array<string>, excludeGroupIds: Array<string>, includeGroups: Array<{ id: string, name: string }>, excludeGroups: Array<{ id: string, name: string }> }, events: { include: Array<string>, exclude: Array<string> }, segments: { include: Array<string>, exclude: Array<string>, includeSegments: Array<{ id: string, name: string }>, excludeSegments: Array<{ id: string, name: string }> } }, bestHour: { from: string, to: string, controlShare: number } | null, goals: Array<{ name: string, event: string, window: number, valueProperty: string | null }> | null, experiment: { controlShare: number, testShare: number, decideAfter: number | null, metric: ExperimentMetric, winner: WinnerRule } | null, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, speed: { maxPerMinute: number | null, ramp: { start: number, factor: number, every: number } | null, stopOnTrouble: { share: number, after: number, window: number } | null } | null, nextMoments: Array<{ at: string, localTimes: Array<{ local: string, zones: Array<string>, clockChange: ClockChange }> }>, pushes: { nodes: Array<{ id: string, weight: number | null, name: string | null, active: boolean, defaultLang: string, interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, missing: MissingValue | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, category: { id: string, kind: CategoryKind } | null, translations: Array<{ language: string, title: string, text: string, image: string | null, icon: string | null, link: string | null, subtitle: string | null, buttonLabels: Record<string, unknown> | null }>, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null }>, pageInfo: { hasNextPage: boolean } }, runs: { nodes: Array<{ id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
            | { id: string, name: string }
            | { id: string, name: string }
            | { id: string, name: string }
           | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
    | { __typename: 'WeeklyScheduler', createdAt: string, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, weeklyLocal: boolean, weeklyZone: string | null, weeklyGrace: string | null, times: Array<{ day: number, times: Array<string> }>, warnings: Array<{ code: RunStatusReason }>, audience: { apps: { all: boolean, appIds: Array<string>, groupIds: Array<string>, exceptAppIds: Array<string>, exceptGroupIds: Array<string>, apps: Array<{ id: string, name: string }>, groups: Array<{ id: string, name: string }>, exceptApps: Array<{ id: string, name: string }>, exceptGroups: Array<{ id: string, name: string }> }, countries: { include: Array<string>, exclude: Array<string> }, languages: { include: Array<string>, exclude: Array<string> }, tags: { anyTag: boolean, include: Array<string>, exclude: Array<string>, includeGroupIds: Array<string>, excludeGroupIds: Array<string>, includeGroups: Array<{ id: string, name: string }>, excludeGroups: Array<{ id: string, name: string }> }, events: { include: Array<string>, exclude: Array<string> }, segments: { include: Array<string>, exclude: Array<string>, includeSegments: Array<{ id: string, name: string }>, excludeSegments: Array<{ id: string, name: string }> } }, bestHour: { from: string, to: string, controlShare: number } | null, goals: Array<{ name: string, event: string, window: number, valueProperty: string | null }> | null, experiment: { controlShare: number, testShare: number, decideAfter: number | null, metric: ExperimentMetric, winner: WinnerRule } | null, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, speed: { maxPerMinute: number | null, ramp: { start: number, factor: number, every: number } | null, stopOnTrouble: { share: number, after: number, window: number } | null } | null, nextMoments: Array<{ at: string, localTimes: Array<{ local: string, zones: Array<string>, clockChange: ClockChange }> }>, pushes: { nodes: Array<{ id: string, weight: number | null, name: string | null, active: boolean, defaultLang: string, interruption: Interruption | null, relevance: number | null, requireInteraction: boolean | null, timeToLive: string | null, urgency: Urgency | null, truncate: boolean | null, missing: MissingValue | null, silent: boolean | null, group: string | null, collapseKey: string | null, renotify: boolean | null, color: string | null, visibility: Visibility | null, channel: string | null, render: Render | null, data: Record<string, unknown> | null, iosCategory: string | null, category: { id: string, kind: CategoryKind } | null, translations: Array<{ language: string, title: string, text: string, image: string | null, icon: string | null, link: string | null, subtitle: string | null, buttonLabels: Record<string, unknown> | null }>, buttons: Array<{ id: string, link: string | null, icon: string | null, destructive: boolean, input: boolean }> | null, sound: { name: string, critical: boolean, volume: number | null } | null, badge: { set: number | null, increment: number | null } | null, passthrough: { fcm: Record<string, unknown> | null, webpush: Record<string, unknown> | null, onesignal: Record<string, unknown> | null, apns: { headers: Record<string, unknown> | null, payload: Record<string, unknown> | null } | null } | null }>, pageInfo: { hasNextPage: boolean } }, runs: { nodes: Array<{ id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
            | { id: string, name: string }
            | { id: string, name: string }
            | { id: string, name: string }
           | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } }, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
   | null };

export type CampaignReachQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignReachQuery = { scheduler:
    | { id: string, audienceEstimate: { reached: number, exact: boolean, marginOfError: number } }
    | { id: string, audienceEstimate: { reached: number, exact: boolean, marginOfError: number } }
    | { id: string, audienceEstimate: { reached: number, exact: boolean, marginOfError: number } }
   | null };

export type CampaignLiveSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type CampaignLiveSubscription = { schedulerStatus: { occurredAt: string, scheduler:
      | { id: string, active: boolean, archived: boolean, status: SchedulerState, nextDueAt: string | null }
      | { id: string, active: boolean, archived: boolean, status: SchedulerState, nextDueAt: string | null }
      | { id: string, active: boolean, archived: boolean, status: SchedulerState, nextDueAt: string | null }
    , latestRun: { id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
        | { id: string, name: string }
        | { id: string, name: string }
        | { id: string, name: string }
       | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null } | null } };

export type CampaignLatestRunQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignLatestRunQuery = { scheduler:
    | { id: string, runs: { nodes: Array<{ id: string }> } }
    | { id: string, runs: { nodes: Array<{ id: string }> } }
    | { id: string, runs: { nodes: Array<{ id: string }> } }
   | null };

export type CampaignActivateMutationVariables = Exact<{
  id: string | number;
  key?: string | null | undefined;
  startNow: boolean;
}>;


export type CampaignActivateMutation = { schedulerActivate: { scheduler:
      | { nextDueAt: string | null, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { nextDueAt: string | null, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { nextDueAt: string | null, id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
     | null, warnings: Array<{ code: RunStatusReason, message: string }>, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignDeactivateMutationVariables = Exact<{
  id: string | number;
}>;


export type CampaignDeactivateMutation = { schedulerDeactivate: { scheduler:
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignArchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type CampaignArchiveMutation = { schedulerArchive: { scheduler:
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignUnarchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type CampaignUnarchiveMutation = { schedulerUnarchive: { scheduler:
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type CampaignDeleteMutation = { schedulerDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignDuplicateMutationVariables = Exact<{
  id: string | number;
  name?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type CampaignDuplicateMutation = { schedulerDuplicate: { scheduler:
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
      | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DraftDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type DraftDeleteMutation = { draftDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignEventsQueryVariables = Exact<{ [key: string]: never; }>;


export type CampaignEventsQuery = { customEvents: { nodes: Array<{ id: string, code: string, name: string }> } };

export type AccountCapsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountCapsQuery = { viewer: { user: { id: string, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, frequencyCaps: { caps: Array<{ max: number }> } | null } } };

export type InheritedQuietHoursQueryVariables = Exact<{ [key: string]: never; }>;


export type InheritedQuietHoursQuery = { apps: { nodes: Array<{ id: string, name: string, groups: Array<{ id: string }>, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null }> } };

export type CampaignSpeedQueryVariables = Exact<{
  id: string | number;
}>;


export type CampaignSpeedQuery = { scheduler:
    | { id: string, lastMessageAt: string | null }
    | { id: string, lastMessageAt: string | null }
    | { id: string, lastMessageAt: string | null }
   | null };

export type BestHourPreviewQueryVariables = Exact<{
  id: string | number;
}>;


export type BestHourPreviewQuery = { bestHourPreview: { devices: number, byUser: number, byApplication: number, byConfiguredTime: number, inControl: number, withoutMessage: number, isComplete: boolean, byHour: Array<{ hour: number, count: number }> } | null };

export type CapCountsFragment = { judged: number, capped: number, deferred: number, isComplete: boolean };

export type SavedCapPreviewQueryVariables = Exact<{
  id: string | number;
}>;


export type SavedCapPreviewQuery = { capPreview: { judged: number, capped: number, deferred: number, isComplete: boolean } };

export type SpeedPreviewQueryVariables = Exact<{
  scheduler: CampaignSchedulerInput;
  pushes: number;
}>;


export type SpeedPreviewQuery = { speedPreview: { preview: { lastMessageAt: string | null, isTooSlow: boolean } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignCapPreviewQueryVariables = Exact<{
  scheduler: CampaignSchedulerInput;
  categoryIds: Array<string | number | null | undefined> | string | number;
}>;


export type CampaignCapPreviewQuery = { campaignCapPreview: { preview: { judged: number, capped: number, deferred: number, isComplete: boolean } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignChangeFragment = { scheduler:
    | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
    | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
    | { id: string, name: string, kind: SchedulerKind, status: SchedulerState, active: boolean, archived: boolean, preview: string | null, nextDueAt: string | null, updatedAt: string, lastRun: { id: string, status: RunStatus, dueAt: string, counts: { total: number, sent: number } } | null }
   | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type CategoryLineFragment = { id: string, key: string, kind: CategoryKind, default: PreferenceChoice, androidChannel: string | null, listed: boolean, updatedAt: string, names: Array<{ language: string, text: string }>, descriptions: Array<{ language: string, text: string }> };

export type CategoriesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  orderBy: CategoryOrderInput;
}>;


export type CategoriesQuery = { categories: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, key: string, kind: CategoryKind, default: PreferenceChoice, androidChannel: string | null, listed: boolean, updatedAt: string, names: Array<{ language: string, text: string }>, descriptions: Array<{ language: string, text: string }> }> } };

export type CategoryCreateMutationVariables = Exact<{
  input: CategoryInput;
  key?: string | null | undefined;
}>;


export type CategoryCreateMutation = { categoryCreate: { category: { id: string, key: string, kind: CategoryKind, default: PreferenceChoice, androidChannel: string | null, listed: boolean, updatedAt: string, names: Array<{ language: string, text: string }>, descriptions: Array<{ language: string, text: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CategoryUpdateMutationVariables = Exact<{
  id: string | number;
  input: CategoryInput;
}>;


export type CategoryUpdateMutation = { categoryUpdate: { category: { id: string, key: string, kind: CategoryKind, default: PreferenceChoice, androidChannel: string | null, listed: boolean, updatedAt: string, names: Array<{ language: string, text: string }>, descriptions: Array<{ language: string, text: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CategoryDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type CategoryDeleteMutation = { categoryDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ComposerAppsQueryVariables = Exact<{ [key: string]: never; }>;


export type ComposerAppsQuery = { apps: { nodes: Array<{ id: string, name: string, pushProvider: PushProvider }> }, appGroups: { nodes: Array<{ id: string, name: string }> } };

export type ComposerFiltersQueryVariables = Exact<{ [key: string]: never; }>;


export type ComposerFiltersQuery = { tagGroups: { nodes: Array<{ id: string, name: string }> }, customEvents: { nodes: Array<{ id: string, code: string, name: string, system: boolean }> } };

export type ComposerTagsQueryVariables = Exact<{
  search: string;
}>;


export type ComposerTagsQuery = { tags: { nodes: Array<{ id: string, name: string }> } };

export type ReachFragment = { reached: number, exact: boolean, marginOfError: number };

export type ComposerReachQueryVariables = Exact<{
  audience: AudienceInput;
  externalIds?: Array<string> | string | null | undefined;
  exact: boolean;
}>;


export type ComposerReachQuery = { audienceEstimate: { estimate: { reached: number, exact: boolean, marginOfError: number, steps: Array<{ step: AudienceStep, remaining: number, leftOut: number }>, byLanguage: Array<{ language: string | null, deviceCount: number }>, byApp: Array<{ reached: number, app: { id: string, name: string, pushProvider: PushProvider } }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ComposerDraftQueryVariables = Exact<{
  id: string | number;
}>;


export type ComposerDraftQuery = { node:
    | { __typename: 'Alert', id: string }
    | { __typename: 'AlertRule', id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'App', id: string }
    | { __typename: 'AppGroup', id: string }
    | { __typename: 'AttributeDefinition', id: string }
    | { __typename: 'AuditEntry', id: string }
    | { __typename: 'AutoPushScheduler', id: string }
    | { __typename: 'Batch', id: string }
    | { __typename: 'CampaignDraft', name: string, content: Record<string, unknown>, version: number, id: string }
    | { __typename: 'Category', id: string }
    | { __typename: 'CustomEvent', id: string }
    | { __typename: 'Device', id: string }
    | { __typename: 'DeviceImport', id: string }
    | { __typename: 'EndUser', id: string }
    | { __typename: 'Erasure', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'Member', id: string }
    | { __typename: 'MessageTemplate', id: string }
    | { __typename: 'OneTimeScheduler', id: string }
    | { __typename: 'Push', id: string }
    | { __typename: 'Run', id: string }
    | { __typename: 'Segment', id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'Tag', id: string }
    | { __typename: 'TagGroup', id: string }
    | { __typename: 'User', id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'WebhookAttempt', id: string }
    | { __typename: 'WeeklyScheduler', id: string }
   | null };

export type DraftSaveMutationVariables = Exact<{
  id?: string | number | null | undefined;
  name: string;
  content: Record<string, unknown>;
  version?: number | null | undefined;
}>;


export type DraftSaveMutation = { draftSave: { draft: { id: string, name: string, version: number, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignCreateMutationVariables = Exact<{
  input: CampaignInput;
  key: string;
  draftId?: string | number | null | undefined;
}>;


export type CampaignCreateMutation = { campaignCreate: { scheduler:
      | { id: string, name: string, status: SchedulerState }
      | { id: string, name: string, status: SchedulerState }
      | { id: string, name: string, status: SchedulerState }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type CampaignUpdateMutationVariables = Exact<{
  id: string | number;
  input: CampaignUpdateInput;
  key: string;
}>;


export type CampaignUpdateMutation = { campaignUpdate: { scheduler:
      | { id: string, name: string }
      | { id: string, name: string }
      | { id: string, name: string }
     | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ComposerTestDevicesQueryVariables = Exact<{
  where: DeviceWhereInput;
}>;


export type ComposerTestDevicesQuery = { devices: { nodes: Array<{ id: string, deviceId: string, externalUserId: string | null, platform: string | null, language: string | null, lastActiveAt: string, app: { id: string, name: string, pushProvider: PushProvider } }> } };

export type ComposerTestSendMutationVariables = Exact<{
  message: PushInput;
  deviceId: string | number;
  language?: string | null | undefined;
  key: string;
}>;


export type ComposerTestSendMutation = { pushTest: { result: { outcome: PushTestOutcome, reason: string | null, reasonCode: ReasonCode | null, advice: string | null, tookMs: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ComposerMessagePreviewQueryVariables = Exact<{
  push: PushInput;
  language?: string | null | undefined;
  deviceId?: string | number | null | undefined;
  externalUserId?: string | null | undefined;
}>;


export type ComposerMessagePreviewQuery = { messagePreview: { previews: Array<{ provider: PushProvider, language: string, method: string | null, url: string | null, headers: Record<string, unknown> | null, body: string | null, size: number | null, limit: number | null, rendered: { title: string, subtitle: string | null, text: string, image: string | null, icon: string | null, link: string | null, buttonLabels: Record<string, unknown> | null } | null, warnings: Array<{ code: MessageWarningCode, field: string | null, message: string }> }>, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MessageTemplatesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type MessageTemplatesQuery = { messageTemplates: { nodes: Array<{ id: string, name: string, content: Record<string, unknown>, updatedAt: string }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MessageTemplateCreateMutationVariables = Exact<{
  input: MessageTemplateInput;
  key?: string | null | undefined;
}>;


export type MessageTemplateCreateMutation = { messageTemplateCreate: { messageTemplate: { id: string, name: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type MessageTemplateUpdateMutationVariables = Exact<{
  id: string | number;
  input: MessageTemplateUpdateInput;
}>;


export type MessageTemplateUpdateMutation = { messageTemplateUpdate: { messageTemplate: { id: string, name: string, updatedAt: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type MessageTemplateDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type MessageTemplateDeleteMutation = { messageTemplateDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type UploadedImagesQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type UploadedImagesQuery = { media: { nodes: Array<{ id: string, name: string, url: string | null, width: number, height: number, bytes: number, pushCount: number }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MediaDeleteMutationVariables = Exact<{
  id: string | number;
  evenIfUsed: boolean;
}>;


export type MediaDeleteMutation = { mediaDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type LinkCheckQueryVariables = Exact<{
  url: string;
}>;


export type LinkCheckQuery = { linkCheck: { state: LinkState, httpStatus: number | null, finalUrl: string | null } };

export type AttributeKeysQueryVariables = Exact<{
  after?: string | null | undefined;
}>;


export type AttributeKeysQuery = { attributeDefinitions: { nodes: Array<{ id: string, key: string, type: AttributeType, writableByDevice: boolean }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type MessageCategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type MessageCategoriesQuery = { categories: { nodes: Array<{ id: string, key: string, kind: CategoryKind, listed: boolean, names: Array<{ language: string, text: string }> }> } };

export type FindUsersQueryVariables = Exact<{
  where: EndUserWhereInput;
}>;


export type FindUsersQuery = { users: { nodes: Array<{ id: string, externalUserId: string }> } };

export type TemplateCheckQueryVariables = Exact<{
  push: PushInput;
}>;


export type TemplateCheckQuery = { templateCheck: { problems: Array<{ field: string | null, language: string | null, line: number, column: number, code: TemplateProblemCode, detail: string, message: string, severity: TemplateSeverity }> } };

export type AbortEstimateQueryVariables = Exact<{
  push: PushInput;
  audience: AudienceInput;
}>;


export type AbortEstimateQuery = { abortEstimate: { estimate: { sampled: number, aborted: number, failed: number } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DevicesQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: DeviceWhereInput | null | undefined;
}>;


export type DevicesQuery = { devices: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, deviceId: string, externalUserId: string | null, platform: string | null, language: string | null, country: string | null, active: boolean, retiredAt: string | null, lastActiveAt: string, app: { id: string, name: string, pushProvider: PushProvider } }> } };

export type DeviceDetailFragment = { id: string, deviceId: string, externalUserId: string | null, platform: string | null, appVersion: string | null, language: string | null, country: string | null, timeZone: string | null, tags: Array<string>, attributes: Record<string, unknown>, ownAttributes: Record<string, unknown>, active: boolean, retiredAt: string | null, retirementReason: string | null, retirementReasonCode: ReasonCode | null, registeredAt: string, lastActiveAt: string, addressConfirmedAt: string, addressFingerprint: string, user: { id: string } | null };

export type DeviceQueryVariables = Exact<{
  id: string | number;
}>;


export type DeviceQuery = { device: { id: string, deviceId: string, externalUserId: string | null, platform: string | null, appVersion: string | null, language: string | null, country: string | null, timeZone: string | null, tags: Array<string>, attributes: Record<string, unknown>, ownAttributes: Record<string, unknown>, active: boolean, retiredAt: string | null, retirementReason: string | null, retirementReasonCode: ReasonCode | null, registeredAt: string, lastActiveAt: string, addressConfirmedAt: string, addressFingerprint: string, app: { id: string, name: string, pushProvider: PushProvider }, events: { nodes: Array<{ count: number, firstAt: string, lastAt: string, event: { id: string, name: string, code: string } | null }> }, user: { id: string } | null } | null };

export type DevicePreferencesQueryVariables = Exact<{
  id: string | number;
}>;


export type DevicePreferencesQuery = { device: { id: string, preferences: Array<{ choice: PreferenceChoice, isDefault: boolean, changedAt: string | null, source: PreferenceSource | null, madeFor: PreferenceScope | null, category: { id: string, key: string, kind: CategoryKind, names: Array<{ language: string, text: string }> } | null }> } | null };

export type DeviceDeliveriesQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
}>;


export type DeviceDeliveriesQuery = { device: { id: string, deliveries: { historyDeletedAt: string | null, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ recordedAt: string, outcome: Outcome, reason: string | null, reasonCode: ReasonCode | null, deliveredAt: string | null, clickedAt: string | null, dismissedAt: string | null, push: { id: string, translations: Array<{ language: string, title: string }> } | null, run: { id: string, dueAt: string, scheduler:
            | { id: string, name: string }
            | { id: string, name: string }
            | { id: string, name: string }
           | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null } }> } } | null };

export type DeliveryLineFragment = { recordedAt: string, outcome: Outcome, reason: string | null, reasonCode: ReasonCode | null, deliveredAt: string | null, clickedAt: string | null, dismissedAt: string | null, push: { id: string, translations: Array<{ language: string, title: string }> } | null, run: { id: string, dueAt: string, scheduler:
      | { id: string, name: string }
      | { id: string, name: string }
      | { id: string, name: string }
     | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null } };

export type PushChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type PushChoicesQuery = { pushes: { nodes: Array<{ id: string, name: string | null, defaultLang: string, translations: Array<{ language: string, title: string, text: string }> }> } };

export type DeviceUpdateMutationVariables = Exact<{
  id: string | number;
  input: DeviceUpdateInput;
}>;


export type DeviceUpdateMutation = { deviceUpdate: { device: { id: string, deviceId: string, externalUserId: string | null, platform: string | null, appVersion: string | null, language: string | null, country: string | null, timeZone: string | null, tags: Array<string>, attributes: Record<string, unknown>, ownAttributes: Record<string, unknown>, active: boolean, retiredAt: string | null, retirementReason: string | null, retirementReasonCode: ReasonCode | null, registeredAt: string, lastActiveAt: string, addressConfirmedAt: string, addressFingerprint: string, user: { id: string } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DeviceRetireMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type DeviceRetireMutation = { deviceRetire: { device: { id: string, deviceId: string, externalUserId: string | null, platform: string | null, appVersion: string | null, language: string | null, country: string | null, timeZone: string | null, tags: Array<string>, attributes: Record<string, unknown>, ownAttributes: Record<string, unknown>, active: boolean, retiredAt: string | null, retirementReason: string | null, retirementReasonCode: ReasonCode | null, registeredAt: string, lastActiveAt: string, addressConfirmedAt: string, addressFingerprint: string, user: { id: string } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DeviceDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type DeviceDeleteMutation = { deviceDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DevicePushTestMutationVariables = Exact<{
  pushId: string | number;
  deviceId: string | number;
  key?: string | null | undefined;
}>;


export type DevicePushTestMutation = { pushTest: { result: { outcome: PushTestOutcome, reason: string | null, reasonCode: ReasonCode | null, advice: string | null, tookMs: number, language: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ImportStateFragment = { id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null };

export type ImportHeadFragment = { id: string, sample?: Array<Array<string>>, columns: Array<{ column: string, field: ImportField | null, attribute: string | null }> };

export type DeviceImportsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type DeviceImportsQuery = { deviceImports: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null, app: { id: string, name: string } }> } };

export type DeviceImportQueryVariables = Exact<{
  id: string | number;
  mayWrite: boolean;
}>;


export type DeviceImportQuery = { deviceImport: { rejectedUrl?: string | null, id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null, sample?: Array<Array<string>>, app: { id: string, name: string, pushProvider: PushProvider }, columns: Array<{ column: string, field: ImportField | null, attribute: string | null }> } | null };

export type DeviceImportCreateMutationVariables = Exact<{
  input: DeviceImportInput;
  key?: string | null | undefined;
}>;


export type DeviceImportCreateMutation = { deviceImportCreate: { uploadUrl: string | null, deviceImport: { id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DeviceImportStartMutationVariables = Exact<{
  id: string | number;
  columns?: Array<ImportColumnInput> | ImportColumnInput | null | undefined;
}>;


export type DeviceImportStartMutation = { deviceImportStart: { deviceImport: { rejectedUrl: string | null, id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DeviceImportCancelMutationVariables = Exact<{
  id: string | number;
}>;


export type DeviceImportCancelMutation = { deviceImportCancel: { deviceImport: { rejectedUrl: string | null, id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DeviceImportProgressSubscriptionVariables = Exact<{
  id: string | number;
  mayWrite: boolean;
}>;


export type DeviceImportProgressSubscription = { deviceImportProgress: { rejectedUrl?: string | null, id: string, fileName: string, format: ImportFormat, status: ImportStatus, size: number | null, done: number, imported: number, updated: number, rejected: number, message: string | null, failure: ImportFailure | null, createdAt: string, finishedAt: string | null, sample?: Array<Array<string>>, columns: Array<{ column: string, field: ImportField | null, attribute: string | null }> } };

export type RunNameFragment = { scheduler:
    | { id: string, name: string }
    | { id: string, name: string }
    | { id: string, name: string }
   | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null };

export type RunCardFragment = { id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
    | { id: string, name: string }
    | { id: string, name: string }
    | { id: string, name: string }
   | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null };

export type OverviewRunsQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewRunsQuery = { live: { nodes: Array<{ id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
        | { id: string, name: string }
        | { id: string, name: string }
        | { id: string, name: string }
       | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }> }, latest: { nodes: Array<{ id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
        | { id: string, name: string }
        | { id: string, name: string }
        | { id: string, name: string }
       | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }> } };

export type OverviewMomentsQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type OverviewMomentsQuery = { upcomingMoments: Array<{ at: string, lastAt: string, clockChange: ClockChange | null, scheduler:
      | { id: string, name: string, kind: SchedulerKind }
      | { id: string, name: string, kind: SchedulerKind }
      | { id: string, name: string, kind: SchedulerKind }
     }> };

export type OverviewTrafficQueryVariables = Exact<{
  from: string;
  timeZone: string;
}>;


export type OverviewTrafficQuery = { traffic: Array<{ from: string, to: string, sent: number, failed: number, delivered: number, clicked: number }> };

export type OverviewWarningsQueryVariables = Exact<{ [key: string]: never; }>;


export type OverviewWarningsQuery = { apps: { nodes: Array<{ id: string, name: string, pushProvider: PushProvider, pausedSince: string | null, pausedUntil: string | null, pauseReason: string | null, pauseReasonCode: ReasonCode | null, pauseAdvice: string | null, credentialStatus: CredentialStatus, foreignSubscriptionCount: number, deviceCount: number }> }, some: { nodes: Array<
      | { id: string }
      | { id: string }
      | { id: string }
    > }, schedulers: { nodes: Array<
      | { id: string, name: string, active: boolean, warnings: Array<{ code: RunStatusReason }> }
      | { id: string, name: string, active: boolean, warnings: Array<{ code: RunStatusReason }> }
      | { id: string, name: string, active: boolean, warnings: Array<{ code: RunStatusReason }> }
    > } };

export type OverviewEventsSubscriptionVariables = Exact<{ [key: string]: never; }>;


export type OverviewEventsSubscription = { deliveryEvents: { eventId: string, type: DeliveryEventType, node:
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string, status: RunStatus, statusMessage: string | null, statusCode: RunStatusCode | null, kind: SchedulerKind, dueAt: string, createdAt: string, finishedAt: string | null, expectedTotal: number | null, rate: number | null, secondsLeft: number | null, counts: { total: number, sent: number, failed: number, invalidToken: number, expired: number, retrying: number, held: number, cancelled: number }, scheduler:
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
         | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
      | { id: string }
     | null } };

export type ReportNumbersFragment = { sent: number | null, sentShare: number | null, failed: number | null, failedShare: number | null, delivered: number | null, deliveredShare: number | null, clicked: number | null, clickedShare: number | null, dismissed: number | null, dismissedShare: number | null, optedOut: number | null, optedOutShare: number | null, retired: number | null, retiredShare: number | null, converted: number | null, attributed: number | null, optOuts: number | null, retirements: number | null };

export type ReportQueryVariables = Exact<{
  period: ReportPeriodInput;
  by: ReportDimension;
  where?: ReportWhereInput | null | undefined;
  orderBy?: ReportOrderInput | null | undefined;
  first: number;
  offset: number;
}>;


export type ReportQuery = { report: { rowCount: number, isComplete: boolean, completeFrom: string | null, previousPeriod: { from: string, to: string } | null, totals: { sent: number | null, sentShare: number | null, failed: number | null, failedShare: number | null, delivered: number | null, deliveredShare: number | null, clicked: number | null, clickedShare: number | null, dismissed: number | null, dismissedShare: number | null, optedOut: number | null, optedOutShare: number | null, retired: number | null, retiredShare: number | null, converted: number | null, attributed: number | null, optOuts: number | null, retirements: number | null }, previousTotals: { sent: number | null, sentShare: number | null, failed: number | null, failedShare: number | null, delivered: number | null, deliveredShare: number | null, clicked: number | null, clickedShare: number | null, dismissed: number | null, dismissedShare: number | null, optedOut: number | null, optedOutShare: number | null, retired: number | null, retiredShare: number | null, converted: number | null, attributed: number | null, optOuts: number | null, retirements: number | null } | null, rows: Array<{ key: string, id: string | null, name: string | null, startsAt: string | null, values: { sent: number | null, sentShare: number | null, failed: number | null, failedShare: number | null, delivered: number | null, deliveredShare: number | null, clicked: number | null, clickedShare: number | null, dismissed: number | null, dismissedShare: number | null, optedOut: number | null, optedOutShare: number | null, retired: number | null, retiredShare: number | null, converted: number | null, attributed: number | null, optOuts: number | null, retirements: number | null }, previous: { sent: number | null, sentShare: number | null, failed: number | null, failedShare: number | null, delivered: number | null, deliveredShare: number | null, clicked: number | null, clickedShare: number | null, dismissed: number | null, dismissedShare: number | null, optedOut: number | null, optedOutShare: number | null, retired: number | null, retiredShare: number | null, converted: number | null, attributed: number | null, optOuts: number | null, retirements: number | null } | null }> } };

export type ReportDaysQueryVariables = Exact<{
  period: ReportPeriodInput;
  where?: ReportWhereInput | null | undefined;
}>;


export type ReportDaysQuery = { report: { rows: Array<{ key: string, name: string | null, values: { sent: number | null, failed: number | null, delivered: number | null, clicked: number | null } }> } };

export type ReportHeatMapQueryVariables = Exact<{
  period: ReportPeriodInput;
  where?: ReportWhereInput | null | undefined;
}>;


export type ReportHeatMapQuery = { clickHeatMap: { isComplete: boolean, completeFrom: string | null, cells: Array<{ weekday: number, hour: number, clicked: number }> } };

export type ReportFileQueryVariables = Exact<{
  period: ReportPeriodInput;
  by: ReportDimension;
  where?: ReportWhereInput | null | undefined;
}>;


export type ReportFileQuery = { reportExport: { url: string } };

export type HeatMapFileQueryVariables = Exact<{
  period: ReportPeriodInput;
  where?: ReportWhereInput | null | undefined;
}>;


export type HeatMapFileQuery = { clickHeatMapExport: { url: string } };

export type RunsFileQueryVariables = Exact<{
  period: ReportPeriodInput;
}>;


export type RunsFileQuery = { runsExport: { url: string } };

export type CountsOfFragment = { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number };

export type RunLiveFragment = { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } };

export type RunQueryVariables = Exact<{
  id: string | number;
}>;


export type RunQuery = { run: { kind: SchedulerKind, dueAt: string, startedAt: string | null, leftOut: number, historyDeletedAt: string | null, id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, goals: Array<{ goal: { name: string, event: string, window: number, valueProperty: string | null }, arms: Array<{ arm: number, kind: ArmKind, units: number, converted: number, rate: number, attributed: number, attributedValue: number, interval: { low: number, high: number } }>, comparisons: Array<{ arm: number, other: number, difference: number, isSignificant: boolean, interval: { low: number, high: number } }> }>, arms: Array<{ arm: number, kind: ArmKind, units: number, optOuts: number, retirements: number }>, sampleRatio: { isMismatch: boolean } | null, speed: { maxPerMinute: number | null, ramp: { start: number, factor: number, every: number } | null, stopOnTrouble: { share: number, after: number, window: number } | null } | null, message: { defaultLang: string, translations: Array<{ text: string, language: string, title: string }> } | null, scheduler:
      | { id: string, name: string, runs: { nodes: Array<{ id: string, dueAt: string, status: RunStatus }> } }
      | { id: string, name: string, runs: { nodes: Array<{ id: string, dueAt: string, status: RunStatus }> } }
      | { id: string, name: string, runs: { nodes: Array<{ id: string, dueAt: string, status: RunStatus }> } }
     | null, experiment: { controlShare: number, decideAt: string | null, decidedAt: string | null, reason: WinnerReason | null, controlled: number } | null, variants: Array<{ number: number, weight: number, isWinner: boolean, push: { id: string, translations: Array<{ title: string }> } | null, counts: { sent: number }, receiptCounts: { delivered: number, clicked: number } }>, breakdown: { byOutcome: Array<{ outcome: Outcome, count: number }>, byProvider: Array<{ provider: PushProvider | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number } }>, byApp: Array<{ appDatabaseId: number, app: { id: string, name: string } | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number } }>, byLanguage: Array<{ language: string, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number } }> }, failuresByReason: Array<{ reason: string, reasonCode: ReasonCode | null, outcome: Outcome, provider: PushProvider, count: number, advice: string | null }>, waitingByReason: Array<{ reason: string, reasonCode: ReasonCode | null, provider: PushProvider, count: number, nextTryAt: string, lastTryAt: string, advice: string | null }>, timeline: Array<{ from: string, to: string, sent: number, failed: number }>, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number }, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null } | null };

export type RunForComparisonQueryVariables = Exact<{
  id: string | number;
}>;


export type RunForComparisonQuery = { run: { dueAt: string, startedAt: string | null, id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } | null };

export type RunProgressSubscriptionVariables = Exact<{
  id: string | number;
}>;


export type RunProgressSubscription = { runProgress: { occurredAt: string, run: { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } } };

export type RunPauseMutationVariables = Exact<{
  id: string | number;
  key?: string | null | undefined;
}>;


export type RunPauseMutation = { runPause: { run: { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type RunWinnerChooseMutationVariables = Exact<{
  id: string | number;
  pushId: string | number;
  key?: string | null | undefined;
}>;


export type RunWinnerChooseMutation = { runWinnerChoose: { run: { id: string, experiment: { decidedAt: string | null, reason: WinnerReason | null } | null, variants: Array<{ number: number, isWinner: boolean }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type RunResumeMutationVariables = Exact<{
  id: string | number;
  key?: string | null | undefined;
}>;


export type RunResumeMutation = { runResume: { run: { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type RunCancelMutationVariables = Exact<{
  id: string | number;
  key?: string | null | undefined;
}>;


export type RunCancelMutation = { runCancel: { run: { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type DevicesOfUserQueryVariables = Exact<{
  user: string;
}>;


export type DevicesOfUserQuery = { devices: { nodes: Array<{ id: string, deviceId: string, platform: string | null, active: boolean, lastActiveAt: string, app: { id: string, name: string } }> } };

export type TraceStepOfFragment = { step: DeliveryTraceStepKind, verdict: DeliveryTraceVerdict, code: DeliveryTraceCode, values: Record<string, unknown>, message: string, advice: string | null, reason: string | null, reasonCode: ReasonCode | null, at: string | null, asOfNow: boolean };

export type DeliveryTraceQueryVariables = Exact<{
  runId: string | number;
  deviceId: string | number;
}>;


export type DeliveryTraceQuery = { deliveryTrace: { outcome: DeliveryTraceOutcome, decidedBy: { step: DeliveryTraceStepKind, verdict: DeliveryTraceVerdict, code: DeliveryTraceCode, values: Record<string, unknown>, message: string, advice: string | null, reason: string | null, reasonCode: ReasonCode | null, at: string | null, asOfNow: boolean } | null, steps: Array<{ step: DeliveryTraceStepKind, verdict: DeliveryTraceVerdict, code: DeliveryTraceCode, values: Record<string, unknown>, message: string, advice: string | null, reason: string | null, reasonCode: ReasonCode | null, at: string | null, asOfNow: boolean }> } | null };

export type RunChangeFragment = { run: { id: string, status: RunStatus, statusReason: RunStatusReason | null, statusMessage: string | null, statusCode: RunStatusCode | null, finishedAt: string | null, rate: number | null, secondsLeft: number | null, expectedTotal: number | null, plannedTotal: number | null, settled: boolean, speedLimit: number | null, throttledUntil: string | null, counts: { sent: number, failed: number, invalidToken: number, expired: number, cancelled: number, retrying: number, held: number, total: number }, receiptCounts: { delivered: number, clicked: number, dismissed: number } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type SegmentLineFragment = { id: string, name: string, description: string, tree: Record<string, unknown>, updatedAt: string };

export type SegmentsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: SegmentWhereInput | null | undefined;
  orderBy: SegmentOrderInput;
}>;


export type SegmentsQuery = { segments: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, description: string, tree: Record<string, unknown>, updatedAt: string }> } };

export type SegmentQueryVariables = Exact<{
  id: string | number;
}>;


export type SegmentQuery = { segment: { id: string, name: string, description: string, tree: Record<string, unknown>, updatedAt: string, schedulers: { nodes: Array<
        | { id: string, name: string }
        | { id: string, name: string }
        | { id: string, name: string }
      >, pageInfo: { hasNextPage: boolean } } } | null };

export type SegmentChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type SegmentChoicesQuery = { segments: { nodes: Array<{ id: string, name: string, description: string }> } };

export type SegmentNamesQueryVariables = Exact<{
  ids: Array<string | number> | string | number;
}>;


export type SegmentNamesQuery = { nodes: Array<
    | { __typename: 'Alert', id: string }
    | { __typename: 'AlertRule', id: string }
    | { __typename: 'ApiKey', id: string }
    | { __typename: 'App', id: string }
    | { __typename: 'AppGroup', id: string }
    | { __typename: 'AttributeDefinition', id: string }
    | { __typename: 'AuditEntry', id: string }
    | { __typename: 'AutoPushScheduler', id: string }
    | { __typename: 'Batch', id: string }
    | { __typename: 'CampaignDraft', id: string }
    | { __typename: 'Category', id: string }
    | { __typename: 'CustomEvent', id: string }
    | { __typename: 'Device', id: string }
    | { __typename: 'DeviceImport', id: string }
    | { __typename: 'EndUser', id: string }
    | { __typename: 'Erasure', id: string }
    | { __typename: 'Media', id: string }
    | { __typename: 'Member', id: string }
    | { __typename: 'MessageTemplate', id: string }
    | { __typename: 'OneTimeScheduler', id: string }
    | { __typename: 'Push', id: string }
    | { __typename: 'Run', id: string }
    | { __typename: 'Segment', name: string, description: string, id: string }
    | { __typename: 'Session', id: string }
    | { __typename: 'Tag', id: string }
    | { __typename: 'TagGroup', id: string }
    | { __typename: 'User', id: string }
    | { __typename: 'Webhook', id: string }
    | { __typename: 'WebhookAttempt', id: string }
    | { __typename: 'WeeklyScheduler', id: string }
   | null> };

export type SegmentFiltersQueryVariables = Exact<{ [key: string]: never; }>;


export type SegmentFiltersQuery = { apps: { nodes: Array<{ id: string, name: string, pushProvider: PushProvider }> }, tagGroups: { nodes: Array<{ id: string, name: string }> }, customEvents: { nodes: Array<{ id: string, code: string, name: string }> } };

export type SegmentReachQueryVariables = Exact<{
  tree: SegmentNodeInput;
  exact: boolean;
}>;


export type SegmentReachQuery = { segmentEstimate: { devices: number | null, isExact: boolean, marginOfError: number, activeDevices: number, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type SegmentCreateMutationVariables = Exact<{
  input: SegmentInput;
  key?: string | null | undefined;
}>;


export type SegmentCreateMutation = { segmentCreate: { segment: { id: string, name: string, description: string, tree: Record<string, unknown>, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type SegmentUpdateMutationVariables = Exact<{
  id: string | number;
  input: SegmentUpdateInput;
}>;


export type SegmentUpdateMutation = { segmentUpdate: { segment: { id: string, name: string, description: string, tree: Record<string, unknown>, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type SegmentDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type SegmentDeleteMutation = { segmentDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MessageSendMutationVariables = Exact<{
  input: MessageSendInput;
}>;


export type MessageSendMutation = { messageSend: { devices: number | null, unknown: number | null, run: { id: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MemberLineFragment = { id: string, name: string, email: string, role: MemberRole, createdAt: string, lastSeenAt: string | null, joinedAt: string | null, hasPassword: boolean, hasSingleSignOn: boolean };

export type MembersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type MembersQuery = { members: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, email: string, role: MemberRole, createdAt: string, lastSeenAt: string | null, joinedAt: string | null, hasPassword: boolean, hasSingleSignOn: boolean }> } };

export type MemberChoicesQueryVariables = Exact<{ [key: string]: never; }>;


export type MemberChoicesQuery = { members: { nodes: Array<{ id: string, name: string }> } };

export type MemberInviteMutationVariables = Exact<{
  input: MemberInviteInput;
  key?: string | null | undefined;
}>;


export type MemberInviteMutation = { memberInvite: { link: string | null, member: { id: string, name: string, email: string, role: MemberRole, createdAt: string, lastSeenAt: string | null, joinedAt: string | null, hasPassword: boolean, hasSingleSignOn: boolean } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MemberInviteRenewMutationVariables = Exact<{
  id: string | number;
}>;


export type MemberInviteRenewMutation = { memberInviteRenew: { link: string | null, member: { id: string, name: string, email: string, role: MemberRole, createdAt: string, lastSeenAt: string | null, joinedAt: string | null, hasPassword: boolean, hasSingleSignOn: boolean } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MemberUpdateMutationVariables = Exact<{
  id: string | number;
  input: MemberUpdateInput;
}>;


export type MemberUpdateMutation = { memberUpdate: { member: { id: string, name: string, email: string, role: MemberRole, createdAt: string, lastSeenAt: string | null, joinedAt: string | null, hasPassword: boolean, hasSingleSignOn: boolean } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type MemberKeysQueryVariables = Exact<{
  id: string | number;
}>;


export type MemberKeysQuery = { node:
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string, apiKeys: Array<{ id: string, name: string | null, prefix: string, scopes: Array<Scope> }> }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
    | { id: string }
   | null };

export type MemberRemoveMutationVariables = Exact<{
  id: string | number;
  keepKeys: boolean;
}>;


export type MemberRemoveMutation = { memberRemove: { apiKeys: Array<{ id: string, revokedAt: string | null }>, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type KeyLineFragment = { id: string, name: string | null, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, revokedAt: string | null, createdBy: { name: string, member: { id: string } | null, apiKey: { id: string } | null } | null };

export type ApiKeysQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  active?: boolean | null | undefined;
}>;


export type ApiKeysQuery = { viewer: { apiKeys: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string | null, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, revokedAt: string | null, createdBy: { name: string, member: { id: string } | null, apiKey: { id: string } | null } | null }> } } };

export type ApiKeyCreateMutationVariables = Exact<{
  input: ApiKeyCreateInput;
  key?: string | null | undefined;
}>;


export type ApiKeyCreateMutation = { apiKeyCreate: { secret: string | null, apiKey: { id: string, name: string | null, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, revokedAt: string | null, createdBy: { name: string, member: { id: string } | null, apiKey: { id: string } | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ApiKeyRotateMutationVariables = Exact<{
  id: string | number;
  overlap?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type ApiKeyRotateMutation = { apiKeyRotate: { secret: string | null, apiKey: { id: string, name: string | null, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, revokedAt: string | null, createdBy: { name: string, member: { id: string } | null, apiKey: { id: string } | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ApiKeyRevokeMutationVariables = Exact<{
  id: string | number;
}>;


export type ApiKeyRevokeMutation = { apiKeyRevoke: { apiKey: { id: string, name: string | null, prefix: string, scopes: Array<Scope>, createdAt: string, expiresAt: string | null, revokedAt: string | null, createdBy: { name: string, member: { id: string } | null, apiKey: { id: string } | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type FrequencyCapLineFragment = { max: number, window: FrequencyCapWindow, rolling: string | null, subject: FrequencyCapSubject, categories: Array<string> | null, minGap: string | null };

export type CapCategoriesQueryVariables = Exact<{ [key: string]: never; }>;


export type CapCategoriesQuery = { categories: { nodes: Array<{ id: string, key: string, kind: CategoryKind }> } };

export type AccountSessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountSessionsQuery = { viewer: { user: { id: string, timeZone: string | null, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null, holdout: { share: number, generation: number } | null, attribution: { clickWindow: number, sendWindow: number }, frequencyCaps: { onCapped: FrequencyCapPolicy, caps: Array<{ max: number, window: FrequencyCapWindow, rolling: string | null, subject: FrequencyCapSubject, categories: Array<string> | null, minGap: string | null }> } | null }, member: { id: string, hasPassword: boolean, hasSingleSignOn: boolean } | null, sessions: Array<{ id: string, createdAt: string, lastSeenAt: string, expiresAt: string, address: string, userAgent: string | null, current: boolean }> } };

export type SessionRevokeMutationVariables = Exact<{
  id: string | number;
}>;


export type SessionRevokeMutation = { sessionRevoke: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type SessionsRevokeOthersMutationVariables = Exact<{ [key: string]: never; }>;


export type SessionsRevokeOthersMutation = { sessionsRevokeOthers: { revoked: number } };

export type PasswordChangeMutationVariables = Exact<{
  current: string;
  new: string;
}>;


export type PasswordChangeMutation = { passwordChange: { member: { id: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AuditLogQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: AuditWhereInput | null | undefined;
}>;


export type AuditLogQuery = { auditLog: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, at: string, action: string, summary: string, actor: string | null, subject: string | null, count: number | null, address: string | null, nodeId: string | null, member: { id: string, name: string } | null, apiKey: { id: string, name: string | null, prefix: string } | null, node:
        | { __typename: 'Alert', id: string }
        | { __typename: 'AlertRule', id: string }
        | { __typename: 'ApiKey', id: string }
        | { __typename: 'App', id: string }
        | { __typename: 'AppGroup', id: string }
        | { __typename: 'AttributeDefinition', id: string }
        | { __typename: 'AuditEntry', id: string }
        | { __typename: 'AutoPushScheduler', id: string }
        | { __typename: 'Batch', id: string }
        | { __typename: 'CampaignDraft', id: string }
        | { __typename: 'Category', id: string }
        | { __typename: 'CustomEvent', id: string }
        | { __typename: 'Device', id: string }
        | { __typename: 'DeviceImport', id: string }
        | { __typename: 'EndUser', id: string }
        | { __typename: 'Erasure', id: string }
        | { __typename: 'Media', id: string }
        | { __typename: 'Member', id: string }
        | { __typename: 'MessageTemplate', id: string }
        | { __typename: 'OneTimeScheduler', id: string }
        | { __typename: 'Push', id: string, scheduler:
            | { id: string }
            | { id: string }
            | { id: string }
           | null }
        | { __typename: 'Run', id: string }
        | { __typename: 'Segment', id: string }
        | { __typename: 'Session', id: string }
        | { __typename: 'Tag', id: string }
        | { __typename: 'TagGroup', id: string }
        | { __typename: 'User', id: string }
        | { __typename: 'Webhook', id: string }
        | { __typename: 'WebhookAttempt', id: string }
        | { __typename: 'WeeklyScheduler', id: string }
       | null }> } };

export type AccountRenameMutationVariables = Exact<{
  name: string;
}>;


export type AccountRenameMutation = { userUpdate: { user: { id: string, name: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AccountUpdateMutationVariables = Exact<{
  input: AccountUpdateInput;
}>;


export type AccountUpdateMutation = { accountUpdate: { user: { id: string, timeZone: string | null, quietHours: { off: boolean, start: string | null, end: string | null, days: Array<Weekday> | null, policy: QuietPolicy | null, unknownZone: UnknownZone | null, releaseOver: string | null } | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type TagsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: TagWhereInput | null | undefined;
  orderBy: TagOrderInput;
}>;


export type TagsQuery = { tags: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, deviceCount: number }> } };

export type TagChoicesQueryVariables = Exact<{
  search?: string | null | undefined;
}>;


export type TagChoicesQuery = { tags: { nodes: Array<{ id: string, name: string, deviceCount: number }> } };

export type TagGroupLineFragment = { id: string, name: string, tags: Array<string>, updatedAt: string };

export type TagGroupsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  orderBy: TagGroupOrderInput;
}>;


export type TagGroupsQuery = { tagGroups: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, tags: Array<string>, updatedAt: string }> } };

export type TagGroupCreateMutationVariables = Exact<{
  input: TagGroupInput;
  key?: string | null | undefined;
}>;


export type TagGroupCreateMutation = { tagGroupCreate: { tagGroup: { id: string, name: string, tags: Array<string>, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type TagGroupUpdateMutationVariables = Exact<{
  id: string | number;
  input: TagGroupInput;
}>;


export type TagGroupUpdateMutation = { tagGroupUpdate: { tagGroup: { id: string, name: string, tags: Array<string>, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type TagGroupDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type TagGroupDeleteMutation = { tagGroupDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupLineFragment = { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string };

export type AppGroupsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  archived: boolean;
  orderBy: AppGroupOrderInput;
}>;


export type AppGroupsQuery = { appGroups: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string }> } };

export type AppGroupCreateMutationVariables = Exact<{
  input: AppGroupInput;
  key?: string | null | undefined;
}>;


export type AppGroupCreateMutation = { appGroupCreate: { appGroup: { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupUpdateMutationVariables = Exact<{
  id: string | number;
  input: AppGroupInput;
}>;


export type AppGroupUpdateMutation = { appGroupUpdate: { appGroup: { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupArchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type AppGroupArchiveMutation = { appGroupArchive: { appGroup: { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupUnarchiveMutationVariables = Exact<{
  id: string | number;
}>;


export type AppGroupUnarchiveMutation = { appGroupUnarchive: { appGroup: { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type AppGroupDeleteMutation = { appGroupDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type EventLineFragment = { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
      | { id: string, name: string }
      | { id: string, name: string }
      | { id: string, name: string }
    >, pageInfo: { hasNextPage: boolean } } };

export type EventsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  system: boolean;
  orderBy: CustomEventOrderInput;
}>;


export type EventsQuery = { customEvents: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
        >, pageInfo: { hasNextPage: boolean } } }> } };

export type EventCreateMutationVariables = Exact<{
  input: CustomEventInput;
  key?: string | null | undefined;
}>;


export type EventCreateMutation = { customEventCreate: { customEvent: { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
        >, pageInfo: { hasNextPage: boolean } } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type EventUpdateMutationVariables = Exact<{
  id: string | number;
  input: CustomEventInput;
}>;


export type EventUpdateMutation = { customEventUpdate: { customEvent: { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
        >, pageInfo: { hasNextPage: boolean } } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type EventActivateMutationVariables = Exact<{
  id: string | number;
}>;


export type EventActivateMutation = { customEventActivate: { customEvent: { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
        >, pageInfo: { hasNextPage: boolean } } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type EventDeactivateMutationVariables = Exact<{
  id: string | number;
}>;


export type EventDeactivateMutation = { customEventDeactivate: { customEvent: { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
          | { id: string, name: string }
          | { id: string, name: string }
          | { id: string, name: string }
        >, pageInfo: { hasNextPage: boolean } } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type EventDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type EventDeleteMutation = { customEventDelete: { userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AppGroupChangeFragment = { appGroup: { id: string, name: string, allApps: boolean, appIds: Array<string>, archived: boolean, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type EventChangeFragment = { customEvent: { id: string, code: string, name: string, active: boolean, system: boolean, listeners: { nodes: Array<
        | { id: string, name: string }
        | { id: string, name: string }
        | { id: string, name: string }
      >, pageInfo: { hasNextPage: boolean } } } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> };

export type UsersQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  where?: EndUserWhereInput | null | undefined;
  orderBy: EndUserOrderInput;
}>;


export type UsersQuery = { users: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, externalUserId: string, attributes: Record<string, unknown>, updatedAt: string, devices: { nodes: Array<{ id: string }>, pageInfo: { hasNextPage: boolean } } }> } };

export type UserQueryVariables = Exact<{
  id: string | number;
}>;


export type UserQuery = { user: { id: string, externalUserId: string, attributes: Record<string, unknown>, createdAt: string, updatedAt: string, devices: { nodes: Array<{ id: string, deviceId: string, platform: string | null, language: string | null, country: string | null, active: boolean, retiredAt: string | null, lastActiveAt: string, app: { id: string, name: string }, events: { nodes: Array<{ count: number, firstAt: string, lastAt: string, event: { id: string, name: string, code: string, system: boolean } | null }> } }>, pageInfo: { hasNextPage: boolean } } } | null };

export type UserDeliveriesQueryVariables = Exact<{
  id: string | number;
}>;


export type UserDeliveriesQuery = { user: { id: string, devices: { nodes: Array<{ id: string, deliveries: { nodes: Array<{ recordedAt: string, outcome: Outcome, reason: string | null, reasonCode: ReasonCode | null, deliveredAt: string | null, clickedAt: string | null, dismissedAt: string | null, push: { id: string, translations: Array<{ language: string, title: string }> } | null, run: { id: string, dueAt: string, scheduler:
                | { id: string, name: string }
                | { id: string, name: string }
                | { id: string, name: string }
               | null, target: { kind: RunTargetKind, tag: string | null, matched: number, unknown: number } | null, message: { defaultLang: string, translations: Array<{ language: string, title: string }> } | null } }> } }> } } | null };

export type UserPreferencesQueryVariables = Exact<{
  id: string | number;
}>;


export type UserPreferencesQuery = { user: { id: string, preferences: Array<{ choice: PreferenceChoice, isDefault: boolean, changedAt: string | null, source: PreferenceSource | null, madeFor: PreferenceScope | null, category: { id: string, key: string, kind: CategoryKind, names: Array<{ language: string, text: string }> } | null }> } | null };

export type PreferenceLineFragment = { choice: PreferenceChoice, isDefault: boolean, changedAt: string | null, source: PreferenceSource | null, madeFor: PreferenceScope | null, category: { id: string, key: string, kind: CategoryKind, names: Array<{ language: string, text: string }> } | null };

export type AttributeDefinitionsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
  orderBy: AttributeDefinitionOrderInput;
}>;


export type AttributeDefinitionsQuery = { attributeDefinitions: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, key: string, type: AttributeType, writableByDevice: boolean, createdAt: string }> } };

export type UsersUpsertMutationVariables = Exact<{
  input: UsersUpsertInput;
  key?: string | null | undefined;
}>;


export type UsersUpsertMutation = { usersUpsert: { results: Array<{ created: boolean | null, user: { id: string, externalUserId: string, attributes: Record<string, unknown>, updatedAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> }>, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type AttributeDefineMutationVariables = Exact<{
  input: AttributeDefineInput;
}>;


export type AttributeDefineMutation = { attributeDefine: { attributeDefinition: { id: string, key: string, type: AttributeType, writableByDevice: boolean, createdAt: string } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type PreferencesUpdateMutationVariables = Exact<{
  input: PreferencesInput;
}>;


export type PreferencesUpdateMutation = { preferencesUpdate: { preferences: Array<{ choice: PreferenceChoice, isDefault: boolean, changedAt: string | null, source: PreferenceSource | null, madeFor: PreferenceScope | null, category: { id: string, key: string, kind: CategoryKind, names: Array<{ language: string, text: string }> } | null }> | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type UserExportMutationVariables = Exact<{
  id: string;
}>;


export type UserExportMutation = { userExport: { url: string | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ErasureLineFragment = { id: string, status: ErasureStatus, trouble: string | null, createdAt: string, finishedAt: string | null, counts: Array<{ type: string, count: number }>, remains: Array<{ place: ErasureRemainderPlace, until: string | null }> };

export type UserEraseMutationVariables = Exact<{
  id: string;
  key?: string | null | undefined;
}>;


export type UserEraseMutation = { userErase: { erasure: { id: string, status: ErasureStatus, trouble: string | null, createdAt: string, finishedAt: string | null, counts: Array<{ type: string, count: number }>, remains: Array<{ place: ErasureRemainderPlace, until: string | null }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type ErasuresQueryVariables = Exact<{ [key: string]: never; }>;


export type ErasuresQuery = { erasures: { nodes: Array<{ id: string, status: ErasureStatus, trouble: string | null, createdAt: string, finishedAt: string | null, counts: Array<{ type: string, count: number }>, remains: Array<{ place: ErasureRemainderPlace, until: string | null }> }> } };

export type WebhookLineFragment = { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> };

export type WebhookAttemptLineFragment = { id: string, at: string, kind: WebhookAttemptKind, attempt: number, events: number, messageId: string | null, result: WebhookAttemptResult, httpStatus: number | null, detail: string | null, durationMs: number, answer: string | null };

export type WebhooksQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type WebhooksQuery = { webhooks: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> }> } };

export type WebhookQueryVariables = Exact<{
  id: string | number;
}>;


export type WebhookQuery = { webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null };

export type WebhookAttemptsQueryVariables = Exact<{
  id: string | number;
  first: number;
  after?: string | null | undefined;
  where?: WebhookAttemptWhereInput | null | undefined;
}>;


export type WebhookAttemptsQuery = { webhook: { id: string, attempts: { pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ id: string, at: string, kind: WebhookAttemptKind, attempt: number, events: number, messageId: string | null, result: WebhookAttemptResult, httpStatus: number | null, detail: string | null, durationMs: number, answer: string | null }> } } | null };

export type WebhookCreateMutationVariables = Exact<{
  input: WebhookInput;
  key?: string | null | undefined;
}>;


export type WebhookCreateMutation = { webhookCreate: { secret: string | null, webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookUpdateMutationVariables = Exact<{
  id: string | number;
  input: WebhookUpdateInput;
}>;


export type WebhookUpdateMutation = { webhookUpdate: { webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookRotateSecretMutationVariables = Exact<{
  id: string | number;
  overlap?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type WebhookRotateSecretMutation = { webhookRotateSecret: { secret: string | null, webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookEnableMutationVariables = Exact<{
  id: string | number;
  skipMissed: boolean;
}>;


export type WebhookEnableMutation = { webhookEnable: { webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookDisableMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookDisableMutation = { webhookDisable: { webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookDeleteMutationVariables = Exact<{
  id: string | number;
}>;


export type WebhookDeleteMutation = { webhookDelete: { deletedId: string | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookTestMutationVariables = Exact<{
  id: string | number;
  type: AccountEventType;
}>;


export type WebhookTestMutation = { webhookTest: { attempt: { id: string, at: string, kind: WebhookAttemptKind, attempt: number, events: number, messageId: string | null, result: WebhookAttemptResult, httpStatus: number | null, detail: string | null, durationMs: number, answer: string | null } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export type WebhookReplayMutationVariables = Exact<{
  id: string | number;
  input: WebhookReplayInput;
}>;


export type WebhookReplayMutation = { webhookReplay: { webhook: { id: string, url: string, description: string, types: Array<AccountEventType>, mode: WebhookMode, state: WebhookState, disabledReason: WebhookDisabledReason | null, disabledAt: string | null, publicKey: string | null, formerSecretUntil: string | null, failures: number, pausedUntil: string | null, waiting: number, createdAt: string, apps: Array<{ id: string, name: string }> } | null, userErrors: Array<{ code: UserErrorCode, field: Array<string> | null, message: string, size: { provider: string, bytes: number, limit: number } | null }> } };

export const QuietHoursPartsFragmentDoc = "fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}" as unknown as DocumentNode<QuietHoursPartsFragment, unknown>;
export const PageCursorFragmentDoc = "fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<PageCursorFragment, unknown>;
export const UserErrorFieldsFragmentDoc = "fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<UserErrorFieldsFragment, unknown>;
export const DeletionFragmentDoc = "fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeletionFragment, unknown>;
export const AlertLineFragmentDoc = "fragment AlertLine on Alert{id kind facts message raisedAt resolvedAt rule{id name}app{id name}run{id}}" as unknown as DocumentNode<AlertLineFragment, unknown>;
export const AlertRuleLineFragmentDoc = "fragment AlertRuleLine on AlertRule{id kind name enabled share minCount minutes recipients app{id name}}" as unknown as DocumentNode<AlertRuleLineFragment, unknown>;
export const MessageDefaultsFragmentDoc = "fragment MessageDefaults on MessageDefaults{buttons{id link icon destructive input}sound{name critical volume}badge{set increment}interruption relevance requireInteraction timeToLive urgency truncate silent group collapseKey renotify color visibility channel render data iosCategory passthrough{fcm apns{headers payload}webpush onesignal}}" as unknown as DocumentNode<MessageDefaultsFragment, unknown>;
export const AppStateFragmentDoc = "fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}" as unknown as DocumentNode<AppStateFragment, unknown>;
export const AppChangeFragmentDoc = "fragment AppChange on AppPayload{app{...AppState}userErrors{...UserErrorFields}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppChangeFragment, unknown>;
export const CampaignAudienceFragmentDoc = "fragment CampaignAudience on SchedulerAudience{apps{all appIds apps{id name}groupIds groups{id name}exceptAppIds exceptApps{id name}exceptGroupIds exceptGroups{id name}}countries{include exclude}languages{include exclude}tags{anyTag include exclude includeGroupIds includeGroups{id name}excludeGroupIds excludeGroups{id name}}events{include exclude}segments{include includeSegments{id name}exclude excludeSegments{id name}}}" as unknown as DocumentNode<CampaignAudienceFragment, unknown>;
export const CampaignPushFragmentDoc = "fragment CampaignPush on Push{id weight category{id kind}name active defaultLang translations{language title text image icon link subtitle buttonLabels}buttons{id link icon destructive input}sound{name critical volume}badge{set increment}interruption relevance requireInteraction timeToLive urgency truncate missing silent group collapseKey renotify color visibility channel render data iosCategory passthrough{fcm apns{headers payload}webpush onesignal}}" as unknown as DocumentNode<CampaignPushFragment, unknown>;
export const GoalPartsFragmentDoc = "fragment GoalParts on Goal{name event window valueProperty}" as unknown as DocumentNode<GoalPartsFragment, unknown>;
export const BestHourPartsFragmentDoc = "fragment BestHourParts on BestHour{from to controlShare}" as unknown as DocumentNode<BestHourPartsFragment, unknown>;
export const ExperimentPartsFragmentDoc = "fragment ExperimentParts on Experiment{controlShare testShare decideAfter metric winner}" as unknown as DocumentNode<ExperimentPartsFragment, unknown>;
export const SpeedPartsFragmentDoc = "fragment SpeedParts on Speed{maxPerMinute ramp{start factor every}stopOnTrouble{share after window}}" as unknown as DocumentNode<SpeedPartsFragment, unknown>;
export const CapCountsFragmentDoc = "fragment CapCounts on CapPreview{judged capped deferred isComplete}" as unknown as DocumentNode<CapCountsFragment, unknown>;
export const CampaignRowFragmentDoc = "fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}" as unknown as DocumentNode<CampaignRowFragment, unknown>;
export const CampaignChangeFragmentDoc = "fragment CampaignChange on SchedulerPayload{scheduler{...CampaignRow}userErrors{...UserErrorFields}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignChangeFragment, unknown>;
export const CategoryLineFragmentDoc = "fragment CategoryLine on Category{id key names{language text}descriptions{language text}kind default androidChannel listed updatedAt}" as unknown as DocumentNode<CategoryLineFragment, unknown>;
export const ReachFragmentDoc = "fragment Reach on AudienceEstimate{reached exact marginOfError}" as unknown as DocumentNode<ReachFragment, unknown>;
export const DeviceDetailFragmentDoc = "fragment DeviceDetail on Device{id deviceId externalUserId platform appVersion language country timeZone tags attributes ownAttributes user{id}active retiredAt retirementReason retirementReasonCode registeredAt lastActiveAt addressConfirmedAt addressFingerprint}" as unknown as DocumentNode<DeviceDetailFragment, unknown>;
export const RunNameFragmentDoc = "fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}" as unknown as DocumentNode<RunNameFragment, unknown>;
export const DeliveryLineFragmentDoc = "fragment DeliveryLine on Delivery{recordedAt outcome reason reasonCode deliveredAt clickedAt dismissedAt push{id translations{language title}}run{id dueAt ...RunName}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}" as unknown as DocumentNode<DeliveryLineFragment, unknown>;
export const ImportStateFragmentDoc = "fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}" as unknown as DocumentNode<ImportStateFragment, unknown>;
export const ImportHeadFragmentDoc = "fragment ImportHead on DeviceImport{id columns{column field attribute}sample@include(if:$mayWrite)}" as unknown as DocumentNode<ImportHeadFragment, unknown>;
export const RunCardFragmentDoc = "fragment RunCard on Run{id status statusMessage statusCode kind dueAt createdAt finishedAt expectedTotal rate secondsLeft counts{total sent failed invalidToken expired retrying held cancelled}...RunName}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}" as unknown as DocumentNode<RunCardFragment, unknown>;
export const ReportNumbersFragmentDoc = "fragment ReportNumbers on ReportValues{sent sentShare failed failedShare delivered deliveredShare clicked clickedShare dismissed dismissedShare optedOut optedOutShare retired retiredShare converted attributed optOuts retirements}" as unknown as DocumentNode<ReportNumbersFragment, unknown>;
export const TraceStepOfFragmentDoc = "fragment TraceStepOf on DeliveryTraceStep{step verdict code values message advice reason reasonCode at asOfNow}" as unknown as DocumentNode<TraceStepOfFragment, unknown>;
export const CountsOfFragmentDoc = "fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}" as unknown as DocumentNode<CountsOfFragment, unknown>;
export const RunLiveFragmentDoc = "fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}" as unknown as DocumentNode<RunLiveFragment, unknown>;
export const RunChangeFragmentDoc = "fragment RunChange on RunPayload{run{...RunLive}userErrors{...UserErrorFields}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<RunChangeFragment, unknown>;
export const SegmentLineFragmentDoc = "fragment SegmentLine on Segment{id name description tree updatedAt}" as unknown as DocumentNode<SegmentLineFragment, unknown>;
export const MemberLineFragmentDoc = "fragment MemberLine on Member{id name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn}" as unknown as DocumentNode<MemberLineFragment, unknown>;
export const KeyLineFragmentDoc = "fragment KeyLine on ApiKey{id name prefix scopes createdAt expiresAt revokedAt createdBy{name member{id}apiKey{id}}}" as unknown as DocumentNode<KeyLineFragment, unknown>;
export const FrequencyCapLineFragmentDoc = "fragment FrequencyCapLine on FrequencyCap{max window rolling subject categories minGap}" as unknown as DocumentNode<FrequencyCapLineFragment, unknown>;
export const TagGroupLineFragmentDoc = "fragment TagGroupLine on TagGroup{id name tags updatedAt}" as unknown as DocumentNode<TagGroupLineFragment, unknown>;
export const AppGroupLineFragmentDoc = "fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}" as unknown as DocumentNode<AppGroupLineFragment, unknown>;
export const AppGroupChangeFragmentDoc = "fragment AppGroupChange on AppGroupPayload{appGroup{...AppGroupLine}userErrors{...UserErrorFields}}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppGroupChangeFragment, unknown>;
export const EventLineFragmentDoc = "fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}" as unknown as DocumentNode<EventLineFragment, unknown>;
export const EventChangeFragmentDoc = "fragment EventChange on CustomEventPayload{customEvent{...EventLine}userErrors{...UserErrorFields}}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<EventChangeFragment, unknown>;
export const PreferenceLineFragmentDoc = "fragment PreferenceLine on Preference{choice isDefault changedAt source madeFor category{id key kind names{language text}}}" as unknown as DocumentNode<PreferenceLineFragment, unknown>;
export const ErasureLineFragmentDoc = "fragment ErasureLine on Erasure{id status trouble createdAt finishedAt counts{type count}remains{place until}}" as unknown as DocumentNode<ErasureLineFragment, unknown>;
export const WebhookLineFragmentDoc = "fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}" as unknown as DocumentNode<WebhookLineFragment, unknown>;
export const WebhookAttemptLineFragmentDoc = "fragment WebhookAttemptLine on WebhookAttempt{id at kind attempt events messageId result httpStatus detail durationMs answer}" as unknown as DocumentNode<WebhookAttemptLineFragment, unknown>;
export const OpenAlertsDocument = "query OpenAlerts{alerts(first:6 where:{isResolved:false}){nodes{...AlertLine}}}fragment AlertLine on Alert{id kind facts message raisedAt resolvedAt rule{id name}app{id name}run{id}}" as unknown as DocumentNode<OpenAlertsQuery, OpenAlertsQueryVariables>;
export const LatestAlertsDocument = "query LatestAlerts{alerts(first:20){nodes{...AlertLine}}}fragment AlertLine on Alert{id kind facts message raisedAt resolvedAt rule{id name}app{id name}run{id}}" as unknown as DocumentNode<LatestAlertsQuery, LatestAlertsQueryVariables>;
export const AlertRulesDocument = "query AlertRules{alertRules(first:100){nodes{...AlertRuleLine}}}fragment AlertRuleLine on AlertRule{id kind name enabled share minCount minutes recipients app{id name}}" as unknown as DocumentNode<AlertRulesQuery, AlertRulesQueryVariables>;
export const AlertRuleUpsertDocument = "mutation AlertRuleUpsert($input:AlertRuleInput!$id:ID$key:String){alertRuleUpsert(input:$input id:$id idempotencyKey:$key){alertRule{...AlertRuleLine}userErrors{field message code}}}fragment AlertRuleLine on AlertRule{id kind name enabled share minCount minutes recipients app{id name}}" as unknown as DocumentNode<AlertRuleUpsertMutation, AlertRuleUpsertMutationVariables>;
export const AlertRuleDeleteDocument = "mutation AlertRuleDelete($id:ID!){alertRuleDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<AlertRuleDeleteMutation, AlertRuleDeleteMutationVariables>;
export const AppsDocument = "query Apps($first:Int!$after:String$where:AppWhereInput$orderBy:AppOrderInput!){apps(first:$first after:$after where:$where orderBy:$orderBy){pageInfo{...PageCursor}nodes{...AppState}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}" as unknown as DocumentNode<AppsQuery, AppsQueryVariables>;
export const AppChoicesDocument = "query AppChoices{apps(first:100 where:{archived:false}orderBy:{field:NAME}){nodes{id name pushProvider}}}" as unknown as DocumentNode<AppChoicesQuery, AppChoicesQueryVariables>;
export const AppDocument = "query App($id:ID!$from:LocalDate!){app(id:$id){...AppState link icon serviceId vapidKeyPublic identityVerification quietHours{...QuietHoursParts}messageDefaults{...MessageDefaults}createdAt groups{id name}deviceCounts(from:$from){date active registered retired}}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}fragment MessageDefaults on MessageDefaults{buttons{id link icon destructive input}sound{name critical volume}badge{set increment}interruption relevance requireInteraction timeToLive urgency truncate silent group collapseKey renotify color visibility channel render data iosCategory passthrough{fcm apns{headers payload}webpush onesignal}}" as unknown as DocumentNode<AppQuery, AppQueryVariables>;
export const AppCreateDocument = "mutation AppCreate($input:AppCreateInput!$key:String){appCreate(input:$input idempotencyKey:$key){...AppChange}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppChange on AppPayload{app{...AppState}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppCreateMutation, AppCreateMutationVariables>;
export const AppUpdateDocument = "mutation AppUpdate($id:ID!$input:AppUpdateInput!){appUpdate(id:$id input:$input){app{id name link icon}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppUpdateMutation, AppUpdateMutationVariables>;
export const AppIdentityDocument = "mutation AppIdentity($id:ID!$input:AppUpdateInput!){appUpdate(id:$id input:$input){app{id identityVerification}identitySecret userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppIdentityMutation, AppIdentityMutationVariables>;
export const AppIdentitySecretRotateDocument = "mutation AppIdentitySecretRotate($id:ID!$overlap:Delay){appIdentitySecretRotate(id:$id overlap:$overlap){identitySecret userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppIdentitySecretRotateMutation, AppIdentitySecretRotateMutationVariables>;
export const AppCredentialsUpdateDocument = "mutation AppCredentialsUpdate($id:ID!$credentials:CredentialsInput!){appCredentialsUpdate(id:$id credentials:$credentials){...AppChange}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppChange on AppPayload{app{...AppState}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppCredentialsUpdateMutation, AppCredentialsUpdateMutationVariables>;
export const AppCredentialsCheckDocument = "mutation AppCredentialsCheck($id:ID!){appCredentialsCheck(id:$id){accepted message reason reasonCode advice userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppCredentialsCheckMutation, AppCredentialsCheckMutationVariables>;
export const AppVapidKeyRenewDocument = "mutation AppVapidKeyRenew($id:ID!){appVapidKeyRenew(id:$id){app{id vapidKeyPublic}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppVapidKeyRenewMutation, AppVapidKeyRenewMutationVariables>;
export const AppArchiveDocument = "mutation AppArchive($id:ID!){appArchive(id:$id){...AppChange}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppChange on AppPayload{app{...AppState}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppArchiveMutation, AppArchiveMutationVariables>;
export const AppUnarchiveDocument = "mutation AppUnarchive($id:ID!){appUnarchive(id:$id){...AppChange}}fragment AppState on App{id name pushProvider archived credentialStatus pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice foreignSubscriptionCount deviceCount}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppChange on AppPayload{app{...AppState}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppUnarchiveMutation, AppUnarchiveMutationVariables>;
export const AppDeleteDocument = "mutation AppDelete($id:ID!){appDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppDeleteMutation, AppDeleteMutationVariables>;
export const AppQuietHoursDocument = "mutation AppQuietHours($id:ID!$input:AppUpdateInput!){appUpdate(id:$id input:$input){app{id quietHours{...QuietHoursParts}}userErrors{...UserErrorFields}}}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppQuietHoursMutation, AppQuietHoursMutationVariables>;
export const AppMessageDefaultsDocument = "mutation AppMessageDefaults($id:ID!$input:AppUpdateInput!){appUpdate(id:$id input:$input){app{id messageDefaults{...MessageDefaults}}userErrors{...UserErrorFields}}}fragment MessageDefaults on MessageDefaults{buttons{id link icon destructive input}sound{name critical volume}badge{set increment}interruption relevance requireInteraction timeToLive urgency truncate silent group collapseKey renotify color visibility channel render data iosCategory passthrough{fcm apns{headers payload}webpush onesignal}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AppMessageDefaultsMutation, AppMessageDefaultsMutationVariables>;
export const CalendarDocument = "query Calendar($from:DateTime!$to:DateTime!$where:UpcomingMomentWhereInput!){upcomingMoments(from:$from to:$to first:500 where:$where){at lastAt clockChange quietPolicy quietUntil isThrottled waves{at zones}scheduler{id name kind preview}}}" as unknown as DocumentNode<CalendarQuery, CalendarQueryVariables>;
export const CalendarDurationDocument = "query CalendarDuration($id:ID!){scheduler(id:$id){id sendingSeconds}}" as unknown as DocumentNode<CalendarDurationQuery, CalendarDurationQueryVariables>;
export const CalendarRunsDocument = "query CalendarRuns($where:RunWhereInput!$after:String){runs(first:100 after:$after where:$where orderBy:{field:DUE_AT direction:ASC}){nodes{id dueAt status kind counts{total sent}scheduler{id name kind preview}}pageInfo{...PageCursor}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<CalendarRunsQuery, CalendarRunsQueryVariables>;
export const CampaignsDocument = "query Campaigns($first:Int!$after:String$where:SchedulerWhereInput!$orderBy:SchedulerOrderInput!){schedulers(first:$first after:$after where:$where orderBy:$orderBy){nodes{...CampaignRow}pageInfo{...PageCursor}}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<CampaignsQuery, CampaignsQueryVariables>;
export const DraftsDocument = "query Drafts($first:Int!$after:String){drafts(first:$first after:$after){nodes{id name updatedAt}pageInfo{...PageCursor}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<DraftsQuery, DraftsQueryVariables>;
export const ExperimentSizeDocument = "query ExperimentSize($baseline:Float!$lift:Float!$arms:Int!){experimentSize(baseline:$baseline lift:$lift arms:$arms){unitsPerArm units}}" as unknown as DocumentNode<ExperimentSizeQuery, ExperimentSizeQueryVariables>;
export const CampaignDocument = "query Campaign($id:ID!$runsAfter:String){scheduler(id:$id){__typename ...CampaignRow createdAt warnings{code}audience{...CampaignAudience}bestHour{...BestHourParts}goals{...GoalParts}experiment{...ExperimentParts}quietHours{...QuietHoursParts}speed{...SpeedParts}nextMoments(first:5){at localTimes{local zones clockChange}}pushes(first:20){nodes{...CampaignPush}pageInfo{hasNextPage}}runs(first:20 after:$runsAfter orderBy:{field:DUE_AT direction:DESC}){nodes{...RunCard}pageInfo{...PageCursor}}...on OneTimeScheduler{date time oneTimeLocal:localTime oneTimeZone:timeZone oneTimeGrace:gracePeriod externalIds(first:100){nodes pageInfo{hasNextPage}}}...on WeeklyScheduler{weeklyLocal:localTime weeklyZone:timeZone weeklyGrace:gracePeriod times{day times}}...on AutoPushScheduler{delay}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment CampaignAudience on SchedulerAudience{apps{all appIds apps{id name}groupIds groups{id name}exceptAppIds exceptApps{id name}exceptGroupIds exceptGroups{id name}}countries{include exclude}languages{include exclude}tags{anyTag include exclude includeGroupIds includeGroups{id name}excludeGroupIds excludeGroups{id name}}events{include exclude}segments{include includeSegments{id name}exclude excludeSegments{id name}}}fragment BestHourParts on BestHour{from to controlShare}fragment GoalParts on Goal{name event window valueProperty}fragment ExperimentParts on Experiment{controlShare testShare decideAfter metric winner}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}fragment SpeedParts on Speed{maxPerMinute ramp{start factor every}stopOnTrouble{share after window}}fragment CampaignPush on Push{id weight category{id kind}name active defaultLang translations{language title text image icon link subtitle buttonLabels}buttons{id link icon destructive input}sound{name critical volume}badge{set increment}interruption relevance requireInteraction timeToLive urgency truncate missing silent group collapseKey renotify color visibility channel render data iosCategory passthrough{fcm apns{headers payload}webpush onesignal}}fragment RunCard on Run{id status statusMessage statusCode kind dueAt createdAt finishedAt expectedTotal rate secondsLeft counts{total sent failed invalidToken expired retrying held cancelled}...RunName}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<CampaignQuery, CampaignQueryVariables>;
export const CampaignReachDocument = "query CampaignReach($id:ID!){scheduler(id:$id){id audienceEstimate{...Reach}}}fragment Reach on AudienceEstimate{reached exact marginOfError}" as unknown as DocumentNode<CampaignReachQuery, CampaignReachQueryVariables>;
export const CampaignLiveDocument = "subscription CampaignLive($id:ID!){schedulerStatus(schedulerId:$id){occurredAt scheduler{id active archived status nextDueAt}latestRun{...RunCard}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment RunCard on Run{id status statusMessage statusCode kind dueAt createdAt finishedAt expectedTotal rate secondsLeft counts{total sent failed invalidToken expired retrying held cancelled}...RunName}" as unknown as DocumentNode<CampaignLiveSubscription, CampaignLiveSubscriptionVariables>;
export const CampaignLatestRunDocument = "query CampaignLatestRun($id:ID!){scheduler(id:$id){id runs(first:1){nodes{id}}}}" as unknown as DocumentNode<CampaignLatestRunQuery, CampaignLatestRunQueryVariables>;
export const CampaignActivateDocument = "mutation CampaignActivate($id:ID!$key:String$startNow:Boolean!){schedulerActivate(id:$id idempotencyKey:$key startNow:$startNow){scheduler{...CampaignRow nextDueAt}warnings{code message}userErrors{...UserErrorFields}}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignActivateMutation, CampaignActivateMutationVariables>;
export const CampaignDeactivateDocument = "mutation CampaignDeactivate($id:ID!){schedulerDeactivate(id:$id){...CampaignChange}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment CampaignChange on SchedulerPayload{scheduler{...CampaignRow}userErrors{...UserErrorFields}}" as unknown as DocumentNode<CampaignDeactivateMutation, CampaignDeactivateMutationVariables>;
export const CampaignArchiveDocument = "mutation CampaignArchive($id:ID!){schedulerArchive(id:$id){...CampaignChange}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment CampaignChange on SchedulerPayload{scheduler{...CampaignRow}userErrors{...UserErrorFields}}" as unknown as DocumentNode<CampaignArchiveMutation, CampaignArchiveMutationVariables>;
export const CampaignUnarchiveDocument = "mutation CampaignUnarchive($id:ID!){schedulerUnarchive(id:$id){...CampaignChange}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment CampaignChange on SchedulerPayload{scheduler{...CampaignRow}userErrors{...UserErrorFields}}" as unknown as DocumentNode<CampaignUnarchiveMutation, CampaignUnarchiveMutationVariables>;
export const CampaignDeleteDocument = "mutation CampaignDelete($id:ID!){schedulerDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<CampaignDeleteMutation, CampaignDeleteMutationVariables>;
export const CampaignDuplicateDocument = "mutation CampaignDuplicate($id:ID!$name:String$key:String){schedulerDuplicate(id:$id name:$name idempotencyKey:$key){scheduler{...CampaignRow}userErrors{...UserErrorFields}}}fragment CampaignRow on Scheduler{id name kind status active archived preview nextDueAt updatedAt lastRun{id status dueAt counts{total sent}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignDuplicateMutation, CampaignDuplicateMutationVariables>;
export const DraftDeleteDocument = "mutation DraftDelete($id:ID!){draftDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<DraftDeleteMutation, DraftDeleteMutationVariables>;
export const CampaignEventsDocument = "query CampaignEvents{customEvents(first:100){nodes{id code name}}}" as unknown as DocumentNode<CampaignEventsQuery, CampaignEventsQueryVariables>;
export const AccountCapsDocument = "query AccountCaps{viewer{user{id quietHours{...QuietHoursParts}frequencyCaps{caps{max}}}}}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}" as unknown as DocumentNode<AccountCapsQuery, AccountCapsQueryVariables>;
export const InheritedQuietHoursDocument = "query InheritedQuietHours{apps(first:100 where:{archived:false}orderBy:{field:NAME}){nodes{id name groups{id}quietHours{...QuietHoursParts}}}}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}" as unknown as DocumentNode<InheritedQuietHoursQuery, InheritedQuietHoursQueryVariables>;
export const CampaignSpeedDocument = "query CampaignSpeed($id:ID!){scheduler(id:$id){id lastMessageAt}}" as unknown as DocumentNode<CampaignSpeedQuery, CampaignSpeedQueryVariables>;
export const BestHourPreviewDocument = "query BestHourPreview($id:ID!){bestHourPreview(schedulerId:$id){devices byUser byApplication byConfiguredTime inControl withoutMessage byHour{hour count}isComplete}}" as unknown as DocumentNode<BestHourPreviewQuery, BestHourPreviewQueryVariables>;
export const SavedCapPreviewDocument = "query SavedCapPreview($id:ID!){capPreview(schedulerId:$id){...CapCounts}}fragment CapCounts on CapPreview{judged capped deferred isComplete}" as unknown as DocumentNode<SavedCapPreviewQuery, SavedCapPreviewQueryVariables>;
export const SpeedPreviewDocument = "query SpeedPreview($scheduler:CampaignSchedulerInput!$pushes:Int!){speedPreview(scheduler:$scheduler pushes:$pushes){preview{lastMessageAt isTooSlow}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<SpeedPreviewQuery, SpeedPreviewQueryVariables>;
export const CampaignCapPreviewDocument = "query CampaignCapPreview($scheduler:CampaignSchedulerInput!$categoryIds:[ID]!){campaignCapPreview(scheduler:$scheduler categoryIds:$categoryIds){preview{...CapCounts}userErrors{...UserErrorFields}}}fragment CapCounts on CapPreview{judged capped deferred isComplete}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignCapPreviewQuery, CampaignCapPreviewQueryVariables>;
export const CategoriesDocument = "query Categories($first:Int!$after:String$orderBy:CategoryOrderInput!){categories(first:$first after:$after orderBy:$orderBy){pageInfo{...PageCursor}nodes{...CategoryLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment CategoryLine on Category{id key names{language text}descriptions{language text}kind default androidChannel listed updatedAt}" as unknown as DocumentNode<CategoriesQuery, CategoriesQueryVariables>;
export const CategoryCreateDocument = "mutation CategoryCreate($input:CategoryInput!$key:String){categoryCreate(input:$input idempotencyKey:$key){category{...CategoryLine}userErrors{...UserErrorFields}}}fragment CategoryLine on Category{id key names{language text}descriptions{language text}kind default androidChannel listed updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CategoryCreateMutation, CategoryCreateMutationVariables>;
export const CategoryUpdateDocument = "mutation CategoryUpdate($id:ID!$input:CategoryInput!){categoryUpdate(id:$id input:$input){category{...CategoryLine}userErrors{...UserErrorFields}}}fragment CategoryLine on Category{id key names{language text}descriptions{language text}kind default androidChannel listed updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CategoryUpdateMutation, CategoryUpdateMutationVariables>;
export const CategoryDeleteDocument = "mutation CategoryDelete($id:ID!){categoryDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<CategoryDeleteMutation, CategoryDeleteMutationVariables>;
export const ComposerAppsDocument = "query ComposerApps{apps(first:100 where:{archived:false}){nodes{id name pushProvider}}appGroups(first:100 where:{archived:false}){nodes{id name}}}" as unknown as DocumentNode<ComposerAppsQuery, ComposerAppsQueryVariables>;
export const ComposerFiltersDocument = "query ComposerFilters{tagGroups(first:100){nodes{id name}}customEvents(first:100 where:{active:true}){nodes{id code name system}}}" as unknown as DocumentNode<ComposerFiltersQuery, ComposerFiltersQueryVariables>;
export const ComposerTagsDocument = "query ComposerTags($search:String!){tags(first:30 where:{nameContains:$search}){nodes{id name}}}" as unknown as DocumentNode<ComposerTagsQuery, ComposerTagsQueryVariables>;
export const ComposerReachDocument = "query ComposerReach($audience:AudienceInput!$externalIds:[String!]$exact:Boolean!){audienceEstimate(audience:$audience externalIds:$externalIds exact:$exact){estimate{...Reach steps{step remaining leftOut}byLanguage{language deviceCount}byApp{reached app{id name pushProvider}}}userErrors{...UserErrorFields}}}fragment Reach on AudienceEstimate{reached exact marginOfError}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ComposerReachQuery, ComposerReachQueryVariables>;
export const ComposerDraftDocument = "query ComposerDraft($id:ID!){node(id:$id){__typename id ...on CampaignDraft{name content version}}}" as unknown as DocumentNode<ComposerDraftQuery, ComposerDraftQueryVariables>;
export const DraftSaveDocument = "mutation DraftSave($id:ID$name:String!$content:JSONObject!$version:Int){draftSave(id:$id name:$name content:$content version:$version){draft{id name version updatedAt}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DraftSaveMutation, DraftSaveMutationVariables>;
export const CampaignCreateDocument = "mutation CampaignCreate($input:CampaignInput!$key:String!$draftId:ID){campaignCreate(input:$input idempotencyKey:$key draftId:$draftId){scheduler{id name status}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignCreateMutation, CampaignCreateMutationVariables>;
export const CampaignUpdateDocument = "mutation CampaignUpdate($id:ID!$input:CampaignUpdateInput!$key:String!){campaignUpdate(id:$id input:$input idempotencyKey:$key){scheduler{id name}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<CampaignUpdateMutation, CampaignUpdateMutationVariables>;
export const ComposerTestDevicesDocument = "query ComposerTestDevices($where:DeviceWhereInput!){devices(first:20 where:$where){nodes{id deviceId externalUserId platform language lastActiveAt app{id name pushProvider}}}}" as unknown as DocumentNode<ComposerTestDevicesQuery, ComposerTestDevicesQueryVariables>;
export const ComposerTestSendDocument = "mutation ComposerTestSend($message:PushInput!$deviceId:ID!$language:LanguageTag$key:String!){pushTest(message:$message deviceId:$deviceId language:$language idempotencyKey:$key){result{outcome reason reasonCode advice tookMs}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ComposerTestSendMutation, ComposerTestSendMutationVariables>;
export const ComposerMessagePreviewDocument = "query ComposerMessagePreview($push:PushInput!$language:LanguageTag$deviceId:ID$externalUserId:String){messagePreview(push:$push language:$language deviceId:$deviceId externalUserId:$externalUserId){previews{provider language rendered{title subtitle text image icon link buttonLabels}method url headers body size limit warnings{code field message}}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ComposerMessagePreviewQuery, ComposerMessagePreviewQueryVariables>;
export const MessageTemplatesDocument = "query MessageTemplates($after:String){messageTemplates(first:25 after:$after){nodes{id name content updatedAt}pageInfo{hasNextPage endCursor}}}" as unknown as DocumentNode<MessageTemplatesQuery, MessageTemplatesQueryVariables>;
export const MessageTemplateCreateDocument = "mutation MessageTemplateCreate($input:MessageTemplateInput!$key:String){messageTemplateCreate(input:$input idempotencyKey:$key){messageTemplate{id name}userErrors{field message code}}}" as unknown as DocumentNode<MessageTemplateCreateMutation, MessageTemplateCreateMutationVariables>;
export const MessageTemplateUpdateDocument = "mutation MessageTemplateUpdate($id:ID!$input:MessageTemplateUpdateInput!){messageTemplateUpdate(id:$id input:$input){messageTemplate{id name updatedAt}userErrors{field message code}}}" as unknown as DocumentNode<MessageTemplateUpdateMutation, MessageTemplateUpdateMutationVariables>;
export const MessageTemplateDeleteDocument = "mutation MessageTemplateDelete($id:ID!){messageTemplateDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<MessageTemplateDeleteMutation, MessageTemplateDeleteMutationVariables>;
export const UploadedImagesDocument = "query UploadedImages($after:String){media(first:24 after:$after){nodes{id name url width height bytes pushCount}pageInfo{hasNextPage endCursor}}}" as unknown as DocumentNode<UploadedImagesQuery, UploadedImagesQueryVariables>;
export const MediaDeleteDocument = "mutation MediaDelete($id:ID!$evenIfUsed:Boolean!){mediaDelete(id:$id evenIfUsed:$evenIfUsed){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<MediaDeleteMutation, MediaDeleteMutationVariables>;
export const LinkCheckDocument = "query LinkCheck($url:String!){linkCheck(url:$url){state httpStatus finalUrl}}" as unknown as DocumentNode<LinkCheckQuery, LinkCheckQueryVariables>;
export const AttributeKeysDocument = "query AttributeKeys($after:String){attributeDefinitions(first:100 after:$after){nodes{id key type writableByDevice}pageInfo{hasNextPage endCursor}}}" as unknown as DocumentNode<AttributeKeysQuery, AttributeKeysQueryVariables>;
export const MessageCategoriesDocument = "query MessageCategories{categories(first:100){nodes{id key kind listed names{language text}}}}" as unknown as DocumentNode<MessageCategoriesQuery, MessageCategoriesQueryVariables>;
export const FindUsersDocument = "query FindUsers($where:EndUserWhereInput!){users(first:10 where:$where){nodes{id externalUserId}}}" as unknown as DocumentNode<FindUsersQuery, FindUsersQueryVariables>;
export const TemplateCheckDocument = "query TemplateCheck($push:PushInput!){templateCheck(push:$push){problems{field language line column code detail message severity}}}" as unknown as DocumentNode<TemplateCheckQuery, TemplateCheckQueryVariables>;
export const AbortEstimateDocument = "query AbortEstimate($push:PushInput!$audience:AudienceInput!){abortEstimate(push:$push audience:$audience){estimate{sampled aborted failed}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AbortEstimateQuery, AbortEstimateQueryVariables>;
export const DevicesDocument = "query Devices($first:Int!$after:String$where:DeviceWhereInput){devices(first:$first after:$after where:$where){pageInfo{...PageCursor}nodes{id deviceId externalUserId platform language country active retiredAt lastActiveAt app{id name pushProvider}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<DevicesQuery, DevicesQueryVariables>;
export const DeviceDocument = "query Device($id:ID!){device(id:$id){...DeviceDetail app{id name pushProvider}events(first:50 orderBy:{field:LAST_AT direction:DESC}){nodes{count firstAt lastAt event{id name code}}}}}fragment DeviceDetail on Device{id deviceId externalUserId platform appVersion language country timeZone tags attributes ownAttributes user{id}active retiredAt retirementReason retirementReasonCode registeredAt lastActiveAt addressConfirmedAt addressFingerprint}" as unknown as DocumentNode<DeviceQuery, DeviceQueryVariables>;
export const DevicePreferencesDocument = "query DevicePreferences($id:ID!){device(id:$id){id preferences{...PreferenceLine}}}fragment PreferenceLine on Preference{choice isDefault changedAt source madeFor category{id key kind names{language text}}}" as unknown as DocumentNode<DevicePreferencesQuery, DevicePreferencesQueryVariables>;
export const DeviceDeliveriesDocument = "query DeviceDeliveries($id:ID!$first:Int!$after:String){device(id:$id){id deliveries(first:$first after:$after){historyDeletedAt pageInfo{...PageCursor}nodes{...DeliveryLine}}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment DeliveryLine on Delivery{recordedAt outcome reason reasonCode deliveredAt clickedAt dismissedAt push{id translations{language title}}run{id dueAt ...RunName}}" as unknown as DocumentNode<DeviceDeliveriesQuery, DeviceDeliveriesQueryVariables>;
export const PushChoicesDocument = "query PushChoices{pushes(first:50 where:{archived:false}orderBy:{field:UPDATED_AT direction:DESC}){nodes{id name defaultLang translations{language title text}}}}" as unknown as DocumentNode<PushChoicesQuery, PushChoicesQueryVariables>;
export const DeviceUpdateDocument = "mutation DeviceUpdate($id:ID!$input:DeviceUpdateInput!){deviceUpdate(id:$id input:$input){device{...DeviceDetail}userErrors{...UserErrorFields}}}fragment DeviceDetail on Device{id deviceId externalUserId platform appVersion language country timeZone tags attributes ownAttributes user{id}active retiredAt retirementReason retirementReasonCode registeredAt lastActiveAt addressConfirmedAt addressFingerprint}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeviceUpdateMutation, DeviceUpdateMutationVariables>;
export const DeviceRetireDocument = "mutation DeviceRetire($id:ID!$reason:String){deviceRetire(id:$id reason:$reason){device{...DeviceDetail}userErrors{...UserErrorFields}}}fragment DeviceDetail on Device{id deviceId externalUserId platform appVersion language country timeZone tags attributes ownAttributes user{id}active retiredAt retirementReason retirementReasonCode registeredAt lastActiveAt addressConfirmedAt addressFingerprint}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeviceRetireMutation, DeviceRetireMutationVariables>;
export const DeviceDeleteDocument = "mutation DeviceDelete($id:ID!){deviceDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<DeviceDeleteMutation, DeviceDeleteMutationVariables>;
export const DevicePushTestDocument = "mutation DevicePushTest($pushId:ID!$deviceId:ID!$key:String){pushTest(pushId:$pushId deviceId:$deviceId idempotencyKey:$key){result{outcome reason reasonCode advice tookMs language}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DevicePushTestMutation, DevicePushTestMutationVariables>;
export const DeviceImportsDocument = "query DeviceImports($first:Int!$after:String){deviceImports(first:$first after:$after){pageInfo{...PageCursor}nodes{...ImportState app{id name}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}" as unknown as DocumentNode<DeviceImportsQuery, DeviceImportsQueryVariables>;
export const DeviceImportDocument = "query DeviceImport($id:ID!$mayWrite:Boolean!){deviceImport(id:$id){...ImportState rejectedUrl@include(if:$mayWrite)app{id name pushProvider}...ImportHead}}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}fragment ImportHead on DeviceImport{id columns{column field attribute}sample@include(if:$mayWrite)}" as unknown as DocumentNode<DeviceImportQuery, DeviceImportQueryVariables>;
export const DeviceImportCreateDocument = "mutation DeviceImportCreate($input:DeviceImportInput!$key:String){deviceImportCreate(input:$input idempotencyKey:$key){deviceImport{...ImportState}uploadUrl userErrors{...UserErrorFields}}}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeviceImportCreateMutation, DeviceImportCreateMutationVariables>;
export const DeviceImportStartDocument = "mutation DeviceImportStart($id:ID!$columns:[ImportColumnInput!]){deviceImportStart(id:$id columns:$columns){deviceImport{...ImportState rejectedUrl}userErrors{...UserErrorFields}}}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeviceImportStartMutation, DeviceImportStartMutationVariables>;
export const DeviceImportCancelDocument = "mutation DeviceImportCancel($id:ID!){deviceImportCancel(id:$id){deviceImport{...ImportState rejectedUrl}userErrors{...UserErrorFields}}}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<DeviceImportCancelMutation, DeviceImportCancelMutationVariables>;
export const DeviceImportProgressDocument = "subscription DeviceImportProgress($id:ID!$mayWrite:Boolean!){deviceImportProgress(id:$id){...ImportState ...ImportHead rejectedUrl@include(if:$mayWrite)}}fragment ImportState on DeviceImport{id fileName format status size done imported updated rejected message failure createdAt finishedAt}fragment ImportHead on DeviceImport{id columns{column field attribute}sample@include(if:$mayWrite)}" as unknown as DocumentNode<DeviceImportProgressSubscription, DeviceImportProgressSubscriptionVariables>;
export const OverviewRunsDocument = "query OverviewRuns{live:runs(first:10 where:{status:[PLANNING RUNNING PAUSED]}){nodes{...RunCard}}latest:runs(first:5 where:{status:[FINISHED CANCELLED MISSED]}){nodes{...RunCard}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment RunCard on Run{id status statusMessage statusCode kind dueAt createdAt finishedAt expectedTotal rate secondsLeft counts{total sent failed invalidToken expired retrying held cancelled}...RunName}" as unknown as DocumentNode<OverviewRunsQuery, OverviewRunsQueryVariables>;
export const OverviewMomentsDocument = "query OverviewMoments($from:DateTime!$to:DateTime!){upcomingMoments(from:$from to:$to first:50){at lastAt clockChange scheduler{id name kind}}}" as unknown as DocumentNode<OverviewMomentsQuery, OverviewMomentsQueryVariables>;
export const OverviewTrafficDocument = "query OverviewTraffic($from:DateTime!$timeZone:TimeZone!){traffic(bucket:DAY from:$from timeZone:$timeZone){from to sent failed delivered clicked}}" as unknown as DocumentNode<OverviewTrafficQuery, OverviewTrafficQueryVariables>;
export const OverviewWarningsDocument = "query OverviewWarnings{apps(first:100 where:{archived:false}){nodes{id name pushProvider pausedSince pausedUntil pauseReason pauseReasonCode pauseAdvice credentialStatus foreignSubscriptionCount deviceCount}}some:schedulers(first:1){nodes{id}}schedulers(first:20 where:{status:[NOTHING_TO_SEND]}){nodes{id name active warnings{code}}}}" as unknown as DocumentNode<OverviewWarningsQuery, OverviewWarningsQueryVariables>;
export const OverviewEventsDocument = "subscription OverviewEvents{deliveryEvents{eventId type node{id ...on Run{...RunCard}}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment RunCard on Run{id status statusMessage statusCode kind dueAt createdAt finishedAt expectedTotal rate secondsLeft counts{total sent failed invalidToken expired retrying held cancelled}...RunName}" as unknown as DocumentNode<OverviewEventsSubscription, OverviewEventsSubscriptionVariables>;
export const ReportDocument = "query Report($period:ReportPeriodInput!$by:ReportDimension!$where:ReportWhereInput$orderBy:ReportOrderInput$first:Int!$offset:Int!){report(period:$period by:$by where:$where orderBy:$orderBy first:$first offset:$offset compare:true){rowCount isComplete completeFrom previousPeriod{from to}totals{...ReportNumbers}previousTotals{...ReportNumbers}rows{key id name startsAt values{...ReportNumbers}previous{...ReportNumbers}}}}fragment ReportNumbers on ReportValues{sent sentShare failed failedShare delivered deliveredShare clicked clickedShare dismissed dismissedShare optedOut optedOutShare retired retiredShare converted attributed optOuts retirements}" as unknown as DocumentNode<ReportQuery, ReportQueryVariables>;
export const ReportDaysDocument = "query ReportDays($period:ReportPeriodInput!$where:ReportWhereInput){report(period:$period by:DAY where:$where first:500){rows{key name values{sent failed delivered clicked}}}}" as unknown as DocumentNode<ReportDaysQuery, ReportDaysQueryVariables>;
export const ReportHeatMapDocument = "query ReportHeatMap($period:ReportPeriodInput!$where:ReportWhereInput){clickHeatMap(period:$period where:$where){isComplete completeFrom cells{weekday hour clicked}}}" as unknown as DocumentNode<ReportHeatMapQuery, ReportHeatMapQueryVariables>;
export const ReportFileDocument = "query ReportFile($period:ReportPeriodInput!$by:ReportDimension!$where:ReportWhereInput){reportExport(period:$period by:$by where:$where){url}}" as unknown as DocumentNode<ReportFileQuery, ReportFileQueryVariables>;
export const HeatMapFileDocument = "query HeatMapFile($period:ReportPeriodInput!$where:ReportWhereInput){clickHeatMapExport(period:$period where:$where){url}}" as unknown as DocumentNode<HeatMapFileQuery, HeatMapFileQueryVariables>;
export const RunsFileDocument = "query RunsFile($period:ReportPeriodInput!){runsExport(period:$period){url}}" as unknown as DocumentNode<RunsFileQuery, RunsFileQueryVariables>;
export const RunDocument = "query Run($id:ID!){run(id:$id){...RunLive goals{goal{...GoalParts}arms{arm kind units converted rate interval{low high}attributed attributedValue}comparisons{arm other difference interval{low high}isSignificant}}arms{arm kind units optOuts retirements}sampleRatio{isMismatch}kind dueAt startedAt leftOut historyDeletedAt speed{...SpeedParts}...RunName message{translations{text}}scheduler{runs(first:20){nodes{id dueAt status}}}experiment{controlShare decideAt decidedAt reason controlled}variants{number weight isWinner push{id translations{title}}counts{sent}receiptCounts{delivered clicked}}breakdown{byOutcome{outcome count}byProvider{provider counts{...CountsOf}}byApp{app{id name}appDatabaseId counts{...CountsOf}}byLanguage{language counts{...CountsOf}}}failuresByReason(first:10){reason reasonCode outcome provider count advice}waitingByReason(first:100){reason reasonCode provider count nextTryAt lastTryAt advice}timeline(points:60){from to sent failed}}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment GoalParts on Goal{name event window valueProperty}fragment SpeedParts on Speed{maxPerMinute ramp{start factor every}stopOnTrouble{share after window}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}" as unknown as DocumentNode<RunQuery, RunQueryVariables>;
export const RunForComparisonDocument = "query RunForComparison($id:ID!){run(id:$id){...RunLive dueAt startedAt}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}" as unknown as DocumentNode<RunForComparisonQuery, RunForComparisonQueryVariables>;
export const RunProgressDocument = "subscription RunProgress($id:ID!){runProgress(runId:$id){occurredAt run{...RunLive}}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}" as unknown as DocumentNode<RunProgressSubscription, RunProgressSubscriptionVariables>;
export const RunPauseDocument = "mutation RunPause($id:ID!$key:String){runPause(id:$id idempotencyKey:$key){...RunChange}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment RunChange on RunPayload{run{...RunLive}userErrors{...UserErrorFields}}" as unknown as DocumentNode<RunPauseMutation, RunPauseMutationVariables>;
export const RunWinnerChooseDocument = "mutation RunWinnerChoose($id:ID!$pushId:ID!$key:String){runWinnerChoose(id:$id pushId:$pushId idempotencyKey:$key){run{id experiment{decidedAt reason}variants{number isWinner}}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<RunWinnerChooseMutation, RunWinnerChooseMutationVariables>;
export const RunResumeDocument = "mutation RunResume($id:ID!$key:String){runResume(id:$id idempotencyKey:$key){...RunChange}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment RunChange on RunPayload{run{...RunLive}userErrors{...UserErrorFields}}" as unknown as DocumentNode<RunResumeMutation, RunResumeMutationVariables>;
export const RunCancelDocument = "mutation RunCancel($id:ID!$key:String){runCancel(id:$id idempotencyKey:$key){...RunChange}}fragment CountsOf on RunCounts{sent failed invalidToken expired cancelled retrying held total}fragment RunLive on Run{id status statusReason statusMessage statusCode finishedAt counts{...CountsOf}receiptCounts{delivered clicked dismissed}rate secondsLeft expectedTotal plannedTotal settled speedLimit throttledUntil}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment RunChange on RunPayload{run{...RunLive}userErrors{...UserErrorFields}}" as unknown as DocumentNode<RunCancelMutation, RunCancelMutationVariables>;
export const DevicesOfUserDocument = "query DevicesOfUser($user:String!){devices(first:20 where:{externalUserIds:[$user]}){nodes{id deviceId platform active lastActiveAt app{id name}}}}" as unknown as DocumentNode<DevicesOfUserQuery, DevicesOfUserQueryVariables>;
export const DeliveryTraceDocument = "query DeliveryTrace($runId:ID!$deviceId:ID!){deliveryTrace(runId:$runId deviceId:$deviceId){outcome decidedBy{...TraceStepOf}steps{...TraceStepOf}}}fragment TraceStepOf on DeliveryTraceStep{step verdict code values message advice reason reasonCode at asOfNow}" as unknown as DocumentNode<DeliveryTraceQuery, DeliveryTraceQueryVariables>;
export const SegmentsDocument = "query Segments($first:Int!$after:String$where:SegmentWhereInput$orderBy:SegmentOrderInput!){segments(first:$first after:$after where:$where orderBy:$orderBy){pageInfo{...PageCursor}nodes{...SegmentLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment SegmentLine on Segment{id name description tree updatedAt}" as unknown as DocumentNode<SegmentsQuery, SegmentsQueryVariables>;
export const SegmentDocument = "query Segment($id:ID!){segment(id:$id){...SegmentLine schedulers(first:20){nodes{id name}pageInfo{hasNextPage}}}}fragment SegmentLine on Segment{id name description tree updatedAt}" as unknown as DocumentNode<SegmentQuery, SegmentQueryVariables>;
export const SegmentChoicesDocument = "query SegmentChoices($search:String){segments(first:50 where:{nameContains:$search}orderBy:{field:NAME}){nodes{id name description}}}" as unknown as DocumentNode<SegmentChoicesQuery, SegmentChoicesQueryVariables>;
export const SegmentNamesDocument = "query SegmentNames($ids:[ID!]!){nodes(ids:$ids){__typename id ...on Segment{name description}}}" as unknown as DocumentNode<SegmentNamesQuery, SegmentNamesQueryVariables>;
export const SegmentFiltersDocument = "query SegmentFilters{apps(first:100){nodes{id name pushProvider}}tagGroups(first:100){nodes{id name}}customEvents(first:100){nodes{id code name}}}" as unknown as DocumentNode<SegmentFiltersQuery, SegmentFiltersQueryVariables>;
export const SegmentReachDocument = "query SegmentReach($tree:SegmentNodeInput!$exact:Boolean!){segmentEstimate(tree:$tree exact:$exact){devices isExact marginOfError activeDevices userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<SegmentReachQuery, SegmentReachQueryVariables>;
export const SegmentCreateDocument = "mutation SegmentCreate($input:SegmentInput!$key:String){segmentCreate(input:$input idempotencyKey:$key){segment{...SegmentLine}userErrors{...UserErrorFields}}}fragment SegmentLine on Segment{id name description tree updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<SegmentCreateMutation, SegmentCreateMutationVariables>;
export const SegmentUpdateDocument = "mutation SegmentUpdate($id:ID!$input:SegmentUpdateInput!){segmentUpdate(id:$id input:$input){segment{...SegmentLine}userErrors{...UserErrorFields}}}fragment SegmentLine on Segment{id name description tree updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<SegmentUpdateMutation, SegmentUpdateMutationVariables>;
export const SegmentDeleteDocument = "mutation SegmentDelete($id:ID!){segmentDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<SegmentDeleteMutation, SegmentDeleteMutationVariables>;
export const MessageSendDocument = "mutation MessageSend($input:MessageSendInput!){messageSend(input:$input){run{id}devices unknown userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<MessageSendMutation, MessageSendMutationVariables>;
export const MembersDocument = "query Members($first:Int!$after:String){members(first:$first after:$after){pageInfo{...PageCursor}nodes{...MemberLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment MemberLine on Member{id name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn}" as unknown as DocumentNode<MembersQuery, MembersQueryVariables>;
export const MemberChoicesDocument = "query MemberChoices{members(first:100){nodes{id name}}}" as unknown as DocumentNode<MemberChoicesQuery, MemberChoicesQueryVariables>;
export const MemberInviteDocument = "mutation MemberInvite($input:MemberInviteInput!$key:String){memberInvite(input:$input idempotencyKey:$key){member{...MemberLine}link userErrors{...UserErrorFields}}}fragment MemberLine on Member{id name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<MemberInviteMutation, MemberInviteMutationVariables>;
export const MemberInviteRenewDocument = "mutation MemberInviteRenew($id:ID!){memberInviteRenew(id:$id){member{...MemberLine}link userErrors{...UserErrorFields}}}fragment MemberLine on Member{id name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<MemberInviteRenewMutation, MemberInviteRenewMutationVariables>;
export const MemberUpdateDocument = "mutation MemberUpdate($id:ID!$input:MemberUpdateInput!){memberUpdate(id:$id input:$input){member{...MemberLine}userErrors{...UserErrorFields}}}fragment MemberLine on Member{id name email role createdAt lastSeenAt joinedAt hasPassword hasSingleSignOn}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<MemberUpdateMutation, MemberUpdateMutationVariables>;
export const MemberKeysDocument = "query MemberKeys($id:ID!){node(id:$id){id ...on Member{apiKeys{id name prefix scopes}}}}" as unknown as DocumentNode<MemberKeysQuery, MemberKeysQueryVariables>;
export const MemberRemoveDocument = "mutation MemberRemove($id:ID!$keepKeys:Boolean!){memberRemove(id:$id keepKeys:$keepKeys){apiKeys{id revokedAt}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<MemberRemoveMutation, MemberRemoveMutationVariables>;
export const ApiKeysDocument = "query ApiKeys($first:Int!$after:String$active:Boolean){viewer{apiKeys(first:$first after:$after where:{active:$active}){pageInfo{...PageCursor}nodes{...KeyLine}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment KeyLine on ApiKey{id name prefix scopes createdAt expiresAt revokedAt createdBy{name member{id}apiKey{id}}}" as unknown as DocumentNode<ApiKeysQuery, ApiKeysQueryVariables>;
export const ApiKeyCreateDocument = "mutation ApiKeyCreate($input:ApiKeyCreateInput!$key:String){apiKeyCreate(input:$input idempotencyKey:$key){apiKey{...KeyLine}secret userErrors{...UserErrorFields}}}fragment KeyLine on ApiKey{id name prefix scopes createdAt expiresAt revokedAt createdBy{name member{id}apiKey{id}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ApiKeyCreateMutation, ApiKeyCreateMutationVariables>;
export const ApiKeyRotateDocument = "mutation ApiKeyRotate($id:ID!$overlap:Delay$key:String){apiKeyRotate(id:$id overlap:$overlap idempotencyKey:$key){apiKey{...KeyLine}secret userErrors{...UserErrorFields}}}fragment KeyLine on ApiKey{id name prefix scopes createdAt expiresAt revokedAt createdBy{name member{id}apiKey{id}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ApiKeyRotateMutation, ApiKeyRotateMutationVariables>;
export const ApiKeyRevokeDocument = "mutation ApiKeyRevoke($id:ID!){apiKeyRevoke(id:$id){apiKey{...KeyLine}userErrors{...UserErrorFields}}}fragment KeyLine on ApiKey{id name prefix scopes createdAt expiresAt revokedAt createdBy{name member{id}apiKey{id}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<ApiKeyRevokeMutation, ApiKeyRevokeMutationVariables>;
export const CapCategoriesDocument = "query CapCategories{categories(first:100){nodes{id key kind}}}" as unknown as DocumentNode<CapCategoriesQuery, CapCategoriesQueryVariables>;
export const AccountSessionsDocument = "query AccountSessions{viewer{user{id timeZone quietHours{...QuietHoursParts}holdout{share generation}attribution{clickWindow sendWindow}frequencyCaps{onCapped caps{...FrequencyCapLine}}}member{id hasPassword hasSingleSignOn}sessions{id createdAt lastSeenAt expiresAt address userAgent current}}}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}fragment FrequencyCapLine on FrequencyCap{max window rolling subject categories minGap}" as unknown as DocumentNode<AccountSessionsQuery, AccountSessionsQueryVariables>;
export const SessionRevokeDocument = "mutation SessionRevoke($id:ID!){sessionRevoke(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<SessionRevokeMutation, SessionRevokeMutationVariables>;
export const SessionsRevokeOthersDocument = "mutation SessionsRevokeOthers{sessionsRevokeOthers{revoked}}" as unknown as DocumentNode<SessionsRevokeOthersMutation, SessionsRevokeOthersMutationVariables>;
export const PasswordChangeDocument = "mutation PasswordChange($current:String!$new:String!){passwordChange(current:$current new:$new){member{id}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<PasswordChangeMutation, PasswordChangeMutationVariables>;
export const AuditLogDocument = "query AuditLog($first:Int!$after:String$where:AuditWhereInput){auditLog(first:$first after:$after where:$where){pageInfo{...PageCursor}nodes{id at action summary actor subject count address member{id name}apiKey{id name prefix}nodeId node{__typename id ...on Push{scheduler{id}}}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<AuditLogQuery, AuditLogQueryVariables>;
export const AccountRenameDocument = "mutation AccountRename($name:String!){userUpdate(input:{name:$name}){user{id name}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AccountRenameMutation, AccountRenameMutationVariables>;
export const AccountUpdateDocument = "mutation AccountUpdate($input:AccountUpdateInput!){accountUpdate(input:$input){user{id timeZone quietHours{...QuietHoursParts}}userErrors{...UserErrorFields}}}fragment QuietHoursParts on QuietHours{off start end days policy unknownZone releaseOver}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AccountUpdateMutation, AccountUpdateMutationVariables>;
export const TagsDocument = "query Tags($first:Int!$after:String$where:TagWhereInput$orderBy:TagOrderInput!){tags(first:$first after:$after where:$where orderBy:$orderBy){pageInfo{...PageCursor}nodes{id name deviceCount}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<TagsQuery, TagsQueryVariables>;
export const TagChoicesDocument = "query TagChoices($search:String){tags(first:50 where:{nameContains:$search}orderBy:{field:NAME}){nodes{id name deviceCount}}}" as unknown as DocumentNode<TagChoicesQuery, TagChoicesQueryVariables>;
export const TagGroupsDocument = "query TagGroups($first:Int!$after:String$orderBy:TagGroupOrderInput!){tagGroups(first:$first after:$after orderBy:$orderBy){pageInfo{...PageCursor}nodes{...TagGroupLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment TagGroupLine on TagGroup{id name tags updatedAt}" as unknown as DocumentNode<TagGroupsQuery, TagGroupsQueryVariables>;
export const TagGroupCreateDocument = "mutation TagGroupCreate($input:TagGroupInput!$key:String){tagGroupCreate(input:$input idempotencyKey:$key){tagGroup{...TagGroupLine}userErrors{...UserErrorFields}}}fragment TagGroupLine on TagGroup{id name tags updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<TagGroupCreateMutation, TagGroupCreateMutationVariables>;
export const TagGroupUpdateDocument = "mutation TagGroupUpdate($id:ID!$input:TagGroupInput!){tagGroupUpdate(id:$id input:$input){tagGroup{...TagGroupLine}userErrors{...UserErrorFields}}}fragment TagGroupLine on TagGroup{id name tags updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<TagGroupUpdateMutation, TagGroupUpdateMutationVariables>;
export const TagGroupDeleteDocument = "mutation TagGroupDelete($id:ID!){tagGroupDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<TagGroupDeleteMutation, TagGroupDeleteMutationVariables>;
export const AppGroupsDocument = "query AppGroups($first:Int!$after:String$archived:Boolean!$orderBy:AppGroupOrderInput!){appGroups(first:$first after:$after where:{archived:$archived}orderBy:$orderBy){pageInfo{...PageCursor}nodes{...AppGroupLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}" as unknown as DocumentNode<AppGroupsQuery, AppGroupsQueryVariables>;
export const AppGroupCreateDocument = "mutation AppGroupCreate($input:AppGroupInput!$key:String){appGroupCreate(input:$input idempotencyKey:$key){...AppGroupChange}}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppGroupChange on AppGroupPayload{appGroup{...AppGroupLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppGroupCreateMutation, AppGroupCreateMutationVariables>;
export const AppGroupUpdateDocument = "mutation AppGroupUpdate($id:ID!$input:AppGroupInput!){appGroupUpdate(id:$id input:$input){...AppGroupChange}}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppGroupChange on AppGroupPayload{appGroup{...AppGroupLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppGroupUpdateMutation, AppGroupUpdateMutationVariables>;
export const AppGroupArchiveDocument = "mutation AppGroupArchive($id:ID!){appGroupArchive(id:$id){...AppGroupChange}}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppGroupChange on AppGroupPayload{appGroup{...AppGroupLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppGroupArchiveMutation, AppGroupArchiveMutationVariables>;
export const AppGroupUnarchiveDocument = "mutation AppGroupUnarchive($id:ID!){appGroupUnarchive(id:$id){...AppGroupChange}}fragment AppGroupLine on AppGroup{id name allApps appIds archived updatedAt}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment AppGroupChange on AppGroupPayload{appGroup{...AppGroupLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppGroupUnarchiveMutation, AppGroupUnarchiveMutationVariables>;
export const AppGroupDeleteDocument = "mutation AppGroupDelete($id:ID!){appGroupDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<AppGroupDeleteMutation, AppGroupDeleteMutationVariables>;
export const EventsDocument = "query Events($first:Int!$after:String$system:Boolean!$orderBy:CustomEventOrderInput!){customEvents(first:$first after:$after where:{system:$system}orderBy:$orderBy){pageInfo{...PageCursor}nodes{...EventLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}" as unknown as DocumentNode<EventsQuery, EventsQueryVariables>;
export const EventCreateDocument = "mutation EventCreate($input:CustomEventInput!$key:String){customEventCreate(input:$input idempotencyKey:$key){...EventChange}}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment EventChange on CustomEventPayload{customEvent{...EventLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<EventCreateMutation, EventCreateMutationVariables>;
export const EventUpdateDocument = "mutation EventUpdate($id:ID!$input:CustomEventInput!){customEventUpdate(id:$id input:$input){...EventChange}}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment EventChange on CustomEventPayload{customEvent{...EventLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<EventUpdateMutation, EventUpdateMutationVariables>;
export const EventActivateDocument = "mutation EventActivate($id:ID!){customEventActivate(id:$id){...EventChange}}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment EventChange on CustomEventPayload{customEvent{...EventLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<EventActivateMutation, EventActivateMutationVariables>;
export const EventDeactivateDocument = "mutation EventDeactivate($id:ID!){customEventDeactivate(id:$id){...EventChange}}fragment EventLine on CustomEvent{id code name active system listeners(first:5){nodes{id name}pageInfo{hasNextPage}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment EventChange on CustomEventPayload{customEvent{...EventLine}userErrors{...UserErrorFields}}" as unknown as DocumentNode<EventDeactivateMutation, EventDeactivateMutationVariables>;
export const EventDeleteDocument = "mutation EventDelete($id:ID!){customEventDelete(id:$id){...Deletion}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}fragment Deletion on DeletePayload{userErrors{...UserErrorFields}}" as unknown as DocumentNode<EventDeleteMutation, EventDeleteMutationVariables>;
export const UsersDocument = "query Users($first:Int!$after:String$where:EndUserWhereInput$orderBy:EndUserOrderInput!){users(first:$first after:$after where:$where orderBy:$orderBy){pageInfo{...PageCursor}nodes{id externalUserId attributes updatedAt devices(first:10){nodes{id}pageInfo{hasNextPage}}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<UsersQuery, UsersQueryVariables>;
export const UserDocument = "query User($id:ID!){user(id:$id){id externalUserId attributes createdAt updatedAt devices(first:20){nodes{id deviceId platform language country active retiredAt lastActiveAt app{id name}events(first:50 orderBy:{field:LAST_AT direction:DESC}){nodes{count firstAt lastAt event{id name code system}}}}pageInfo{hasNextPage}}}}" as unknown as DocumentNode<UserQuery, UserQueryVariables>;
export const UserDeliveriesDocument = "query UserDeliveries($id:ID!){user(id:$id){id devices(first:5){nodes{id deliveries(first:15){nodes{...DeliveryLine}}}}}}fragment RunName on Run{scheduler{id name}target{kind tag matched unknown}message{defaultLang translations{language title}}}fragment DeliveryLine on Delivery{recordedAt outcome reason reasonCode deliveredAt clickedAt dismissedAt push{id translations{language title}}run{id dueAt ...RunName}}" as unknown as DocumentNode<UserDeliveriesQuery, UserDeliveriesQueryVariables>;
export const UserPreferencesDocument = "query UserPreferences($id:ID!){user(id:$id){id preferences{...PreferenceLine}}}fragment PreferenceLine on Preference{choice isDefault changedAt source madeFor category{id key kind names{language text}}}" as unknown as DocumentNode<UserPreferencesQuery, UserPreferencesQueryVariables>;
export const AttributeDefinitionsDocument = "query AttributeDefinitions($first:Int!$after:String$orderBy:AttributeDefinitionOrderInput!){attributeDefinitions(first:$first after:$after orderBy:$orderBy){pageInfo{...PageCursor}nodes{id key type writableByDevice createdAt}}}fragment PageCursor on PageInfo{hasNextPage endCursor}" as unknown as DocumentNode<AttributeDefinitionsQuery, AttributeDefinitionsQueryVariables>;
export const UsersUpsertDocument = "mutation UsersUpsert($input:UsersUpsertInput!$key:String){usersUpsert(input:$input idempotencyKey:$key){results{created user{id externalUserId attributes updatedAt}userErrors{...UserErrorFields}}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<UsersUpsertMutation, UsersUpsertMutationVariables>;
export const AttributeDefineDocument = "mutation AttributeDefine($input:AttributeDefineInput!){attributeDefine(input:$input){attributeDefinition{id key type writableByDevice createdAt}userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<AttributeDefineMutation, AttributeDefineMutationVariables>;
export const PreferencesUpdateDocument = "mutation PreferencesUpdate($input:PreferencesInput!){preferencesUpdate(input:$input){preferences{...PreferenceLine}userErrors{...UserErrorFields}}}fragment PreferenceLine on Preference{choice isDefault changedAt source madeFor category{id key kind names{language text}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<PreferencesUpdateMutation, PreferencesUpdateMutationVariables>;
export const UserExportDocument = "mutation UserExport($id:String!){userExport(input:{externalUserId:$id}){url userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<UserExportMutation, UserExportMutationVariables>;
export const UserEraseDocument = "mutation UserErase($id:String!$key:String){userErase(input:{externalUserId:$id}idempotencyKey:$key){erasure{...ErasureLine}userErrors{...UserErrorFields}}}fragment ErasureLine on Erasure{id status trouble createdAt finishedAt counts{type count}remains{place until}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<UserEraseMutation, UserEraseMutationVariables>;
export const ErasuresDocument = "query Erasures{erasures(first:20){nodes{...ErasureLine}}}fragment ErasureLine on Erasure{id status trouble createdAt finishedAt counts{type count}remains{place until}}" as unknown as DocumentNode<ErasuresQuery, ErasuresQueryVariables>;
export const WebhooksDocument = "query Webhooks($first:Int!$after:String){webhooks(first:$first after:$after){pageInfo{...PageCursor}nodes{...WebhookLine}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}" as unknown as DocumentNode<WebhooksQuery, WebhooksQueryVariables>;
export const WebhookDocument = "query Webhook($id:ID!){webhook(id:$id){...WebhookLine}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}" as unknown as DocumentNode<WebhookQuery, WebhookQueryVariables>;
export const WebhookAttemptsDocument = "query WebhookAttempts($id:ID!$first:Int!$after:String$where:WebhookAttemptWhereInput){webhook(id:$id){id attempts(first:$first after:$after where:$where){pageInfo{...PageCursor}nodes{...WebhookAttemptLine}}}}fragment PageCursor on PageInfo{hasNextPage endCursor}fragment WebhookAttemptLine on WebhookAttempt{id at kind attempt events messageId result httpStatus detail durationMs answer}" as unknown as DocumentNode<WebhookAttemptsQuery, WebhookAttemptsQueryVariables>;
export const WebhookCreateDocument = "mutation WebhookCreate($input:WebhookInput!$key:String){webhookCreate(input:$input idempotencyKey:$key){webhook{...WebhookLine}secret userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookCreateMutation, WebhookCreateMutationVariables>;
export const WebhookUpdateDocument = "mutation WebhookUpdate($id:ID!$input:WebhookUpdateInput!){webhookUpdate(id:$id input:$input){webhook{...WebhookLine}userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookUpdateMutation, WebhookUpdateMutationVariables>;
export const WebhookRotateSecretDocument = "mutation WebhookRotateSecret($id:ID!$overlap:Delay$key:String){webhookRotateSecret(id:$id overlap:$overlap idempotencyKey:$key){webhook{...WebhookLine}secret userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookRotateSecretMutation, WebhookRotateSecretMutationVariables>;
export const WebhookEnableDocument = "mutation WebhookEnable($id:ID!$skipMissed:Boolean!){webhookEnable(id:$id skipMissed:$skipMissed){webhook{...WebhookLine}userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookEnableMutation, WebhookEnableMutationVariables>;
export const WebhookDisableDocument = "mutation WebhookDisable($id:ID!){webhookDisable(id:$id){webhook{...WebhookLine}userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookDisableMutation, WebhookDisableMutationVariables>;
export const WebhookDeleteDocument = "mutation WebhookDelete($id:ID!){webhookDelete(id:$id){deletedId userErrors{...UserErrorFields}}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookDeleteMutation, WebhookDeleteMutationVariables>;
export const WebhookTestDocument = "mutation WebhookTest($id:ID!$type:AccountEventType!){webhookTest(id:$id type:$type){attempt{...WebhookAttemptLine}userErrors{...UserErrorFields}}}fragment WebhookAttemptLine on WebhookAttempt{id at kind attempt events messageId result httpStatus detail durationMs answer}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookTestMutation, WebhookTestMutationVariables>;
export const WebhookReplayDocument = "mutation WebhookReplay($id:ID!$input:WebhookReplayInput!){webhookReplay(id:$id input:$input){webhook{...WebhookLine}userErrors{...UserErrorFields}}}fragment WebhookLine on Webhook{id url description types mode state disabledReason disabledAt publicKey formerSecretUntil failures pausedUntil waiting createdAt apps{id name}}fragment UserErrorFields on UserError{code field message size{provider bytes limit}}" as unknown as DocumentNode<WebhookReplayMutation, WebhookReplayMutationVariables>;