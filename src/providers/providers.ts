import type { ProviderName } from '../ports/provider-name.js';
import type { Address } from './address.js';
import type { GivenCredentials, MadeCredentials, ProviderDefinition } from './definition.js';
import * as registry from './index.js';

/** All providers, by name: a folder that declares its name and has no line in the registry does not compile. */
export const PROVIDERS: { readonly [Name in ProviderName]: ProviderDefinition<Name> } = registry;

/** In the order of their names. */
export const ALL_PROVIDERS: readonly ProviderDefinition[] = Object.values<ProviderDefinition>(PROVIDERS);
export const PROVIDER_NAMES: readonly ProviderName[] = ALL_PROVIDERS.map(({ name }) => name);

type Given = ProviderDefinition & { readonly credentials: GivenCredentials };
type Made = ProviderDefinition & { readonly credentials: MadeCredentials };

/** Those whose credentials the user has from the provider, and those for which we make a key pair. */
export const GIVEN_PROVIDERS: readonly Given[] = ALL_PROVIDERS.filter(
  (provider): provider is Given => provider.credentials.kind === 'given',
);
export const MADE_PROVIDERS: readonly Made[] = ALL_PROVIDERS.filter(
  (provider): provider is Made => provider.credentials.kind === 'made',
);

/** `provider_a (Firebase Cloud Messaging)` */
export const titledProvider = (name: ProviderName): string => `${name} (${PROVIDERS[name].words.title})`;

/** All of them in one sentence part, for descriptions. */
export const PROVIDER_LEGEND = ALL_PROVIDERS.map(({ name, words }) => `\`${name}\` is ${words.title}`).join(', ');

/** `` `webpush` ``, for descriptions: those that take no credentials. */
export const MADE_LEGEND = MADE_PROVIDERS.map(({ name }) => `\`${name}\``).join(', ');

/** `PROVIDER_A_URL`: the setting of its base address. */
export const toUrlVariable = (name: ProviderName): string => `${name.toUpperCase()}_URL`;

/** `Apple (provider_c)`, of all those whose devices are reached by what this field holds; for descriptions. */
export const listByAddress = (field: Address['field'], separator: string): string =>
  ALL_PROVIDERS.filter(({ address }) => address.field === field)
    .map(({ name, words }) => `${words.short} (${name})`)
    .join(separator);

/** The provider that somebody means who writes `fcm`, `Apple` or `PROVIDER-A`; null: no idea. */
export const guessProvider = (word: unknown): ProviderName | null => {
  if (typeof word !== 'string' || word.length > 64) return null;
  const plain = word.toLowerCase().replace(/[^a-z]/g, '');
  const isMeant = ({ name, words }: ProviderDefinition): boolean =>
    plain === name.replaceAll('_', '') || words.aliases.includes(plain);
  return ALL_PROVIDERS.find(isMeant)?.name ?? null;
};
