import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Type } from 'typebox';
import { defineTool } from '../../src/mcp/tool.js';
import { TOOLS } from '../../src/mcp/tools/index.js';
import type { Json } from '../schema/support/graph-app.js';
import { type Account, useConsoleApp } from '../support/console-app.js';
import { eachDatabase } from '../support/databases.js';
import { type ClientMode, connectMcp, postMcp, rpc, toolCall } from './support/mcp-client.js';

const READ = TOOLS.filter(({ scope }) => scope === 'read').map(({ name }) => name);
const DRAFT = TOOLS.filter(({ scope }) => scope === 'draft').map(({ name }) => name);
const ORIGIN = 'https://tools.example.com';
const PUBLIC_URL = 'https://push.example.com';

describe.each(eachDatabase().slice(0, 1))('/mcp', (kind) => {
  const app = useConsoleApp(kind, { publicUrl: PUBLIC_URL, allowedOrigins: [ORIGIN] });

  const keyOf = async (scopes: string[], account?: Account): Promise<string> => {
    const { userId } = account ?? (await app().newAccount());
    return (await app().services.keys.createKey(userId, scopes)).apiKey;
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test.each<[ClientMode, string]>([
    ['auto', '2026-07-28'],
    ['legacy', '2025-11-25'],
  ])('serves the official client, protocol %s', async (mode, version) => {
    await using mcp = await connectMcp(app().origin, await keyOf(['read']), mode);
    expect(mcp.client.getServerVersion()).toMatchObject({ name: 'pushgraph' });
    expect(mcp.client.getNegotiatedProtocolVersion()).toBe(version);
    expect(await mcp.names()).toEqual(READ);
    expect(await mcp.data('list_applications')).toMatchObject({ apps: { totalCount: 0, nodes: [] } });
  });

  test('lists the tools for the scopes, and no tool for write or send', async () => {
    const namesFor = async (...scopes: string[]): Promise<string[]> => {
      await using mcp = await connectMcp(app().origin, await keyOf(scopes));
      return await mcp.names();
    };
    expect(await namesFor('read')).toEqual(READ);
    expect(await namesFor('read', 'draft')).toEqual([...READ, ...DRAFT]);
    expect(await namesFor('draft')).toEqual(DRAFT);
    expect(await namesFor('send')).toEqual([]);
    expect(await namesFor('read', 'write', 'send')).toEqual([...READ, ...DRAFT]);
    await using mcp = await connectMcp(app().origin, await keyOf(['read']));
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ annotations }) => annotations?.readOnlyHint)).toEqual(READ.map(() => true));
  });

  test('refuses a tool without its scope, an unknown tool, and unknown or wrong arguments', async () => {
    await using mcp = await connectMcp(app().origin, await keyOf(['read']));
    const messageOf = async (name: string, args: Json): Promise<string> => {
      const { isError, structuredContent } = await mcp.call(name, args);
      expect(isError).toBe(true);
      return structuredContent.errors[0].message;
    };
    expect(await messageOf('create_draft', {})).toBe('This tool needs the scope "draft", which you do not have.');
    expect(await messageOf('list_applications', { first: 51 })).toBe('`first` must be at most 50.');
    expect(await messageOf('get_run', {})).toBe('`id` is required.');
    expect(await messageOf('get_run', { id: 'x', sql: '1' })).toMatch(/one of these arguments. It has: id\.$/);
    expect(await messageOf('find_runs', { dueFrom: 'yesterday' })).toMatch(/yesterday|instant|DateTime/);
    await expect(mcp.call('send_campaign')).rejects.toThrow('There is no tool with this name.');
  });

  test('runs every tool for an empty account', async () => {
    await using mcp = await connectMcp(app().origin, await keyOf(['read', 'draft']));
    const [from, to] = ['2026-11-01T00:00:00Z', '2026-11-30T00:00:00Z'];
    const translation = { language: 'en', title: 'T', text: 'x' };
    const args: Record<string, Json> = {
      upcoming_sends: { from, to },
      traffic_over_time: { bucket: 'DAY', from, to },
      explain_delivery: { deviceId: 'x', runId: 'y' },
      get_user: { externalUserId: 'u' },
      preview_message: { push: { defaultLang: 'en', translations: [translation] } },
      create_draft: { name: 'D', messages: [{ defaultLang: 'en', texts: [translation] }] },
    };
    for (const { name, input } of TOOLS) {
      // These need a draft and an application; other tests run them.
      if (name === 'update_draft' || name === 'estimate_audience') continue;
      const given = args[name] ?? (input.required?.includes('id') ? { id: 'x' } : {});
      const { isError, structuredContent } = await mcp.call(name, given);
      expect([name, isError, structuredContent.errors]).toEqual([name, false, undefined]);
    }
  });

  test('requires a key, because cookies do not count', async () => {
    const none = await postMcp(app().origin, rpc('tools/list'));
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(none.body).toEqual({ jsonrpc: '2.0', error: { code: -32_000, message: expect.any(String) }, id: null });
    const wrong = await postMcp(app().origin, rpc('tools/list'), bearer('pgk_wrongwrongwrongwrong'));
    expect(wrong.status).toBe(401);
    const cookie = { cookie: 'pushgraph_session=x', 'x-pushgraph-console': '1' };
    expect((await postMcp(app().origin, rpc('tools/list'), cookie)).status).toBe(401);
    expect((await fetch(`${app().origin}/.well-known/oauth-protected-resource`)).status).toBe(404);
  });

  test('refuses pages of foreign origins, even after DNS rebinding', async () => {
    const key = bearer(await keyOf(['read']));
    const statusFrom = async (origin: string): Promise<number> =>
      (await postMcp(app().origin, rpc('tools/list'), { ...key, origin })).status;
    expect(await statusFrom('https://evil.example')).toBe(403);
    expect(await statusFrom(app().origin)).toBe(403);
    expect(await statusFrom('null')).toBe(403);
    expect(await statusFrom(PUBLIC_URL)).toBe(200);
    expect(await statusFrom(ORIGIN)).toBe(200);
    const preflight = await fetch(`${app().origin}/mcp`, {
      method: 'OPTIONS',
      headers: { origin: ORIGIN, 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
  });

  test('answers GET and DELETE with 405, and opens no stream', async () => {
    const headers = bearer(await keyOf(['read']));
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const response = await fetch(`${app().origin}/mcp`, { method, headers });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'OPTIONS, POST']);
    }
    const resources = await postMcp(app().origin, rpc('resources/list'), headers);
    expect(resources.body.error.code).toBe(-32_601);
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = await postMcp(
      app().origin,
      rpc('subscriptions/listen', { notifications: { toolsListChanged: true }, _meta: meta }),
      { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    );
    expect(listen.body.error).toEqual(expect.objectContaining({ code: expect.any(Number) }));
  });

  test('refuses batches, other types, large bodies and anything but JSON', async () => {
    const key = bearer(await keyOf(['read']));
    const statusOf = async (body: unknown, headers = {}): Promise<number> =>
      (await postMcp(app().origin, body, { ...key, ...headers })).status;
    expect(await statusOf([rpc('tools/list'), rpc('tools/list')])).toBe(400);
    expect(await statusOf([])).toBe(400);
    expect(await statusOf('"tools/list"')).toBe(400);
    expect(await statusOf('{"jsonrpc":')).toBe(400);
    expect(await statusOf('')).toBe(400);
    expect(await statusOf('x=1', { 'content-type': 'text/plain' })).toBe(400);
    const large = await postMcp(app().origin, toolCall('get_run', { id: 'x'.repeat(200_000) }), key);
    expect([large.status, large.body.error.message]).toEqual([413, 'The message is larger than 128 KiB.']);
    expect(await statusOf(`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`)).toBeGreaterThanOrEqual(400);
    expect(await statusOf(rpc('tools/list'), { 'mcp-protocol-version': '1900-01-01' })).toBe(400);
  });

  test('survives any message without an internal error', async () => {
    const headers = bearer(await keyOf(['read', 'draft']));
    const method = fc.oneof(
      fc.constantFrom('initialize', 'tools/list', 'tools/call', 'ping', 'server/discover', 'resources/read'),
      fc.string(),
    );
    const params = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.record({ name: fc.constantFrom(...READ), arguments: fc.jsonValue({ maxDepth: 3 }) }),
      fc.record({ protocolVersion: fc.string(), capabilities: fc.jsonValue(), clientInfo: fc.jsonValue() }),
    );
    const message = fc.oneof(
      fc.record({ jsonrpc: fc.constantFrom('2.0', '1.0'), id: fc.jsonValue({ maxDepth: 1 }), method, params }),
      fc.record({ jsonrpc: fc.constant('2.0'), method, params }),
      fc.record({ jsonrpc: fc.constant('2.0'), id: fc.integer(), result: fc.jsonValue() }),
      fc.jsonValue(),
    );
    const send = async (body: Json): Promise<void> => {
      const { status, body: answer } = await postMcp(app().origin, body, headers);
      expect([body, status < 500]).toEqual([body, true]);
      expect([body, answer?.error?.code === -32_603]).toEqual([body, false]);
    };
    await fc.assert(fc.asyncProperty(message, send), { numRuns: 150, seed: 7 });
    expect(app().log.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('does not run a tool for a suspended account', async () => {
    const account = await app().newAccount();
    await app().services.users.suspend(account.userId, 'user');
    const { status, body } = await postMcp(app().origin, toolCall('list_tags'), bearer(account.apiKey));
    expect([status, body.error.message]).toEqual([403, expect.stringMatching(/suspended/)]);
  });
});

/** Reads tags. The test delays this. */
const slow = defineTool({
  name: 'slow',
  title: 'Slow',
  description: 'Waits.',
  scope: 'read',
  input: Type.Object({}),
  document: '{ tags { totalCount } }',
});

describe.each(eachDatabase().slice(0, 1))('the limits of /mcp', (kind) => {
  const app = useConsoleApp(kind, { mcp: { tools: [slow], toolTimeLimitMs: 200 }, costPerMinute: 250 });

  /** Delays the tags of the service until the returned function is called. */
  const hold = (): (() => void) => {
    const { database } = app();
    const query = database.query;
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    database.query = async (sql, parameters) => {
      if (/\btag\b/.test(sql)) await gate;
      return query.call(database, sql, parameters) as never;
    };
    return () => {
      release();
      database.query = query;
    };
  };

  test('are a time limit for each tool, and four concurrent calls', async () => {
    const { apiKey } = await app().newAccount();
    const other = await app().newAccount();
    const headers = { authorization: `Bearer ${apiKey}` };
    const release = hold();
    try {
      const call = async (own = headers): Promise<string> => {
        const { body } = await postMcp(app().origin, toolCall('slow'), own);
        return body.result.structuredContent.errors?.[0].message ?? 'done';
      };
      const answers = await Promise.all([call(), call(), call(), call(), call()]);
      expect(answers.filter((answer) => answer.startsWith('The tool took longer than 0.2 seconds.'))).toHaveLength(4);
      expect(answers).toContain('Too many tools are already running. Wait until one has finished.');
      // The operations still run, so their slots stay taken. Another account has its own.
      expect(await call()).toMatch(/^Too many tools/);
      expect(await call({ authorization: `Bearer ${other.apiKey}` })).toMatch(/^The tool took/);
      release();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(await call()).toBe('done');
    } finally {
      release();
    }
  });

  test('are those of the graph: each message and each document has its cost', async () => {
    const { apiKey } = await app().newAccount();
    const headers = { authorization: `Bearer ${apiKey}` };
    const answers: Json[] = [];
    for (let n = 0; n < 260; n += 1) {
      const answer = await postMcp(app().origin, rpc('tools/list'), headers);
      answers.push(answer.status);
      if (answer.status === 429) {
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(answer.body.error.message).toMatch(/used up its cost of 250 a minute/);
        break;
      }
    }
    expect(answers.slice(0, 2)).toEqual([200, 200]);
    expect(answers.at(-1)).toBe(429);
  });
});
