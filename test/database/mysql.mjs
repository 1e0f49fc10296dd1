// `npm run verify:mysql`: runs every test that can use MySQL on Debian's newest one (test/support/debian-root.mjs),
// which runs privately and ends with the suite. MYSQLD_PATH names another server program. Arguments that are parts of
// paths choose the files, and options go to jest.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot } from '../support/debian-root.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Tests for a single database have its name in their path. */
const NOT_SQLITE = '^(?!.*sqlite)';
/**
 * Files whose tests run once for each database or require MySQL. Tests that use the first database get SQLite.
 */
const USES_MYSQL = /eachDatabase\(\)(?!\.slice\(0, 1\))|TEST_MYSQL_URL|startMysql/;
const ONLY_SQLITE = /const \[\w+\] = eachDatabase\(\);/g;

const sources = new Map(
  readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [join('test', name), readFileSync(join(root, 'test', name), 'utf8')]),
);

const usesMysql = (text) => USES_MYSQL.test(text.replace(ONLY_SQLITE, ''));

/** Helpers that tests of one folder share. All tests share `test/support`. */
const neighbours = (file, text) =>
  [...text.matchAll(/from '(\.[^']+)\.js'/g)]
    .map(([, path]) => `${join(dirname(file), path)}.ts`)
    .filter((path) => !path.startsWith('test/support'))
    .flatMap((path) => sources.get(path) ?? []);

const files = [...sources]
  .filter(([file]) => file.endsWith('.test.ts') && !file.endsWith('.verify.test.ts'))
  .filter(([file, text]) => [text, ...neighbours(file, text)].some(usesMysql))
  .map(([file]) => file);

const program = process.env.MYSQLD_PATH ?? join(debianRoot('mysql'), 'bin-outside/mysqld');
const options = process.argv.slice(2).filter((word) => word.startsWith('-'));
const parts = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const chosen = files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
if (chosen.length === 0) throw new Error(`No file that uses MySQL has ${parts.join(' or ')} in its path.`);
const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), '-t', NOT_SQLITE, ...options, ...chosen], {
  stdio: 'inherit',
  env: { ...process.env, MYSQLD_PATH: program },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
