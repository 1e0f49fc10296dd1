import { randomBytes } from 'node:crypto';
import { Keyring } from '../../src/crypto/keyring.js';
import type { Database } from '../../src/database/database.js';
import type { App } from '../../src/entities/app.js';
import { Device } from '../../src/entities/device.js';
import { TagGroup } from '../../src/entities/tag-group.js';
import type { Caller } from '../../src/services/caller.js';
import type { DeviceInput } from '../../src/services/devices/device-input.js';
import { createServices, type Services } from '../../src/services/services.js';
import { FakeClock } from '../support/fake-clock.js';
import { RecordingJobs } from '../support/recording-jobs.js';
import type { OracleAccount, OracleApp, OracleDevice } from './audience-oracle.js';

const CREDENTIALS = { app_id: 'app', api_key: 'key' };

/** A user with applications and devices, changed through the services. The oracle keeps its own copy. */
export class Account implements OracleAccount {
  readonly apps: OracleApp[] = [];
  readonly appGroups: { id: number; allApps: boolean; appIds: number[] }[] = [];
  readonly audienceGroups: { id: number; tags: string[] }[] = [];
  readonly devices: OracleDevice[] = [];
  private readonly rows = new Map<number, App>();

  private constructor(
    readonly database: Database,
    readonly services: Services,
    readonly clock: FakeClock,
    readonly caller: Caller,
  ) {}

  static async open(database: Database): Promise<Account> {
    const clock = new FakeClock();
    const keyring = new Keyring(randomBytes(32));
    const services = createServices({ database, clock, keyring, jobs: new RecordingJobs() });
    const { userId } = await services.keys.createUser('somebody');
    return new Account(database, services, clock, { userId, keyId: 0, scopes: ['read', 'write', 'send'] });
  }

  async addApp(): Promise<number> {
    const input = { pushProvider: 'provider_b', name: 'an app', link: null, credentials: CREDENTIALS } as const;
    const app = await this.services.apps.create(this.caller, input);
    this.apps.push({ id: app.id, archived: false, archivedAt: null });
    this.rows.set(app.id, app);
    return app.id;
  }

  async addAppGroup(appIds: number[], allApps = false): Promise<void> {
    const group = await this.services.appGroups.create(this.caller, { name: 'a group', allApps, appIds });
    this.appGroups.push({ id: group.id, allApps, appIds });
  }

  async addAudienceGroup(tags: string[]): Promise<void> {
    const now = new Date(this.clock.now());
    const row = { userId: this.caller.userId, name: 'a group', tags, createdAt: now, updatedAt: now };
    const { id } = await this.database.tx((tx) => tx.save(TagGroup, row));
    this.audienceGroups.push({ id, tags });
  }

  async addDevice(appId: number, input: Omit<DeviceInput, 'token'>): Promise<OracleDevice> {
    const address = { subscriptionId: crypto.randomUUID() };
    const { device } = await this.services.devices.register(this.appRow(appId), { ...address, ...input }, null);
    const added: OracleDevice = {
      id: device.id,
      appId,
      language: input.language ?? null,
      country: input.country ?? null,
      tags: new Set(input.audiences ?? []),
      events: new Set(['install']),
      zones: [{ since: this.clock.now(), zone: input.timezone ?? null }],
      externalId: input.externalUserId ?? null,
      retired: false,
      seenAt: this.clock.now(),
    };
    this.devices.push(added);
    return added;
  }

  async track(device: OracleDevice, codes: readonly string[]): Promise<void> {
    const inputs = codes.map((code) => ({ code }));
    await this.services.deviceEvents.track(this.appRow(device.appId), await this.rowOf(device), inputs);
    for (const code of codes) device.events.add(code);
    device.seenAt = this.clock.now();
  }

  async update(device: OracleDevice, input: Pick<DeviceInput, 'timezone' | 'audiences'>): Promise<void> {
    await this.services.devices.update(this.appRow(device.appId), await this.rowOf(device), input);
    if (input.timezone !== undefined) device.zones.push({ since: this.clock.now(), zone: input.timezone });
    if (input.audiences !== undefined) device.tags = new Set(input.audiences ?? []);
    device.seenAt = this.clock.now();
  }

  async retire(device: OracleDevice): Promise<void> {
    await this.services.ownDevices.retire(this.caller, device.id, null);
    device.retired = true;
  }

  /** Its SDK registers again with its current token. */
  async comeBack(device: OracleDevice): Promise<void> {
    const { token } = await this.rowOf(device);
    await this.services.devices.register(this.appRow(device.appId), { subscriptionId: token }, null);
    device.retired = false;
    device.seenAt = this.clock.now();
  }

  async archive(app: OracleApp): Promise<void> {
    await this.services.apps.archive(this.caller, app.id);
    if (!app.archived) app.archivedAt = this.clock.now();
    app.archived = true;
    for (const group of this.appGroups) group.appIds = group.appIds.filter((id) => id !== app.id);
  }

  async unarchive(app: OracleApp): Promise<void> {
    await this.services.apps.unarchive(this.caller, app.id);
    app.archived = false;
  }

  private appRow(id: number): App {
    const app = this.rows.get(id);
    if (!app) throw new Error(`there is no application ${id}`);
    return app;
  }

  private rowOf({ appId, id }: OracleDevice): Promise<Device> {
    return this.database.reader.findOneByOrFail(Device, { appId, id });
  }
}
