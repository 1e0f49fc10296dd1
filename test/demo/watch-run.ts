import { eventually } from '../support/eventually.js';
import type { ServiceProcess } from '../support/service-process.js';
import { subscribe } from '../support/subscribe.js';
import { ProgressBar } from './progress-bar.js';

export type SchedulerKind = 'AUTO_PUSH' | 'ONE_TIME';

export interface Counts {
  readonly total: number;
  readonly sent: number;
  readonly invalidToken: number;
  readonly failed: number;
  readonly expired: number;
  readonly cancelled: number;
  readonly retrying: number;
}

interface RunProgress {
  readonly runProgress: { readonly run: { readonly status: string; readonly counts: Counts } };
}

/** Far longer than it takes: a message that never gets its outcome is to be reported, not waited for. */
const DEADLINE_MS = 45_000;

const COUNTS = 'total sent invalidToken failed expired cancelled retrying';

const RUNS = 'query Runs($kind: SchedulerKind!) { runs(where: { kind: [$kind] }) { nodes { id } } }';

const PROGRESS = `subscription Progress($run: ID!) {
  runProgress(runId: $run) { run { status counts { ${COUNTS} } } }
}`;

const BREAKDOWN = `query Breakdown($kind: SchedulerKind!) {
  runs(where: { kind: [$kind] }) {
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

/** Draws how far the one run of this kind has got, as the subscription `runProgress` tells it, until all is settled. */
export const watchRun = async (
  service: ServiceProcess,
  { kind, label, total }: { kind: SchedulerKind; label: string; total: number },
): Promise<void> => {
  const run = await findRun(service, kind);
  const bar = new ProgressBar(label);
  let progress = { done: 0, total, retrying: 0 };
  const subscription = { query: PROGRESS, variables: { run }, signal: AbortSignal.timeout(DEADLINE_MS) };
  for await (const { runProgress } of subscribe<RunProgress>(service, subscription)) {
    const { counts, status } = runProgress.run;
    progress = { done: counts.total - counts.retrying, total, retrying: counts.retrying };
    bar.update(progress);
    // A one-time run ends by itself; that of an auto-push stays open for its whole hour.
    if (status !== 'RUNNING' && status !== 'PLANNING') break;
    if (kind === 'AUTO_PUSH' && progress.done >= total) break;
  }
  bar.end(progress);
};

const findRun = (service: ServiceProcess, kind: SchedulerKind): Promise<string> =>
  eventually(`a run of a scheduler of the kind ${kind}`, async () => {
    const { runs } = await service.graphql<{ runs: { nodes: { id: string }[] } }>(RUNS, { kind });
    return runs.nodes[0]?.id ?? null;
  });

export const readBreakdowns = async (service: ServiceProcess, kind: SchedulerKind): Promise<Breakdown[]> => {
  const { runs } = await service.graphql<{ runs: { nodes: { breakdown: Breakdown }[] } }>(BREAKDOWN, { kind });
  return runs.nodes.map(({ breakdown }) => breakdown);
};
