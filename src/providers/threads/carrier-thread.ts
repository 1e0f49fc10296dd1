import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Carrier, CarrierTask } from '../carrier.js';
import { createCarriers } from '../create-carriers.js';
import { connectionOptions } from '../outbound/connection-options.js';
import type { CarrierName, FromThread, ThreadData, ToThread } from './protocol.js';

/** The main module of a sending thread: carriers, and nothing of the database. */
const run = (port: MessagePort, data: ThreadData): void => {
  const carriers: Readonly<Record<CarrierName, Carrier<never, unknown>>> = createCarriers({
    origins: data.origins,
    allowPrivate: data.allowPrivate,
    answerMs: data.answerMs,
    webPushHosts: data.webPushHosts,
    connection: connectionOptions(data),
    clock: { now: () => Date.now() },
  });
  const aborts = new Map<number, AbortController>();
  const answer = (message: FromThread): void => port.postMessage(message);

  const carry = async (id: number, carrier: CarrierName, task: CarrierTask): Promise<void> => {
    const abort = new AbortController();
    aborts.set(id, abort);
    const results = await carriers[carrier].carry(task as never, abort.signal);
    aborts.delete(id);
    answer({ type: 'carried', id, results });
  };

  port.on('message', async (message: ToThread) => {
    if (message.type === 'carry') await carry(message.id, message.carrier, message.task);
    else if (message.type === 'abort') aborts.get(message.id)?.abort();
    else {
      await Promise.all(Object.values(carriers).map((carrier) => carrier.close()));
      port.close();
    }
  });
  answer({ type: 'ready' });
};

if (parentPort !== null) run(parentPort, workerData as ThreadData);
