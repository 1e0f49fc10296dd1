import { expect, test } from '@jest/globals';
import { readConfig } from '../../src/read-config.js';
import { NodeProcess } from '../support/child-process.js';
import { freshDatabaseUrl } from '../support/databases.js';
import { START_DEADLINE_MS } from '../support/service-process.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

test('metrics have a separate port only if METRICS_PORT is set', async () => {
  await using place = await freshDatabaseUrl('sqlite', { migrated: true });
  const env = { PORT: '0', METRICS_PORT: '0', DATABASE_URL: place.url, MASTER_KEY };
  await using service = new NodeProcess('src/main.js', env);
  const address = await service.untilLine(
    (line) => /is listening on (http:[^"]+)/.exec(line)?.[1] ?? null,
    START_DEADLINE_MS,
  );
  const port = await service.untilLine(
    (line) => /"port":(\d+),"msg":"metrics have/.exec(line)?.[1] ?? null,
    START_DEADLINE_MS,
  );
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await metrics.text()).toMatch(
    /^pushgraph_build_info\{version="\d+\.\d+\.\d+",commit="[^"]+",node="v[^"]+"\} 1$/m,
  );
  const open = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { accept: 'application/openmetrics-text' } });
  expect(open.headers.get('content-type')).toMatch(/openmetrics/);
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
  expect((await fetch(`${address}/metrics`)).status).toBe(404);
  expect(await (await fetch(address)).text()).not.toContain('/metrics');
  expect(await (await fetch(`${address}/healthz`)).json()).toEqual({
    ok: true,
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    commit: expect.stringMatching(/^(?:[0-9a-f]{7,40}|unknown)$/),
  });
  expect(await service.signal('SIGTERM')).toMatchObject({ code: 0 });
});

test('METRICS_PORT must differ from PORT', () => {
  expect(readConfig({}).metricsPort).toBeNull();
  expect(() => readConfig({ PORT: '4000', METRICS_PORT: '4000' })).toThrow(/^METRICS_PORT: must differ from PORT/);
});
