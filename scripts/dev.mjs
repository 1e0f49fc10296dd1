// `npm run dev`: runs the service, and rebuilds and restarts it when a source changes. Ctrl+C ends it. A source that
// does not compile leaves the running service unchanged.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { root } from './freshness.mjs';

const SOURCES = ['src', 'packages/http2-client/src', 'web', 'public'];
/** Editors write a file in several steps, and a checkout writes many files. */
const QUIET_MS = 150;

let builder = null;
let service = null;
let watchers = [];
let timer = null;
let work = Promise.resolve();
let isEnding = false;

// Each runs in its own process group: Ctrl+C reaches only this process, which signals the service once.
const start = (script, ...args) =>
  spawn(process.execPath, [join(root, 'scripts', script), ...args], { stdio: 'inherit', detached: true });

const stopService = async () => {
  if (service === null || service.exitCode !== null || service.signalCode !== null) return;
  const exited = once(service, 'exit');
  service.kill('SIGTERM');
  await exited;
};

const restart = async () => {
  if (isEnding) return;
  watchFolders();
  builder = start('build.mjs');
  const [status] = await once(builder, 'exit');
  if (isEnding) return;
  if (status !== 0) return say('does not compile; waiting for a change');
  await stopService();
  service = start('run.mjs', 'main.js');
};

const say = (text) => process.stderr.write(`dev: ${text}\n`);

const later = (name) => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    say(`${name} has changed`);
    work = work.then(restart);
  }, QUIET_MS);
};

// Watches folder by folder: a recursive watch of Node 20 loses files that are replaced, as editors and git do. Repeated
// each time, because there may be new folders.
const watchFolders = () => {
  for (const watcher of watchers) watcher.close();
  watchers = SOURCES.flatMap(foldersIn).map((folder) =>
    watch(join(root, folder), (_, name) => later(join(folder, name ?? ''))),
  );
};

const foldersIn = (folder) => [
  folder,
  ...readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((entry) => foldersIn(join(folder, entry.name))),
];

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (isEnding) return;
    isEnding = true;
    clearTimeout(timer);
    // Includes the compiler that it started.
    if (builder?.exitCode === null) process.kill(-builder.pid);
    await work;
    await stopService();
    process.exit(0);
  });
}
work = restart();
