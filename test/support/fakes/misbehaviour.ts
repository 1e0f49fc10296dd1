import type { ProviderName } from '../../../src/providers/sender.js';

/**
 * The fault to inject. `accepted` (default false): the message counts as accepted, but the client never learns that.
 */
export type Fault =
  /** Answers with this status in the provider's own error format. `reason` is its code, e.g. `TooManyRequests`. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly reason?: string;
      readonly retryAfterSeconds?: number;
      /** APNs 410: epoch milliseconds. */
      readonly timestamp?: number;
      readonly delayMs?: number;
    }
  /** Accepted as usual, but answered late. */
  | { readonly kind: 'delay'; readonly delayMs: number }
  /** Accepted as usual: headers at once, the rest in pieces over this time. */
  | { readonly kind: 'slow'; readonly delayMs: number }
  /** Never answered. */
  | { readonly kind: 'hang'; readonly accepted?: boolean }
  /** HTTP/2: RST_STREAM with `code` (default INTERNAL_ERROR); HTTP/1.1: the socket is reset. */
  | { readonly kind: 'reset-stream'; readonly accepted?: boolean; readonly code?: number }
  | { readonly kind: 'reset-socket'; readonly accepted?: boolean }
  /**
   * HTTP/2 only: sends GOAWAY on this message's connection, answers streams up to the last id and ignores later ones.
   * `refuse`: this message's stream is above the last id (impossible for a connection's first stream, or after a later
   * one was accepted; then as without). HTTP/1.1: answers with `connection: close`.
   */
  | { readonly kind: 'goaway'; readonly refuse?: boolean };

/** All given conditions must hold; a rule without conditions matches everything. The first rule that matches acts. */
export interface MisbehaviourRule {
  readonly provider?: ProviderName;
  readonly appKey?: string;
  /** Device token, subscription id or endpoint; `oauth-token` for provider_a's token endpoint. */
  readonly target?: string;
  readonly targets?: readonly string[];
  /** Only the nth message (from 1) that matches the conditions above. provider_b: the nth call. */
  readonly nth?: number;
  /** Every nth of those messages. */
  readonly every?: number;
  /** The nth request on its connection (HTTP/2). */
  readonly nthOnConnection?: number;
  /** A share of the messages, 0 to 1, chosen by `seed`, target and the target's attempt number. */
  readonly fraction?: number;
  readonly seed?: number;
  /** How often the rule applies before it is used up. Omitted: always. */
  readonly times?: number;
  readonly fault: Fault;
}

export interface Occasion {
  readonly provider: ProviderName;
  readonly appKey: string;
  /** One, except for provider_b, whose calls contain many. */
  readonly targets: readonly string[];
  readonly nthOnConnection: number;
  /** HTTP/2: a GOAWAY can still exclude this message's stream. */
  readonly mayRefuse: boolean;
  /** Only rules that name the target apply, for requests that are not messages. */
  readonly onlyIfNamed?: boolean;
}

interface ActiveRule {
  readonly rule: MisbehaviourRule;
  readonly targets: ReadonlySet<string> | null;
  readonly tries: Map<string, number>;
  matched: number;
  left: number;
}

/** The rules that tests set, and the dead tokens. */
export class Misbehaviour {
  private rules: ActiveRule[] = [];
  private readonly dead = new Map<ProviderName, Map<string, number>>();

  add(rule: MisbehaviourRule): void {
    const named = [...(rule.targets ?? []), ...(rule.target === undefined ? [] : [rule.target])];
    const targets = named.length === 0 ? null : new Set(named);
    this.rules.push({ rule, targets, tries: new Map(), matched: 0, left: rule.times ?? Number.POSITIVE_INFINITY });
  }

  /** Drops the rules. Dead tokens stay dead. */
  clearRules(provider?: ProviderName): void {
    this.rules = provider === undefined ? [] : this.rules.filter(({ rule }) => rule.provider !== provider);
  }

  /** @param since epoch milliseconds at which the provider learned of it (APNs reports it). */
  kill(provider: ProviderName, tokens: readonly string[], since: number): void {
    const ofProvider = this.dead.get(provider) ?? new Map<string, number>();
    for (const token of tokens) ofProvider.set(token, since);
    this.dead.set(provider, ofProvider);
  }

  revive(provider: ProviderName, tokens: readonly string[]): void {
    for (const token of tokens) this.dead.get(provider)?.delete(token);
  }

  clear(): void {
    this.rules = [];
    this.dead.clear();
  }

  /** Epoch milliseconds at which it died, or null. */
  deadSince(provider: ProviderName, token: string): number | null {
    return this.dead.get(provider)?.get(token) ?? null;
  }

  /** Chooses the fault for this message, and counts the message against the rules. */
  next(occasion: Occasion): Fault | null {
    if (this.rules.length === 0) return null;
    for (const active of this.rules) {
      if (active.left <= 0 || !fits(active, occasion)) continue;
      active.matched += 1;
      if (!isDue(active, occasion)) continue;
      active.left -= 1;
      const { fault } = active.rule;
      return fault.kind === 'goaway' && !occasion.mayRefuse ? { kind: 'goaway' } : fault;
    }
    return null;
  }
}

/** True if the provider never accepted the message. */
export const isLost = (fault: Fault | null): boolean => {
  switch (fault?.kind) {
    case 'hang':
    case 'reset-stream':
    case 'reset-socket':
      return fault.accepted !== true;
    case 'goaway':
      return fault.refuse === true;
    default:
      return false;
  }
};

const fits = ({ rule, targets }: ActiveRule, occasion: Occasion): boolean => {
  if (rule.provider !== undefined && rule.provider !== occasion.provider) return false;
  if (rule.appKey !== undefined && rule.appKey !== occasion.appKey) return false;
  if (rule.nthOnConnection !== undefined && rule.nthOnConnection !== occasion.nthOnConnection) return false;
  if (targets === null) return occasion.onlyIfNamed !== true;
  return occasion.targets.some((target) => targets.has(target));
};

const isDue = (active: ActiveRule, occasion: Occasion): boolean => {
  const { nth, every, fraction, seed = 1 } = active.rule;
  if (nth !== undefined && active.matched !== nth) return false;
  if (every !== undefined && active.matched % every !== 0) return false;
  if (fraction === undefined) return true;
  const target = occasion.targets[0] ?? '';
  const tried = active.tries.get(target) ?? 0;
  active.tries.set(target, tried + 1);
  return uniform(`${seed}|${target}|${tried}`) < fraction;
};

/** Returns the same number in [0, 1) for the same text: FNV-1a with a final mix. */
const uniform = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
};
