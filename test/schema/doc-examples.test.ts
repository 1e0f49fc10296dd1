import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, parse, validate } from 'graphql';

const ROOT = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(fileURLToPath(new URL(path, ROOT)), 'utf8');

describe('the examples of docs/graph.md', () => {
  const schema = buildSchema(read('schema.graphql'));
  const examples = [...read('docs/graph.md').matchAll(/```graphql\n([\s\S]*?)```/g)].map(([, source = '']) => source);

  test('are there', () => expect(examples.length).toBeGreaterThan(0));

  test.each(examples)('fit the schema: %s', (source) => {
    expect(validate(schema, parse(source)).map(({ message }) => message)).toEqual([]);
  });
});
