import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { readRepositoryFile } from '../support/repository.js';
import { freePort } from '../support/services/guarded-process.js';
import { of, parseDockerfile, readEnv, type Stage } from './dockerfile.js';

/*
 * Runs the Dockerfile's stages without a builder: each in its own root, which has only this machine's operating system
 * (read-only) and the copied files, with a clean environment. It needs root.
 */
const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const SYSTEM = ['usr', 'bin', 'sbin', 'lib', 'lib64'];
const NODE_PREFIX = dirname(dirname(process.execPath));
const PATH = `${NODE_PREFIX}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const MEBIBYTE = 1024 * 1024;

const canRun =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0;

(canRun ? describe : describe.skip)('the image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pushgraph-image-'));
  const roots = new Map<string, string>();
  const [build, final] = parseDockerfile(readRepositoryFile('Dockerfile'));
  if (!build || !final) throw new Error('the Dockerfile has two stages');

  beforeAll(() => {
    const data = join(folder, 'data');
    mkdirSync(data, { mode: 0o700 });
    chownSync(data, 1000, 1000);
    makeStage(build, 'build');
    makeStage(final, 'final');
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const makeStage = (stage: Stage, name: string): void => {
    const root = join(folder, name);
    roots.set(name, root);
    prepareRoot(root);
    let workdir = '/';
    for (const { name: instruction, text, flags } of stage.instructions) {
      if (instruction === 'WORKDIR') {
        workdir = text;
        mkdirSync(join(root, workdir), { recursive: true });
      }
      if (instruction === 'COPY') copy(root, workdir, { words: text.split(' '), from: flags.from });
      if (instruction === 'RUN') runInRoot(root, workdir, { script: text, mount: flags.mount });
    }
  };

  const copy = (
    root: string,
    workdir: string,
    { words, from }: { words: string[]; from?: string | undefined },
  ): void => {
    const base = from === undefined ? REPOSITORY : (roots.get(from) ?? '');
    const target = words.at(-1) ?? '';
    const place = join(root, isAbsolute(target) ? target : join(workdir, target));
    for (const source of words.slice(0, -1)) {
      const path = join(base, source);
      const isFolder = statSync(path).isDirectory();
      const into = isFolder || !target.endsWith('/') ? place : join(place, source.split('/').at(-1) ?? '');
      cpSync(path, into, { recursive: true });
    }
  };

  const runInRoot = (
    root: string,
    workdir: string,
    { script, mount }: { script: string; mount?: string | undefined },
  ): void => {
    // The builder keeps a package cache between builds; this uses npm's own.
    const cache = /^type=cache,target=(\S+)$/.exec(mount ?? '')?.[1];
    const mounts = cache
      ? [[execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim(), cache] as const]
      : [];
    const { status, stderr, stdout } = spawnSync(
      'unshare',
      [...ISOLATED, 'sh', '-ec', inRoot(root, mounts), 'sh', 'chroot', root, 'sh', '-ec', `cd ${workdir}; ${script}`],
      { env: cleanEnv({ HOME: '/root', NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt' }), encoding: 'utf8' },
    );
    if (status !== 0)
      throw new Error(`RUN ${script}: status ${status}\n${stdout.slice(-2_000)}${stderr.slice(-2_000)}`);
  };

  const sizeOf = (path: string): number => {
    if (!existsSync(path)) return 0;
    const stats = statSync(path);
    if (!stats.isDirectory()) return stats.size;
    return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  };

  test('holds the program, its pages and five packages with their dependencies, in less than 60 MiB', () => {
    const app = join(roots.get('final') ?? '', 'app');
    expect(readdirSync(app).sort()).toEqual(
      [
        'LICENSE',
        'THIRD-PARTY-LICENSES.txt',
        'data',
        'dist',
        'dist-web',
        'node_modules',
        'package.json',
        'public',
      ].sort(),
    );
    const sizes = Object.fromEntries(
      readdirSync(app).map((name) => [name, Math.round(sizeOf(join(app, name)) / MEBIBYTE)]),
    );
    if (process.env.FIGURES) process.stderr.write(`${JSON.stringify(sizes)}\n`);
    expect(sizeOf(join(app, 'node_modules'))).toBeLessThan(25 * MEBIBYTE);
    expect(sizeOf(app)).toBeLessThan(60 * MEBIBYTE);
    expect(readFileSync(join(app, 'THIRD-PARTY-LICENSES.txt'), 'utf8')).toMatch(/^fastify \d.*\(MIT\)$/m);
  });

  test('serves as an ordinary user on a read-only root, reports that it is healthy, and ends by SIGTERM', async () => {
    const root = roots.get('final') ?? '';
    const port = await freePort();
    const env = { ...readEnv(final), HOST: '127.0.0.1', PORT: String(port) };
    const [user = '', volume = ''] = [of(final, 'USER')[0]?.text, of(final, 'VOLUME')[0]?.text];
    const start = (words: readonly string[]) =>
      spawn(
        'unshare',
        [
          ...ISOLATED,
          'sh',
          '-ec',
          inRoot(root, [], volume),
          'sh',
          'chroot',
          `--userspec=${user}`,
          root,
          ...inFolder(words),
        ],
        { env: cleanEnv(env), stdio: ['ignore', 'pipe', 'pipe'] },
      );
    const run = async (words: readonly string[]) => {
      const child = start(words);
      const output = collect(child);
      const [status] = await once(child, 'close');
      return { status, output: output() };
    };
    const service = start(of(final, 'CMD')[0]?.exec ?? []);
    const log = collect(service);
    const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    try {
      await eventually(
        'an answer',
        () => {
          if (service.exitCode !== null) throw new Error(log());
          return get('/readyz').then(
            (status) => (status === 200 ? true : null),
            () => null,
          );
        },
        60_000,
      );
      for (const path of ['/healthz', '/', '/console', '/graphiql', '/docs/', '/sdk/web.js', '/metrics']) {
        expect({ path, status: await get(path) }).toEqual({ path, status: 200 });
      }
      expect(await run(of(final, 'HEALTHCHECK')[0]?.exec ?? [])).toEqual({ status: 0, output: '' });
      const seen = await run(['sh', '-c', 'touch /app/x; touch /tmp/x; id -u; ls /app/data']);
      expect(seen.output.match(/read-only file system/gi)).toHaveLength(2);
      expect(seen.output.split('\n')).toEqual(expect.arrayContaining(['1000', 'pushgraph.db', 'master.key']));
      const made = await run(['node', 'dist/cli.js', 'user', 'create', 'Somebody']);
      expect(made).toEqual({ status: 0, output: expect.stringMatching(/"api_key":"pgk_/) });
    } finally {
      // The first process of its own namespace, as in a container: signals without a handler do not end it.
      const [pid] = readFileSync(`/proc/${service.pid}/task/${service.pid}/children`, 'utf8').trim().split(' ');
      process.kill(Number(pid), 'SIGTERM');
    }
    const [status] = await once(service, 'close');
    expect({
      status,
      complaints: log()
        .split('\n')
        .filter((line) => /"level":"(?:warn|error|fatal)"/.test(line)),
    }).toEqual({
      status: 0,
      complaints: [],
    });
    expect(await run(of(final, 'HEALTHCHECK')[0]?.exec ?? [])).toMatchObject({ status: 1 });
  }, 120_000);
});

const ISOLATED = ['--mount', '--pid', '--fork', '--kill-child'];

/** The output of a process, in order. */
const collect = ({ stdout, stderr }: { stdout: Readable; stderr: Readable }): (() => string) => {
  const parts: string[] = [];
  for (const stream of [stdout, stderr]) stream.on('data', (bytes) => void parts.push(String(bytes)));
  return () => parts.join('');
};

const cleanEnv = (env: Readonly<Record<string, string>>): Record<string, string> => ({ PATH, ...env });

const inFolder = (words: readonly string[]): string[] => ['sh', '-c', 'cd /app; exec "$@"', 'sh', ...words];

/** Links match this machine's; folders are mount points. */
const prepareRoot = (root: string): void => {
  for (const name of ['etc/ssl', 'proc', 'dev', 'root', 'tmp']) mkdirSync(join(root, name), { recursive: true });
  chmodSync(join(root, 'tmp'), 0o1777);
  for (const name of SYSTEM) mkdirSync(join(root, name), { recursive: true });
  if (!NODE_PREFIX.startsWith('/usr')) mkdirSync(join(root, NODE_PREFIX), { recursive: true });
  for (const name of ['resolv.conf', 'hosts', 'nsswitch.conf', 'localtime']) {
    if (existsSync(`/etc/${name}`)) cpSync(`/etc/${name}`, join(root, 'etc', name), { dereference: true });
  }
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/app:/bin/sh\n');
  writeFileSync(join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
};

/** @param volume the only writable folder; without it everything but the system is writable */
const inRoot = (root: string, mounts: readonly (readonly [string, string])[], volume?: string): string => {
  const system = [...SYSTEM, ...(NODE_PREFIX.startsWith('/usr') ? [] : [NODE_PREFIX.slice(1)])].filter((name) =>
    existsSync(`/${name}`),
  );
  return [
    'mount --make-rprivate /',
    ...(volume === undefined ? [] : [`mount --bind ${root} ${root}`, `mount -o remount,bind,ro ${root}`]),
    ...(volume === undefined ? [] : [`mount --bind ${resolve(root, '..')}/data ${root}${volume}`]),
    ...system.map((name) => `mount --bind /${name} ${root}/${name}; mount -o remount,bind,ro ${root}/${name}`),
    `mount --bind /etc/ssl ${root}/etc/ssl`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    ...mounts.map(([from, to]) => `mkdir -p ${root}${to}; mount --bind ${from} ${root}${to}`),
    'exec "$@"',
  ].join('\n');
};
