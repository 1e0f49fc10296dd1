import { IsNull } from 'typeorm';
import type { Keyring } from '../../crypto/keyring.js';
import { hashNetwork } from '../../crypto/network-hash.js';
import { generateDeviceSecret, sha256 } from '../../crypto/secrets.js';
import { execute, select, type Tx } from '../../database/database.js';
import { IdBlocks } from '../../database/id-sequence.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import type { App } from '../../entities/app.js';
import { Device, UNREGISTERED } from '../../entities/device.js';
import { AppError, notFound } from '../../errors.js';
import type { DueSignal } from '../../ports/due-signal.js';
import type { Reason } from '../../providers/codes.js';
import { PROVIDERS } from '../../providers/providers.js';
import { createUsersAhead } from '../end-users/device-copies.js';
import { attempt, type ItemResult } from '../events/group-commit.js';
import { hasRoom } from '../rules/maxima.js';
import { Violations } from '../rules/violations.js';
import { deleteDevice } from './delete-device.js';
import type { DeviceAttributesInput, DeviceInput } from './device-input.js';
import { findRoom, noRoom } from './device-room.js';
import { readAddress, readRequest } from './device-rules.js';
import { lockFacts } from './device-zones.js';
import { type IdentityCheck, withoutTakeover } from './identity-check.js';
import {
  type Changes,
  changeDevice,
  createTagsAhead,
  insertDevice,
  loadEarly,
  type NewDevice,
  type Prepared,
  type Speaker,
  type WriteDeviceDeps,
} from './write-device.js';
import { type JudgedDevice, type Written, writeRegistrations } from './write-registrations.js';
import { wrongSecret } from './wrong-secret.js';

export interface DeviceServiceDeps extends WriteDeviceDeps {
  readonly allowPrivate: boolean;
  /** `WEBPUSH_HOSTS`; null: any push service. */
  readonly webPushHosts: readonly string[] | null;
  readonly dueSignal: DueSignal;
  /** The maximum number of devices of an account; null: no limit. Absent: no account has a limit. */
  readonly maxDevices?: ((userId: number) => number | null) | undefined;
  /** This and `keyring` are absent in processes that do not serve devices. */
  readonly identity?: IdentityCheck;
  readonly keyring?: Keyring;
}

export interface Registration {
  readonly device: Device;
  /** Shown once; null: the device proved that it has a secret. */
  readonly secret: string | null;
  readonly created: boolean;
}

export interface RegisterManyOptions {
  /** false: `install` is recorded and starts no auto-push. */
  readonly startSends: boolean;
  /** Ids for new devices, from `takeIds`. */
  readonly newIds: readonly number[];
  /** Assumes that all devices are new, which saves a lookup. A wrong assumption repeats the transaction. */
  readonly areNew?: boolean;
  /** Further work for the transaction; it may run again. */
  readonly also?: (tx: Tx, written: readonly Written[]) => Promise<void>;
}

/** Registers, changes and deletes devices. */
export class DeviceService {
  private readonly ids: IdBlocks;

  constructor(private readonly deps: DeviceServiceDeps) {
    this.ids = new IdBlocks(deps.database, 'device');
  }

  /**
   * Registers a device or refreshes a known one (same token in the same application). A first registration is the
   * event `install`. A known token without the secret gets a new secret, and the old secret becomes invalid.
   * @throws UNAUTHENTICATED for a wrong secret or identity hash.
   */
  async register(app: App, input: DeviceInput, secret: string | null): Promise<Registration> {
    const prepared = this.prepare(app, input);
    const { address } = prepared;
    if (!address) throw noAddress();
    this.deps.identity?.check(app, input);
    const registeredFrom = this.networkOf(app, input);
    const [newId = 0] = await this.ids.take(1);
    await createTagsAhead(this.deps, { app, devices: [prepared], by: 'device' });
    const result = await this.claimingToken(async (tx) => {
      const loaded = await loadEarly(tx, this.deps, { app, prepared, by: 'device' });
      const known = await this.lockByToken(tx, app.id, address.token);
      return known
        ? this.refresh(tx, known, { app, prepared, secret, loaded })
        : this.insert(tx, { app, id: newId, address, prepared, registeredFrom, loaded });
    });
    if (result.created) this.deps.dueSignal.dueAt(result.earliestDueAt);
    return result;
  }

  /**
   * Registers or refreshes devices of one application for its server, in one transaction. Each device is accepted or
   * refused on its own. A device that a server registers has no secret; an existing secret stays valid.
   */
  async registerMany(
    app: App,
    inputs: readonly DeviceInput[],
    options: Pick<RegisterManyOptions, 'startSends'>,
  ): Promise<readonly ItemResult<Written>[]> {
    const judged = inputs.map((input) => attempt(() => this.judge(app, input)));
    const good = judged.flatMap((item) => ('refused' in item ? [] : [item.result]));
    const newIds = await this.takeIds(good.length);
    const rest = (await this.registerJudged(app, good, { ...options, newIds })).values();
    return judged.map((item) => {
      if ('refused' in item) return item;
      const written = rest.next().value as Written;
      return written.refused ? { refused: written.refused } : { result: written };
    });
  }

  /** Reserves ids for new devices, in ascending order. An unused id leaves a gap. */
  takeIds(count: number): Promise<readonly number[]> {
    return this.ids.take(count);
  }

  /** Creates the users of devices, so that registrations side by side do not wait for each other's new users. */
  ensureUsers({ userId }: App, devices: readonly JudgedDevice[]): Promise<void> {
    const { database, clock, tombstones } = this.deps;
    const named = devices.flatMap(({ columns }) => columns.externalUserId ?? []);
    return createUsersAhead({ database, tombstones, userId, now: clock.now() }, named);
  }

  /** Registers devices that `judge` has accepted. */
  async registerJudged(
    app: App,
    devices: readonly JudgedDevice[],
    { startSends, newIds, areNew = false, also }: RegisterManyOptions,
  ): Promise<readonly Written[]> {
    const { database, clock, tombstones, dueSignal } = this.deps;
    await createTagsAhead(this.deps, { app, devices, by: 'server' });
    const { written, earliestDueAt } = await this.claimingToken(async (tx, attempt) => {
      // Read first, so that on shards the devices are committed before the progress of their import.
      if (also) await select(tx, 'SELECT id FROM device WHERE app_id = ? LIMIT 1', [app.id]);
      const room = await this.roomOf(tx, app, devices.length);
      const isNew = areNew && attempt === 1;
      const scope = { database, tombstones, app, now: clock.now(), startSends, areNew: isNew, room };
      const registered = await writeRegistrations(tx, scope, { devices, newIds });
      await also?.(tx, registered.written);
      return registered;
    });
    dueSignal.dueAt(earliestDueAt);
    return written;
  }

  /** Whether two concurrent transactions register faster than one. */
  get registersSideBySide(): boolean {
    return this.deps.database.dialect.writesSideBySide;
  }

  /** Validates a registration by a server, for `registerJudged`. @throws BAD_USER_INPUT */
  judge(app: App, input: DeviceInput, { isFromFile = false } = {}): JudgedDevice {
    const { address, ...request } = this.prepare(app, input, isFromFile);
    if (!address) throw noAddress();
    return { ...request, address, tokenHash: sha256(address.token) };
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
   * @param by a request by the server does not change `seenAt`.
   */
  async update(app: App, device: Device, input: DeviceInput, by: Speaker = 'device'): Promise<void> {
    const hasAddress = (input.token ?? input.subscriptionId ?? input.subscription ?? null) !== null;
    const prepared = hasAddress ? this.prepare(app, input) : this.prepareAttributes(input);
    if (by === 'device') this.deps.identity?.check(app, input);
    await createTagsAhead(this.deps, { app, devices: [prepared], by });
    await this.claimingToken(async (tx) => {
      const { address } = prepared;
      // The token has moved to this device. Without a deletion, the row that had it would get messages as well.
      if (address && sha256(address.token) !== device.tokenHash) {
        const stale = await this.lockByToken(tx, app.id, address.token);
        // An equal request at the same time may have given this device the token already.
        if (stale && stale.id !== device.id) await deleteDevice(tx, stale, this.deps.clock.now());
      }
      const loaded = await loadEarly(tx, this.deps, { app, prepared, by, device });
      const { timezone, externalUserId } = prepared.columns;
      const isPlain = timezone === undefined && externalUserId === undefined && prepared.attributes === undefined;
      const known = isPlain ? device : await lockFacts(tx, this.deps.database, device);
      const extra = by === 'server' ? { seenAt: device.seenAt } : {};
      await changeDevice(tx, this.deps, { app, device: known, prepared, extra, by, loaded });
    });
  }

  /**
   * Retires the device and forgets its address, so that the next registration creates another device. The owner still
   * sees its history.
   */
  async unregister({ appId, id, secretHash }: Device): Promise<void> {
    const reason: Reason = { code: 'UNREGISTERED_BY_DEVICE', detail: null };
    const how = { reason, now: this.deps.clock.now(), unlessConfirmedAfter: null };
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
      await execute(tx, 'DELETE FROM live_activity WHERE app_id = ? AND device_id = ?', [appId, id]);
    });
  }

  /** Retries when a concurrent request registers the same token, so that the later one finds the row. */
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

  /** Only browsers have one, because they choose their push service. */
  private networkOf({ pushProvider }: App, { clientAddress }: DeviceInput): string | null {
    const { keyring } = this.deps;
    const isNeeded = PROVIDERS[pushProvider].pace.pauses === 'push-service';
    return keyring && clientAddress && isNeeded ? hashNetwork(keyring, clientAddress) : null;
  }

  private prepare(app: App, input: DeviceInput, isFromFile = false): Prepared {
    const violations = new Violations();
    const { allowPrivate, webPushHosts } = this.deps;
    const address = readAddress(violations, input, { provider: app.pushProvider, allowPrivate, webPushHosts });
    const request = readRequest(violations, input, { isFromFile });
    violations.throwIfAny();
    return { ...request, address };
  }

  private prepareAttributes(input: DeviceAttributesInput): Prepared {
    const violations = new Violations();
    const request = readRequest(violations, input, { isFromFile: false });
    violations.throwIfAny();
    return { ...request, address: null };
  }

  private async lockByToken(tx: Tx, appId: number, token: string): Promise<Device | null> {
    const tokenHash = sha256(token);
    const sql = `SELECT id FROM device WHERE app_id = ? AND token_hash = ? ${this.deps.database.dialect.forUpdate}`;
    const rows: unknown[] = await tx.query(sql, [appId, tokenHash]);
    return rows.length === 0 ? null : tx.findOneBy(Device, { appId, tokenHash });
  }

  private async refresh(
    tx: Tx,
    known: Device,
    { secret, prepared, ...rest }: Pick<Changes, 'app' | 'prepared' | 'loaded'> & { secret: string | null },
  ): Promise<Registration & { earliestDueAt: null }> {
    if (secret !== null) checkSecret(known, secret);
    const newSecret = secret === null ? generateDeviceSecret() : null;
    const own = secret === null ? withoutTakeover(rest.app, known, prepared) : prepared;
    const extra = newSecret === null ? {} : { secretHash: sha256(newSecret) };
    const request = { ...rest, device: known, prepared: own, extra, by: 'device' } as const;
    const device = await changeDevice(tx, this.deps, request);
    return { device, secret: newSecret, created: false, earliestDueAt: null };
  }

  private async insert(
    tx: Tx,
    fresh: Omit<NewDevice, 'secretHash'>,
  ): Promise<Registration & { earliestDueAt: number | null }> {
    if ((await this.roomOf(tx, fresh.app)) === 0) throw noRoom();
    const secret = generateDeviceSecret();
    const inserted = await insertDevice(tx, this.deps, { ...fresh, secretHash: sha256(secret) });
    return { ...inserted, secret, created: true };
  }

  /** How many more devices the account may have; null: enough. Registrations of a limited account are serialised. */
  private async roomOf(tx: Tx, { userId }: App, adding = 1): Promise<number | null> {
    const most = this.deps.maxDevices?.(userId) ?? null;
    if (most !== null) return findRoom(tx, { userId, most });
    return (await hasRoom(tx, this.deps.database, { what: 'devices', userId, adding })) ? null : 0;
  }
}

const noAddress = (): AppError => new AppError('BAD_USER_INPUT', 'Give the address of the device.');

const MAX_ATTEMPTS = 5;

const checkSecret = (device: Device, secret: string | null): void => {
  if (secret !== null && device.secretHash === sha256(secret)) return;
  throw wrongSecret();
};
