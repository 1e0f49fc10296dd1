import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from '../../collections.js';
import type { DeviceValues } from '../../entities/device.js';
import type { Clock } from '../../ports/clock.js';
import { retryDelayMs } from '../../providers/retry-delay.js';
import type { Outcome, ProviderName, SendBatch, Sender } from '../../providers/sender.js';
import { foreignKeyOutcome } from '../../providers/webpush/foreign-key.js';
import { OriginReader } from '../../providers/webpush/read-origin.js';
import { kindOf } from '../judgement/app-origins.js';
import { namelessReason, unprovenReason } from '../judgement/bulkhead.js';
import type { Bulkheads } from '../judgement/bulkheads.js';
import type { DeviceGroups } from '../judgement/device-groups.js';
import type { OriginBulkhead } from '../judgement/origin-bulkhead.js';
import { type Attempt, isLimit, isRefusal, readEvidence } from '../judgement/origin-outcomes.js';
import type { JudgedPage } from '../judgement/rule.js';
import type { Handled } from '../record/message-result.js';

/** Unproven origins that one page probes and waits for. */
const MAX_PROBED = 4;
/** A trial that takes longer holds up the rest of its page. */
const SLOW_MS = 1_000;
/** The first wait of a message whose device was refused, and the longest. Each wait doubles. */
const REFUSED_WAIT_MS = 60_000;
const MAX_REFUSED_WAIT_MS = 3_600_000;

/** The devices of a network that try an origin first, if the page has at least `LEAST_SAMPLED` of them. */
const SAMPLE = 8;
const LEAST_SAMPLED = 32;

export interface OriginSenderDeps {
  readonly bulkheads: Bulkheads;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly clock: Clock;
  readonly random: () => number;
  readonly devices: DeviceGroups;
  /** Makes the rows that wait for these origins due. */
  readonly release: (appId: number, keys: readonly string[]) => Promise<void>;
}

/** One push to devices of one application. */
export interface OriginPage extends Pick<JudgedPage, 'appId' | 'attempt' | 'unproven' | 'isLeftOver'> {
  readonly endpoints: readonly string[];
  /** The devices of the endpoints, in the same order. */
  readonly devices: readonly DeviceValues[];
  /** Makes messages to the endpoints at these places. */
  readonly makeBatch: (places: readonly number[]) => SendBatch;
}

/** The places of a page whose endpoints belong to one origin. */
interface Group {
  readonly origin: string;
  readonly bulkhead: OriginBulkhead;
  readonly places: readonly number[];
}

type Note = (place: number, handled: Handled) => void;

/** Sends web push messages that the bulkhead rule lets go, and records the outcomes for each origin. */
export class OriginSender {
  constructor(private readonly deps: OriginSenderDeps) {}

  /** One entry per endpoint; null: it was not handed over and must be judged again. */
  async send(page: OriginPage): Promise<(Handled | null)[]> {
    const handled = new Map<number, Handled>();
    const note: Note = (place, outcome) => handled.set(place, outcome);
    const groups = this.groupPage(page);
    if (page.unproven === 'probe') await this.handOver(page, groups, note);
    else await this.sendGroups(page, groups, note);
    return page.endpoints.map((_endpoint, place) => handled.get(place) ?? null);
  }

  private groupPage({ appId, endpoints }: OriginPage): Group[] {
    const reader = new OriginReader();
    const byOrigin = groupBy([...endpoints.keys()], (place) => reader.read(endpoints[place] ?? ''));
    return [...byOrigin].map(([origin, places]) => ({
      origin,
      places,
      bulkhead: this.deps.bulkheads.of(appId, origin),
    }));
  }

  private async sendGroups(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    const kinds = groupBy(groups, ({ bulkhead }) => kindOfState(bulkhead));
    await Promise.all([
      this.sendClosed(page, kinds.get('closed') ?? [], note),
      ...(kinds.get('half-open') ?? []).map((group) => this.tryInSteps(page, group, note)),
      ...(kinds.get('refusing') ?? []).map((group) => this.probeRefusing(page, group, note)),
    ]);
    await this.probeUnproven(page, kinds.get('unproven') ?? [], note);
  }

  private async sendClosed(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    if (groups.length === 0) return;
    const sampled = groups.map((group) => takeSample(page, group));
    await this.handOver(page, sampled, note);
    for (const { bulkhead, networks } of sampled) {
      for (const network of networks) bulkhead.reputations.recordSample(network);
    }
  }

  /** Sends a growing number of messages until one is accepted. The rest is judged again once more devices are suspect. */
  private async tryInSteps(page: OriginPage, group: Group, note: Note): Promise<void> {
    const { bulkhead } = group;
    const { version } = bulkhead.reputations;
    let { places } = group;
    while (places.length > 0 && bulkhead.isHalfOpen) {
      const count = bulkhead.quota;
      const startedAt = performance.now();
      await this.handOver(page, [{ ...group, places: places.slice(0, count) }], note);
      places = places.slice(count);
      const isSlow = performance.now() - startedAt > SLOW_MS;
      if (isSlow && bulkhead.isHalfOpen && this.deps.bulkheads.hasClosed(page.appId)) {
        bulkhead.stopTrial(this.deps.clock.now());
      }
      if (bulkhead.reputations.version > version) return;
    }
  }

  /** Probes an origin that may be refusing the application with the devices that say most about it. */
  private async probeRefusing(page: OriginPage, group: Group, note: Note): Promise<void> {
    const { bulkheads, devices } = this.deps;
    const { bulkhead } = group;
    if (page.isLeftOver || !bulkheads.canProbeRefusing(bulkhead)) return;
    bulkhead.isProbing = true;
    try {
      const { appId, devices: reached } = page;
      const { quota, probeStreak: streak } = bulkhead;
      const untriedOnly = bulkhead.probesUntriedOnly(this.deps.clock.now());
      const deviceOf = (place: number): number => reached[place]?.id ?? 0;
      const places = await devices.sortForProbe({ appId, streak, untriedOnly }, group.places, deviceOf);
      if (places.length === 0) return;
      await this.handOver(page, [{ ...group, places: places.slice(0, quota) }], note);
    } finally {
      bulkheads.release(bulkhead);
    }
  }

  private async handOver(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    const sent = groups.flatMap((group) => group.places.map((place) => ({ place, group })));
    const outcomes = await this.deliver(page.makeBatch(sent.map(({ place }) => place)));
    const attempts = sent.map(({ place, group: { origin } }, index) => {
      const { device, deviceId } = toDevice(page, place);
      return { place, origin, outcome: outcomes[index] ?? LOST, device, deviceId };
    });
    const suspects = await this.recordOutcomes(page.appId, attempts);
    for (const [index, { place, deviceId, outcome }] of attempts.entries()) {
      const { bulkhead } = (sent[index] as (typeof sent)[number]).group;
      const ended = suspects.has(deviceId) ? this.failSuspect(outcome, bulkhead) : outcome;
      note(place, this.settle(page, ended, bulkhead));
    }
  }

  private deliver(batch: SendBatch): Promise<Outcome[]> {
    return this.deps.senders[batch.app.credentials.provider].send(batch);
  }

  /** Returns the suspect devices. */
  private async recordOutcomes(appId: number, attempts: readonly DeviceAttempt[]): Promise<ReadonlySet<number>> {
    const { bulkheads, devices, release } = this.deps;
    const suspects = await this.recordReputations(appId, attempts);
    const judged =
      suspects.size === 0 ? attempts : attempts.map((each) => ({ ...each, isSuspect: suspects.has(each.deviceId) }));
    const passable = bulkheads.recordOutcomes(appId, judged);
    if (passable.length > 0) await release(appId, passable);
    for (const suspect of bulkheads.takeSuspects(appId, attempts)) {
      const { streak } = suspect.bulkhead;
      const networks = await devices.networksOf(appId, streak.refused);
      if (streak.isBroad(networks.values())) bulkheads.startRefusing(appId, suspect);
    }
    for (const limited of bulkheads.takeLimited(appId, attempts)) {
      const { limits } = limited.bulkhead;
      const networks = await devices.networksOf(appId, limits.refused);
      if (limits.isBroad(networks.values())) bulkheads.believeLimit(appId, limited);
    }
    return suspects;
  }

  /** Returns the suspect devices. Reads nothing if no device was ever refused. */
  private async recordReputations(appId: number, attempts: readonly DeviceAttempt[]): Promise<ReadonlySet<number>> {
    const suspects = new Set<number>();
    for (const [origin, group] of groupBy(attempts, (attempt) => attempt.origin)) {
      const { reputations } = this.deps.bulkheads.of(appId, origin);
      if (reputations.isEmpty && !group.some(({ outcome }) => isAgainstDevice(outcome))) continue;
      const groups = await this.deps.devices.groupsOf(
        appId,
        group.map(({ device }) => device),
      );
      for (const { deviceId, outcome } of group) {
        const name = groups.get(deviceId) ?? null;
        if (isAgainstDevice(outcome)) reputations.record(name, 'refused');
        else if (outcome.kind === 'sent') reputations.record(name, 'accepted');
      }
      for (const [id, name] of groups) if (reputations.isSuspect(name)) suspects.add(id);
    }
    return suspects;
  }

  /** Sends one message to each of a few origins and waits a moment, so a real push service is known at the next page. */
  private async probeUnproven(page: OriginPage, groups: readonly Group[], note: Note): Promise<void> {
    const { bulkheads, random } = this.deps;
    const crowdsFirst = groups.toSorted((a, b) => b.places.length - a.places.length);
    const kind = kindOf(crowdsFirst[0]?.places.length ?? 0);
    const patienceMs = bulkheads.patience(page.appId, kind);
    if (page.isLeftOver || page.unproven === 'wait' || patienceMs === 0) return;
    const probes: Probe[] = [];
    for (const group of crowdsFirst) {
      if (probes.length === MAX_PROBED) break;
      const place = group.places[Math.floor(random() * group.places.length)];
      const asked = { waiting: 1, isFirst: true, crowd: group.places.length };
      if (place === undefined || bulkheads.acquire(page.appId, group.bulkhead, asked) === 0) continue;
      probes.push(this.startProbe(page, group, place));
    }
    if (probes.length === 0) return;
    const startedAt = performance.now();
    await this.waitFor(page.appId, probes, patienceMs);
    if (!bulkheads.hasClosed(page.appId)) bulkheads.spendPatience(page.appId, kind, performance.now() - startedAt);
    for (const probe of probes) this.noteProbe(page, probe, note);
  }

  private startProbe(page: OriginPage, group: Group, place: number): Probe {
    const probe: Probe = { group, place, outcome: null, ended: NOTHING_YET };
    probe.ended = this.sendProbe(page, group, place).then((outcome) => {
      probe.outcome = outcome;
      return outcome;
    });
    return probe;
  }

  private async sendProbe(page: OriginPage, { origin, bulkhead }: Group, place: number): Promise<Outcome> {
    const { bulkheads } = this.deps;
    const [outcome = LOST] = await this.deliver(page.makeBatch([place])).finally(() => bulkheads.release(bulkhead));
    await this.recordOutcomes(page.appId, [{ origin, outcome, ...toDevice(page, place) }]);
    return outcome;
  }

  /** Resolves when an origin has accepted its probe, when all have answered, or after `patienceMs`. */
  private async waitFor(appId: number, probes: readonly Probe[], patienceMs: number): Promise<void> {
    const over = new AbortController();
    const timeout = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
    const isProven = new Promise<void>((resolve) => {
      for (const { ended } of probes) {
        ended.then(() => (this.deps.bulkheads.hasClosed(appId) ? resolve() : undefined)).catch(() => resolve());
      }
    });
    await Promise.race([timeout, isProven, Promise.allSettled(probes.map(({ ended }) => ended))]);
    over.abort();
  }

  /** A probe without an answer yet is late: its message waits as a row until the answer is known. */
  private noteProbe(page: OriginPage, { group, place, outcome, ended }: Probe, note: Note): void {
    const { bulkhead } = group;
    if (outcome) {
      note(place, this.settle(page, outcome, bulkhead));
      return;
    }
    const { others: until } = this.deps.bulkheads.schedule(page.appId, bulkhead, group.places.length);
    const last = ended.then((found) => this.settle(page, found, bulkhead));
    // If the page fails, nobody else handles a failure of the probe.
    last.catch(() => undefined);
    note(place, { kind: 'held', ...unprovenReason(bulkhead), until, key: bulkhead.key, isUntried: true, ended: last });
  }

  /** A message that came back waits for its origin, or on its own if only its device was refused. */
  private settle({ appId, attempt }: OriginPage, outcome: Outcome, bulkhead: OriginBulkhead): Handled {
    const { bulkheads, clock, random } = this.deps;
    if (bulkheads.isGivenUp(appId, bulkhead)) return { kind: 'failed', ...namelessReason(bulkhead) };
    if (outcome.kind !== 'retry-after' && outcome.kind !== 'app-paused') return outcome;
    if (outcome.kind === 'app-paused') {
      const pausesApp = bulkhead.mayPauseApp && !bulkheads.hasClosed(appId);
      if (outcome.code === 'UNUSABLE_KEYS' || pausesApp) return outcome;
    } else if (outcome.isForeignKey || outcome.isUnsent) return outcome;
    const { code, detail } = outcome;
    const wasRefused = readEvidence(outcome) === 'refused';
    if (wasRefused && !bulkhead.isRefusing) {
      return { kind: 'retry-after', code, detail, afterMs: refusedWaitMs(attempt) };
    }
    if (isLimit(outcome) && bulkhead.isRefusing) {
      const afterMs = Math.max(outcome.afterMs ?? 0, refusedWaitMs(attempt));
      return { kind: 'retry-after', code, detail, afterMs };
    }
    if (bulkhead.isClosed && outcome.kind === 'retry-after') return outcome;
    const dueAt = clock.now() + retryDelayMs({ attempt, afterMs: wasRefused ? null : outcome.afterMs, random });
    const held = {
      kind: 'held',
      code,
      detail,
      until: Math.max(dueAt, bulkhead.nextProbeAt),
      key: bulkhead.key,
    } as const;
    return outcome.kind === 'retry-after' && outcome.isUnanswered ? { ...held, isUnanswered: true } : held;
  }

  /** If the origin has accepted other devices lately, it refuses the suspect device and not the application. */
  private failSuspect(outcome: Outcome, { streak }: OriginBulkhead): Outcome {
    if (outcome.kind === 'sent' || readEvidence(outcome) !== 'refused') return outcome;
    if (!streak.isProven(this.deps.clock.now())) return outcome;
    return foreignKeyOutcome({ code: outcome.code, detail: outcome.detail, isNamed: false });
  }
}

/** A push service refuses or limits one device, or everybody. */
const isAgainstDevice = (outcome: Outcome): boolean => isRefusal(outcome) || isLimit(outcome);

type DeviceAttempt = Attempt & { readonly device: DeviceValues };

const toDevice = ({ devices }: OriginPage, place: number): Pick<DeviceAttempt, 'device' | 'deviceId'> => {
  const device = devices[place] as DeviceValues;
  return { device, deviceId: device.id };
};

interface Probe {
  readonly group: Group;
  readonly place: number;
  /** Null while the probe is under way. */
  outcome: Outcome | null;
  ended: Promise<Outcome>;
}

const kindOfState = ({ isClosed, isHalfOpen, isRefusing }: OriginBulkhead) => {
  if (isClosed) return 'closed';
  if (isHalfOpen) return 'half-open';
  return isRefusing ? 'refusing' : 'unproven';
};

/** A group without most devices of networks that the origin has not been tried with. */
interface Sampled extends Group {
  readonly networks: readonly string[];
}

/**
 * A network with many devices on the page is tried with a few of them. The rest is judged again when these have their
 * answers: hundreds of devices that the origin refuses would otherwise go with the first page.
 */
const takeSample = ({ devices }: OriginPage, group: Group): Sampled => {
  const byNetwork = groupBy(group.places, (place) => devices[place]?.registeredFrom ?? null);
  const networks: string[] = [];
  const places = [...byNetwork].flatMap(([network, all]) => {
    if (network === null || all.length < LEAST_SAMPLED || group.bulkhead.reputations.isSampled(network)) return all;
    networks.push(network);
    return all.slice(0, SAMPLE);
  });
  return { ...group, places, networks };
};

const refusedWaitMs = (attempt: number): number =>
  Math.min(MAX_REFUSED_WAIT_MS, REFUSED_WAIT_MS * 2 ** Math.min(attempt - 1, 10));

const LOST: Outcome = { kind: 'retry-after', code: 'NO_OUTCOME', detail: null, afterMs: null };
const NOTHING_YET = Promise.resolve(LOST);
