import { type Static, Type } from 'typebox';
import {
  GIVEN_PROVIDERS,
  MADE_LEGEND,
  MADE_PROVIDERS,
  PROVIDER_LEGEND,
  PROVIDER_NAMES,
  titledProvider,
} from '../../providers/providers.js';
import type { ProviderName } from '../../providers/sender.js';
import { Id, Name } from '../common-schemas.js';

type Given = (typeof GIVEN_PROVIDERS)[number];

/** The services check which fields are required, because that depends on the provider. */
const credentials = ({ name, credentials: { fields } }: Given) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>(
    Type.Object(Object.fromEntries(fields.map((field) => [field.name, Type.Optional(Type.String())])), {
      description: `Credentials of ${titledProvider(name)}. Every field is required but may be empty. Private keys are PEM.`,
      writeOnly: true,
    }),
  );

export const AnyCredentials = Type.Record(Type.String(), Type.Unknown(), {
  description: 'The credentials of the provider, without a wrapper. Every field of the provider is required.',
  writeOnly: true,
});

/** For the document, every field is required, although the services and not the validator check that. */
const documentedCredentials = ({ name, credentials: { fields } }: Given) =>
  Type.Object(Object.fromEntries(fields.map((field) => [field.name, Type.String({ description: field.rest })])), {
    title: `Credentials_${name}`,
    description: `Credentials of ${titledProvider(name)}. Fields may be empty.`,
  });

const Credentials = GIVEN_PROVIDERS.map(documentedCredentials);

const Link = Type.String({
  maxLength: 2048,
  description: 'An absolute URL: http, https or a custom scheme. Empty for no link.',
  examples: ['https://store.example/app', 'myapp://open', ''],
});

const shared = { name: Name, link: Type.Optional(Link) };

const creatable = (given: Given, place: number) =>
  Type.Object(
    {
      push_provider: Type.Enum([given.name], { description: titledProvider(given.name) }),
      ...shared,
      [`${given.name}_creds`]: Type.Unsafe(Credentials[place] ?? {}),
    },
    { title: `AppInput_${given.name}`, description: `An application of ${titledProvider(given.name)}.` },
  );

/** Any provider with credentials, under one common name. */
const creatableGenerically = Type.Object(
  {
    push_provider: Type.Enum(
      GIVEN_PROVIDERS.map(({ name }) => name),
      { description: `${PROVIDER_LEGEND}.` },
    ),
    ...shared,
    push_provider_creds: Type.Unsafe({ oneOf: Credentials }),
  },
  {
    title: 'AppInput_generic',
    description: 'Credentials under a name common to all providers. `<provider>_creds` takes precedence.',
  },
);

const creatableWithout = ({ name, credentials: { rest } }: (typeof MADE_PROVIDERS)[number]) =>
  Type.Object(
    { push_provider: Type.Enum([name], { description: titledProvider(name) }), ...shared },
    { title: `AppInput_${name}`, description: rest },
  );

/** `provider_a_creds` etc. */
type CredentialsByName = { readonly [P in ProviderName as `${P}_creds`]?: Readonly<Record<string, unknown>> };

export const AppCreateBody = Type.Object(
  {
    push_provider: Type.Enum([...PROVIDER_NAMES], {
      description: `${PROVIDER_LEGEND}. All except ${MADE_LEGEND} require credentials.`,
    }),
    name: Name,
    link: Type.Optional(Link),
    ...Object.fromEntries(GIVEN_PROVIDERS.map((given) => [`${given.name}_creds`, Type.Optional(credentials(given))])),
    push_provider_creds: Type.Optional(AnyCredentials),
  },
  { title: 'AppInput' },
);
export type AppCreateBody = Static<typeof AppCreateBody> & CredentialsByName;

/** `AppCreateBody` in the document, with the requirements of each provider. */
export const DocumentedAppCreateBody = Type.Unsafe({
  title: 'AppInput',
  oneOf: [...MADE_PROVIDERS.map(creatableWithout), ...GIVEN_PROVIDERS.map(creatable), creatableGenerically],
});

/** `AnyCredentials` in the document. */
export const DocumentedCredentials = Type.Unsafe({
  title: 'AppCredentials',
  description: 'The credentials of the provider in the path, without a wrapper.',
  oneOf: Credentials,
});

export const AppUpdateBody = Type.Object(
  { name: Type.Optional(Name), link: Type.Optional(Link) },
  { title: 'AppUpdate' },
);

const credentialsFlag = Type.Boolean({ description: 'true if no field of these credentials is empty.' });

/** `has_provider_a_creds` etc. */
export const toCredentialFlags = <T>(of: (provider: ProviderName) => T): Record<`has_${string}_creds`, T> =>
  Object.fromEntries(GIVEN_PROVIDERS.map(({ name }) => [`has_${name}_creds`, of(name)]));

export const AppAnswer = Type.Object(
  {
    id: Id,
    service_id: Type.String({ description: 'Identifies the application to SDKs.' }),
    push_provider: Type.Enum([...PROVIDER_NAMES], { description: `${PROVIDER_LEGEND}.` }),
    name: Type.String(),
    link: Type.Optional(Type.String()),
    groups: Type.Array(Type.Object({ id: Id, name: Type.String() })),
    ...toCredentialFlags(() => credentialsFlag),
    archived: Type.Boolean(),
  },
  { title: 'App' },
);
export type AppAnswer = Static<typeof AppAnswer>;

export const VapidKeyAnswer = Type.Object({
  vapid_key_public: Type.String({ description: 'Public key: uncompressed P-256 point, base64url.' }),
});
