import { Agent } from 'undici';
import { describeError } from '../exchange.js';
import { isPublicHost } from './check-url.js';
import { connectionOptions } from './connection-options.js';
import { guardedLookup, NOT_PUBLIC } from './guarded-lookup.js';
import { WebResolver } from './web-resolver.js';

export type LinkState =
  | 'reachable'
  | 'redirected'
  | 'not-found'
  | 'refused'
  | 'failing'
  | 'certificate'
  | 'no-host'
  | 'unreachable'
  | 'timeout'
  | 'not-public'
  | 'redirect-loop'
  | 'not-checkable';

export interface CheckedLink {
  readonly state: LinkState;
  /** The status of the last answer; null without an answer. */
  readonly httpStatus: number | null;
  /** The address after redirects; null without any. */
  readonly finalUrl: string | null;
}

interface LinkCheckerOptions {
  readonly allowPrivate: boolean;
  /** Trusted in addition to Node's authorities, PEM. */
  readonly ca?: string | undefined;
  /** The deadline of a whole check. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 8_000;
const CONNECT_MS = 4_000;
const MAX_REDIRECTS = 5;
const MAX_HEADER_BYTES = 16_384;
/** Ports of web servers; URL turns the default port of a scheme into ''. */
const PORTS: ReadonlySet<string> = new Set(['', '8080', '8443']);
const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|HOSTNAME_MISMATCH|ALTNAME/;
const TIMEOUTS: ReadonlySet<string> = new Set(['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'ETIMEDOUT']);
const NO_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);

/** Visits web addresses that users wrote, as `checkUrl` and `guardedLookup` permit. Reads no bodies. */
export class LinkChecker {
  private readonly resolver: WebResolver;

  constructor(private readonly options: LinkCheckerOptions) {
    this.resolver = new WebResolver({ hostsFile: options.allowPrivate });
  }

  async check(link: string): Promise<CheckedLink> {
    const agent = this.openAgent();
    const signal = AbortSignal.timeout(this.options.timeoutMs ?? TIMEOUT_MS);
    try {
      return await this.follow(link, (url, method) => ask(agent, { url, method, signal }));
    } finally {
      // Also ends a body that is still arriving.
      await agent.destroy();
    }
  }

  private async follow(link: string, request: (url: URL, method: Method) => Promise<Answer>): Promise<CheckedLink> {
    let finalUrl: string | null = null;
    for (let hops = 0; ; hops += 1) {
      const url = new URL(finalUrl ?? link);
      const obstacle = this.findObstacle(url);
      if (obstacle) return { state: obstacle, httpStatus: null, finalUrl };
      const answer = await visit(url, request);
      if (typeof answer === 'string') return { state: answer, httpStatus: null, finalUrl };
      const { status, location } = answer;
      const isRedirect = status >= 300 && status < 400 && location !== null && URL.canParse(location, url.href);
      if (!isRedirect) return { state: stateOf(status, finalUrl !== null), httpStatus: status, finalUrl };
      if (hops >= MAX_REDIRECTS) return { state: 'redirect-loop', httpStatus: status, finalUrl };
      finalUrl = new URL(location, url).href;
    }
  }

  private findObstacle({ protocol, username, password, port, hostname }: URL): LinkState | null {
    if (protocol !== 'https:' && protocol !== 'http:') return 'not-checkable';
    if (this.options.allowPrivate) return null;
    // A name and password would be sent to that server.
    if (username !== '' || password !== '' || !PORTS.has(port)) return 'not-checkable';
    return isPublicHost(hostname) ? null : 'not-public';
  }

  private openAgent(): Agent {
    const { allowPrivate, ca } = this.options;
    const { resolve } = this.resolver;
    return new Agent({
      connections: 1,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      connect: {
        ...connectionOptions({ allowPrivate, ...(ca === undefined ? {} : { ca }) }),
        ...(allowPrivate ? {} : { lookup: guardedLookup(resolve) }),
        timeout: CONNECT_MS,
      },
    });
  }
}

type Method = 'HEAD' | 'GET';

interface Answer {
  readonly status: number;
  readonly location: string | null;
}

/** Many servers refuse HEAD or hang up, so only GET decides that something is wrong. */
const visit = async (url: URL, request: (url: URL, method: Method) => Promise<Answer>): Promise<Answer | LinkState> => {
  try {
    const answer = await request(url, 'HEAD').catch(unlessLost);
    return answer && answer.status < 400 ? answer : await request(url, 'GET');
  } catch (error) {
    return failureOf(error);
  }
};

const unlessLost = (error: unknown): null => {
  if (failureOf(error) === 'unreachable') return null;
  throw error;
};

const ask = async (
  agent: Agent,
  { url, method, signal }: { url: URL; method: Method; signal: AbortSignal },
): Promise<Answer> => {
  const { statusCode, headers, body } = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { accept: '*/*', 'user-agent': 'pushgraph-link-check' },
    signal,
  });
  // The next request gets a connection of its own; this one ends here, however long the body is.
  body.on('error', () => undefined).destroy();
  const { location } = headers;
  return { status: statusCode, location: typeof location === 'string' ? location : null };
};

const stateOf = (status: number, wasRedirected: boolean): LinkState => {
  if (status === 404 || status === 410) return 'not-found';
  if (status >= 500) return 'failing';
  if (status >= 400) return 'refused';
  return wasRedirected ? 'redirected' : 'reachable';
};

const failureOf = (error: unknown): LinkState => {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  const code = describeError(error);
  if (code === NOT_PUBLIC) return 'not-public';
  if (NO_HOST.has(code)) return 'no-host';
  if (TIMEOUTS.has(code)) return 'timeout';
  return CERTIFICATE.test(code) ? 'certificate' : 'unreachable';
};
