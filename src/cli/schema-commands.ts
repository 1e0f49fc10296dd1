import { printGraphqlSchema } from '../schema/print-schema.js';
import type { AddCommands } from './command.js';

/** Descriptions of the APIs, for generators of clients. */
export const schemaCommands: AddCommands = (program) => {
  program
    .command('schema')
    .description('Prints the GraphQL schema (SDL)')
    .action(async () => {
      process.stdout.write(await printGraphqlSchema());
    });
};
