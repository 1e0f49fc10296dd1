import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildSchema } from '../../src/schema/build-schema.js';
import { printOperations } from './print-operations.js';

const at = (name: string): URL => new URL(`../../examples/${name}`, import.meta.url);

test('the operations of the examples are valid in the graph, and their types are those of the graph', async () => {
  const schema = await buildSchema();
  const text = readFileSync(at('operations.graphql'), 'utf8');
  expect(validate(schema, parse(text))).toEqual([]);
  const printed = printOperations(schema, text);
  if (process.env.UPDATE_DOCS === '1') writeFileSync(at('operations.ts'), printed);
  expect(printed).toBe(readFileSync(at('operations.ts'), 'utf8'));
});
