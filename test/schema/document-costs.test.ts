import 'reflect-metadata';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { type DocumentNode, Kind, type OperationDefinitionNode, parse } from 'graphql';
import { DocumentGate } from '../../src/schema/limits/document-gate.js';
import { LIMITS } from '../../src/schema/limits/limits.js';
import { sharedGraph } from '../support/shared-graph.js';

/** The variables of the longest page that the console requests, filtered without an index. */
const VARIABLES = { first: 50, where: { search: 'x', active: true } };
/** The limit leaves room for another field, and for filters that cost more. */
const MOST = LIMITS.cost * 0.75;

const readDocument = (folder: string): DocumentNode => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.graphql'));
  return parse(files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n'));
};

const operationsOf = ({ definitions }: DocumentNode): OperationDefinitionNode[] =>
  definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);

test.each(['web/console/pages', 'packages/client/src', 'web/graphiql/tabs'])(
  'the request of %s fits with room',
  async (folder) => {
    const gate = new DocumentGate(await sharedGraph());
    const document = readDocument(folder);
    const costs = operationsOf(document).map((operation) => ({
      name: operation.name?.value,
      cost: gate.cost(document, operation, VARIABLES),
    }));
    expect(costs.length).toBeGreaterThan(0);
    expect(costs.filter(({ cost }) => cost > MOST)).toEqual([]);
  },
);
