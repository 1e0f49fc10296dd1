import type { Database } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { OriginState } from './origin-state.js';

/** Which devices tell most about a push service that has refused many: asked of the database while one is suspected. */
export class ProbeOrder {
  constructor(private readonly deps: { readonly database: Pick<Database, 'query'>; readonly random: () => number }) {}

  /** By device. One that was registered by its server, or before networks were kept, has a network of its own. */
  async networksOf(appId: number, deviceIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (deviceIds.length === 0) return new Map();
    const sql = `SELECT id, registered_from FROM device WHERE app_id = ? AND id IN ${inList(deviceIds)}`;
    const rows = await this.deps.database.query<DeviceRow>(sql, [appId, ...deviceIds]);
    return new Map(rows.map(({ id, registered_from }) => [Number(id), registered_from ?? `device ${id}`]));
  }

  /**
   * Devices that have worked first, then those of networks that were not refused, those that were not refused
   * themselves, and the rest; each in random order.
   */
  async sort<T>(
    { appId, state }: { appId: number; state: OriginState },
    items: readonly T[],
    deviceOf: (item: T) => number,
  ): Promise<T[]> {
    const { refused, witnesses } = state.streak;
    const before = await this.networksOf(appId, refused);
    const refusedFrom = new Set(before.values());
    const networks = await this.networksOf(appId, items.map(deviceOf));
    const rank = (deviceId: number): number => {
      if (witnesses.has(deviceId)) return 0;
      if (before.has(deviceId)) return 3;
      return refusedFrom.has(networks.get(deviceId) ?? '') ? 2 : 1;
    };
    return items
      .map((item) => ({ item, place: rank(deviceOf(item)) + this.deps.random() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}

interface DeviceRow {
  readonly id: number;
  readonly registered_from: string | null;
}
