import type { SchedulerRecord } from '../../catalogue/scheduler-record.js';
import { groupBy } from '../../collections.js';
import type { Timing, WeeklySlot, ZoneRule } from '../../schedule/timing.js';
import { formatTime } from '../../schedule/wall-clock.js';
import type { SchedulerInput, TimingInput } from '../../services/schedulers/scheduler-input.js';
import type { TimingAnswer } from './scheduler-answers.js';
import { toFilterInput, toItemFilters, toSingleFilters } from './scheduler-filters.js';
import type { CommonBody } from './scheduler-schemas.js';

/** The record of `get`: events as one string, empty when unset. */
export const toSingleAnswer = (record: SchedulerRecord) => ({
  ...toSingleFilters(record),
  ...toCommonAnswer(record),
  archived: record.scheduler.archived,
});

/** The record in a list: `status` in place of `archived`, and events as lists. */
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

/** One entry for each day, its times ascending. */
const toTimeSend = (slots: readonly WeeklySlot[]) =>
  [...groupBy(slots, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    times: ofDay.map(({ minute }) => formatTime(minute)),
  }));

/** The filters with a kind's own timing. */
export const toSchedulerInput = (body: CommonBody, timing: TimingInput): SchedulerInput => ({
  name: body.name,
  ...toFilterInput(body, timing.kind),
  timing,
  allowIanaZone: false,
});
