import type { ProviderName } from '../../../src/providers/sender.js';

/** The fields that a device would show, if the fake could read them. */
export interface LedgerContent {
  readonly title: string | null;
  readonly body: string | null;
  /** The whole message as received: APNs payload, FCM message, OneSignal request, decrypted web push JSON. */
  readonly content: Readonly<Record<string, unknown>> | null;
  readonly receipt: string | null;
}

/** A fake's report of each message that it accepted or refused. */
export interface LedgerRecord extends LedgerContent {
  readonly provider: ProviderName;
  /** provider_a: project_id; provider_b: app_id; provider_c: topic; webpush: VAPID public key. */
  readonly appKey: string;
  /** Device token, subscription id, or the whole endpoint. */
  readonly target: string;
  readonly messageId: string | null;
  /** The HTTP status; 0 if the fake cut the connection instead of answering. */
  readonly status: number;
  /** Null if accepted. */
  readonly reason: string | null;
  /** Identifies repetitions of the same message to the same target; null if that is impossible. */
  readonly identity: string | null;
  /** The key by which the device replaces a visible notification. null: it shows a new one. */
  readonly shownAs?: string | null;
}

export interface LedgerEntry extends Omit<LedgerRecord, 'identity' | 'shownAs'> {
  readonly shownAs: string | null;
  readonly seq: number;
  /** Epoch milliseconds of the machine's clock. */
  readonly at: number;
  /** `seq` of the first accepted entry with the same target and identity. */
  readonly duplicateOf: number | null;
}

export interface LedgerFilter {
  readonly provider?: ProviderName;
  readonly appKey?: string;
  readonly target?: string;
  readonly title?: string;
  readonly status?: number;
  /** true: only accepted; false: only refused. */
  readonly accepted?: boolean | undefined;
}

export interface ProviderSummary {
  accepted: number;
  refused: number;
  duplicates: number;
  /** Counts by `status` or `status reason`. */
  readonly answers: Record<string, number>;
}

export interface LedgerSummary {
  readonly entries: number;
  readonly accepted: number;
  readonly refused: number;
  readonly duplicates: number;
  readonly providers: Partial<Record<ProviderName, ProviderSummary>>;
  /** Noteworthy events other than messages, such as idempotent replays or issued OAuth tokens. */
  readonly notes: Record<string, number>;
}

const NO_CONTENT: LedgerContent = { title: null, body: null, content: null, receipt: null };

/**
 * A columnar record of the fakes' messages: a million messages without content take about 200 MB. `keepContent: false`
 * drops title, body, content, receipt and message ids, but still finds duplicates.
 */
export class Ledger {
  private readonly keepContent: boolean;
  private providers: ProviderName[] = [];
  private times: number[] = [];
  private appKeys: string[] = [];
  private targets: string[] = [];
  private messageIds: (string | null)[] = [];
  private statuses: number[] = [];
  private reasons: (string | null)[] = [];
  private contents: LedgerContent[] = [];
  private shownAs: (string | null)[] = [];
  private duplicatesOf = new Map<number, number>();
  private firstSeen = new Map<number, number>();
  private perProvider: Partial<Record<ProviderName, ProviderSummary>> = {};
  private notes: Record<string, number> = {};

  constructor(options: { readonly keepContent?: boolean } = {}) {
    this.keepContent = options.keepContent ?? true;
  }

  record(message: LedgerRecord): void {
    const seq = this.targets.length;
    const isDuplicate = isAccepted(message.status) && this.seenBefore(message, seq);
    this.tally(message, isDuplicate);
    this.providers.push(message.provider);
    this.times.push(Date.now());
    this.appKeys.push(message.appKey);
    this.targets.push(message.target);
    this.statuses.push(message.status);
    this.reasons.push(message.reason);
    if (!this.keepContent) return;
    const { title, body, content, receipt } = message;
    this.messageIds.push(message.messageId);
    this.contents.push({ title, body, content, receipt });
    this.shownAs.push(message.shownAs ?? null);
  }

  note(what: string): void {
    this.notes[what] = (this.notes[what] ?? 0) + 1;
  }

  clear(): void {
    this.providers = [];
    this.times = [];
    this.appKeys = [];
    this.targets = [];
    this.messageIds = [];
    this.statuses = [];
    this.reasons = [];
    this.contents = [];
    this.shownAs = [];
    this.duplicatesOf = new Map();
    this.firstSeen = new Map();
    this.perProvider = {};
    this.notes = {};
  }

  summary(): LedgerSummary {
    const all = Object.values(this.perProvider);
    return {
      entries: this.targets.length,
      accepted: all.reduce((sum, one) => sum + one.accepted, 0),
      refused: all.reduce((sum, one) => sum + one.refused, 0),
      duplicates: this.duplicatesOf.size,
      providers: structuredClone(this.perProvider),
      notes: { ...this.notes },
    };
  }

  /** Accepted messages, unless the filter says otherwise. */
  count(filter: LedgerFilter = {}): number {
    return this.select(filter).length;
  }

  /** Accepted messages by target, unless the filter says otherwise. */
  countByTarget(filter: LedgerFilter = {}): Map<string, number> {
    const counts = new Map<string, number>();
    for (const seq of this.select(filter)) {
      const target = this.targets[seq] ?? '';
      counts.set(target, (counts.get(target) ?? 0) + 1);
    }
    return counts;
  }

  /** Repeated messages to a target, each as the later entry. */
  duplicates(filter: LedgerFilter = {}): LedgerEntry[] {
    return this.select(filter)
      .filter((seq) => this.duplicatesOf.has(seq))
      .map((seq) => this.entry(seq));
  }

  /** Accepted and refused, in order of arrival. Returns a page if `limit` is given. */
  all(filter: LedgerFilter & { readonly offset?: number; readonly limit?: number } = {}): LedgerEntry[] {
    const { offset = 0, limit = Number.POSITIVE_INFINITY, ...rest } = filter;
    return this.select({ accepted: undefined, ...rest }, true)
      .slice(offset, offset + limit)
      .map((seq) => this.entry(seq));
  }

  private entry(seq: number): LedgerEntry {
    return {
      seq,
      provider: this.providers[seq] as ProviderName,
      at: this.times[seq] ?? 0,
      appKey: this.appKeys[seq] ?? '',
      target: this.targets[seq] ?? '',
      messageId: this.messageIds[seq] ?? null,
      status: this.statuses[seq] ?? 0,
      reason: this.reasons[seq] ?? null,
      duplicateOf: this.duplicatesOf.get(seq) ?? null,
      shownAs: this.shownAs[seq] ?? null,
      ...(this.contents[seq] ?? NO_CONTENT),
    };
  }

  private select(filter: LedgerFilter, withRefused = false): number[] {
    const accepted = filter.accepted ?? (withRefused || filter.status !== undefined ? undefined : true);
    const found: number[] = [];
    for (let seq = 0; seq < this.targets.length; seq += 1) {
      if (accepted !== undefined && isAccepted(this.statuses[seq] ?? 0) !== accepted) continue;
      if (filter.provider !== undefined && this.providers[seq] !== filter.provider) continue;
      if (filter.appKey !== undefined && this.appKeys[seq] !== filter.appKey) continue;
      if (filter.target !== undefined && this.targets[seq] !== filter.target) continue;
      if (filter.status !== undefined && this.statuses[seq] !== filter.status) continue;
      if (filter.title !== undefined && this.contents[seq]?.title !== filter.title) continue;
      found.push(seq);
    }
    return found;
  }

  private tally(message: LedgerRecord, isDuplicate: boolean): void {
    this.perProvider[message.provider] ??= { accepted: 0, refused: 0, duplicates: 0, answers: {} };
    const summary = this.perProvider[message.provider] as ProviderSummary;
    const answer = message.reason === null ? `${message.status}` : `${message.status} ${message.reason}`;
    summary.answers[answer] = (summary.answers[answer] ?? 0) + 1;
    if (isAccepted(message.status)) summary.accepted += 1;
    else summary.refused += 1;
    if (isDuplicate) summary.duplicates += 1;
  }

  private seenBefore(message: LedgerRecord, seq: number): boolean {
    if (message.identity === null) return false;
    const key = hash53(`${message.provider}|${message.target}|${message.identity}`);
    const first = this.firstSeen.get(key);
    if (first === undefined) this.firstSeen.set(key, seq);
    else this.duplicatesOf.set(seq, first);
    return first !== undefined;
  }
}

const isAccepted = (status: number): boolean => status >= 200 && status < 300;

/** 53 bits keep a million identities in a map of numbers. Two of a million collide once in 20,000 such runs. */
const hash53 = (text: string): number => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
};
