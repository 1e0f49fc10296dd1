import { guessProvider, PROVIDER_NAMES, PROVIDERS } from '../providers/providers.js';
import type { ProviderName } from '../providers/sender.js';

const UNKNOWN_FIELD = /\bField "(\w{1,20})" is not defined by type "(?:AppProviderInput|CredentialsInput)"/;
const UNKNOWN_VALUE = /\bValue "(\w{1,20})" does not exist in "PushProvider" enum/;
const TEXT_AS_VALUE = /\bEnum "PushProvider" cannot represent non-enum value: "(\w{1,20})"/;

/** Suggests the right name for an error of graphql-js about an unknown provider; empty without a match. */
export const providerHint = (message: string): string => {
  const field = guessProvider(UNKNOWN_FIELD.exec(message)?.[1]);
  if (field) return hint(field, toFieldName(field));
  const value = guessProvider((UNKNOWN_VALUE.exec(message) ?? TEXT_AS_VALUE.exec(message))?.[1]);
  return value ? hint(value, toEnumValue(value)) : '';
};

const hint = (provider: ProviderName, name: string): string =>
  ` Did you mean ${name} (${PROVIDERS[provider].words.title})?`;

/** The enum value, such as `PROVIDER_A`. */
export const toEnumValue = (provider: ProviderName): string => provider.toUpperCase();

/** The values of the enum `PushProvider`. */
export const PROVIDER_VALUES: readonly string[] = PROVIDER_NAMES.map(toEnumValue);

/** The name of an input field, such as `providerA`. Also used for the fields of credentials. */
export const toFieldName = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
