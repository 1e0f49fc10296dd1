import { DEVICE_SECRETS, Device } from '../../entities/device.js';
import { DeviceTag } from '../../entities/device-tag.js';
import { SchedulerFilter } from '../../entities/scheduler-filter.js';
import { AppError } from '../../errors.js';
import { canonicalZone } from '../../schedule/zones.js';
import type { GraphContext } from '../../schema/context.js';
import { databaseIdOf } from '../../schema/global-id.js';
import { COUNT_OF_DEVICES } from '../../schema/limits/costly.js';
import type { Connection } from '../../schema/paging/connection.js';
import { defineListing, type Where } from '../../schema/paging/define-listing.js';
import { compare, isOneOf, type Listing, number, text } from '../../schema/paging/listing.js';
import { anyOf, anyOfIds, before, flag, from, type WhereField } from '../../schema/paging/where-fields.js';
import { CountryCodeScalar, LanguageTagScalar, TimeZoneScalar } from '../../schema/scalars/scalars.js';
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
import { DeviceType } from './device-types.js';

/** A scan of this many rows takes 100 ms. */
const MOST_LOOKED_AT = 100_000;

/** The limit for one page of a list that is longer than that. */
const MOST_FOR_A_PAGE = 50_000;

const MANY = MOST_LOOKED_AT.toLocaleString('en');
const MANY_FOR_A_PAGE = MOST_FOR_A_PAGE.toLocaleString('en');

const INDEXED = `\`externalUserIds\` or a \`tag\` that at most ${MOST_BY_INDEX.toLocaleString('en')} devices have`;
const HOW_TO_NARROW = `Add ${INDEXED}, or name smaller applications in \`appIds\``;

const REFUSALS = {
  count: `More than ${MANY} devices match, which is too many to count. ${HOW_TO_NARROW}. \`audienceEstimate\` and \`App.deviceCount\` work for any number.`,
  sort: `More than ${MANY} devices match, which is too many to sort. ${HOW_TO_NARROW}, or sort by ID.`,
  page: `None of the next ${MANY_FOR_A_PAGE} devices matches \`where\`, and the search stops there. ${HOW_TO_NARROW}.`,
};

const tooExpensive = (asked: keyof typeof REFUSALS): AppError => new AppError('TOO_EXPENSIVE', REFUSALS[asked]);

/** Filters whose conditions depend on the applications `within` which devices are listed. */
const tagFilter = (toCondition: WhereField<string[]>['toCondition'], description: string): WhereField<string[]> => ({
  type: () => [String],
  description,
  toCondition,
});

const idsOfTags =
  ({ loaders }: GraphContext) =>
  (tag: string): Promise<number | null> =>
    loaders.tagIds.load(tag);

export const deviceListing = defineListing({
  name: 'device',
  noun: 'Device',
  plural: 'devices',
  type: () => DeviceType,
  connection: { countCost: COUNT_OF_DEVICES },
  isLarge: true,
  scan: { rows: MOST_LOOKED_AT, pageRows: MOST_FOR_A_PAGE, refuse: tooExpensive },
  entity: Device,
  table: 'device',
  omit: DEVICE_SECRETS,
  key: [number('app_id'), number('id')],
  sorts: {
    ID: { by: [], description: 'Application, then order of registration. The fastest order.' },
    LAST_ACTIVE_AT: {
      by: [number('seen_at')],
      description: `Last activity. Reads every matching device: at most ${MANY}, or those found by ${INDEXED}. Otherwise the error is TOO_EXPENSIVE.`,
    },
  },
  where: {
    appIds: {
      ...anyOfIds('App', 'app_id', 'Devices of any of these applications.'),
      // `appsOfWhere` applies this filter.
      toCondition: () => null,
    },
    active: {
      ...flag(
        '',
        'True: devices that schedulers can reach. False: retired ones, and those not active since their application was archived.',
      ),
      toCondition: async (active: boolean, { loaders, caller: { userId } }) =>
        activeCondition(active, await loaders.activeSince.load(userId)),
    },
    retired: {
      ...flag('', 'True: only retired devices. False: only the others.'),
      toCondition: (retired: boolean) => compare('active', '=', retired ? 0 : 1),
    },
    foreignSubscription: {
      ...flag(
        '',
        'True: browsers that subscribed with a VAPID key that does not belong to their application, as noticed while sending in the last 30 days. False: only the others.',
      ),
      toCondition: (foreign: boolean, { loaders: { isVitess } }, within) =>
        foreignCondition(foreign, { within, isVitess }),
    },
    language: {
      type: () => LanguageTagScalar,
      description: 'Devices with this language; `pt` also matches `pt-BR`.',
      toCondition: (language: string) => languageCondition(language),
    },
    countries: {
      ...anyOf(CountryCodeScalar, '', 'Devices in any of these countries.'),
      toCondition: (countries: string[]) =>
        isOneOf(
          'country',
          countries.map((country) => country.toUpperCase()),
        ),
    },
    timeZones: {
      ...anyOf(TimeZoneScalar, '', 'Devices in any of these IANA time zones.'),
      toCondition: (zones: string[]) =>
        isOneOf(
          'timezone',
          zones.flatMap((zone) => canonicalZone(zone) ?? []),
        ),
    },
    tag: {
      type: () => String,
      description: 'Devices with this tag.',
      toCondition: (tag: string, context, within) => carrying([tag], { idOf: idsOfTags(context), within }),
    },
    tagsAll: tagFilter(
      (tags, context, within) => withEvery(tags, { idOf: idsOfTags(context), within }),
      `Devices with all of these tags, up to ${MOST_TAGS}.`,
    ),
    tagsAny: tagFilter(
      (tags, context, within) => withAny(tags, { idOf: idsOfTags(context), within }),
      `Devices with at least one of these tags, up to ${MOST_TAGS}.`,
    ),
    platforms: anyOf(String, 'platform', 'Devices on any of these platforms, exactly as reported.'),
    appVersions: anyOf(String, 'app_version', 'Devices with any of these application versions, exactly as reported.'),
    externalUserIds: {
      ...anyOf(String, '', 'Devices of any of these users, by your own ids.'),
      toCondition: (users: string[], _context, within) => ofUsers(users, within),
    },
    registeredFrom: from('registered_at', 'Earliest registration, inclusive.'),
    registeredBefore: before('registered_at', 'Latest registration, exclusive.'),
    lastActiveFrom: from('seen_at', 'Earliest last activity, inclusive.'),
    lastActiveBefore: before('seen_at', 'Latest last activity, exclusive.'),
  },
});

type DeviceRows = typeof deviceListing.listing;

/** Devices of the user, `within` applications: the table does not name the owner. */
export const ownDevices = (userId: number): DeviceRows => ({
  ...deviceListing.listing,
  // One table and a constant: MySQL then reads the clustered key in order. With a join it would sort.
  table: `(SELECT d.*, ${Number(userId)} AS user_id FROM device d)`,
});

/** Devices of several applications. The devices of a single one are read as those of `ownDevices`. */
export const appDevices = (userId: number): DeviceRows => ({ ...ownDevices(userId), name: 'deviceOfApp' });

/** The applications that a filter leaves. @param owned the applications of the user */
export const appsOfWhere = (where: Where, owned: readonly number[]): readonly number[] => {
  const ids = where?.appIds as readonly string[] | null | undefined;
  if (!ids) return owned;
  const asked = new Set(ids.map((id) => databaseIdOf('App', id)));
  return owned.filter((id) => asked.has(id));
};

/** A list that is read and counted only on request: a page without an index can take as long as the count. */
export interface DevicePage {
  read(): Promise<Connection<Device>>;
  count(): Promise<number>;
}

/** The links of devices to tags, by `tag_id`; an index has this order. */
export const tagDeviceListing: Listing<DeviceTag, 'ID'> = {
  name: 'deviceOfTag',
  isLarge: true,
  entity: DeviceTag,
  table: 'device_tag',
  key: [number('app_id'), number('device_id')],
  sorts: { ID: [] },
};

/** The external ids of a one-time scheduler in their original order: up to 100,000, so they are read by page. */
export const externalIdListing: Listing<SchedulerFilter, 'POSITION'> = {
  name: 'externalId',
  entity: SchedulerFilter,
  table: 'scheduler_filter',
  key: [text('value')],
  sorts: { POSITION: [number('position')] },
};
