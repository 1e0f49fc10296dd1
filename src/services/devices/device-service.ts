import { IsNull } from 'typeorm';
import type { Keyring } from '../../crypto/keyring.js';
import { hashNetwork } from '../../crypto/network-hash.js';
import { generateDeviceSecret, sha256 } from '../../crypto/secrets.js';
import { type Database, type Tx } from '../../database/database.js';
import { IdBlocks } from '../../database/id-sequence.js';
import { addDeviceFlow } from '../../delivery/record/add-device-flow.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import type { App } from '../../entities/app.js';
import { Device, UNREGISTERED } from '../../entities/device.js';
import { AppError, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { DueSignal } from '../../ports/due-signal.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { ItemResult } from '../events/group-commit.js';
import { recordEvents } from '../events/record-events.js';
import { Violations } from '../rules/violations.js';
import { BLANK_DEVICE, INSTALL, REACTIVATED } from './blank-device.js';
import { deleteDevice } from './delete-device.js';
import type { DeviceAttributesInput, DeviceInput } from './device-input.js';
import { ensureTags, replaceTags } from './device-marks.js';
import { findRoom, noRoom } from './device-room.js';
import { type DeviceAddress, type DeviceColumns, readAddress, readAttributes } from './device-rules.js';
import { lockZone, recordZoneChange } from './device-zones.js';
import { type IdentityCheck, withoutTakeover } from './identity-check.js';
import { type JudgedDevice, type Written, writeRegistrations } from './write-registrations.js';
import { wrongSecret } from './wrong-secret.js';

export interface DeviceServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly allowPrivate: boolean;
  /** `WEBPUSH_HOSTS`; null: any push service. */
  readonly webPushHosts: readonly string[] | null;
  readonly dueSignal: DueSignal;
  /** How many new tags the devices of an application may make in all; 0: no limit. */
  readonly newTagsPerApp?: number;
  /** Devices that an account may have; null: no limit. Absent: nobody has one. */
  readonly maxDevices?: ((userId: number) => number | null) | undefined;
  /** Absent where no device speaks for itself, as is `keyring`. */
  readonly identity?: IdentityCheck;
  readonly keyring?: Keyring;
}

export interface Registration {
  readonly device: Device;
  /** Shown once; null when the device proved that it has one. */
  readonly secret: string | null;
  readonly created: boolean;
}

/** Whose word it is: the device's own, or that of who owns its application. */
export type Speaker = 'device' | 'server';

export interface RegisterManyOptions {
  /** false: `install` is recorded and starts no auto-push. */
  readonly startSends: boolean;
  /** For those that are new, taken by `takeIds`. */
  readonly newIds: readonly number[];
  /** A guess that none of them is known, which saves looking for them; a wrong one costs the transaction once more. */
  readonly areNew?: boolean;
  /** What else belongs into the transaction; it may be carried out again. */
  readonly also?: (tx: Tx, written: readonly Written[]) => Promise<void>;
}

interface Prepared {
  readonly address: DeviceAddress | null;
  readonly columns: DeviceColumns;
  readonly audiences: readonly string[] | null | undefined;
}

/** Devices: how they come, change and go. */
export class DeviceService {
  private readonly ids: IdBlocks;

  constructor(private readonly deps: DeviceServiceDeps) {
    this.ids = new IdBlocks(deps.database, 'device');
  }

  /**
   * Registers a device or refreshes a known one (same token in the same application). A first registration is the
   * event `install`. A known token without the secret gets a new secret, and the old one dies.
   * @throws UNAUTHENTICATED for a wrong secret or identity hash.
   */
  async register(app: App, input: DeviceInput, secret: string | null): Promise<Registration> {
    const prepared = this.prepare(app, input);
    const { address } = prepared;
    if (!address) throw noAddress();
    this.deps.identity?.check(app, input);
    const registeredFrom = this.networkOf(app, input);
    const [newId = 0] = await this.ids.take(1);
    const result = await this.claimingToken(async (tx) => {
      const known = await this.lockByToken(tx, app.id, address.token);
      return known
        ? this.refresh(tx, { app, known, prepared, secret })
        : this.insertWithin(tx, { app, id: newId, address, prepared, registeredFrom, secret: generateDeviceSecret() });
    });
    if (result.created) this.deps.dueSignal.dueAt(result.earliestDueAt);
    return result;
  }

  /**
   * Registers or refreshes devices of one application for its server, in one transaction; each is accepted or refused
   * by itself, in the order given. A device that a server registers has no secret, and one that has one keeps it.
   */
  async registerMany(
    app: App,
    inputs: readonly DeviceInput[],
    options: Pick<RegisterManyOptions, 'startSends'>,
  ): Promise<readonly ItemResult<Written>[]> {
    const judged = inputs.map((input) => this.tryJudge(app, input));
    const good = judged.flatMap((item) => ('refused' in item ? [] : [item.result]));
    const newIds = await this.takeIds(good.length);
    const rest = (await this.registerJudged(app, good, { ...options, newIds })).values();
    return judged.map((item) => {
      if ('refused' in item) return item;
      const written = rest.next().value as Written;
      return written.refused ? { refused: written.refused } : { result: written };
    });
  }

  /** Ids for new devices, in ascending order; one that is not used leaves a gap. */
  takeIds(count: number): Promise<readonly number[]> {
    return this.ids.take(count);
  }

  /** The same of devices that were judged before. */
  async registerJudged(
    app: App,
    devices: readonly JudgedDevice[],
    { startSends, newIds, areNew = false, also }: RegisterManyOptions,
  ): Promise<readonly Written[]> {
    const { database, clock, dueSignal } = this.deps;
    const { written, earliestDueAt } = await this.claimingToken(async (tx, attempt) => {
      const room = await this.roomOf(tx, app);
      const scope = { database, app, now: clock.now(), startSends, areNew: areNew && attempt === 1, room };
      const registered = await writeRegistrations(tx, scope, { devices, newIds });
      await also?.(tx, registered.written);
      return registered;
    });
    dueSignal.dueAt(earliestDueAt);
    return written;
  }

  /** Whether it pays to register many by two transactions at once. */
  get registersSideBySide(): boolean {
    return this.deps.database.dialect.writesSideBySide;
  }

  /** What a registration by its server would write, for `registerJudged`. @throws BAD_USER_INPUT */
  judge(app: App, input: DeviceInput, { isFromFile = false } = {}): JudgedDevice {
    const { address, columns, audiences } = this.prepare(app, input, isFromFile);
    if (!address) throw noAddress();
    return { address, tokenHash: sha256(address.token), columns, audiences };
  }

  /** @throws NOT_FOUND for an unknown device, UNAUTHENTICATED for a wrong secret. */
  async authenticate(app: App, deviceId: number, secret: string | null): Promise<Device> {
    const device = await this.deps.database.reader.findOneBy(Device, { appId: app.id, id: deviceId });
    if (!device || device.secretHash === UNREGISTERED) throw notFound('device');
    checkSecret(device, secret);
    return device;
  }

  /**
   * Changes what the input names; a new token may replace the old one.
   * @param by a server's word is no sign of life: `seenAt` stays.
   */
  async update(app: App, device: Device, input: DeviceInput, by: Speaker = 'device'): Promise<void> {
    const hasAddress = (input.token ?? input.subscriptionId ?? input.subscription ?? null) !== null;
    const prepared = hasAddress ? this.prepare(app, input) : this.prepareAttributes(input);
    if (by === 'device') this.deps.identity?.check(app, input);
    await this.claimingToken(async (tx) => {
      const { address } = prepared;
      // The token has moved here: the row that had it would be sent to twice.
      if (address && sha256(address.token) !== device.tokenHash) {
        const stale = await this.lockByToken(tx, app.id, address.token);
        if (stale) await deleteDevice(tx, stale, this.deps.clock.now());
      }
      const known = prepared.columns.timezone === undefined ? device : await lockZone(tx, this.deps.database, device);
      const extra = by === 'server' ? { seenAt: device.seenAt } : {};
      await this.applyChanges(tx, { app, device: known, prepared, extra, by });
    });
  }

  /**
   * The device is gone for its holder and its address forgotten: the same one registered again is another device. Its
   * owner goes on seeing what it was and got.
   */
  async unregister({ appId, id, secretHash }: Device): Promise<void> {
    const how = { reason: 'unregistered', now: this.deps.clock.now(), unlessConfirmedAfter: null };
    const forgotten = {
      token: '',
      p256dh: null,
      auth: null,
      tokenHash: `${UNREGISTERED} ${id}`,
      secretHash: UNREGISTERED,
    };
    await this.deps.database.tx(async (tx) => {
      await retireDevices(tx, { ...how, appId, deviceIds: [id] });
      const { affected } = await tx.update(Device, { appId, id, secretHash: secretHash ?? IsNull() }, forgotten);
      if (affected === 0) throw notFound('device');
    });
  }

  /** Of those that bring the same token at once, the later find the row that an earlier one has made, or moved. */
  private async claimingToken<T>(work: (tx: Tx, attempt: number) => Promise<T>): Promise<T> {
    const { database } = this.deps;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await database.tx((tx) => work(tx, attempt));
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !database.dialect.isDuplicate(error)) throw error;
      }
    }
  }

  /** Kept for browsers alone, whose push service is their own choice. */
  private networkOf({ pushProvider }: App, { clientAddress }: DeviceInput): string | null {
    const { keyring } = this.deps;
    const isNeeded = PROVIDERS[pushProvider].pace.pauses === 'push-service';
    return keyring && clientAddress && isNeeded ? hashNetwork(keyring, clientAddress) : null;
  }

  private prepare(app: App, input: DeviceInput, isFromFile = false): Prepared {
    const violations = new Violations();
    const { allowPrivate, webPushHosts } = this.deps;
    const address = readAddress(violations, input, { provider: app.pushProvider, allowPrivate, webPushHosts });
    const columns = readAttributes(violations, input, { isFromFile });
    violations.throwIfAny();
    return { address, columns, audiences: input.audiences };
  }

  private prepareAttributes(input: DeviceAttributesInput): Prepared {
    const violations = new Violations();
    const columns = readAttributes(violations, input, { isFromFile: false });
    violations.throwIfAny();
    return { address: null, columns, audiences: input.audiences };
  }

  private async lockByToken(tx: Tx, appId: number, token: string): Promise<Device | null> {
    const tokenHash = sha256(token);
    const sql = `SELECT id FROM device WHERE app_id = ? AND token_hash = ? ${this.deps.database.dialect.forUpdate}`;
    const rows: unknown[] = await tx.query(sql, [appId, tokenHash]);
    return rows.length === 0 ? null : tx.findOneBy(Device, { appId, tokenHash });
  }

  private async refresh(
    tx: Tx,
    { app, known, prepared, secret }: { app: App; known: Device; prepared: Prepared; secret: string | null },
  ): Promise<Registration & { earliestDueAt: null }> {
    if (secret !== null) checkSecret(known, secret);
    const newSecret = secret === null ? generateDeviceSecret() : null;
    const own = secret === null ? withoutTakeover(app, known, prepared) : prepared;
    const extra = newSecret === null ? {} : { secretHash: sha256(newSecret) };
    const device = await this.applyChanges(tx, { app, device: known, prepared: own, extra, by: 'device' });
    return { device, secret: newSecret, created: false, earliestDueAt: null };
  }

  private tryJudge(app: App, input: DeviceInput): ItemResult<JudgedDevice> {
    try {
      return { result: this.judge(app, input) };
    } catch (error) {
      if (error instanceof AppError) return { refused: error };
      throw error;
    }
  }

  private async insertWithin(tx: Tx, device: NewDevice): Promise<Registration & { earliestDueAt: number | null }> {
    if ((await this.roomOf(tx, device.app)) === 0) throw noRoom();
    return this.insert(tx, device);
  }

  /** For how many more devices the account has room; null: no limit. Registrations of a limited account take turns. */
  private async roomOf(tx: Tx, { userId }: App): Promise<number | null> {
    const most = this.deps.maxDevices?.(userId) ?? null;
    return most === null ? null : findRoom(tx, { userId, most });
  }

  private async insert(
    tx: Tx,
    { app, id, address, prepared, registeredFrom, secret }: NewDevice,
  ): Promise<Registration & { earliestDueAt: number | null }> {
    const now = this.deps.clock.now();
    const device: Device = {
      ...BLANK_DEVICE,
      ...prepared.columns,
      ...address,
      appId: app.id,
      id,
      tokenHash: sha256(address.token),
      tokenAt: new Date(now),
      secretHash: sha256(secret),
      registeredFrom,
      registeredAt: new Date(now),
      seenAt: new Date(now),
    };
    await tx.insert(Device, device);
    await this.applyTags(tx, { app, device, audiences: prepared.audiences, by: 'device' });
    const events = [{ eventId: INSTALL.id, code: INSTALL.code, ordinal: INSTALL.ordinal, occurredAt: now }];
    const reports = [{ appId: app.id, deviceId: id, userId: app.userId, events }];
    const recorded = await recordEvents(tx, this.deps.database, { reports, now, startSends: true });
    await addDeviceFlow(tx, { appId: app.id, now, spreadBy: id }, { registered: 1 });
    return { device, secret, created: true, earliestDueAt: recorded.earliestDueAt };
  }

  /** What the request names changes; the device is seen now, and with an address active again. */
  private async applyChanges(tx: Tx, { app, device, prepared, extra, by }: Changes): Promise<Device> {
    const now = new Date(this.deps.clock.now());
    const { address, columns } = prepared;
    const changes: Partial<Device> = {
      ...columns,
      ...(await recordZoneChange(tx, { database: this.deps.database, device, timezone: columns.timezone, now })),
      ...(address ? { ...address, ...REACTIVATED, tokenHash: sha256(address.token), tokenAt: now } : {}),
      seenAt: now,
      ...extra,
    };
    const proven = by === 'device' ? { secretHash: device.secretHash ?? IsNull() } : {};
    const { affected } = await tx.update(Device, { appId: device.appId, id: device.id, ...proven }, changes);
    // Since it was authenticated it may have been unregistered, or its token may have moved to another device.
    if (affected === 0) throw notFound('device');
    await this.applyTags(tx, { app, device, audiences: prepared.audiences, by });
    const scope = { appId: app.id, now: now.getTime(), spreadBy: device.id };
    if (address && !device.active) await addDeviceFlow(tx, scope, { returned: 1 });
    return { ...device, ...changes };
  }

  private async applyTags(
    tx: Tx,
    { app, device, audiences, by }: { app: App; device: Device; audiences: Prepared['audiences']; by: Speaker },
  ): Promise<void> {
    if (audiences === undefined) return;
    const { database, clock, newTagsPerApp = 0 } = this.deps;
    const origin = by === 'device' ? { origin: { appId: app.id, limit: newTagsPerApp } } : {};
    const tags = await ensureTags(tx, { database, userId: app.userId, now: clock.now(), ...origin }, audiences ?? []);
    await replaceTags(tx, { appId: device.appId, deviceId: device.id }, tags);
  }
}

interface Changes {
  readonly app: App;
  readonly device: Device;
  readonly prepared: Prepared;
  /** What else becomes of the row. */
  readonly extra: Partial<Device>;
  readonly by: Speaker;
}

interface NewDevice {
  readonly app: App;
  readonly id: number;
  readonly address: DeviceAddress;
  readonly prepared: Prepared;
  readonly registeredFrom: string | null;
  readonly secret: string;
}

const noAddress = (): AppError => new AppError('BAD_USER_INPUT', 'Say where the device is reached.');

const MAX_ATTEMPTS = 5;

const checkSecret = (device: Device, secret: string | null): void => {
  if (secret !== null && device.secretHash === sha256(secret)) return;
  throw wrongSecret();
};
