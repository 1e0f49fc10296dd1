import { expect, test } from '@jest/globals';
import { codegen } from '@pushgraph/client/codegen';
import { isScalarType, isSpecifiedScalarType } from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';

test("the generator's configuration names every scalar of the graph", async () => {
  const types = Object.values((await buildGraph()).getTypeMap());
  const scalars = types.filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
  const [generated] = Object.values(codegen({ documents: 'src/**/*.ts', into: 'src/graph/' }).generates);
  expect(Object.keys(generated?.config.scalars ?? {}).toSorted()).toEqual(scalars.map(({ name }) => name).toSorted());
});
