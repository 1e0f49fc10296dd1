import { WebSocket } from 'ws';
import type { Json } from './graph-app.js';

/** The deadline only catches messages that never come: a busy machine may answer late. */
const WAIT_MS = 120_000;

/** A raw graphql-transport-ws client: messages one by one, and how the connection ended. */
export interface TestSocket {
  send(message: unknown): void;
  /** The next message of this type; others are kept. */
  next(type: string): Promise<Json>;
  /** Messages of this type that have arrived and were not consumed. */
  waiting(type: string): Json[];
  closed(): Promise<{ code: number; reason: string }>;
  close(): void;
  readonly raw: WebSocket;
}

export const connect = async (
  url: string,
  {
    protocols = ['graphql-transport-ws'],
    headers = {},
  }: { protocols?: string[]; headers?: Record<string, string> } = {},
): Promise<TestSocket> => {
  const raw = new WebSocket(url, protocols, { headers });
  const messages: Json[] = [];
  const ended = new Promise<{ code: number; reason: string }>((resolve) => {
    raw.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  let wake: () => void = () => undefined;
  raw.on('message', (data) => {
    messages.push(JSON.parse(String(data)));
    wake();
  });
  raw.on('close', () => wake());
  await new Promise((resolve, reject) => {
    raw.once('open', resolve);
    raw.once('error', reject);
  });
  raw.on('error', () => undefined);
  const take = (type: string): Json => {
    const index = messages.findIndex((message) => message.type === type);
    return index < 0 ? undefined : messages.splice(index, 1)[0];
  };
  return {
    raw,
    send: (message) => raw.send(typeof message === 'string' ? message : JSON.stringify(message)),
    waiting: (type) => messages.filter((message) => message.type === type),
    close: () => raw.close(),
    closed: () => ended,
    next: async (type) => {
      const until = Date.now() + WAIT_MS;
      for (;;) {
        const message = take(type);
        if (message !== undefined) return message;
        if (raw.readyState === WebSocket.CLOSED || Date.now() > until) {
          throw new Error(`no "${type}" came; waiting: ${JSON.stringify(messages)}`);
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 200).unref();
        });
      }
    },
  };
};
