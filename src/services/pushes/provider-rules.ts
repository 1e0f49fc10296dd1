import type { Violation } from '../../errors.js';
import { contentOf, type MessageContent, type MessageDefaults } from '../../ports/message-fields.js';
import type { ProviderDefinition } from '../../providers/definition.js';
import type { PushInput } from './push-rules.js';

/** Returns the broken rules of providers for the fields of a push (docs/rules.md#provider-rules). */
export const providerViolations = (providers: readonly ProviderDefinition[], push: PushInput): Violation[] => {
  const { defaultLang, translations } = push;
  const [first] = translations;
  const shown = translations.find(({ language }) => language.toLowerCase() === defaultLang.toLowerCase()) ?? first;
  if (shown === undefined) return [];
  const content = contentOf(push, shown);
  const silent = silentViolations(providers, content);
  return [...silent, ...providers.flatMap((provider) => ownViolations(provider, content))];
};

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
  const content = contentOf(defaults, { title: '', text: '' });
  const own = ownViolations(provider, content, `${path}.`);
  if (!content.silent || isAbleToBeSilent(provider)) return own;
  const field = `${path}.silent`;
  const message = `\`${field}\` must be false: ${provider.words.title} cannot deliver a message without showing it.`;
  return [...own, { field, message, code: 'INVALID' }];
};

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
