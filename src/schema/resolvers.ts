import { ApiKeyMutations } from '../resolvers/api-key-mutations.js';
import { AppGroupMutations } from '../resolvers/app-group-mutations.js';
import { AppGroupResolver } from '../resolvers/app-group-resolver.js';
import { AppMutations } from '../resolvers/app-mutations.js';
import { AppResolver } from '../resolvers/app-resolver.js';
import { AudienceEstimateResolver } from '../resolvers/audience-estimate-resolver.js';
import { AutoPushSchedulerResolver } from '../resolvers/auto-push-scheduler-resolver.js';
import { BatchConnectionResolver } from '../resolvers/batch-connection-resolver.js';
import { BatchResolver } from '../resolvers/batch-resolver.js';
import { CustomEventMutations } from '../resolvers/custom-event-mutations.js';
import { CustomEventResolver } from '../resolvers/custom-event-resolver.js';
import { DeliveryResolver } from '../resolvers/delivery-resolver.js';
import { DeliveryTraceResolver } from '../resolvers/delivery-trace-resolver.js';
import { DeviceBulkMutations } from '../resolvers/device-bulk-mutations.js';
import { DeviceEventResolver } from '../resolvers/device-event-resolver.js';
import { DeviceMutations } from '../resolvers/device-mutations.js';
import { DeviceResolver } from '../resolvers/device-resolver.js';
import { EventSubscriptions } from '../resolvers/event-subscriptions.js';
import { FailureResolver } from '../resolvers/failure-resolver.js';
import { NextMomentsResolver } from '../resolvers/next-moments-resolver.js';
import { NodeResolver } from '../resolvers/node-resolver.js';
import { OneTimeSchedulerResolver } from '../resolvers/one-time-scheduler-resolver.js';
import { PushBulkMutations } from '../resolvers/push-bulk-mutations.js';
import { PushMutations } from '../resolvers/push-mutations.js';
import { PushResolver } from '../resolvers/push-resolver.js';
import { PushTestMutation } from '../resolvers/push-test-mutation.js';
import { ReceiptResolver } from '../resolvers/receipt-resolver.js';
import { RunMutations } from '../resolvers/run-mutations.js';
import { RunPartsResolver } from '../resolvers/run-parts-resolver.js';
import { RunResolver } from '../resolvers/run-resolver.js';
import { SchedulerMutations } from '../resolvers/scheduler-mutations.js';
import { SchedulerPayloadResolver, SchedulerResolver } from '../resolvers/scheduler-resolver.js';
import { SchedulerStateMutations } from '../resolvers/scheduler-state-mutations.js';
import { StatusSubscriptions } from '../resolvers/status-subscriptions.js';
import { TagGroupMutations } from '../resolvers/tag-group-mutations.js';
import { TagGroupResolver } from '../resolvers/tag-group-resolver.js';
import { TagResolver } from '../resolvers/tag-resolver.js';
import {
  AppTrafficResolver,
  PushTrafficResolver,
  SchedulerTrafficResolver,
  TrafficResolver,
} from '../resolvers/traffic-resolver.js';
import { UserMutations } from '../resolvers/user-mutations.js';
import { ApiKeyResolver, ViewerResolver } from '../resolvers/viewer-resolver.js';
import { WeeklySchedulerResolver } from '../resolvers/weekly-scheduler-resolver.js';

/** Every resolver of the graph. They hold no state: what they need is in the context. */
export const RESOLVERS = [
  ApiKeyMutations,
  ApiKeyResolver,
  AppGroupMutations,
  AppGroupResolver,
  AppMutations,
  AppResolver,
  AudienceEstimateResolver,
  TagGroupMutations,
  TagGroupResolver,
  TagResolver,
  AutoPushSchedulerResolver,
  BatchConnectionResolver,
  BatchResolver,
  CustomEventMutations,
  CustomEventResolver,
  DeliveryResolver,
  DeliveryTraceResolver,
  DeviceBulkMutations,
  DeviceEventResolver,
  DeviceMutations,
  DeviceResolver,
  EventSubscriptions,
  FailureResolver,
  NextMomentsResolver,
  NodeResolver,
  OneTimeSchedulerResolver,
  PushBulkMutations,
  PushMutations,
  PushResolver,
  PushTestMutation,
  RunMutations,
  ReceiptResolver,
  RunPartsResolver,
  RunResolver,
  SchedulerMutations,
  SchedulerPayloadResolver,
  SchedulerResolver,
  SchedulerStateMutations,
  StatusSubscriptions,
  AppTrafficResolver,
  PushTrafficResolver,
  SchedulerTrafficResolver,
  TrafficResolver,
  UserMutations,
  ViewerResolver,
  WeeklySchedulerResolver,
] as const;
