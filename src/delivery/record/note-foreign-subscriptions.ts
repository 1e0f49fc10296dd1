import { chunk, groupBy } from '../../collections.js';
import { dialectOf, execute, placeholders, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import { type MessageResult, storedReasonOf } from './message-result.js';
import { retireDevices } from './retire-devices.js';

const ROWS_PER_INSERT = 500;
const KEY = ['app_id', 'device_id'] as const;
const COLUMNS = ['noticed_at', 'refusals', 'refused_since', 'refused_at'] as const;
/** Refusals of one device within this time count once. */
const REFUSAL_COUNTS_AFTER_MS = 3_600_000;
/** A device is retired after this many refusals, and at least this long after the first. */
const REFUSALS_TO_RETIRE = 5;
const RETIRED_AFTER_MS = 3 * 24 * 3_600_000;

type Noticed = Pick<MessageResult, 'deviceId' | 'foreignAt' | 'outcome' | 'code' | 'detail'>;

/**
 * Remembers devices that subscribed with another VAPID key until they confirm their subscription, for at most 30 days.
 * Retires a device that is refused repeatedly while its push service accepts others.
 */
export const noteForeignSubscriptions = async (
  tx: Tx,
  { appId, now }: { appId: number; now: number },
  results: readonly Noticed[],
): Promise<void> => {
  const noticed = new Map<number, Noticed & { foreignAt: number }>();
  for (const result of results) {
    const { foreignAt } = result;
    if (foreignAt !== undefined) noticed.set(result.deviceId, { ...result, foreignAt });
  }
  // Sorted to avoid deadlocks.
  const devices = [...noticed.values()].sort((a, b) => a.deviceId - b.deviceId);
  for (const part of chunk(devices, ROWS_PER_INSERT)) {
    const rows = await countRefusals(tx, { appId, now }, part);
    await writeRows(tx, appId, rows);
    await retireRefused(tx, { appId, now }, rows);
  }
};

interface Row {
  readonly device_id: number;
  readonly noticed_at: number;
  readonly refusals: number;
  readonly refused_since: number | null;
  readonly refused_at: number | null;
  readonly reason: string;
}

/** Only a failed message counts, because its push service accepts others. A waiting message is not a refusal yet. */
const countRefusals = async (
  tx: Tx,
  { appId, now }: { appId: number; now: number },
  devices: readonly (Noticed & { foreignAt: number })[],
): Promise<Row[]> => {
  const known = await readKnown(tx, appId, devices);
  return devices.map((device) => {
    const { deviceId, foreignAt, outcome } = device;
    const before = known.get(deviceId);
    const refused = { device_id: deviceId, noticed_at: foreignAt, reason: storedReasonOf(device).reason };
    const { refusals = 0, refused_since: since = null, refused_at: at = null } = before ?? {};
    const isCounted = outcome === 'failed' && (at === null || now - at >= REFUSAL_COUNTS_AFTER_MS);
    if (!isCounted) return { ...refused, refusals, refused_since: since, refused_at: at };
    return { ...refused, refusals: refusals + 1, refused_since: since ?? now, refused_at: now };
  });
};

/** Reads the counts of devices that have not confirmed their subscription since. */
const readKnown = async (
  tx: Tx,
  appId: number,
  devices: readonly Noticed[],
): Promise<ReadonlyMap<number, Omit<Row, 'reason'>>> => {
  const ids = devices.map(({ deviceId }) => deviceId);
  const columns = ['device_id', ...COLUMNS].map((column) => `f.${column}`).join(', ');
  const sql = `SELECT ${columns} FROM foreign_subscription f
    JOIN device d ON d.app_id = f.app_id AND d.id = f.device_id AND d.token_at <= f.noticed_at
    WHERE f.app_id = ? AND f.device_id IN ${inList(ids)}`;
  const rows = await select<Omit<Row, 'reason'>>(tx, sql, [appId, ...ids]);
  const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));
  return new Map(
    rows.map((row) => [
      Number(row.device_id),
      {
        device_id: Number(row.device_id),
        noticed_at: Number(row.noticed_at),
        refusals: Number(row.refusals),
        refused_since: numberOf(row.refused_since),
        refused_at: numberOf(row.refused_at),
      },
    ]),
  );
};

const writeRows = async (tx: Tx, appId: number, rows: readonly Row[]): Promise<void> => {
  const onClash = dialectOf(tx).upsert(KEY, (incoming) =>
    COLUMNS.map((column) => `${column} = ${incoming(column)}`).join(', '),
  );
  const columns = [...KEY, ...COLUMNS];
  await execute(
    tx,
    `INSERT INTO foreign_subscription (${columns.join(', ')}) VALUES ${placeholders(rows.length, columns.length)} ${onClash}`,
    rows.flatMap((row) => [appId, row.device_id, ...COLUMNS.map((column) => row[column])]),
  );
};

const retireRefused = async (
  tx: Tx,
  { appId, now }: { appId: number; now: number },
  rows: readonly Row[],
): Promise<void> => {
  const due = rows.filter(
    ({ refusals, refused_since: since, refused_at: at }) =>
      at === now && refusals >= REFUSALS_TO_RETIRE && now - (since ?? now) >= RETIRED_AFTER_MS,
  );
  for (const group of groupBy(
    due,
    ({ reason, refusals, noticed_at }) => `${reason} ${refusals} ${noticed_at}`,
  ).values()) {
    const [first] = group;
    if (!first) continue;
    await retireDevices(tx, {
      ...{ appId, now, deviceIds: group.map(({ device_id }) => device_id) },
      reason: { code: 'REPEATED_FOREIGN_KEY', detail: `${first.reason}, refused ${first.refusals} times` },
      unlessConfirmedAfter: first.noticed_at,
    });
  }
};
