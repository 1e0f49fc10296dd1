import { lastUsed } from '../../collections.js';
import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { DeviceNeed, DeviceValues } from '../../entities/device.js';
import type { Clock } from '../../ports/clock.js';
import { type DeviceGroup, REFUSED_BEFORE, type RefusalStreak } from './refusals.js';

const MAX_APPS = 10_000;
/** How long the answer to "was any device of this application refused lately?" is kept. */
const FRESH_MS = 60_000;

/** The columns of a device that tell its group, besides its refusals. */
export const GROUP_NEEDS = ['registeredFrom', 'tokenAt'] as const satisfies readonly DeviceNeed[];

interface ProbeScope {
  readonly appId: number;
  readonly streak: RefusalStreak;
  readonly untriedOnly: boolean;
}

/** Reads which devices belong together. One visitor can register thousands of devices, but hardly from many networks. */
export class DeviceGroups {
  private readonly refusedLately = lastUsed<number, { readonly hasAny: boolean; readonly readAt: number }>(MAX_APPS);
  /** The devices of a page, which is judged before it is sent and counted after. */
  private readonly groups = new WeakMap<DeviceValues, DeviceGroup>();

  constructor(
    private readonly deps: {
      readonly database: Pick<Database, 'query'>;
      readonly clock: Pick<Clock, 'now'>;
      readonly random: () => number;
    },
  ) {}

  /** @param devices with the columns of `GROUP_NEEDS`. Refusals of the same object are read once. */
  async groupsOf(appId: number, devices: readonly DeviceValues[]): Promise<ReadonlyMap<number, DeviceGroup>> {
    const unread = devices.filter((device) => !this.groups.has(device));
    const refusedAt = await this.readRefusals(appId, unread);
    for (const device of unread) {
      const isRefused = (refusedAt.get(device.id) ?? -1) >= (device.tokenAt ?? 0);
      this.groups.set(device, isRefused ? REFUSED_BEFORE : (device.registeredFrom ?? null));
    }
    return new Map(devices.map((device) => [device.id, this.groups.get(device) ?? null]));
  }

  private async readRefusals(appId: number, devices: readonly DeviceValues[]): Promise<ReadonlyMap<number, number>> {
    if (devices.length === 0) return new Map();
    const ids = devices.map(({ id }) => id);
    const sql = `SELECT device_id, noticed_at FROM foreign_subscription WHERE app_id = ? AND device_id IN ${inList(ids)}`;
    const rows = await this.deps.database.query<{ device_id: number; noticed_at: number }>(sql, [appId, ...ids]);
    return new Map(rows.map(({ device_id, noticed_at }) => [Number(device_id), Number(noticed_at)]));
  }

  /** A device that a server registered, or that is older than the column, counts as a network of its own. */
  async networksOf(appId: number, deviceIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (deviceIds.length === 0) return new Map();
    const sql = `SELECT id, registered_from FROM device WHERE app_id = ? AND id IN ${inList(deviceIds)}`;
    const rows = await this.deps.database.query<{ id: number; registered_from: string | null }>(sql, [
      appId,
      ...deviceIds,
    ]);
    return new Map(rows.map(({ id, registered_from }) => [Number(id), registered_from ?? `device ${id}`]));
  }

  async hasRefusedLately(appId: number): Promise<boolean> {
    const now = this.deps.clock.now();
    const known = this.refusedLately.get(appId);
    if (known && Math.abs(now - known.readAt) < FRESH_MS) return known.hasAny;
    const sql = 'SELECT device_id FROM foreign_subscription WHERE app_id = ? LIMIT 1';
    const hasAny = (await this.deps.database.query(sql, [appId])).length > 0;
    this.refusedLately.set(appId, { hasAny, readAt: now });
    return hasAny;
  }

  /**
   * Puts the items first whose devices say most about a push service: proven devices, then devices of networks that
   * were not refused, then other devices that were not refused. Ties are in random order.
   * @param untriedOnly leaves out devices of networks that were refused.
   */
  async sortForProbe<T>(
    { appId, streak, untriedOnly }: ProbeScope,
    items: readonly T[],
    deviceOf: (item: T) => number,
  ): Promise<T[]> {
    const refused = await this.networksOf(appId, streak.refused);
    const refusedNetworks = new Set(refused.values());
    const networks = await this.networksOf(appId, items.map(deviceOf));
    const rank = (deviceId: number): number => {
      if (streak.accepted.has(deviceId)) return 0;
      if (refused.has(deviceId)) return 3;
      return refusedNetworks.has(networks.get(deviceId) ?? '') ? 2 : 1;
    };
    return items
      .map((item) => ({ item, place: rank(deviceOf(item)) + this.deps.random() }))
      .filter(({ place }) => !untriedOnly || place < 2)
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
