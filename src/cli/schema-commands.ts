import { createAsyncapiDocument } from '../events-api/asyncapi-document.js';
import { createOpenapiDocument, createSdkDocument } from '../openapi/create-openapi-document.js';
import { buildGraph } from '../resolvers/index.js';
import { printGraphqlSchema } from '../schema/build-schema.js';
import type { AddCommands } from './command.js';

/** Prints the API descriptions for client generators. */
export const schemaCommands: AddCommands = (program) => {
  program
    .command('schema')
    .description('Prints the GraphQL schema (SDL)')
    .action(async () => {
      process.stdout.write(printGraphqlSchema(await buildGraph()));
    });
  program
    .command('openapi')
    .description('Prints the description of REST and the device API (OpenAPI 3.1, JSON)')
    .option('--devices', 'only the device API, as at /sdk/v1/openapi.json')
    .action(({ devices }: { devices?: boolean }) => {
      const document = devices ? createSdkDocument() : createOpenapiDocument();
      process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    });
  program
    .command('asyncapi')
    .description('Prints the description of the events (AsyncAPI 3, JSON)')
    .action(() => {
      process.stdout.write(`${JSON.stringify(createAsyncapiDocument(), null, 2)}\n`);
    });
};
