import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const MODULE = 'github.com/appleboy/gorush@v1.22.0';
/** Where its client for Apple has been told Apple's address, before each call. */
const READY = '\treturn client\n}\n\n// PushToIOS';
const CLIENT = join('notify', 'notification_apns.go');
const HOST = `package notify

import (
	"os"

	"github.com/sideshow/apns2"
)

func useHost(client *apns2.Client) {
	client.Host = os.Getenv("APNS_HOST")
}
`;

/**
 * gorush from its source, by the Go module proxy; it knows Apple's two addresses and no others, so one line is added: it
 * sends to APNS_HOST, and never to Apple. BENCH_GORUSH names a program that was built so before. @returns null where there is no Go.
 */
export const buildGorush = async (): Promise<string | null> => {
  if (process.env.BENCH_GORUSH !== undefined) return process.env.BENCH_GORUSH || null;
  try {
    const folder = await mkdtemp(join(tmpdir(), 'pushgraph-gorush-'));
    const { stdout } = await run('go', ['mod', 'download', '-json', MODULE], { cwd: folder });
    const source = join(folder, 'source');
    await cp((JSON.parse(stdout) as { Dir: string }).Dir, source, { recursive: true });
    await run('chmod', ['-R', 'u+w', source]);
    const client = join(source, CLIENT);
    const text = await readFile(client, 'utf8');
    if (!text.includes(READY)) throw new Error(`${CLIENT} is not as it was.`);
    await writeFile(client, text.replace(READY, `\tuseHost(client)\n${READY}`));
    await writeFile(join(source, 'notify', 'use_host.go'), HOST);
    const program = join(folder, 'gorush');
    await run('go', ['build', '-o', program, '.'], { cwd: source });
    return program;
  } catch (error) {
    console.log(`gorush: left out. ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    return null;
  }
};
