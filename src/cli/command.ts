import type { Command } from 'commander';
import type { Config } from '../config/config.js';

/** Adds commands to the program. The configuration is read only when one of them runs: `--help` needs none. */
export type AddCommands = (program: Command, config: () => Config) => void;

/** Results are JSON lines on standard output, for scripts. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};
