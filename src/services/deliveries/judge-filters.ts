import type { AudienceSpec } from '../../audience/audience-spec.js';
import { AUDIENCE_FILTERS } from '../../audience/compile-audience.js';
import type { Database } from '../../database/database.js';
import type { Device } from '../../entities/device.js';

export type FilterName = keyof typeof AUDIENCE_FILTERS;

/** null: the audience does not use this filter. */
export type FilterVerdicts = { readonly [filter in FilterName]: boolean | null };

/** What each filter says of one device, by the very conditions that sending selects with; in one statement. */
export const judgeFilters = async (
  database: Database,
  device: Pick<Device, 'appId' | 'id' | 'externalUserId'>,
  audience: AudienceSpec,
): Promise<FilterVerdicts> => {
  const names = Object.keys(AUDIENCE_FILTERS) as FilterName[];
  const used = names.flatMap((name) => {
    const condition = AUDIENCE_FILTERS[name](audience);
    return condition ? [{ name, condition }] : [];
  });
  const row = await readVerdicts(database, device, used);
  const verdicts = names.map((name) => [name, name in row ? Number(row[name]) === 1 : null] as const);
  // A long list of external ids is no condition: pages look it up.
  const { externalIds } = audience;
  const listed = externalIds && device.externalUserId !== null && externalIds.includes(device.externalUserId);
  return { ...Object.fromEntries(verdicts), externalIds: listed } as FilterVerdicts;
};

const readVerdicts = async (
  database: Database,
  { appId, id }: Pick<Device, 'appId' | 'id'>,
  used: readonly { name: FilterName; condition: { sql: string; parameters: readonly unknown[] } }[],
): Promise<Record<string, unknown>> => {
  if (used.length === 0) return {};
  const columns = used.map(({ name, condition }) => `CASE WHEN ${condition.sql} THEN 1 ELSE 0 END AS ${name}`);
  const parameters = [...used.flatMap(({ condition }) => condition.parameters), appId, id];
  const sql = `SELECT ${columns.join(', ')} FROM device d WHERE d.app_id = ? AND d.id = ?`;
  const [row] = await database.query<Record<string, unknown>>(sql, parameters);
  return row ?? {};
};
