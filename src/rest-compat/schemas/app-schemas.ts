import { type Static, Type } from 'typebox';
import { PROVIDER_LEGEND, titledProvider } from '../../providers/provider-names.js';
import { PROVIDERS } from '../../providers/sender.js';
import { CREDENTIAL_FIELDS } from '../../services/rules/credentials-rules.js';
import { Id, Name } from './common-schemas.js';

/** Which fields there must be is the service's rule, since it depends on the provider. */
const credentials = (provider: keyof typeof CREDENTIAL_FIELDS) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Object(Object.fromEntries(CREDENTIAL_FIELDS[provider].map((field) => [field, Type.Optional(Type.String())])), {
      description: `Credentials of ${titledProvider(provider)}. Every field must be there, and may be empty; a private key is PEM.`,
      writeOnly: true,
    }),
  );

export const AnyCredentials = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The credential object of the provider, not wrapped. Every field of the provider must be there.',
  examples: [{ app_id: 'an-app', api_key: 'a-key' }],
  writeOnly: true,
});

const Link = Type.String({
  maxLength: 2048,
  description: "An absolute URL: http, https or an application's own scheme. Empty: none.",
  examples: ['https://store.example/app', 'myapp://open', ''],
});

export const AppCreateBody = Type.Object(
  {
    push_provider: Type.Enum([...PROVIDERS], {
      description: `${PROVIDER_LEGEND}. All but \`webpush\` need their credentials.`,
    }),
    name: Name,
    link: Type.Optional(Link),
    provider_a_creds: Type.Optional(credentials('provider_a')),
    provider_b_creds: Type.Optional(credentials('provider_b')),
    provider_c_creds: Type.Optional(credentials('provider_c')),
    push_provider_creds: Type.Optional(AnyCredentials),
  },
  { title: 'AppInput' },
);
export type AppCreateBody = Static<typeof AppCreateBody>;

export const AppUpdateBody = Type.Object(
  { name: Type.Optional(Name), link: Type.Optional(Link) },
  { title: 'AppUpdate' },
);

const credentialsFlag = Type.Boolean({ description: 'true if no component of these credentials is empty.' });

export const AppAnswer = Type.Object(
  {
    id: Id,
    service_id: Type.String({ description: 'Names the application to SDKs.' }),
    push_provider: Type.Enum([...PROVIDERS], { description: `${PROVIDER_LEGEND}.` }),
    name: Type.String(),
    link: Type.Optional(Type.String()),
    groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    has_provider_a_creds: credentialsFlag,
    has_provider_b_creds: credentialsFlag,
    has_provider_c_creds: credentialsFlag,
    archived: Type.Boolean(),
  },
  { title: 'App' },
);
export type AppAnswer = Static<typeof AppAnswer>;

export const VapidKeyAnswer = Type.Object({
  vapid_key_public: Type.String({ description: 'Uncompressed P-256 point, base64url.' }),
});
