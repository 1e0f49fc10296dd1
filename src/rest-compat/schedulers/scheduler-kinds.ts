import type { SchedulerKind } from '../../entities/scheduler.js';
import { notFound } from '../../errors.js';
import { ConversionTiming, OnesendTiming, SmartweeklyTiming } from './scheduler-answers.js';
import { schedulerRoutes } from './scheduler-routes.js';
import { ConversionBody, OnesendBody, SmartweeklyBody } from './scheduler-schemas.js';

/** The routes of the three kinds of schedulers. */
export const SCHEDULER_ROUTES = [
  ...schedulerRoutes({
    kind: 'auto-push',
    path: 'conversion',
    noun: 'an auto-push scheduler',
    title: 'AutoPushScheduler',
    body: ConversionBody,
    timing: ConversionTiming,
    toTimingInput: (body) => ({ kind: 'auto-push', delay: body.delay ?? null }),
  }),
  ...schedulerRoutes({
    kind: 'one-time',
    path: 'onesend',
    noun: 'a one-time scheduler',
    title: 'OneTimeScheduler',
    body: OnesendBody,
    timing: OnesendTiming,
    toTimingInput: ({ date, time, local_time, timezone }) => ({
      kind: 'one-time',
      date,
      time,
      localTime: local_time,
      timezone: timezone ?? null,
    }),
  }),
  ...schedulerRoutes({
    kind: 'weekly',
    path: 'smartweekly',
    noun: 'a smart weekly scheduler',
    title: 'SmartWeeklyScheduler',
    body: SmartweeklyBody,
    timing: SmartweeklyTiming,
    toTimingInput: ({ time_send, local_time, timezone }) => ({
      kind: 'weekly',
      timeSend: time_send,
      localTime: local_time,
      timezone: timezone ?? null,
    }),
  }),
];

/**
 * The names of the kinds in bindings (docs/rules.md#kind-paths). Smart weekly is `list` here, but `smartweekly` in its
 * own routes.
 */
const SEGMENTS = { 'auto-push': 'conversion', 'one-time': 'onesend', weekly: 'list' } as const satisfies Record<
  SchedulerKind,
  string
>;
export type SchedulerSegment = (typeof SEGMENTS)[SchedulerKind];
export const SCHEDULER_SEGMENTS: readonly SchedulerSegment[] = Object.values(SEGMENTS);

export const toSegment = (kind: SchedulerKind): SchedulerSegment => SEGMENTS[kind];

/** @throws NOT_FOUND for any other text. */
export const readSegment = (segment: string | undefined): SchedulerKind => {
  const kinds = Object.keys(SEGMENTS) as SchedulerKind[];
  const kind = kinds.find((candidate) => SEGMENTS[candidate] === segment);
  if (kind) return kind;
  throw notFound('scheduler');
};
