import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import { retryDelayMs } from '../../providers/retry-delay.js';
import type { Outcome, ProviderName, SendBatch, Sender } from '../../providers/sender.js';
import { UNUSABLE_KEYS } from '../../providers/webpush/foreign-key.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import type { Handled, Held } from '../record/message-result.js';
import { CROWD, type Kind, MOST_ANSWERING, type OriginGate } from './origin-gate.js';
import { type OriginState, type OriginTry, waitAfterRefusal, wordOf } from './origin-state.js';
import type { ProbeOrder } from './probe-order.js';

/** Push services that a page may wait for, while none is known. */
const MOST_MET = 4;
/** A part of a page that takes longer than this to be refused keeps the others of the page waiting. */
const SLOW_MS = 1_000;

export interface OriginSenderDeps {
  readonly gate: OriginGate;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly probes: ProbeOrder;
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
  /** Of the endpoints, in their order. */
  readonly deviceIds: readonly number[];
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

  /** Returns the groups, or parts of them, that wait. */
  private async sendToKnown(page: OriginPage, groups: readonly Group[], note: Note): Promise<readonly Group[]> {
    const answering = mostPromising(groups.filter(({ state }) => state.isAnswering)).slice(0, MOST_ANSWERING);
    const good = groups.filter(({ state }) => state.isGood);
    const [, ...rests] = await Promise.all([
      good.length > 0 && this.handOver(page, good, note),
      ...groups
        .filter((group) => !good.includes(group))
        .map((group) => (answering.includes(group) ? this.climb(page, group, note) : this.probe(page, group, note))),
    ]);
    return rests.filter(({ places }) => places.length > 0);
  }

  /**
   * To a push service that answers and has taken nothing: a few messages, then twice as many, until one is taken. A
   * refusal counts against its device alone, so that the others follow. Returns what is left of the group.
   */
  private async climb(page: OriginPage, group: Group, note: Note): Promise<Group> {
    const { state } = group;
    let { places } = group;
    while (places.length > 0 && state.isAnswering) {
      const count = state.quota;
      const startedAt = performance.now();
      await this.handOver(page, [{ ...group, places: places.slice(0, count) }], note);
      places = places.slice(count);
      const isSlow = performance.now() - startedAt > SLOW_MS;
      if (isSlow && state.isAnswering && this.deps.gate.hasGood(page.appId)) this.deps.gate.slowDown(state);
    }
    return this.sendRest(page, { ...group, places }, note);
  }

  /** Probes a push service that seems to refuse the application, once its wait has ended, with the most telling devices. */
  private async probe(page: OriginPage, group: Group, note: Note): Promise<Group> {
    const { gate, probes } = this.deps;
    const { state } = group;
    const count = gate.beginProbe(state);
    if (count === 0) return group;
    try {
      const { appId, deviceIds } = page;
      const places = await probes.sort({ appId, state }, group.places, (place) => deviceIds[place] ?? 0);
      await this.handOver(page, [{ ...group, places: places.slice(0, count) }], note);
      return await this.sendRest(page, { ...group, places: places.slice(count) }, note);
    } finally {
      gate.endProbe(state);
    }
  }

  private async sendRest(page: OriginPage, group: Group, note: Note): Promise<Group> {
    if (!group.state.isGood || group.places.length === 0) return group;
    await this.handOver(page, [group], note);
    return { ...group, places: [] };
  }

  private async handOver(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    const sent = groups.flatMap((group) => group.places.map((place) => ({ place, group })));
    const outcomes = await this.deliver(page.makeBatch(sent.map(({ place }) => place)));
    const tries = sent.map(({ place, group }, index) => this.toTry(page, { place, group, outcome: outcomes[index] }));
    await this.hear(page.appId, tries);
    for (const [index, { place, group }] of sent.entries()) {
      note(place, this.judge(page, outcomes[index] ?? LOST, group.state));
    }
  }

  private toTry(
    { deviceIds }: OriginPage,
    { place, group, outcome = LOST }: { place: number; group: Group; outcome: Outcome | undefined },
  ): OriginTry {
    return { origin: group.origin, deviceId: deviceIds[place] ?? 0, outcome };
  }

  private deliver(batch: SendBatch): Promise<Outcome[]> {
    return this.deps.senders[batch.app.credentials.provider].send(batch);
  }

  private async hear(appId: number, tries: readonly OriginTry[]): Promise<void> {
    const { gate, probes, release } = this.deps;
    const found = gate.heard(appId, tries);
    if (found.length > 0) await release(appId, found);
    for (const suspect of gate.takeSuspects(appId, tries)) {
      const { streak } = suspect.state;
      const networks = await probes.networksOf(appId, streak.refused);
      if (streak.isBlamedBy(networks.values())) gate.blame(appId, suspect);
    }
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

  private async sendOne(page: OriginPage, group: Group, place: number): Promise<Outcome> {
    const { gate } = this.deps;
    const [outcome = LOST] = await this.deliver(page.makeBatch([place])).finally(() => gate.leave(group.state));
    await this.hear(page.appId, [this.toTry(page, { place, group, outcome })]);
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

  /** A message that came back waits for its push service, or by itself where only its device was refused. */
  private judge({ appId, attempt }: OriginPage, outcome: Outcome, state: OriginState): Handled {
    const { gate, clock, random } = this.deps;
    if (gate.isGivenUp(appId, state)) return nameless(state);
    if (outcome.kind !== 'retry-after' && outcome.kind !== 'app-paused') return outcome;
    if (outcome.kind === 'app-paused') {
      const isAboutApp = state.mayBlameApp && !gate.hasGood(appId);
      if (outcome.reason === UNUSABLE_KEYS || isAboutApp) return outcome;
    } else if (outcome.isForeignKey || outcome.isUnsent) return outcome;
    const isRefusal = wordOf(outcome) === 'refused';
    if (isRefusal && !state.isBlamed) return waitAfterRefusal(outcome.reason, attempt);
    if (state.isGood && outcome.kind === 'retry-after') return outcome;
    const dueAt = clock.now() + retryDelayMs({ attempt, afterMs: isRefusal ? null : outcome.afterMs, random });
    const until = Math.max(dueAt, state.nextAt);
    const held = { kind: 'held', reason: outcome.reason, until, key: state.key } as const;
    return outcome.kind === 'retry-after' && outcome.isUnanswered ? { ...held, isUnanswered: true } : held;
  }
}

/** A page has room for a few of these, so those come first that have taken messages before, or that many wait for. */
const mostPromising = (groups: readonly Group[]): Group[] =>
  groups.toSorted(
    (a, b) => b.state.streak.witnesses.size - a.state.streak.witnesses.size || b.places.length - a.places.length,
  );

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
