import type { Audience } from '../../audience/audience.js';
import { FILTERS, type FilterName } from '../../audience/filters/index.js';
import type { Database } from '../../database/database.js';
import type { Device } from '../../entities/device.js';
import type { TraceFacts } from './load-trace-facts.js';
import { type TraceStep, traceStep } from './trace-step.js';

/** Whether one device passes; a filter that its run does not use is absent. */
export type FilterVerdicts = ReadonlyMap<FilterName, boolean>;

/** What each filter says of one device, by the very conditions that sending selects with; in one statement. */
export const judgeFilters = async (
  database: Database,
  { appId, id, externalUserId }: Pick<Device, 'appId' | 'id' | 'externalUserId'>,
  audience: Audience,
): Promise<FilterVerdicts> => {
  if (audience.length === 0) return new Map();
  const columns = audience.map(({ filter, sql }) => `CASE WHEN ${sql} THEN 1 ELSE 0 END AS ${filter}`);
  const parameters = [...audience.flatMap((used) => used.parameters), appId, id];
  const sql = `SELECT ${columns.join(', ')} FROM device d WHERE d.app_id = ? AND d.id = ?`;
  const [row] = await database.query<{ readonly [filter in FilterName]?: unknown }>(sql, parameters);
  return new Map(
    audience.map(({ filter, users }) => [
      filter,
      // A long list of users is no condition: pages look it up.
      users ? externalUserId !== null && users.includes(externalUserId) : Number(row?.[filter]) === 1,
    ]),
  );
};

/** One step for each filter. */
export const explainFilters = ({ device, filters, records, run }: TraceFacts): TraceStep[] => {
  if (!filters) {
    const message = 'Its scheduler has been deleted, so that its filters are not known any more.';
    return [traceStep({ step: 'countries', verdict: 'note', message })];
  }
  return FILTERS.map(({ name, words }) => {
    const passed = filters.get(name);
    if (passed === undefined) return traceStep({ step: name, verdict: 'passed', message: words.unused });
    // What was sent had passed; the device has changed since.
    const verdict = passed ? 'passed' : records.length > 0 ? 'note' : 'stopped';
    const message = `${words.subject(device)} ${passed ? words.passed : words.stopped(device, run.parts)}.`;
    return traceStep({ step: name, verdict, asOfNow: true, message });
  });
};
