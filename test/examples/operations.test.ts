import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { isScalarType, isSpecifiedScalarType, parse, validate } from 'graphql';
import codegen from '../../examples/codegen.js';
import { buildGraph } from '../../src/resolvers/index.js';
import { printOperations } from './print-operations.js';
import { printPossibleTypes } from './print-possible-types.js';

const at = (name: string): URL => new URL(`../../examples/${name}`, import.meta.url);

test('the operations of the examples are valid in the graph, and their types are those of the graph', async () => {
  const schema = await buildGraph();
  const text = readFileSync(at('operations.graphql'), 'utf8');
  expect(validate(schema, parse(text))).toEqual([]);
  const printed = printOperations(schema, text);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(at('operations.ts'), printed);
  expect(printed).toBe(readFileSync(at('operations.ts'), 'utf8'));
});

test('the possible types of the examples are those of the graph', async () => {
  const printed = printPossibleTypes(await buildGraph());
  if (process.env.UPDATE_DOCS === '1') writeFileSync(at('possible-types.ts'), printed);
  expect(printed).toBe(readFileSync(at('possible-types.ts'), 'utf8'));
});

test('the configuration of the generator names every scalar of the graph', async () => {
  const types = Object.values((await buildGraph()).getTypeMap());
  const scalars = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const configured = Object.keys(codegen.generates['src/graph/'].config.scalars);
  expect(configured.toSorted()).toEqual(scalars.map(({ name }) => name).toSorted());
});
