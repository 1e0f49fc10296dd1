import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { groupBy } from '../../collections.js';
import type { Timing, WeeklySlot, ZoneRule } from '../../schedule/timing.js';
import { formatTime } from '../../schedule/wall-clock.js';
import type { SchedulerInput, TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { TimingAnswer } from './scheduler-answers.js';
import { toFilterInput, toItemFilters, toSingleFilters } from './scheduler-filters.js';
import type { CommonBody } from './scheduler-schemas.js';

/** The answer of `get`, with events as one string. */
export const toSingleAnswer = (record: SchedulerRecord) => ({
  ...toSingleFilters(record),
  ...toCommonAnswer(record),
  archived: record.scheduler.archived,
});

/** An entry of a list, with `status` instead of `archived`, and events as lists. */
export const toItemAnswer = (record: SchedulerRecord) => ({
  ...toItemFilters(record),
  ...toCommonAnswer(record),
  status: record.scheduler.active,
});

const toCommonAnswer = (record: SchedulerRecord) => ({
  id: record.scheduler.id,
  name: record.scheduler.name,
  ...toTimingAnswer(record.timing),
});

const toTimingAnswer = (timing: Timing): TimingAnswer => {
  switch (timing.kind) {
    case 'auto-push':
      return { delay: timing.delay ?? '' };
    case 'one-time':
      return { date: timing.date, time: formatTime(timing.minute, '-'), ...toZoneAnswer(timing.zone) };
    case 'weekly':
      return { time_send: toTimeSend(timing.slots), ...toZoneAnswer(timing.zone) };
  }
};

const toZoneAnswer = (zone: ZoneRule) =>
  zone.kind === 'local' ? { local_time: true, timezone: null } : { local_time: false, timezone: zone.zone };

/** Groups the times by day, in ascending order. */
const toTimeSend = (slots: readonly WeeklySlot[]) =>
  [...groupBy(slots, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    times: ofDay.map(({ minute }) => formatTime(minute)),
  }));

/** Combines the name and the filters with the timing of the kind. */
export const toSchedulerInput = (body: CommonBody, timing: TimingInput): SchedulerInput => ({
  name: body.name,
  ...toFilterInput(body, timing.kind),
  timing,
  allowIanaZone: false,
});
