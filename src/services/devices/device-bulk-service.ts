import { chunk } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { AppService } from '../apps/app-service.js';
import type { Caller } from '../caller.js';
import { checkReport, type EventReport, type Tracked } from '../events/event-report.js';
import type { EventTrackingService } from '../events/event-tracking-service.js';
import { findListeners } from '../events/find-listeners.js';
import type { ItemResult } from '../events/group-commit.js';
import type { DeviceInput, EventInput } from './device-input.js';
import type { DeviceService } from './device-service.js';
import type { Written } from './write-registrations.js';

/** What one call may bring (docs/rules.md#device-doors). */
const MAX_ITEMS = 1_000;
const EVENTS_PER_TRANSACTION = 1_000;
/** Happens at a device's first registration alone: reported, it starts nothing. */
const INSTALL = 'install';

/** Exactly one of the two says whose events they are; a user's count for each of the user's devices. */
export interface ServerReport {
  readonly deviceId: string | null;
  readonly externalUserId: string | null;
  readonly events: readonly EventInput[];
}

/** With the device, of a user with several the one that was registered first. */
export type TrackedFor = Tracked & { readonly deviceId: number };

export interface DeviceBulkServiceDeps {
  readonly database: Database;
  readonly apps: AppService;
  readonly devices: DeviceService;
  readonly deviceEvents: EventTrackingService;
}

/** What a user's own server says of devices, many at a time. One result for each item, in the order given. */
export class DeviceBulkService {
  constructor(private readonly deps: DeviceBulkServiceDeps) {}

  /** @throws NOT_FOUND for an unknown application, BAD_USER_INPUT for none or too many. */
  async register(
    caller: Caller,
    appId: number,
    inputs: readonly DeviceInput[],
  ): Promise<readonly ItemResult<Written>[]> {
    checkCount('devices', inputs);
    const app = await this.loadApp(caller, appId);
    return this.deps.devices.registerMany(app, inputs, { startSends: true });
  }

  /**
   * Needs `send` for codes that an active auto-push scheduler listens to, whatever becomes of the single reports.
   * @throws NOT_FOUND for an unknown application, BAD_USER_INPUT for none or too many, FORBIDDEN; then nothing is recorded.
   */
  async track(
    caller: Caller,
    appId: number,
    reports: readonly ServerReport[],
  ): Promise<readonly ItemResult<TrackedFor>[]> {
    checkCount('reports', reports);
    const app = await this.loadApp(caller, appId);
    await this.requireSend(caller, reports);
    const devicesOf = await this.findDevicesOf(
      app,
      reports.flatMap(({ externalUserId }) => externalUserId ?? []),
    );
    const judged = reports.map((report) => judge(app, report, devicesOf));
    const written = await this.writeInParts(judged.flatMap((item) => ('result' in item ? item.result : [])));
    let next = 0;
    return judged.map((item) => {
      if ('refused' in item) return item;
      const own = written.slice(next, next + item.result.length);
      next += item.result.length;
      const merged = own.reduce(merge);
      return 'refused' in merged ? merged : { result: { ...merged.result, deviceId: item.result[0]?.deviceId ?? 0 } };
    });
  }

  private async loadApp(caller: Caller, appId: number): Promise<App> {
    const app = await this.deps.apps.get(caller, appId);
    if (app.archived) throw badInput('app_id', 'This application is archived; unarchive it first.', 'ARCHIVED');
    return app;
  }

  private async requireSend(caller: Caller, reports: readonly ServerReport[]): Promise<void> {
    if (caller.scopes.includes('send')) return;
    const codes = [...new Set(reports.flatMap(({ events }) => events.map(({ code }) => code)))];
    const parts = chunk(codes, MAX_ITEMS);
    const find = (part: string[]) => this.deps.database.tx((tx) => findListeners(tx, caller.userId, part));
    const listeners = (await Promise.all(parts.map(find))).flat();
    const starting = listeners.find(({ code }) => code !== INSTALL);
    if (!starting) return;
    const message = `The event "${starting.code}" starts sends, for which this API key lacks the scope "send"; nothing was recorded.`;
    throw new AppError('FORBIDDEN', message);
  }

  private async findDevicesOf(app: App, users: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
    const found = new Map<string, number[]>();
    for (const part of chunk([...new Set(users)], MAX_ITEMS)) {
      const rows = await this.deps.database.query<{ id: number; external_user_id: string }>(
        `SELECT id, external_user_id FROM device WHERE app_id = ? AND external_user_id IN ${inList(part)} ORDER BY id`,
        [app.id, ...part],
      );
      for (const { id, external_user_id: user } of rows) found.set(user, [...(found.get(user) ?? []), Number(id)]);
    }
    return found;
  }

  /** At most so many events in one transaction: it holds its devices' rows, and others wait for them. */
  private async writeInParts(reports: readonly EventReport[]): Promise<ItemResult<Tracked>[]> {
    const results: ItemResult<Tracked>[] = [];
    let part: EventReport[] = [];
    let events = 0;
    for (const report of reports) {
      part.push(report);
      events += report.inputs.length;
      if (events < EVENTS_PER_TRANSACTION) continue;
      results.push(...(await this.deps.deviceEvents.write(part)));
      [part, events] = [[], 0];
    }
    return part.length === 0 ? results : [...results, ...(await this.deps.deviceEvents.write(part))];
  }
}

/** The reports that it comes to, one for each device; at least one. */
const judge = (
  app: App,
  { deviceId, externalUserId, events }: ServerReport,
  devicesOf: ReadonlyMap<string, number[]>,
): ItemResult<EventReport[]> => {
  try {
    checkReport(events);
    const ids = externalUserId === null ? toIds(deviceId) : (devicesOf.get(externalUserId) ?? []);
    if (ids.length === 0) return { refused: notFound('device') };
    return { result: ids.map((id) => ({ appId: app.id, userId: app.userId, deviceId: id, inputs: events })) };
  } catch (error) {
    if (error instanceof AppError) return { refused: error };
    throw error;
  }
};

const toIds = (deviceId: string | null): number[] =>
  deviceId !== null && /^[1-9]\d{0,14}$/.test(deviceId) ? [Number(deviceId)] : [];

/** A user's devices count together; what refuses one of them is the same for all. */
const merge = (all: ItemResult<Tracked>, one: ItemResult<Tracked>): ItemResult<Tracked> => {
  if ('refused' in all) return one;
  if ('refused' in one) return all;
  const { accepted, ignored } = all.result;
  return { result: { accepted: accepted + one.result.accepted, ignored: ignored + one.result.ignored } };
};

const checkCount = (field: string, items: readonly unknown[]): void => {
  if (items.length > 0 && items.length <= MAX_ITEMS) return;
  const code = items.length === 0 ? 'REQUIRED' : 'TOO_MANY';
  throw badInput(field, `\`${field}\` must have 1 to ${MAX_ITEMS} entries.`, code);
};
