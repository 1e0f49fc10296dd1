import { badInput } from '../../errors.js';
import { unescapePem } from '../../providers/definition.js';
import { PROVIDERS, titledProvider } from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import type { CredentialsInput } from './app-input.js';

const MAX_FIELD = 16_384;
const PEM = /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\sA-Za-z0-9+/=]+-----END \1-----\s*$/;

export interface CheckedCredentials {
  readonly values: Readonly<Record<string, string>>;
  /** Every component is non-empty: the `has_*_creds` flag. */
  readonly complete: boolean;
}

/**
 * Returns only the provider's fields, each a string (docs/rules.md#credentials). A component may be empty.
 * @throws BAD_USER_INPUT that names the field, never its value.
 */
export const checkCredentials = (provider: ProviderName, input: CredentialsInput | null): CheckedCredentials => {
  const name = `${provider}_creds`;
  if (!input) throw badInput(name, `\`${name}\` is required for ${titledProvider(provider)}.`);
  const values: Record<string, string> = {};
  const { credentials } = PROVIDERS[provider];
  const fields = credentials.kind === 'given' ? credentials.fields : [];
  for (const { name: field } of fields) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (typeof value !== 'string') throw badInput(`${name}.${field}`, `\`${name}.${field}\` must be a string.`);
    if (value.length > MAX_FIELD) throw badInput(`${name}.${field}`, `\`${name}.${field}\` is too long.`);
    values[field] = value;
  }
  for (const { name: field, isPrivateKey } of fields) {
    if (isPrivateKey && values[field] && !PEM.test(unescapePem(values[field]).trim()))
      throw badInput(`${name}.${field}`, `\`${name}.${field}\` must be a private key in PEM form.`);
  }
  return { values, complete: Object.values(values).every((value) => value !== '') };
};
