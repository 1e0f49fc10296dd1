import { guessProvider, PROVIDER_TITLES } from '../providers/provider-names.js';
import type { ProviderName } from '../providers/sender.js';

const UNKNOWN_FIELD = /\bField "(\w{1,20})" is not defined by type "(?:AppProviderInput|CredentialsInput)"/;
const UNKNOWN_VALUE = /\bValue "(\w{1,20})" does not exist in "PushProvider" enum/;
const TEXT_AS_VALUE = /\bEnum "PushProvider" cannot represent non-enum value: "(\w{1,20})"/;

/** ` Did you mean …?` for an error of graphql-js about a provider that goes by another name here; else nothing. */
export const providerHint = (message: string): string => {
  const field = guessProvider(UNKNOWN_FIELD.exec(message)?.[1]);
  if (field) return hint(field, toFieldName(field));
  const value = guessProvider((UNKNOWN_VALUE.exec(message) ?? TEXT_AS_VALUE.exec(message))?.[1]);
  return value ? hint(value, value.toUpperCase()) : '';
};

const hint = (provider: ProviderName, name: string): string => ` Did you mean ${name} (${PROVIDER_TITLES[provider]})?`;

const toFieldName = (provider: ProviderName): string =>
  provider.replace(/_([a-z])/, (_all, letter: string) => letter.toUpperCase());
