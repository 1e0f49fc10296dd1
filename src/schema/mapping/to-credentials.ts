import type { ProviderName } from '../../providers/sender.js';
import type { CredentialsInput as ServiceInput } from '../../services/apps/app-input.js';
import type { AppProviderInput } from '../inputs/app-provider-input.js';

export interface ChosenProvider {
  readonly provider: ProviderName;
  /** null for webpush. */
  readonly credentials: ServiceInput | null;
}

/** The one provider that a `@oneOf` input names, with its fields under the provider's own names. */
export const toCredentials = (input: AppProviderInput): ChosenProvider => {
  if (input.providerA) return { provider: 'provider_a', credentials: toSnakeCase(input.providerA) };
  if (input.providerB) return { provider: 'provider_b', credentials: toSnakeCase(input.providerB) };
  if (input.providerC) return { provider: 'provider_c', credentials: toSnakeCase(input.providerC) };
  return { provider: 'webpush', credentials: null };
};

/** Where the services' names of credentials are in the arguments. */
export const credentialPlaces = (argument: string): Readonly<Record<string, string>> => ({
  push_provider: argument,
  provider_a_creds: `${argument}.providerA`,
  provider_b_creds: `${argument}.providerB`,
  provider_c_creds: `${argument}.providerC`,
});

const toSnakeCase = (fields: object): ServiceInput =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value,
    ]),
  );
