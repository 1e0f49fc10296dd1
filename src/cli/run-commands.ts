import type { Command } from 'commander';
import { pino } from 'pino';
import type { Config } from '../config/config.js';
import type { Database } from '../database/database.js';
import { NO_GOAL } from '../entities/arm-count.js';
import { Run } from '../entities/run.js';
import { badInput } from '../errors.js';
import { systemClock } from '../ports/clock.js';
import type { JobQueue } from '../ports/job-queue.js';
import { type Caller, operatorOf } from '../services/caller.js';
import { checkRun } from '../services/conversions/check-run.js';
import { createAccess } from '../services/members/create-access.js';
import { listRuns, ownerOfRun, readRunStatus } from '../services/runs/list-runs.js';
import { RunControl } from '../services/runs/run-control.js';
import { RunService } from '../services/runs/run-service.js';
import { requireUser } from '../services/users/list-users.js';
import { type AddCommands, printJson, readCount } from './command.js';
import { readUserId } from './user-commands.js';
import { withDatabase } from './with-database.js';

interface RunChange {
  readonly name: 'pause' | 'resume' | 'cancel';
  readonly description: string;
  readonly state: string;
  readonly action: string;
}

const CHANGES: readonly RunChange[] = [
  {
    name: 'pause',
    description: 'Stops sending a run within three seconds, in every process, until it is resumed',
    state: 'paused',
    action: 'runPause',
  },
  { name: 'resume', description: 'Continues a paused run', state: 'resumed', action: 'runResume' },
  {
    name: 'cancel',
    description: 'Ends a run within three seconds, in every process. Messages that were not sent are dropped',
    state: 'cancelled',
    action: 'runCancel',
  },
];

/** Lets the operator pause, resume and cancel runs of every account. */
export const runCommands: AddCommands = (program, config) => {
  const run = program.command('run').description('Runs: list, pause, resume and cancel');
  addList(run, config);
  addCheck(run, config);
  for (const { name, description, state, action } of CHANGES) {
    run
      .command(name)
      .description(description)
      .argument('<run>', 'the run_id that "run list" prints')
      .action(async (text: string) => {
        const id = readRunId(text);
        await change(config(), id, { action, work: (runs, caller) => runs[name](caller, id) });
        printJson({ run_id: id, state });
      });
  }
};

const addCheck = (run: Command, config: () => Config): void => {
  run
    .command('conversions')
    .description('Recalculates the conversions of a run from events, messages and clicks, and compares the counts')
    .argument('<run>', 'the run_id that "run list" prints')
    .action(async (text: string) => {
      const runId = readRunId(text);
      const counts = await withDatabase(config(), async (database) => {
        const found = await checkRun(database, { runId, now: systemClock.now() });
        if (found.length === 0) process.stderr.write(`${await explainNoCounts(database, runId)}\n`);
        return found;
      });
      for (const { goal, arm, kind, stored, recalculated } of counts) {
        const isEqual = stored.count === recalculated.count && isClose(stored.value, recalculated.value);
        printJson({
          run_id: runId,
          goal: goal === NO_GOAL ? null : goal,
          arm,
          kind,
          stored,
          recalculated,
          is_equal: isEqual,
        });
        if (!isEqual) process.exitCode = 1;
      }
    });
};

const explainNoCounts = async (database: Database, id: number): Promise<string> => {
  const run = await database.reader.findOneBy(Run, { id });
  return run?.goals
    ? `Nothing is counted for run ${id} yet; try again when it has sent messages.`
    : `Run ${id} has no goals; add goals to its campaign, and its next run counts conversions.`;
};

/** Sums of fractions depend on their order in the last digits. */
const isClose = (one: number, other: number): boolean => Math.abs(one - other) <= 1e-9 * Math.max(1, Math.abs(one));

const addList = (run: Command, config: () => Config): void => {
  run
    .command('list')
    .description('Prints runs as JSON lines, newest first: current ones, or those with a status')
    .option('--user <id>', 'only runs of this user_id')
    .option('--status <status>', 'planning, running, paused, finished, cancelled or missed')
    .option('--limit <n>', 'the maximum number of lines', '50')
    .action(async ({ user, status, limit }: { user?: string; status?: string; limit: string }) => {
      const wanted = {
        userId: user === undefined ? null : readUserId(user),
        status: status === undefined ? null : readRunStatus(status),
        limit: readCount('limit', limit, { min: 1, max: 10_000 }),
      };
      await withDatabase(config(), async (database) => {
        if (wanted.userId !== null) await requireUser(database, wanted.userId);
        for (const line of await listRuns(database, wanted)) printJson(line);
      });
    });
};

const change = (
  config: Config,
  id: number,
  { action, work }: { action: string; work: (runs: RunService, caller: Caller) => Promise<boolean> },
): Promise<void> =>
  withDatabase(config, async (database) => {
    const caller = operatorOf(await ownerOfRun(database, id));
    const isChanged = await withJobs(config, database, (jobs) => work(createRuns(database, jobs), caller));
    if (!isChanged) return;
    const { audit } = createAccess({ database, clock: systemClock });
    audit.note(caller, { action, node: { type: 'Run', id } }, null);
    await audit.flush();
  });

const createRuns = (database: Database, jobs: ConstructorParameters<typeof RunService>[0]['jobs']): RunService =>
  new RunService({
    database,
    clock: systemClock,
    jobs,
    // Other processes see the change in the database.
    publisher: { runChanged: () => undefined },
    runControl: new RunControl(systemClock),
  });

const readRunId = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw badInput('run', 'RUN is the number that "run list" prints as run_id.');
};

/** Runs `work` with the service's queue. Running processes carry out the jobs that it adds. */
const withJobs = async <T>(
  { jobsUrl }: Config,
  database: Database,
  work: (jobs: JobQueue) => Promise<T>,
): Promise<T> => {
  const { AgendaQueue } = await import('../jobs/agenda-queue.js');
  const logger = pino({ level: 'silent' });
  const queue = await AgendaQueue.open({ database, jobsUrl, clock: systemClock, logger, concurrency: 1 }).catch(
    () => null,
  );
  if (!queue) {
    process.stderr.write('The store of jobs (JOBS_URL) does not answer; running workers notice within 5 seconds.\n');
    return work(NO_JOBS);
  }
  try {
    return await work(queue);
  } finally {
    await queue.close();
  }
};

/** Jobs are hints: the sweep of running workers finds the same work. */
const NO_JOBS: JobQueue = {
  enqueue: async () => undefined,
  enqueueMany: async () => undefined,
  enqueueAt: async () => undefined,
  cancel: async () => undefined,
};
