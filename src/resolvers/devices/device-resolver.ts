import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import type { DeviceEvent } from '../../entities/device-event.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { Costly, CostlyToScan } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { ForwardPageArgs, PageArgs, toPageRequest } from '../../schema/paging/page-args.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { reasonCodeOf } from '../../services/deliveries/advise.js';
import { AppType } from '../apps/app-types.js';
import { DeliveryConnection } from '../deliveries/delivery-types.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { DeviceEventOrderInput, deviceEventListing } from '../events/event-listing.js';
import { DeviceEventConnection } from '../events/event-types.js';
import { toDeviceDeliveries } from './device-deliveries.js';
import { DeviceOrderInput, DeviceWhereInput, deviceListing } from './device-listing.js';
import { DeviceConnection, DeviceType } from './device-types.js';

const FINGERPRINT = 12;

@Resolver(() => DeviceType)
export class DeviceResolver {
  @Reads()
  @Query(() => DeviceType, { nullable: true, description: 'A device, or null if there is none with this id.' })
  async device(
    @Ctx() context: GraphContext,
    @Arg('id', () => ID, { description: 'Its global id.' }) globalId: string,
  ): Promise<Device | null> {
    context.require('read');
    const id = databaseIdOf('Device', globalId);
    return id === null ? null : context.loaders.devices.load(id);
  }

  @Reads()
  @CostlyToScan({ cost: 1_000, where: ['appIds', 'externalUserIds'], orderBy: ['ID'] })
  @Query(() => DeviceConnection, {
    description:
      'The devices of your applications, also those that are retired. By what has no index, a page of more than 100,000 devices looks at 50,000 of them: it may be short, or empty, while `hasNextPage` says that it goes on; and TOO_EXPENSIVE says what to add to `where`.',
  })
  async devices(
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('where', () => DeviceWhereInput, { nullable: true, description: 'Which ones.' })
    where?: DeviceWhereInput | null,
    @Arg('orderBy', () => DeviceOrderInput, { nullable: true, description: 'How to sort; by id if left out.' })
    orderBy?: DeviceOrderInput | null,
  ): Promise<DevicePage> {
    context.require('read');
    const { userId } = context.caller;
    const owned = await context.loaders.appIds.load(userId);
    const within = DeviceWhereInput.toApps(where, owned);
    const request = toPageRequest(deviceListing(userId), {
      parentColumn: 'user_id',
      page,
      within,
      where: DeviceWhereInput.toConditions(where, { userId, within }),
      orderBy: orderBy ?? { field: 'ID', direction: 'ASC' },
    });
    const { pages } = context.loaders;
    return { read: () => pages.load(request, userId), count: () => pages.count(request, userId) };
  }

  @Reads<Device>('id')
  @FieldResolver(() => String, { description: 'The `device_id` that its SDK got. The graph itself takes `id`.' })
  deviceId(@Root() { id }: Device): string {
    return String(id);
  }

  @Reads<Device>('appId')
  @FieldResolver(() => AppType, { description: 'The application that it is an installation of.' })
  app(@Root() { appId }: Device, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @Reads<Device>('timezone')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'Its time zone, an IANA name; null if unknown, and then it counts as UTC.',
  })
  timeZone(@Root() { timezone }: Device): string | null {
    return timezone;
  }

  @Reads<Device>('timezoneChangedAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When its time zone last changed; null: never since it was registered.',
  })
  timeZoneChangedAt(@Root() { timezoneChangedAt }: Device): Date | null {
    return timezoneChangedAt;
  }

  @Costly(20)
  @Reads<Device>('id', 'hasTags')
  @FieldResolver(() => [String], { description: 'Its tags, by name.' })
  tags(@Root() { id, hasTags }: Device, @Ctx() context: GraphContext): Promise<string[]> | string[] {
    return hasTags ? context.loaders.tagsOfDevices.load(id) : [];
  }

  @FieldResolver(() => Boolean, {
    description:
      'Schedulers can reach it: it is not retired, and was heard of since its application was last archived.',
  })
  async active(@Root() { active, appId, seenAt }: Device, @Ctx() context: GraphContext): Promise<boolean> {
    const app = active ? await context.loaders.apps.load(appId) : null;
    return app !== null && seenAt.getTime() > app.devicesActiveSince.getTime();
  }

  @Reads<Device>('active', 'inactiveAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When it was retired: nothing is sent to it until it registers anew; null: it was not.',
  })
  retiredAt(@Root() { active, inactiveAt }: Device): Date | null {
    return active ? null : inactiveAt;
  }

  @Reads<Device>('active', 'inactiveReason')
  @FieldResolver(() => String, {
    nullable: true,
    description: "Why it was retired: the provider's answer, `unregistered` by its SDK, or by you; null: it was not.",
  })
  retirementReason(@Root() { active, inactiveReason }: Device): string | null {
    return active ? null : inactiveReason;
  }

  @Reads<Device>('active', 'inactiveReason', 'appId')
  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description: 'What `retirementReason` means; null if it was not retired, or only whoever retired it knows.',
  })
  async retirementReasonCode(
    @Root() { active, inactiveReason, appId }: Device,
    @Ctx() context: GraphContext,
  ): Promise<string | null> {
    const app = active ? null : await context.loaders.apps.load(appId);
    return app && reasonCodeOf(app, inactiveReason);
  }

  @Reads<Device>('seenAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When its SDK, or your server for it, was last heard of.' })
  lastActiveAt(@Root() { seenAt }: Device): Date {
    return seenAt;
  }

  @Reads<Device>('tokenAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When its token or subscription was last confirmed.' })
  addressConfirmedAt(@Root() { tokenAt }: Device): Date {
    return tokenAt;
  }

  @Reads<Device>('tokenHash')
  @FieldResolver(() => String, {
    description:
      'The first 12 hexadecimal digits of the SHA-256 of its token, subscription id or endpoint: to compare it.',
  })
  addressFingerprint(@Root() { tokenHash }: Device): string {
    return tokenHash.slice(0, FINGERPRINT);
  }

  @FieldResolver(() => DeliveryConnection, {
    description:
      'What was sent to it, the latest first. A page looks through 50 of your runs and may be short, or empty, while `hasNextPage` says that there are earlier ones; `totalCount` is that of the page.',
  })
  deliveries(@Root() device: Device, @Ctx() context: GraphContext, @Args(() => ForwardPageArgs) page: ForwardPageArgs) {
    return toDeviceDeliveries(context, device, page);
  }

  @Reads<Device>('id')
  @FieldResolver(() => DeviceEventConnection, { description: 'The events that it has in its history.' })
  events(
    @Root() { id }: Device,
    @Ctx() context: GraphContext,
    @Args(() => PageArgs) page: PageArgs,
    @Arg('orderBy', () => DeviceEventOrderInput, { nullable: true, description: 'How to sort; by event if left out.' })
    orderBy?: DeviceEventOrderInput | null,
  ): Promise<Connection<DeviceEvent>> {
    const request = toPageRequest(deviceEventListing, {
      parentColumn: 'device_id',
      page,
      orderBy: orderBy ?? { field: 'EVENT', direction: 'ASC' },
    });
    return context.loaders.pages.load(request, id);
  }
}

/** Read only if asked for: a page by what has no index may take as long as the count alone. */
export interface DevicePage {
  read(): Promise<Connection<Device>>;
  count(): Promise<number>;
}

@Resolver(() => DeviceConnection)
export class DeviceConnectionResolver {
  @Reads()
  @FieldResolver()
  async nodes(@Root() page: DevicePage): Promise<unknown> {
    return (await page.read()).nodes;
  }

  @Reads()
  @FieldResolver()
  async edges(@Root() page: DevicePage): Promise<unknown> {
    return (await page.read()).edges;
  }

  @Reads()
  @FieldResolver()
  async pageInfo(@Root() page: DevicePage): Promise<unknown> {
    return (await page.read()).pageInfo;
  }

  @Reads()
  @FieldResolver()
  totalCount(@Root() page: DevicePage): Promise<number> {
    return page.count();
  }
}
