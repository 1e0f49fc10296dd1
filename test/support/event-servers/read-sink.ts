import { setTimeout as sleep } from 'node:timers/promises';

/** An event as a consumer of a sink gets it. */
export interface ReadEvent {
  readonly id: string;
  readonly json: string;
}

/** Reads everything that the sink has stored, in the order in which consumers see it. */
export type ReadSink = (url: string) => Promise<ReadEvent[]>;

const toRead = (json: string): ReadEvent => ({ id: (JSON.parse(json) as { id: string }).id, json });

/** Partition by partition. */
export const readKafka: ReadSink = async (url) => {
  const { Consumer, MessagesStreamModes, stringDeserializers, ListOffsetTimestamps } = await import(
    '@platformatic/kafka'
  );
  const consumer = new Consumer({
    groupId: `read-${process.hrtime.bigint()}`,
    clientId: 'read',
    bootstrapBrokers: [url.replace('kafka://', '')],
    deserializers: stringDeserializers,
    maxWaitTime: 100,
    autocommit: false,
  });
  try {
    const topic = 'pushgraph.events';
    const ends =
      (await consumer.listOffsets({ topics: [topic], timestamp: ListOffsetTimestamps.LATEST })).get(topic) ?? [];
    let left = ends.reduce((sum, end) => sum + Number(end), 0);
    const partitions: ReadEvent[][] = ends.map(() => []);
    if (left === 0) return [];
    const stream = await consumer.consume({ topics: [topic], mode: MessagesStreamModes.EARLIEST, autocommit: false });
    for await (const { partition, value } of stream) {
      partitions[partition]?.push(toRead(value ?? ''));
      left -= 1;
      if (left === 0) break;
    }
    await stream.close();
    return partitions.flat();
  } finally {
    await consumer.close(true);
  }
};

export const readNats: ReadSink = async (url) => {
  const [{ connect }, { jetstream, jetstreamManager }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const connection = await connect({ servers: url.replace('nats://', '') });
  try {
    const { state } = await (await jetstreamManager(connection)).streams.info('PUSHGRAPH_EVENTS');
    const consumer = await jetstream(connection).consumers.get('PUSHGRAPH_EVENTS');
    const read: ReadEvent[] = [];
    if (state.messages === 0) return read;
    for await (const message of await consumer.consume({ max_messages: 5_000 })) {
      read.push(toRead(message.string()));
      if (read.length === state.messages) break;
    }
    return read;
  } finally {
    await connection.close();
  }
};

/** With repeated rows, and in the order that docs/sinks.md recommends. */
export const readClickhouse: ReadSink = async (url) => {
  const query = 'SELECT id, type, data FROM pushgraph.events ORDER BY account_id, position, entry FORMAT JSONEachRow';
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(`${url}/?${new URLSearchParams({ query })}`, { method: 'POST' });
    if (!response.ok && attempt < 3) await sleep(500);
    else if (!response.ok) throw new Error(await response.text());
    else return (await response.text()).split('\n').filter(Boolean).map(toEvent);
  }
};

const toEvent = (row: string): ReadEvent => {
  const { id, type, data } = JSON.parse(row) as { id: string; type: string; data: string };
  return { id, json: JSON.stringify({ id, type, data: JSON.parse(data) }) };
};
