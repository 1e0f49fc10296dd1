import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readPreviousSchema, withoutGit } from './support/previous-schema.js';
import { unlistedBreaks } from './support/unlisted-breaks.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Without git, as in a source archive, there is nothing to compare with. The test is then skipped, not passed. */
const previous = readPreviousSchema(ROOT);
const testWithHistory = 'missing' in previous ? test.skip : test;
if ('missing' in previous) {
  process.stderr.write(`schema.graphql was not compared with an earlier one: ${previous.missing}\n`);
}

const isGitHere = (): boolean => {
  try {
    execFileSync('git', ['--version'], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};
const testWithGit = isGitHere() ? test : test.skip;

describe('changes of the graph', () => {
  testWithHistory('that break clients are listed in docs/graph-changelog.md, word for word', () => {
    if ('missing' in previous) throw new Error(previous.missing);
    const schemas = { before: previous.sdl, after: read('schema.graphql') };
    expect(unlistedBreaks({ ...schemas, changelog: read('docs/graph-changelog.md') })).toEqual([]);
  });

  test('are found, except listed and compatible ones', () => {
    const before = 'type Query { a: Int b: String } enum E { X Y }';
    const after = 'type Query { b(c: Int!): String d: Int } enum E { X Z }';
    const breaks = [
      'Y was removed from enum type E.',
      'Query.a was removed.',
      'A required arg c on Query.b was added.',
    ];
    expect(unlistedBreaks({ before, after, changelog: '' }).sort()).toEqual([...breaks].sort());
    const changelog = `# Changes\n\n- ${breaks[0]}\n* ${breaks[1]}\n- Not only: ${breaks[2]}\n`;
    expect(unlistedBreaks({ before, after, changelog })).toEqual([breaks[2]]);
    expect(unlistedBreaks({ before, after: before, changelog: '' })).toEqual([]);
  });

  test('that only rename a type need one line', () => {
    const before = 'type Query { a: Old! b(c: Old): [Old] d: Older } scalar Old scalar Older';
    const after = 'type Query { a: New! b(c: New): [New] d: Older } scalar New scalar Older';
    expect(unlistedBreaks({ before, after, changelog: '' })).toHaveLength(4);
    expect(unlistedBreaks({ before, after, changelog: '- `Old` is called `New`.\n' })).toEqual([]);
  });
});

describe('the previous schema', () => {
  let root = '';
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'graph-changes-'));
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const write = (sdl: string): void => writeFileSync(join(root, 'schema.graphql'), sdl);
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, env: withoutGit(process.env), encoding: 'utf8', stdio: 'pipe' });
  const commit = (sdl: string): void => {
    write(sdl);
    git('add', 'schema.graphql');
    const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
    git(...who, 'commit', '--quiet', '--no-verify', '--allow-empty', '-m', 'schema');
  };
  testWithGit('is of the last commit while it is being changed, and of the one before on a clean checkout', () => {
    git('init', '--quiet');
    commit('one');
    expect(readPreviousSchema(root)).toEqual({ missing: expect.stringContaining('shallow clone') });
    commit('two');
    expect(readPreviousSchema(root)).toEqual({ sdl: 'one', from: 'HEAD~1' });
    write('three');
    expect(readPreviousSchema(root)).toEqual({ sdl: 'two', from: 'HEAD' });
  });

  test('is missing outside a repository, and the reason is given', () => {
    write('one');
    expect(readPreviousSchema(root)).toEqual({ missing: expect.stringContaining('no git') });
  });
});
