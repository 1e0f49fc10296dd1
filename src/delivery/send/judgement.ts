import { groupBy } from '../../collections.js';
import { HELD } from '../../entities/outcome.js';
import type { ProviderName } from '../../providers/sender.js';
import type { DeliveryMetrics } from '../delivery-deps.js';
import { RULES } from '../judgement/index.js';
import type { Pair, Recipient } from '../judgement/pair.js';
import { render } from '../judgement/render.js';
import type { Answer, Drop, GO, JudgedPage, JudgementRule, RuleDeps, Wait } from '../judgement/rule.js';
import { type MessageResult, newResult, type Verdict } from '../record/message-result.js';

export interface Judged {
  /** The pairs that every rule lets pass, in their order. */
  readonly go: readonly Recipient[];
  /** The results to record for the other pairs. */
  readonly results: readonly MessageResult[];
}

type JudgementDeps = RuleDeps & {
  readonly metrics: Pick<DeliveryMetrics, 'countMessages' | 'countJudged'>;
  /** Absent: `RULES`. */
  readonly rules?: readonly JudgementRule[];
};

/** Evaluates the rules in order, to decide which pairs may be handed over now. */
export class Judgement {
  private readonly rules: Readonly<Record<JudgementRule['asked'], readonly JudgementRule[]>>;

  constructor(private readonly deps: JudgementDeps) {
    const given = deps.rules ?? RULES;
    // `render` is always last: no other rule renders templates.
    const rules = [...given.filter((rule) => rule !== render), render];
    const askedFor = (moment: JudgementRule['asked']) => rules.filter(({ asked }) => asked === moment);
    this.rules = { page: askedFor('page'), push: askedFor('push') };
  }

  /** @param pairs all pairs of the page, or at the moment `push` the pairs of one push. */
  async judge(moment: JudgementRule['asked'], page: JudgedPage, pairs: readonly Pair[]): Promise<Judged> {
    const results: MessageResult[] = [];
    const ghosts: Ghost[] = [];
    let left = pairs;
    for (const rule of this.rules[moment]) {
      const isAsked = left.length > 0 && (rule.isFor?.(page.provider) ?? true);
      const judge = isAsked && rule.open(page, this.deps);
      if (!judge) continue;
      const answers = await judge(left);
      if (answers.every(isGo)) continue;
      const judged = left.map((pair, index) => ({ pair, answer: answers[index] }));
      const stopped = judged.filter(isStopped);
      if (stopped.length > 0) results.push(...this.stop(page, rule, stopped));
      left = judged.flatMap((one) => toLeft(one, (ghost) => ghosts.push({ rule, ...ghost })));
    }
    if (ghosts.length > 0) {
      const ended = new Set(left.filter(({ isGhost }) => isGhost));
      for (const [rule, group] of groupBy(ghosts, (ghost) => ghost.rule)) {
        results.push(
          ...this.stop(
            page,
            rule,
            group.filter(({ pair }) => ended.has(pair)),
          ),
        );
      }
      left = left.filter(({ isGhost }) => !isGhost);
    }
    if (!isReachable(left)) throw new Error('every rule let a retired device pass');
    return { go: left, results };
  }

  /** Counts messages that a rule holds or drops. Returns their results. */
  private stop(page: JudgedPage, rule: JudgementRule, stopped: readonly Stopped[]): readonly MessageResult[] {
    const now = this.deps.clock.now();
    const decided = stopped.map((one) => toResult(one, { expiresAt: page.expiresAt, now }));
    this.countAnswers(page.provider, rule, stopped);
    this.countEnded(page.provider, decided);
    return decided;
  }

  private countAnswers(provider: ProviderName, { name: rule }: JudgementRule, stopped: readonly Stopped[]): void {
    for (const [first, ...others] of groupBy(stopped, ({ answer }) => `${answer.kind} ${answer.code}`).values()) {
      if (!first) continue;
      const { kind, code } = first.answer;
      this.deps.metrics.countJudged?.({ provider, rule, code, answer: kind }, 1 + others.length);
    }
  }

  private countEnded(provider: ProviderName, decided: readonly MessageResult[]): void {
    const ended = decided.filter(({ isUntried }) => !isUntried);
    for (const [outcome, { length }] of groupBy(ended, (result) => result.outcome)) {
      this.deps.metrics.countMessages(provider, outcome, length);
    }
  }
}

/** A message that a rule keeps from its device, unless a later rule holds or drops it. */
interface Ghost extends Stopped {
  readonly rule: JudgementRule;
}

interface Stopped {
  readonly pair: Pair;
  readonly answer: Wait | Drop;
}

/** A rule that gives too few answers breaks its contract. The message goes rather than being lost. */
const isGo = (answer: Answer | undefined): answer is typeof GO | undefined =>
  answer === undefined || answer.kind === 'go';

interface AnsweredPair {
  readonly pair: Pair;
  readonly answer: Answer | undefined;
}

const isGhost = (answer: Answer): answer is Drop => answer.kind === 'drop' && answer.isGhost === true;

const isStopped = (one: AnsweredPair): one is Stopped => !isGo(one.answer) && !isGhost(one.answer);

/** A ghost is judged by the other rules too. The first rule that makes it one decides how it ends. */
const toLeft = ({ pair, answer }: AnsweredPair, keep: (ghost: Stopped) => void): Pair[] => {
  if (isGo(answer)) return [pair];
  if (!isGhost(answer)) return [];
  if (pair.isGhost) return [pair];
  const ghost = { ...pair, isGhost: true } as const;
  keep({ pair: ghost, answer });
  return [ghost];
};

const isReachable = (pairs: readonly Pair[]): pairs is readonly Recipient[] =>
  pairs.every(({ device }) => device !== null);

interface ConditionVerdict {
  readonly expiresAt: number;
  readonly now: number;
}

const toResult = ({ pair, answer }: Stopped, decision: ConditionVerdict): MessageResult => {
  const { push, deviceId, occurrence, event, arm, device } = pair;
  const language = push.content.languageOf({ language: device?.language ?? null });
  const message = { pushId: push.id, deviceId, occurrence, event, arm, language };
  return newResult(message, answer.kind === 'drop' ? drop(answer) : hold(answer, decision));
};

const FREE = { waitsForApp: false, deadAt: null } as const;

const drop = ({ outcome, code, detail }: Drop): Verdict => ({ outcome, code, detail, retryAt: null, ...FREE });

/** A message that is held until a past instant would be judged over and over, unless its rule paces rows by key. */
const LEAST_WAIT_MS = 1_000;

const hold = ({ code, detail, until, key }: Wait, { expiresAt, now }: ConditionVerdict): Verdict => {
  const retryAt = Math.ceil(Math.max(until, key === undefined ? now + LEAST_WAIT_MS : now));
  return retryAt < expiresAt
    ? { outcome: HELD, code, detail, retryAt, isUntried: true, heldFor: key, ...FREE }
    : { outcome: 'expired', code, detail, retryAt: null, ...FREE };
};
