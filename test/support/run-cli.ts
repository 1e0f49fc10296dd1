import { NodeProcess } from './child-process.js';

export interface CliAnswer {
  readonly code: number | null;
  /** Standard output, with each JSON line parsed. */
  readonly lines: ReturnType<typeof JSON.parse>[];
  readonly stderr: string;
}

/** Runs a command as an operator types it. */
export const runCli = async (env: Readonly<Record<string, string>>, ...words: string[]): Promise<CliAnswer> => {
  await using process = new NodeProcess('src/cli/main.js', env, { words });
  const { code } = await process.exited;
  const lines = process.stdout.map((line) => (line.startsWith('{') ? JSON.parse(line) : line));
  return { code, lines, stderr: process.stderr.join('\n') };
};
