import { toWords } from '../../audience/mark-condition.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { type SqlRow, toValues, writeRows } from '../../database/write-rows.js';
import type { App } from '../../entities/app.js';
import type { RowOf } from '../../entities/column-types.js';
import {
  BIT_WORDS,
  DEVICE_ATTRIBUTES,
  DEVICE_TABLE,
  type Device,
  type DeviceAttributes,
} from '../../entities/device.js';
import { type StoredValue, toColumnName } from '../../entities/table.js';
import type { AppError } from '../../errors.js';
import { readAttributes } from '../../ports/attributes.js';
import type { Tombstones } from '../erasures/tombstones.js';
import { attempt } from '../events/group-commit.js';
import { recordFirstEvents } from '../events/record-events.js';
import { announceDevices } from './announce-devices.js';
import { AttributeContext, type DeviceCopies } from './attribute-context.js';
import { INSTALL, REACTIVATED } from './blank-device.js';
import { ensureTags, type Retagged, replaceTagLinks, type TagMark } from './device-marks.js';
import { noRoom } from './device-room.js';
import type { DeviceAddress, DeviceRequest } from './device-rules.js';
import { writeZoneChanges, zoneChangeAt } from './device-zones.js';

/** A valid registration, before the database has been asked whether the device is known. */
export interface JudgedDevice extends DeviceRequest {
  readonly address: DeviceAddress;
  readonly tokenHash: string;
}

export interface Written {
  readonly deviceId: number;
  readonly created: boolean;
  /** The account has too many devices, or an attribute has a wrong type; nothing was written. */
  readonly refused?: AppError;
}

export interface RegistrationScope {
  readonly database: Database;
  readonly app: App;
  readonly tombstones: Pick<Tombstones, 'among'>;
  /** Epoch ms. */
  readonly now: number;
  /** Whether `install` starts the delays of auto-push. */
  readonly startSends: boolean;
  /** Skips the lookup. A device that is known after all fails the transaction as a duplicate. */
  readonly areNew: boolean;
  /** How many new devices the account may have; null: no limit. */
  readonly room: number | null;
}

interface Placed extends JudgedDevice {
  /** The id of the device if its token is new. */
  readonly newId: number;
  readonly index: number;
}

/**
 * Writes registrations of one application in a fixed number of statements. A token that is known or repeated refreshes
 * its device.
 */
export const writeRegistrations = async (
  tx: Tx,
  scope: RegistrationScope,
  { devices, newIds }: { readonly devices: readonly JudgedDevice[]; readonly newIds: readonly number[] },
): Promise<{ written: Written[]; earliestDueAt: number | null }> => {
  const { app, now } = scope;
  const context = await AttributeContext.load(tx, { ...scope, userId: app.userId, by: 'server' }, devices);
  const written: Written[] = [];
  let earliestDueAt: number | null = null;
  const registered: number[] = [];
  const returned: number[] = [];
  for (const [turn, wave] of toWaves(devices, newIds).entries()) {
    const known = scope.areNew && turn === 0 ? NOBODY : await lockByTokens(tx, scope, wave);
    const pairs = wave.map((item) => [item, known.get(item.tokenHash) ?? BLANK] as const);
    await context.loadKept(tx, pairs);
    const tags = await loadTagSets(tx, scope, wave);
    const old: Refresh[] = [];
    const fresh: Fresh[] = [];
    for (const item of wave) {
      const before = known.get(item.tokenHash);
      const hasRoom = before || scope.room === null || registered.length + fresh.length < scope.room;
      const settled = hasRoom ? attempt(() => context.settle(item, before ?? BLANK)) : { refused: noRoom() };
      if ('refused' in settled) {
        written[item.index] = { deviceId: 0, created: false, refused: settled.refused };
        continue;
      }
      const copies = settled.result;
      if (before) old.push({ item, before, copies });
      else fresh.push({ item, copies });
      written[item.index] = { deviceId: before ? before.id : item.newId, created: !before };
      if (before && !before.active) returned.push(before.id);
    }
    await refreshMany(tx, scope, { items: old, tags });
    earliestDueAt = earlier(earliestDueAt, await insertMany(tx, scope, { items: fresh, tags }));
    registered.push(...fresh.map(({ item }) => item.newId));
  }
  await context.save(tx);
  await announceDevices(tx, app, { now, registered, returned });
  return { written, earliestDueAt };
};

/** Splits the devices so that each wave has a token once. A repeated token finds the device of the wave before. */
const toWaves = (devices: readonly JudgedDevice[], newIds: readonly number[]): Placed[][] => {
  const waves: Placed[][] = [];
  const seen = new Map<string, number>();
  for (const [index, device] of devices.entries()) {
    const turn = seen.get(device.tokenHash) ?? 0;
    seen.set(device.tokenHash, turn + 1);
    waves[turn] ??= [];
    waves[turn].push({ ...device, newId: newIds[index] ?? 0, index });
  }
  return waves;
};

const words = (name: string): string[] => Array.from({ length: BIT_WORDS }, (_, word) => `${name}_w${word}`);
const TAG_WORDS = words('tag');

/** The values of a known device that a registration may keep. */
type KnownDevice = KnownFacts & {
  readonly id: number;
  readonly active: boolean;
  readonly hasTags: boolean;
  readonly timezoneChangedAt: number | null;
  readonly tagWords: readonly bigint[];
};

type KnownFacts = DeviceAttributes & DeviceCopies;

const NOBODY: ReadonlyMap<string, KnownDevice> = new Map();

interface Refresh {
  readonly item: Placed;
  readonly before: KnownDevice;
  readonly copies: DeviceCopies;
}

interface Fresh {
  readonly item: Placed;
  readonly copies: DeviceCopies;
}

/** Tag words are read as text, since they do not fit a number. */
const KNOWN_COLUMNS = [
  ...['token_hash', 'id', 'active', 'has_tags', 'timezone_changed_at', 'attributes', 'own_attributes'],
  ...DEVICE_ATTRIBUTES.map(toColumnName),
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
  'token_hash' | 'id' | 'active' | 'has_tags' | 'timezone_changed_at' | 'attributes' | 'own_attributes'
> & {
  readonly [attributeOrWord: string]: unknown;
};

const toKnown = (row: KnownRow): KnownDevice => ({
  id: Number(row.id),
  active: Number(row.active) === 1,
  hasTags: Number(row.has_tags) === 1,
  timezoneChangedAt: row.timezone_changed_at === null ? null : Number(row.timezone_changed_at),
  ...toAttributes((attribute) => row[toColumnName(attribute)] as string | null),
  attributes: readAttributes(row.attributes),
  ownAttributes: readAttributes(row.own_attributes),
  tagWords: TAG_WORDS.map((word) => BigInt(String(row[word]))),
});

interface TagSet {
  readonly tags: readonly TagMark[];
  readonly words: readonly (number | bigint)[];
}

/** Looks up the tag set of a list of names. Sets are cached, because most devices share them. */
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

/** Drivers bind numbers faster than bigints. */
function toSmallest(word: bigint): number | bigint {
  return word <= Number.MAX_SAFE_INTEGER ? Number(word) : word;
}

/** The columns of a known device that a registration does not change. */
const KEPT: ReadonlySet<string> = new Set<keyof Device>([
  'appId',
  'id',
  'tokenHash',
  'secretHash',
  'registeredAt',
  'registeredFrom',
]);
const COLUMNS = [...DEVICE_TABLE.written.map(({ name }) => name), ...TAG_WORDS];
const REFRESHED = [
  ...DEVICE_TABLE.written.filter(({ property }) => !KEPT.has(property)).map(({ name }) => name),
  ...TAG_WORDS,
];

/** Updates known devices. They count as seen now and become active. */
const refreshMany = async (
  tx: Tx,
  scope: RegistrationScope,
  { items, tags }: { items: readonly Refresh[]; tags: TagSets },
): Promise<void> => {
  const { database, app, now } = scope;
  if (items.length === 0) return;
  const moved = items.filter(({ item, before }) => isMove(item.columns.timezone, before.timezone));
  const movedAt = moved.length > 0 ? await zoneChangeAt(tx, now) : now;
  const before = moved.map(({ before: { id, timezone } }) => ({ appId: app.id, id, timezone }));
  await writeZoneChanges(tx, { before, at: movedAt });
  const rows = items.map(({ item, before, copies }): SqlRow => {
    const set = item.audiences === undefined ? null : tags(item.audiences ?? []);
    const { timezone } = item.columns;
    const rest = {
      before,
      copies,
      timezoneChangedAt: isMove(timezone, before.timezone) ? movedAt : before.timezoneChangedAt,
      hasTags: set ? set.tags.length > 0 : before.hasTags,
      tagWords: set ? set.words : before.tagWords,
    };
    return toRow(scope, before.id, { item, rest });
  });
  const onClash = database.dialect.upsert(['app_id', 'id'], (incoming) =>
    REFRESHED.map((column) => `${column} = ${incoming(column)}`).join(', '),
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

/** The event words that `install` sets; the other words default to 0. */
const INSTALLED = toWords([INSTALL.ordinal])
  .map((word, index) => ({ column: `event_w${index}`, word: toSmallest(word) }))
  .filter(({ word }) => word !== 0);
const NEW_DEVICE = { table: 'device', columns: [...COLUMNS, ...INSTALLED.map(({ column }) => column)] };

/** Inserts new devices. Returns the epoch ms of the earliest send that they triggered. */
const insertMany = async (
  tx: Tx,
  scope: RegistrationScope,
  { items, tags }: { items: readonly Fresh[]; tags: TagSets },
): Promise<number | null> => {
  const { app, now, startSends } = scope;
  if (items.length === 0) return null;
  const tagged: Retagged[] = [];
  const rows = items.map(({ item, copies }): SqlRow => {
    const { tags: own, words: tagWords } = tags(item.audiences ?? []);
    if (own.length > 0) tagged.push({ deviceId: item.newId, hadTags: false, tags: own });
    const rest = { before: BLANK, copies, timezoneChangedAt: null, hasTags: own.length > 0, tagWords };
    return [...toRow(scope, item.newId, { item, rest }), ...INSTALLED.map(({ word }) => word)];
  });
  await writeRows(tx, NEW_DEVICE, rows);
  await replaceTagLinks(tx, app.id, tagged);
  const event = { eventId: INSTALL.id, code: INSTALL.code, ordinal: INSTALL.ordinal, occurredAt: now };
  const deviceIds = items.map(({ item }) => item.newId);
  const first = { userId: app.userId, appId: app.id, deviceIds, event, now, startSends };
  return (await recordFirstEvents(tx, first)).earliestDueAt;
};

const toAttributes = (read: (attribute: keyof DeviceAttributes) => string | null): DeviceAttributes =>
  Object.fromEntries(DEVICE_ATTRIBUTES.map((attribute) => [attribute, read(attribute)])) as unknown as DeviceAttributes;

/** The attributes of a new device. */
const BLANK: KnownFacts = { ...toAttributes(() => null), attributes: null, ownAttributes: null };

interface RestOfRow {
  readonly before: DeviceAttributes;
  readonly copies: DeviceCopies;
  readonly timezoneChangedAt: number | null;
  readonly hasTags: boolean;
  readonly tagWords: readonly (number | bigint)[];
}

/** In the order of `COLUMNS`. */
const toRow = (
  { app, now }: RegistrationScope,
  id: number,
  { item, rest }: { item: Placed; rest: RestOfRow },
): StoredValue[] => {
  const { tokenHash, address, columns } = item;
  const { before, copies, timezoneChangedAt, hasTags, tagWords } = rest;
  const row = toValues(DEVICE_TABLE, {
    ...before,
    ...columns,
    ...address,
    appId: app.id,
    id,
    tokenHash,
    tokenAt: now,
    secretHash: null,
    ...copies,
    timezoneChangedAt,
    ...REACTIVATED,
    hasTags,
    registeredAt: now,
    registeredFrom: null,
    seenAt: now,
  });
  row.push(...tagWords);
  return row;
};

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
