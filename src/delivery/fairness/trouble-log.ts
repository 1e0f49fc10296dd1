import { lastUsed } from '../../collections.js';
import type { Clock } from '../../ports/clock.js';
import { type Code, sayReason } from '../../providers/codes.js';
import type { DeliveryLogger } from '../delivery-deps.js';

/** The kinds of trouble of a provider or push service that the log reports. */
export type Trouble = 'down' | 'slow' | 'refusing';

export interface Troubled {
  readonly appId: number;
  readonly provider: string;
  /** The push service of web push; absent: the provider as a whole. */
  readonly pushService?: string;
}

interface TroubleNow {
  readonly trouble: Trouble;
  /** The reason of a message that came back; null: none did. */
  readonly code: Code | null;
  readonly detail: string | null;
}

const MAX_KNOWN = 10_000;
const AT_MOST_EVERY_MS = 60_000;
/** Devices name their push services, so the log must not grow with the number of push services. */
const MOST_LINES = 30;

const WORDS: Record<Trouble, string> = {
  down: 'a provider is down',
  slow: 'a provider is slow',
  refusing: 'a provider refuses messages',
};

interface Known {
  /** The trouble that the log last reported; null: none. */
  logged: Trouble | null;
  loggedAt: number;
}

/** Writes one line when trouble begins and one when it ends, and repeats none for a provider within a minute. */
export class TroubleLog {
  private readonly known = lastUsed<string, Known>(MAX_KNOWN);
  private window = { from: Number.NEGATIVE_INFINITY, lines: 0 };

  constructor(private readonly deps: { readonly clock: Clock; readonly log: DeliveryLogger }) {}

  begin(whose: Troubled, { trouble, code, detail }: TroubleNow): void {
    const now = this.deps.clock.now();
    const key = keyOf(whose);
    const known = this.known.get(key) ?? { logged: null, loggedAt: Number.NEGATIVE_INFINITY };
    const isSoon = Math.abs(now - known.loggedAt) < AT_MOST_EVERY_MS;
    if (known.logged === trouble || isSoon || !this.takeLine(now)) return;
    this.known.set(key, { logged: trouble, loggedAt: now });
    const reason = code === null ? '' : sayReason({ code, detail });
    this.deps.log.warn({ ...fieldsOf(whose), code, reason }, WORDS[trouble]);
  }

  /** Called when a message went through. */
  end(whose: Troubled): void {
    const known = this.known.get(keyOf(whose));
    if (!known || known.logged === null) return;
    known.logged = null;
    this.deps.log.info(fieldsOf(whose), 'a provider is back');
  }

  private takeLine(now: number): boolean {
    if (Math.abs(now - this.window.from) >= AT_MOST_EVERY_MS) this.window = { from: now, lines: 0 };
    this.window.lines += 1;
    return this.window.lines <= MOST_LINES;
  }
}

const keyOf = ({ appId, pushService = '' }: Troubled): string => `${appId} ${pushService}`;

const fieldsOf = ({ appId, provider, pushService }: Troubled): Record<string, unknown> => ({
  app_id: appId,
  provider,
  ...(pushService === undefined ? {} : { push_service: pushService }),
});
