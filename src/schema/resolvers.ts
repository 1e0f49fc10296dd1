import { AppMutations } from '../resolvers/app-mutations.js';
import { AppResolver } from '../resolvers/app-resolver.js';
import { AutoPushSchedulerResolver } from '../resolvers/auto-push-scheduler-resolver.js';
import { FailureResolver } from '../resolvers/failure-resolver.js';
import { NodeResolver } from '../resolvers/node-resolver.js';
import { OneTimeSchedulerResolver } from '../resolvers/one-time-scheduler-resolver.js';
import { PushMutations } from '../resolvers/push-mutations.js';
import { PushResolver } from '../resolvers/push-resolver.js';
import { RunResolver } from '../resolvers/run-resolver.js';
import { SchedulerMutations } from '../resolvers/scheduler-mutations.js';
import { SchedulerResolver } from '../resolvers/scheduler-resolver.js';
import { SchedulerStateMutations } from '../resolvers/scheduler-state-mutations.js';
import { StatusSubscriptions } from '../resolvers/status-subscriptions.js';
import { ViewerResolver } from '../resolvers/viewer-resolver.js';
import { WeeklySchedulerResolver } from '../resolvers/weekly-scheduler-resolver.js';

/** Every resolver of the graph. They hold no state: what they need is in the context. */
export const RESOLVERS = [
  AppMutations,
  AppResolver,
  AutoPushSchedulerResolver,
  FailureResolver,
  NodeResolver,
  OneTimeSchedulerResolver,
  PushMutations,
  PushResolver,
  RunResolver,
  SchedulerMutations,
  SchedulerResolver,
  SchedulerStateMutations,
  StatusSubscriptions,
  ViewerResolver,
  WeeklySchedulerResolver,
] as const;
