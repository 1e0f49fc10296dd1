import { randomUUID } from 'node:crypto';
import { chunk, groupBy } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { App } from '../../entities/app.js';
import { AppError, badInput, notFound } from '../../errors.js';
import type { AppService } from '../apps/app-service.js';
import type { Caller } from '../caller.js';
import { checkReport, type EventReport, type Tracked } from '../events/event-report.js';
import type { EventTrackingService } from '../events/event-tracking-service.js';
import { findListeners } from '../events/find-listeners.js';
import { attempt, type ItemResult } from '../events/group-commit.js';
import type { DeviceInput, EventInput } from './device-input.js';
import type { DeviceService } from './device-service.js';
import type { Written } from './write-registrations.js';

/** The limit of one call (docs/rules.md#device-doors). */
const MAX_ITEMS = 1_000;
const EVENTS_PER_TRANSACTION = 1_000;
/** A user with more devices is not one person, so reports about it are refused. */
const MAX_DEVICES_OF_USER = 1_000;
/** The limit of one call after each report is counted once per device of its user. */
const MAX_DEVICE_REPORTS = 10_000;
/** Only a first registration triggers this event; a reported one is recorded and triggers nothing. */
const INSTALL = 'install';

/** Exactly one of the two ids is given. Events of a user count for each of the user's devices. */
export interface ServerReport {
  readonly deviceId: string | null;
  readonly externalUserId: string | null;
  readonly events: readonly EventInput[];
}

/** The result with its device; for a user with several devices, the first registered one. */
export type TrackedFor = Tracked & { readonly deviceId: number };

export interface DeviceBulkServiceDeps {
  readonly database: Database;
  readonly apps: AppService;
  readonly devices: DeviceService;
  readonly deviceEvents: EventTrackingService;
}

/** Bulk calls of an account's server about devices. Each item has one result, in the same order. */
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
   * Requires `send` for codes that an active auto-push scheduler listens to, even if the reports are refused.
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
    let room = MAX_DEVICE_REPORTS;
    const judged = reports.map((report) => {
      const item = judge(app, report, { devicesOf, room });
      if ('result' in item) room -= item.result.length;
      return item;
    });
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
    const message = `The event "${starting.code}" starts sending, for which this API key lacks the scope "send"; nothing was recorded.`;
    throw new AppError('FORBIDDEN', message);
  }

  /** Returns one device more than the limit for a user with too many devices. */
  private async findDevicesOf(app: App, users: readonly string[]): Promise<ReadonlyMap<string, readonly number[]>> {
    const named = [...new Set(users)];
    const found = await this.readDevicesOf(app, named, MAX_DEVICE_REPORTS + 1);
    if (found.length <= MAX_DEVICE_REPORTS) return idsByUser(found);
    // Users with many devices filled the result, so each user is queried separately.
    const each = new Map<string, readonly number[]>();
    for (const user of named) {
      const own = await this.readDevicesOf(app, [user], MAX_DEVICES_OF_USER + 1);
      each.set(
        user,
        own.map(({ id }) => Number(id)),
      );
    }
    return each;
  }

  /** Uses the order of the index, so that no more rows are read than returned. */
  private readDevicesOf(app: App, users: readonly string[], limit: number): Promise<DeviceOfUser[]> {
    return this.deps.database.query<DeviceOfUser>(
      `SELECT id, external_user_id FROM device WHERE app_id = ? AND external_user_id IN ${inList(users)}
       ORDER BY external_user_id, id LIMIT ${limit}`,
      [app.id, ...users],
    );
  }

  /** Splits the reports into short transactions, because each one locks the rows of its devices. */
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

interface DeviceOfUser {
  readonly id: number;
  readonly external_user_id: string;
}

const idsByUser = (devices: readonly DeviceOfUser[]): ReadonlyMap<string, readonly number[]> =>
  new Map(
    [...groupBy(devices, (one) => one.external_user_id)].map(([user, own]) => [user, own.map(({ id }) => Number(id))]),
  );

/** Expands a report into one per device: at least one, and at most as many as the call has room for. */
const judge = (
  app: App,
  { deviceId, externalUserId, events }: ServerReport,
  { devicesOf, room }: { devicesOf: ReadonlyMap<string, readonly number[]>; room: number },
): ItemResult<EventReport[]> =>
  attempt(() => {
    checkReport(events);
    const ids = externalUserId === null ? toIds(deviceId) : (devicesOf.get(externalUserId) ?? []);
    if (ids.length === 0) throw notFound('device');
    if (ids.length > MAX_DEVICES_OF_USER) throw tooManyOfUser();
    if (ids.length > room) throw tooManyInCall();
    const inputs = ids.length === 1 ? events : events.map((event) => ({ ...event, goalKey: randomUUID() }));
    return ids.map((id) => ({ appId: app.id, userId: app.userId, deviceId: id, inputs }));
  });

const tooManyOfUser = (): AppError =>
  badInput(
    'external_user_id',
    `\`external_user_id\` has more than ${MAX_DEVICES_OF_USER.toLocaleString('en')} devices in this application; report for single devices by their \`device_id\` instead.`,
    'TOO_MANY',
  );

const tooManyInCall = (): AppError =>
  badInput(
    'reports',
    `The reports of one call may concern at most ${MAX_DEVICE_REPORTS.toLocaleString('en')} devices; send this report in another call.`,
    'TOO_MANY',
  );

const toIds = (deviceId: string | null): number[] =>
  deviceId !== null && /^[1-9]\d{0,14}$/.test(deviceId) ? [Number(deviceId)] : [];

/** Adds up the results of a user's devices. All of them are refused for the same reason. */
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
