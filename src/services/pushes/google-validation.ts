import type { CredentialVault } from '../../catalogue/credential-vault.js';
import { sampleOf } from '../../content/liquid/sample.js';
import { PushContent } from '../../content/push-content.js';
import type { Database } from '../../database/database.js';
import { App } from '../../entities/app.js';
import { invalidInput, type Violation } from '../../errors.js';
import type { Clock } from '../../ports/clock.js';
import type { MessageDefaults } from '../../ports/message-fields.js';
import { LONGEST_RECEIPT } from '../../providers/fit-text.js';
import { sampleTarget } from '../../providers/preview-message.js';
import { PROVIDERS } from '../../providers/providers.js';
import type { FieldProblem, SenderApp } from '../../providers/sender.js';
import type { Caller } from '../caller.js';
import { RateLimit } from '../rate-limits/rate-limit.js';
import type { PushInput } from './push-rules.js';
import type { Senders } from './push-test-service.js';
import { SAMPLE_ID, toSingleBatch } from './single-batch.js';

export interface GoogleValidationDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: CredentialVault;
  readonly senders: Senders;
  /** The time limit for Google's answer. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 3_000;
const CHECKS_PER_MINUTE = 60;
/** If Google does not answer, pushes are saved without asking it for this time. */
const QUIET_MS = 60_000;
const SAMPLE_TEXTS = { defaultLang: 'en', translations: [{ language: 'en', title: 'Title', text: 'Text' }] };

/**
 * Asks Google by `validate_only` whether it would accept the passthrough of a push (docs/rules.md#passthrough). Without
 * an answer the push counts as valid: an outage of Google must not stop anybody from saving.
 */
export class GoogleValidation {
  private readonly limit: RateLimit;
  private quietUntil = 0;

  constructor(private readonly deps: GoogleValidationDeps) {
    this.limit = new RateLimit({ name: 'validate-only', limit: CHECKS_PER_MINUTE, clock: deps.clock, redis: null });
  }

  /** @throws BAD_USER_INPUT for values that Google refuses. @param root the place of the fields */
  async check(caller: Caller, push: PushInput, root = ''): Promise<void> {
    const violations = await this.violationsOf(caller, push, root);
    if (violations.length > 0) throw invalidInput(violations);
  }

  /** Like `check`, for the default values of an application. */
  checkDefaults(caller: Caller, defaults: MessageDefaults | null | undefined): Promise<void> {
    return this.check(caller, { ...defaults, ...SAMPLE_TEXTS }, 'messageDefaults.');
  }

  /** @param push breaks no other rule. */
  async violationsOf({ userId }: Caller, push: PushInput, root = ''): Promise<readonly Violation[]> {
    if (!push.passthrough?.fcm || this.deps.clock.now() < this.quietUntil) return [];
    const app = await this.findApp(userId);
    const opened = app && this.deps.vault.tryOpen(app);
    if (!opened || (await this.limit.take(String(userId))) > 0) return [];
    const content = new PushContent({ ...sampleOf(push), missing: null }).withDefaults(app.messageDefaults);
    const problems = await this.ask(opened, content);
    if (problems === null) this.quietUntil = this.deps.clock.now() + QUIET_MS;
    return (problems ?? []).map(({ path, reason }) => ({
      field: root + path,
      message: `\`${root}${path}\`: ${reason}`,
      code: 'INVALID',
    }));
  }

  /** Only proven credentials, so that saving a push tries none that Google may refuse. */
  private async findApp(userId: number): Promise<App | null> {
    const { database } = this.deps;
    const [row] = await database.query<{ id: number }>(
      `SELECT MIN(id) AS id FROM app WHERE user_id = ? AND push_provider = 'provider_a' AND archived = 0
         AND credentials_proven = credentials_version AND paused_until IS NULL`,
      [userId],
    );
    return row?.id ? database.reader.findOneBy(App, { id: Number(row.id) }) : null;
  }

  private async ask(app: SenderApp, push: PushContent): Promise<readonly FieldProblem[] | null> {
    const { senders, deadlineMs = DEADLINE_MS } = this.deps;
    const shown = push.render({ language: null });
    const message = { id: SAMPLE_ID, target: sampleTarget(PROVIDERS.provider_a), receipt: LONGEST_RECEIPT };
    const batch = toSingleBatch({ ...message, push, shown, secondsLeft: 0 });
    const late = new Promise<null>((resolve) => setTimeout(resolve, deadlineMs, null).unref());
    const asked = senders.provider_a.validate?.({ app, ...batch, signal: AbortSignal.timeout(deadlineMs) }) ?? [];
    return Promise.race([asked, late]);
  }
}
