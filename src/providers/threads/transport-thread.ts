import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { connectionOptions } from '../outbound/connection-options.js';
import { ALL_PROVIDERS } from '../providers.js';
import type { Transport, TransportTask } from '../transport.js';
import type { FromThread, ThreadData, ToThread } from './protocol.js';

/** The main module of a sending thread, which has transports but no database. */
const run = (port: MessagePort, data: ThreadData): void => {
  const transports = openTransports(data);
  const aborts = new Map<number, AbortController>();
  const answer = (message: FromThread): void => port.postMessage(message);

  const send = async (id: number, transport: string, task: TransportTask): Promise<void> => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const results = await transports.get(transport)?.send(task, abort.signal);
    aborts.delete(id);
    answer({ type: 'results', id, results: results ?? [] });
  };

  port.on('message', async (message: ToThread) => {
    if (message.type === 'send') await send(message.id, message.transport, message.task);
    else if (message.type === 'end-transport') await transports.get(message.transport)?.close(message.patienceMs);
    else if (message.type === 'abort') aborts.get(message.id)?.abort();
    else {
      await Promise.all([...transports.values()].map((transport) => transport.close()));
      port.close();
    }
  });
  answer({ type: 'ready' });
};

/** Transports open connections only when they send. */
const openTransports = ({ origins, ...data }: ThreadData): ReadonlyMap<string, Transport<TransportTask, unknown>> => {
  const common = { ...data, connection: connectionOptions(data), clock: { now: () => Date.now() } };
  return new Map(
    ALL_PROVIDERS.flatMap(({ name, sending }) =>
      sending.kind === 'transport' ? [[name, sending.openTransport({ ...common, origin: origins[name] ?? '' })]] : [],
    ),
  );
};

if (parentPort !== null) run(parentPort, workerData as ThreadData);
