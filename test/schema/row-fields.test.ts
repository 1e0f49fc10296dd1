import { describe, expect, test } from '@jest/globals';
import { type ExecutionResult, getOperationAST, parse } from 'graphql';
import { Push } from '../../src/entities/push.js';
import { buildGraph } from '../../src/resolvers/index.js';
import type { GraphContext } from '../../src/schema/context.js';
import { QueryExecutor } from '../../src/schema/execution/query-executor.js';
import { toGlobalId } from '../../src/schema/global-id.js';

const schema = await buildGraph();
const source = `{ push(id: "${toGlobalId('Push', 7)}") { id databaseId active } }`;

/** The compiled query's answer for this push. */
const answerFor = async (push: Push): Promise<ExecutionResult> => {
  const executor = new QueryExecutor(schema);
  const document = parse(source);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('no operation');
  const context = {
    require: () => undefined,
    narrowTo: () => undefined,
    loaders: { pushes: { load: async () => push } },
  } as unknown as GraphContext;
  const execution = { source, operationName: null, document, operation, variables: {}, context };
  for (let use = 0; use < 3; use += 1) await executor.execute(execution);
  expect(executor.find(source, null)).not.toBeNull();
  return executor.execute(execution);
};

describe('fields that come from the row alone, in a compiled query,', () => {
  test('have the values that their resolvers give', async () => {
    const push = Object.assign(new Push(), { id: 7, status: 1 });
    const { data, errors } = await answerFor(push);
    expect(errors).toBeUndefined();
    expect(data).toEqual({ push: { id: toGlobalId('Push', 7), databaseId: 7, active: true } });
  });

  test('are an error in the answer if they cannot be computed', async () => {
    const push = Object.defineProperty(Object.assign(new Push(), { id: 7 }), 'status', {
      get: () => {
        throw new Error('status of push was not read');
      },
    });
    const { data, errors } = await answerFor(push);
    expect(data).toEqual({ push: null });
    expect(errors).toMatchObject([{ message: 'status of push was not read', path: ['push', 'active'] }]);
  });

  test('keep their names and resolvers in all other cases', async () => {
    await answerFor(Object.assign(new Push(), { id: 7, status: 1 }));
    const type = schema.getType('Push') as unknown as {
      getFields(): Record<string, { name: string; resolve: unknown }>;
    };
    const fields = Object.entries(type.getFields());
    expect(fields.map(([name]) => name)).toEqual(fields.map(([, { name }]) => name));
    expect(typeof type.getFields().id?.resolve).toBe('function');
  });
});
