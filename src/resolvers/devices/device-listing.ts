import { Field, ID, InputType, registerEnumType } from 'type-graphql';
import { DEVICE_SECRETS, Device } from '../../entities/device.js';
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
import { isStillForeign } from '../../services/devices/device-queries.js';
import { canonicalLanguage } from '../../text/language.js';

export const DeviceSortEnum = { ID: 'ID', LAST_ACTIVE_AT: 'LAST_ACTIVE_AT' } as const;
type DeviceSort = keyof typeof DeviceSortEnum;

/** In 100 ms, on a machine of today; larger ones must be asked for in another way. */
const MOST_LOOKED_AT = 100_000;

/** For a page of those that have more. */
const MOST_FOR_A_PAGE = 50_000;

/** Each of them is then a look-up: on SQLite so many take 42 ms of CPU, and a look at 100,000 side by side 13. */
const MOST_BY_INDEX = 10_000;

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
      tagCondition(where?.tag, { userId, within }),
      ofUsers(where?.externalUserIds, within),
      compare('registered_at', '>=', where?.registeredFrom),
      compare('registered_at', '<', where?.registeredBefore),
      compare('seen_at', '>=', where?.lastActiveFrom),
      compare('seen_at', '<', where?.lastActiveBefore),
    );
  }
}

/** Our own ids stand in the text: a user may have more applications than a statement takes parameters. */
const inApps = (column: string, ids: readonly number[]): string =>
  ids.length === 0 ? '1 = 0' : `${column} IN (${ids.map(Number).join(', ')})`;

/**
 * Theirs are looked up first, by an index; SQLite would go through all devices in the order of the list, a million in
 * 0.1 s. But an application may give one id to everybody who has not signed in. The inner `t` is the inner statement's own.
 */
const ofUsers = (users: readonly string[] | null | undefined, within: readonly number[]): Condition | null => {
  const ofThem = isOneOf('external_user_id', users);
  if (!ofThem) return null;
  const { parameters } = ofThem;
  const theirs = `FROM device t WHERE ${inApps('t.app_id', within)} AND ${ofThem.sql}`;
  return {
    ...ofThem,
    byIndex: {
      sql: `t.id IN (SELECT t.id ${theirs})`,
      parameters,
      rows: MOST_BY_INDEX,
      turn: 'first',
      meeting: { sql: `SELECT 1 AS one ${theirs}`, parameters },
    },
  };
};

const activeCondition = (active: boolean | null | undefined): Condition | null => {
  if (active === null || active === undefined) return null;
  const sql = 't.active = 1 AND t.seen_at > (SELECT a.devices_active_since FROM app a WHERE a.id = t.app_id)';
  return { sql: active ? sql : `NOT (${sql})`, parameters: [] };
};

/**
 * Not EXISTS: MySQL and MariaDB turn that into a table of all that meet it, made anew for every statement, where a page
 * looks at some thousand devices.
 */
const thereIs = (from: string): string => `(SELECT 1 ${from} LIMIT 1) IS NOT NULL`;

const foreignCondition = (foreign: boolean | null | undefined, within: readonly number[]): Condition | null => {
  if (foreign === null || foreign === undefined) return null;
  const sql = thereIs(`FROM foreign_subscription f WHERE ${isStillForeign('t')}`);
  const noticed = `FROM foreign_subscription f WHERE ${inApps('f.app_id', within)}`;
  // Those few are gathered once: looked up for each of 100,000 devices, they took MariaDB twice as long as the devices.
  if (!foreign) return { sql: `NOT (t.id IN (SELECT f.device_id ${noticed}) AND ${sql})`, parameters: [] };
  return {
    sql,
    parameters: [],
    byIndex: {
      sql: `t.id IN (SELECT f.device_id ${noticed}) AND ${sql}`,
      parameters: [],
      rows: MOST_BY_INDEX,
      turn: 'second',
      meeting: { sql: `SELECT 1 AS one ${noticed}`, parameters: [] },
    },
  };
};

const languageCondition = (language: string | null | undefined): Condition | null => {
  const tag = language ? canonicalLanguage(language) : null;
  if (tag === null) return null;
  return tag.includes('-')
    ? { sql: 't.language = ?', parameters: [tag] }
    : { sql: 't.language = ? OR t.language LIKE ?', parameters: [tag, `${tag}-%`] };
};

const tagCondition = (
  tag: string | null | undefined,
  { userId, within }: { userId: number; within: readonly number[] },
): Condition | null => {
  if (tag === null || tag === undefined) return null;
  const parameters = [userId, tag];
  const links = 'FROM tag g JOIN device_tag l ON l.tag_id = g.id WHERE g.user_id = ? AND g.name = ?';
  const inThem = `${links} AND ${inApps('l.app_id', within)}`;
  return {
    sql: thereIs(`${links} AND l.device_id = t.id AND l.app_id = t.app_id`),
    parameters,
    byIndex: {
      sql: `t.id IN (SELECT l.device_id ${inThem})`,
      parameters,
      rows: MOST_BY_INDEX,
      turn: 'second',
      meeting: { sql: `SELECT 1 AS one ${inThem}`, parameters },
    },
  };
};
