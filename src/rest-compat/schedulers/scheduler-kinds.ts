import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import type { SchedulerKind } from '../../entities/scheduler.js';
import { notFound } from '../../errors.js';
import { formatTime } from '../../services/schedulers/timing-rules.js';
import { ConversionTiming, OnesendTiming, SmartweeklyTiming } from './scheduler-answers.js';
import { schedulerRoutes } from './scheduler-routes.js';
import { ConversionBody, OnesendBody, SmartweeklyBody } from './scheduler-schemas.js';

/** The three kinds of schedulers, each with its own fields. */
export const SCHEDULER_ROUTES = [
  ...schedulerRoutes({
    kind: 'conversion',
    noun: 'an auto-push scheduler',
    title: 'AutoPushScheduler',
    body: ConversionBody,
    timing: ConversionTiming,
    toTimingInput: (body) => ({ kind: 'conversion', delay: body.delay ?? null }),
    toTimingAnswer: ({ scheduler }) => ({ delay: scheduler.delay ?? '' }),
  }),
  ...schedulerRoutes({
    kind: 'onesend',
    noun: 'a one-time scheduler',
    title: 'OneTimeScheduler',
    body: OnesendBody,
    timing: OnesendTiming,
    toTimingInput: ({ date, time, local_time, timezone }) => ({
      kind: 'onesend',
      date,
      time,
      localTime: local_time,
      timezone: timezone ?? null,
    }),
    toTimingAnswer: ({ scheduler }) => ({
      date: scheduler.sendDate ?? '',
      time: formatTime(scheduler.sendMinute ?? 0, '-'),
      ...toZoneAnswer(scheduler),
    }),
  }),
  ...schedulerRoutes({
    kind: 'smartweekly',
    noun: 'a smart weekly scheduler',
    title: 'SmartWeeklyScheduler',
    body: SmartweeklyBody,
    timing: SmartweeklyTiming,
    toTimingInput: ({ time_send, local_time, timezone }) => ({
      kind: 'smartweekly',
      timeSend: time_send,
      localTime: local_time,
      timezone: timezone ?? null,
    }),
    toTimingAnswer: ({ scheduler, slots }) => ({ time_send: toTimeSend(slots), ...toZoneAnswer(scheduler) }),
  }),
];

const toZoneAnswer = ({ localTime, timezone }: SchedulerRecord['scheduler']) => ({
  local_time: localTime ?? false,
  timezone: localTime ? null : timezone,
});

/** One entry for each day, its times ascending. */
const toTimeSend = (slots: SchedulerRecord['slots']) => {
  const days = new Map<number, string[]>();
  for (const { day, minute } of slots) days.set(day, [...(days.get(day) ?? []), formatTime(minute)]);
  return [...days].map(([day, times]) => ({ day, times }));
};

/**
 * How bindings name the kinds (docs/rules.md#kind-paths): smart weekly is `list` here, and `smartweekly` in its own
 * routes alone.
 */
const SEGMENTS = { conversion: 'conversion', onesend: 'onesend', smartweekly: 'list' } as const satisfies Record<
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
