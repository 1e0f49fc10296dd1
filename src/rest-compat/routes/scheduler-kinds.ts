import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { formatTime } from '../../services/rules/timing-rules.js';
import { ConversionTiming, OnesendTiming, SmartweeklyTiming } from '../schemas/scheduler-answers.js';
import { ConversionBody, OnesendBody, SmartweeklyBody } from '../schemas/scheduler-schemas.js';
import { schedulerRoutes } from './scheduler-routes.js';

/** The three kinds of schedulers, each with its own fields (section 2.2). */
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
