import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Previous = { readonly sdl: string; readonly from: string } | { readonly missing: string };

/**
 * The previous `schema.graphql`: from the last commit if the working tree has changed it, else from the commit before
 * that. Without git, without a repository, or with a truncated history, returns the reason.
 */
export const readPreviousSchema = (root: string): Previous => {
  const now = readFileSync(join(root, 'schema.graphql'), 'utf8');
  const head = show(root, 'HEAD');
  if (head === null) return { missing: 'git has no schema.graphql here: no git, no repository, or a first commit' };
  if (head !== now) return { sdl: head, from: 'HEAD' };
  const before = show(root, 'HEAD~1');
  if (before !== null) return { sdl: before, from: 'HEAD~1' };
  return { missing: 'the commit before this one is not here: a shallow clone, or the first with a schema' };
};

/** Inside a git hook, git's variables name a different repository. */
export const withoutGit = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));

const show = (root: string, commit: string): string | null => {
  try {
    return execFileSync('git', ['show', `${commit}:./schema.graphql`], {
      cwd: root,
      env: withoutGit(process.env),
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 16 * 1024 * 1024,
      timeout: 20_000,
    });
  } catch {
    // Whatever the reason, there is no schema to compare with.
    return null;
  }
};
