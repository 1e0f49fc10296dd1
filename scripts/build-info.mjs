// Writes the commit of a build next to the compiled code, where src/build-info.ts reads it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';

/** `PUSHGRAPH_COMMIT` takes precedence: the Dockerfile builds without a repository. */
const findCommit = () => {
  const given = process.env.PUSHGRAPH_COMMIT?.trim();
  if (given) return given;
  // Otherwise a source archive inside another repository would get that repository's commit.
  if (!existsSync(join(root, '.git'))) return 'unknown';
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim() || 'unknown';
  } catch {
    return 'unknown';
  }
};

export const writeBuildInfo = (folder) => {
  const file = join(folder, 'build.json');
  const text = `${JSON.stringify({ commit: findCommit() })}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
};
