import { setImmediate as nextTurn } from 'node:timers/promises';
import { inCategory, loadCategories } from '../../catalogue/push-categories.js';
import { loadFilters } from '../../catalogue/scheduler-record.js';
import { assign, saltOf } from '../../delivery/judgement/arms.js';
import { type CapPair, previewCaps, startCapPreview } from '../../delivery/judgement/frequency-cap.js';
import { readUsers } from '../../delivery/judgement/users.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { loadPushes } from '../../delivery/plan/load-pushes.js';
import { NO_RUN } from '../../entities/run.js';
import type { RunAudience, RunPush } from '../../entities/run-snapshot.js';
import { Scheduler } from '../../entities/scheduler.js';
import { UserAccount } from '../../entities/user-account.js';
import { badInput, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { CONTROL_ARM, type Experiment, type RunExperiment } from '../../ports/experiment.js';
import type { Caller } from '../caller.js';
import type { SchedulerInput } from '../schedulers/scheduler-input.js';
import type { AudienceEstimateService } from './audience-estimate-service.js';
import { type AudiencePagesDeps, audiencePages } from './audience-pages.js';

export interface CapPreviewServiceDeps extends AudiencePagesDeps {
  readonly clock: Clock;
  readonly audiences: Pick<AudienceEstimateService, 'findSpans' | 'readAudience'>;
  /** `TIME_TO_LIVE`. */
  readonly timeToLiveSeconds: number;
}

export interface CapPreview {
  /** Messages that were judged: one for each device and push, or one for each device of an experiment. */
  messages: number;
  dropped: number;
  deferred: number;
  /** The number of refused messages by cap, the most first. */
  readonly byCap: ReadonlyMap<string, number>;
  /** False if the audience is larger than the number of devices checked. */
  isComplete: boolean;
}

interface Drafted {
  readonly categoryIds: readonly (number | null)[];
  readonly signal: AbortSignal;
}

type JudgedPush = Pick<RunPush, 'id' | 'category'>;

interface Judged {
  readonly pushes: readonly JudgedPush[];
  /** null: every device gets every push. */
  readonly experiment: RunExperiment | null;
  readonly readAudience: () => Promise<RunAudience>;
  readonly signal: AbortSignal;
}

const MAX_PUSHES = 20;
const MAX_MESSAGES = 50_000;
const DEADLINE_MS = 3_000;

/** Checks what a scheduler would send now against the frequency caps, and counts nothing in the database. */
export class CapPreviewService {
  constructor(private readonly deps: CapPreviewServiceDeps) {}

  /** @throws NOT_FOUND */
  async preview({ userId }: Caller, schedulerId: number, signal: AbortSignal): Promise<CapPreview> {
    const { database, clock } = this.deps;
    const { reader } = database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, userId });
    if (!scheduler) throw notFound('scheduler');
    const pushes = await loadPushes(reader, schedulerId);
    const filtersOf = await loadFilters(database, [schedulerId]);
    const filters = filtersOf(schedulerId);
    const readAudience = () => buildRunAudience(reader, { scheduler, filters }, clock.now());
    const experiment = toRunExperiment(scheduler.experiment, pushes, schedulerId);
    return this.judge(userId, { pushes, experiment, readAudience, signal });
  }

  /**
   * The same for a scheduler that is not saved.
   * @param categoryIds the category of each push; null and an unknown one count as none
   * @throws BAD_USER_INPUT for filters that no scheduler could have, or too many pushes
   */
  async previewDraft(caller: Caller, input: SchedulerInput, { categoryIds, signal }: Drafted): Promise<CapPreview> {
    if (categoryIds.length > MAX_PUSHES) {
      throw badInput('category_ids', `\`category_ids\` must have at most ${MAX_PUSHES} entries.`, 'TOO_MANY');
    }
    const { userId } = caller;
    const drafts = categoryIds.map((categoryId, index) => ({ id: index + 1, userId, categoryId }));
    const categories = await loadCategories(this.deps.database.reader, drafts);
    const pushes = drafts.map(({ id, categoryId }) =>
      inCategory({ id, channel: null }, categories.get(categoryId ?? 0) ?? null),
    );
    const readAudience = () => this.deps.audiences.readAudience(caller, input);
    const experiment = toRunExperiment(input.experiment ?? null, pushes, UNSAVED);
    return this.judge(userId, { pushes, experiment, readAudience, signal });
  }

  private async judge(userId: number, { pushes, experiment, readAudience, signal }: Judged): Promise<CapPreview> {
    const { database, clock } = this.deps;
    const account = await database.reader.findOneByOrFail(UserAccount, { id: userId });
    const byCap = new Map<string, number>();
    const preview: CapPreview = { messages: 0, dropped: 0, deferred: 0, byCap, isComplete: true };
    const { frequencyCaps: caps } = account;
    if (caps === null || pushes.length === 0) return preview;
    const audience = await readAudience();
    const now = clock.now();
    const endsAt = performance.now() + DEADLINE_MS;
    const state = startCapPreview(now);
    const expiresAt = now + this.deps.timeToLiveSeconds * 1_000;
    const page = { account, run: { id: NO_RUN, userId }, expiresAt };
    for await (const { appId, ids } of audiencePages(this.deps, audience, userId)) {
      const room = MAX_MESSAGES - preview.messages;
      if (signal.aborted || room <= 0 || performance.now() > endsAt) {
        preview.isComplete = false;
        break;
      }
      const all = await this.pairUp({ appId, ids }, { pushes, experiment });
      const pairs = all.slice(0, room);
      preview.isComplete = pairs.length === all.length;
      const answers = await previewCaps({ page: { ...page, appId }, caps, database }, pairs, state);
      preview.messages += pairs.length;
      for (const answer of answers) {
        if (answer.kind === 'go') continue;
        preview[answer.kind === 'drop' ? 'dropped' : 'deferred'] += 1;
        byCap.set(answer.detail ?? '', (byCap.get(answer.detail ?? '') ?? 0) + 1);
      }
      await nextTurn();
    }
    return preview;
  }

  /** With an experiment, a user gets one of the pushes, or none. */
  private async pairUp(
    { appId, ids }: { readonly appId: number; readonly ids: readonly number[] },
    { pushes, experiment }: Pick<Judged, 'pushes' | 'experiment'>,
  ): Promise<CapPair[]> {
    if (!experiment || ids.length === 0) return pushes.flatMap((push) => ids.map((id) => newPair(id, push)));
    const users = await readUsers(this.deps.database, appId, ids);
    const byId = new Map(pushes.map((push) => [push.id, push]));
    return ids.flatMap((id) => {
      const { arm, pushId } = assign(experiment, users.get(id) ?? id, UNDECIDED);
      const push = byId.get(pushId);
      return arm === CONTROL_ARM || !push ? [] : [newPair(id, push)];
    });
  }
}

/** Divides a draft into a control group, as if it had this id. */
const UNSAVED = 0;

export const UNDECIDED = { decision: { winner: null }, isLater: false };

/** Weights do not matter: variants hardly ever have different categories. */
export const toRunExperiment = (
  experiment: Experiment | null,
  pushes: readonly JudgedPush[],
  schedulerId: number,
): RunExperiment | null => {
  const variants = pushes.map(({ id }) => ({ pushId: id, weight: 1 }));
  return experiment && { ...experiment, salt: saltOf(schedulerId), variants, decideAt: null };
};

const newPair = (deviceId: number, { id, category }: JudgedPush): CapPair => ({
  ...{ deviceId, occurrence: 0 },
  push: { id, category: category ?? null },
});
