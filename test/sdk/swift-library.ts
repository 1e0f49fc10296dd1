import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inSwiftRoot } from '../support/swift-root.js';
import type { Library } from './library.js';
import { installProcesses } from './processes.js';

const run = promisify(execFile);
const PACKAGE = fileURLToPath(new URL('../../sdk/apple/', import.meta.url));

/** Builds the Swift package with its driver. A word stands for a token of Apple's length. */
export const buildSwift = async (folder: string): Promise<Library> => {
  await cp(PACKAGE, join(folder, 'apple'), { recursive: true, filter: (source) => !source.endsWith('/.build') });
  const strict = ['--package-path', 'apple', '-Xswiftc', '-warnings-as-errors'];
  await run('unshare', inSwiftRoot(folder, 'swift-build', ...strict), { maxBuffer: 16_777_216 });
  return {
    name: 'swift',
    provider: 'provider_c',
    addressOf: (token) => ({ token: toHex(token) }),
    targetOf: toHex,
    install: ({ address, serviceId }) =>
      installProcesses(folder, (storage) => {
        const inside = join('/tmp', relative(folder, storage));
        return ['unshare', ...inSwiftRoot(folder, 'apple/.build/debug/conformance', address, serviceId, inside)];
      }),
  };
};

const toHex = (token: string): string => Buffer.from(token.padEnd(32, '\0')).toString('hex');
