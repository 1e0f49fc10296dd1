/** An event as a consumer of a sink gets it. */
export interface ReadEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Reads everything that the sink has stored, in the order in which consumers see it. */
export type ReadSink = (url: string, see: (event: ReadEvent) => void) => Promise<void>;

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

export const readNats: ReadSink = async (url, see) => {
  const [{ connect }, { jetstream, jetstreamManager }] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const stream = 'PUSHGRAPH_EVENTS';
  const connection = await connect({ servers: url.replace('nats://', '') });
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
export const readClickhouse: ReadSink = async (url, see) => {
  const query = 'SELECT id, type, data FROM pushgraph.events ORDER BY account_id, position, entry FORMAT JSONEachRow';
  const response = await fetch(`${url}/?${new URLSearchParams({ query })}`, { method: 'POST' });
  if (!response.ok || !response.body) throw new Error(await response.text());
  let rest = '';
  for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const row = JSON.parse(line) as { id: string; type: string; data: string };
      see({ ...row, data: JSON.parse(row.data) });
    }
  }
};
