import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENV = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  ...Object.fromEntries(['AUTHOR', 'COMMITTER'].flatMap((who) => identity(who))),
};
const CHANGELOG = `# Changelog

## [Unreleased]

### Added

- A new button.

## [0.4.2] - 2026-01-01

### Added

- An old button.
`;

let repository: string;

beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'pushgraph-cut-'));
  for (const folder of ['scripts', 'packages/web', 'deploy/helm/pushgraph'])
    mkdirSync(join(repository, folder), { recursive: true });
  cpSync(join(ROOT, 'scripts/release.mjs'), join(repository, 'scripts/release.mjs'));
  write('package.json', json({ name: 'pushgraph', version: '0.4.2', workspaces: ['packages/web', 'test/other'] }));
  write('packages/web/package.json', json({ name: '@pushgraph/web', version: '0.4.2' }));
  const packages = {
    '': { version: '0.4.2' },
    'packages/web': { version: '0.4.2' },
    'node_modules/ws': { version: '8.0.0' },
  };
  write('package-lock.json', json({ name: 'pushgraph', version: '0.4.2', packages }));
  write('deploy/helm/pushgraph/Chart.yaml', 'apiVersion: v2\nversion: 0.4.2\nappVersion: 0.4.2\n');
  write('CHANGELOG.md', CHANGELOG);
  git('init', '--quiet', '--initial-branch=main');
  commitAll();
});

afterEach(() => rmSync(repository, { recursive: true, force: true }));

test('a release sets every version, dates the notes, commits and tags', () => {
  expect(release('minor')).toMatchObject({ status: 0, stdout: expect.stringContaining('Released v0.5.0') });
  expect(JSON.parse(read('package.json')).version).toBe('0.5.0');
  expect(JSON.parse(read('packages/web/package.json')).version).toBe('0.5.0');
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.5.0',
    packages: {
      '': { version: '0.5.0' },
      'packages/web': { version: '0.5.0' },
      'node_modules/ws': { version: '8.0.0' },
    },
  });
  expect(read('deploy/helm/pushgraph/Chart.yaml')).toBe('apiVersion: v2\nversion: 0.5.0\nappVersion: 0.5.0\n');
  const day = new Date().toISOString().slice(0, 10);
  expect(read('CHANGELOG.md')).toContain(`## [Unreleased]\n\n## [0.5.0] - ${day}\n\n### Added\n\n- A new button.`);
  expect(git('log', '-1', '--format=%s').trim()).toBe('chore: release v0.5.0');
  expect(git('status', '--porcelain')).toBe('');
  expect(git('cat-file', '-t', 'v0.5.0').trim()).toBe('tag');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.5.0')).toMatch(
    /^v0\.5\.0\n\n### Added\n\n- A new button\.\n/,
  );
});

test.each([
  ['major', 'v1.0.0'],
  ['minor', 'v0.5.0'],
  ['patch', 'v0.4.3'],
  ['2.0.1', 'v2.0.1'],
])('%s leads to %s', (request, tag) => {
  expect(release(request).status).toBe(0);
  expect(git('tag', '--list').trim()).toBe(tag);
});

test('a dry run shows the release and changes nothing', () => {
  const { status, stdout } = release('minor', '--dry-run');
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/v0\.5\.0[\s\S]*A new button/) });
  expect([git('status', '--porcelain'), git('tag', '--list'), git('rev-list', '--count', 'HEAD').trim()]).toEqual([
    '',
    '',
    '1',
  ]);
});

test('a working tree with changes is refused', () => {
  write('notes.txt', 'unfinished');
  expectRefusal(release('minor'), /working tree has changes[\s\S]*notes\.txt/);
});

test('an empty or missing Unreleased section is refused', () => {
  write('CHANGELOG.md', CHANGELOG.replace('### Added\n\n- A new button.\n\n', ''));
  commitAll();
  expectRefusal(release('minor'), /Unreleased section of CHANGELOG\.md is empty/);
  write('CHANGELOG.md', '# Changelog\n');
  commitAll();
  expectRefusal(release('minor'), /has no section "## \[Unreleased\]"/);
});

test('a version whose tag exists is refused', () => {
  git('tag', 'v0.5.0');
  expectRefusal(release('minor'), /tag v0\.5\.0 exists already/);
});

test.each([
  ['nothing', [], /major\|minor\|patch/],
  ['another word', ['next'], /major\|minor\|patch/],
  ['an earlier version', ['0.4.1'], /0\.4\.1 is not later than 0\.4\.2/],
  ['the current version', ['0.4.2'], /0\.4\.2 is not later than 0\.4\.2/],
])('%s is refused', (_what, args, reason) => expectRefusal(release(...args), reason));

test('the CHANGELOG of this repository can be released, and its latest version is that of the package', () => {
  const [, unreleased = '', latest = ''] = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## \[/m);
  expect(unreleased).toMatch(/^Unreleased\]\n/);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(latest).toMatch(new RegExp(`^${version}\\] - \\d{4}-\\d\\d-\\d\\d\\n`));
});

const release = (...args: string[]) =>
  spawnSync(process.execPath, ['scripts/release.mjs', ...args], { cwd: repository, env: ENV, encoding: 'utf8' });

const expectRefusal = (result: ReturnType<typeof release>, reason: RegExp): void => {
  expect(result).toMatchObject({ status: 1, stdout: '', stderr: expect.stringMatching(reason) });
  expect(git('log', '--format=%s')).not.toContain('release');
  expect(JSON.parse(read('package.json')).version).toBe('0.4.2');
};

const git = (...args: string[]): string => execFileSync('git', args, { cwd: repository, env: ENV, encoding: 'utf8' });
const commitAll = (): void => {
  git('add', '--all');
  git('commit', '--quiet', '-m', 'feat: something');
};
const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const write = (path: string, text: string): void => writeFileSync(join(repository, path), text);
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function identity(who: string): [string, string][] {
  return [
    [`GIT_${who}_NAME`, 'Test'],
    [`GIT_${who}_EMAIL`, 'test@example.com'],
  ];
}
