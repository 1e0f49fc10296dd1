import { type Static, Type } from 'typebox';
import { PROVIDER_LEGEND, titledProvider } from '../../providers/provider-names.js';
import { PROVIDERS } from '../../providers/sender.js';
import { CREDENTIAL_FIELDS } from '../../services/apps/credentials-rules.js';
import { Id, Name } from '../common-schemas.js';

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
  writeOnly: true,
});

type CredentialedProvider = Exclude<keyof typeof CREDENTIAL_FIELDS, 'webpush'>;

/** The same with every field required, for the document: what a validator leaves to the service a reader must know. */
const documentedCredentials = (provider: CredentialedProvider) =>
  Type.Object(
    Object.fromEntries(
      CREDENTIAL_FIELDS[provider].map((field) => [field, Type.String({ description: FIELD_WORDS[field] })]),
    ),
    {
      title: `Credentials_${provider}`,
      description: `Credentials of ${titledProvider(provider)}. A field may be empty.`,
    },
  );

const FIELD_WORDS: Readonly<Record<string, string>> = {
  app_id: "OneSignal's id of the application.",
  api_key: "OneSignal's API key of the application.",
  topic: 'The topic: the bundle id of the application.',
  team_id: 'The id of the Apple team.',
  private_key_id: 'The id of the private key.',
  private_key: 'The private key in PEM form.',
};

const Credentials = {
  provider_a: documentedCredentials('provider_a'),
  provider_b: documentedCredentials('provider_b'),
  provider_c: documentedCredentials('provider_c'),
};

const Link = Type.String({
  maxLength: 2048,
  description: "An absolute URL: http, https or an application's own scheme. Empty: none.",
  examples: ['https://store.example/app', 'myapp://open', ''],
});

const shared = { name: Name, link: Type.Optional(Link) };

const creatable = (provider: CredentialedProvider) =>
  Type.Object(
    {
      push_provider: Type.Enum([provider], { description: titledProvider(provider) }),
      ...shared,
      [`${provider}_creds`]: Credentials[provider],
    },
    { title: `AppInput_${provider}`, description: `An application of ${titledProvider(provider)}.` },
  );

/** Every provider but webpush, with the credentials under one name. */
const creatableGenerically = Type.Object(
  {
    push_provider: Type.Enum(['provider_a', 'provider_b', 'provider_c'], { description: `${PROVIDER_LEGEND}.` }),
    ...shared,
    push_provider_creds: Type.Unsafe({ oneOf: Object.values(Credentials) }),
  },
  {
    title: 'AppInput_generic',
    description: 'The credentials under a name that is the same for all providers; `<provider>_creds` goes before it.',
  },
);

const creatableForBrowsers = Type.Object(
  { push_provider: Type.Enum(['webpush'], { description: titledProvider('webpush') }), ...shared },
  { title: 'AppInput_webpush', description: 'A webpush application; its VAPID key is made here.' },
);

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

/** `AppCreateBody` as the document shows it: what each provider needs. */
export const DocumentedAppCreateBody = Type.Unsafe({
  title: 'AppInput',
  oneOf: [
    creatableForBrowsers,
    creatable('provider_a'),
    creatable('provider_b'),
    creatable('provider_c'),
    creatableGenerically,
  ],
});

/** `AnyCredentials` likewise. */
export const DocumentedCredentials = Type.Unsafe({
  title: 'AppCredentials',
  description: 'The credentials of the provider that the path names, not wrapped.',
  oneOf: Object.values(Credentials),
});

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
