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
  @FieldResolver(() => DelayScalar, { nullable: true, description: 'Delay after the event; null if none.' })
  delay(@Root() { delay }: Scheduler): string | null {
    // Schedulers from REST may have an empty text here.
    return delay || null;
  }
}

@Resolver(() => OneTimeScheduler)
export class OneTimeSchedulerResolver {
  @Reads<Scheduler>('sendDate')
  @FieldResolver(() => LocalDateScalar, { description: 'Date.' })
  date(@Root() scheduler: Scheduler): string | null {
    return scheduler.sendDate;
  }

  @Reads<Scheduler>('sendMinute')
  @FieldResolver(() => LocalTimeScalar, { description: 'Time of day, to the minute.' })
  time(@Root() { sendMinute }: Scheduler): string | null {
    return sendMinute === null ? null : formatTime(sendMinute);
  }

  @Reads<Scheduler>('leftOutZones')
  @FieldResolver(() => [TimeZoneScalar], {
    description:
      'With `localTime`: time zones in which the time had passed at activation. Devices in them are left out.',
  })
  leftOutZones(@Root() scheduler: Scheduler): string[] {
    return scheduler.leftOutZones ?? [];
  }

  @Reads<Scheduler>('id')
  @FieldResolver(() => ExternalIdConnection, {
    description: 'External user ids that the audience is limited to; empty if it is not limited.',
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
}

@Resolver(() => WeeklyScheduler)
export class WeeklySchedulerResolver {
  @Reads<Scheduler>('id')
  @FieldResolver(() => [WeeklyTimes], { description: 'Days and times, Monday first.' })
  async times(@Root() scheduler: Scheduler, @Ctx() context: GraphContext): Promise<WeeklyTimes[]> {
    const { slots } = await context.loaders.schedulerLists.load(scheduler.id);
    const days = groupBy(slots, (slot) => slot.day);
    return [...days].map(([day, ofDay]) => ({ day, times: ofDay.map((slot) => formatTime(slot.minute)) }));
  }
}

interface ColumnField {
  readonly column: keyof Scheduler & string;
  readonly field: ReturnType<typeof FieldResolver>;
  read(scheduler: Scheduler): unknown;
}

const nullable = true;

/** The fields that one-time and weekly schedulers share. */
const TIMED_FIELDS: Readonly<Record<string, ColumnField>> = {
  localTime: {
    column: 'localTime',
    field: FieldResolver(() => Boolean, { description: "True if it uses each device's local time." }),
    read: ({ localTime }) => localTime,
  },
  timeZone: {
    column: 'timezone',
    field: FieldResolver(() => TimeZoneScalar, { nullable, description: 'Time zone; null with `localTime`.' }),
    read: ({ timezone }) => timezone,
  },
  gracePeriod: {
    column: 'graceSeconds',
    field: FieldResolver(() => DelayScalar, {
      nullable,
      description: "How late a run may still start after the service was down; null for the service's default.",
    }),
    read: ({ graceSeconds }) => (graceSeconds === null ? null : formatDelay(graceSeconds * 1000)),
  },
};

for (const { prototype } of [OneTimeSchedulerResolver, WeeklySchedulerResolver]) {
  for (const [name, { column, field, read }] of Object.entries(TIMED_FIELDS)) {
    Object.defineProperty(prototype, name, { value: read });
    Root()(prototype, name, 0);
    Reads<Scheduler>(column)(prototype, name);
    field(prototype, name, {});
  }
}
