import type { Command } from 'commander';
import type { Config } from '../config/config.js';
import { badInput } from '../errors.js';

/** Adds commands to the program. Reads the configuration only when one of them runs, so that `--help` needs none. */
export type AddCommands = (program: Command, config: () => Config) => void;

/** Results are JSON lines on standard output, for scripts. */
export const printJson = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** @throws BAD_USER_INPUT unless it is a whole number in the range. */
export const readCount = (option: string, text: string, { min, max }: { min: number; max: number }): number => {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (count >= min && count <= max) return count;
  throw badInput(option, `--${option} must be a whole number from ${min} to ${max.toLocaleString('en')}.`);
};

/** A group of commands that another file has created, such as `user`. */
export const groupOf = (program: Command, name: string): Command => {
  const found = program.commands.find((command) => command.name() === name);
  if (!found) throw new Error(`the command "${name}" is not there yet`);
  return found;
};
