import { createServer, type IncomingMessage } from 'node:http';
import type { ProviderName } from '../../../src/providers/sender.js';
import type { Door } from './exchange.js';
import type { Fakes, LedgerPage, SubscriptionRequest } from './fakes.js';
import { listenOnLoopback } from './http1-door.js';
import type { Registration } from './keys.js';
import type { LedgerFilter } from './ledger.js';
import type { MisbehaviourRule } from './misbehaviour.js';

const PAGE_LIMIT = 10_000;
const DEFAULT_PAGE = 1000;
const BODY_LIMIT_BYTES = 256 * 1024 * 1024;

/** Fakes that run in this process, without the methods that a control client handles itself. */
export type ControlledFakes = Omit<Fakes, 'close'>;

interface DeadTokensRequest {
  readonly provider: ProviderName;
  readonly tokens: readonly string[];
  readonly since?: number;
  /** true revives the tokens. */
  readonly alive?: boolean;
}

type Route = (fakes: ControlledFakes, body: never, query: LedgerPage) => Promise<unknown>;

/** The control API for fakes in another process. Bodies and answers are JSON. */
const ROUTES: Readonly<Record<string, Route>> = {
  'GET /': async ({ addresses, ca }) => ({ addresses, ca }),
  'GET /ledger/summary': (fakes) => fakes.summary(),
  'GET /ledger/count': async (fakes, _body, query) => ({ count: await fakes.count(query) }),
  'GET /ledger/targets': async (fakes, _body, query) => Object.fromEntries(await fakes.countByTarget(query)),
  'GET /ledger/duplicates': (fakes, _body, query) => fakes.duplicates(query),
  'GET /ledger': (fakes, _body, query) =>
    fakes.entries({ ...query, limit: Math.min(query.limit ?? DEFAULT_PAGE, PAGE_LIMIT) }),
  'POST /misbehave': (fakes, rule: MisbehaviourRule) => fakes.misbehave(rule),
  'POST /behave': (fakes, body: { provider?: ProviderName }) => fakes.behave(body.provider),
  'POST /dead-tokens': (fakes, { provider, tokens, since, alive }: DeadTokensRequest) =>
    alive === true ? fakes.reviveTokens(provider, tokens) : fakes.killTokens(provider, tokens, since),
  'POST /revoke-access-tokens': (fakes) => fakes.revokeAccessTokens(),
  'POST /now': (fakes, { now }: { now: number | null }) => fakes.setNow(now),
  'POST /reset': (fakes) => fakes.reset(),
  'POST /register': (fakes, registration: Registration) => fakes.register(registration),
  'POST /apps': (fakes, { provider }: { provider: ProviderName }) => fakes.makeApp(provider),
  'POST /subscriptions': (fakes, request: SubscriptionRequest) => fakes.makeSubscriptions(request),
};

/** Lets another process drive these fakes over loopback HTTP. */
export const openControlServer = async (fakes: ControlledFakes): Promise<Door> => {
  const server = createServer(async (request, response) => {
    const { status, value } = await answer(fakes, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value ?? null));
  });
  // Idle connections never time out, because a request at that very moment would see a reset.
  server.keepAliveTimeout = 0;
  const port = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

const answer = async (
  fakes: ControlledFakes,
  request: IncomingMessage,
): Promise<{ status: number; value: unknown }> => {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  const route = ROUTES[`${request.method} ${url.pathname}`];
  if (route === undefined) return { status: 404, value: { error: 'no such route', routes: Object.keys(ROUTES) } };
  try {
    return { status: 200, value: await route(fakes, (await readJson(request)) as never, readQuery(url)) };
  } catch (error) {
    return { status: 400, value: { error: String(error) } };
  }
};

const readJson = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += (chunk as Buffer).length;
    if (size > BODY_LIMIT_BYTES) throw new Error('body too large');
    chunks.push(chunk as Buffer);
  }
  return size === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
};

/** `?provider=&appKey=&target=&title=&status=&accepted=&offset=&limit=` */
const readQuery = ({ searchParams }: URL): LedgerPage => {
  const text = (name: keyof LedgerFilter) => searchParams.get(name) ?? undefined;
  const number = (name: string) => (searchParams.has(name) ? Number(searchParams.get(name)) : undefined);
  const accepted = searchParams.get('accepted');
  const given = {
    provider: text('provider') as ProviderName | undefined,
    appKey: text('appKey'),
    target: text('target'),
    title: text('title'),
    status: number('status'),
    accepted: accepted === null ? undefined : accepted === 'true',
    offset: number('offset'),
    limit: number('limit'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};
