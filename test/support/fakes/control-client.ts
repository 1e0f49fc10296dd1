import { Agent, request } from 'node:http';
import type { FakeAddresses, Fakes, LedgerPage } from './fakes.js';
import type { TestApp } from './keys.js';
import type { LedgerEntry, LedgerFilter, LedgerSummary } from './ledger.js';
import type { WebSubscription } from './web-subscription.js';

/**
 * Fakes that run in another process, through their control API.
 * @param url the control server's URL; @param stop ends that process.
 */
export const connectFakes = async (url: string, stop: () => Promise<void>): Promise<Fakes> => {
  const agent = new Agent({ keepAlive: true });
  const get = <T>(path: string, page: LedgerPage = {}) => call<T>(agent, `${url}${path}?${toQuery(page)}`, null);
  const post = async <T = null>(path: string, body: object = {}) => call<T>(agent, `${url}${path}`, body);
  const { addresses, ca } = await get<{ addresses: FakeAddresses; ca: string }>('/');
  const order = async (path: string, body: object = {}): Promise<void> => {
    await post(path, body);
  };
  return {
    addresses,
    ca,
    makeApp: (provider) => post<TestApp>('/apps', { provider }),
    register: (registration) => order('/register', registration),
    makeSubscriptions: (wanted = {}) => post<WebSubscription[]>('/subscriptions', wanted),
    misbehave: (rule) => order('/misbehave', rule),
    behave: (provider) => order('/behave', { provider }),
    killTokens: (provider, tokens, since) => order('/dead-tokens', { provider, tokens, since }),
    reviveTokens: (provider, tokens) => order('/dead-tokens', { provider, tokens, alive: true }),
    revokeAccessTokens: () => order('/revoke-access-tokens'),
    setNow: (now) => order('/now', { now }),
    summary: () => get<LedgerSummary>('/ledger/summary'),
    count: async (filter?: LedgerFilter) => (await get<{ count: number }>('/ledger/count', filter)).count,
    countByTarget: async (filter) =>
      new Map(Object.entries(await get<Record<string, number>>('/ledger/targets', filter))),
    duplicates: (filter) => get<LedgerEntry[]>('/ledger/duplicates', filter),
    entries: (page) => get<LedgerEntry[]>('/ledger', page),
    reset: () => order('/reset'),
    close: async () => {
      agent.destroy();
      await stop();
    },
  };
};

const toQuery = (page: LedgerPage): string => {
  const given = Object.entries(page).filter(([, value]) => value !== undefined);
  return new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
};

/** Uses node:http instead of fetch, because a test may have replaced the global dispatcher. A null `body` means GET. */
const call = <T>(agent: Agent, url: string, body: object | null): Promise<T> =>
  new Promise((resolve, reject) => {
    const method = body === null ? 'GET' : 'POST';
    const asked = request(url, { agent, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text) as T);
        else reject(new Error(`${method} ${url}: ${response.statusCode} ${text}`));
      });
    });
    asked.on('error', reject);
    asked.end(body === null ? undefined : JSON.stringify(body));
  });
