import { groupBy } from '../../collections.js';
import { sampleOf } from '../../content/liquid/sample.js';
import type { Database } from '../../database/database.js';
import { yieldIfLong } from '../../database/turns.js';
import { invalidInput, type Violation } from '../../errors.js';
import { contentOf, type GivenTranslation, type MessageDefaults, withDefaults } from '../../ports/message-fields.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import { ALL_PROVIDERS, PROVIDERS } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import type { Caller } from '../caller.js';
import { needsDefaults, referenceViolations } from './field-combinations.js';
import { largestMessage, providerViolations, type Reader } from './provider-rules.js';
import type { PushInput } from './push-rules.js';

/** Translations measured per turn of the event loop; a push may have 10,000. */
const AT_ONCE = 200;

/**
 * Checks a message by the rules of the account's providers: their own (docs/rules.md#provider-rules), and their maximum
 * size (docs/rules.md#message-size).
 */
export class MessageSizes {
  constructor(private readonly database: Database) {}

  /** @throws BAD_USER_INPUT with every rule that the push breaks. */
  async check(caller: Caller, input: PushInput): Promise<void> {
    const violations = await this.violationsOf(caller, input);
    if (violations.length > 0) throw invalidInput(violations);
  }

  /** At most one of them is about the size, for the translation with the largest excess. */
  async violationsOf({ userId }: Caller, given: PushInput): Promise<readonly Violation[]> {
    const push = sampleOf(given);
    const rows = await this.rowsOf(userId);
    const readers = readersOf(rows);
    const broken = [...(await referencesOf(rows, push)), ...providerViolations(readers, push)];
    return broken.length > 0 ? broken : sizeViolations(readers, push);
  }

  /** The providers of live applications with their defaults, or every provider if the account has no application. */
  private async rowsOf(userId: number): Promise<readonly ReaderRow[]> {
    const sql = 'SELECT DISTINCT push_provider, message_defaults FROM app WHERE user_id = ? AND archived = 0';
    const rows = await this.database.query<ReaderRow>(sql, [userId]);
    return rows.length > 0 ? rows : ALL_PROVIDERS.map(({ name }) => ({ push_provider: name, message_defaults: null }));
  }
}

interface ReaderRow {
  readonly push_provider: ProviderName;
  readonly message_defaults: string | null;
}

const readersOf = (rows: readonly ReaderRow[]): readonly Reader[] =>
  [...groupBy(rows, ({ push_provider }) => push_provider)].flatMap(([name, ofProvider]) =>
    largestDefaults(ofProvider).map((defaults) => ({ provider: PROVIDERS[name], defaults })),
  );

/** Reads all defaults, of up to 100,000 applications, but only for the few pushes that need them. */
const referencesOf = async (rows: readonly ReaderRow[], push: PushInput): Promise<readonly Violation[]> => {
  if (!needsDefaults(push)) return [];
  const readers: Reader[] = [];
  for (const { push_provider: name, message_defaults: text } of rows) {
    const pause = yieldIfLong();
    if (pause) await pause;
    readers.push({ provider: PROVIDERS[name], defaults: text === null ? null : JSON.parse(text) });
  }
  return referenceViolations(push, (field) =>
    readers.filter(({ provider }) => provider.fields[field] !== null).map(({ defaults }) => defaults),
  );
};

/** An account may have a thousand applications with defaults of their own. */
const MAX_DEFAULTS = 5;

const largestDefaults = (rows: readonly ReaderRow[]): (MessageDefaults | null)[] => {
  const texts = rows.map(({ message_defaults: text }) => text ?? 'null').sort((a, b) => b.length - a.length);
  return texts.slice(0, MAX_DEFAULTS).map((text) => JSON.parse(text));
};

const sizeViolations = async (readers: readonly Reader[], push: PushInput): Promise<readonly Violation[]> => {
  let worst: Excess | null = null;
  let measured = 0;
  for (const { provider, defaults } of readers) {
    const whole = defaults === null ? push : withDefaults(push, defaults);
    for (const [index, translation] of push.translations.entries()) {
      measured += 1;
      if (measured % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
      const excess = measure(provider, { index, push: whole, translation });
      if (excess.overBytes > (worst?.overBytes ?? 0)) worst = excess;
    }
  }
  return worst === null ? [] : [toViolation(worst)];
};

interface Excess {
  readonly index: number;
  readonly provider: ProviderDefinition;
  readonly bytes: number;
  readonly limit: number;
  /** Returns the excess in bytes: zero or negative if the message fits. */
  readonly overBytes: number;
}

const measure = (
  provider: ProviderDefinition,
  { index, push, translation }: { index: number; push: PushInput; translation: GivenTranslation },
): Excess => {
  const limit = provider.size?.limitBytes ?? Number.POSITIVE_INFINITY;
  const bytes = provider.size?.measure(largestMessage(contentOf(push, translation))) ?? 0;
  return { index, provider, bytes, limit, overBytes: bytes - limit };
};

const toViolation = ({ index, provider, bytes, limit, overBytes }: Excess): Violation => {
  const field = `translations[${index}].text`;
  const { title } = provider.words;
  const message =
    `\`${field}\` is too large: with it the message has ${bytes} bytes, and the maximum of ${title} (${provider.name}) ` +
    `is ${limit}. Shorten the texts or addresses of this translation by ${overBytes} or more bytes.`;
  return { field, message, code: 'TOO_LARGE', size: { provider: title, bytes, limit } };
};
