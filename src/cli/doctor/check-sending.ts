import type { Database } from '../../database/database.js';
import { readBacklog } from '../../services/operations/backlog.js';
import { readOperatorSettings } from '../../services/operations/operator-settings.js';
import { countOf, readRetryReasons } from '../../services/operations/waiting-reasons.js';
import { type Finding, note, type Patient, problem } from './finding.js';

const LATE_SECONDS = 60;
/** A live worker renews its leases much earlier, and others take over after two seconds. */
const STUCK_MS = 60_000;
const MOST_NAMED = 20;
const MOST_REASONS = 5;

const NO_WORKER = 'Start a process with ROLE=worker or ROLE=all, and check its log.';

/** Finds stalled work. */
export const checkSending = async ({ database, now }: Patient): Promise<Finding[]> => [
  ...(await checkHold(database, now)),
  ...(await checkApps(database, now)),
  ...(await checkUsers(database)),
];

/** During maintenance, work waits on purpose. */
const checkHold = async (database: Database, now: number): Promise<Finding[]> => {
  const { maintenance } = await readOperatorSettings(database);
  if (maintenance !== null) {
    const what = `Maintenance is on since ${maintenance.since}: nothing is sent, and writes are refused.`;
    return [note(what, 'End it with: maintenance off')];
  }
  return [
    ...(await checkBacklog(database, now)),
    ...(await checkBatches(database, now)),
    ...(await checkJobs(database, now)),
    ...(await checkRetries(database)),
  ];
};

const KINDS = { moments: 'moment of a scheduler', due_sends: 'auto-push message', retries: 'further try' } as const;

const checkBacklog = async (database: Database, now: number): Promise<Finding[]> => {
  const { overdueSeconds } = await readBacklog(database, now);
  return Object.entries(KINDS).flatMap(([kind, words]) => {
    const seconds = overdueSeconds[kind as keyof typeof KINDS];
    return seconds <= LATE_SECONDS ? [] : [problem(`The oldest ${words} is ${Math.round(seconds)} s late.`, NO_WORKER)];
  });
};

const checkBatches = async (database: Database, now: number): Promise<Finding[]> => {
  const [row] = await database.query<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM batch JOIN run ON run.id = batch.run_id JOIN app ON app.id = batch.app_id
     WHERE batch.status = 'running' AND batch.lease_until < ? AND run.status <> 'paused'
       AND (app.paused_until IS NULL OR app.paused_until < ?)`,
    [now - STUCK_MS, now],
  );
  const stuck = Number(row?.n ?? 0);
  return stuck === 0
    ? []
    : [problem(`${stuck} batches have lost their worker, and no other has taken them over.`, NO_WORKER)];
};

const checkJobs = async (database: Database, now: number): Promise<Finding[]> => {
  const [row] = await database.query<{ at: number | string | null }>(
    'SELECT MIN(next_run_at) AS at FROM job WHERE disabled = 0 AND locked_at IS NULL AND next_run_at <= ?',
    [now],
  );
  const seconds = row?.at ? Math.round((now - Number(row.at)) / 1_000) : 0;
  return seconds <= LATE_SECONDS ? [] : [problem(`The oldest waiting job is ${seconds} s late.`, NO_WORKER)];
};

/** An outage of a provider is not a fault of this installation, and a few retries are normal. */
const checkRetries = async (database: Database): Promise<Finding[]> =>
  (await readRetryReasons(database, MOST_REASONS)).map((retry) =>
    note(
      `${countOf(retry)} messages of ${retry.provider} wait for another try: ${oneLine(retry.reason)}.`,
      retry.advice ?? 'They are tried again until their time to live ends; see the status page of the provider.',
    ),
  );

interface AppRow {
  readonly id: number;
  readonly name: string;
  readonly paused_until: number | string;
  readonly pause_reason: string | null;
}

const checkApps = async (database: Database, now: number): Promise<Finding[]> => {
  const rows = await database.query<AppRow>(
    `SELECT a.id, a.name, a.paused_until, a.pause_reason FROM app a JOIN user_account u ON u.id = a.user_id
     WHERE a.archived = 0 AND a.paused_until > ? AND u.suspended = 0 ORDER BY a.id LIMIT ${MOST_NAMED}`,
    [now],
  );
  return rows.map(({ id, name, paused_until, pause_reason }) =>
    problem(
      `Application ${id} (${oneLine(name)}) is paused until ${new Date(Number(paused_until)).toISOString()}: ${pause_reason ?? 'no reason was recorded'}.`,
      'Correct its credentials; it resumes with the next message that goes through.',
    ),
  );
};

const checkUsers = async (database: Database): Promise<Finding[]> => {
  const rows = await database.query<{ id: number; name: string; suspended_by: string | null }>(
    `SELECT id, name, suspended_by FROM user_account WHERE suspended = 1 AND deleted_at IS NULL
     ORDER BY id LIMIT ${MOST_NAMED}`,
  );
  return rows.map(({ id, name, suspended_by }) =>
    note(
      `User ${id} (${oneLine(name)}) is suspended by ${suspended_by === 'user' ? 'itself' : 'the operator'}.`,
      `Nothing is sent for it until: user resume ${id}`,
    ),
  );
};

/** Names come from users; a finding must stay on one line. */
const oneLine = (name: string): string => name.replace(/\p{C}+/gu, ' ').slice(0, 100);
