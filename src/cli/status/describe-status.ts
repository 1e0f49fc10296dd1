import type { DatabaseFacts } from '../../services/operations/database-facts.js';
import type { EventsOut } from '../../services/operations/events-out.js';
import type { Maintenance } from '../../services/operations/operator-settings.js';
import { countOf } from '../../services/operations/waiting-reasons.js';
import type { Status } from './read-status.js';

const WIDTH = 12;

/** Formats the status for people. */
export const describeStatus = (status: Status): string => {
  const { version, commit, node, tzdata, database, jobs, work } = status;
  const lines = [
    line('version', `pushgraph ${version} (${commit}), Node.js ${node}, time-zone data ${tzdata}`),
    line('database', describeDatabase(database)),
    ...(status.maintenance ? [line('maintenance', describeMaintenance(status.maintenance))] : []),
    line(
      'jobs',
      `in ${jobs.store === 'mongodb' ? 'MongoDB' : 'the database'}${jobs.trouble ? `: ${jobs.trouble}` : ''}`,
    ),
    ...(work === null ? [line('work', 'unknown until the migrations are carried out')] : describeWork(work)),
  ];
  return `${lines.join('\n')}\n`;
};

const describeMaintenance = ({ since, reason }: Maintenance): string =>
  `since ${since}${reason === null ? '' : ` (${reason})`}: nothing is sent`;

const describeDatabase = (facts: DatabaseFacts): string => {
  const { kind, version, bytes, walBytes, disk, pendingMigrations, unknownMigrations, writeTrouble } = facts;
  return [
    `${kind === 'sqlite' ? 'SQLite' : 'MySQL or MariaDB'} ${version}`,
    bytes === null ? '' : sizeOf(bytes),
    walBytes ? `write-ahead log ${sizeOf(walBytes)}` : '',
    disk === null ? '' : `${sizeOf(disk.freeBytes)} free on its disk`,
    pendingMigrations > 0 ? `${pendingMigrations} migrations pending` : 'up to date',
    unknownMigrations > 0 ? `${unknownMigrations} migrations of a later release` : '',
    writeTrouble ?? '',
  ]
    .filter((part) => part !== '')
    .join(', ');
};

const describeWork = (work: NonNullable<Status['work']>): string[] => {
  const { runs, backlog, retryReasons, providers, eventsOut, lastErrors } = work;
  const overdue = Object.entries(backlog.overdueSeconds).filter(([, seconds]) => seconds > 0);
  return [
    line('runs', listNumbers(runs) || 'none under way'),
    line('backlog', listNumbers(backlog.waiting) || 'nothing waits'),
    ...retryReasons.map((retry) => line('retries', `${countOf(retry)} of ${retry.provider}: ${retry.reason}`)),
    line('overdue', overdue.map(([kind, seconds]) => `${kind} by ${seconds} s`).join(', ') || 'nothing is late'),
    ...providers.map(({ provider, apps, pausedApps, sent, failed }) => {
      const paused = pausedApps > 0 ? `, ${pausedApps} paused` : '';
      return line(
        provider,
        `${apps} ${apps === 1 ? 'application' : 'applications'}${paused}; last hour: ${sent} sent, ${failed} failed`,
      );
    }),
    ...(providers.length === 0 ? [line('providers', 'no applications')] : []),
    ...describeEvents(eventsOut),
    ...(lastErrors.length === 0 ? [line('errors', 'none are recorded')] : []),
    ...lastErrors.map(({ at, what, id, count, reason }) =>
      line('error', `${at} ${what} ${id}${count > 1 ? ` (${count} times)` : ''}: ${reason}`),
    ),
  ];
};

const describeEvents = ({ webhooks, sinks }: EventsOut): string[] => {
  const { enabled, failing, disabled, waiting } = webhooks;
  const numbers = listNumbers({ enabled, failing, disabled, 'requests waiting': waiting });
  return [
    ...(numbers === '' ? [] : [line('webhooks', numbers)]),
    ...sinks.map(({ name, rows, seconds }) =>
      line(name, rows === 0 ? 'has every event' : `${Math.round(seconds)} s behind, ${rows} rows of events wait`),
    ),
  ];
};

const listNumbers = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name.replaceAll('_', ' ')}`)
    .join(', ');

const line = (name: string, text: string): string => `${name.padEnd(WIDTH)}${text}`;

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

export const sizeOf = (bytes: number): string => {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return `${Number((bytes / 1_000 ** power).toFixed(1))} ${UNITS[power]}`;
};
