import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import { addNodeQuery } from '../../schema/add-node-query.js';
import { Reads } from '../../schema/columns/reads.js';
import { GraphContext } from '../../schema/context.js';
import { Costly } from '../../schema/limits/costly.js';
import { RUNS_PER_PAGE } from '../../schema/loaders/create-loaders.js';
import { parseCursor, toPlaceCursor } from '../../schema/paging/cursor.js';
import { number } from '../../schema/paging/listing.js';
import { ForwardPageArgs, pageSize } from '../../schema/paging/page-args.js';
import { DateTimeScalar } from '../../schema/scalars/scalars.js';
import { explainStored, retirementReasonOf } from '../../services/deliveries/advise.js';
import { AppType } from '../apps/app-types.js';
import { behind, toConnection } from '../deliveries/delivery-page.js';
import { DeliveryConnection } from '../deliveries/delivery-types.js';
import { ReasonCodeEnum } from '../deliveries/reason-code.js';
import { deviceEventListing } from '../events/event-types.js';
import { QuietWindowType, toWindow } from '../quiet-hours/quiet-hours-types.js';
import { appsOfWhere, type DevicePage, deviceListing, ownDevices } from './device-listing.js';
import { DeviceType } from './device-types.js';

const FINGERPRINT = 12;

@Resolver(() => DeviceType)
export class DeviceResolver {
  @Reads<Device>('id')
  @FieldResolver(() => String, {
    description: 'The `device_id` that its SDK received. Arguments in the graph take `id` instead.',
  })
  deviceId(@Root() { id }: Device): string {
    return String(id);
  }

  @Reads<Device>('appId')
  @FieldResolver(() => AppType, { description: 'The application.' })
  app(@Root() { appId }: Device, @Ctx() context: GraphContext): Promise<App | null> {
    return context.loaders.apps.load(appId);
  }

  @Reads<Device>('timezone')
  @FieldResolver(() => String, {
    nullable: true,
    description: 'IANA time zone; null if unknown, which counts as UTC.',
  })
  timeZone(@Root() { timezone }: Device): string | null {
    return timezone;
  }

  @Reads<Device>('timezoneChangedAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the time zone last changed; null if not since registration.',
  })
  timeZoneChangedAt(@Root() { timezoneChangedAt }: Device): Date | null {
    return timezoneChangedAt;
  }

  @Costly(20)
  @Reads<Device>('id', 'hasTags')
  @FieldResolver(() => [String], { description: 'Its tags, sorted by name.' })
  tags(@Root() { id, hasTags }: Device, @Ctx() context: GraphContext): Promise<string[]> | string[] {
    return hasTags ? context.loaders.tagsOfDevices.load(id) : [];
  }

  @FieldResolver(() => Boolean, {
    description: 'True if schedulers can reach it: not retired, and active since its application was last archived.',
  })
  async active(@Root() { active, appId, seenAt }: Device, @Ctx() context: GraphContext): Promise<boolean> {
    const app = active ? await context.loaders.apps.load(appId) : null;
    return app !== null && seenAt.getTime() > app.devicesActiveSince.getTime();
  }

  @Reads<Device>('active', 'inactiveAt')
  @FieldResolver(() => DateTimeScalar, {
    nullable: true,
    description: 'When the device was retired; null if it was not. Nothing is sent to it until it registers again.',
  })
  retiredAt(@Root() { active, inactiveAt }: Device): Date | null {
    return active ? null : inactiveAt;
  }

  @Reads<Device>('active', 'inactiveReason')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "Why the device was retired: the provider's response, `unregistered` (by its SDK) or your own reason. Null if it was not.",
  })
  retirementReason(@Root() { active, inactiveReason }: Device): string | null {
    return active ? null : inactiveReason;
  }

  @Reads<Device>('active', 'inactiveReason', 'inactiveCode', 'inactiveDetail', 'appId')
  @FieldResolver(() => ReasonCodeEnum, {
    nullable: true,
    description: 'The code of `retirementReason`; null if the device was not retired, or the reason has no code.',
  })
  async retirementReasonCode(@Root() device: Device, @Ctx() context: GraphContext): Promise<string | null> {
    const app = device.active ? null : await context.loaders.apps.load(device.appId);
    return app && explainStored(app, retirementReasonOf(device)).reasonCode;
  }

  @Reads<Device>('quietHours')
  @FieldResolver(() => QuietWindowType, {
    nullable: true,
    description: 'Quiet hours that the device reported for itself, in addition to yours; null if there are none.',
  })
  quietHours(@Root() { quietHours }: Device): QuietWindowType | null {
    return toWindow(quietHours);
  }

  @Reads<Device>('seenAt')
  @FieldResolver(() => DateTimeScalar, { description: 'When its SDK, or your server on its behalf, last reported.' })
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
      'First 12 hexadecimal digits of the SHA-256 of its token, subscription id or endpoint, for comparison.',
  })
  addressFingerprint(@Root() { tokenHash }: Device): string {
    return tokenHash.slice(0, FINGERPRINT);
  }

  @Reads<Device>('appId', 'id', 'externalUserId')
  @FieldResolver(() => String, {
    nullable: true,
    description:
      'Link to the page where its user chooses what to receive. The link itself is the permission, so this needs WRITE. Null if the service has no public address.',
  })
  preferencesUrl(@Root() device: Device, @Ctx() context: GraphContext): string | null {
    context.require('write');
    return context.services.preferencesLinks.urlOf(context.caller.userId, device);
  }

  @FieldResolver(() => DeliveryConnection, {
    description:
      'Messages for this device, latest first. A page covers 50 of your runs: it can be short or empty while `hasNextPage` is true. `totalCount` counts the page only.',
  })
  deliveries(@Root() device: Device, @Ctx() context: GraphContext, @Args(() => ForwardPageArgs) page: ForwardPageArgs) {
    return toDeviceDeliveries(context, device, page);
  }
}

addNodeQuery(DeviceResolver, 'device', { type: 'Device', noun: 'device', output: () => DeviceType });

deviceListing.addQuery(DeviceResolver, 'devices', {
  description:
    'The devices of your applications, including retired ones. Of more than 100,000 devices, a page with a filter that has no index examines 50,000: it can be short or empty while `hasNextPage` is true. The error TOO_EXPENSIVE says which filter to add.',
  scan: { cost: 1_000, where: ['appIds', 'externalUserIds'], orderBy: ['ID'] },
  resolve: async (asked, context): Promise<DevicePage> => {
    const { userId } = context.caller;
    const { pages } = context.loaders;
    const within = appsOfWhere(asked.where, await context.loaders.appIds.load(userId));
    const where = await deviceListing.conditions(asked.where, context, within);
    const rows = { listing: ownDevices(userId), parentColumn: 'user_id', within };
    const request = deviceListing.pageRequest(asked, rows, where);
    return { read: () => pages.load(request, userId), count: () => pages.count(request, userId) };
  },
});

deviceEventListing.addField<Device>(DeviceResolver, 'events', {
  description: 'The events in its history.',
  parentColumn: 'device_id',
});

@Resolver(() => deviceListing.Connection)
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

/** Runs are listed latest first. Cursors hold negated run ids, so that every column ascends. */
const COLUMNS = ['run', 'push_id', 'log_key', 'place'].map(number);
const ORDER = { listing: 'deviceDelivery', sort: 'RUN', direction: 'DESC', columns: COLUMNS } as const;

/** Reads the messages for a device from the next 50 runs, latest first. */
const toDeviceDeliveries = async (context: GraphContext, { id, appId }: Device, page: ForwardPageArgs) => {
  const size = pageSize('first', page.first);
  const after = page.after ? parseCursor(ORDER, 'after', page.after) : null;
  const latest = after ? -Number(after[0]) : Number.MAX_SAFE_INTEGER;
  const runs = await context.loaders.latestRuns.load(latest);
  const runIds = runs.filter(({ historyDeletedAt }) => historyDeletedAt === null).map((run) => run.id);
  const records =
    runIds.length === 0 ? [] : await context.loaders.deviceDeliveries.load({ appId, deviceId: id, runIds });
  const located = behind(
    records.map((node) => ({ node, at: [-node.runId, node.pushId, node.logKey, node.place] })),
    after,
  );
  const shown = located.slice(0, size);
  const whole = shown.length === located.length;
  const oldest = runs.at(-1)?.id;
  return {
    ...toConnection(shown, {
      order: ORDER,
      hasNextPage: !whole || runs.length === RUNS_PER_PAGE,
      hasPreviousPage: after !== null,
      totalCount: async () => located.length,
      // These runs are exhausted: the next page continues with earlier runs.
      ...(whole && oldest !== undefined ? { endCursor: toPlaceCursor(ORDER, [-(oldest - 1), 0, 0, -1]) } : {}),
    }),
    historyDeletedAt: runs.find(({ historyDeletedAt }) => historyDeletedAt !== null)?.historyDeletedAt ?? null,
  };
};
