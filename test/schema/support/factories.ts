import type { Database } from '../../../src/database/database.js';
import { BatchCount } from '../../../src/entities/batch-count.js';
import type { OutcomeName } from '../../../src/entities/outcome.js';
import { Run, type RunStatus } from '../../../src/entities/run.js';
import type { GraphUser } from './graph-app.js';

export const createWebApp = async (user: GraphUser, name = 'Web'): Promise<{ id: string; databaseId: number }> => {
  const { appCreate } = await user.data(
    `mutation ($name: String!) {
       appCreate(input: { name: $name, provider: { webpush: true } }) { app { id databaseId } userErrors { message } }
     }`,
    { name },
  );
  return appCreate.app;
};

export const createPush = async (user: GraphUser, title = 'Hello'): Promise<{ id: string; databaseId: number }> => {
  const { pushCreate } = await user.data(
    `mutation ($title: String!) {
       pushCreate(input: { defaultLang: "en", translations: [{ language: "en", title: $title, text: "Text" }] }) {
         push { id databaseId } userErrors { message }
       }
     }`,
    { title },
  );
  return pushCreate.push;
};

/** A scheduler for all applications of the user, who must have one. */
export const createAutoPush = async (user: GraphUser, name = 'Auto'): Promise<{ id: string; databaseId: number }> => {
  const { autoPushSchedulerCreate } = await user.data(
    `mutation ($name: String!) {
       autoPushSchedulerCreate(input: { name: $name, audience: { apps: { all: true } }, delay: "1h" }) {
         scheduler { id databaseId } userErrors { field message }
       }
     }`,
    { name },
  );
  return autoPushSchedulerCreate.scheduler;
};

export interface RunFields {
  readonly userId: number;
  readonly schedulerId: number;
  readonly status?: RunStatus;
  readonly dueAt?: Date;
}

/** A run as delivery writes it; without a snapshot, which the graph does not show. */
export const createRun = (
  database: Database,
  { userId, schedulerId, status = 'running', dueAt = new Date(1_790_000_000_000) }: RunFields,
): Promise<number> =>
  database.tx(async (tx) => {
    const run = await tx.save(Run, {
      userId,
      schedulerId,
      kind: 'auto-push' as const,
      dueAt,
      status,
      statusReason: null,
      statusMessage: null,
      parts: null,
      audience: null,
      pushes: null,
      leftOut: 0,
      cutIndex: 0,
      cutId: 0,
      createdAt: dueAt,
      finishedAt: null,
    });
    return run.id;
  });

export interface CountFields {
  readonly runId: number;
  readonly appId: number;
  readonly outcome: OutcomeName;
  readonly count: number;
  readonly language?: string;
  readonly batchId?: number;
}

export const recordCount = (
  database: Database,
  { runId, appId, outcome, count, language = 'en', batchId = 1 }: CountFields,
): Promise<void> =>
  database.tx(async (tx) => {
    await tx.upsert(BatchCount, { runId, batchId, appId, pushId: 1, language, outcome, count }, [
      'runId',
      'batchId',
      'appId',
      'pushId',
      'language',
      'outcome',
    ]);
  });

export const setRunStatus = (database: Database, runId: number, status: RunStatus): Promise<void> =>
  database.tx(async (tx) => {
    await tx.update(Run, { id: runId }, { status });
  });
