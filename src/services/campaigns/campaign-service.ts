import type { Database } from '../../database/database.js';
import type { Scheduler } from '../../entities/scheduler.js';
import { AppError, invalidInput, type Violation, violation } from '../../errors.js';
import type { Caller } from '../caller.js';
import type { PushInput } from '../pushes/push-rules.js';
import type { PushService } from '../pushes/push-service.js';
import { checkName } from '../rules/text-rules.js';
import { Violations } from '../rules/violations.js';
import type { SchedulerDraft, SchedulerInput } from '../schedulers/scheduler-input.js';
import { readScheduler } from '../schedulers/scheduler-rules.js';
import type { SchedulerService } from '../schedulers/scheduler-service.js';

/** What is said, to whom and when: pushes and the scheduler that sends them. */
export interface CampaignInput {
  readonly scheduler: SchedulerInput;
  /** In the order in which they are to be sent. */
  readonly pushes: readonly PushInput[];
  readonly activate: boolean;
}

export interface CampaignServiceDeps {
  readonly database: Database;
  readonly schedulers: SchedulerService;
  readonly pushes: PushService;
}

const MAX_PUSHES = 20;

/** Schedulers together with what they send: made, and copied, as a whole or not at all. */
export class CampaignService {
  constructor(private readonly deps: CampaignServiceDeps) {}

  /** @throws BAD_USER_INPUT with every broken rule of the scheduler and of the pushes; then nothing was made. */
  async create(caller: Caller, { scheduler, pushes, activate }: CampaignInput): Promise<Scheduler> {
    const draft = this.read(scheduler, pushes);
    const made = await this.deps.database.tx(async (tx) => {
      const inactive = await this.deps.schedulers.insert(tx, caller, draft);
      for (const [position, push] of pushes.entries()) {
        await this.deps.pushes.insert(tx, caller, push, { schedulerId: inactive.id, position });
      }
      if (!activate) return inactive;
      return this.deps.schedulers.begin(tx, inactive, { timing: draft.timing, field: 'date' });
    });
    await this.deps.schedulers.scheduleJob(made);
    return made;
  }

  /**
   * A copy of a scheduler with its lists, and with copies of its pushes; a draft.
   * @param name null: its own, and that it is a copy.
   */
  async duplicate(caller: Caller, id: number, name: string | null): Promise<Scheduler> {
    const violations = new Violations();
    if (name !== null) checkName(violations, 'name', name);
    violations.throwIfAny();
    return this.deps.database.tx(async (tx) => {
      const copy = await this.deps.schedulers.copy(tx, caller, id, name);
      await this.deps.pushes.copyBound(tx, id, copy.id);
      return copy;
    });
  }

  private read(scheduler: SchedulerInput, pushes: readonly PushInput[]): SchedulerDraft {
    const broken = this.judge(pushes);
    try {
      const draft = readScheduler(scheduler);
      if (broken.length > 0) throw invalidInput(broken);
      return draft;
    } catch (error) {
      const { violations = [] } = error instanceof AppError ? error.details : {};
      throw violations === broken || violations.length === 0 ? error : invalidInput([...violations, ...broken]);
    }
  }

  private judge(pushes: readonly PushInput[]): readonly Violation[] {
    if (pushes.length === 0 || pushes.length > MAX_PUSHES) {
      const code = pushes.length === 0 ? 'REQUIRED' : 'TOO_MANY';
      return [violation('pushes', `\`pushes\` must have 1 to ${MAX_PUSHES} entries.`, code)];
    }
    return pushes.flatMap((push, index) =>
      (this.deps.pushes.refusalOf(push)?.details.violations ?? []).map((one) => ({
        ...one,
        field: `pushes[${index}].${one.field}`,
      })),
    );
  }
}
