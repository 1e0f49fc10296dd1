import { type GraphQLAbstractType, type GraphQLSchema, isAbstractType } from 'graphql';

/** `examples/possible-types.ts`: what clients with a cache must know of interfaces. */
export const printPossibleTypes = (schema: GraphQLSchema): string => {
  const abstract = Object.values(schema.getTypeMap()).filter(
    (type) => isAbstractType(type) && !type.name.startsWith('__'),
  );
  const lines = abstract.map((type) => {
    const names = isAbstractType(type) ? typeNames(schema, type).map((name) => `    '${name}',\n`) : [];
    return `  ${type.name}: [\n${names.join('')}  ],\n`;
  });
  return [
    '// Made from the graph and checked by test/examples/operations.test.ts, which writes it with UPDATE_DOCS=1.',
    "/** The types of each interface: Apollo Client's `possibleTypes`, by which its cache matches fragments. */",
    '// biome-ignore format: one to a line, so that what the graph gets later is one line more',
    `export const POSSIBLE_TYPES = {\n${lines.join('')}};\n`,
  ].join('\n');
};

/** In the order of the alphabet: that of the schema is the order in which modules were loaded. */
const typeNames = (schema: GraphQLSchema, type: GraphQLAbstractType): string[] =>
  schema
    .getPossibleTypes(type)
    .map(({ name }) => name)
    .sort();
