import { groupBy } from '../../collections.js';
import { inContext, type Reason, sayReason } from '../../providers/codes.js';
import { PROVIDERS } from '../../providers/providers.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import { kindOf } from './app-origins.js';
import { type Bulkheads, MAX_TRIALS } from './bulkheads.js';
import { type DeviceGroups, GROUP_NEEDS } from './device-groups.js';
import type { OriginBulkhead } from './origin-bulkhead.js';
import type { Pair } from './pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';

interface BulkheadDeps {
  readonly bulkheads: Bulkheads;
  readonly devices: Pick<DeviceGroups, 'groupsOf' | 'hasRefusedLately'>;
  readonly random: () => number;
}

/** Holds web push messages whose push service (origin) accepts none, so that they do not delay the others. */
export const bulkheadRule = (deps: BulkheadDeps): JudgementRule => ({
  name: 'bulkhead',
  asked: 'push',
  isFor: (provider) => PROVIDERS[provider].pace.pauses === 'push-service',
  needs: GROUP_NEEDS,
  open: (page, { clock }) =>
    page.unproven === 'probe' ? null : (pairs) => new PageBulkheads(deps, page, clock.now()).judge(pairs),
});

/** The pairs of a page that go to one origin. */
interface Group {
  readonly bulkhead: OriginBulkhead;
  readonly pairs: readonly Pair[];
}

class PageBulkheads {
  private readonly answers = new Map<Pair, Answer>();

  constructor(
    private readonly deps: BulkheadDeps,
    private readonly page: JudgedPage,
    private readonly now: number,
  ) {}

  async judge(pairs: readonly Pair[]): Promise<readonly Answer[]> {
    const reader = new OriginReader();
    const byOrigin = groupBy(pairs, ({ device }) => reader.read(device?.token ?? ''));
    const groups = [...byOrigin].map(([origin, group]) => ({
      bulkhead: this.deps.bulkheads.of(this.page.appId, origin),
      pairs: group,
    }));
    const trials = mostPromising(groups.filter(({ bulkhead }) => bulkhead.isHalfOpen)).slice(0, MAX_TRIALS);
    const maySeeProbes = this.mayWaitForProbes(groups);
    for (const group of groups) {
      const { bulkhead } = group;
      if (bulkhead.isClosed || trials.includes(group)) await this.setSuspectsAside(group);
      else if (!(this.mayProbe(bulkhead) || (maySeeProbes && isUnproven(bulkhead)))) this.hold(group);
    }
    return pairs.map((pair) => this.answers.get(pair) ?? GO);
  }

  /** The sender probes a refusing origin with some of the pairs, and leaves the others to be judged again. */
  private mayProbe(bulkhead: OriginBulkhead): boolean {
    return !this.page.isLeftOver && this.deps.bulkheads.canProbeRefusing(bulkhead);
  }

  /** While no origin accepts messages, the sender probes a few of them and waits a moment for their answers. */
  private mayWaitForProbes(groups: readonly Group[]): boolean {
    if (this.page.unproven === 'wait' || this.page.isLeftOver) return false;
    const largest = Math.max(...groups.map(({ bulkhead, pairs }) => (isUnproven(bulkhead) ? pairs.length : 0)));
    return this.deps.bulkheads.patience(this.page.appId, kindOf(largest)) > 0;
  }

  /**
   * On its first try a suspect device waits in the slow lane, except for one of each page. The other devices keep their
   * rate, and no suspect is forgotten. Waiting rows of suspects join the lane, but only while others are sent to.
   */
  private async setSuspectsAside({ bulkhead, pairs }: Group): Promise<void> {
    const { unproven, attempt } = this.page;
    if (unproven === 'wait' && (attempt > 1 || !bulkhead.slowLane.isBusy(this.now))) return;
    const suspects = await this.findSuspects(bulkhead, pairs);
    if (suspects.length < pairs.length) bulkhead.slowLane.recordOthers(this.now);
    const tried = Math.floor(this.deps.random() * suspects.length);
    for (const pair of suspects.toSpliced(tried, 1)) {
      this.wait(pair, SET_ASIDE, { until: bulkhead.slowLane.takeTurn(this.now), key: bulkhead.asideKey });
    }
  }

  private async findSuspects({ reputations }: OriginBulkhead, pairs: readonly Pair[]): Promise<Pair[]> {
    const { devices } = this.deps;
    const { appId } = this.page;
    if (reputations.isEmpty && !(await devices.hasRefusedLately(appId))) return [];
    const reached = pairs.flatMap(({ device }) => device ?? []);
    const groups = await devices.groupsOf(appId, reached);
    return pairs.filter(({ deviceId }) => reputations.isSuspect(groups.get(deviceId) ?? null));
  }

  private hold({ bulkhead, pairs }: Group): void {
    const { bulkheads } = this.deps;
    const { appId } = this.page;
    const isGivenUp = bulkheads.isGivenUp(appId, bulkhead);
    const { first, others } = bulkheads.schedule(appId, bulkhead, pairs.length);
    for (const [index, pair] of pairs.entries()) {
      if (isGivenUp) this.answers.set(pair, { kind: 'drop', outcome: 'failed', ...namelessReason(bulkhead) });
      else this.wait(pair, unprovenReason(bulkhead), { until: index === 0 ? first : others, key: bulkhead.key });
    }
  }

  /** Each message is judged once more before its time to live ends. */
  private wait(pair: Pair, reason: Reason, { until, key }: { until: number; key: string }): void {
    this.answers.set(pair, { kind: 'wait', ...reason, until: Math.min(until, this.page.expiresAt - 1), key });
  }
}

/** A page has room for few trials. Origins that have accepted messages come first, then those with many messages. */
const mostPromising = (groups: readonly Group[]): readonly Group[] =>
  groups.toSorted(
    (a, b) => b.bulkhead.streak.accepted.size - a.bulkhead.streak.accepted.size || b.pairs.length - a.pairs.length,
  );

const isUnproven = ({ isClosed, isHalfOpen, isRefusing }: OriginBulkhead): boolean =>
  !(isClosed || isHalfOpen || isRefusing);

export const unprovenReason = ({ reason }: OriginBulkhead): Reason =>
  reason === null ? UNPROVEN : inContext('UNPROVEN_ORIGIN', reason);

export const namelessReason = ({ reason }: OriginBulkhead): Reason => ({
  code: 'NO_PUSH_SERVICE',
  detail: reason && sayReason(reason),
});

const UNPROVEN: Reason = { code: 'UNPROVEN_ORIGIN', detail: null };
const SET_ASIDE: Reason = { code: 'SET_ASIDE', detail: null };
