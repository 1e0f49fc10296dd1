// Installs programs from a later Debian than this machine's: unpacks their packages and dependencies into the user's
// cache, without configuring them. It changes nothing else on this machine. It needs Debian's apt and dpkg, but
// not root, and prints the folder. An existing folder stays unchanged: remove it to get newer packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MIRROR = process.env.DEBIAN_MIRROR ?? 'http://deb.debian.org/debian';

/** `programs` go into `bin-outside`, where they can be started from outside with their own libraries. */
const ROOTS = {
  mysql: {
    suite: 'sid',
    packages: ['mysql-server-core', 'mysql-client-core'],
    programs: ['usr/sbin/mysqld', 'usr/bin/mysql', 'usr/bin/mysqldump', 'usr/bin/mysqlbinlog'],
  },
  // It starts compilers and linkers by absolute path, so it works only with this folder as its root.
  swift: { suite: 'trixie', packages: ['swiftlang', 'libc6-dev', 'libstdc++-14-dev'], programs: [] },
};

/** The folder of a finished installation. @param {keyof typeof ROOTS} name */
const rootPath = (name) => {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const id = createHash('sha256').update(JSON.stringify(ROOTS[name])).digest('hex').slice(0, 8);
  return join(cache, 'pushgraph', 'debian', `${name}-${id}`);
};

/** Installs it if it is not yet installed. @param {keyof typeof ROOTS} name */
export const debianRoot = (name) => {
  const target = rootPath(name);
  if (existsSync(target)) return target;
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  const making = mkdtempSync(join(folder, 'unpacking-'));
  const root = join(making, 'root');
  try {
    const archives = download(join(making, 'apt'), ROOTS[name]);
    // System folders are links into /usr; files that packages put there earlier must stay there.
    for (const link of ['bin', 'sbin', 'lib', 'lib64']) {
      mkdirSync(join(root, 'usr', link), { recursive: true });
      symlinkSync(join('usr', link), join(root, link));
    }
    for (const system of ['proc', 'dev', 'tmp']) mkdirSync(join(root, system));
    for (const archive of archives) run('dpkg-deb', ['--extract', archive, root]);
    for (const program of ROOTS[name].programs) addProgram(root, program);
    // The rename comes last and is atomic, so an existing folder is complete.
    chmodSync(root, 0o755);
    renameSync(root, target);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return target;
};

/** Runs apt with its own lists, settings and state, in which nothing is installed. */
const download = (folder, { suite, packages }) => {
  for (const each of ['state/lists/partial', 'cache/archives/partial'])
    mkdirSync(join(folder, each), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  writeFileSync(
    join(folder, 'debian.sources'),
    `Types: deb\nURIs: ${MIRROR}\nSuites: ${suite}\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n`,
  );
  const settings = {
    'Dir::State': join(folder, 'state'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::Cache': join(folder, 'cache'),
    'Dir::Etc::main': '/dev/null',
    'Dir::Etc::parts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Dir::Etc::sourcelist': join(folder, 'debian.sources'),
    'Dir::Etc::sourceparts': '/dev/null',
    'APT::Sandbox::User': '',
    'APT::Install-Recommends': 'false',
    // apt checks signatures but not their age: a mirror may be weeks behind, and these packages protect nothing.
    'Acquire::Check-Valid-Until': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '3',
  };
  const text = Object.entries(settings).map(([key, value]) => `${key} "${value}";\n`);
  writeFileSync(join(folder, 'apt.conf'), text.join(''));
  const env = { APT_CONFIG: join(folder, 'apt.conf') };
  run('apt-get', ['update', '--quiet=2'], env);
  run('apt-get', ['install', '--quiet=2', '--yes', '--download-only', ...packages], env);
  const archives = join(folder, 'cache/archives');
  return readdirSync(archives)
    .filter((file) => file.endsWith('.deb'))
    .map((file) => join(archives, file));
};

/** This machine's libraries are too old, and only the bundled loader finds the bundled ones. */
const addProgram = (root, program) => {
  const [loader] = ['usr/lib64', 'usr/lib'].flatMap((folder) => filesIn(root, folder, /^ld-linux-.*\.so\.\d+$/));
  const [libraries] = filesIn(root, 'usr/lib', /-linux-gnu$/);
  const path = join(root, 'bin-outside', program.split('/').at(-1) ?? '');
  mkdirSync(dirname(path), { recursive: true });
  const script = `#!/bin/sh
root=\${0%/*}/..
exec "$root/${loader}" --library-path "$root/${libraries}" --argv0 "$root/${program}" "$root/${program}" "$@"
`;
  writeFileSync(path, script, { mode: 0o755 });
};

const filesIn = (root, folder, pattern) =>
  readdirSync(join(root, folder))
    .filter((name) => pattern.test(name))
    .map((name) => join(folder, name));

const run = (program, args, env = {}) => {
  const { status, error } = spawnSync(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with status ${status}.`);
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(`${debianRoot(process.argv[2])}\n`);
}
