import type { Database } from '../../database/database.js';
import type { Run } from '../../entities/run.js';
import type { Clock } from '../../ports/clock.js';
import { decisionDueAt } from '../../ports/experiment.js';
import { assign, type Decision, isAfterDecision } from '../judgement/arms.js';
import { newPair, type Planned, type PreparedPush, pairUp, type Recipient } from '../judgement/pair.js';
import { readUsers } from '../judgement/users.js';
import type { Winners } from '../plan/winners.js';

/** A run whose devices get a push each; without an experiment they get all. */
export type PairedRun = Pick<Run, 'id' | 'schedulerId' | 'dueAt' | 'createdAt' | 'decidedAt' | 'experiment'>;

/** Chooses which pushes each device of a page gets. */
export class Pairing {
  constructor(
    private readonly deps: { readonly database: Pick<Database, 'query' | 'rows' | 'dialect'>; readonly clock: Clock },
    private readonly winners: Pick<Winners, 'of' | 'find'>,
  ) {}

  /** A device whose variant was unbound or deactivated since the run began gets nothing. */
  async pair(run: PairedRun, { appId, planned, pushes }: ToPair): Promise<Recipient[]> {
    const { experiment } = run;
    if (!experiment) return pairUp(planned, pushes);
    const deviceIds = planned.map(({ device }) => device.id);
    const [decision, users] = await Promise.all([
      this.decisionOf(run),
      readUsers(this.deps.database, appId, deviceIds),
    ]);
    const isLater = isAfterDecision(run);
    const byId = new Map(pushes.map((push) => [push.id, push]));
    const pairs = planned.flatMap((one) => {
      const { id: deviceId } = one.device;
      const { arm, pushId } = assign(experiment, users.get(deviceId) ?? deviceId, { decision, isLater });
      const push = byId.get(pushId);
      return push ? [newPair(one, push, arm)] : [];
    });
    // All pairs of one push follow each other.
    return pushes.flatMap((push) => pairs.filter((pair) => pair.push === push));
  }

  /** Somebody may choose the winner before the decision is due. */
  private decisionOf(run: PairedRun): Promise<Decision | null> {
    const dueAt = run.experiment && decisionDueAt(run.experiment);
    return dueAt === null || this.deps.clock.now() < dueAt ? this.winners.find(run) : this.winners.of(run);
  }
}

interface ToPair {
  readonly appId: number;
  readonly planned: readonly Planned[];
  readonly pushes: readonly PreparedPush[];
}
