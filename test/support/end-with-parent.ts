// Preloaded into a process that a test or the demo starts: it ends at once when whoever started it is gone, even by
// SIGKILL, since its standard input is a pipe that closes then. It does not keep the process alive.
import type { Socket } from 'node:net';

const stdin = process.stdin as Socket;
stdin.on('error', () => undefined);
stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
stdin.resume();
stdin.unref();
