import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** A Debian with Swift: `test/support/debian-root.mjs swift`. */
export const swiftRoot = process.env.SWIFT_ROOT;

/** Runs inside that Debian, which has no shell, with our folder as `/tmp` and this machine's network. */
const INSIDE = `
root=$1; folder=$2; shift 2
mount --rbind /proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$folder" "$root/tmp"
exec env -i HOME=/tmp PATH=/usr/bin LANG=C.UTF-8 unshare --root="$root" --wd=/tmp "$@"`;

/** The arguments of `unshare`, which becomes the command: its process id is that of the command. */
export const inSwiftRoot = (folder: string, ...command: string[]): string[] => {
  const asRoot = process.getuid?.() === 0 ? [] : ['--map-root-user'];
  return ['--mount', ...asRoot, 'sh', '-ec', INSIDE, 'sh', swiftRoot ?? '', folder, ...command];
};

/** Builds or tests a package. Under another path, the program would not find the compiler next to it. */
export const runSwift = (folder: string, command: 'build' | 'test', ...words: readonly string[]) =>
  promisify(execFile)('unshare', inSwiftRoot(folder, `/usr/libexec/swift/bin/swift-${command}`, ...words), {
    maxBuffer: 16_777_216,
  });

const PACKAGE = fileURLToPath(new URL('../../sdk/apple/', import.meta.url));

/** Copies `sdk/apple` to the folder as `apple`, without build results. */
export const copySwiftPackage = (folder: string): Promise<void> =>
  cp(PACKAGE, join(folder, 'apple'), { recursive: true, filter: (source) => !source.endsWith('/.build') });
