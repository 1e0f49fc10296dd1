import { type Database, execute } from '../../database/database.js';
import { retireDevices } from '../../delivery/record/retire-devices.js';
import { App } from '../../entities/app.js';
import { Device } from '../../entities/device.js';
import { UNKNOWN_APP } from '../../entities/event-seen.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
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
const BY_OWNER = 'retired by its owner';

/** Single devices in the hands of who owns their application. */
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

  /** No sign of life: `seenAt` stays. */
  async update(caller: Caller, id: number, input: DeviceAttributesInput): Promise<void> {
    const { app, device } = await this.get(caller, id);
    await this.deps.devices.update(app, device, onlyAttributes(input), 'server');
  }

  /** Nothing for one that is retired: its reason stays. */
  async retire(caller: Caller, id: number, reason: string | null): Promise<void> {
    if (reason !== null && !isPlainText(reason, MAX_REASON)) {
      throw badInput('reason', `\`reason\` must be ${describeText(MAX_REASON)}.`, codeOfText(reason, MAX_REASON));
    }
    const { device } = await this.get(caller, id);
    const how = { reason: reason ?? BY_OWNER, now: this.deps.clock.now(), unlessConfirmedAfter: null };
    await this.deps.database.tx((tx) => retireDevices(tx, { ...how, appId: device.appId, deviceIds: [id] }));
  }

  async delete(caller: Caller, id: number): Promise<void> {
    const { device } = await this.get(caller, id);
    await this.deps.database.tx(async (tx) => {
      await deleteDevice(tx, device, this.deps.clock.now());
      // Its own ids of events: a device that comes anew has a new id.
      const seen = `DELETE FROM event_seen WHERE app_id IN (?, ${UNKNOWN_APP}) AND device_id = ?`;
      await execute(tx, seen, [device.appId, id]);
    });
  }
}

/** Where a device is reached only it can say, or `registerDevices` with its token. */
const onlyAttributes = ({
  language,
  country,
  timezone,
  externalUserId,
  audiences,
  platform,
  appVersion,
}: DeviceAttributesInput): DeviceAttributesInput => ({
  language,
  country,
  timezone,
  externalUserId,
  audiences,
  platform,
  appVersion,
});
