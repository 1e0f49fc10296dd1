import type { Database } from '../../database/database.js';
import { selectTagsOfDevices } from '../devices/device-queries.js';
import type { CsvValue } from './csv-export.js';

const DEVICES_PER_PAGE = 1_000;

const TEXTS = ['external_user_id', 'platform', 'app_version', 'language', 'country', 'timezone'] as const;
const TIMES = ['registered_at', 'seen_at', 'inactive_at'] as const;

export const DEVICE_COLUMNS = [
  'device_id',
  'application_id',
  ...TEXTS,
  'active',
  ...TIMES,
  'inactive_code',
  'tags',
] as const;

type Row = Readonly<Record<(typeof TEXTS)[number] | 'inactive_code', string | null>> &
  Readonly<Record<(typeof TIMES)[number], number | null>> & {
    readonly id: number;
    readonly active: number;
  };

/** The devices of applications in the order of their ids, without their addresses and secrets. */
export async function* exportDevices(
  database: Database,
  appIds: readonly number[],
): AsyncGenerator<readonly (readonly CsvValue[])[]> {
  const columns = ['id', ...TEXTS, 'active', ...TIMES, 'inactive_code'].join(', ');
  const sql = `SELECT ${columns} FROM device WHERE app_id = ? AND id > ? ORDER BY id LIMIT ${DEVICES_PER_PAGE}`;
  for (const appId of appIds) {
    for (let after = 0; ; ) {
      const rows = await database.query<Row>(sql, [appId, after]);
      const last = rows.at(-1);
      if (!last) break;
      after = Number(last.id);
      const ids = rows.map(({ id }) => Number(id));
      const tags = await selectTagsOfDevices(database, ids);
      yield rows.map((row) => toCells(row, appId, tags.get(Number(row.id)) ?? []));
    }
  }
}

const toCells = (row: Row, appId: number, tags: readonly string[]): readonly CsvValue[] => [
  ...[Number(row.id), appId],
  ...TEXTS.map((name) => row[name]),
  Number(row.active) === 1 ? 'yes' : 'no',
  ...TIMES.map((name) => (row[name] === null ? null : new Date(Number(row[name])))),
  row.inactive_code,
  tags.join(';'),
];
