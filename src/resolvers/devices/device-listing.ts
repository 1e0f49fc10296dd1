import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { DEVICE_SECRETS, Device } from '../../entities/device.js';
import { DeviceTag } from '../../entities/device-tag.js';
import { SchedulerFilter } from '../../entities/scheduler-filter.js';
import { AppError } from '../../errors.js';
import { canonicalZone } from '../../schedule/zones.js';
import { databaseIdOf } from '../../schema/global-id.js';
import {
  type Condition,
  compare,
  conditions,
  type Direction,
  isOneOf,
  type Listing,
  number,
  OrderDirectionEnum,
  text,
} from '../../schema/paging/listing.js';
import { CountryCodeScalar, DateTimeScalar, LanguageTagScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
import {
  activeCondition,
  carrying,
  foreignCondition,
  languageCondition,
  MOST_BY_INDEX,
  MOST_TAGS,
  ofUsers,
  withAny,
  withEvery,
} from './device-conditions.js';

export const DeviceSortEnum = { ID: 'ID', LAST_ACTIVE_AT: 'LAST_ACTIVE_AT' } as const;
type DeviceSort = keyof typeof DeviceSortEnum;

/** In 100 ms, on a machine of today; larger ones must be asked for in another way. */
const MOST_LOOKED_AT = 100_000;

/** For a page of those that have more. */
const MOST_FOR_A_PAGE = 50_000;

const MANY = MOST_LOOKED_AT.toLocaleString('en');
const MANY_FOR_A_PAGE = MOST_FOR_A_PAGE.toLocaleString('en');

const INDEXED = `\`externalUserIds\` or a \`tag\` that at most ${MOST_BY_INDEX.toLocaleString('en')} devices have`;

const WHAT_TO_ADD = `add ${INDEXED}, or name smaller applications in \`appIds\``;

registerEnumType(DeviceSortEnum, {
  name: 'DeviceSort',
  description: 'What devices can be sorted by.',
  valuesConfig: {
    ID: { description: 'By application, then in the order of registration: reads no more than it has to.' },
    LAST_ACTIVE_AT: {
      description: `When their SDK was last heard of; reads all devices that \`where\` leaves, of which there must be no more than ${MANY} (or those of ${INDEXED}).`,
    },
  },
});

const REFUSALS = {
  count: `These are more than ${MANY} devices, too many to count for one answer: ${WHAT_TO_ADD}; \`audienceEstimate\` and \`App.deviceCount\` say how many there are however large an application is.`,
  sort: `These are more than ${MANY} devices, too many to sort for one answer: ${WHAT_TO_ADD}, or sort by ID.`,
  page: `None of the next ${MANY_FOR_A_PAGE} devices is one that \`where\` asks for, and no more are looked at for one answer: ${WHAT_TO_ADD}.`,
};

const tooExpensive = (asked: keyof typeof REFUSALS): AppError => new AppError('TOO_EXPENSIVE', REFUSALS[asked]);

/** Devices have no owner of their own; a page is asked for `within` applications of the user. */
export const deviceListing = (userId: number): Listing<Device, DeviceSort> => ({
  name: 'device',
  isLarge: true,
  scan: { rows: MOST_LOOKED_AT, pageRows: MOST_FOR_A_PAGE, refuse: tooExpensive },
  entity: Device,
  // One table and a constant: MySQL walks the clustered key without sorting, which it would not do for a join.
  table: `(SELECT d.*, ${Number(userId)} AS user_id FROM device d)`,
  omit: DEVICE_SECRETS,
  key: [number('app_id'), number('id')],
  sorts: { ID: [], LAST_ACTIVE_AT: [number('seen_at')] },
});

/** Devices of each of several applications; of one alone they are read as those of `deviceListing`. */
export const appDeviceListing = (userId: number): Listing<Device, DeviceSort> => ({
  ...deviceListing(userId),
  name: 'deviceOfApp',
});

/** Which devices carry a tag, by `tag_id`: an index has them in this order. */
export const tagDeviceListing: Listing<DeviceTag, 'ID'> = {
  name: 'deviceOfTag',
  isLarge: true,
  entity: DeviceTag,
  table: 'device_tag',
  key: [number('app_id'), number('device_id')],
  sorts: { ID: [] },
};

/** The external ids of a one-time scheduler, as they were written; up to 100,000, so never loaded whole. */
export const externalIdListing: Listing<SchedulerFilter, 'POSITION'> = {
  name: 'externalId',
  entity: SchedulerFilter,
  table: 'scheduler_filter',
  key: [text('value')],
  sorts: { POSITION: [number('position')] },
};

@InputType({ description: 'How to sort devices. Equals are sorted by application and id.' })
export class DeviceOrderInput {
  @Field(() => DeviceSortEnum, { description: 'By what.' })
  field!: keyof typeof DeviceSortEnum;

  @Field(() => OrderDirectionEnum, { defaultValue: OrderDirectionEnum.ASC, description: 'Which end first.' })
  direction!: Direction;
}

@InputType({ description: 'Which devices; all conditions must hold.' })
export class DeviceWhereInput {
  @Field(() => [ID], { nullable: true, description: 'Of one of these applications.' })
  appIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Active: schedulers can reach it; or not: retired, or not heard of since its application was archived.',
  })
  active?: boolean | null;

  @Field(() => Boolean, { nullable: true, description: 'Retired, or not; left out: both.' })
  retired?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whose web push subscription was made with a VAPID key that is none of its application's, as noticed by sending in the last 30 days; or not.",
  })
  foreignSubscription?: boolean | null;

  @Field(() => LanguageTagScalar, { nullable: true, description: 'With this language; `pt` also finds `pt-BR`.' })
  language?: string | null;

  @Field(() => [CountryCodeScalar], { nullable: true, description: 'In one of these countries.' })
  countries?: string[] | null;

  @Field(() => [TimeZoneScalar], { nullable: true, description: 'In one of these time zones, by IANA names.' })
  timeZones?: string[] | null;

  @Field(() => String, { nullable: true, description: 'Carrying this tag.' })
  tag?: string | null;

  @Field(() => [String], { nullable: true, description: `Carrying every one of these tags, at most ${MOST_TAGS}.` })
  tagsAll?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: `Carrying at least one of these tags, of which there are at most ${MOST_TAGS}.`,
  })
  tagsAny?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'With one of these platforms, exactly as the devices reported them.',
  })
  platforms?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'With one of these versions of your application, exactly as the devices reported them.',
  })
  appVersions?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'Of one of these users, by your own ids of them.' })
  externalUserIds?: string[] | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Registered at this moment or later.' })
  registeredFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Registered before this moment.' })
  registeredBefore?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Heard of at this moment or later.' })
  lastActiveFrom?: Date | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'Not heard of since this moment.' })
  lastActiveBefore?: Date | null;

  /** @param owned the applications of the user. */
  static toApps(where: DeviceWhereInput | null | undefined, owned: readonly number[]): readonly number[] {
    const asked = where?.appIds && new Set(where.appIds.map((id) => databaseIdOf('App', id)));
    return asked ? owned.filter((id) => asked.has(id)) : owned;
  }

  /** @param within the applications that all of them are in. */
  static toConditions(
    where: DeviceWhereInput | null | undefined,
    { userId, within }: { userId: number; within: readonly number[] },
  ): Condition[] {
    return conditions(
      activeCondition(where?.active),
      compare('active', '=', where?.retired === true ? 0 : where?.retired === false ? 1 : null),
      foreignCondition(where?.foreignSubscription, within),
      languageCondition(where?.language),
      isOneOf(
        'country',
        where?.countries?.map((country) => country.toUpperCase()),
      ),
      isOneOf(
        'timezone',
        where?.timeZones?.flatMap((zone) => canonicalZone(zone) ?? []),
      ),
      typeof where?.tag === 'string' ? carrying([where.tag], { userId, within }) : null,
      ...withEvery(where?.tagsAll, { userId, within }),
      withAny(where?.tagsAny, { userId, within }),
      isOneOf('platform', where?.platforms),
      isOneOf('app_version', where?.appVersions),
      ofUsers(where?.externalUserIds, within),
      compare('registered_at', '>=', where?.registeredFrom),
      compare('registered_at', '<', where?.registeredBefore),
      compare('seen_at', '>=', where?.lastActiveFrom),
      compare('seen_at', '<', where?.lastActiveBefore),
    );
  }
}
