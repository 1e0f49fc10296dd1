import type { Violation } from '../../errors.js';
import {
  contentOf,
  type FieldsOf,
  type GivenFields,
  type GivenTranslation,
  type MessageContent,
  type MessageDefaults,
  withDefaults,
} from '../../ports/message-fields.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import { LONGEST_RECEIPT } from '../../providers/fit-text.js';
import type { Message } from '../../providers/sender.js';
import { loudnessViolations } from './field-combinations.js';
import type { PushInput } from './push-rules.js';

/** A provider, and the defaults of one application, for which a message is judged. */
export interface Reader {
  readonly provider: ProviderDefinition;
  /** The defaults of one application of the provider. */
  readonly defaults: MessageDefaults | null;
}

/** Returns the broken rules of providers for the fields of a push (docs/rules.md#provider-rules). */
export const providerViolations = (readers: readonly Reader[], push: PushInput): Violation[] => {
  const { defaultLang, translations } = push;
  const [first] = translations;
  const shown = translations.find(({ language }) => language.toLowerCase() === defaultLang.toLowerCase()) ?? first;
  if (shown === undefined) return [];
  const silent = silentViolations([...new Set(readers.map(({ provider }) => provider))], contentOf(push, shown));
  const own = readers.flatMap((reader) => violationsFor(reader, push, shown));
  const byMessage = new Map([...silent, ...own].map((violation) => [violation.message, violation]));
  return [...byMessage.values()];
};

/** Leaves out violations that the defaults alone already cause, because the push is not at fault. */
const violationsFor = ({ provider, defaults }: Reader, push: PushInput, shown: GivenTranslation): Violation[] => {
  if (defaults === null) return ownViolations(provider, contentOf(push, shown));
  const judge = (fields: GivenFields<FieldsOf<'push'>>): Violation[] => [
    ...ownViolations(provider, contentOf(fields, shown)),
    ...loudnessViolations(fields),
  ];
  const known = new Set(judge(defaults).map(({ message }) => message));
  return judge(withDefaults(push, defaults)).filter(({ message }) => !known.has(message));
};

const NO_TEXTS = { title: '', text: '' };

/** The largest message of any run, which has the longest possible receipt. */
export const largestMessage = (content: MessageContent): Message => ({
  id: '00000000-0000-8000-8000-000000000000',
  target: { kind: 'token', token: '' },
  content,
  receipt: LONGEST_RECEIPT,
});

const ownViolations = ({ problemsOf }: ProviderDefinition, content: MessageContent, root = ''): Violation[] =>
  (problemsOf?.(content) ?? []).map(({ path, reason }) => ({
    field: root + path,
    message: `\`${root}${path}\`: ${reason}`,
    code: 'INVALID',
  }));

/** Returns the broken rules of an application's provider for its values. @param path the place of the values */
export const violationsOfDefaultsFor = (
  provider: ProviderDefinition,
  defaults: MessageDefaults,
  path: string,
): Violation[] => {
  const content = contentOf(defaults, NO_TEXTS);
  const rules = ownViolations(provider, content, `${path}.`);
  const own = rules.length > 0 ? rules : roomViolations(provider, content, path);
  if (!content.silent || isAbleToBeSilent(provider)) return own;
  const field = `${path}.silent`;
  const message = `\`${field}\` must be false: ${provider.words.title} cannot deliver a message without showing it.`;
  return [...own, { field, message, code: 'INVALID' }];
};

/** Defaults must leave room for a message. */
const roomViolations = ({ size, words }: ProviderDefinition, content: MessageContent, path: string): Violation[] => {
  if (size === null) return [];
  const bytes = size.measure(largestMessage(content));
  const most = size.limitBytes - ROOM_BYTES;
  if (bytes <= most) return [];
  const message =
    `\`${path}\` has ${bytes} bytes for ${words.title}, which takes ${size.limitBytes} in all. Shorten it to ${most}, ` +
    'so that messages have room.';
  return [{ field: path, message, code: 'TOO_LARGE', size: { provider: words.title, bytes, limit: most } }];
};

/** A title and a text of usual length, with a link. */
const ROOM_BYTES = 1_024;

/** A mixed account may send it: the preview warns that some of its devices get nothing. */
const silentViolations = (providers: readonly ProviderDefinition[], { silent }: MessageContent): Violation[] => {
  if (!silent || providers.some(isAbleToBeSilent)) return [];
  const titles = providers.map(({ words }) => words.title).join(', ');
  const message =
    `\`silent\` must be false: ${titles} cannot deliver a message without showing it, and the account has no other ` +
    'application.';
  return [{ field: 'silent', message, code: 'INVALID' }];
};

/** Browsers withdraw the permission of a site whose messages show nothing. */
const isAbleToBeSilent = ({ fields }: ProviderDefinition): boolean => fields.silent !== null;
