import { Run } from '../../entities/run.js';
import type { Loaders } from '../../schema/loaders/create-loaders.js';
import { defineListing } from '../../schema/paging/define-listing.js';
import { BY_ID } from '../../schema/paging/list-inputs.js';
import { number } from '../../schema/paging/listing.js';
import { anyOf, anyOfIds, before, from, isPresent } from '../../schema/paging/where-fields.js';
import { RUN_SNAPSHOT_COLUMNS } from '../../services/runs/run-query-service.js';
import { kindIn } from '../schedulers/scheduler-enums.js';
import { sendingTo } from '../schedulers/scheduler-listing.js';
import { RunStatusEnum, RunType } from './run-types.js';

export const runListing = defineListing({
  name: 'run',
  noun: 'Run',
  plural: 'runs',
  type: () => RunType,
  entity: Run,
  table: 'run',
  omit: RUN_SNAPSHOT_COLUMNS,
  key: [number('id')],
  sorts: {
    ID: BY_ID,
    DUE_AT: { by: [number('due_at')], description: 'Due time.' },
    CREATED_AT: { by: [number('created_at')], description: 'Start.' },
  },
  where: {
    status: anyOf(RunStatusEnum, 'status', 'Runs with any of these statuses.'),
    kind: kindIn('Runs of schedulers of any of these kinds.'),
    schedulerIds: anyOfIds('Scheduler', 'scheduler_id', 'Runs of any of these schedulers.'),
    sentAtOnce: isPresent(
      'target',
      'True: only messages sent at once with `messageSend`. False: only runs of schedulers.',
    ),
    dueFrom: from('due_at', 'Earliest due time, inclusive.'),
    dueBefore: before('due_at', 'Latest due time, exclusive.'),
    appId: sendingTo(
      'scheduler_id',
      'Runs of schedulers that currently send to this application. Deleted schedulers send to none.',
    ),
  },
});

type RowsOfRuns = Parameters<typeof runListing.load>[0];

const OF_OWNERS = 'SELECT r.*, a.id AS app_id FROM app a JOIN run r ON r.user_id = a.user_id';

/**
 * Runs with the applications that they have messages for, by `app_id`. With EXISTS, MySQL would first gather all counts
 * of the application.
 */
const RUNS_OF_APPS: RowsOfRuns = {
  parentColumn: 'app_id',
  listing: {
    ...runListing.listing,
    name: 'runOfApp',
    isLarge: true,
    table: `(${OF_OWNERS}
      WHERE (SELECT 1 FROM batch_count c WHERE c.app_id = a.id AND c.run_id = r.id LIMIT 1) IS NOT NULL)`,
  },
};
const RUNS_OF_OWNERS = { ...RUNS_OF_APPS.listing, table: `(${OF_OWNERS})` };

/**
 * The runs that have messages for an application. Vitess plans no subquery that names an outer row of another keyspace,
 * so there each application is read alone.
 */
export const runsOfApp = (appId: number, { isVitess }: Pick<Loaders, 'isVitess'>): RowsOfRuns => {
  if (!isVitess) return RUNS_OF_APPS;
  const sql = 't.id IN (SELECT DISTINCT c.run_id FROM batch_count c WHERE c.app_id = ?)';
  return { ...RUNS_OF_APPS, listing: RUNS_OF_OWNERS, where: [{ sql, parameters: [appId], seeks: true }] };
};
