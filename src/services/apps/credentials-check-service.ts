import { setTimeout as sleep } from 'node:timers/promises';
import type { CredentialVault } from '../../catalogue/credential-vault.js';
import type { Database } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { AppError, notFound } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { CredentialsCheck, ProviderName, Sender, SenderApp } from '../../providers/sender.js';
import type { Caller } from '../caller.js';
import { type ExplainedReason, explainReason } from '../deliveries/advise.js';
import { RateLimit } from '../rate-limits/rate-limit.js';

export interface CredentialsCheckServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly senders: Readonly<Record<ProviderName, Sender>>;
  readonly log: { info(details: Record<string, unknown>, message: string): void };
}

export interface CheckedCredentials {
  /** null if the provider has not said. */
  readonly accepted: boolean | null;
  /** The provider's answer, and what a person should do about it. */
  readonly message: string;
  /** The provider's answer as a message's reason; null if the credentials are accepted. */
  readonly reason: string | null;
  readonly reasonCode: string | null;
  readonly advice: string | null;
}

const CHECKS_PER_MINUTE = 10;
const DEADLINE_MS = 10_000;
/** How long to wait, after the deadline, for senders to finish their current work. */
const GRACE_MS = 500;

/** Checks whether a provider accepts an application's credentials, before the first message. */
export class CredentialsCheckService {
  private readonly limit: RateLimit;

  constructor(private readonly deps: CredentialsCheckServiceDeps) {
    const { clock } = deps;
    this.limit = new RateLimit({ name: 'credentials-check', limit: CHECKS_PER_MINUTE, clock, redis: null });
  }

  /** @throws NOT_FOUND for another user's application, RATE_LIMITED */
  async check(caller: Caller, id: number): Promise<CheckedCredentials> {
    const app = await this.deps.database.reader.findOneBy(App, { id, userId: caller.userId });
    if (!app) throw notFound('application');
    const waitMs = await this.limit.take(String(caller.userId));
    if (waitMs > 0) {
      const message = `Credentials can be checked ${CHECKS_PER_MINUTE} times a minute; try again later.`;
      throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: waitMs / 1_000 });
    }
    const opened = this.deps.vault.tryOpen(app);
    const found = opened ? await this.ask(this.deps.senders[opened.credentials.provider], opened) : NOT_COMPLETE;
    const { accepted } = found;
    this.deps.log.info({ user: caller.userId, key: caller.keyPrefix, app_id: id, accepted }, 'app.credentials_checked');
    const explained = explainReason(app, found.reason);
    return { accepted, message: describe(app, accepted, explained), ...explained };
  }

  private async ask(sender: Sender, app: SenderApp): Promise<CredentialsCheck> {
    const settled = new AbortController();
    const late = sleep(DEADLINE_MS + GRACE_MS, UNANSWERED, { signal: settled.signal, ref: false }).catch(
      () => UNANSWERED,
    );
    try {
      return await Promise.race([sender.check(app, AbortSignal.timeout(DEADLINE_MS)), late]);
    } finally {
      settled.abort();
    }
  }
}

const UNANSWERED: CredentialsCheck = { accepted: null, reason: { code: 'CHECK_UNANSWERED', detail: null } };
const NOT_COMPLETE: CredentialsCheck = {
  accepted: false,
  reason: { code: 'CREDENTIALS_INCOMPLETE', detail: null },
};

const describe = (app: App, accepted: boolean | null, { reason, advice }: ExplainedReason): string => {
  const { title } = PROVIDERS[app.pushProvider].words;
  if (accepted === true) return PROVIDERS[app.pushProvider].words.accepted;
  if (accepted === false)
    return `${capitalize(title)}: the credentials are not accepted (${reason}).${advice ? ` ${advice}` : ''}`;
  return `${capitalize(title)} has not said whether it accepts the credentials (${reason}); try again later.`;
};

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
