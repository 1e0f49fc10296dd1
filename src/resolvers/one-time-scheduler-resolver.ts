import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Scheduler } from '../entities/scheduler.js';
import { formatDelay } from '../schedule/format-delay.js';
import { Reads } from '../schema/columns/reads.js';
import { ExternalIdConnection } from '../schema/connections.js';
import { GraphContext } from '../schema/context.js';
import { externalIdListing } from '../schema/listings/external-id-listing.js';
import { PageArgs } from '../schema/paging/page-args.js';
import { toPageRequest } from '../schema/paging/to-page-request.js';
import { DelayScalar } from '../schema/scalars/delay-scalar.js';
import { LocalDateScalar } from '../schema/scalars/local-date-scalar.js';
import { LocalTimeScalar } from '../schema/scalars/local-time-scalar.js';
import { TimeZoneScalar } from '../schema/scalars/time-zone-scalar.js';
import { OneTimeScheduler } from '../schema/types/one-time-scheduler.js';
import { formatTime } from '../services/schedulers/timing-rules.js';

@Resolver(() => OneTimeScheduler)
export class OneTimeSchedulerResolver {
  @Reads<Scheduler>('sendDate')
  @FieldResolver(() => LocalDateScalar, { description: 'The date.' })
  date(@Root() scheduler: Scheduler): string | null {
    return scheduler.sendDate;
  }

  @Reads<Scheduler>('sendMinute')
  @FieldResolver(() => LocalTimeScalar, { description: 'The time of day, to the minute.' })
  time(@Root() scheduler: Scheduler): string {
    return formatTime(scheduler.sendMinute ?? 0);
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
