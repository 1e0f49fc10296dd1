/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';
export type AppCreateInput = {
  link?: string | null | undefined;
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

export type PushProvider =
  | 'PROVIDER_A'
  | 'PROVIDER_B'
  | 'PROVIDER_C'
  | 'WEBPUSH';

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
  | 'WEAK_PASSWORD'
  | 'WRONG_PASSWORD';

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

export type WatchRunSubscriptionVariables = Exact<{
  runId: string | number;
}>;


export type WatchRunSubscription = { runProgress: { run: { id: string, status: RunStatus, counts: { total: number, sent: number, failed: number, retrying: number } } } };

export type DeliveryEventsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
  types?: Array<DeliveryEventType> | DeliveryEventType | null | undefined;
}>;


export type DeliveryEventsSubscription = { deliveryEvents: { eventId: string, type: DeliveryEventType, occurredAt: string, node:
      | { __typename: 'ApiKey', id: string }
      | { __typename: 'App', id: string }
      | { __typename: 'AppGroup', id: string }
      | { __typename: 'AuditEntry', id: string }
      | { __typename: 'AutoPushScheduler', id: string }
      | { __typename: 'Batch', id: string }
      | { __typename: 'CampaignDraft', id: string }
      | { __typename: 'CustomEvent', id: string }
      | { __typename: 'Device', id: string }
      | { __typename: 'DeviceImport', id: string }
      | { __typename: 'Member', id: string }
      | { __typename: 'OneTimeScheduler', id: string }
      | { __typename: 'Push', id: string }
      | { __typename: 'Run', id: string }
      | { __typename: 'Session', id: string }
      | { __typename: 'Tag', id: string }
      | { __typename: 'TagGroup', id: string }
      | { __typename: 'User', id: string }
      | { __typename: 'WeeklyScheduler', id: string }
     | null } };


export const ListAppsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ListApps"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"apps"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"edges"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"cursor"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"pushProvider"}},{"kind":"Field","name":{"kind":"Name","value":"pausedUntil"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ListAppsQuery, ListAppsQueryVariables>;
export const CreateAppDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"CreateApp"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"AppCreateInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"appCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"app"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"serviceId"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"field"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"code"}}]}}]}}]}}]} as unknown as DocumentNode<CreateAppMutation, CreateAppMutationVariables>;
export const WatchRunDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"WatchRun"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"runId"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"runProgress"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"runId"},"value":{"kind":"Variable","name":{"kind":"Name","value":"runId"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"run"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"counts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"sent"}},{"kind":"Field","name":{"kind":"Name","value":"failed"}},{"kind":"Field","name":{"kind":"Name","value":"retrying"}}]}}]}}]}}]}}]} as unknown as DocumentNode<WatchRunSubscription, WatchRunSubscriptionVariables>;
export const DeliveryEventsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DeliveryEvents"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"types"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DeliveryEventType"}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deliveryEvents"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}},{"kind":"Argument","name":{"kind":"Name","value":"types"},"value":{"kind":"Variable","name":{"kind":"Name","value":"types"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"eventId"}},{"kind":"Field","name":{"kind":"Name","value":"type"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}},{"kind":"Field","name":{"kind":"Name","value":"node"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"__typename"}},{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]}}]} as unknown as DocumentNode<DeliveryEventsSubscription, DeliveryEventsSubscriptionVariables>;