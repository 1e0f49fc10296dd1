import { In } from 'typeorm';
import { chunk } from '../../collections.js';
import { type Database, execute, type Tx } from '../../database/database.js';
import { Push } from '../../entities/push.js';
import { Scheduler, type SchedulerKind } from '../../entities/scheduler.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { type Experiment, MAX_VARIANTS } from '../../ports/experiment.js';
import type { Caller } from '../caller.js';
import { lockOwned } from '../locks.js';
import { Violations } from '../rules/violations.js';
import type { LastMessage } from '../schedulers/last-message.js';

export interface Binding {
  readonly schedulerId: number;
  readonly kind?: SchedulerKind;
  /** The pushes in the order of sending. */
  readonly pushIds: readonly number[];
}

const PUSHES_PER_UPDATE = 500;

/** Binds pushes to the scheduler that sends them. */
export class BindingService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly lastMessage: Pick<LastMessage, 'checkPushes'>,
  ) {}

  /** Replaces the pushes of a scheduler; a broken rule changes nothing (docs/rules.md#binding). */
  async bind(caller: Caller, { schedulerId, kind, pushIds }: Binding): Promise<void> {
    const wanted = [...new Set(pushIds)];
    await this.lastMessage.checkPushes(caller, schedulerId, { field: 'push_ids', countPushes: () => wanted.length });
    await this.database.tx(async (tx) => {
      const row = { table: 'scheduler', id: schedulerId, userId: caller.userId, noun: 'scheduler' } as const;
      await lockOwned(tx, this.database, row);
      const scheduler = await tx.findOneByOrFail(Scheduler, { id: schedulerId });
      if (kind && scheduler.kind !== kind) throw notFound('scheduler');
      checkVariants(scheduler.experiment, wanted.length, 'push_ids');
      const pushes = await this.lockPushes(tx, caller, wanted);
      checkBindable(pushes, { wanted, schedulerId });
      const updatedAt = new Date(this.clock.now());
      await tx.update(Push, { schedulerId }, { schedulerId: null, position: 0, updatedAt });
      await bindInOrder(tx, wanted, { schedulerId, updatedAt });
    });
  }

  /** Locks in ascending order of id, so that concurrent bindings cannot deadlock. */
  private async lockPushes(tx: Tx, caller: Caller, ids: readonly number[]): Promise<Push[]> {
    if (ids.length === 0) return [];
    const marks = ids.map(() => '?').join(', ');
    const sql = `SELECT id FROM push WHERE id IN (${marks}) AND user_id = ? ORDER BY id ${this.database.dialect.forUpdate}`;
    await tx.query(sql, [...ids, caller.userId]);
    return tx.findBy(Push, { id: In([...ids]), userId: caller.userId });
  }
}

/** An experiment compares all pushes of its scheduler. @throws BAD_USER_INPUT */
const checkVariants = (experiment: Experiment | null, pushes: number, field: string): void => {
  if (experiment === null || pushes <= MAX_VARIANTS) return;
  const message = `A scheduler with an experiment sends at most ${MAX_VARIANTS} pushes; bind fewer, or remove the experiment.`;
  throw badInput(field, message, 'TOO_MANY');
};

type Experimenting = Pick<Scheduler, 'id' | 'experiment'>;

/** The same for the pushes that are bound now. @throws BAD_USER_INPUT */
export const checkBoundVariants = async (tx: Tx, scheduler: Experimenting, field: string): Promise<void> => {
  if (scheduler.experiment !== null) checkVariants(scheduler.experiment, await countBound(tx, scheduler), field);
};

/** Before a scheduler sends, its experiment must have something to compare. @throws BAD_USER_INPUT */
export const checkComparable = async (tx: Tx, scheduler: Experimenting, field: string): Promise<void> => {
  const { experiment } = scheduler;
  if (experiment === null) return;
  const bound = await countBound(tx, scheduler);
  checkVariants(experiment, bound, field);
  if (bound !== 1 || experiment.controlShare > 0) return;
  const message = `An experiment compares 2 to ${MAX_VARIANTS} pushes, or one with a control group; bind more, or set a control share.`;
  throw badInput(field, message, 'INVALID');
};

const countBound = (tx: Tx, { id }: Experimenting): Promise<number> => tx.countBy(Push, { schedulerId: id });

/** Binds many pushes per statement, because up to 10,000 may be bound at once. */
export const bindInOrder = async (
  tx: Tx,
  ids: readonly number[],
  { schedulerId, updatedAt }: { schedulerId: number; updatedAt: Date },
): Promise<void> => {
  const places = ids.map((id, position) => ({ id, position }));
  for (const part of chunk(places, PUSHES_PER_UPDATE)) {
    const cases = part.map(() => 'WHEN ? THEN ?').join(' ');
    const marks = part.map(() => '?').join(', ');
    await execute(
      tx,
      `UPDATE push SET scheduler_id = ?, updated_at = ?, position = CASE id ${cases} END WHERE id IN (${marks})`,
      [
        schedulerId,
        updatedAt.getTime(),
        ...part.flatMap(({ id, position }) => [id, position]),
        ...part.map(({ id }) => id),
      ],
    );
  }
};

const checkBindable = (
  pushes: readonly Push[],
  { wanted, schedulerId }: { wanted: readonly number[]; schedulerId: number },
): void => {
  const violations = new Violations();
  const byId = new Map(pushes.map((push) => [push.id, push]));
  for (const [index, id] of wanted.entries()) {
    const push = byId.get(id);
    const field = `push_ids[${index}]`;
    if (!push) violations.add(field, `The push ${id} does not exist.`, 'NOT_FOUND');
    else if (push.schedulerId !== null && push.schedulerId !== schedulerId) {
      violations.add(field, `The push ${id} is bound to another scheduler; unbind it there first.`, 'BOUND');
    } else if (push.status === 0) {
      violations.add(field, `The push ${id} is deactivated; activate it first.`, 'DEACTIVATED');
    }
  }
  violations.throwIfAny();
};
