import { describe, expect, test } from '@jest/globals';
import {
  buildSchema,
  isObjectType,
  NoUnusedFragmentsRule,
  ProvidedRequiredArgumentsRule,
  parse,
  specifiedRules,
  validate,
} from 'graphql';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';

const schema = buildSchema(readRepositoryFile('schema.graphql'));
// The list of graph changes may contain examples of former graphs.
const PAGES = ['README.md', 'CONTRIBUTING.md', ...repositoryFiles('docs')].filter(
  (file) => file.endsWith('.md') && file !== 'docs/graph-changelog.md',
);

const find = (pattern: RegExp): [page: string, source: string][] =>
  PAGES.flatMap((page) =>
    [...readRepositoryFile(page).matchAll(pattern)].map(([, source = '']): [string, string] => [page, source]),
  );

describe('the GraphQL in the docs', () => {
  const blocks = find(/```graphql\n([\s\S]*?)```/g);

  test('is found', () => expect(blocks.length).toBeGreaterThan(10));

  test.each(blocks)('fits the schema, in a block of %s: %s', (_page, source) => {
    expect(validate(schema, parse(source)).map(({ message }) => message)).toEqual([]);
  });

  const lines = find(/`((?:\{ )?[a-z]\w*(?:\([^`)]*\))? \{ [^`]* \})`/g);

  test('is found within lines', () => expect(lines.length).toBeGreaterThan(3));

  test.each(lines)('fits the schema, within a line of %s: %s', (_page, source) => {
    expect(findLineFaults(source)).toEqual([]);
  });

  test('is reported if it does not fit', () => {
    expect(findLineFaults('run(id) { failures { outcome reason } }')).toHaveLength(2);
    expect(findLineFaults('run(id) { failures { nodes { outcome reason } } … }')).toEqual([]);
  });
});

const RULES = specifiedRules.filter((rule) => rule !== ProvidedRequiredArgumentsRule && rule !== NoUnusedFragmentsRule);

/** Inline code must fit one of the types that have the field. Arguments are ignored, and `…` stands for fields. */
const findLineFaults = (source: string): string[] => {
  const line = source.startsWith('{ ') ? source.slice(2, -2) : source;
  const [field = ''] = line.split(/\W/);
  const fields = line.replace(/\([^)]*\)/g, '').replaceAll('…', '__typename');
  const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type) && field in type.getFields());
  const faults = types.map(({ name }) =>
    validate(schema, parse(`fragment Line on ${name} { ${fields} }`), RULES).map(({ message }) => message),
  );
  return faults.toSorted((one, other) => one.length - other.length)[0] ?? [`nothing has a field ${field}`];
};
