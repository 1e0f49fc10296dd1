/** An event as a sink writes it. */
export interface SinkEvent {
  readonly id: string;
  readonly type: string;
  readonly accountId: string;
  /** Events with the same key stay in order: the device, or else the account. */
  readonly key: string;
  readonly occurredAt: Date;
  /** The place of the event in the account's log. */
  readonly position: number;
  /** Its place among the events of that position. */
  readonly entry: number;
  readonly deviceId: number | null;
  /** The fields of the type as JSON. */
  readonly data: string;
  /** The whole event, as `GET /events` sends it. */
  readonly json: string;
}

/** A connection to a server that receives events. */
export interface Sink {
  /**
   * Resolves when the server has acknowledged every event. After a failure the connection is closed, and another
   * one writes the same events again.
   */
  write(events: readonly SinkEvent[]): Promise<void>;
  /** Resolves soon, even if the server does not answer. */
  close(): Promise<void>;
}

/** Everything specific to a kind of sink. */
export interface SinkDefinition {
  /** Its name in the database, in metrics and in the log. */
  readonly name: string;
  /** The name that its users know. */
  readonly title: string;
  /** The environment variable with its URL, which may hold a password. */
  readonly setting: string;
  /** A URL for errors and the documentation. */
  readonly example: string;
  /** @throws ConfigError with one line that names the setting and never repeats the URL. */
  check(url: string): void;
  /** Connects, and creates the topic, stream or table if it is missing. Loads its client library on demand. */
  open(url: string): Promise<Sink>;
}

/** @param parse also checks the URL. @param connect opens a connection to the parsed target. */
export const defineSink = <Target>({
  parse,
  connect,
  ...words
}: Omit<SinkDefinition, 'check' | 'open'> & {
  parse(url: string): Target;
  connect(target: Target): Promise<Sink>;
}): SinkDefinition => ({ ...words, check: (url) => void parse(url), open: (url) => connect(parse(url)) });
