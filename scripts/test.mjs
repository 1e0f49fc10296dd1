// Runs jest, after building what the process tests start. Arguments go to jest. Without --all or a named file, slow
// tests and those that start processes are left out.
import './check-node.mjs';
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './build.mjs';
import { cachePrograms } from './cache-programs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const built = await build({ tests: true });
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const args = process.argv.slice(2).filter((arg) => arg !== '--all');
const names = (arg, index) => !arg.startsWith('-') && !['-t', '--testNamePattern'].includes(args[index - 1]);
const isQuick = args.length === process.argv.length - 2 && !args.some(names);
const child = spawn(process.execPath, [jest, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_PROGRAMS: await cachePrograms(built), ...(isQuick ? { TEST_TIER: 'quick' } : {}) },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
