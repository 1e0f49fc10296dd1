import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface GuardedProcess {
  /** Ends the server at once and removes its folder. */
  stop(): Promise<void>;
}

export interface StartedService extends GuardedProcess {
  readonly url: string;
}

const START_DEADLINE_MS = 300_000;

/*
 * The server is a child of a shell that waits until its standard input, a pipe from us, is closed. So the server and
 * its folder disappear whenever we end: even SIGKILL closes the pipe. A kill is safe, because its data is not kept. Its
 * own process group keeps Ctrl-C from reaching it first.
 */
const GUARD = `
exec 3<&0
folder=$1; shift
"$@" 3<&- >"$folder/server.log" 2>&1 &
server=$!
{ cat <&3 >/dev/null; kill -KILL $server; } 2>/dev/null &
wait $server 2>/dev/null
status=$?
rm -rf "$folder"
exit $status`;

/** Starts a server that lives no longer than this process, and waits until `isUp` no longer throws. */
export const startGuarded = async (
  command: readonly [string, ...string[]],
  folder: string,
  isUp: () => Promise<void>,
): Promise<GuardedProcess> => {
  const shell = spawn('sh', ['-c', GUARD, 'guard', folder, ...command], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  const stop = () => stopShell(shell);
  shell.unref();
  try {
    await untilUp(shell, isUp);
    return { stop };
  } catch (error) {
    const log = await readFile(join(folder, 'server.log'), 'utf8').catch(() => '');
    await stop();
    throw new Error(`${command[0]} did not start: ${messageOf(error)}\n${log.slice(-2000)}`);
  }
};

/** Below the ephemeral ports, which connections use too (Linux: from 32768 on). */
const FREE_PORTS = { from: 20_000, to: 32_000 };
const handedOut = new Set<number>();

/**
 * A currently free port of 127.0.0.1. The caller binds it later, or again after a pause. Until then no other connection
 * on this machine may get it.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer().once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Rejects unless this port of 127.0.0.1 accepts connections. */
export const reachable = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.destroy();
      resolve();
    });
  });

const untilUp = async (shell: ChildProcess, isUp: () => Promise<void>): Promise<void> => {
  const deadline = Date.now() + START_DEADLINE_MS;
  for (;;) {
    try {
      return await isUp();
    } catch (error) {
      if (shell.exitCode !== null) throw new Error(`it ended with status ${shell.exitCode}`);
      if (Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
};

const stopShell = (shell: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (shell.exitCode !== null || shell.signalCode !== null) return resolve();
    shell.ref();
    shell.once('exit', () => resolve());
    shell.stdin?.end();
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
