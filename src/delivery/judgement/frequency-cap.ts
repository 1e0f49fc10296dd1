import { getOrInsert } from '../../collections.js';
import type { Database, Tx } from '../../database/database.js';
import type { CapWindow, FrequencyCap, FrequencyCaps } from '../../ports/frequency-caps.js';
import { allowedAt, reachOf, windowBegins } from '../../schedule/frequency-caps.js';
import { localZone } from '../../schedule/zones.js';
import type { CountedSend, SendGroup } from './cap-block-codec.js';
import { type CapFacts, previewFacts, readUserNumbers } from './cap-facts.js';
import {
  CapSends,
  type CapSubject,
  lockSends,
  previewSends,
  subjectOfDevice,
  subjectOfUser,
  writeSends,
} from './cap-sends.js';
import type { Pair, PreparedPush } from './pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';

/**
 * Holds or drops messages beyond the account's caps. It counts the others in one transaction before they are handed
 * over, so that no two runs exceed a cap together. The checkpoint releases reservations for messages that were
 * definitely not delivered.
 */
export const frequencyCap: JudgementRule = {
  name: 'frequency-cap',
  asked: 'page',
  needs: ['timezone'],
  texts: { 'RULE:CAPPED': 'frequency cap reached: {detail}' },
  outcomes: { CAPPED: { logByte: 69, description: 'A frequency cap of the account allows no further message now.' } },
  open: (page, { database, clock }) => {
    const caps = page.account.frequencyCaps;
    if (!caps || caps.caps.length === 0 || page.expiresAt <= clock.now()) return null;
    return (pairs) => judge({ page, caps, database }, pairs, clock.now());
  },
};

/** Names a cap in reasons, counts and traces, such as `3 per 24h, USER`. */
export const nameCap = ({ max, window, subject, categories, minGap }: FrequencyCap): string => {
  const gap = minGap === null ? '' : `, gap ${nameDuration(minGap)}`;
  const keys = categories === null ? '' : `, ${categories.slice(0, MAX_NAMED).join(' ')}`;
  return `${max} per ${nameWindow(window)}${gap}, ${subject}${keys}${(categories?.length ?? 0) > MAX_NAMED ? ' …' : ''}`;
};

/** The detail of a reason has 255 characters, and a key at most 40. */
const MAX_NAMED = 4;

const nameWindow = (window: CapWindow): string =>
  window.kind === 'ROLLING' ? nameDuration(window.seconds) : window.kind;

const nameDuration = (seconds: number): string => {
  const [unit, size] = DURATIONS.find(([, size]) => seconds % size === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
};

const DURATIONS = [
  ['h', 3_600],
  ['m', 60],
] as const;

/** Whether a cap counts the push. */
const counts = ({ categories }: FrequencyCap, category: string): boolean =>
  categories === null || categories.includes(category);

/** Only MARKETING is capped; a push without a category counts as MARKETING. */
const isCapped = ({ category }: CapPair['push']): boolean => (category?.kind ?? 'MARKETING') === 'MARKETING';

interface Asked {
  readonly page: Pick<JudgedPage, 'appId' | 'account' | 'expiresAt'> & {
    readonly run: Pick<JudgedPage['run'], 'id' | 'userId'>;
  };
  readonly caps: FrequencyCaps;
  readonly database: Pick<Database, 'query' | 'rows' | 'dialect'>;
}

/** The part of a pair that caps judge. */
export interface CapPair extends Pick<Pair, 'deviceId' | 'occurrence' | 'isGhost'> {
  readonly push: Pick<PreparedPush, 'id' | 'category'>;
}

/** A message that caps judge. */
interface Candidate {
  readonly pair: CapPair;
  readonly kind: CapKind;
  readonly zone: string;
  readonly user: CapSubject;
  readonly device: CapSubject;
  /** The user, the device or both. A device without a user is one subject. */
  readonly countedFor: readonly CapSubject[];
}

/** The caps and counts that all messages of a push share. */
interface CapKind {
  /** The caps that count them. */
  readonly caps: readonly FrequencyCap[];
  readonly isOfUser: boolean;
  readonly isOfDevice: boolean;
  readonly group: SendGroup;
}

/** The messages that a preview would have counted so far. */
interface CapPreviewState {
  readonly sends: CapSends;
  readonly numbers: Map<string, number>;
  readonly now: number;
}

export const startCapPreview = (now: number): CapPreviewState => ({ sends: new CapSends(), numbers: new Map(), now });

/** Judges pairs without counting them in the database. */
export const previewCaps = async (
  asked: Asked,
  pairs: readonly CapPair[],
  { sends, numbers, now }: CapPreviewState,
): Promise<readonly Answer[]> => {
  const { page, caps, database } = asked;
  const { kinds, ids } = findCapped(asked, pairs, now);
  const { userId } = page.run;
  const facts = await previewFacts(database, { userId, appId: page.appId, numbers }, ids);
  const candidates = toCandidates(asked, { pairs, kinds, factsOf: ({ deviceId }) => facts.get(deviceId) ?? UNKNOWN });
  await previewSends(database, sends, { userId, subjects: subjectsOf(candidates), since: now - reachOfAll(caps) });
  const ledger = new Ledger(sends, { now, expiresAt: page.expiresAt, onCapped: caps.onCapped });
  return toAnswers(pairs, candidates, (candidate) => ledger.reserve(candidate));
};

const judge = async (
  asked: Asked & { readonly page: JudgedPage; readonly database: Pick<Database, 'tx'> },
  pairs: readonly Pair[],
  now: number,
): Promise<readonly Answer[]> => {
  const { kinds, ids } = findCapped(asked, pairs, now);
  if (ids.length === 0) return pairs.map(() => GO);
  const { page, caps, database } = asked;
  const { userId } = page.run;
  const isForUsers = caps.caps.some(({ subject }) => subject === 'USER');
  const users = isForUsers ? await readUserNumbers(database, { userId, appId: page.appId, now }, ids) : NO_USERS;
  const factsOf = ({ deviceId, device }: Pair) => ({
    user: users.get(deviceId) ?? null,
    zone: device?.timezone ?? null,
  });
  const candidates = toCandidates(asked, { pairs, kinds, factsOf });
  const reachMs = reachOfAll(caps);
  // The first attempt of a transaction may be rolled back and repeated, so its answers are kept apart.
  const { answers, repeated } = await database.tx(async (tx: Tx) => {
    const sends = await lockSends(tx, { userId, subjects: subjectsOf(candidates), since: now - reachMs });
    const ledger = new Ledger(sends, { now, expiresAt: page.expiresAt, onCapped: caps.onCapped });
    const given = toAnswers(pairs, candidates, (candidate) => ledger.reserve(candidate));
    await writeSends(tx, sends, { userId, reachMs });
    return { answers: given, repeated: ledger.repeated };
  });
  pairs.forEach((pair, index) => {
    const candidate = candidates[index];
    if (!candidate || pair.isGhost || answers[index] !== GO) return;
    // A worker that died may have handed it over, so it stays counted however it ends.
    pair.countedFor = !page.isRejudged && repeated.has(candidate) ? [] : candidate.countedFor;
  });
  return answers;
};

const UNKNOWN: CapFacts = { user: null, zone: null };
const NO_USERS: ReadonlyMap<number, number> = new Map();

const toAnswers = (
  pairs: readonly CapPair[],
  candidates: readonly (Candidate | null)[],
  answer: (candidate: Candidate) => Answer,
): readonly Answer[] =>
  pairs.map((_, index) => {
    const candidate = candidates[index];
    return candidate ? answer(candidate) : GO;
  });

interface Capped {
  readonly kinds: ReadonlyMap<CapPair['push'], CapKind | null>;
  readonly ids: readonly number[];
}

const findCapped = ({ page, caps }: Asked, pairs: readonly CapPair[], now: number): Capped => {
  const kinds = new Map<CapPair['push'], CapKind | null>();
  const toKind = ({ push }: CapPair): CapKind | null => {
    const category = push.category?.key ?? '';
    const counting = isCapped(push) ? caps.caps.filter((cap) => counts(cap, category)) : [];
    return counting.length === 0 ? null : newKind(counting, { at: now, runId: page.run.id, pushId: push.id, category });
  };
  for (const pair of pairs) if (!kinds.has(pair.push)) kinds.set(pair.push, toKind(pair));
  const ids = new Set<number>();
  for (const { push, deviceId } of pairs) if (kinds.get(push)) ids.add(deviceId);
  return { kinds, ids: [...ids] };
};

const newKind = (caps: readonly FrequencyCap[], group: SendGroup): CapKind => ({
  caps,
  group,
  isOfUser: caps.some(({ subject }) => subject === 'USER'),
  isOfDevice: caps.some(({ subject }) => subject === 'DEVICE'),
});

/** One for each pair; null if no cap counts the pair. */
const toCandidates = <Judged extends CapPair>(
  { page }: Asked,
  {
    pairs,
    kinds,
    factsOf,
  }: Pick<Capped, 'kinds'> & { readonly pairs: readonly Judged[]; readonly factsOf: (pair: Judged) => CapFacts },
): readonly (Candidate | null)[] => {
  const accountZone = localZone(null, page.account.timeZone);
  return pairs.map((pair) => {
    const kind = kinds.get(pair.push);
    if (!kind) return null;
    const device = subjectOfDevice(pair.deviceId);
    const { user: number, zone } = factsOf(pair);
    const user = number === null ? device : subjectOfUser(number);
    const ownZone = zone === null ? accountZone : localZone(zone, page.account.timeZone);
    return { pair, kind, device, user, countedFor: countedFor(kind, { user, device }), zone: ownZone };
  });
};

const countedFor = (
  { isOfUser, isOfDevice }: CapKind,
  { user, device }: Pick<Candidate, 'user' | 'device'>,
): readonly CapSubject[] => {
  if (!isOfDevice || user === device) return [user];
  return isOfUser ? [user, device] : [device];
};

const subjectsOf = (candidates: readonly (Candidate | null)[]): CapSubject[] => {
  const subjects: CapSubject[] = [];
  for (const candidate of candidates) if (candidate) subjects.push(...candidate.countedFor);
  return subjects;
};

interface LedgerRules {
  readonly now: number;
  readonly expiresAt: number;
  readonly onCapped: FrequencyCaps['onCapped'];
}

const NO_SENDS: readonly CountedSend[] = [];

/** Counts messages that every cap allows. */
class Ledger {
  /** The first instants that the windows of caps cover now, by zone. */
  private readonly begins = new Map<string, Map<FrequencyCap, number>>();
  /** Messages that were counted before. */
  readonly repeated = new Set<Candidate>();

  constructor(
    private readonly sends: CapSends,
    private readonly rules: LedgerRules,
  ) {}

  /** A retry does not count itself, and moves its own reservation. */
  reserve(candidate: Candidate): Answer {
    const { pair, kind } = candidate;
    const { deviceId, occurrence } = pair;
    const message = { runId: kind.group.runId, pushId: kind.group.pushId, deviceId, occurrence };
    const ofUser = this.sends.others(candidate.user, message);
    const ofDevice = kind.isOfDevice ? this.sends.others(candidate.device, message) : NO_SENDS;
    // A first message is always allowed.
    if (ofUser.length > 0 || ofDevice.length > 0) {
      const sendsOf = ({ subject }: FrequencyCap) => (subject === 'USER' ? ofUser : ofDevice);
      const zone = candidate.zone;
      if (!kind.caps.every((cap) => this.allows(cap, sendsOf(cap), zone))) return this.refuse(candidate, sendsOf);
    }
    // Caps hold back a ghost, but a ghost uses up no cap.
    if (pair.isGhost) return GO;
    for (const subject of candidate.countedFor) {
      if (this.sends.add(subject, kind.group, message)) this.repeated.add(candidate);
    }
    return GO;
  }

  private allows(cap: FrequencyCap, sends: readonly CountedSend[], zone: string): boolean {
    const { now } = this.rules;
    if (sends.length === 0) return true;
    const ofZone = getOrInsert(this.begins, zone, () => new Map<FrequencyCap, number>());
    const begins = getOrInsert(ofZone, cap, () => windowBegins(cap, { zone, now }));
    let within = 0;
    for (const { group } of sends) {
      if (!counts(cap, group.category)) continue;
      if (group.at >= begins) within += 1;
      if (cap.minGap !== null && group.at + cap.minGap * 1_000 > now) return false;
    }
    return within < cap.max;
  }

  private refuse({ kind, zone }: Candidate, sendsOf: (cap: FrequencyCap) => readonly CountedSend[]): Answer {
    const { now, onCapped, expiresAt } = this.rules;
    const refusal = findRefusal(kind.caps, sendsOf, { zone, now });
    if (refusal === null) throw new Error('a cap refuses a message that it allows');
    const reason = { code: 'RULE:CAPPED', detail: nameCap(refusal.cap) } as const;
    return onCapped === 'DEFER' && refusal.until < expiresAt
      ? { kind: 'wait', ...reason, until: refusal.until }
      : { kind: 'drop', outcome: 'CAPPED', ...reason };
  }
}

interface Refusal {
  /** The first cap that does not allow a message now. */
  readonly cap: FrequencyCap;
  /** When every cap allows it, epoch ms. */
  readonly until: number;
}

/** null: every cap allows a message now. */
const findRefusal = (
  caps: readonly FrequencyCap[],
  sendsOf: (cap: FrequencyCap) => readonly CountedSend[],
  { zone, now }: { zone: string; now: number },
): Refusal | null => {
  const counted = caps.map((cap) => ({
    cap,
    sent: sendsOf(cap).flatMap(({ group }) => (counts(cap, group.category) ? [group.at] : [])),
  }));
  const first = counted.find(({ cap, sent }) => allowedAt(cap, sent, { zone, now }) > now);
  if (!first) return null;
  let until = now;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = Math.max(...counted.map(({ cap, sent }) => allowedAt(cap, sent, { zone, now: until })));
    if (next === until) break;
    until = next;
  }
  return { cap: first.cap, until };
};

/** Each step moves beyond one window or gap of a cap. */
const MAX_STEPS = 40;

const reachOfAll = ({ caps }: FrequencyCaps): number => Math.max(...caps.map(reachOf));
