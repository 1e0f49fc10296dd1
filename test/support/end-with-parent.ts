// Preloaded into processes of tests and the demo. The process ends as soon as its parent is gone, even by SIGKILL,
// because that closes its standard input. This does not keep the process alive.
import type { Socket } from 'node:net';

const stdin = process.stdin as Socket;
stdin.on('error', () => undefined);
stdin.on('close', () => process.kill(process.pid, 'SIGKILL'));
stdin.resume();
stdin.unref();
