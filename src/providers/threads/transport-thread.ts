import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { createTransports } from '../create-transports.js';
import { connectionOptions } from '../outbound/connection-options.js';
import type { Transport, TransportTask } from '../transport.js';
import type { FromThread, ThreadData, ToThread, TransportName } from './protocol.js';

/** The main module of a sending thread: transports, and nothing of the database. */
const run = (port: MessagePort, data: ThreadData): void => {
  const transports: Readonly<Record<TransportName, Transport<never, unknown>>> = createTransports({
    origins: data.origins,
    allowPrivate: data.allowPrivate,
    answerMs: data.answerMs,
    webPushHosts: data.webPushHosts,
    connection: connectionOptions(data),
    clock: { now: () => Date.now() },
  });
  const aborts = new Map<number, AbortController>();
  const answer = (message: FromThread): void => port.postMessage(message);

  const send = async (id: number, transport: TransportName, task: TransportTask): Promise<void> => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const results = await transports[transport].send(task as never, abort.signal);
    aborts.delete(id);
    answer({ type: 'results', id, results });
  };

  port.on('message', async (message: ToThread) => {
    if (message.type === 'send') await send(message.id, message.transport, message.task);
    else if (message.type === 'abort') aborts.get(message.id)?.abort();
    else {
      await Promise.all(Object.values(transports).map((transport) => transport.close()));
      port.close();
    }
  });
  answer({ type: 'ready' });
};

if (parentPort !== null) run(parentPort, workerData as ThreadData);
