import { dialectOf, execute, placeholders, type Tx } from '../../database/database.js';

/** How many devices of an application came and went. */
export interface DeviceFlow {
  /** New devices. */
  readonly registered?: number;
  /** Retired devices that are active again. */
  readonly returned?: number;
  /** Active devices that were retired. */
  readonly retired?: number;
}

export interface DeviceFlowScope {
  readonly appId: number;
  /** Epoch ms. */
  readonly now: number;
  /** The id of a device, which spreads concurrent writers over several rows. */
  readonly spreadBy: number;
}

export const DAY_MS = 86_400_000;

const SHARDS = 8;
const KEY = ['app_id', 'day', 'shard'] as const;
const FLOWS = ['registered', 'returned', 'retired'] as const;

/** Holds its row until the commit, so call it late in a transaction. */
export const addDeviceFlow = async (
  tx: Tx,
  { appId, now, spreadBy }: DeviceFlowScope,
  { registered = 0, returned = 0, retired = 0 }: DeviceFlow,
): Promise<void> => {
  if (registered === 0 && returned === 0 && retired === 0) return;
  const onClash = dialectOf(tx).upsert(KEY, (incoming) =>
    FLOWS.map((name) => `${name} = device_count.${name} + ${incoming(name)}`).join(', '),
  );
  await execute(
    tx,
    `INSERT INTO device_count (${KEY.join(', ')}, ${FLOWS.join(', ')}, active, base)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0) ${onClash}`,
    [appId, Math.floor(now / DAY_MS), spreadBy % SHARDS, registered, returned, retired],
  );
};

/** Keeps other transactions from adding to the flow of this day until this one ends. */
export const lockDeviceFlow = async (tx: Tx, appId: number, day: number): Promise<void> => {
  const onClash = dialectOf(tx).upsert(KEY, () => 'registered = device_count.registered');
  await execute(
    tx,
    `INSERT INTO device_count (${KEY.join(', ')}, ${FLOWS.join(', ')}, active, base)
     VALUES ${placeholders(SHARDS, 8)} ${onClash}`,
    Array.from({ length: SHARDS }, (_, shard) => [appId, day, shard, 0, 0, 0, 0, 0]).flat(),
  );
};
