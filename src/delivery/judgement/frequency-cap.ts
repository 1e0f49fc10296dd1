import { getOrInsert } from '../../collections.js';
import type { Database, Tx } from '../../database/database.js';
import type { CapWindow, FrequencyCap, FrequencyCaps } from '../../ports/frequency-caps.js';
import { allowedAt, reachOf } from '../../schedule/frequency-caps.js';
import { localZone } from '../../schedule/zones.js';
import {
  type CountedSend,
  lockSends,
  messageKeyOf,
  previewSends,
  type SendsBySubject,
  subjectHash,
  writeSends,
} from './cap-sends.js';
import type { Pair, PreparedPush } from './pair.js';
import { type Answer, GO, type JudgedPage, type JudgementRule } from './rule.js';

/** The rows that count a message that may go, separated by a space. */
const subjectsOfPair = new WeakMap<Pair, string>();

/** Returns the rows that count a pair; undefined: no cap counts it. */
export const capSubjectsOf = (pair: Pair): string | undefined => subjectsOfPair.get(pair);

/**
 * Holds or drops messages beyond the account's caps. It counts the others in one transaction before they are handed
 * over, so that no two runs exceed a cap together. The checkpoint gives back what was definitely not delivered.
 */
export const frequencyCap: JudgementRule = {
  name: 'frequency-cap',
  asked: 'page',
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

/** Only MARKETING is capped, which a push without a category also is. */
const isCapped = ({ push: { category } }: Pick<CapPair, 'push'>): boolean =>
  (category?.kind ?? 'MARKETING') === 'MARKETING';

const categoryKeyOf = ({ push: { category } }: Pick<CapPair, 'push'>): string => category?.key ?? '';

interface Asked {
  readonly page: Pick<JudgedPage, 'appId' | 'account' | 'expiresAt'> & {
    readonly run: Pick<JudgedPage['run'], 'id' | 'userId'>;
  };
  readonly caps: FrequencyCaps;
  readonly database: Pick<Database, 'query' | 'dialect'>;
}

/** The part of a pair that caps judge. */
export interface CapPair extends Pick<Pair, 'deviceId' | 'occurrence'> {
  readonly push: Pick<PreparedPush, 'id' | 'category'>;
}

/** What caps need to know of a device. */
interface CapFacts {
  readonly user: string | null;
  readonly zone: string | null;
}

type RowOfSubject = (kind: FrequencyCap['subject']) => string;

/** A message that caps judge, with the row that each kind of subject has. */
interface Candidate {
  readonly pair: CapPair;
  readonly caps: readonly FrequencyCap[];
  readonly category: string;
  readonly message: string;
  readonly zone: string;
  readonly rowOf: RowOfSubject;
}

/** Judges pairs without counting them in the database. `sends` collects what a run would count. */
export const previewCaps = async (
  asked: Asked,
  pairs: readonly CapPair[],
  { sends, now }: { sends: SendsBySubject; now: number },
): Promise<readonly Answer[]> => {
  const candidates = await findCandidates(asked, pairs);
  const { page, caps, database } = asked;
  const subjects = [...new Set([...candidates.values()].flatMap(rowsOf))].filter((subject) => !sends.has(subject));
  if (subjects.length > 0) {
    const { userId } = page.run;
    for (const [subject, counted] of await previewSends(database, { userId, subjects })) sends.set(subject, counted);
  }
  const ledger: Ledger = { sends, changed: new Map(), now, expiresAt: page.expiresAt, onCapped: caps.onCapped };
  return pairs.map((pair) => {
    const candidate = candidates.get(pair);
    return candidate ? reserve(ledger, candidate) : GO;
  });
};

const judge = async (
  asked: Asked & { readonly database: Pick<Database, 'tx'> },
  pairs: readonly Pair[],
  now: number,
): Promise<readonly Answer[]> => {
  const candidates = await findCandidates(asked, pairs);
  if (candidates.size === 0) return pairs.map(() => GO);
  const { page, caps, database } = asked;
  const { userId } = page.run;
  const subjects = [...new Set([...candidates.values()].flatMap(rowsOf))];
  // The first attempt of a transaction may be rolled back and repeated, so its answers are kept apart.
  const answers = await database.tx(async (tx: Tx) => {
    const sends = await lockSends(tx, { userId, subjects, now });
    const changed: SendsBySubject = new Map();
    const given = pairs.map((pair) => {
      const candidate = candidates.get(pair);
      return candidate
        ? reserve({ sends, changed, now, expiresAt: page.expiresAt, onCapped: caps.onCapped }, candidate)
        : GO;
    });
    await writeSends(tx, { userId, sends: trimmed(changed, caps, now), reachMs: reachOfAll(caps) });
    return given;
  });
  pairs.forEach((pair, index) => {
    const candidate = candidates.get(pair);
    if (candidate && answers[index]?.kind === 'go') subjectsOfPair.set(pair, rowsOf(candidate).join(' '));
  });
  return answers;
};

const findCandidates = async (
  { page, caps, database }: Asked,
  pairs: readonly CapPair[],
): Promise<ReadonlyMap<CapPair, Candidate>> => {
  const capped = pairs.flatMap((pair) => {
    const category = categoryKeyOf(pair);
    const counting = isCapped(pair) ? caps.caps.filter((cap) => counts(cap, category)) : [];
    return counting.length === 0 ? [] : { pair, category, caps: counting };
  });
  if (capped.length === 0) return new Map();
  const ids = [...new Set(capped.map(({ pair }) => pair.deviceId))];
  const facts = await readFacts(database, page.appId, ids);
  const { id: runId, userId } = page.run;
  const rows = new Map<number, RowOfSubject>();
  return new Map(
    capped.map(({ pair, category, caps: counting }) => {
      const { user, zone } = facts.get(pair.deviceId) ?? NO_FACTS;
      const rowOf = getOrInsert(rows, pair.deviceId, () => capRowsOf(userId, pair.deviceId, user));
      const own = {
        zone: localZone(zone, page.account.timeZone),
        message: messageKeyOf({ runId, ...keyOf(pair) }),
      };
      return [pair, { pair, category, caps: counting, rowOf, ...own }] as const;
    }),
  );
};

const NO_FACTS: CapFacts = { user: null, zone: null };

const keyOf = ({ push, deviceId, occurrence }: CapPair) => ({ pushId: push.id, deviceId, occurrence });

/** Hashes only for the kinds that are asked, because hashing costs more than the rest of a judgement. */
const capRowsOf = (userId: number, deviceId: number, user: string | null): RowOfSubject => {
  const rows = new Map<FrequencyCap['subject'], string>();
  const hashOf = (kind: FrequencyCap['subject']) =>
    subjectHash(userId, kind === 'USER' && user !== null ? { user } : { device: deviceId });
  return (kind) => getOrInsert(rows, kind, () => hashOf(kind));
};

/** Read only here, because an account without caps should not pay for two columns of every device. */
const readFacts = async (
  database: Pick<Database, 'query' | 'dialect'>,
  appId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CapFacts>> => {
  const { sql, parameters } = database.dialect.among('id', ids);
  const rows = await database.query<{ id: number; external_user_id: string | null; timezone: string | null }>(
    `SELECT id, external_user_id, timezone FROM device ${database.dialect.forcePrimary} WHERE app_id = ? AND ${sql}`,
    [appId, ...parameters],
  );
  return new Map(rows.map(({ id, external_user_id: user, timezone: zone }) => [Number(id), { user, zone }] as const));
};

/** The rows that count the message. */
const rowsOf = ({ caps, rowOf }: Candidate): string[] => [...new Set(caps.map(({ subject }) => rowOf(subject)))];

interface Ledger {
  readonly sends: SendsBySubject;
  /** The rows of `sends` that differ from the database. */
  readonly changed: SendsBySubject;
  readonly now: number;
  readonly expiresAt: number;
  readonly onCapped: FrequencyCaps['onCapped'];
}

/** Counts the message now if every cap allows it. A retry does not count itself, and moves its own reservation. */
const reserve = (ledger: Ledger, candidate: Candidate): Answer => {
  const { now, onCapped, expiresAt } = ledger;
  const sendsOf = (row: string) => (ledger.sends.get(row) ?? []).filter(([, message]) => message !== candidate.message);
  const refusal = findRefusal(candidate.caps, (cap) => sendsOf(candidate.rowOf(cap.subject)), {
    ...{ zone: candidate.zone, now },
  });
  if (refusal !== null) {
    const reason = { code: 'RULE:CAPPED', detail: nameCap(refusal.cap) } as const;
    return onCapped === 'DEFER' && refusal.until < expiresAt
      ? { kind: 'wait', ...reason, until: refusal.until }
      : { kind: 'drop', outcome: 'CAPPED', ...reason };
  }
  for (const row of rowsOf(candidate)) {
    const counted = [...sendsOf(row), [now, candidate.message, candidate.category] as const];
    const inOrder = counted.sort(([one], [other]) => one - other);
    ledger.sends.set(row, inOrder);
    ledger.changed.set(row, inOrder);
  }
  return GO;
};

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
    sent: sendsOf(cap).flatMap(([at, , category]) => (counts(cap, category) ? [at] : [])),
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

const trimmed = (sends: SendsBySubject, caps: FrequencyCaps, now: number): SendsBySubject => {
  const since = now - reachOfAll(caps);
  return new Map([...sends].map(([subject, counted]) => [subject, counted.filter(([at]) => at > since)]));
};
