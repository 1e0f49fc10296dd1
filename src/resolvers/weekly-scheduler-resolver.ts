import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { groupBy } from '../collections.js';
import type { Scheduler } from '../entities/scheduler.js';
import { formatDelay } from '../schedule/format-delay.js';
import { Reads } from '../schema/columns/reads.js';
import { GraphContext } from '../schema/context.js';
import { DelayScalar } from '../schema/scalars/delay-scalar.js';
import { TimeZoneScalar } from '../schema/scalars/time-zone-scalar.js';
import { WeeklyScheduler } from '../schema/types/weekly-scheduler.js';
import { WeeklyTimes } from '../schema/types/weekly-times.js';
import { formatTime } from '../services/schedulers/timing-rules.js';

@Resolver(() => WeeklyScheduler)
export class WeeklySchedulerResolver {
  @Reads<Scheduler>('id')
  @FieldResolver(() => [WeeklyTimes], { description: 'When it sends, Monday first.' })
  async times(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<WeeklyTimes[]> {
    const { slots } = await context.loaders.schedulerLists.load(scheduler.id);
    const days = groupBy(slots, (slot) => slot.day);
    return [...days].map(([day, ofDay]) => ({ day, times: ofDay.map((slot) => formatTime(slot.minute)) }));
  }

  @Reads<Scheduler>('localTime')
  @FieldResolver(() => Boolean, { description: "By each device's own clock." })
  localTime(@Root() scheduler: Scheduler): boolean {
    return scheduler.localTime ?? false;
  }

  @Reads<Scheduler>('timezone')
  @FieldResolver(() => TimeZoneScalar, { nullable: true, description: 'By this clock; null with `localTime`.' })
  timeZone(@Root() scheduler: Scheduler): string | null {
    return scheduler.timezone;
  }

  @Reads<Scheduler>('graceSeconds')
  @FieldResolver(() => DelayScalar, {
    nullable: true,
    description: "How late a moment may still be sent after the service was down; null: the service's default.",
  })
  gracePeriod(@Root() { graceSeconds }: Scheduler): string | null {
    return graceSeconds === null ? null : formatDelay(graceSeconds * 1000);
  }
}
