import { type Database, execute, select, type Tx } from '../../database/database.js';
import { inList } from '../../database/in-list.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { AppError, invalidInput, type Violation, violation } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import type { CategoryService } from '../categories/category-service.js';
import type { DraftService } from '../drafts/draft-service.js';
import { bindInOrder, checkBoundVariants, checkComparable } from '../pushes/binding-service.js';
import type { GoogleValidation } from '../pushes/google-validation.js';
import type { MessageSizes } from '../pushes/message-sizes.js';
import type { PushInput } from '../pushes/push-rules.js';
import type { PushService } from '../pushes/push-service.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { LastMessage } from '../schedulers/last-message.js';
import type { SchedulerDraft, SchedulerInput } from '../schedulers/scheduler-input.js';
import { readScheduler } from '../schedulers/scheduler-rules.js';
import type { SchedulerService } from '../schedulers/scheduler-service.js';

/** The content, audience and time of a campaign: pushes and the scheduler that sends them. */
export interface CampaignInput {
  readonly scheduler: SchedulerInput;
  /** The pushes in the order of sending. */
  readonly pushes: readonly PushInput[];
  readonly activate: boolean;
  /** With `activate`, sends a moment of the last minute at once. */
  readonly startNow: boolean;
  /** The draft of this campaign, which is deleted in the same transaction; null: none. */
  readonly draftId: number | null;
}

export interface CampaignChange {
  readonly scheduler: SchedulerInput;
  /** The pushes in the order of sending. Bound pushes that are not named come after them. */
  readonly pushes: readonly CampaignPush[];
  /** Bound pushes to delete. */
  readonly deletePushIds: readonly number[];
  /** The scheduler's `updatedAt` when it was read; null skips the check. */
  readonly unchangedSince: Date | null;
  readonly startNow: boolean;
}

export interface CampaignPush extends PushInput {
  /** A bound push; null creates one. */
  readonly id: number | null;
  /** null keeps the state; a new push is active. */
  readonly active: boolean | null;
}

export interface CampaignServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly schedulers: SchedulerService;
  readonly pushes: PushService;
  readonly messageSizes: MessageSizes;
  readonly googleValidation: GoogleValidation;
  readonly drafts: DraftService;
  readonly categories: Pick<CategoryService, 'violationsOf'>;
  readonly lastMessage: Pick<LastMessage, 'checkDraft' | 'checkChange'>;
}

const MAX_PUSHES = 20;

/** Creates, changes and copies schedulers together with their pushes, completely or not at all. */
export class CampaignService {
  constructor(private readonly deps: CampaignServiceDeps) {}

  /** @throws BAD_USER_INPUT with every broken rule of the scheduler and the pushes; nothing was created then. */
  async create(caller: Caller, { scheduler, pushes, activate, startNow, draftId }: CampaignInput): Promise<Scheduler> {
    const draft = this.read(scheduler, { pushes, sizes: await this.measure(caller, pushes) });
    if (activate) await this.deps.lastMessage.checkDraft(caller, draft, pushes.length);
    const made = await this.deps.database.tx(async (tx) => {
      if (draftId !== null) await this.deps.drafts.end(tx, caller, draftId);
      const inactive = await this.deps.schedulers.insert(tx, caller, draft);
      for (const [position, push] of pushes.entries()) {
        await this.deps.pushes.insert(tx, caller, push, { schedulerId: inactive.id, position });
      }
      await (activate ? checkComparable : checkBoundVariants)(tx, inactive, 'pushes');
      if (!activate) return inactive;
      return this.deps.schedulers.begin(tx, inactive, { timing: draft.timing, field: 'date', startNow });
    });
    await this.deps.schedulers.scheduleJob(made);
    return made;
  }

  /**
   * Replaces the scheduler, which keeps its state, and the named pushes; other bound pushes stay after them.
   * @throws BAD_USER_INPUT with every broken rule, or with CONFLICT if it was changed since it was read; nothing was
   * changed then.
   */
  async update(
    caller: Caller,
    id: number,
    { scheduler, unchangedSince, startNow, ...change }: CampaignChange,
  ): Promise<Scheduler> {
    const sizes = await this.measure(caller, change.pushes);
    const draft = this.read(scheduler, { ...change, sizes, unchangedSince });
    await this.deps.lastMessage.checkChange(caller, id, draft, (active) => countActive(active, change));
    const updated = await this.deps.database.tx(async (tx) => {
      const replaced = await this.deps.schedulers.replace(tx, caller, id, { draft, unchangedSince, startNow });
      await this.replacePushes(tx, caller, id, change);
      await (replaced.active ? checkComparable : checkBoundVariants)(tx, replaced, 'pushes');
      return replaced;
    });
    await this.deps.schedulers.scheduleJob(updated);
    return updated;
  }

  /**
   * Copies a scheduler as a draft, with its lists and copies of its pushes.
   * @param name null uses its own name, marked as a copy.
   */
  async duplicate(caller: Caller, id: number, name: string | null): Promise<Scheduler> {
    const violations = new Violations();
    const stored = name === null ? null : checkName(violations, 'name', name);
    violations.throwIfAny();
    return this.deps.database.tx(async (tx) => {
      const copy = await this.deps.schedulers.copy(tx, caller, id, stored);
      await this.deps.pushes.copyBound(tx, caller, [id, copy.id]);
      return copy;
    });
  }

  /** The transaction must hold the scheduler. */
  private async replacePushes(
    tx: Tx,
    caller: Caller,
    schedulerId: number,
    { pushes, deletePushIds }: Pick<CampaignChange, 'pushes' | 'deletePushIds'>,
  ): Promise<void> {
    const { forUpdate } = this.deps.database.dialect;
    const sql = `SELECT id, position, archived FROM push WHERE scheduler_id = ? ORDER BY id ${forUpdate}`;
    const bound = (await select<Bound>(tx, sql, [schedulerId])).map(toBound);
    checkNamed(bound, { pushes, deletePushIds });
    if (deletePushIds.length > 0) {
      await execute(tx, `DELETE FROM push WHERE id IN ${inList(deletePushIds)}`, [...deletePushIds]);
    }
    const named: number[] = [];
    for (const [position, { id, active, ...push }] of pushes.entries()) {
      const status = active === null ? undefined : Number(active);
      if (id === null) {
        const made = await this.deps.pushes.insert(tx, caller, push, { schedulerId, position, status: status ?? 1 });
        named.push(made.id);
      } else {
        await this.deps.pushes.replace(tx, id, push, status);
        named.push(id);
      }
    }
    const isOther = ({ id }: Bound) => !named.includes(id) && !deletePushIds.includes(id);
    const others = bound.filter(isOther).toSorted((one, other) => one.position - other.position || one.id - other.id);
    const updatedAt = new Date(this.deps.clock.now());
    await bindInOrder(tx, [...named, ...others.map(({ id }) => id)], { schedulerId, updatedAt });
  }

  private read(
    scheduler: SchedulerInput,
    { pushes, sizes, deletePushIds = [], unchangedSince = null }: Judged,
  ): SchedulerDraft {
    const broken = [...this.judge(pushes), ...sizes, ...judgeDeleted(deletePushIds), ...judgeInstant(unchangedSince)];
    try {
      const draft = readScheduler(scheduler);
      if (broken.length > 0) throw invalidInput(broken);
      return draft;
    } catch (error) {
      const { violations = [] } = error instanceof AppError ? error.details : {};
      throw violations === broken || violations.length === 0 ? error : invalidInput([...violations, ...broken]);
    }
  }

  /** Checks the messages of pushes that break no other rule. */
  private async measure(caller: Caller, pushes: readonly PushInput[]): Promise<readonly Violation[]> {
    const found: Violation[] = [];
    if (pushes.length > MAX_PUSHES) return found;
    for (const [index, push] of pushes.entries()) {
      if (this.deps.pushes.refusalOf(push)) continue;
      const own = await this.deps.messageSizes.violationsOf(caller, push);
      const broken = own.length > 0 ? own : await this.deps.googleValidation.violationsOf(caller, push);
      found.push(...(await this.deps.categories.violationsOf(caller, push)).map((one) => atPush(index, one)));
      found.push(...broken.map((one) => atPush(index, one)));
    }
    return found;
  }

  private judge(pushes: readonly PushInput[]): readonly Violation[] {
    if (pushes.length === 0 || pushes.length > MAX_PUSHES) {
      const code = pushes.length === 0 ? 'REQUIRED' : 'TOO_MANY';
      return [violation('pushes', `\`pushes\` must have 1 to ${MAX_PUSHES} entries.`, code)];
    }
    return pushes.flatMap((push, index) =>
      (this.deps.pushes.refusalOf(push)?.details.violations ?? []).map((one) => atPush(index, one)),
    );
  }
}

/** How many pushes are active after a change. */
const countActive = (
  before: readonly number[],
  { pushes, deletePushIds }: Pick<CampaignChange, 'pushes' | 'deletePushIds'>,
): number => {
  const after = new Set(before);
  for (const id of deletePushIds) after.delete(id);
  for (const { id, active } of pushes) {
    if (id !== null && active !== null) after[active ? 'add' : 'delete'](id);
  }
  return after.size + pushes.filter(({ id, active }) => id === null && active !== false).length;
};

const atPush = (index: number, violation: Violation): Violation => ({
  ...violation,
  field: `pushes[${index}].${violation.field}`,
});

const judgeDeleted = (deletePushIds: readonly number[]): readonly Violation[] =>
  deletePushIds.length > MAX_PUSHES
    ? [violation('delete_push_ids', `\`delete_push_ids\` must have at most ${MAX_PUSHES} entries.`, 'TOO_MANY')]
    : [];

interface Judged extends Partial<Pick<CampaignChange, 'deletePushIds' | 'unchangedSince'>> {
  readonly pushes: readonly PushInput[];
  /** Returns what providers would refuse. */
  readonly sizes: readonly Violation[];
}

const judgeInstant = (instant: Date | null): readonly Violation[] =>
  instant !== null && Number.isNaN(instant.getTime())
    ? [
        violation(
          'unchanged_since',
          '`unchanged_since` must be an instant, such as 2026-11-22T08:30:00.000Z.',
          'INVALID',
        ),
      ]
    : [];

interface Bound {
  readonly id: number;
  readonly position: number;
  readonly archived: boolean | number;
}

const toBound = ({ id, position, archived }: Bound): Bound => ({
  id: Number(id),
  position: Number(position),
  archived: Boolean(archived),
});

/** Each push must be bound to this scheduler and named once. */
const checkNamed = (
  bound: readonly Bound[],
  { pushes, deletePushIds }: Pick<CampaignChange, 'pushes' | 'deletePushIds'>,
): void => {
  const violations = new Violations();
  const byId = new Map(bound.map((push) => [push.id, push]));
  const seen = new Set<number>();
  const check = (field: string, id: number): Bound | undefined => {
    const push = byId.get(id);
    if (!push) violations.add(field, 'This message is no longer in the campaign; reload the campaign.', 'NOT_FOUND');
    else if (seen.has(id)) violations.add(field, `The push ${id} is listed twice.`, 'DUPLICATE');
    seen.add(id);
    return push;
  };
  for (const [index, { id, active }] of pushes.entries()) {
    if (id === null) continue;
    const push = check(`pushes[${index}].id`, id);
    if (push?.archived && active) {
      const message = 'This push is archived; unarchive it before you activate it.';
      violations.add(`pushes[${index}].active`, message, 'ARCHIVED');
    }
  }
  for (const [index, id] of deletePushIds.entries()) check(`delete_push_ids[${index}]`, id);
  violations.throwIfAny();
};
