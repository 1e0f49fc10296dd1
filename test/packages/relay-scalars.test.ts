import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { buildSchema, isScalarType, isSpecifiedScalarType } from 'graphql';
import { scalars } from '../../packages/client/src/scalars.js';
import { readRelayConfig } from './relay-config.js';

test('the documented Relay configuration has every scalar of the graph, typed as in the client', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const { customScalarTypes } = readRelayConfig();
  expect(Object.keys(customScalarTypes).sort()).toEqual(own.map(({ name }) => name).sort());
  expect(customScalarTypes).toEqual(
    Object.fromEntries(Object.entries(scalars).map(([name, { output }]) => [name, output])),
  );
});
