import type { JetStreamClient } from '@nats-io/jetstream';
import { groupBy } from '../collections.js';
import { defineSink, type Sink, type SinkEvent } from './definition.js';
import { parseServerUrl, type ServerUrl } from './server-url.js';

const SETTING = 'NATS_URL';
const EXAMPLE = 'nats://user:password@host:4222,host:4222/?subject=pushgraph.events, or tls:// for TLS';
const DEFAULT_SUBJECT = 'pushgraph.events';
const ANSWER_MS = 10_000;
/** `GET /events` keeps events equally long. */
const KEPT_DAYS = 7;

interface Target extends ServerUrl {
  /** The prefix of all subjects. */
  readonly subject: string;
}

const parse = (text: string): Target => {
  const url = parseServerUrl(text, {
    setting: SETTING,
    example: EXAMPLE,
    schemes: ['nats', 'tls'],
    defaultPort: 4222,
    parameters: { subject: /^[\w-]{1,64}(\.[\w-]{1,64}){0,7}$/ },
  });
  return { ...url, subject: url.parameters.get('subject') ?? DEFAULT_SUBJECT };
};

const connect = async (target: Target): Promise<Sink> => {
  const [{ connect: dial }, jetstream] = await Promise.all([
    import('@nats-io/transport-node'),
    import('@nats-io/jetstream'),
  ]);
  const connection = await dial(toOptions(target));
  try {
    await createStream(await jetstream.jetstreamManager(connection, { timeout: ANSWER_MS }), target.subject);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const client = jetstream.jetstream(connection, { timeout: ANSWER_MS });
  return {
    write: async (events) => {
      for (const round of toRounds(events)) await publish(client, target.subject, round);
    },
    close: () => connection.close(),
  };
};

const toOptions = ({ servers, scheme, username, password }: Target) => ({
  name: 'pushgraph',
  servers: servers.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`),
  timeout: 5_000,
  // A silent server is noticed after 10 s.
  pingInterval: 5_000,
  maxPingOut: 2,
  // The runner opens another connection.
  reconnect: false,
  ...(scheme === 'tls' ? { tls: {} } : {}),
  // NATS writes a token where others have the user.
  ...(username !== null && password === null ? { token: username } : {}),
  ...(username !== null && password !== null ? { user: username, pass: password } : {}),
});

type Manager = Awaited<ReturnType<typeof import('@nats-io/jetstream').jetstreamManager>>;

/** Uses any stream that takes these subjects. */
const createStream = async ({ streams }: Manager, subject: string): Promise<void> => {
  const subjects = [`${subject}.>`];
  const found = await streams.find(`${subject}.0.probe`).catch(() => null);
  if (found !== null) return;
  const name = subject.toUpperCase().replaceAll('.', '_');
  await streams.add({ name, subjects, max_age: KEPT_DAYS * 86_400_000_000_000 });
};

/** Each round has one event of each key: the next event of a device leaves only after the last was stored. */
const toRounds = (events: readonly SinkEvent[]): SinkEvent[][] => {
  const rounds: SinkEvent[][] = [];
  for (const ofKey of groupBy(events, ({ key }) => key).values()) {
    for (const [index, event] of ofKey.entries()) {
      const round = rounds[index];
      if (round) round.push(event);
      else rounds.push([event]);
    }
  }
  return rounds;
};

/** JetStream drops an event whose id it has stored within its `duplicate_window`. */
const publish = async (client: JetStreamClient, subject: string, events: readonly SinkEvent[]): Promise<void> => {
  await Promise.all(
    events.map(({ id, type, accountId, json }) =>
      client.publish(`${subject}.${accountId}.${type}`, json, { msgID: id, timeout: ANSWER_MS }),
    ),
  );
};

export const nats = defineSink({
  name: 'nats',
  title: 'NATS JetStream',
  setting: SETTING,
  example: EXAMPLE,
  parse,
  connect,
});
