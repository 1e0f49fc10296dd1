import { badInput } from '../../errors.js';
import { titledProvider } from '../../providers/provider-names.js';
import type { ProviderName } from '../../providers/sender.js';
import type { CredentialsInput } from './app-input.js';

/** Fields of each provider's credentials (docs/rules.md#credentials), all strings. */
export const CREDENTIAL_FIELDS = {
  provider_a: [
    'type',
    'project_id',
    'private_key_id',
    'private_key',
    'client_email',
    'client_id',
    'auth_uri',
    'token_uri',
    'auth_provider_x509_cert_url',
    'client_x509_cert_url',
    'universe_domain',
  ],
  provider_b: ['app_id', 'api_key'],
  provider_c: ['topic', 'team_id', 'private_key_id', 'private_key'],
  webpush: [],
} as const satisfies Record<ProviderName, readonly string[]>;

const MAX_FIELD = 16_384;
const PEM = /^-----BEGIN ([A-Z ]*PRIVATE KEY)-----[\sA-Za-z0-9+/=]+-----END \1-----\s*$/;

export interface CheckedCredentials {
  readonly values: Readonly<Record<string, string>>;
  /** Every component is non-empty: the `has_*_creds` flag. */
  readonly complete: boolean;
}

/**
 * The provider's fields alone, each a string (docs/rules.md#credentials). A component may be empty.
 * @throws BAD_USER_INPUT that names the field, never its value.
 */
export const checkCredentials = (provider: ProviderName, input: CredentialsInput | null): CheckedCredentials => {
  const name = `${provider}_creds`;
  if (!input) throw badInput(name, `\`${name}\` is required for ${titledProvider(provider)}.`);
  const values: Record<string, string> = {};
  for (const field of CREDENTIAL_FIELDS[provider]) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined;
    if (typeof value !== 'string') throw badInput(`${name}.${field}`, `\`${name}.${field}\` must be a string.`);
    if (value.length > MAX_FIELD) throw badInput(`${name}.${field}`, `\`${name}.${field}\` is too long.`);
    values[field] = value;
  }
  if (values.private_key && !PEM.test(values.private_key.replaceAll('\\n', '\n').trim())) {
    throw badInput(`${name}.private_key`, `\`${name}.private_key\` must be a private key in PEM form.`);
  }
  return { values, complete: Object.values(values).every((value) => value !== '') };
};
