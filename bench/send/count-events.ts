import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** What the thread gets: the service, and the counts of messages that reached the webhook and the reader. */
export interface CountingOrder {
  readonly address: string;
  readonly apiKey: string;
  readonly counts: Int32Array;
}

/** Begins the type of every outcome of a message. */
const MESSAGE = Buffer.from('"type":"message.');
const { address, apiKey, counts } = workerData as CountingOrder;

/** Counts as the bytes arrive, which leaves no whole bodies as garbage. */
const countMessages = async (body: IncomingMessage, place: 0 | 1): Promise<void> => {
  let tail = Buffer.alloc(0);
  let count = 0;
  const countIn = (bytes: Buffer): void => {
    for (let at = bytes.indexOf(MESSAGE); at !== -1; at = bytes.indexOf(MESSAGE, at + MESSAGE.length)) count += 1;
  };
  body.on('data', (chunk: Buffer) => {
    // This finds a type that two chunks share.
    countIn(Buffer.concat([tail, chunk.subarray(0, MESSAGE.length - 1)]));
    countIn(chunk);
    tail = Buffer.concat([tail, chunk.subarray(-MESSAGE.length)]).subarray(-(MESSAGE.length - 1));
  });
  await once(body, 'end');
  Atomics.add(counts, place, count);
};

const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  await countMessages(request, 0);
  response.end();
};

const readFeed = async (): Promise<never> => {
  const options = { agent: new Agent({ keepAlive: true }), headers: { authorization: `Bearer ${apiKey}` } };
  let after = 'latest';
  for (;;) {
    const request = get(`${address}/events?limit=1000&wait=1&after=${after}`, options);
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    if (answer.statusCode !== 200) throw new Error(`The feed answered ${answer.statusCode}.`);
    after = String(answer.headers['next-after'] ?? after);
    await countMessages(answer, 1);
  }
};

const receiver = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1');
await once(receiver, 'listening');
parentPort?.postMessage((receiver.address() as AddressInfo).port);
await readFeed();
