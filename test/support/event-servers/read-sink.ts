import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';

/** An event as received by a consumer of a sink. */
export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads all stored events of the sink, in the order in which consumers get them. */
export type ReadSink = (url: string, see: (event: ReadEvent) => void, tls?: { readonly ca: string }) => Promise<void>;

/** The order is that of each partition. */
export const readKafka: ReadSink = async (url, see) => {
  const { Consumer, ListOffsetTimestamps, MessagesStreamModes, stringDeserializers } = await import(
    '@platformatic/kafka'
  );
  const topic = 'pushgraph.events';
  const consumer = new Consumer({
    groupId: `read-${process.hrtime.bigint()}`,
    clientId: 'read',
    bootstrapBrokers: [url.replace('kafka://', '')],
    deserializers: stringDeserializers,
    maxWaitTime: 100,
    autocommit: false,
  });
  try {
    const ends = await consumer.listOffsets({ topics: [topic], timestamp: ListOffsetTimestamps.LATEST });
    let left = (ends.get(topic) ?? []).reduce((sum, end) => sum + Number(end), 0);
    if (left === 0) return;
    const stream = await consumer.consume({ topics: [topic], mode: MessagesStreamModes.EARLIEST, autocommit: false });
    for await (const { value } of stream) {
      see(JSON.parse(value ?? ''));
      left -= 1;
      if (left === 0) break;
    }
    await stream.close();
  } finally {
    await consumer.close(true);
  }
};

export const readNats: ReadSink = async (url, see, tls) => {
  const [{ connect }, { jetstream, jetstreamManager }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const stream = 'PUSHGRAPH_EVENTS';
  const { host, username, password } = new URL(url);
  const login = tls && { tls, user: username, pass: decodeURIComponent(password) };
  const connection = await connect({ servers: host, ...login });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info(stream);
    let left = state.messages;
    if (left === 0) return;
    const consumer = await jetstream(connection).consumers.get(stream);
    for await (const message of await consumer.consume({ max_messages: 5_000 })) {
      see(message.json());
      left -= 1;
      if (left === 0) break;
    }
  } finally {
    await connection.close();
  }
};

/** With repeated rows, in the order that docs/sinks.md recommends. */
export const readClickhouse: ReadSink = async (url, see, tls) => {
  const query = 'SELECT id, type, data FROM pushgraph.events ORDER BY account_id, position, entry FORMAT JSONEachRow';
  const { origin, password } = new URL(url);
  const options = { method: 'POST', headers: { 'x-clickhouse-key': decodeURIComponent(password) }, ...tls };
  const address = `${origin}/?${new URLSearchParams({ query })}`;
  const request = (tls ? https.request : http.request)(address, options).end();
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  if (response.statusCode !== 200) throw new Error(await text(response));
  let rest = '';
  for await (const part of response.setEncoding('utf8')) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row = JSON.parse(line) as { id: string; type: string; data: string };
      see({ ...row, data: JSON.parse(row.data) });
    }
  }
};
