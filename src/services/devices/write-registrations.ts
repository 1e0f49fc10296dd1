import { toWords } from '../../audience/mark-condition.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { type SqlRow, type SqlValue, writeRows } from '../../database/write-rows.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import { BIT_WORDS, type Device } from '../../entities/device.js';
import type { AppError } from '../../errors.js';
import { recordFirstEvents } from '../events/record-events.js';
import { INSTALL } from './blank-device.js';
import { ensureTags, type Retagged, replaceTagLinks, type TagMark } from './device-marks.js';
import { noRoom } from './device-room.js';
import type { DeviceAddress, DeviceColumns } from './device-rules.js';
import { writeZoneChanges, zoneChangeAt } from './device-zones.js';

/** A device that keeps every rule, before the database is asked whether it is known. */
export interface JudgedDevice {
  readonly address: DeviceAddress;
  readonly tokenHash: string;
  readonly columns: DeviceColumns;
  /** undefined: its tags stay as they are. */
  readonly audiences: readonly string[] | null | undefined;
}

export interface Written {
  readonly deviceId: number;
  readonly created: boolean;
  /** The account has no room for another device; nothing was written. */
  readonly refused?: AppError;
}

export interface RegistrationScope {
  readonly database: Database;
  readonly app: App;
  /** Epoch ms. */
  readonly now: number;
  /** Whether `install` starts the delays of auto-push. */
  readonly startSends: boolean;
  /** None is looked up: one that is known after all is a duplicate, which ends the transaction. */
  readonly areNew: boolean;
  /** For how many new devices there is room; null: no limit. */
  readonly room: number | null;
}

interface Placed extends JudgedDevice {
  /** For the device, if nobody has its token yet. */
  readonly newId: number;
  readonly index: number;
}

/**
 * Devices of one application, in as many statements for hundreds as for one. A token that is known, or comes again,
 * refreshes its device.
 */
export const writeRegistrations = async (
  tx: Tx,
  scope: RegistrationScope,
  { devices, newIds }: { readonly devices: readonly JudgedDevice[]; readonly newIds: readonly number[] },
): Promise<{ written: Written[]; earliestDueAt: number | null }> => {
  const written: Written[] = [];
  let earliestDueAt: number | null = null;
  let [registered, returned] = [0, 0];
  for (const [turn, wave] of toWaves(devices, newIds).entries()) {
    const known = scope.areNew && turn === 0 ? NOBODY : await lockByTokens(tx, scope, wave);
    const tags = await loadTagSets(tx, scope, wave);
    const old: Refresh[] = [];
    const fresh: Placed[] = [];
    for (const item of wave) {
      const before = known.get(item.tokenHash);
      if (!before && scope.room !== null && registered + fresh.length >= scope.room) {
        written[item.index] = { deviceId: 0, created: false, refused: noRoom() };
        continue;
      }
      if (before) old.push({ item, before });
      else fresh.push(item);
      written[item.index] = { deviceId: before ? before.id : item.newId, created: !before };
      if (before && !before.active) returned += 1;
    }
    await refreshMany(tx, scope, { items: old, tags });
    earliestDueAt = earlier(earliestDueAt, await insertMany(tx, scope, { items: fresh, tags }));
    registered += fresh.length;
  }
  const flow = { appId: scope.app.id, now: scope.now, spreadBy: newIds[0] ?? 0 };
  await addDeviceFlow(tx, flow, { registered, returned });
  return { written, earliestDueAt };
};

/** Each wave has a token once; what comes again finds what the wave before has made. */
const toWaves = (devices: readonly JudgedDevice[], newIds: readonly number[]): Placed[][] => {
  const waves: Placed[][] = [];
  const seen = new Map<string, number>();
  for (const [index, { address, tokenHash, columns, audiences }] of devices.entries()) {
    const turn = seen.get(tokenHash) ?? 0;
    seen.set(tokenHash, turn + 1);
    waves[turn] ??= [];
    waves[turn].push({ newId: newIds[index] ?? 0, address, tokenHash, columns, audiences, index });
  }
  return waves;
};

const words = (name: string): string[] => Array.from({ length: BIT_WORDS }, (_, word) => `${name}_w${word}`);
const TAG_WORDS = words('tag');
const ATTRIBUTES = ['language', 'country', 'timezone', 'external_user_id', 'platform', 'app_version'] as const;

/** What a registration may leave as it is. */
type KnownDevice = Pick<RowOf<Device>, 'id' | (typeof ATTRIBUTES)[number]> & {
  readonly active: boolean;
  readonly hasTags: boolean;
  readonly timezoneChangedAt: number | null;
  readonly tagWords: readonly bigint[];
};

const NOBODY: ReadonlyMap<string, KnownDevice> = new Map();

interface Refresh {
  readonly item: Placed;
  readonly before: KnownDevice;
}

/** The words of tags come as text: they do not fit a number. */
const KNOWN_COLUMNS = [
  ...['token_hash', 'id', 'active', 'has_tags', 'timezone_changed_at', ...ATTRIBUTES],
  ...TAG_WORDS.map((word) => `CAST(${word} AS CHAR) AS ${word}`),
].join(', ');

const lockByTokens = async (
  tx: Tx,
  { database, app }: RegistrationScope,
  items: readonly Placed[],
): Promise<ReadonlyMap<string, KnownDevice>> => {
  const { dialect } = database;
  const among = dialect.among(
    'token_hash',
    items.map(({ tokenHash }) => tokenHash),
  );
  const sql = `SELECT ${KNOWN_COLUMNS} FROM device ${dialect.forceIndex('device_token')}
    WHERE app_id = ? AND ${among.sql} ${dialect.forUpdate}`;
  const rows = await select<KnownRow>(tx, sql, [app.id, ...among.parameters]);
  return new Map(rows.map((row) => [row.token_hash, toKnown(row)]));
};

type KnownRow = Pick<
  RowOf<Device>,
  'token_hash' | 'id' | 'active' | 'has_tags' | 'timezone_changed_at' | (typeof ATTRIBUTES)[number]
> & { readonly [word: string]: unknown };

const toKnown = (row: KnownRow): KnownDevice => ({
  id: Number(row.id),
  active: Number(row.active) === 1,
  hasTags: Number(row.has_tags) === 1,
  timezoneChangedAt: row.timezone_changed_at === null ? null : Number(row.timezone_changed_at),
  language: row.language,
  country: row.country,
  timezone: row.timezone,
  external_user_id: row.external_user_id,
  platform: row.platform,
  app_version: row.app_version,
  tagWords: TAG_WORDS.map((word) => BigInt(String(row[word]))),
});

interface TagSet {
  readonly tags: readonly TagMark[];
  readonly words: readonly (number | bigint)[];
}

/** Of lists of names, each worked out once: most devices share theirs with others. */
type TagSets = (names: readonly string[]) => TagSet;

const loadTagSets = async (
  tx: Tx,
  { database, app, now }: RegistrationScope,
  items: readonly Placed[],
): Promise<TagSets> => {
  const names = new Set<string>();
  for (const { audiences } of items) for (const name of audiences ?? []) names.add(name);
  const found = await ensureTags(tx, { database, userId: app.userId, now }, [...names]);
  const tags = new Map(found.map((tag) => [tag.name, tag]));
  const sets = new Map<string, TagSet>();
  return (wanted) => {
    const key = wanted.join('\n');
    const set = sets.get(key) ?? toTagSet([...new Set(wanted)].flatMap((name) => tags.get(name) ?? []));
    sets.set(key, set);
    return set;
  };
};

const toTagSet = (tags: readonly TagMark[]): TagSet => ({
  tags,
  words: toWords(tags.map(({ ordinal }) => ordinal)).map(toSmallest),
});

/** Drivers take numbers in less time than large integers. */
function toSmallest(word: bigint): number | bigint {
  return word <= Number.MAX_SAFE_INTEGER ? Number(word) : word;
}

const ADDRESS = ['token', 'p256dh', 'auth', 'token_at'] as const;
/** What a registration changes of a device; the others of its columns are as they were. */
const REFRESHED = [...ADDRESS, ...ATTRIBUTES, 'timezone_changed_at', 'has_tags', 'active', 'seen_at', ...TAG_WORDS];
const COLUMNS = ['app_id', 'id', 'token_hash', 'registered_at', ...REFRESHED];

/** What a registration names changes; the device is seen now, and active again. */
const refreshMany = async (
  tx: Tx,
  { database, app, now }: RegistrationScope,
  { items, tags }: { items: readonly Refresh[]; tags: TagSets },
): Promise<void> => {
  if (items.length === 0) return;
  const moved = items.filter(({ item, before }) => isMove(item.columns.timezone, before.timezone));
  const movedAt = moved.length > 0 ? await zoneChangeAt(tx, now) : now;
  const before = moved.map(({ before: { id, timezone } }) => ({ appId: app.id, id, timezone }));
  await writeZoneChanges(tx, database, { before, at: movedAt });
  const rows = items.map(({ item, before }): SqlRow => {
    const set = item.audiences === undefined ? null : tags(item.audiences ?? []);
    const { timezone } = item.columns;
    return toRow(app.id, before.id, item, now, {
      before,
      timezoneChangedAt: isMove(timezone, before.timezone) ? movedAt : before.timezoneChangedAt,
      hasTags: set ? set.tags.length > 0 : before.hasTags,
      tagWords: set ? set.words : before.tagWords,
    });
  });
  const onClash = database.dialect.upsert(
    ['app_id', 'id'],
    (incoming) =>
      `${REFRESHED.map((column) => `${column} = ${incoming(column)}`).join(', ')}, inactive_reason = NULL, inactive_at = NULL`,
  );
  await writeRows(tx, { table: 'device', columns: COLUMNS, onClash }, rows);
  const tagged = items.filter(({ item }) => item.audiences !== undefined);
  await replaceTagLinks(
    tx,
    app.id,
    tagged.map(({ item, before: { id, hasTags } }) => ({
      deviceId: id,
      hadTags: hasTags,
      tags: tags(item.audiences ?? []).tags,
    })),
  );
};

const isMove = (timezone: string | null | undefined, before: string | null): boolean =>
  timezone !== undefined && timezone !== before;

/** The words that `install` leaves at 0 are 0 by default. */
const INSTALLED = toWords([INSTALL.ordinal])
  .map((word, index) => ({ column: `event_w${index}`, word: toSmallest(word) }))
  .filter(({ word }) => word !== 0);
const NEW_DEVICE = { table: 'device', columns: [...COLUMNS, ...INSTALLED.map(({ column }) => column)] };

/** Epoch ms of the earliest send that they have started. */
const insertMany = async (
  tx: Tx,
  { app, now, startSends }: RegistrationScope,
  { items, tags }: { items: readonly Placed[]; tags: TagSets },
): Promise<number | null> => {
  if (items.length === 0) return null;
  const tagged: Retagged[] = [];
  const rows = items.map((item): SqlRow => {
    const { tags: own, words: tagWords } = tags(item.audiences ?? []);
    if (own.length > 0) tagged.push({ deviceId: item.newId, hadTags: false, tags: own });
    const rest = { before: BLANK, timezoneChangedAt: null, hasTags: own.length > 0, tagWords };
    const row = toRow(app.id, item.newId, item, now, rest);
    for (const { word } of INSTALLED) row.push(word);
    return row;
  });
  await writeRows(tx, NEW_DEVICE, rows);
  await replaceTagLinks(tx, app.id, tagged);
  const event = { eventId: INSTALL.id, code: INSTALL.code, ordinal: INSTALL.ordinal, occurredAt: now };
  const deviceIds = items.map(({ newId }) => newId);
  const first = { userId: app.userId, appId: app.id, deviceIds, event, now, startSends };
  return (await recordFirstEvents(tx, first)).earliestDueAt;
};

/** Of a device of which nothing is known. */
const BLANK: Pick<KnownDevice, (typeof ATTRIBUTES)[number]> = {
  language: null,
  country: null,
  timezone: null,
  external_user_id: null,
  platform: null,
  app_version: null,
};

interface RestOfRow {
  readonly before: Pick<KnownDevice, (typeof ATTRIBUTES)[number]>;
  readonly timezoneChangedAt: number | null;
  readonly hasTags: boolean;
  readonly tagWords: readonly (number | bigint)[];
}

/** In the order of `COLUMNS`. */
const toRow = (
  appId: number,
  id: number,
  { tokenHash, address, columns }: Placed,
  now: number,
  { before, timezoneChangedAt, hasTags, tagWords }: RestOfRow,
): SqlValue[] => {
  const row: SqlValue[] = [
    appId,
    id,
    tokenHash,
    now,
    address.token,
    address.p256dh,
    address.auth,
    now,
    orBefore(columns.language, before.language),
    orBefore(columns.country, before.country),
    orBefore(columns.timezone, before.timezone),
    orBefore(columns.externalUserId, before.external_user_id),
    orBefore(columns.platform, before.platform),
    orBefore(columns.appVersion, before.app_version),
    timezoneChangedAt,
    hasTags ? 1 : 0,
    1,
    now,
  ];
  for (const word of tagWords) row.push(word);
  return row;
};

const orBefore = (named: string | null | undefined, before: string | null): string | null =>
  named === undefined ? before : named;

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
