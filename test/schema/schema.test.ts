import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLNamedType,
  getIntrospectionQuery,
  getNamedType,
  graphqlSync,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';
import { printGraphqlSchema } from '../../src/schema/build-schema.js';

const schema = await buildGraph();
const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

test('schema.graphql matches the code; `npm run --silent cli -- schema > schema.graphql` renews it', async () => {
  const checkedIn = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(printGraphqlSchema(await buildGraph())).toBe(checkedIn);
});

test('GraphQL.js accepts the schema, which can be introspected', () => {
  expect(graphqlSync({ schema, source: getIntrospectionQuery() })).toEqual({ data: expect.anything() });
});

test('every type, field, argument and enum value has a description', () => {
  expect(types.flatMap(withoutDescription)).toEqual([]);
});

test('each of our scalars has its own description and a link to its specification', () => {
  const scalars = types.filter((type) => isScalarType(type));
  expect(scalars.map(({ name }) => name)).toContain('DateTime');
  for (const { name, specifiedByURL, description } of scalars) {
    expect({ name, specifiedByURL }).toEqual({ name, specifiedByURL: expect.stringMatching(/^https:\/\/\S+$/) });
    expect(description).not.toMatch(/scalar|format outlined|string/i);
  }
});

test('a time zone is a `timeZone` everywhere', () => {
  expect(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8')).not.toMatch(/timezone/);
});

test('no secret can be read, except a new API key, identity secret or webhook secret in the answer that creates it', () => {
  const names = types.flatMap((type) => {
    const isOutput = (isObjectType(type) && !roots.has(type)) || isInterfaceType(type);
    // A type with fields is not a secret itself: its fields are checked where they are declared.
    const leaves = isOutput
      ? Object.values(type.getFields()).filter((field) => isLeafType(getNamedType(field.type)))
      : [];
    return leaves.map((field) => `${type.name}.${field.name}`);
  });
  const secret = /\.(.*(secret|hash|private|credential|password|apiKey).*|auth|p256dh|token)$/i;
  // The status is an enum. It says whether credentials work, without revealing them.
  expect(names.filter((name) => secret.test(name)).toSorted()).toEqual([
    'App.credentialStatus',
    'AppPayload.identitySecret',
    // It says only whether there is one.
    'Member.hasPassword',
    'NewApiKeyPayload.secret',
    'NewWebhookSecretPayload.secret',
    // It says only how long the former secret is used.
    'Webhook.formerSecretUntil',
  ]);
});

test('everything that creates or sends takes an idempotency key', () => {
  const mutations = Object.values(schema.getMutationType()?.getFields() ?? {});
  const sends = [
    'registerDevices',
    'trackEvents',
    'pushTest',
    'messageSend',
    'liveActivitySend',
    'schedulerActivate',
    'runResume',
    'apiKeyRotate',
  ];
  const asked = mutations.filter(({ name }) => /Create$/.test(name) || sends.includes(name));
  expect(asked.length).toBeGreaterThan(sends.length);
  const takesKey = (args: readonly { name: string; type: GraphQLInputType }[]): boolean =>
    args.some(({ name, type }) => {
      const input = getNamedType(type);
      return name === 'idempotencyKey' || (isInputObjectType(input) && 'idempotencyKey' in input.getFields());
    });
  const without = asked.filter(({ args }) => !takesKey(args));
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('every choice without an output counterpart is a oneOf input that graphql-js enforces', () => {
  const choices = types.filter((type) => isInputObjectType(type) && type.isOneOf).map((type) => type.name);
  expect(choices.sort()).toEqual([
    'AppProviderInput',
    'BadgeInput',
    'CampaignInput',
    'CampaignSchedulerInput',
    'CredentialsInput',
    'EventSubjectInput',
    'LiveActivityTargetInput',
    'MessageTargetInput',
  ]);
});

const withoutDescription = (type: GraphQLNamedType): string[] => {
  const found = type.description ? [] : [type.name];
  if (isEnumType(type)) {
    found.push(...type.getValues().flatMap((value) => (value.description ? [] : `${type.name}.${value.name}`)));
  }
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    for (const field of Object.values<GraphQLField<unknown, unknown> | GraphQLInputField>(type.getFields())) {
      if (!field.description) found.push(`${type.name}.${field.name}`);
      const args = 'args' in field ? field.args : [];
      found.push(...args.flatMap((arg) => (arg.description ? [] : `${type.name}.${field.name}(${arg.name})`)));
    }
  }
  return found;
};
