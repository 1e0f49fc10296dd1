import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { buildGraph } from '../../src/resolvers/index.js';

const FOLDER = new URL('../../web/graphiql/tabs/', import.meta.url);
const TABS = readdirSync(FOLDER).filter((name) => name.endsWith('.graphql'));

test("GraphiQL's initial tabs are valid in the graph", async () => {
  const schema = await buildGraph();
  expect(TABS.length).toBeGreaterThan(2);
  for (const tab of TABS) {
    const document = parse(readFileSync(new URL(tab, FOLDER), 'utf8'));
    expect({ tab, errors: validate(schema, document) }).toEqual({ tab, errors: [] });
  }
});
