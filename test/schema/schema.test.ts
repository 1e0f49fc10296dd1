import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql';
import { buildSchema } from '../../src/schema/build-schema.js';
import { printGraphqlSchema } from '../../src/schema/print-schema.js';

const schema = await buildSchema();
const roots = new Set<unknown>([schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]);
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith('__') && !isSpecifiedScalarType(type),
);

test('schema.graphql is what the code says; `npm run --silent cli -- schema > schema.graphql` renews it', async () => {
  const checkedIn = readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8');
  expect(await printGraphqlSchema()).toBe(checkedIn);
});

test('every type, field, argument and enum value has a description', () => {
  expect(types.flatMap(withoutDescription)).toEqual([]);
});

test('no secret can be read: outputs have none of the columns that hold one', () => {
  const names = types.flatMap((type) => {
    const isOutput = (isObjectType(type) && !roots.has(type)) || isInterfaceType(type);
    return isOutput ? Object.keys(type.getFields()).map((field) => `${type.name}.${field}`) : [];
  });
  const secret = /\.(.*(secret|hash|private|credential|password|apiKey).*|auth|p256dh|token)$/i;
  expect(names.filter((name) => secret.test(name))).toEqual([]);
});

test('every choice is a oneOf input that graphql-js enforces', () => {
  const choices = types.filter((type) => isInputObjectType(type) && type.isOneOf).map((type) => type.name);
  expect(choices.sort()).toEqual([
    'AppProviderInput',
    'AppsFilterInput',
    'CountriesFilterInput',
    'CredentialsInput',
    'LanguagesFilterInput',
    'TagsFilterInput',
    'ZoneInput',
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
