import { Argument } from 'commander';
import { type Keyspaces, vitessSchema } from '../database/vitess-schema.js';
import type { AddCommands } from './command.js';

const PARTS = ['catalogue', 'devices', 'rules', 'sequences'] as const;

/** Prints what a sharded Vitess must know of the tables (docs/scale-out.md). */
export const vitessCommands: AddCommands = (program) => {
  program
    .command('vitess')
    .description('Vitess: see docs/scale-out.md')
    .command('schema')
    .description('Prints the VSchema of a keyspace, the routing rules (JSON) or the sequences (SQL)')
    .addArgument(new Argument('<part>', 'what to print').choices(PARTS))
    .option('--catalogue <keyspace>', 'the keyspace without shards', 'catalogue')
    .option('--devices <keyspace>', 'the sharded keyspace', 'devices')
    .action((part: (typeof PARTS)[number], keyspaces: Keyspaces) => {
      const schema = vitessSchema(keyspaces);
      const text =
        part === 'sequences' ? schema.sequences.map((sql) => `${sql};`).join('\n') : JSON.stringify(schema[part]);
      process.stdout.write(`${text}\n`);
    });
};
