import { IsNull } from 'typeorm';
import { sha256 } from '../../crypto/secrets.js';
import type { Database, Tx } from '../../database/database.js';
import { type Activity, countActivities, SESSION_GAP_MS } from '../../delivery/judgement/active-hours.js';
import type { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import { notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Tombstones } from '../erasures/tombstones.js';
import { recordEvents } from '../events/record-events.js';
import { announceDevices } from './announce-devices.js';
import { AttributeContext, type DeviceCopies } from './attribute-context.js';
import { BLANK_DEVICE, INSTALL, REACTIVATED } from './blank-device.js';
import { ensureTags, replaceTags, type TagScope } from './device-marks.js';
import type { DeviceAddress, DeviceRequest } from './device-rules.js';
import { recordZoneChange } from './device-zones.js';

export interface WriteDeviceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly tombstones: Tombstones;
  /** How many tags the devices of an application may create in total; 0: no limit. */
  readonly newTagsPerApp?: number;
}

/** The maker of the request: the device itself, or the server of its application. */
export type Speaker = 'device' | 'server';

export interface Prepared extends DeviceRequest {
  readonly address: DeviceAddress | null;
  readonly forgetsOwn?: boolean;
}

export interface NewDevice {
  readonly app: App;
  readonly id: number;
  readonly address: DeviceAddress;
  readonly prepared: Prepared;
  readonly registeredFrom: string | null;
  readonly secretHash: string;
  readonly loaded: AttributeContext | null;
}

export interface Changes {
  readonly app: App;
  readonly device: Device;
  readonly prepared: Prepared;
  /** Updates the remaining columns of the device. */
  readonly extra: Partial<Device>;
  readonly by: Speaker;
  readonly loaded: AttributeContext | null;
}

/** Inserts a device and records its `install`. */
export const insertDevice = async (
  tx: Tx,
  deps: WriteDeviceDeps,
  { app, id, address, prepared, registeredFrom, secretHash, loaded }: NewDevice,
): Promise<{ device: Device; earliestDueAt: number | null }> => {
  const now = deps.clock.now();
  const device: Device = {
    ...BLANK_DEVICE,
    ...prepared.columns,
    ...address,
    ...(await settleAttributes(tx, deps, { app, device: BLANK_DEVICE, prepared, by: 'device', loaded })),
    appId: app.id,
    id,
    tokenHash: sha256(address.token),
    tokenAt: new Date(now),
    secretHash,
    registeredFrom,
    registeredAt: new Date(now),
    seenAt: new Date(now),
  };
  await tx.insert(Device, device);
  await applyTags(tx, deps, { app, device, audiences: prepared.audiences, by: 'device' });
  const events = [{ eventId: INSTALL.id, code: INSTALL.code, ordinal: INSTALL.ordinal, occurredAt: now }];
  const reports = [{ appId: app.id, deviceId: id, userId: app.userId, events }];
  const { earliestDueAt } = await recordEvents(tx, deps.database, { reports, now, startSends: true });
  await countActivities(tx, [toSession(app, device)], now);
  await announceDevices(tx, app, { now, registered: [id], returned: [] });
  return { device, earliestDueAt };
};

/**
 * Applies a request. The device counts as seen now, and an address reactivates it.
 * @param device locked, if the request changes its user or its attributes.
 */
export const changeDevice = async (tx: Tx, deps: WriteDeviceDeps, request: Changes): Promise<Device> => {
  const { app, device, prepared, extra, by } = request;
  const now = new Date(deps.clock.now());
  const { address, columns } = prepared;
  const changes: Partial<Device> = {
    ...columns,
    ...(await settleAttributes(tx, deps, request)),
    ...(await recordZoneChange(tx, { device, timezone: columns.timezone, now })),
    ...(address ? { ...address, ...REACTIVATED, tokenHash: sha256(address.token), tokenAt: now } : {}),
    seenAt: now,
    ...extra,
  };
  const proven = by === 'device' ? { secretHash: device.secretHash ?? IsNull() } : {};
  const { affected } = await tx.update(Device, { appId: device.appId, id: device.id, ...proven }, changes);
  // The device may have been unregistered, or its token moved, since it was authenticated.
  if (affected === 0) throw notFound('device');
  await applyTags(tx, deps, { app, device, audiences: prepared.audiences, by });
  const changed = { ...device, ...changes };
  const isSession = by === 'device' && now.getTime() - device.seenAt.getTime() >= SESSION_GAP_MS;
  if (isSession) await countActivities(tx, [toSession(app, changed)], now.getTime());
  const returned = address && !device.active ? [device.id] : [];
  await announceDevices(tx, app, { now: now.getTime(), registered: [], returned });
  return changed;
};

const toSession = (
  { id: appId, userId }: App,
  { id: deviceId, externalUserId, timezone }: Pick<Device, 'id' | 'externalUserId' | 'timezone'>,
): Activity => ({ kind: 'session', userId, appId, deviceId, externalUserId, timezone });

/**
 * Loads the types and users that a request needs for new attributes or another user, before its device is locked: a change
 * of users locks in this order too. Returns null for other requests, most of which need none.
 * @param device as it was before the lock; absent if it is not known yet.
 */
export const loadEarly = async (
  tx: Tx,
  deps: WriteDeviceDeps,
  { app, prepared, by, device }: Pick<Changes, 'app' | 'prepared' | 'by'> & { readonly device?: Device },
): Promise<AttributeContext | null> => {
  const { externalUserId } = prepared.columns;
  const getsUser = device !== undefined && externalUserId !== undefined && externalUserId !== device.externalUserId;
  if (prepared.attributes === undefined && !getsUser) return null;
  const context = await loadContext(tx, deps, { app, prepared, by });
  if (device) await context.loadKept(tx, [[prepared, device]]);
  return context;
};

const loadContext = (
  tx: Tx,
  { database, clock, tombstones }: WriteDeviceDeps,
  { app, prepared, by }: Pick<Changes, 'app' | 'prepared' | 'by'>,
): Promise<AttributeContext> =>
  AttributeContext.load(tx, { database, tombstones, userId: app.userId, now: clock.now(), by }, [prepared]);

type AttributesRequest = Pick<Changes, 'app' | 'prepared' | 'by' | 'loaded'> & {
  readonly device: DeviceCopies & Pick<Device, 'externalUserId'>;
};

/** Returns null if the request keeps the attributes and the user, as most do. */
const settleAttributes = async (
  tx: Tx,
  deps: WriteDeviceDeps,
  { app, device, prepared, by, loaded }: AttributesRequest,
): Promise<DeviceCopies | null> => {
  const { externalUserId = device.externalUserId } = prepared.columns;
  const isSameUser = externalUserId === device.externalUserId;
  if (isSameUser && prepared.attributes === undefined && !prepared.forgetsOwn) return null;
  const context = loaded ?? (await loadContext(tx, deps, { app, prepared, by }));
  await context.loadKept(tx, [[prepared, device]]);
  const copies = context.settle(prepared, device);
  await context.save(tx);
  return copies;
};

const applyTags = async (
  tx: Tx,
  deps: WriteDeviceDeps,
  { app, device, audiences, by }: { app: App; device: Device; audiences: Prepared['audiences']; by: Speaker },
): Promise<void> => {
  if (audiences === undefined) return;
  const tags = await ensureTags(tx, tagScope(deps, app, by), audiences ?? []);
  await replaceTags(tx, { appId: device.appId, deviceId: device.id }, tags);
};

/**
 * On shards, creates the tags of devices before their transaction. If a process died between its two commits, the devices
 * would have the bits of tags that do not exist, and the next new tags would get them.
 */
export const createTagsAhead = async (
  deps: WriteDeviceDeps,
  { app, devices, by }: { app: App; devices: readonly Pick<Prepared, 'audiences'>[]; by: Speaker },
): Promise<void> => {
  if (!deps.database.isVitess) return;
  const names = devices.flatMap(({ audiences }) => audiences ?? []);
  if (names.length > 0) await deps.database.tx((tx) => ensureTags(tx, tagScope(deps, app, by), names));
};

const tagScope = ({ database, clock, newTagsPerApp = 0 }: WriteDeviceDeps, app: App, by: Speaker): TagScope => ({
  ...{ database, userId: app.userId, now: clock.now() },
  ...(by === 'device' ? { origin: { appId: app.id, limit: newTagsPerApp } } : {}),
});
