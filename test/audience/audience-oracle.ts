import type { FilterLists } from '../../src/services/schedulers/scheduler-input.js';

/** A device with its history, in the terms of docs/rules.md, without bits, words or SQL. */
export interface OracleDevice {
  readonly id: number;
  readonly appId: number;
  language: string | null;
  country: string | null;
  tags: ReadonlySet<string>;
  readonly events: Set<string>;
  /** Its zones in order, each with the instant of the change. */
  readonly zones: { readonly since: number; readonly zone: string | null }[];
  externalId: string | null;
  retired: boolean;
  seenAt: number;
}

export interface OracleApp {
  readonly id: number;
  archived: boolean;
  /** When it was last archived. */
  archivedAt: number | null;
}

export interface OracleAccount {
  readonly apps: readonly OracleApp[];
  readonly appGroups: readonly { readonly id: number; readonly allApps: boolean; readonly appIds: readonly number[] }[];
  readonly audienceGroups: readonly { readonly id: number; readonly tags: readonly string[] }[];
  readonly devices: readonly OracleDevice[];
}

export interface OracleFilter {
  readonly allApps: boolean;
  readonly allAudiences: boolean;
  readonly filters: FilterLists;
}

export interface OraclePart {
  readonly zones: readonly string[] | null;
  readonly firstAt: number;
}

/** docs/rules.md#scheduler-apps */
export const appsOf = (account: OracleAccount, { allApps, filters }: OracleFilter): number[] => {
  const active = account.apps.filter((app) => !app.archived).map((app) => app.id);
  const membersOf = (groupIds: readonly (string | number)[]): number[] =>
    account.appGroups
      .filter((group) => groupIds.includes(group.id))
      .flatMap((group) => (group.allApps ? active : group.appIds));
  const included = allApps
    ? active
    : [...list(filters, 'app_ids_include'), ...membersOf(list(filters, 'app_groups_include'))];
  const excluded = [...list(filters, 'app_ids_exclude'), ...membersOf(list(filters, 'app_groups_exclude'))];
  return active.filter((id) => included.includes(id) && !excluded.includes(id)).sort((a, b) => a - b);
};

/** Ids of the devices that the rules reach (docs/rules.md#whom-they-reach). */
export const reachedBy = (
  account: OracleAccount,
  filter: OracleFilter,
  parts: readonly OraclePart[] | null,
): number[] => {
  const apps = appsOf(account, filter);
  return account.devices
    .filter((device) => apps.includes(device.appId))
    .filter((device) => isActive(account, device))
    .filter((device) => fitsCountry(device, filter.filters))
    .filter((device) => fitsLanguage(device, filter.filters))
    .filter((device) => fitsAudience(account, device, filter))
    .filter((device) => fitsEvents(device, filter.filters))
    .filter((device) => fitsExternalId(device, filter.filters))
    .filter((device) => parts === null || parts.some((part) => fitsZone(device, part)))
    .map((device) => device.id)
    .sort((a, b) => a - b);
};

const list = (filters: FilterLists, field: keyof FilterLists): readonly (string | number)[] => filters[field] ?? [];

const isActive = (account: OracleAccount, device: OracleDevice): boolean => {
  const archivedAt = account.apps.find((app) => app.id === device.appId)?.archivedAt ?? null;
  return !device.retired && (archivedAt === null || device.seenAt > archivedAt);
};

const fitsCountry = ({ country }: OracleDevice, filters: FilterLists): boolean => {
  const has = (field: 'countries_include' | 'countries_exclude') =>
    country !== null && list(filters, field).some((code) => String(code).toUpperCase() === country.toUpperCase());
  const wanted = list(filters, 'countries_include');
  return (wanted.length === 0 || has('countries_include')) && !has('countries_exclude');
};

const fitsLanguage = ({ language }: OracleDevice, filters: FilterLists): boolean => {
  const speaks = (entry: string | number): boolean => {
    const [wanted, own] = [String(entry).toLowerCase(), (language ?? '').toLowerCase()];
    return own === wanted || (!wanted.includes('-') && own.split('-')[0] === wanted);
  };
  const wanted = list(filters, 'languages_include');
  return (wanted.length === 0 || wanted.some(speaks)) && !list(filters, 'languages_exclude').some(speaks);
};

const fitsAudience = (account: OracleAccount, { tags }: OracleDevice, { allAudiences, filters }: OracleFilter) => {
  const tagsOf = (groupIds: readonly (string | number)[]): readonly string[] =>
    account.audienceGroups.filter((group) => groupIds.includes(group.id)).flatMap((group) => group.tags);
  const included = [...list(filters, 'audiences_include'), ...tagsOf(list(filters, 'audience_groups_include'))];
  const excluded = [...list(filters, 'audiences_exclude'), ...tagsOf(list(filters, 'audience_groups_exclude'))];
  const filtered = list(filters, 'audiences_include').length > 0 || list(filters, 'audience_groups_include').length > 0;
  if (allAudiences && tags.size === 0) return false;
  if (filtered && !included.some((tag) => tags.has(String(tag)))) return false;
  return !excluded.some((tag) => tags.has(String(tag)));
};

const fitsEvents = ({ events }: OracleDevice, filters: FilterLists): boolean => {
  const wanted = list(filters, 'event_include').length === 0 ? ['install'] : list(filters, 'event_include');
  return (
    wanted.some((code) => events.has(String(code))) &&
    !list(filters, 'event_exclude').some((code) => events.has(String(code)))
  );
};

const fitsExternalId = ({ externalId }: OracleDevice, filters: FilterLists): boolean => {
  const wanted = list(filters, 'external_ids');
  return wanted.length === 0 || (externalId !== null && wanted.includes(externalId));
};

/**
 * The device's zone before the local moment's first instant. A device registered later has its first zone
 * (docs/rules.md#local-time).
 */
const fitsZone = ({ zones }: OracleDevice, { zones: wanted, firstAt }: OraclePart): boolean => {
  if (wanted === null) return true;
  const then = zones.findLast(({ since }) => since < firstAt) ?? zones[0];
  return wanted.includes(then?.zone ?? 'UTC');
};
