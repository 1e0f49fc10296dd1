import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { groupBy } from '../../collections.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { formatDelay } from '../../schedule/delay.js';
import { formatTime } from '../../schedule/wall-clock.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { DelayScalar, LocalDateScalar, LocalTimeScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import { externalIdListing } from '../devices/device-listing.js';
import { ExternalIdConnection } from '../devices/device-types.js';
import { AutoPushScheduler, OneTimeScheduler, WeeklyScheduler, WeeklyTimes } from './scheduler-types.js';

@Resolver(() => AutoPushScheduler)
export class AutoPushSchedulerResolver {
  @Reads<Scheduler>('delay')
  @FieldResolver(() => DelayScalar, { nullable: true, description: 'How long after the event; null: at once.' })
  delay(@Root() { delay }: Scheduler): string | null {
    // REST keeps an empty text as it was written.
    return delay || null;
  }
}

@Resolver(() => OneTimeScheduler)
export class OneTimeSchedulerResolver {
  @Reads<Scheduler>('sendDate')
  @FieldResolver(() => LocalDateScalar, { description: 'The date.' })
  date(@Root() scheduler: Scheduler): string | null {
    return scheduler.sendDate;
  }

  @Reads<Scheduler>('sendMinute')
  @FieldResolver(() => LocalTimeScalar, { description: 'The time of day, to the minute.' })
  time(@Root() { sendMinute }: Scheduler): string | null {
    return sendMinute === null ? null : formatTime(sendMinute);
  }

  @Reads<Scheduler>('localTime')
  @FieldResolver(() => Boolean, { description: "By each device's own clock." })
  localTime(@Root() scheduler: Scheduler): boolean | null {
    return scheduler.localTime;
  }

  @Reads<Scheduler>('timezone')
  @FieldResolver(() => TimeZoneScalar, { nullable: true, description: 'By this clock; null with `localTime`.' })
  timeZone(@Root() scheduler: Scheduler): string | null {
    return scheduler.timezone;
  }

  @Reads<Scheduler>('leftOutZones')
  @FieldResolver(() => [TimeZoneScalar], {
    description: 'With `localTime`: zones whose moment had passed when it was activated; their devices are left out.',
  })
  leftOutZones(@Root() scheduler: Scheduler): string[] {
    return scheduler.leftOutZones ?? [];
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => ExternalIdConnection, {
    description: 'Only devices with one of these external user ids; empty means no such filter.',
  })
  async externalIds(
    @Root() scheduler: Scheduler,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
  ): Promise<object> {
    const request = toPageRequest(externalIdListing, {
      parentColumn: 'scheduler_id',
      page,
      where: [{ sql: 't.field = ?', parameters: ['external_ids'] }],
      orderBy: { field: 'POSITION', direction: 'ASC' },
    });
    const connection = await context.loaders.pages.load(request, scheduler.id);
    return connection.map((filter) => filter.value);
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
  localTime(@Root() scheduler: Scheduler): boolean | null {
    return scheduler.localTime;
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
