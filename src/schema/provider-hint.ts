import { guessProvider, PROVIDERS } from '../providers/providers.js';
import type { ProviderName } from '../providers/sender.js';

const UNKNOWN_FIELD = /\bField "(\w{1,20})" is not defined by type "(?:AppProviderInput|CredentialsInput)"/;
const UNKNOWN_VALUE = /\bValue "(\w{1,20})" does not exist in "PushProvider" enum/;
const TEXT_AS_VALUE = /\bEnum "PushProvider" cannot represent non-enum value: "(\w{1,20})"/;

/** ` Did you mean …?` for an error of graphql-js about a provider that goes by another name here; else nothing. */
export const providerHint = (message: string): string => {
  const field = guessProvider(UNKNOWN_FIELD.exec(message)?.[1]);
  if (field) return hint(field, toFieldName(field));
  const value = guessProvider((UNKNOWN_VALUE.exec(message) ?? TEXT_AS_VALUE.exec(message))?.[1]);
  return value ? hint(value, toEnumValue(value)) : '';
};

const hint = (provider: ProviderName, name: string): string =>
  ` Did you mean ${name} (${PROVIDERS[provider].words.title})?`;

/** `PROVIDER_A`, of the enumeration. */
export const toEnumValue = (provider: ProviderName): string => provider.toUpperCase();

/** `providerA`, of inputs; also of the credentials' own fields. */
export const toFieldName = (name: string): string =>
  name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
