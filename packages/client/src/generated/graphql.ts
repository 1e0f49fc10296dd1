/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
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

export type AppKeyInput = {
  apiKey: string;
  appId: string;
};

export type AppProviderInput =
  {   providerA: ServiceAccountInput; providerB?: never; providerC?: never; webpush?: never; }
  |  { providerA?: never;   providerB: AppKeyInput; providerC?: never; webpush?: never; }
  |  { providerA?: never; providerB?: never;   providerC: SigningKeyInput; webpush?: never; }
  |  { providerA?: never; providerB?: never; providerC?: never;   webpush: true; };

export type AttributeDefineInput = {
  key: string;
  type?: AttributeType | null | undefined;
  writableByDevice?: boolean | null | undefined;
};

export type AttributeType =
  | 'BOOLEAN'
  | 'DATE'
  | 'LIST'
  | 'NUMBER'
  | 'STRING';

export type BadgeInput =
  {   increment: number; set?: never; }
  |  { increment?: never;   set: number; };

export type ButtonInput = {
  destructive?: boolean | null | undefined;
  icon?: string | null | undefined;
  id: string;
  input?: boolean | null | undefined;
  link?: string | null | undefined;
};

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

export type DeviceInput = {
  appVersion?: string | null | undefined;
  attributes?: Record<string, unknown> | null | undefined;
  country?: string | null | undefined;
  externalUserId?: string | null | undefined;
  language?: string | null | undefined;
  platform?: string | null | undefined;
  subscription?: WebSubscriptionInput | null | undefined;
  subscriptionId?: string | null | undefined;
  tags?: Array<string> | null | undefined;
  timeZone?: string | null | undefined;
  token?: string | null | undefined;
};

export type ErasureStatus =
  | 'FINISHED'
  | 'WAITING';

export type EventReportInput = {
  events: Array<TrackedEventInput>;
  subject: EventSubjectInput;
};

export type EventSubjectInput =
  {   deviceId: string | number; externalUserId?: never; }
  |  { deviceId?: never;   externalUserId: string; };

export type ExternalUserInput = {
  externalUserId: string;
};

export type Interruption =
  | 'ACTIVE'
  | 'CRITICAL'
  | 'PASSIVE'
  | 'TIME_SENSITIVE';

export type LiveActivityAlertInput = {
  sound?: string | null | undefined;
  text: string;
  title: string;
};

export type LiveActivityEvent =
  | 'END'
  | 'START'
  | 'UPDATE';

export type LiveActivitySendInput = {
  activity: string;
  alert?: LiveActivityAlertInput | null | undefined;
  appId: string | number;
  attributes?: Record<string, unknown> | null | undefined;
  dismissAt?: string | null | undefined;
  event: LiveActivityEvent;
  isUrgent?: boolean | null | undefined;
  relevance?: number | null | undefined;
  staleAt?: string | null | undefined;
  state: Record<string, unknown>;
  to: LiveActivityTargetInput;
};

export type LiveActivityTargetInput =
  {   deviceIds: Array<string | number>; everyone?: never; externalIds?: never; }
  |  { deviceIds?: never;   everyone: true; externalIds?: never; }
  |  { deviceIds?: never; everyone?: never;   externalIds: Array<string>; };

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

export type RunStatus =
  | 'CANCELLED'
  | 'FINISHED'
  | 'MISSED'
  | 'PAUSED'
  | 'PLANNING'
  | 'RUNNING';

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

export type TrackedEventInput = {
  code: string;
  data?: Record<string, unknown> | null | undefined;
  id?: string | null | undefined;
  occurredAt?: string | null | undefined;
};

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

export type WebSubscriptionInput = {
  auth?: string | null | undefined;
  endpoint: string;
  expirationTime?: number | null | undefined;
  keys?: WebSubscriptionKeysInput | null | undefined;
  p256dh?: string | null | undefined;
};

export type WebSubscriptionKeysInput = {
  auth: string;
  p256dh: string;
};

export type ListAppsQueryVariables = Exact<{
  first: number;
  after?: string | null | undefined;
}>;


export type ListAppsQuery = { apps: { edges: Array<{ cursor: string, node: { id: string, name: string, pushProvider: PushProvider, pausedUntil: string | null } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type CreateAppMutationVariables = Exact<{
  input: AppCreateInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreateAppMutation = { appCreate: { app: { id: string, name: string, serviceId: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type SendMessageMutationVariables = Exact<{
  input: MessageSendInput;
}>;


export type SendMessageMutation = { messageSend: { matched: number | null, unknown: number | null, devices: number | null, run: { id: string, status: RunStatus } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type CreatePushMutationVariables = Exact<{
  input: PushInput;
  idempotencyKey?: string | null | undefined;
}>;


export type CreatePushMutation = { pushCreate: { push: { id: string, name: string | null } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type PreviewMessageQueryVariables = Exact<{
  push: PushInput;
  provider?: PushProvider | null | undefined;
  deviceId?: string | number | null | undefined;
  language?: string | null | undefined;
}>;


export type PreviewMessageQuery = { messagePreview: { previews: Array<{ provider: PushProvider, language: string, method: string | null, url: string | null, headers: Record<string, unknown> | null, body: string | null, size: number | null, limit: number | null, ignoredFields: Array<string>, warnings: Array<{ code: MessageWarningCode, field: string | null, message: string }> }>, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type WatchRunSubscriptionVariables = Exact<{
  runId: string | number;
}>;


export type WatchRunSubscription = { runProgress: { run: { id: string, status: RunStatus, counts: { total: number, sent: number, failed: number, retrying: number, held: number } } } };

export type DeliveryEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  types?: Array<DeliveryEventType> | DeliveryEventType | null | undefined;
}>;


export type DeliveryEventsSubscription = { deliveryEvents: { eventId: string, type: DeliveryEventType, occurredAt: string, node:
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
      | { __typename: 'Segment', id: string }
      | { __typename: 'Session', id: string }
      | { __typename: 'Tag', id: string }
      | { __typename: 'TagGroup', id: string }
      | { __typename: 'User', id: string }
      | { __typename: 'Webhook', id: string }
      | { __typename: 'WebhookAttempt', id: string }
      | { __typename: 'WeeklyScheduler', id: string }
     | null } };

export type DefineAttributeMutationVariables = Exact<{
  input: AttributeDefineInput;
}>;


export type DefineAttributeMutation = { attributeDefine: { attributeDefinition: { id: string, key: string, type: AttributeType, writableByDevice: boolean } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type UpsertUsersMutationVariables = Exact<{
  input: UsersUpsertInput;
  idempotencyKey?: string | null | undefined;
}>;


export type UpsertUsersMutation = { usersUpsert: { results: Array<{ index: number, created: boolean | null, user: { id: string, externalUserId: string, attributes: Record<string, unknown> } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> }>, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type UpsertUserMutationVariables = Exact<{
  input: UserUpsertInput;
  idempotencyKey?: string | null | undefined;
}>;


export type UpsertUserMutation = { userUpsert: { created: boolean | null, user: { id: string, externalUserId: string, attributes: Record<string, unknown> } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type TrackEventsMutationVariables = Exact<{
  appId: string | number;
  reports: Array<EventReportInput> | EventReportInput;
  idempotencyKey?: string | null | undefined;
}>;


export type TrackEventsMutation = { trackEvents: { results: Array<{ index: number, accepted: number, ignored: number, deviceId: string | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> }>, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type RegisterDevicesMutationVariables = Exact<{
  appId: string | number;
  devices: Array<DeviceInput> | DeviceInput;
  idempotencyKey?: string | null | undefined;
}>;


export type RegisterDevicesMutation = { registerDevices: { results: Array<{ index: number, created: boolean | null, deviceId: string | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> }>, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type RetireDeviceMutationVariables = Exact<{
  id: string | number;
  reason?: string | null | undefined;
}>;


export type RetireDeviceMutation = { deviceRetire: { device: { id: string } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type UpdatePreferencesMutationVariables = Exact<{
  input: PreferencesInput;
}>;


export type UpdatePreferencesMutation = { preferencesUpdate: { preferences: Array<{ choice: PreferenceChoice, category: { id: string, key: string } | null }> | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type SendLiveActivityMutationVariables = Exact<{
  input: LiveActivitySendInput;
  idempotencyKey?: string | null | undefined;
}>;


export type SendLiveActivityMutation = { liveActivitySend: { sent: number | null, gone: number | null, failed: number | null, unsent: number | null, reason: string | null, reasonCode: ReasonCode | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type CancelRunMutationVariables = Exact<{
  id: string | number;
  idempotencyKey?: string | null | undefined;
}>;


export type CancelRunMutation = { runCancel: { run: { id: string, status: RunStatus } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type ExportUserMutationVariables = Exact<{
  input: ExternalUserInput;
}>;


export type ExportUserMutation = { userExport: { url: string | null, expiresAt: string | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };

export type EraseUserMutationVariables = Exact<{
  input: ExternalUserInput;
  idempotencyKey?: string | null | undefined;
}>;


export type EraseUserMutation = { userErase: { erasure: { id: string, status: ErasureStatus } | null, userErrors: Array<{ field: Array<string> | null, message: string, code: UserErrorCode }> } };


export const ListAppsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListApps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"pushProvider"}},{"kind":"Field","name":{"kind":"Name","value":"pausedUntil"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ListAppsQuery, ListAppsQueryVariables>;
export const CreateAppDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AppCreateInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"app"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"serviceId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<CreateAppMutation, CreateAppMutationVariables>;
export const SendMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"MessageSendInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messageSend"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"matched"}},{"kind":"Field","name":{"kind":"Name","value":"unknown"}},{"kind":"Field","name":{"kind":"Name","value":"devices"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<SendMessageMutation, SendMessageMutationVariables>;
export const CreatePushDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreatePush"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PushInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"pushCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"push"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<CreatePushMutation, CreatePushMutationVariables>;
export const PreviewMessageDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"PreviewMessage"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"push"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PushInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"provider"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"PushProvider"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"deviceId"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"language"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"LanguageTag"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"messagePreview"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"push"},"value":{"kind":"Variable","name":{"kind":"Name","value":"push"}}},{"kind":"Argument","name":{"kind":"Name","value":"provider"},"value":{"kind":"Variable","name":{"kind":"Name","value":"provider"}}},{"kind":"Argument","name":{"kind":"Name","value":"deviceId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"deviceId"}}},{"kind":"Argument","name":{"kind":"Name","value":"language"},"value":{"kind":"Variable","name":{"kind":"Name","value":"language"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"previews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"provider"}},{"kind":"Field","name":{"kind":"Name","value":"language"}},{"kind":"Field","name":{"kind":"Name","value":"method"}},{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"headers"}},{"kind":"Field","name":{"kind":"Name","value":"body"}},{"kind":"Field","name":{"kind":"Name","value":"size"}},{"kind":"Field","name":{"kind":"Name","value":"limit"}},{"kind":"Field","name":{"kind":"Name","value":"ignoredFields"}},{"kind":"Field","name":{"kind":"Name","value":"warnings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<PreviewMessageQuery, PreviewMessageQueryVariables>;
export const WatchRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"retrying"}},{"kind":"Field","name":{"kind":"Name","value":"held"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchRunSubscription, WatchRunSubscriptionVariables>;
export const DeliveryEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DeliveryEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryEventType"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deliveryEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<DeliveryEventsSubscription, DeliveryEventsSubscriptionVariables>;
export const DefineAttributeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"DefineAttribute"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AttributeDefineInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attributeDefine"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"attributeDefinition"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"writableByDevice"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<DefineAttributeMutation, DefineAttributeMutationVariables>;
export const UpsertUsersDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpsertUsers"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UsersUpsertInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"usersUpsert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"externalUserId"}},{"kind":"Field","name":{"kind":"Name","value":"attributes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<UpsertUsersMutation, UpsertUsersMutationVariables>;
export const UpsertUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpsertUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UserUpsertInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userUpsert"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"user"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"externalUserId"}},{"kind":"Field","name":{"kind":"Name","value":"attributes"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<UpsertUserMutation, UpsertUserMutationVariables>;
export const TrackEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"TrackEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"appId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reports"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"EventReportInput"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"trackEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"appId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"appId"}}},{"kind":"Argument","name":{"kind":"Name","value":"reports"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reports"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"accepted"}},{"kind":"Field","name":{"kind":"Name","value":"ignored"}},{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<TrackEventsMutation, TrackEventsMutationVariables>;
export const RegisterDevicesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterDevices"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"appId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"devices"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeviceInput"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"registerDevices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"appId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"appId"}}},{"kind":"Argument","name":{"kind":"Name","value":"devices"},"value":{"kind":"Variable","name":{"kind":"Name","value":"devices"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"index"}},{"kind":"Field","name":{"kind":"Name","value":"created"}},{"kind":"Field","name":{"kind":"Name","value":"deviceId"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<RegisterDevicesMutation, RegisterDevicesMutationVariables>;
export const RetireDeviceDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RetireDevice"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"reason"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deviceRetire"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"reason"},"value":{"kind":"Variable","name":{"kind":"Name","value":"reason"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"device"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<RetireDeviceMutation, RetireDeviceMutationVariables>;
export const UpdatePreferencesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"UpdatePreferences"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"PreferencesInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preferencesUpdate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"preferences"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"category"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"key"}}]}},{"kind":"Field","name":{"kind":"Name","value":"choice"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<UpdatePreferencesMutation, UpdatePreferencesMutationVariables>;
export const SendLiveActivityDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"SendLiveActivity"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"LiveActivitySendInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"liveActivitySend"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"gone"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"unsent"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"reasonCode"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<SendLiveActivityMutation, SendLiveActivityMutationVariables>;
export const CancelRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CancelRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runCancel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<CancelRunMutation, CancelRunMutationVariables>;
export const ExportUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ExportUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExternalUserInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userExport"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"url"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<ExportUserMutation, ExportUserMutationVariables>;
export const EraseUserDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"EraseUser"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExternalUserInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userErase"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"erasure"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<EraseUserMutation, EraseUserMutationVariables>;