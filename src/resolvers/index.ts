import 'reflect-metadata';
import type { GraphQLSchema } from 'graphql';
import { buildSchema } from '../schema/build-schema.js';
import { AlertResolver, AlertRuleResolver } from './alerts/alert-resolver.js';
import { AppGroupMutations } from './app-groups/app-group-mutations.js';
import { AppGroupResolver } from './app-groups/app-group-resolver.js';
import { AppListsResolver } from './apps/app-lists-resolver.js';
import { AppMutations } from './apps/app-mutations.js';
import { AppResolver } from './apps/app-resolver.js';
import { AudienceEstimateResolver } from './audiences/audience-estimate.js';
import { AuditResolver } from './audit/audit-resolver.js';
import { CampaignMutations } from './campaigns/campaign-mutations.js';
import { CampaignPreviews } from './campaigns/campaign-previews.js';
import { CategoryResolver } from './categories/category-resolver.js';
import { EventSubscriptions } from './deliveries/delivery-events.js';
import { DeliveryResolver, FailureResolver, ReceiptResolver } from './deliveries/delivery-resolver.js';
import { DeliveryTraceResolver } from './deliveries/delivery-trace.js';
import { DeviceImportMutations, DeviceImportResolver } from './device-imports/device-import-resolver.js';
import { DeviceBulkMutations } from './devices/device-bulk-mutations.js';
import { AppDeviceCountsResolver, DeviceCountsResolver } from './devices/device-counts.js';
import { DeviceMutations } from './devices/device-mutations.js';
import { DeviceConnectionResolver, DeviceResolver } from './devices/device-resolver.js';
import { DraftResolver } from './drafts/draft-resolver.js';
import { AttributeDefinitionResolver } from './end-users/attribute-resolver.js';
import { DeviceUserResolver, EndUserResolver } from './end-users/end-user-resolver.js';
import { ErasureResolver } from './erasures/erasure-resolver.js';
import { CustomEventMutations } from './events/custom-event-mutations.js';
import { CustomEventResolver, DeviceEventResolver } from './events/custom-event-resolver.js';
import { ApiKeyMutations } from './keys/api-key-mutations.js';
import { ApiKeyResolver } from './keys/api-key-resolver.js';
import { LinkCheckResolver } from './links/link-check-resolver.js';
import { LiveActivityMutation } from './live-activities/live-activity-mutation.js';
import { MediaResolver } from './media/media-resolver.js';
import { MemberMutations } from './members/member-mutations.js';
import { MemberResolver, SessionResolver, ViewerMemberResolver } from './members/member-resolver.js';
import { MessageSendMutation } from './messages/message-send.js';
import { NodeResolver } from './node-resolver.js';
import {
  DevicePreferencesResolver,
  EndUserPreferencesResolver,
  PreferenceMutations,
} from './preferences/preference-resolver.js';
import { MessagePreviewQuery } from './pushes/message-preview.js';
import { PushBulkMutations } from './pushes/push-bulk-mutations.js';
import { PushMutations } from './pushes/push-mutations.js';
import { PushResolver } from './pushes/push-resolver.js';
import { PushTestMutation } from './pushes/push-test.js';
import { TemplateQueries } from './pushes/template-check.js';
import { ReportResolver } from './reports/report-resolver.js';
import { BatchConnectionResolver, BatchResolver } from './runs/batches.js';
import { RunDetailsResolver } from './runs/run-details.js';
import { RunExperimentResolver } from './runs/run-experiment.js';
import { RunMessageResolver, RunTargetResolver, SentMessageResolver } from './runs/run-message.js';
import { RunMutations } from './runs/run-mutations.js';
import { RunPartsResolver } from './runs/run-parts-resolver.js';
import { RunResolver } from './runs/run-resolver.js';
import { RunResultsResolver } from './runs/run-results-resolver.js';
import { StatusSubscriptions } from './runs/status-subscriptions.js';
import { BestHourResolver } from './schedulers/best-hour-resolver.js';
import { NextMomentsResolver } from './schedulers/next-moments-resolver.js';
import {
  AutoPushSchedulerResolver,
  OneTimeSchedulerResolver,
  WeeklySchedulerResolver,
} from './schedulers/scheduler-kinds-resolver.js';
import { SchedulerMutations } from './schedulers/scheduler-mutations.js';
import { SchedulerPayloadResolver, SchedulerResolver } from './schedulers/scheduler-resolver.js';
import { SchedulerStateMutations } from './schedulers/scheduler-state-mutations.js';
import { AutoPushScheduler, OneTimeScheduler, WeeklyScheduler } from './schedulers/scheduler-types.js';
import { UpcomingMomentsResolver } from './schedulers/upcoming-moments-resolver.js';
import { SegmentResolver } from './segments/segment-resolver.js';
import { TagGroupMutations } from './tags/tag-group-mutations.js';
import { TagGroupResolver, TagResolver } from './tags/tag-resolver.js';
import { MessageTemplateResolver } from './templates/template-resolver.js';
import {
  AppTrafficResolver,
  PushTrafficResolver,
  SchedulerTrafficResolver,
  TrafficResolver,
} from './traffic/traffic.js';
import { FrequencyCapResolver } from './users/frequency-cap-resolver.js';
import { HoldoutResolver } from './users/holdout-resolver.js';
import { UserMutations } from './users/user-mutations.js';
import { UserResolver, ViewerResolver } from './users/viewer-resolver.js';
import { WebhookMutations } from './webhooks/webhook-mutations.js';
import { WebhookAttemptResolver, WebhookResolver } from './webhooks/webhook-resolver.js';

/** Builds the whole graph. @param more resolvers of nouns that only a test has */
export const buildGraph = (more: readonly (new () => object)[] = []): Promise<GraphQLSchema> =>
  buildSchema({ resolvers: [...RESOLVERS, ...more], orphanedTypes: SCHEDULER_TYPES });

const RESOLVERS = [
  AlertResolver,
  AlertRuleResolver,
  ApiKeyMutations,
  ApiKeyResolver,
  AppGroupMutations,
  AppGroupResolver,
  AppMutations,
  AppResolver,
  AppListsResolver,
  AttributeDefinitionResolver,
  AudienceEstimateResolver,
  AuditResolver,
  TagGroupMutations,
  TagGroupResolver,
  TagResolver,
  AutoPushSchedulerResolver,
  BatchConnectionResolver,
  BatchResolver,
  CampaignMutations,
  CampaignPreviews,
  CategoryResolver,
  CustomEventMutations,
  CustomEventResolver,
  DeliveryResolver,
  DeliveryTraceResolver,
  AppDeviceCountsResolver,
  DeviceBulkMutations,
  DeviceCountsResolver,
  DeviceEventResolver,
  DeviceImportMutations,
  DeviceImportResolver,
  DeviceMutations,
  DeviceConnectionResolver,
  DevicePreferencesResolver,
  EndUserPreferencesResolver,
  DeviceResolver,
  DeviceUserResolver,
  DraftResolver,
  EndUserResolver,
  EventSubscriptions,
  FailureResolver,
  LinkCheckResolver,
  LiveActivityMutation,
  ErasureResolver,
  MediaResolver,
  MemberMutations,
  MemberResolver,
  MessageTemplateResolver,
  SegmentResolver,
  MessageSendMutation,
  NextMomentsResolver,
  NodeResolver,
  OneTimeSchedulerResolver,
  PreferenceMutations,
  PushBulkMutations,
  PushMutations,
  PushResolver,
  MessagePreviewQuery,
  TemplateQueries,
  PushTestMutation,
  ReportResolver,
  RunDetailsResolver,
  RunExperimentResolver,
  RunMessageResolver,
  RunMutations,
  ReceiptResolver,
  RunPartsResolver,
  RunResolver,
  RunTargetResolver,
  SentMessageResolver,
  SchedulerMutations,
  SchedulerPayloadResolver,
  SchedulerResolver,
  SchedulerStateMutations,
  SessionResolver,
  StatusSubscriptions,
  AppTrafficResolver,
  PushTrafficResolver,
  SchedulerTrafficResolver,
  TrafficResolver,
  UpcomingMomentsResolver,
  UserMutations,
  ViewerMemberResolver,
  UserResolver,
  RunResultsResolver,
  BestHourResolver,
  FrequencyCapResolver,
  HoldoutResolver,
  ViewerResolver,
  WebhookAttemptResolver,
  WebhookMutations,
  WebhookResolver,
  WeeklySchedulerResolver,
] as const;

const SCHEDULER_TYPES = [AutoPushScheduler, OneTimeScheduler, WeeklyScheduler];
