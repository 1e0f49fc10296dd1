import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The newest release in November 2026. */
const MODULE = 'github.com/appleboy/gorush@v1.22.0';

/**
 * gorush supports only Apple's addresses. This file, next to its `main.go`, makes its client dial APNS_ADDRESS instead;
 * gorush's own files stay unchanged. It verifies the certificate for Apple's name, which the fakes' certificate has.
 */
const REDIRECT = `package main

import (
	"crypto/tls"
	"net"
	"os"

	"github.com/sideshow/apns2"
)

func init() {
	dial := apns2.DialTLS
	apns2.DialTLS = func(network, _ string, cfg *tls.Config) (net.Conn, error) {
		return dial(network, os.Getenv("APNS_ADDRESS"), cfg)
	}
}
`;

/**
 * Builds gorush from source through the Go module proxy, once, into the user's cache. @returns null, after printing why
 */
export const buildGorush = async (): Promise<string | null> => {
  const version = createHash('sha256').update(MODULE).update(REDIRECT).digest('hex').slice(0, 16);
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'pushgraph', 'gorush');
  const target = join(folder, version);
  try {
    if (!existsSync(target)) await build(folder, target);
    return target;
  } catch (error) {
    const isWithoutGo = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    console.log(`gorush is left out: ${isWithoutGo ? 'there is no Go here (https://go.dev/dl)' : reason}.\n`);
    return null;
  }
};

const build = async (folder: string, target: string): Promise<void> => {
  await mkdir(folder, { recursive: true });
  const making = await mkdtemp(join(folder, 'making-'));
  try {
    const { stdout } = await go(['mod', 'download', '-json', MODULE], making);
    const source = join(making, 'source');
    await cp((JSON.parse(stdout) as { Dir: string }).Dir, source, { recursive: true });
    await run('chmod', ['-R', 'u+w', source]);
    await writeFile(join(source, 'redirect.go'), REDIRECT);
    console.log(`building ${MODULE}…`);
    await go(['build', '-buildvcs=false', '-o', join(making, 'gorush'), '.'], source);
    // The rename comes last and is atomic, so an existing folder is complete.
    await rename(join(making, 'gorush'), target);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};

/** Also checks the default folder of Go's installer, which may be missing from PATH. */
const go = (words: readonly string[], cwd: string) =>
  run('go', words, {
    cwd,
    env: { ...process.env, PATH: [process.env.PATH, '/usr/local/go/bin'].join(delimiter) },
  });
