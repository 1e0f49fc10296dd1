import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { subscribe } from '../support/subscribe.js';
import { ProgressBar } from './progress-bar.js';

export interface Counts {
  readonly total: number;
  readonly sent: number;
  readonly invalidToken: number;
  readonly failed: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly retrying: number;
  readonly held: number;
}

interface RunProgress {
  readonly runProgress: { readonly run: { readonly counts: Counts } };
}

/** Far longer than needed, so that a message without an outcome is reported rather than awaited. */
const DEADLINE_MS = 300_000;

const COUNTS = 'total sent invalidToken failed expired cancelled retrying held';

const RUNS = '{ runs { nodes { id scheduler { databaseId } } } }';

const PROGRESS = `subscription Progress($run: ID!) {
  runProgress(runId: $run) { run { counts { ${COUNTS} } } }
}`;

const BREAKDOWN = `{
  runs {
    nodes { breakdown {
      byProvider { provider counts { ${COUNTS} } }
      byLanguage { language counts { ${COUNTS} } }
    } }
  }
}`;

export interface Breakdown {
  readonly byProvider: readonly { readonly provider: string; readonly counts: Counts }[];
  readonly byLanguage: readonly { readonly language: string; readonly counts: Counts }[];
}

/** Draws the progress of an auto-push run from the subscription `runProgress`, until every message has an outcome. */
export const watchRun = async (
  service: ServiceProcess,
  { schedulerId, label, total }: { schedulerId: number; label: string; total: number },
): Promise<void> => {
  const run = await findRun(service, schedulerId);
  const bar = new ProgressBar(label);
  let progress = { done: 0, total, retrying: 0 };
  const subscription = { query: PROGRESS, variables: { run }, signal: AbortSignal.timeout(DEADLINE_MS) };
  for await (const { runProgress } of subscribe<RunProgress>(service, subscription)) {
    const { counts } = runProgress.run;
    progress = { done: counts.total - counts.retrying - counts.held, total, retrying: counts.retrying };
    bar.update(progress);
    // The run stays open for its whole hour.
    if (progress.done >= total) break;
  }
  bar.end(progress);
};

interface Runs {
  readonly runs: {
    readonly nodes: readonly { readonly id: string; readonly scheduler: { readonly databaseId: number } }[];
  };
}

const findRun = (service: ServiceProcess, schedulerId: number): Promise<string> =>
  eventually(`a run of the scheduler ${schedulerId}`, async () => {
    const { runs } = await service.graphql<Runs>(RUNS);
    return runs.nodes.find(({ scheduler }) => scheduler.databaseId === schedulerId)?.id ?? null;
  });

export const readBreakdowns = async (service: ServiceProcess): Promise<Breakdown[]> => {
  const { runs } = await service.graphql<{ runs: { nodes: { breakdown: Breakdown }[] } }>(BREAKDOWN);
  return runs.nodes.map(({ breakdown }) => breakdown);
};
