import type { SchedulerKind } from '../../entities/scheduler.js';
import { notFound } from '../../errors.js';
import { ConversionTiming, OnesendTiming, SmartweeklyTiming } from './scheduler-answers.js';
import { schedulerRoutes } from './scheduler-routes.js';
import { ConversionBody, OnesendBody, SmartweeklyBody } from './scheduler-schemas.js';

/** The three kinds of schedulers, each with its own fields. */
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
 * How bindings name the kinds (docs/rules.md#kind-paths): smart weekly is `list` here, and `smartweekly` in its own
 * routes alone.
 */
const SEGMENTS = { 'auto-push': 'conversion', 'one-time': 'onesend', weekly: 'list' } as const satisfies Record<
  SchedulerKind,
  string
>;
export type SchedulerSegment = (typeof SEGMENTS)[SchedulerKind];
export const SCHEDULER_SEGMENTS: readonly SchedulerSegment[] = Object.values(SEGMENTS);

export const toSegment = (kind: SchedulerKind): SchedulerSegment => SEGMENTS[kind];

/** @throws NOT_FOUND for anything but the three segments. */
export const readSegment = (segment: string | undefined): SchedulerKind => {
  const kinds = Object.keys(SEGMENTS) as SchedulerKind[];
  const kind = kinds.find((candidate) => SEGMENTS[candidate] === segment);
  if (kind) return kind;
  throw notFound('scheduler');
};
