import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFilters } from '../../catalogue/scheduler-record.js';
import type { SendsBySubject } from '../../delivery/judgement/cap-sends.js';
import { type CapPair, previewCaps } from '../../delivery/judgement/frequency-cap.js';
import { buildRunAudience } from '../../delivery/plan/build-run-audience.js';
import { loadPushes } from '../../delivery/plan/load-pushes.js';
import { NO_RUN } from '../../entities/run.js';
import { Scheduler } from '../../entities/scheduler.js';
import { UserAccount } from '../../entities/user-account.js';
import { notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { Caller } from '../caller.js';
import { type AudiencePagesDeps, audiencePages } from './audience-pages.js';

export interface CapPreviewServiceDeps extends AudiencePagesDeps {
  readonly clock: Clock;
  /** `TIME_TO_LIVE`. */
  readonly timeToLiveSeconds: number;
}

export interface CapPreview {
  /** Messages that were judged: one for each device and push. */
  messages: number;
  dropped: number;
  deferred: number;
  /** The number of refused messages by cap, the most first. */
  readonly byCap: ReadonlyMap<string, number>;
  /** False if the audience is larger than what was judged. */
  isComplete: boolean;
}

const MAX_MESSAGES = 50_000;
const DEADLINE_MS = 3_000;

/** Judges what a scheduler would send now by the frequency caps, and counts nothing in the database. */
export class CapPreviewService {
  constructor(private readonly deps: CapPreviewServiceDeps) {}

  /** @throws NOT_FOUND */
  async preview({ userId }: Caller, schedulerId: number, signal: AbortSignal): Promise<CapPreview> {
    const { database, clock } = this.deps;
    const { reader } = database;
    const scheduler = await reader.findOneBy(Scheduler, { id: schedulerId, userId });
    if (!scheduler) throw notFound('scheduler');
    const account = await reader.findOneByOrFail(UserAccount, { id: userId });
    const byCap = new Map<string, number>();
    const preview: CapPreview = { messages: 0, dropped: 0, deferred: 0, byCap, isComplete: true };
    const { timeZone, quietHours, frequencyCaps: caps } = account;
    const pushes = caps === null ? [] : await loadPushes(reader, schedulerId);
    if (caps === null || pushes.length === 0) return preview;
    const filtersOf = await loadFilters(database, [schedulerId]);
    const audience = await buildRunAudience(reader, { scheduler, filters: filtersOf(schedulerId) }, clock.now());
    const now = clock.now();
    const endsAt = performance.now() + DEADLINE_MS;
    const sends: SendsBySubject = new Map();
    const expiresAt = now + this.deps.timeToLiveSeconds * 1_000;
    const page = { account: { timeZone, quietHours, frequencyCaps: caps }, run: { id: NO_RUN, userId }, expiresAt };
    for await (const { appId, ids } of audiencePages(this.deps, audience, userId)) {
      const room = MAX_MESSAGES - preview.messages;
      if (signal.aborted || room <= 0 || performance.now() > endsAt) {
        preview.isComplete = false;
        break;
      }
      const pairs: CapPair[] = pushes.flatMap((push) =>
        ids.map((deviceId) => ({ deviceId, occurrence: 0, push: { id: push.id, category: push.category ?? null } })),
      );
      const answers = await previewCaps({ page: { ...page, appId }, caps, database }, pairs, { sends, now });
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
}
