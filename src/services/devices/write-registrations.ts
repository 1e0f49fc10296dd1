import { In } from 'typeorm';
import { sha256 } from '../../crypto/secrets.js';
import { type Database, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import type { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import { recordEvents } from '../events/record-events.js';
import { BLANK_DEVICE, INSTALL, REACTIVATED } from './blank-device.js';
import { ensureTags, replaceTagsOfMany } from './device-marks.js';
import type { DeviceAddress, DeviceColumns } from './device-rules.js';
import { writeZoneChanges, zoneChangeAt } from './device-zones.js';

export interface GoodRegistration {
  /** For the device, if nobody has its token yet. */
  readonly newId: number;
  readonly address: DeviceAddress;
  readonly columns: DeviceColumns;
  /** undefined: its tags stay as they are. */
  readonly audiences: readonly string[] | null | undefined;
}

export interface Written {
  readonly deviceId: number;
  readonly created: boolean;
}

export interface RegistrationScope {
  readonly database: Database;
  readonly app: App;
  /** Epoch ms. */
  readonly now: number;
  /** Whether `install` starts the delays of auto-push. */
  readonly startSends: boolean;
}

interface Placed extends GoodRegistration {
  readonly index: number;
  readonly tokenHash: string;
}

/**
 * Devices of one application, in as many statements for hundreds as for one. A token that is known, or comes again,
 * refreshes its device.
 */
export const writeRegistrations = async (
  tx: Tx,
  scope: RegistrationScope,
  registrations: readonly GoodRegistration[],
): Promise<{ written: Written[]; earliestDueAt: number | null }> => {
  const written: Written[] = [];
  let earliestDueAt: number | null = null;
  let [registered, returned] = [0, 0];
  for (const wave of toWaves(registrations)) {
    const known = await lockByTokens(tx, scope, wave);
    const [old, fresh] = [
      wave.filter((item) => known.has(item.tokenHash)),
      wave.filter((item) => !known.has(item.tokenHash)),
    ];
    const refreshed = await refreshMany(tx, scope, { items: old, known });
    const inserted = await insertMany(tx, scope, fresh);
    await writeTags(tx, scope, [...refreshed, ...inserted]);
    earliestDueAt = earlier(earliestDueAt, await recordInstalls(tx, scope, inserted));
    registered += inserted.length;
    returned += old.filter(({ tokenHash }) => known.get(tokenHash)?.active === false).length;
    for (const { item, device } of refreshed) written[item.index] = { deviceId: device.id, created: false };
    for (const { item, device } of inserted) written[item.index] = { deviceId: device.id, created: true };
  }
  const flow = { appId: scope.app.id, now: scope.now, spreadBy: registrations[0]?.newId ?? 0 };
  await addDeviceFlow(tx, flow, { registered, returned });
  return { written, earliestDueAt };
};

interface Row {
  readonly item: Placed;
  readonly device: Device;
}

/** Each wave has a token once; what comes again finds what the wave before has made. */
const toWaves = (registrations: readonly GoodRegistration[]): Placed[][] => {
  const waves: Placed[][] = [];
  const seen = new Map<string, number>();
  for (const [index, registration] of registrations.entries()) {
    const tokenHash = sha256(registration.address.token);
    const turn = seen.get(tokenHash) ?? 0;
    seen.set(tokenHash, turn + 1);
    waves[turn] ??= [];
    waves[turn].push({ ...registration, index, tokenHash });
  }
  return waves;
};

const lockByTokens = async (
  tx: Tx,
  { database, app }: RegistrationScope,
  items: readonly Placed[],
): Promise<ReadonlyMap<string, Device>> => {
  const hashes = items.map(({ tokenHash }) => tokenHash);
  const rows = await select<{ id: number }>(
    tx,
    `SELECT id FROM device WHERE app_id = ? AND token_hash IN ${inList(hashes)} ${database.dialect.forUpdate}`,
    [app.id, ...hashes],
  );
  if (rows.length === 0) return new Map();
  const devices = await tx.findBy(Device, { appId: app.id, id: In(rows.map(({ id }) => Number(id))) });
  return new Map(devices.map((device) => [device.tokenHash, device]));
};

/** What a registration names changes; the device is seen now, and active again. */
const refreshMany = async (
  tx: Tx,
  { database, now }: RegistrationScope,
  { items, known }: { items: readonly Placed[]; known: ReadonlyMap<string, Device> },
): Promise<Row[]> => {
  const moved = items.flatMap(({ tokenHash, columns }) => {
    const before = known.get(tokenHash);
    return before && columns.timezone !== undefined && columns.timezone !== before.timezone ? [before] : [];
  });
  const movedAt = moved.length > 0 ? await zoneChangeAt(tx, now) : now;
  const rows = items.flatMap((item): Row[] => {
    const before = known.get(item.tokenHash);
    if (!before) return [];
    const changed = { ...item.columns, ...item.address, ...REACTIVATED, tokenAt: new Date(now), seenAt: new Date(now) };
    const device = {
      ...before,
      ...changed,
      ...(moved.includes(before) ? { timezoneChangedAt: new Date(movedAt) } : {}),
    };
    return [{ item, device }];
  });
  await writeZoneChanges(tx, database, { before: moved, at: movedAt });
  const devices = rows.map(({ device }) => device);
  if (devices.length > 0) await tx.upsert(Device, devices, ['appId', 'id']);
  return rows;
};

const insertMany = async (tx: Tx, { app, now }: RegistrationScope, items: readonly Placed[]): Promise<Row[]> => {
  const at = new Date(now);
  const rows = items.map((item): Row => {
    const { tokenHash, newId: id, columns, address } = item;
    const times = { tokenAt: at, registeredAt: at, seenAt: at };
    return {
      item,
      device: { ...BLANK_DEVICE, ...columns, ...address, ...times, appId: app.id, id, tokenHash, secretHash: null },
    };
  });
  const devices = rows.map(({ device }) => device);
  if (devices.length > 0) await tx.insert(Device, devices);
  return rows;
};

const writeTags = async (tx: Tx, { database, app, now }: RegistrationScope, rows: readonly Row[]): Promise<void> => {
  const tagged = rows.filter(({ item }) => item.audiences !== undefined);
  if (tagged.length === 0) return;
  const names = tagged.flatMap(({ item }) => item.audiences ?? []);
  const tags = new Map(
    (await ensureTags(tx, { database, userId: app.userId, now }, names)).map((tag) => [tag.name, tag]),
  );
  const tagsOf = ({ audiences }: Placed) => [...new Set(audiences ?? [])].flatMap((name) => tags.get(name) ?? []);
  await replaceTagsOfMany(
    tx,
    app.id,
    tagged.map(({ item, device }) => ({ deviceId: device.id, hadTags: device.hasTags, tags: tagsOf(item) })),
  );
};

/** Epoch ms of the earliest send that they have started. */
const recordInstalls = async (
  tx: Tx,
  { database, app, now, startSends }: RegistrationScope,
  rows: readonly Row[],
): Promise<number | null> => {
  if (rows.length === 0) return null;
  const events = [{ eventId: INSTALL.id, code: INSTALL.code, ordinal: INSTALL.ordinal, occurredAt: now }];
  const reports = rows.map(({ device }) => ({ appId: app.id, deviceId: device.id, userId: app.userId, events }));
  return (await recordEvents(tx, database, { reports, now, startSends })).earliestDueAt;
};

const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
