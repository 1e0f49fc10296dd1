import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from '../../schema/support/graph-app.js';

/** `legacy` is the handshake of the 2025 protocol. */
export type ClientMode = 'legacy' | 'auto';

export interface McpClient extends AsyncDisposable {
  readonly client: Client;
  names(): Promise<string[]>;
  /** Returns the whole result. A refusal has `isError`. */
  call(name: string, args?: Json): Promise<Json>;
  /** Returns the data of a result. A refusal fails the test. */
  data(name: string, args?: Json): Promise<Json>;
}

/** Connects the official client. */
export const connectMcp = async (origin: string, token: string, mode: ClientMode = 'auto'): Promise<McpClient> => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { requestInit }));
  const call = (name: string, args: Json = {}): Promise<Json> => client.callTool({ name, arguments: args });
  return {
    client,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    call,
    data: async (name, args) => {
      const { isError, structuredContent } = await call(name, args);
      if (isError) throw new Error(JSON.stringify(structuredContent));
      return structuredContent.data;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
};

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Json;
}

/** Posts one message like a hostile client. @param body a text is sent unchanged */
export const postMcp = async (
  origin: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<RawAnswer> => {
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
};

export const rpc = (method: string, params: Json = {}, id: unknown = 1): Json => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** A tool call in the 2025 protocol. */
export const toolCall = (name: string, args: Json = {}): Json => rpc('tools/call', { name, arguments: args });
