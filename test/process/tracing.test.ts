import { randomBytes } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { toGlobalId } from '../../src/schema/global-id.js';
import { eachDatabase } from '../support/databases.js';
import { eventually } from '../support/eventually.js';
import { OtlpReceiver, type ReceivedSpan } from '../support/otlp-receiver.js';
import { readRepositoryFile, repositoryFiles } from '../support/repository.js';
import { SERVICE_KEY, type ServiceProcess } from '../support/service-process.js';
import { createApp, createPush, must, startAutoPush } from '../support/service-steps.js';
import { ServiceWorld } from '../support/service-world.js';
import { findBinary } from '../support/services/find-binary.js';
import { freePort, reachable, startGuarded } from '../support/services/guarded-process.js';
import { makeDue, prepareRun, untilFinished } from './crash-run.js';

const tracesTo = (receiver: OtlpReceiver, ratio: number): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
  OTEL_BSP_SCHEDULE_DELAY: '50',
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: String(ratio),
});

/** A caller's trace, sampled or not. */
const makeTrace = (flags: '00' | '01') => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
};

describe.each(eachDatabase())('traces, on $name', (kind) => {
  test("lead from the moment, event or request to the provider's answer, across processes", async () => {
    await using receiver = await OtlpReceiver.open();
    await using world = await ServiceWorld.open(kind);
    const env = tracesTo(receiver, 1);
    // Two processes if they can share a database.
    const roles = kind.name === 'mysql' ? (['api', 'worker'] as const) : (['all'] as const);
    const services: ServiceProcess[] = [];
    for (const ROLE of roles) services.push(await world.start({ ...env, ROLE }));
    const [service] = services;
    if (!service) throw new Error('there is one');

    const { schedulerId } = await prepareRun(world, service, { apple: 3, web: 0 });
    await makeDue(world, schedulerId);
    await untilFinished(world);
    const sent = await untilSpan(receiver, ({ name }) => name === 'send provider_c');
    expect(receiver.pathTo(sent)).toEqual(['moment', 'batch', 'checkpoint', 'send provider_c']);
    expect(sent.facts).toMatchObject({ 'pushgraph.messages.sent': 3 });
    expect(sent.resource).toMatchObject({ 'service.name': 'pushgraph', 'pushgraph.role': roles.at(-1) });
    const plan = await untilSpan(receiver, ({ name }) => name === 'plan');
    expect([plan.traceId, receiver.pathTo(plan)]).toEqual([sent.traceId, ['moment', 'plan']]);
    const batch = receiver.spans.find(({ name, traceId }) => name === 'batch' && traceId === sent.traceId);
    expect(batch?.facts).toMatchObject({ 'pushgraph.run.id': 1, 'pushgraph.batch.id': expect.any(Number) });

    const metrics = await scrape(services.at(-1) ?? service, 'application/openmetrics-text');
    const examples = exemplarsOf(metrics);
    expect(examples.get('pushgraph_messages_total')).toEqual([sent.traceId]);
    expect(examples.get('pushgraph_send_duration_seconds_bucket')).toEqual([sent.traceId]);

    const phone = await registerPhone(world, service);
    await startWelcome(service);
    const device = makeTrace('01');
    await report(service, phone, device.traceparent);
    const answered = await untilSpan(
      receiver,
      (span) => span.name === 'send provider_c' && span.traceId !== sent.traceId,
    );
    expect(receiver.pathTo(answered)).toEqual([
      ...['POST /sdk/v1/:service_id/devices/:device_id/events', 'event'],
      ...['batch', 'checkpoint', 'send provider_c'],
    ]);
    // Anybody can pretend to be this caller, so its trace is linked, not continued.
    const request = receiver.spans.find((span) => span.traceId === answered.traceId && span.parentSpanId === '');
    expect([request?.links, answered.traceId === device.traceId]).toEqual([[device.traceId], false]);

    const server = makeTrace('01');
    await testPush(service, phone, server.traceparent);
    const tested = await untilSpan(
      receiver,
      ({ traceId, facts }) => traceId === server.traceId && 'pushgraph.outcome' in facts,
    );
    expect(receiver.pathTo(tested)).toEqual(['POST /graphql', 'mutation', 'send provider_c']);
    expect(tested.facts).toMatchObject({ 'pushgraph.outcome': 'sent', 'pushgraph.device.id': phone.deviceId });
    const first = receiver.spans.find(({ name, traceId }) => name === 'POST /graphql' && traceId === server.traceId);
    expect(first).toMatchObject({ parentSpanId: server.spanId, facts: { 'http.response.status_code': 200 } });
    await eventually('the lines of the log', () => {
      const lines = service.log.filter((line) => line.trace_id === server.traceId).map(({ msg }) => msg);
      return ['push.tested', 'request'].every((line) => lines.includes(line)) || null;
    });
  });
});

test('with a ratio of 0, only the trace of a caller with a key is kept', async () => {
  await using receiver = await OtlpReceiver.open();
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  await using world = await ServiceWorld.open(sqlite);
  const service = await world.start({
    ...tracesTo(receiver, 0),
    OTEL_RESOURCE_ATTRIBUTES: 'service.name=push,team=crm',
  });
  const phone = await registerPhone(world, service);
  await startWelcome(service);
  await report(service, phone, makeTrace('01').traceparent);
  await testPush(service, phone, makeTrace('00').traceparent);
  await testPush(service, phone, 'no traceparent at all');
  const badKey = { authorization: 'Bearer not-a-key-of-anyone', traceparent: makeTrace('01').traceparent };
  expect((await fetch(`${service.address}/api/b/v2/apps`, { headers: badKey })).status).toBe(401);
  const kept = makeTrace('01');
  await testPush(service, phone, kept.traceparent);
  await untilSpan(receiver, ({ name }) => name === 'POST /graphql');
  await eventually('the messages', async () => ((await world.fakes.summary()).accepted >= 4 ? true : null));
  // Clients that request OpenMetrics get exemplars with the sampled trace. The plain format stays the same.
  const plain = await scrape(service);
  const open = await scrape(service, 'application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5');
  expect([...exemplarsOf(open)]).toEqual([['http_request_duration_seconds_bucket', [kept.traceId]]]);
  expect(open).toMatch(/# EOF\n$/);
  const again = await scrape(service, 'text/plain;version=0.0.4,application/openmetrics-text;q=0.4,*/*;q=0.1');
  expect([namesOf(again), again.includes('trace_id')]).toEqual([namesOf(plain), false]);
  expect(namesOf(plain)).toContain('process_cpu_seconds_total');
  if (findBinary('prometheus')) expect(await examplesInPrometheus(service)).toEqual([kept.traceId]);
  // Sampled spans are sent before the process ends.
  expect(await service.terminate()).toMatchObject({ code: 0 });
  expect(new Set(receiver.spans.map(({ traceId }) => traceId))).toEqual(new Set([kept.traceId]));
  // The service name comes from the environment variables, if they set one.
  expect(receiver.spans[0]?.resource).toMatchObject({ 'service.name': 'push', team: 'crm', 'pushgraph.role': 'all' });
  expect(await (await world.db()).query('SELECT * FROM trace_place')).toEqual([]);
});

test('an unreachable collector costs only spans, with one log line at a time', async () => {
  const [sqlite] = eachDatabase();
  if (!sqlite) throw new Error('SQLite is always there');
  await using world = await ServiceWorld.open(sqlite);
  const receiver = await OtlpReceiver.open();
  const env = {
    ...tracesTo(receiver, 1),
    OTEL_EXPORTER_OTLP_TIMEOUT: '500',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector-secret',
  };
  await receiver[Symbol.asyncDispose]();
  const service = await world.start(env);
  const phone = await registerPhone(world, service);
  await testPush(service, phone, makeTrace('01').traceparent);
  await eventually('a line', () => service.log.find(({ msg, level }) => msg === 'traces' && level === 'warn') ?? null);
  expect(JSON.stringify(service.log)).not.toContain('collector-secret');
  expect(await service.terminate()).toMatchObject({ code: 0 });
});

test('only one file loads OpenTelemetry, and only when it is configured', () => {
  const files = repositoryFiles('src').filter((file) => file.endsWith('.ts'));
  const having = (pattern: RegExp) => files.filter((file) => pattern.test(readRepositoryFile(file)));
  expect(having(/^import (?!type )[^;]*'@opentelemetry\//m)).toEqual(['src/start-tracing.ts']);
  expect(having(/from '[^']*start-tracing\.js'/)).toEqual([]);
  expect(having(/import\('[^']*start-tracing\.js'\)/)).toEqual(['src/main.ts']);
});

const scrape = async (service: ServiceProcess, accept = '*/*'): Promise<string> => {
  const answer = await fetch(`${service.address}/metrics`, { headers: { accept } });
  const type = answer.headers.get('content-type');
  const isOpen = accept.startsWith('application/openmetrics-text');
  expect(type).toBe(
    `${isOpen ? 'application/openmetrics-text; version=1.0.0' : 'text/plain; version=0.0.4'}; charset=utf-8`,
  );
  return answer.text();
};

/** The traces in each metric's exemplars. */
const exemplarsOf = (text: string): Map<string, string[]> => {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', trace = ''] of text.matchAll(/^(\w+)\{.*\} \S+ # \{trace_id="(\w+)"\} \S+ \S+$/gm)) {
    found.set(name, (found.get(name) ?? new Set()).add(trace));
  }
  return new Map([...found].map(([name, traces]) => [name, [...traces]]));
};

const namesOf = (text: string): string[] => [
  ...new Set([...text.matchAll(/^(\w+)[{ ]/gm)].map(([, name = '']) => name)),
];

/** Prometheus itself parses the scrape. */
const examplesInPrometheus = async (service: ServiceProcess): Promise<string[]> => {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'pushgraph-prometheus-')), await freePort()];
  const targets = `[{ targets: ['${new URL(service.address).host}'] }]`;
  const file = join(folder, 'prometheus.yml');
  await writeFile(file, `scrape_configs: [{ job_name: pushgraph, scrape_interval: 1s, static_configs: ${targets} }]\n`);
  const options = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const command = ['prometheus', ...options, '--enable-feature=exemplar-storage'] as const;
  const prometheus = await startGuarded([...command], folder, () => reachable(port));
  try {
    const asked = new URLSearchParams({ query: 'http_request_duration_seconds_bucket', start: '0', end: '9999999999' });
    const data = await eventually('examples', async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query_exemplars?${asked}`);
      const found = answer.ok ? (await answer.json()).data : [];
      return found.length > 0 ? (found as { exemplars: { labels: { trace_id: string } }[] }[]) : null;
    });
    return [...new Set(data.flatMap(({ exemplars }) => exemplars.map(({ labels }) => labels.trace_id)))];
  } finally {
    await prometheus.stop();
  }
};

const untilSpan = (receiver: OtlpReceiver, isMeant: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan> =>
  eventually('a span with all above it', () => {
    const span = receiver.spans.find(isMeant);
    return span && isWhole(receiver, span) ? span : null;
  });

/** Spans arrive after they have ended, the root of a trace last. Callers' own spans never arrive. */
const isWhole = (receiver: OtlpReceiver, span: ReceivedSpan): boolean => {
  const [top] = receiver.pathTo(span);
  return top === 'moment' || /^[A-Z]+ \//.test(top ?? '');
};

interface Phone {
  readonly deviceId: number;
  readonly path: string;
  readonly secret: string;
}

const registerPhone = async (world: ServiceWorld, service: ServiceProcess): Promise<Phone> => {
  const { serviceId } = await createApp(service, world.fakes, { provider: 'provider_c', name: 'a phone' });
  const body = { token: randomBytes(32).toString('hex'), language: 'en' };
  const device = await must(201, service.sdk('POST', `/${serviceId}/devices`, { body }));
  const path = `/sdk/v1/${serviceId}/devices/${device.device_id}/events`;
  return { deviceId: Number(device.device_id), path, secret: device.device_secret };
};

const startWelcome = async (service: ServiceProcess): Promise<void> => {
  await must(201, service.api('POST', '/events', { name: 'Order', code: 'order' }));
  const pushId = await createPush(service, [{ language: 'en', title: 'Thank you', text: 'It is on its way.' }]);
  await startAutoPush(service, { pushId, body: { name: 'orders', event_include: ['order'], all_apps: true } });
};

const report = async (service: ServiceProcess, { path, secret }: Phone, traceparent: string): Promise<void> => {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json', traceparent };
  const body = JSON.stringify({ events: [{ code: 'order' }] });
  const { status } = await fetch(service.address + path, { method: 'POST', headers, body });
  expect(status).toBe(202);
};

const TEST = `mutation ($push: ID!, $device: ID!) { pushTest(pushId: $push, deviceId: $device) {
  result { outcome } userErrors { message } } }`;

const testPush = async (service: ServiceProcess, { deviceId }: Phone, traceparent: string): Promise<void> => {
  const pushId = await createPush(service, [{ language: 'en', title: 'A test', text: 'for you' }]);
  const variables = { push: toGlobalId('Push', pushId), device: toGlobalId('Device', deviceId) };
  const headers = { authorization: `Bearer ${SERVICE_KEY}`, 'content-type': 'application/json', traceparent };
  const body = JSON.stringify({ query: TEST, variables });
  const answer = await fetch(`${service.address}/graphql`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ data: { pushTest: { result: { outcome: 'SENT' } } } });
};
