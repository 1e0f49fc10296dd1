import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import { abortSignalOf } from '../http/abort-signal.js';
import { callerOf } from '../http/authenticate.js';
import type { ConsoleRequests } from '../http/console-requests.js';
import type { HttpPlugin } from '../http/http-plugin.js';
import { logInternal } from '../http/send-error.js';
import { toAppError } from '../http/to-app-error.js';
import { allowOrigins } from '../schema/http/allow-origins.js';
import type { GraphFactory } from '../schema/open-graph.js';
import { type Caller, includesScope } from '../services/caller.js';
import type { AddressGuard } from '../services/rate-limits/address-guard.js';
import { ConcurrencyLimit } from '../services/rate-limits/concurrency-limit.js';
import type { CostMeter } from '../services/rate-limits/cost-meter.js';
import type { Services } from '../services/services.js';
import type { AccessTokens } from './access-tokens.js';
import { MCP_SCOPES, type Tool } from './tool.js';
import { TOOLS } from './tools/index.js';

const PATH = '/mcp';
/** RFC 9728 puts the path of the resource behind the well-known one; some clients request it without that path. */
const METADATA_PATH = '/.well-known/oauth-protected-resource';
const BODY_LIMIT_BYTES = 128 * 1024;
/** An operation has its own price; this one is for the message. */
const MESSAGE_COST = 1;
/** Tool calls at the same time in this process, in total and for a key or member. */
const CALLS = { total: 64, perHolder: 4, refusal: 'Too many tools are already running. Wait until one has finished.' };
const PROTOCOL_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];
const BROWSER_HEADERS = ['authorization', ...PROTOCOL_HEADERS].join(', ');

export interface McpParts {
  readonly openGraph: GraphFactory;
  readonly services: Pick<Services, 'keys' | 'signIn'>;
  readonly addresses: AddressGuard;
  readonly costs: CostMeter;
  readonly requests: ConsoleRequests;
  readonly publicUrl: string | null;
  readonly allowedOrigins: readonly string[];
  /** null without single sign-on, or without `PUBLIC_URL`. */
  readonly accessTokens: AccessTokens | null;
  /** The default is the service's own tools. */
  readonly tools?: readonly Tool[];
  readonly toolTimeLimitMs?: number;
}

/** The Model Context Protocol at `/mcp`: streamable HTTP, without sessions. docs/mcp.md explains it. */
export const mcpPlugin =
  (parts: McpParts): HttpPlugin =>
  async (server) => {
    const { pipeline } = await parts.openGraph(server.log);
    const { requests, costs, tools = TOOLS, toolTimeLimitMs: timeLimitMs } = parts;
    const calls = new ConcurrencyLimit(CALLS);
    const door = { parts: { pipeline, calls, ...(timeLimitMs === undefined ? {} : { timeLimitMs }) }, tools };
    server.setErrorHandler((error, request, reply) => sendRpcError(parts, { error, request, reply }));
    allowOrigins(server, { path: PATH, headers: BROWSER_HEADERS }, parts.allowedOrigins);
    serveMetadata(server, parts);
    server.post(
      PATH,
      { bodyLimit: BODY_LIMIT_BYTES, onRequest: [checkOrigin(parts), authenticate(parts)] },
      async (request, reply) => {
        const { body, id: reqId, ip: address } = request;
        if (typeof body !== 'object' || body === null || Array.isArray(body)) throw oneMessage();
        const caller = callerOf(request);
        await costs.charge(caller.userId, MESSAGE_COST);
        const requester = { caller, reqId, address, origin: requests.originOf(request), signal: abortSignalOf(reply) };
        const { answerMcp } = await import('./answer-mcp.js');
        return send(reply, await answerMcp(door, { headers: protocolHeaders(request), body, requester }));
      },
    );
  };

/**
 * Refuses pages of other origins, as the protocol requires against DNS rebinding. The `Host` header is no proof: a
 * rebound page sends its own. Programs send no `Origin`.
 */
const checkOrigin =
  ({ publicUrl, allowedOrigins }: McpParts) =>
  async ({ headers: { origin } }: FastifyRequest): Promise<void> => {
    if (origin === undefined || origin === publicUrl || allowedOrigins.includes(origin)) return;
    throw new AppError('FORBIDDEN', 'Requests from pages of this origin are not accepted. Add it to ALLOWED_ORIGINS.');
  };

/** Authenticates before the body is read. The caller keeps no scope beyond those of MCP. */
const authenticate =
  ({ services, addresses, accessTokens }: McpParts) =>
  async (request: FastifyRequest): Promise<void> => {
    const caller = await addresses.watch(request.ip, request.headers.authorization, async (authorization) => {
      const token = accessTokens && readJwt(authorization);
      if (!token) return services.keys.authenticate(authorization);
      const subject = await accessTokens.verify(token);
      return services.signIn.identify({ issuer: accessTokens.issuer, subject });
    });
    request.caller = narrow(caller);
  };

/** A JSON Web Token begins with `{"` in base64url, and has three parts. */
const readJwt = (authorization = ''): string | null =>
  /^Bearer +(eyJ[\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(authorization)?.[1] ?? null;

const narrow = (caller: Caller): Caller => ({
  ...caller,
  scopes: MCP_SCOPES.filter((scope) => includesScope(caller.scopes, scope)),
});

const oneMessage = (): AppError =>
  new AppError('BAD_USER_INPUT', 'Send one JSON-RPC message, as a JSON object. Batches are not supported.');

const protocolHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    PROTOCOL_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );

const send = async (reply: FastifyReply, response: Response): Promise<FastifyReply> => {
  const type = response.headers.get('content-type');
  if (type !== null) reply.header('content-type', type);
  return reply.code(response.status).send(await response.text());
};

/** Describes the resource to OAuth clients, if members sign in with single sign-on. */
const serveMetadata = (server: FastifyInstance, { accessTokens, publicUrl }: McpParts): void => {
  if (!accessTokens || publicUrl === null) return;
  const metadata = {
    resource: `${publicUrl}${PATH}`,
    authorization_servers: [accessTokens.issuer],
    bearer_methods_supported: ['header'],
    resource_name: 'pushgraph',
  };
  for (const path of [METADATA_PATH, `${METADATA_PATH}${PATH}`]) {
    // Public, and requested by pages of any origin.
    server.get(path, async (_request, reply) => reply.header('access-control-allow-origin', '*').send(metadata));
  }
};

/** Sends errors that precede the protocol (key, body, origin) as JSON-RPC, with their HTTP status. */
const sendRpcError = (
  { accessTokens, publicUrl }: McpParts,
  { error, request, reply }: { error: unknown; request: FastifyRequest; reply: FastifyReply },
): FastifyReply => {
  const known = toAppError(error, request);
  const { code, status, details } = known;
  const message = code === 'PAYLOAD_TOO_LARGE' ? 'The message is larger than 128 KiB.' : known.message;
  if (code === 'INTERNAL') logInternal(request, error);
  if (code === 'UNAUTHENTICATED') {
    const metadata = `Bearer resource_metadata="${publicUrl}${METADATA_PATH}${PATH}"`;
    reply.header('www-authenticate', accessTokens ? metadata : 'Bearer');
  }
  if (details.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(Math.ceil(details.retryAfterSeconds)));
  const body = { jsonrpc: '2.0', error: { code: toRpcCode(status), message }, id: null };
  return reply.code(status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(body));
};

/** Codes of JSON-RPC: a request that cannot be read, an internal error, and a refusal by the server. */
const toRpcCode = (status: number): number => (status === 400 ? -32_600 : status === 500 ? -32_603 : -32_000);
