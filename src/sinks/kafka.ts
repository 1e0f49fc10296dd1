import type { Admin, Producer, SASLOptions } from '@platformatic/kafka';
import { ConfigError } from '../errors.js';
import { defineSink, type Sink, type SinkEvent } from './definition.js';
import { parseServerUrl, type ServerUrl } from './server-url.js';

const SETTING = 'KAFKA_URL';
const EXAMPLE = 'kafka://user:password@host:9092,host:9092/?topic=pushgraph.events, or kafkas:// for TLS';
const DEFAULT_TOPIC = 'pushgraph.events';
const ANSWER_MS = 15_000;
/** Kafka's default limit of a request is 1 MiB (`message.max.bytes`), which counts per partition. */
const MOST_BYTES = 700_000;

type Kafka = typeof import('@platformatic/kafka');

interface Target extends ServerUrl {
  readonly topic: string;
}

const parse = (text: string): Target => {
  const url = parseServerUrl(text, {
    setting: SETTING,
    example: EXAMPLE,
    schemes: ['kafka', 'kafkas'],
    defaultPort: 9092,
    parameters: { topic: /^[\w.-]{1,249}$/, sasl: /^(plain|scram-sha-256|scram-sha-512)$/ },
  });
  if ((url.username === null) !== (url.password === null)) {
    throw new ConfigError(SETTING, 'must have a user and a password, or neither.');
  }
  return { ...url, topic: url.parameters.get('topic') ?? DEFAULT_TOPIC };
};

const connect = async (target: Target): Promise<Sink> => {
  const kafka = await import('@platformatic/kafka');
  const options = toOptions(target);
  const admin = new kafka.Admin(options);
  await createTopic(admin, target.topic, kafka).finally(() => admin.close().catch(() => undefined));
  const producer = new kafka.Producer({
    ...options,
    serializers: kafka.stringSerializers,
    idempotent: true,
    acks: kafka.ProduceAcks.ALL,
  });
  return {
    write: async (events) => {
      for (const part of cutByBytes(events)) await produce(producer, target.topic, part);
    },
    close: () => producer.close().catch(() => undefined),
  };
};

const toOptions = ({ servers, scheme, username, password, parameters }: Target) => ({
  clientId: 'pushgraph',
  bootstrapBrokers: servers.map(({ host, port }) => ({ host, port })),
  timeout: ANSWER_MS,
  requestTimeout: ANSWER_MS,
  connectTimeout: 5_000,
  // The broker drops repeats of these few attempts. Up to 1, the library would retry forever.
  retries: 4,
  retryDelay: 250,
  autocreateTopics: false,
  ...(scheme === 'kafkas' ? { tls: {}, tlsServerName: true } : {}),
  ...(username !== null && password !== null
    ? { sasl: { mechanism: toMechanism(parameters.get('sasl') ?? 'plain'), username, password } }
    : {}),
});

const toMechanism = (name: string): SASLOptions['mechanism'] => name.toUpperCase() as SASLOptions['mechanism'];

/** The broker's defaults decide how many partitions and replicas it gets. */
const createTopic = async (admin: Admin, topic: string, { ResponseError }: Kafka): Promise<void> => {
  if ((await admin.listTopics({})).includes(topic)) return;
  try {
    await admin.createTopics({ topics: [topic], partitions: -1, replicas: -1 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (error instanceof ResponseError && error.findBy('apiId', 'TOPIC_ALREADY_EXISTS')) return;
    throw error;
  }
};

const produce = async (
  producer: Producer<string, string, string, string>,
  topic: string,
  events: readonly SinkEvent[],
): Promise<void> => {
  const messages = events.map(({ key, json, occurredAt }) => ({
    topic,
    key,
    value: json,
    timestamp: BigInt(occurredAt.getTime()),
  }));
  await producer.send({ messages });
};

const cutByBytes = (events: readonly SinkEvent[]): SinkEvent[][] => {
  const parts: SinkEvent[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const size = Buffer.byteLength(event.json) + 100;
    if (bytes > 0 && bytes + size > MOST_BYTES) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(event);
    bytes += size;
  }
  return parts.filter((part) => part.length > 0);
};

export const kafka = defineSink({
  name: 'kafka',
  title: 'Apache Kafka',
  setting: SETTING,
  example: EXAMPLE,
  parse,
  connect,
});
