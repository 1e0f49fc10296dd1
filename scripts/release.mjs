// Cuts a release: `npm run release -- major|minor|patch|X.Y.Z [--dry-run]`.
// Sets the version everywhere, moves the Unreleased section of the CHANGELOG under it, commits and tags. Never pushes.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const UNRELEASED = '## [Unreleased]';
const CHART = 'deploy/helm/pushgraph/Chart.yaml';

const release = ([request, ...flags]) => {
  const current = JSON.parse(read('package.json')).version;
  const version = nextVersion(current, request);
  const notes = unreleasedNotes();
  refuseDirtyTree();
  refuseExistingTag(`v${version}`);
  const files = changedFiles(version);
  if (flags.includes('--dry-run')) return print(describe({ current, version, notes, files }));
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  git('add', '--', ...files.keys());
  git('commit', '--quiet', '-m', `chore: release v${version}`);
  git('tag', '--annotate', `v${version}`, '--cleanup=verbatim', '-m', `v${version}\n\n${notes}\n`);
  print(`Released v${version}: one commit and one tag. Push them with: git push --follow-tags`);
};

const nextVersion = (current, request) => {
  const [major, minor, patch] = current.split('.').map(Number);
  const steps = { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] };
  const next = Object.hasOwn(steps, request ?? '')
    ? steps[request]
    : request
        ?.match(/^(\d+)\.(\d+)\.(\d+)$/)
        ?.slice(1)
        .map(Number);
  if (!next) fail('Name the release: npm run release -- major|minor|patch|X.Y.Z [--dry-run]');
  if (compare(next, [major, minor, patch]) <= 0) fail(`${next.join('.')} is not later than ${current}.`);
  return next.join('.');
};

const compare = (one, other) => one.map((part, at) => part - other[at]).find((difference) => difference !== 0) ?? 0;

const unreleasedNotes = () => {
  const [, after] = read('CHANGELOG.md').split(`${UNRELEASED}\n`);
  if (after === undefined) fail(`CHANGELOG.md has no section "${UNRELEASED}".`);
  const notes = after.split(/^## /m)[0].trim();
  if (!/^- /m.test(notes)) fail('The Unreleased section of CHANGELOG.md is empty: nothing to release.');
  return notes;
};

const refuseDirtyTree = () => {
  const changes = git('status', '--porcelain').trim();
  if (changes) fail(`The working tree has changes; commit or stash them first:\n${changes}`);
};

const refuseExistingTag = (tag) => {
  if (git('tag', '--list', tag).trim()) fail(`The tag ${tag} exists already.`);
};

/** Maps each path to its new text. */
const changedFiles = (version) => {
  const packages = JSON.parse(read('package.json')).workspaces.filter((path) => path.startsWith('packages/'));
  const manifests = ['package.json', ...packages.map((path) => `${path}/package.json`)];
  const files = manifests.map((path) => [path, setVersion(read(path), version)]);
  files.push(['package-lock.json', setLockedVersions(['', ...packages], version)]);
  files.push([
    'CHANGELOG.md',
    read('CHANGELOG.md').replace(UNRELEASED, `${UNRELEASED}\n\n## [${version}] - ${today()}`),
  ]);
  if (existsSync(join(root, CHART))) files.push([CHART, setChartVersion(read(CHART), version)]);
  return new Map(files);
};

const setVersion = (manifest, version) => manifest.replace(/^( {2}"version": )"[^"]*"/m, `$1"${version}"`);

const setLockedVersions = (packages, version) => {
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  for (const path of packages) lock.packages[path].version = version;
  return `${JSON.stringify(lock, null, 2)}\n`;
};

const setChartVersion = (chart, version) => chart.replace(/^(version|appVersion): .*$/gm, `$1: ${version}`);

const today = () => new Date().toISOString().slice(0, 10);

const describe = ({ current, version, notes, files }) =>
  `Would release v${version} (now ${current}), changing ${[...files.keys()].join(', ')}.\n\n${notes}`;

const read = (path) => readFileSync(join(root, path), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const print = (text) => process.stdout.write(`${text}\n`);
const fail = (reason) => {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
};

release(process.argv.slice(2));
