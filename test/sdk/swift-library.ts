import { join, relative } from 'node:path';
import { copySwiftPackage, inSwiftRoot, runSwift } from '../support/swift-root.js';
import type { Library } from './library.js';
import { installProcesses } from './processes.js';

/** Builds the Swift package with its driver. A name stands for a token of Apple's length. */
export const buildSwift = async (folder: string): Promise<Library> => {
  await copySwiftPackage(folder);
  const strict = ['--package-path', 'apple', '-Xswiftc', '-warnings-as-errors'];
  await runSwift(folder, 'build', ...strict);
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
