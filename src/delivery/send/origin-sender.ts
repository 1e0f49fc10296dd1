import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import { retryDelayMs } from '../../providers/retry-delay.js';
import type { Outcome, ProviderName, SendBatch, Sender } from '../../providers/sender.js';
import { UNUSABLE_KEYS } from '../../providers/webpush/foreign-key.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import type { Handled, Held } from '../record/message-result.js';
import { CROWD, type Kind, MOST_NAMED, type OriginGate } from './origin-gate.js';
import type { OriginState } from './origin-state.js';

/** Push services that a page may wait for, while none is known. */
const MOST_MET = 4;

export interface OriginSenderDeps {
  readonly gate: OriginGate;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly clock: Clock;
  readonly random: () => number;
  /** What waited for these push services of an application may go. */
  readonly release: (appId: number, keys: readonly string[]) => Promise<void>;
}

/**
 * What becomes of messages to push services that nobody knows: a few are met, all are tried since whoever asks has chosen
 * them, or all wait.
 */
export type Strangers = 'met' | 'tried' | 'waiting';

/** One push to the devices of a page. */
export interface OriginPage {
  readonly appId: number;
  readonly endpoints: readonly string[];
  /** Messages to these of the endpoints, by their places. */
  readonly makeBatch: (places: readonly number[]) => SendBatch;
  readonly strangers: Strangers;
  /** From 1. */
  readonly attempt: number;
}

/** Those of a page that go to one push service. */
interface Group {
  readonly origin: string;
  readonly state: OriginState;
  readonly places: readonly number[];
}

type Note = (place: number, handled: Handled) => void;

/**
 * Web push by push service: a page waits only for those that are known to take messages; what goes to others comes back
 * as held.
 */
export class OriginSender {
  constructor(private readonly deps: OriginSenderDeps) {}

  async send(page: OriginPage): Promise<Handled[]> {
    const handled = new Map<number, Handled>();
    const note: Note = (place, outcome) => handled.set(place, outcome);
    const groups = this.groupPage(page);
    if (page.strangers === 'tried') await this.handOver(page, groups, note);
    else {
      const strangers = await this.sendToKnown(page, groups, note);
      const left = page.strangers === 'met' ? await this.meet(page, strangers, note) : strangers;
      for (const group of await this.sendToKnown(page, left, note)) this.hold(page, group, note);
    }
    return page.endpoints.map((_endpoint, place) => handled.get(place) ?? LOST);
  }

  private groupPage({ appId, endpoints }: OriginPage): Group[] {
    const reader = new OriginReader();
    const byOrigin = groupBy([...endpoints.keys()], (place) => reader.read(endpoints[place] ?? ''));
    return [...byOrigin].map(([origin, places]) => ({ origin, places, state: this.deps.gate.stateOf(appId, origin) }));
  }

  /** Answers the others. */
  private async sendToKnown(page: OriginPage, groups: readonly Group[], note: Note): Promise<readonly Group[]> {
    const named = groups.filter(({ state }) => state.isNamed).slice(0, MOST_NAMED);
    const known = groups.filter((group) => group.state.isGood || named.includes(group));
    if (known.length === 0) return groups;
    await this.handOver(page, known, note);
    return groups.filter((group) => !known.includes(group));
  }

  private async handOver(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    const sent = groups.flatMap((group) => group.places.map((place) => ({ place, group })));
    const outcomes = await this.deliver(page.makeBatch(sent.map(({ place }) => place)));
    const tries = sent.map(({ group }, index) => ({ origin: group.origin, outcome: outcomes[index] ?? LOST }));
    await this.hear(page.appId, tries);
    for (const [index, { place, group }] of sent.entries()) {
      note(place, this.judge(page, outcomes[index] ?? LOST, group.state));
    }
  }

  private deliver(batch: SendBatch): Promise<Outcome[]> {
    return this.deps.senders[batch.app.credentials.provider].send(batch);
  }

  private async hear(appId: number, tries: readonly { origin: string; outcome: Outcome }[]): Promise<void> {
    const found = this.deps.gate.heard(appId, tries);
    if (found.length > 0) await this.deps.release(appId, found);
  }

  /**
   * Where nobody is known yet one message goes to each of a few, and the page waits a moment for what becomes of it: a
   * real push service is known before its second page. Answers what is left to send.
   */
  private async meet(page: OriginPage, strangers: readonly Group[], note: Note): Promise<readonly Group[]> {
    const { gate, random } = this.deps;
    const meetings: Meeting[] = [];
    const crowdsFirst = strangers.toSorted((a, b) => b.places.length - a.places.length);
    const kind = (crowdsFirst[0]?.places.length ?? 0) >= CROWD ? 'crowd' : 'single';
    const patienceMs = gate.patience(page.appId, kind);
    if (patienceMs === 0) return strangers;
    for (const group of crowdsFirst) {
      if (meetings.length === MOST_MET) break;
      const place = group.places[Math.floor(random() * group.places.length)];
      const asking = { waiting: 1, isFirst: true, crowd: group.places.length };
      if (place !== undefined && gate.enter(page.appId, group.state, asking) > 0)
        meetings.push(this.meetOne(page, group, place));
    }
    await this.waitFor(page.appId, meetings, { kind, patienceMs });
    for (const meeting of meetings) this.noteMeeting(page, meeting, note);
    const gone = new Set(meetings.map(({ place }) => place));
    return strangers
      .map((group) => ({ ...group, places: group.places.filter((place) => !gone.has(place)) }))
      .filter(({ places }) => places.length > 0);
  }

  private meetOne(page: OriginPage, group: Group, place: number): Meeting {
    const meeting: Meeting = { group, place, outcome: null, ended: NOTHING_YET };
    meeting.ended = this.sendOne(page, group, place).then((outcome) => {
      meeting.outcome = outcome;
      return outcome;
    });
    return meeting;
  }

  private async sendOne(page: OriginPage, { origin, state }: Group, place: number): Promise<Outcome> {
    const { gate } = this.deps;
    const [outcome = LOST] = await this.deliver(page.makeBatch([place])).finally(() => gate.leave(state));
    await this.hear(page.appId, [{ origin, outcome }]);
    return outcome;
  }

  /** Until one has turned out to be good, all have answered, or patience is at its end. */
  private async waitFor(
    appId: number,
    meetings: readonly Meeting[],
    { kind, patienceMs }: { kind: Kind; patienceMs: number },
  ): Promise<void> {
    if (meetings.length === 0) return;
    const { gate } = this.deps;
    const startedAt = performance.now();
    const over = new AbortController();
    const timeout = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
    const isGood = new Promise<void>((resolve) => {
      for (const { ended } of meetings) {
        ended.then(() => (gate.hasGood(appId) ? resolve() : undefined)).catch(() => resolve());
      }
    });
    await Promise.race([timeout, isGood, Promise.allSettled(meetings.map(({ ended }) => ended))]);
    over.abort();
    if (!gate.hasGood(appId)) gate.waited(appId, kind, performance.now() - startedAt);
  }

  private noteMeeting(page: OriginPage, { group, place, outcome, ended }: Meeting, note: Note): void {
    const { state } = group;
    if (outcome) {
      note(place, this.judge(page, outcome, state));
      return;
    }
    const { others: until } = this.deps.gate.plan(page.appId, state, group.places.length);
    const last = ended.then((found) => this.judge(page, found, state));
    // If the page fails, nobody asks for it.
    last.catch(() => undefined);
    note(place, { kind: 'held', reason: describe(state), until, key: state.key, isUntried: true, ended: last });
  }

  private hold({ appId }: OriginPage, { state, places }: Group, note: Note): void {
    const { gate } = this.deps;
    const isGivenUp = gate.isGivenUp(appId, state);
    const { first, others } = gate.plan(appId, state, places.length);
    const waiting = { kind: 'held', reason: describe(state), key: state.key, isUntried: true } as const;
    for (const [index, place] of places.entries()) {
      note(place, isGivenUp ? nameless(state) : { ...waiting, until: index === 0 ? first : others });
    }
  }

  /** What came back from a push service that is not good waits for it; the application does not. */
  private judge({ appId, attempt }: OriginPage, outcome: Outcome, state: OriginState): Handled {
    const { gate, clock, random } = this.deps;
    if (gate.isGivenUp(appId, state)) return nameless(state);
    if (outcome.kind !== 'retry-after' && outcome.kind !== 'app-paused') return outcome;
    if (outcome.kind === 'app-paused') {
      const isAboutApp = state.mayBlameApp && !gate.hasGood(appId);
      if (outcome.reason === UNUSABLE_KEYS || isAboutApp) return outcome;
    } else if (state.isGood || outcome.isForeignKey || /^aborted|^shutting/.test(outcome.reason)) return outcome;
    const dueAt = clock.now() + retryDelayMs({ attempt, afterMs: outcome.afterMs, random });
    const held = {
      kind: 'held',
      reason: outcome.reason,
      until: Math.max(dueAt, state.nextAt),
      key: state.key,
    } as const;
    return outcome.kind === 'retry-after' && outcome.isUnanswered ? { ...held, isUnanswered: true } : held;
  }
}

interface Meeting {
  readonly group: Group;
  readonly place: number;
  /** null: under way. */
  outcome: Outcome | null;
  ended: Promise<Outcome>;
}

const describe = ({ reason }: OriginState): Held['reason'] =>
  `its push service has not taken a message yet${reason && `: ${reason}`}`;

const nameless = ({ reason }: OriginState): Outcome => ({
  kind: 'failed',
  reason: `its push service does not exist: ${reason}`,
});

const LOST: Outcome = { kind: 'retry-after', reason: 'the sender gave no outcome', afterMs: null };
const NOTHING_YET = Promise.resolve(LOST);
