import type { Database } from '../../database/database.js';
import { invalidInput, type Violation } from '../../errors.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import { ALL_PROVIDERS } from '../../providers/providers.js';
import type { Message, ProviderName } from '../../providers/sender.js';
import type { Caller } from '../caller.js';
import type { PushInput, TranslationInput } from './push-rules.js';

/** Looked at between two turns of the event loop: a push may have 10,000 translations. */
const AT_ONCE = 200;

/** Whether each translation of a push fits into a message of the account's providers (docs/rules.md#message-size). */
export class MessageSizes {
  constructor(private readonly database: Database) {}

  /** @throws BAD_USER_INPUT naming the largest translation that fits no message. */
  async check(caller: Caller, input: PushInput): Promise<void> {
    const violations = await this.violationsOf(caller, input);
    if (violations.length > 0) throw invalidInput(violations);
  }

  /** At most one per push: the translation that exceeds a limit by most. */
  async violationsOf({ userId }: Caller, { translations }: PushInput): Promise<readonly Violation[]> {
    const providers = await this.providersOf(userId);
    let worst: Excess | null = null;
    for (const [index, translation] of translations.entries()) {
      if (index % AT_ONCE === AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      for (const provider of providers) {
        const excess = measure(provider, { index, translation });
        if (excess.overBytes > (worst?.overBytes ?? 0)) worst = excess;
      }
    }
    return worst === null ? [] : [toViolation(worst)];
  }

  /** The providers of live applications, or every provider if the account has no application yet. */
  private async providersOf(userId: number): Promise<readonly ProviderDefinition[]> {
    const sql = 'SELECT DISTINCT push_provider FROM app WHERE user_id = ? AND archived = 0';
    const rows = await this.database.query<{ push_provider: ProviderName }>(sql, [userId]);
    const used = new Set(rows.map((row) => row.push_provider));
    return used.size === 0 ? ALL_PROVIDERS : ALL_PROVIDERS.filter(({ name }) => used.has(name));
  }
}

interface Excess {
  readonly index: number;
  readonly provider: ProviderDefinition;
  readonly bytes: number;
  readonly limit: number;
  /** Not positive: it fits. */
  readonly overBytes: number;
}

const measure = (
  provider: ProviderDefinition,
  { index, translation }: { index: number; translation: TranslationInput },
): Excess => {
  const limit = provider.size?.limitBytes ?? Number.POSITIVE_INFINITY;
  const bytes = provider.size?.measure(largest(translation)) ?? 0;
  return { index, provider, bytes, limit, overBytes: bytes - limit };
};

/** As sent in any run to any device: with the longest receipt that there can be. */
const largest = ({ title, text, image, icon, link }: TranslationInput): Message => ({
  id: '00000000-0000-8000-8000-000000000000',
  target: { kind: 'token', token: '' },
  // An empty address means none.
  content: { title, text, image: image || null, icon: icon || null, link: link || null },
  receipt: LONGEST_RECEIPT,
});

/** Four ids of up to 2^53 in base 36, and a signature of 22 characters. */
const LONGEST_RECEIPT = `${`${'z'.repeat(11)}.`.repeat(4)}${'z'.repeat(22)}`;

const toViolation = ({ index, provider, bytes, limit, overBytes }: Excess): Violation => {
  const field = `translations[${index}].text`;
  const { title } = provider.words;
  const message =
    `\`${field}\` is too large: with it the message has ${bytes} bytes, and ${title} (${provider.name}) takes at most ` +
    `${limit}. Shorten the texts or addresses of this translation by ${overBytes} bytes.`;
  return { field, message, code: 'TOO_LARGE', size: { provider: title, bytes, limit } };
};
