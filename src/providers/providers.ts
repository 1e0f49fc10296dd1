import type { ProviderName } from '../ports/provider-name.js';
import type { Address } from './address.js';
import type { GivenCredentials, MadeCredentials, ProviderDefinition } from './definition.js';
import * as registry from './index.js';

/** All providers by name. A folder that declares a name without a line in the registry does not compile. */
export const PROVIDERS: { readonly [Name in ProviderName]: ProviderDefinition<Name> } = registry;

/** In the order of their names. */
export const ALL_PROVIDERS: readonly ProviderDefinition[] = Object.values<ProviderDefinition>(PROVIDERS);
export const PROVIDER_NAMES: readonly ProviderName[] = ALL_PROVIDERS.map(({ name }) => name);

type Given = ProviderDefinition & { readonly credentials: GivenCredentials };
type Made = ProviderDefinition & { readonly credentials: MadeCredentials };

/** Providers whose credentials the user supplies, and providers for which this service generates a key pair. */
export const GIVEN_PROVIDERS: readonly Given[] = ALL_PROVIDERS.filter(
  (provider): provider is Given => provider.credentials.kind === 'given',
);
export const MADE_PROVIDERS: readonly Made[] = ALL_PROVIDERS.filter(
  (provider): provider is Made => provider.credentials.kind === 'made',
);

/** `provider_a (Firebase Cloud Messaging)` */
export const titledProvider = (name: ProviderName): string => `${name} (${PROVIDERS[name].words.title})`;

/** All providers as part of a sentence, for descriptions. */
export const PROVIDER_LEGEND = ALL_PROVIDERS.map(({ name, words }) => `\`${name}\` is ${words.title}`).join(', ');

/** The providers without credentials of the user, such as `` `webpush` ``, for descriptions. */
export const MADE_LEGEND = MADE_PROVIDERS.map(({ name }) => `\`${name}\``).join(', ');

/** The setting of its base URL, such as `PROVIDER_A_URL`. */
export const toUrlVariable = (name: ProviderName): string => `${name.toUpperCase()}_URL`;

/** The providers that use this address field, such as `Apple (provider_c)`, for descriptions. */
export const listByAddress = (field: Address['field'], separator: string): string =>
  ALL_PROVIDERS.filter(({ address }) => address.field === field)
    .map(({ name, words }) => `${words.short} (${name})`)
    .join(separator);

/** Guesses the provider from a word such as `fcm`, `Apple` or `PROVIDER-A`; null if no provider matches. */
export const guessProvider = (word: unknown): ProviderName | null => {
  if (typeof word !== 'string' || word.length > 64) return null;
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  const isMeant = ({ name, words }: ProviderDefinition): boolean =>
    plain === name.replaceAll('_', '') || words.aliases.includes(plain);
  return ALL_PROVIDERS.find(isMeant)?.name ?? null;
};
