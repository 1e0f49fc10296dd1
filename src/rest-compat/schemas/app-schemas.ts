import { type Static, Type } from 'typebox';
import { PROVIDERS } from '../../providers/sender.js';
import { CREDENTIAL_FIELDS } from '../../services/rules/credentials-rules.js';
import { Id } from './common-schemas.js';

/** Which fields there must be is the service's rule, since it depends on the provider. */
const credentials = (provider: keyof typeof CREDENTIAL_FIELDS) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Object(Object.fromEntries(CREDENTIAL_FIELDS[provider].map((field) => [field, Type.Optional(Type.String())])), {
      description: `Credentials of ${provider}; every field is required.`,
      writeOnly: true,
    }),
  );

export const AnyCredentials = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Credentials of the provider.',
  writeOnly: true,
});

export const AppCreateBody = Type.Object({
  push_provider: Type.Enum([...PROVIDERS]),
  name: Type.String(),
  link: Type.Optional(Type.String()),
  provider_a_creds: Type.Optional(credentials('provider_a')),
  provider_b_creds: Type.Optional(credentials('provider_b')),
  provider_c_creds: Type.Optional(credentials('provider_c')),
  push_provider_creds: Type.Optional(AnyCredentials),
});
export type AppCreateBody = Static<typeof AppCreateBody>;

export const AppUpdateBody = Type.Object({ name: Type.Optional(Type.String()), link: Type.Optional(Type.String()) });

export const AppAnswer = Type.Object({
  id: Id,
  service_id: Type.String(),
  push_provider: Type.Enum([...PROVIDERS]),
  name: Type.String(),
  link: Type.Optional(Type.String()),
  groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  has_provider_a_creds: Type.Boolean(),
  has_provider_b_creds: Type.Boolean(),
  has_provider_c_creds: Type.Boolean(),
  archived: Type.Boolean(),
});
export type AppAnswer = Static<typeof AppAnswer>;

export const VapidKeyAnswer = Type.Object({ vapid_key_public: Type.String() });
