// Builds if needed, then runs one compiled file in this process, so that signals reach it directly.
import './check-node.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from './build.mjs';

const args = process.argv.slice(2);
const tests = args[0] === '--tests';
const [file, ...rest] = tests ? args.slice(1) : args;
const built = await build({ tests });
// Benchmarks and the demo start the service as released: bundled.
if (tests) process.env.TEST_BUNDLE ??= join(built, 'bundle');
const target = join(built, file);
process.argv = [process.argv[0], target, ...rest];
await import(pathToFileURL(target).href);
