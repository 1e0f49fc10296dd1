import { type Database, execute } from '../../database/database.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import { UNKNOWN_APP } from '../../entities/event-seen.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Reason } from '../../providers/codes.js';
import { describeText, isPlainText } from '../../text/characters.js';
import type { Caller } from '../caller.js';
import { codeOfText } from '../rules/violations.js';
import { deleteDevice } from './delete-device.js';
import type { DeviceAttributesInput } from './device-input.js';
import type { DeviceService } from './device-service.js';

export interface OwnDeviceServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly devices: DeviceService;
}

const MAX_REASON = 255;
const BY_OWNER: Reason = { code: 'RETIRED_BY_OWNER', detail: null };

/** Operations of an account on single devices of its own. */
export class OwnDeviceService {
  constructor(private readonly deps: OwnDeviceServiceDeps) {}

  /** @throws NOT_FOUND for a device that is not the caller's. */
  async get(caller: Caller, id: number): Promise<{ app: App; device: Device }> {
    const { reader } = this.deps.database;
    const device = await reader.findOneBy(Device, { id });
    const app = device && (await reader.findOneBy(App, { id: device.appId, userId: caller.userId }));
    if (!app) throw notFound('device');
    return { app, device };
  }

  /** Returns a user's most recently active device; null: the user has none. */
  async findLastSeen(caller: Caller, externalUserId: string): Promise<{ app: App; device: Device } | null> {
    const { database } = this.deps;
    const index = database.dialect.forceIndex('device_external');
    const sql = `SELECT d.id FROM app a JOIN device d ${index} ON d.app_id = a.id AND d.external_user_id = ?
      WHERE a.user_id = ? AND a.archived = 0 AND d.active = 1 ORDER BY d.seen_at DESC, d.id DESC LIMIT 1`;
    const [found] = await database.query<{ id: number }>(sql, [externalUserId, caller.userId]);
    return found ? this.get(caller, Number(found.id)) : null;
  }

  /** Does not change `seenAt`, because the device did not act. */
  async update(caller: Caller, id: number, input: DeviceAttributesInput): Promise<void> {
    const { app, device } = await this.get(caller, id);
    await this.deps.devices.update(app, device, onlyAttributes(input), 'server');
  }

  /** A retired device keeps its reason. */
  async retire(caller: Caller, id: number, reason: string | null): Promise<void> {
    if (reason !== null && !isPlainText(reason, MAX_REASON)) {
      throw badInput('reason', `\`reason\` must be ${describeText(MAX_REASON)}.`, codeOfText(reason, MAX_REASON));
    }
    const { device } = await this.get(caller, id);
    const why: Reason = reason === null ? BY_OWNER : { code: 'OTHER', detail: reason };
    const how = { reason: why, now: this.deps.clock.now(), unlessConfirmedAfter: null };
    await this.deps.database.tx((tx) => retireDevices(tx, { ...how, appId: device.appId, deviceIds: [id] }));
  }

  async delete(caller: Caller, id: number): Promise<void> {
    const { device } = await this.get(caller, id);
    await this.deps.database.tx(async (tx) => {
      await deleteDevice(tx, device, this.deps.clock.now());
      // The event ids belong to this device; a new registration gets a new device id.
      const seen = `DELETE FROM event_seen WHERE app_id IN (?, ${UNKNOWN_APP}) AND device_id = ?`;
      await execute(tx, seen, [device.appId, id]);
    });
  }
}

/** Only the device itself, or `registerDevices` with its token, may set the address. */
const onlyAttributes = ({
  language,
  country,
  timezone,
  externalUserId,
  audiences,
  platform,
  appVersion,
  attributes,
}: DeviceAttributesInput): DeviceAttributesInput => ({
  language,
  country,
  timezone,
  externalUserId,
  audiences,
  platform,
  appVersion,
  attributes,
});
